/** PageIn: the pages that a session gets where its context begins, and again wherever they are not what the model has. */

import { shortDigest } from "../base/digest--digest.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import { entriesOf } from "../memory/table.js";
import { takeTurn } from "../prompt/turn/turn.js";
import { standingDecision } from "../prompt/turn/watch--turn-standing.js";
import type { Recovery } from "../session/cross.js";
import { sessionStart } from "../session/pages/session.js";
import { pruneEvidence } from "../session/stage--stage.js";
import { handOver } from "./capture.js";
import { type HarnessAnswer, type Moment, silence } from "./contract.js";
import type { Live } from "./live.js";
import { ownFilesOf } from "./live--own-files.js";
import { missingSays, prefaceOf } from "./live--paged.js";

/** The session makes itself known first, which recovers what dead ones left. */
export async function start(
  live: Live,
  { how, bare, fork }: Pick<Moment & { readonly kind: "start" }, "how" | "bare" | "fork">,
): Promise<Outcome<HarnessAnswer>> {
  if (live.known.again !== null) return againOf(live);
  const { session } = live.event;
  const begun = await sessionStart(live.workspace, { session, pid: live.pid, fork: fork ?? null }, live.options);
  if (!begun.ok) return begun;
  // Old notes and results are in nobody's way: that they cannot be removed is no reason to say nothing.
  live.sweep();
  pruneEvidence(live.workspace);
  const { recovered, unrecovered } = begun.value;
  // What was said before is worth less than the pages, which go in whatever becomes of it.
  const handed = await handOver(live, how);
  const over = handed.ok ? handed.value : null;
  const paged = await pageIn(
    over === null ? live : { ...live, workspace: over.workspace },
    bare ? "always" : "if-changed",
    over === null ? [] : [over.page],
  );
  if (!paged.ok) return paged;
  return ok({
    ...paged.value,
    notice: joined([
      recoveredSays(recovered, unrecovered),
      handed.ok ? null : `What was said before could not be handed over: ${handed.error.says}`,
      paged.value.notice,
    ]),
  });
}

export async function prompt(live: Live): Promise<Outcome<HarnessAnswer>> {
  return live.known.again === null ? pageIn(live, "if-changed", []) : againOf(live);
}

async function pageIn(
  live: Live,
  when: "always" | "if-changed",
  demanded: readonly string[],
): Promise<Outcome<HarnessAnswer>> {
  const { workspace, event, known, transcript } = live;
  const { session } = event;
  const latest = workspace.primary.turns.latest(session);
  if (!latest.ok) return latest;
  const head = prefaceOf(live);
  const harness = ownFilesOf(live.codec.name, workspace.primary.root, event.cwd);
  const standingThen = await live.standing?.(workspace);
  const decided = await takeTurn(
    workspace,
    {
      session,
      turn: (latest.value.state?.turn ?? 0) + 1,
      events: [],
      tools: known.tools,
      budget: live.budget,
      demands: demanded.map((page) => ({ page, fidelity: null })),
      audience: "owner",
      charsMax: live.codec.blockCharsMax - head.length,
      ...(harness === null ? {} : { harness }),
    },
    live.options,
    live.behind,
  );
  if (!decided.ok) return decided;
  const digest = shortDigest(decided.value.text, 16);
  const gives = decided.value.text !== "" && (when === "always" || digest !== known.given);
  const standing = standingThen?.() ?? null;
  if (standing !== null) keepForStarts(live, standing, live.codec.blockCharsMax - head.length);
  const note = { kind: "prompt", given: gives ? digest : null, length: transcript.length } as const;
  const kept = live.keep({ ...note, ...(standing === null ? {} : { standing }) });
  if (!kept.ok) return kept;
  const missed = missingSays(decided.value.faults);
  // Told once, not with every prompt.
  const notice = missed === missingSays(latest.value.state?.record.faults ?? []) && !gives ? null : missed;
  return ok({ ...silence, context: gives ? head + decided.value.text : null, notice });
}

/** What any session would get while nothing moves, the next one can have without a look at a page. That it cannot be kept costs time alone. */
function keepForStarts({ workspace, event, codec, decisions }: Live, name: string, charsMax: number): void {
  const { memories, primary } = workspace;
  // A page of somebody's session is for that one alone.
  const isOwned = entriesOf(primary.table).some(({ scope }) => scope === "session");
  const latest = primary.turns.latest(event.session);
  if (memories.length > 1 || isOwned || !latest.ok || latest.value.state === null) return;
  const decision = standingDecision(latest.value.state, { name, charsMax });
  if (decision !== null) decisions?.keep(codec.name, decision);
}

/** The same answer as before; what it was is the state of the last turn. */
function againOf(live: Live): Outcome<HarnessAnswer> {
  const { workspace, event, known } = live;
  const latest = workspace.primary.turns.latest(event.session);
  if (!latest.ok) return latest;
  const text = latest.value.state?.text ?? "";
  const given = known.again?.kind === "prompt" ? known.again.given : null;
  if (given === null || given !== shortDigest(text, 16)) return ok(silence);
  return ok({ ...silence, context: prefaceOf(live) + text });
}

function recoveredSays(recovered: Recovery, unrecovered: string | null): string | null {
  if (unrecovered !== null) return `What a session that died left could not be recovered: ${unrecovered}`;
  const { committed, rejected } = recovered;
  const patches = committed.reduce((sum, one) => sum + one.patches.length, 0);
  const refused = rejected.length === 0 ? "" : `, ${rejected.length} refused (pagefile journal --rejected)`;
  return patches + rejected.length === 0
    ? null
    : `What a session that died had staged was recovered: ${patches} committed${refused}.`;
}

function joined(says: readonly (string | null)[]): string | null {
  const said = says.filter((each) => each !== null);
  return said.length === 0 ? null : said.join(" ");
}

/** PageIn: the pages that a session gets where its context begins, and again wherever they are not what the model has. */

import { shortDigest } from "../../base/digest.js";
import type { Outcome } from "../../base/failure.js";
import { ok } from "../../base/result.js";
import type { Recovery } from "../../flow/boundary/lifecycle-answers.js";
import { sessionStart } from "../../flow/boundary/session.js";
import { pruneEvidence } from "../../flow/evidence/stage.js";
import type { TurnAnswer } from "../../flow/turn/trace-answers.js";
import { takeTurn } from "../../flow/turn/turn.js";
import type { Fault, FaultKind } from "../../trace/fault.js";
import { type HarnessAnswer, type Moment, silence } from "./contract.js";
import { handOver } from "./handoff.js";
import type { Live } from "./live.js";

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
    },
    live.options,
    live.behind,
  );
  if (!decided.ok) return decided;
  const digest = shortDigest(decided.value.text, 16);
  const gives = decided.value.text !== "" && (when === "always" || digest !== known.given);
  const standing = standingThen?.() ?? null;
  const note = { kind: "prompt", given: gives ? digest : null, length: transcript.length } as const;
  const kept = live.keep({ ...note, ...(standing === null ? {} : { standing }) });
  if (!kept.ok) return kept;
  const missed = missingSays(decided.value.faults);
  // Told once, not with every prompt.
  const notice = missed === missingSays(latest.value.state?.record.faults ?? []) && !gives ? null : missed;
  return ok({ ...silence, context: gives ? head + decided.value.text : null, notice });
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

/** What names the session, so that what the model writes down is told from what others write. */
function prefaceOf({ codec, event }: Live): string {
  return [
    "What Pagefile keeps in memory for this project follows; it takes the place of any earlier block like it.",
    `Write down what has to last as soon as you learn it: ${codec.writing(event.session)}`,
    "",
  ].join("\n");
}

const missing: readonly FaultKind[] = [
  "pinned_invariant_miss",
  "invariant_pressure",
  "post_compaction_bootstrap_loss",
];

function missingSays(faults: TurnAnswer["faults"]): string | null {
  const [first, ...rest]: readonly Fault[] = faults.filter(({ kind }) => missing.includes(kind));
  if (first === undefined) return null;
  return `${first.says} ${first.hint}${rest.length === 0 ? "" : ` And ${rest.length} more: pagefile faults`}`;
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

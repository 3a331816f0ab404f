/** SettleProposal: a person's answer to what a night asks: what may leave does, what may be kept is, and what is refused is never asked about again. */

import type { Instant, Oid, PagePath } from "../base/ids.js";
import type { Outcome } from "../base/result.js";
import { err, ok } from "../base/result--result.js";
import type { Memory } from "../memory/memory.js";
import { type CommitOptions, commit, refuse } from "../write/commit/commit.js";
import { validateTrim } from "../write/entry/trim.js";
import { guardApprover } from "../write/guard/origin--approval.js";
import type { PatchEnvelope } from "../write/patch.js";
import { keepRejection } from "./kept-proposal.js";
import { bringIn, type Refused } from "./proposal--bring-in.js";
import { allowedNow, type NightProposal, type ProposedRow, standingProposal } from "./proposal--proposal.js";
import { acceptedSession } from "./steps--night-name.js";
import { trimFor } from "./steps--night-trim.js";
import type { ComingRow } from "./tonight.js";

export interface SettledAnswer {
  readonly did: "accepted" | "rejected";
  /** Of those that may leave. */
  readonly entries: readonly ProposedRow[];
  /** Of those that may be kept. */
  readonly coming: readonly Omit<ComingRow, "coming">[];
  /** In order; empty where no page was changed. */
  readonly commits: readonly { readonly commit: Oid; readonly page: PagePath }[];
  /** Numbers that were asked for and that nothing could be done about. */
  readonly refused: readonly Refused[];
  /** How many wait still. */
  readonly open: number;
}

/** `shown`: all that `pagefile night` shows. */
export interface SettleQuery {
  readonly did: SettledAnswer["did"];
  readonly numbers: readonly number[] | "shown" | "all";
  readonly envelope: PatchEnvelope;
}

export async function settleProposal(
  memory: Memory,
  query: SettleQuery,
  options: CommitOptions,
): Promise<Outcome<SettledAnswer>> {
  const { did, envelope, numbers } = query;
  const denied = did === "accepted" ? guardApprover(envelope.actor) : null;
  if (denied !== null) {
    const says = `“${envelope.actor}” is an agent; what leaves a memory, and what enters it after all, is a person's decision.`;
    return refuse(memory, "night", { ...denied, says });
  }
  // Whoever refuses everything that waits is asked for no reading of it.
  const all = did === "rejected" ? "names" : "all";
  const found = await standingProposal(memory, numbers === "shown" ? "first" : numbers === "all" ? all : numbers);
  if (!found.ok) return found;
  if (found.value === null || found.value.open === 0) return err(nothing);
  const { entries, coming, refused } = chosen(found.value, numbers);
  const done =
    did === "rejected"
      ? await rejectAll(memory, { entries, coming }, envelope.actor)
      : await acceptAll(memory, { entries, coming }, { envelope, options });
  if (!done.ok) return done;
  const missed = new Set(done.value.refused.map(({ n }) => n));
  const settled = coming.filter(({ n }) => !missed.has(n));
  return ok({
    did,
    entries,
    coming: settled.map(({ coming: _, ...row }) => row),
    commits: done.value.commits,
    refused: [...refused, ...done.value.refused],
    open: found.value.open - entries.length - settled.length,
  });
}

interface Chosen {
  readonly entries: readonly ProposedRow[];
  readonly coming: readonly ComingRow[];
}

type Done = Pick<SettledAnswer, "commits" | "refused">;

function chosen(
  { entries, coming }: NightProposal,
  numbers: SettleQuery["numbers"],
): Chosen & { readonly refused: readonly Refused[] } {
  const open = {
    entries: entries.filter(({ state }) => state === "open"),
    coming: coming.filter(({ state }) => state === "open"),
  };
  if (typeof numbers === "string") return { ...open, refused: [] };
  const hint = "See what is open: pagefile night";
  const refused = [...new Set(numbers)].flatMap((n) => {
    const row = [...entries, ...coming].find((each) => each.n === n);
    if (row?.state === "open") return [];
    const says =
      row === undefined ? `There is no number ${n}.` : `Number ${n} is settled or has changed: ${row.why}.`;
    return [{ n, says, hint }];
  });
  const asked = <T extends { readonly n: number }>(rows: readonly T[]): readonly T[] =>
    rows.filter(({ n }) => numbers.includes(n));
  return { entries: asked(open.entries), coming: asked(open.coming), refused };
}

async function rejectAll(memory: Memory, { entries, coming }: Chosen, actor: string): Promise<Outcome<Done>> {
  for (const { page, digest } of entries) {
    const kept = await keepRejection(memory, { page, digest, actor }, "stays");
    if (!kept.ok) return kept;
  }
  for (const { path, digest } of coming) {
    const kept = await keepRejection(memory, { page: path, digest, actor }, "is not kept");
    if (!kept.ok) return kept;
  }
  return ok({ commits: [], refused: [] });
}

/** One instant for all, by which they are taken back together. */
async function acceptAll(
  memory: Memory,
  { entries, coming }: Chosen,
  by: { readonly envelope: PatchEnvelope; readonly options: CommitOptions },
): Promise<Outcome<Done>> {
  const at = memory.clock.now();
  const commits: SettledAnswer["commits"][number][] = [];
  for (const page of new Set(entries.map((each) => each.page))) {
    const here = entries.filter((each) => each.page === page);
    const done = await takeOut(memory, page, { ...by, here, at });
    if (!done.ok) return done;
    if (done.value !== null) commits.push({ commit: done.value, page });
  }
  const kept = await bringIn(memory, coming, { ...by, at });
  if (!kept.ok) return kept;
  return ok({ commits: [...commits, ...kept.value.commits], refused: kept.value.refused });
}

/** Judged again on the very text that the commit stands on. */
async function takeOut(
  memory: Memory,
  page: PagePath,
  by: {
    readonly here: readonly ProposedRow[];
    readonly at: Instant;
    readonly envelope: PatchEnvelope;
    readonly options: CommitOptions;
  },
): Promise<Outcome<Oid | null>> {
  const { at } = by;
  const only = new Set(by.here.map(({ digest }) => digest));
  const envelope = { ...by.envelope, session: acceptedSession(at) };
  const content = { op: "accept", page, digests: [...only], at, ...envelope };
  const done = await commit(
    memory,
    {
      content,
      about: page,
      validate: (ground) => {
        const text = ground.committed(page);
        const leaving = text === null ? [] : allowedNow({ ...memory, table: ground.table }, { page, text, only });
        if (text !== null && leaving.length < only.size) return err(moved(page));
        return validateTrim(trimFor(page, leaving, { at, envelope }), ground);
      },
    },
    by.options,
  );
  return done.ok ? ok(done.value.commit) : done;
}

function moved(page: PagePath): { reason: "VERSION_CONFLICT"; says: string; hint: string } {
  return {
    reason: "VERSION_CONFLICT",
    says: `${page} was edited while the proposal was being accepted; nothing left it.`,
    hint: "See what is open now: pagefile night",
  };
}

const nothing = {
  code: "usage",
  says: "No proposal of a night waits for an answer.",
  hint: "Look with: pagefile night",
} as const;

/** SettleProposal: a person's answer to what a night asks: entries that may leave do, by one commit a page, and others never are asked about again. */

import type { Outcome } from "../../base/failure.js";
import type { Oid, PagePath } from "../../base/ids.js";
import { err, ok } from "../../base/result.js";
import { acceptedSession } from "../../upkeep/night-name.js";
import { trimFor } from "../../upkeep/night-trim.js";
import { guardApprover } from "../../writeback/origin/approval.js";
import type { PatchEnvelope } from "../../writeback/patch.js";
import { validateTrim } from "../../writeback/trim.js";
import { type CommitOptions, commit, refuse } from "../commit.js";
import type { Memory } from "../memory.js";
import { keepRejection } from "./kept-proposal.js";
import { allowedNow, type NightProposal, type ProposedRow, standingProposal } from "./proposal.js";

export interface SettledAnswer {
  readonly did: "accepted" | "rejected";
  readonly entries: readonly ProposedRow[];
  /** In order; empty where nothing left a page. */
  readonly commits: readonly { readonly commit: Oid; readonly page: PagePath }[];
  /** Numbers that were asked for and that nothing could be done about. */
  readonly refused: readonly { readonly n: number; readonly says: string; readonly hint: string }[];
  /** How many wait still. */
  readonly open: number;
}

/** No numbers mean all that is open. */
export interface SettleQuery {
  readonly did: SettledAnswer["did"];
  readonly numbers: readonly number[];
  readonly envelope: PatchEnvelope;
}

export async function settleProposal(
  memory: Memory,
  query: SettleQuery,
  options: CommitOptions,
): Promise<Outcome<SettledAnswer>> {
  const { did, envelope } = query;
  const denied = did === "accepted" ? guardApprover(envelope.actor) : null;
  if (denied !== null) {
    const says = `“${envelope.actor}” is an agent; what leaves a memory is a person's decision.`;
    return refuse(memory, "night", { ...denied, says });
  }
  const found = await standingProposal(memory);
  if (!found.ok) return found;
  if (found.value === null || found.value.open === 0) return err(nothing);
  const { entries, refused } = chosen(found.value, query.numbers);
  const commits: SettledAnswer["commits"][number][] = [];
  if (did === "rejected") {
    for (const { page, digest } of entries) {
      const kept = await keepRejection(memory, { page, digest, actor: envelope.actor });
      if (!kept.ok) return kept;
    }
  } else {
    for (const page of new Set(entries.map((each) => each.page))) {
      const here = entries.filter((each) => each.page === page);
      const done = await takeOut(memory, page, { here, envelope, options });
      if (!done.ok) return done;
      if (done.value !== null) commits.push({ commit: done.value, page });
    }
  }
  return ok({ did, entries, commits, refused, open: found.value.open - entries.length });
}

function chosen({ entries }: NightProposal, numbers: readonly number[]): Pick<SettledAnswer, "entries" | "refused"> {
  const open = entries.filter(({ state }) => state === "open");
  if (numbers.length === 0) return { entries: open, refused: [] };
  const hint = "See what is open: pagefile night";
  const refused = [...new Set(numbers)].flatMap((n) => {
    const row = entries.find((each) => each.n === n);
    if (row?.state === "open") return [];
    const says =
      row === undefined ? `There is no number ${n}.` : `Number ${n} is settled or has changed: ${row.why}.`;
    return [{ n, says, hint }];
  });
  return { entries: open.filter(({ n }) => numbers.includes(n)), refused };
}

/** Judged again on the very text that the commit stands on. */
async function takeOut(
  memory: Memory,
  page: PagePath,
  by: {
    readonly here: readonly ProposedRow[];
    readonly envelope: PatchEnvelope;
    readonly options: CommitOptions;
  },
): Promise<Outcome<Oid | null>> {
  const at = memory.clock.now();
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

/** Persist: what becomes of a session's news: flushed or lost at a boundary, taken or refused when it is proposed. */

import type { Instant } from "../../base/ids.js";
import { compareText } from "../../base/text--order.js";
import type { RefusedReason } from "../../rules/reason.js";
import { applyEdit } from "../../write/edit--edit.js";
import type { Policy } from "../decision.js";
import type { Context } from "./simulate--context.js";
import type { WorkloadEvent, WorkloadTurn } from "./workload--workload.js";

/**
 * Destroys the news that only the context held; the prompt is the caller's to make anew. Gives the dirty pages that were lost, by id;
 * none where all were written back.
 */
export function cross(context: Context, event: WorkloadEvent, jumped: boolean): readonly string[] {
  const { writeback } = context.policy;
  const isOutrun = event === "compaction" && jumped && !writeback.jump;
  const lost = writeback[event] && !isOutrun ? [] : [...context.dirty].sort(compareText);
  context.dirty.clear();
  return lost;
}

/** Lookups that were denied or failed and were answered as if nothing had been found. */
export function silentRecalls(policy: Policy, turn: WorkloadTurn): readonly string[] {
  if (policy.tellsWhy) return [];
  const refused = (turn.recalls ?? []).filter(({ status }) => status === "denied" || status === "error");
  return refused.map(({ query }) => query);
}

/** Pages with committed content, over all sessions. */
export type Committed = Set<string>;

/** `refused`: by the same edit that every commit goes through; `overwritten`: nobody looked. */
export type Fate =
  | { readonly kind: "taken" | "overwritten" }
  | { readonly kind: "refused"; readonly reason: RefusedReason };

type Write = NonNullable<WorkloadTurn["writes"]>[number];

export function propose(policy: Policy, committed: Committed, { page, op }: Write): Fate {
  const hadText = committed.has(page);
  if (op === "overwrite" && hadText) {
    if (!policy.validates) return { kind: "overwritten" };
    const edited = applyEdit(page, committedText, { kind: "create", text: newText }, when);
    if (!edited.ok) return { kind: "refused", reason: edited.error.reason };
  }
  committed.add(page);
  return { kind: "taken" };
}

const committedText = "What was committed.\n";
const newText = "Something else.\n";
const when = "1970-01-01T00:00:00Z" as Instant;

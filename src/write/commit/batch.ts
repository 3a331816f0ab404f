/** Batch: several patches as one commit: each is validated on what the ones before it leave, and a refused one holds nobody up. */

import { allOf, type Result } from "../../base/result.js";
import type { Boundary } from "../../git/history.js";
import { origins } from "../../page/page.js";
import type { AcceptedReason, Refusal } from "../../rules/refusal.js";
import { accepted, pathsIn, type Validated, type ValidationInput } from "../change.js";
import { guardPins } from "../guard/pins.js";
import type { Patch } from "../patch.js";
import { validate } from "../validate.js";
import { advance, type Base } from "./plan.js";

export interface Sorted {
  /** Places in `patches`, in order. */
  readonly accepted: readonly number[];
  /** Those of the accepted that change nothing. */
  readonly idle: readonly number[];
  readonly refused: ReadonlyMap<number, Refusal>;
}

/** Tries the patches in order, each on top of those that passed. */
export function sortPatches(patches: readonly Patch[], ground: ValidationInput, base: Base): Sorted {
  const accepted: number[] = [];
  const idle: number[] = [];
  const refused = new Map<number, Refusal>();
  let states = base.states;
  for (const [at, patch] of patches.entries()) {
    const validated = validate(patch, ground);
    if (!validated.ok) {
      refused.set(at, validated.error);
      continue;
    }
    // What was not read yet is asked for here; the decision is made again once it is there.
    // Asks for every path, so that one more reading is enough.
    if (pathsIn(validated.value.changes).filter((path) => base.states.get(path) === undefined).length > 0) continue;
    const next = advance(validated.value.changes, { ...base, states });
    if (!next.ok) {
      refused.set(at, next.error);
      continue;
    }
    const pinned = guardPins(validated.value, { ...base, states });
    if (pinned !== null) {
      refused.set(at, pinned);
      continue;
    }
    const before = states;
    states = next.value;
    const oidIn = (all: Base["states"], path: string): string | null => all.get(path)?.head?.oid ?? null;
    const isIdle = pathsIn(validated.value.changes).every((path) => oidIn(before, path) === oidIn(next.value, path));
    if (isIdle) idle.push(at);
    accepted.push(at);
  }
  return { accepted, idle, refused };
}

/** One commit of all of them; the first refusal ends it, so that a moved base is sorted anew. */
export function validateBatch(
  patches: readonly Patch[],
  at: {
    readonly boundary: Boundary;
    readonly reason: AcceptedReason;
    readonly subject?: string;
  },
  ground: ValidationInput,
): Result<Validated, Refusal> {
  const all = allOf(patches.map((patch) => validate(patch, ground)));
  if (!all.ok) return all;
  const parts = all.value;
  const first = parts[0] as Validated;
  const evidence = [...new Set(parts.flatMap((part) => part.envelope.evidence))];
  const counted = parts.length === 1 ? first.subject : `${at.boundary}: ${parts.length} patches`;
  const subject = at.subject ?? counted;
  const same = <T>(pick: (part: Validated) => T): boolean => parts.every((part) => pick(part) === pick(first));
  return accepted({
    targets: parts.flatMap((part) => part.targets),
    changes: parts.flatMap((part) => part.changes),
    labels: parts.flatMap((part) => part.labels ?? []),
    parts,
    reason: at.reason,
    subject,
    envelope: {
      ...first.envelope,
      actor: same((part) => part.envelope.actor) ? first.envelope.actor : "several",
      session: same((part) => part.envelope.session) ? first.envelope.session : null,
      origin: leastTrusted(parts),
      evidence,
    },
  });
}

/** A commit carries the least trusted label of what it holds. */
function leastTrusted(parts: readonly Validated[]): Validated["envelope"]["origin"] {
  const ranks = parts.map((part) => origins.indexOf(part.envelope.origin));
  return origins[Math.max(...ranks)] ?? "web";
}

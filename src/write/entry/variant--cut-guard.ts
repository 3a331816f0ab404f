/** CutGuard: what a plan cuts out of one page stands in the other that the cut names, or the plan is refused. */

import type { PagePath } from "../../base/ids.js";
import type { Blob } from "../../git/history--plan.js";
import type { Refusal } from "../../rules/reason.js";
import type { Change } from "../change.js";
import { digestsOf } from "./entries.js";

type HeadOf = (path: PagePath) => Blob | null;

/** Checked on the outcome and not on the intention, like every other promise of a plan. */
export function cutAndNotKept(changes: readonly Change[], before: HeadOf, after: HeadOf): Refusal | null {
  for (const change of changes) {
    if (change.kind !== "edit" || change.edit.kind !== "cut") continue;
    const { digests, repeated = [], into } = change.edit;
    const was = digestsIn(before(change.path));
    const kept = digestsIn(after(into));
    const lost = [...digests, ...repeated].filter((digest) => was.has(digest) && !kept.has(digest));
    if (lost.length === 0) continue;
    return {
      reason: "DESTRUCTIVE_OP",
      says: `${lost.length} of the entries cut out of ${change.path} would not stand in ${into}.`,
      hint: "Cut what is added to the other page in the same commit, and nothing else.",
    };
  }
  return null;
}

function digestsIn(blob: Blob | null): ReadonlySet<string> {
  return blob === null ? new Set() : digestsOf(new TextDecoder("utf-8", { ignoreBOM: true }).decode(blob.bytes));
}

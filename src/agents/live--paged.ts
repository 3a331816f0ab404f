/** Paged: what a prompt says besides the pages: how to write into them, and what the person has to know. */

import type { TurnAnswer } from "../prompt/trace/read--trace-answers.js";
import type { Fault, FaultKind } from "../write/fault.js";
import type { Live } from "./live.js";

/** What names the session, so that what the model writes down is told from what others write. */
export function prefaceOf({ codec, event }: Pick<Live, "codec" | "event">): string {
  return [
    "What Pagefile keeps in memory for this project follows; it takes the place of any earlier block like it.",
    `Write down what has to last as soon as you learn it: ${codec.writing(event.session)}`,
    "",
  ].join("\n");
}

const missing: ReadonlySet<FaultKind> = new Set([
  "pinned_invariant_miss",
  "invariant_pressure",
  "post_compaction_bootstrap_loss",
]);

export function missingSays(faults: TurnAnswer["faults"]): string | null {
  let first: Fault | null = null;
  let more = 0;
  for (const fault of faults) {
    if (!missing.has(fault.kind)) continue;
    if (first === null) first = fault;
    else more += 1;
  }
  return first && `${first.says} ${first.hint}${more === 0 ? "" : ` And ${more} more: pagefile faults`}`;
}

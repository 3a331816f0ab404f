/** Layout: the order of pages in the prompt, what changes least first, so that a provider's prompt cache keeps its hits. */

import type { PageId } from "../base/ids.js";
import { compareText } from "../base/text--order.js";
import type { PageType, Pin } from "../page/page--page.js";

/** From what stays for months to what changes every turn. */
const rankOf: Readonly<Record<PageType, number>> = {
  bootstrap_policy: 0,
  constraint: 1,
  decision: 2,
  procedure: 2,
  preference: 2,
  plan: 3,
  conversation_segment: 4,
  evidence: 4,
};
const hardPinRank = 1;

interface Placed {
  readonly id: PageId;
  readonly type: PageType;
  readonly pin: Pin;
}

/**
 * The pages in prompt order: policies, constraints and other hard pins, what was decided and learned, the plan, then the conversation
 * and its evidence. Within a rank the id decides and nothing else: recency or utility would move pages about and spoil the prefix.
 */
export function orderBlocks<T extends Placed>(pages: readonly T[]): readonly T[] {
  return [...pages].sort((a, b) => placeOf(a) - placeOf(b) || compareText(a.id, b.id));
}

function placeOf(page: Placed): number {
  const rank = rankOf[page.type];
  return page.pin === "hard" ? Math.min(rank, hardPinRank) : rank;
}

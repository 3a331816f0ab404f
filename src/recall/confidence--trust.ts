/** Trust: how far a page can be taken at its word, by where it came from and what it says of itself. */

import type { Origin } from "../page/page--page.js";
import type { Lead } from "./confidence--lead.js";

const trust: Readonly<Record<Origin, number>> = { user: 1, agent: 0.9, tool: 0.75, imported: 0.65, web: 0.4 };

/** By its origin, lowered where it says itself that it is unsure, contested or over. */
export function authorityOf({ origin, sure, contested, stale }: Lead): number {
  return trust[origin] * (sure ?? 1) * (contested ? 0.6 : 1) * (stale ? 0.5 : 1);
}

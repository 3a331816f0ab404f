/** Refuse: a step that costs more than is left goes into the tally, as long as there is room for it. */

import { refusedMax, type Tally } from "./tally--tally.js";

/** Of the offer, row and levels count; `left` in tokens. */
export function refuse(tally: Tally, offer: number, left: number): void {
  const at = tally.refused;
  if (at >= refusedMax) return;
  tally.refusedOffer[at] = offer;
  tally.refusedLeft[at] = left;
  tally.refused = at + 1;
}

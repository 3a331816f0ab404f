/** Order walk: reads a standing order from the best offer down, past what nobody can pay for. */

import type { StandingOrder } from "./standing-order.js";

/** A place in an order. */
export interface Cursor {
  chunk: number;
  at: number;
}

/** The offer at a cursor, moved past chunks in which nothing costs so little as `left`; -1 at the end. */
export function peek(order: StandingOrder, cursor: Cursor, left: number): number {
  for (;;) {
    const chunk = order.chunks[cursor.chunk];
    if (chunk === undefined) return -1;
    if (cursor.at < chunk.size && (cursor.at > 0 || chunk.least <= left)) return chunk.offers[cursor.at] as number;
    cursor.chunk += 1;
    cursor.at = 0;
  }
}

/** Of the offer that `peek` gave. */
export function valueHere(order: StandingOrder, cursor: Cursor): number {
  return order.chunks[cursor.chunk]?.values[cursor.at] as number;
}

export function boundHere(order: StandingOrder, cursor: Cursor): number {
  return order.chunks[cursor.chunk]?.bounds[cursor.at] as number;
}

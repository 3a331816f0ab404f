/** Prefetch: phase 2 of a decision: pages nobody asked for at their minimum, the best value a token first. */

import { install } from "./board.js";
import { type Field, missedMax } from "./field.js";
import { peek, valueHere } from "./order-walk.js";
import { isBefore } from "./step-heap.js";
import { reason } from "./why.js";

/** The standing order and the warm rows are walked as one; chunks in which nothing is cheap enough are passed over. */
export function prefetch(field: Field): void {
  const { columns, board, warm, offers, cursor } = field;
  let hot = 0;
  cursor.chunk = 0;
  cursor.at = 0;
  for (;;) {
    const isShort = field.missed.length < missedMax;
    const offer = peek(offers, cursor, isShort ? Number.POSITIVE_INFINITY : board.left);
    const row = offer >> 4;
    if (offer !== -1 && (warm.isWarm[row] !== 0 || board.required[row] === 1)) {
      cursor.at += 1;
      continue;
    }
    if (hot < warm.count) {
      const other = warm.rows[hot] as number;
      if (offer === -1 || isBefore(columns, warm.values[hot] as number, other, valueHere(offers, cursor), row)) {
        hot += 1;
        if (board.required[other] !== 1) bring(field, other);
        continue;
      }
    } else if (offer === -1) return;
    cursor.at += 1;
    bring(field, row);
  }
}

function bring({ columns, board, missed }: Field, row: number): void {
  if (!install(board, columns, row, columns.least[row] as number, reason.prefetched) && missed.length < missedMax)
    missed.push(row);
}

/** Stray: a row that climbs by no order, because a demand put it beside its hull or a step of it was too dear. */

import type { Board } from "./tally--board.js";

/** Stages beyond every level: a row that climbs by no order, and one of which a step was refused besides. */
export const strayed: number = 254;
export const refused: number = 255;

/** From here on the row climbs by no order. */
export function stray(board: Board, row: number, as: number): void {
  if ((board.stage[row] as number) < strayed) {
    board.away[board.aways] = row;
    board.aways += 1;
  }
  board.stage[row] = as;
}

/** Warm rows: pages ranked anew at each turn: those demanded lately, whose worth fades, and those new to the standing orders. */

import type { Columns } from "./columns.js";
import { worthAt } from "./rows.js";
import { isBefore } from "./step-heap.js";
import { offerValue } from "./step-value.js";

export interface WarmRows {
  /** By row: 1 where its recency is above 0, 2 where the standing orders do not hold it yet; 0 where it is none of these rows. */
  isWarm: Uint8Array;
  /** By place in `rows`: value a token of the cheapest level. */
  values: Float64Array;
  rows: Int32Array;
  count: number;
}

export function makeWarm(): WarmRows {
  return { isWarm: new Uint8Array(0), values: new Float64Array(0), rows: new Int32Array(0), count: 0 };
}

export function warmUp(warm: WarmRows, columns: Columns, row: number, how: 1 | 2): void {
  if (warm.isWarm.length < columns.standing.length) widen(warm, columns.standing.length);
  if (warm.isWarm[row] === 0) {
    warm.rows[warm.count] = row;
    warm.count += 1;
  }
  warm.isWarm[row] = how;
}

/** Forgets rows that `stays` is false for. Keeps the order of the others. */
export function keepWarm(warm: WarmRows, stays: (row: number) => boolean): void {
  let kept = 0;
  for (let at = 0; at < warm.count; at += 1) {
    const row = warm.rows[at] as number;
    if (stays(row)) {
      warm.rows[kept] = row;
      kept += 1;
    } else warm.isWarm[row] = 0;
  }
  warm.count = kept;
}

/**
 * Puts them in order: more value a token first, ties by id. From turn to turn little moves, so sorting by insertion is next to
 * linear; where it is not (many new ones at once) a real sort takes over.
 */
export function orderWarm(warm: WarmRows, columns: Columns): void {
  let moves = 8 * warm.count + 64;
  for (let next = 0; next < warm.count; next += 1) {
    const row = warm.rows[next] as number;
    const value = valueOf(columns, row);
    let at = next;
    while (at > 0 && isBefore(columns, value, row, warm.values[at - 1] as number, warm.rows[at - 1] as number)) {
      warm.rows[at] = warm.rows[at - 1] as number;
      warm.values[at] = warm.values[at - 1] as number;
      at -= 1;
      moves -= 1;
    }
    warm.rows[at] = row;
    warm.values[at] = value;
    if (moves < 0) {
      sortAll(warm, columns);
      return;
    }
  }
}

function sortAll(warm: WarmRows, columns: Columns): void {
  const entries = Array.from(warm.rows.subarray(0, warm.count), (row) => ({ row, value: valueOf(columns, row) }));
  entries.sort((a, b) => (isBefore(columns, a.value, a.row, b.value, b.row) ? -1 : 1));
  for (const [at, { row, value }] of entries.entries()) {
    warm.rows[at] = row;
    warm.values[at] = value;
  }
}

function valueOf(columns: Columns, row: number): number {
  return offerValue(columns, row, columns.least[row] as number, worthAt(columns, row));
}

function widen(warm: WarmRows, size: number): void {
  const { isWarm, values, rows } = warm;
  warm.isWarm = new Uint8Array(size);
  warm.values = new Float64Array(size);
  warm.rows = new Int32Array(size);
  warm.isWarm.set(isWarm);
  warm.values.set(values);
  warm.rows.set(rows);
}

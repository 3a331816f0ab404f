/** Step heap: steps up that this turn has to rank anew, the best value first, ties by id; a row has one step in it at a time. */

import { compareRows } from "./rows--rows.js";
import type { Columns } from "./tally.js";

export interface StepHeap {
  size: number;
  rows: Int32Array;
  to: Uint8Array;
  values: Float64Array;
}

export function makeHeap(): StepHeap {
  return {
    size: 0,
    rows: new Int32Array(16),
    to: new Uint8Array(16),
    values: new Float64Array(16),
  };
}

export function pushStep(heap: StepHeap, columns: Columns, row: number, to: number, value: number): void {
  if (heap.size === heap.rows.length) grow(heap);
  let at = heap.size;
  heap.size += 1;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isBefore(columns, value, row, heap.values[parent] as number, heap.rows[parent] as number)) break;
    copy(heap, parent, at);
    at = parent;
  }
  set(heap, at, row, to, value);
}

/** Takes the top off; it was at place 0 until then. */
export function dropTop(heap: StepHeap, columns: Columns): void {
  heap.size -= 1;
  const { size } = heap;
  if (size === 0) return;
  const row = heap.rows[size] as number;
  const to = heap.to[size] as number;
  const value = heap.values[size] as number;
  let at = 0;
  for (let child = 1; child < size; child = 2 * at + 1) {
    const right = child + 1;
    if (right < size && isBeforeAt(heap, columns, right, child)) child = right;
    if (!isBefore(columns, heap.values[child] as number, heap.rows[child] as number, value, row)) break;
    copy(heap, child, at);
    at = child;
  }
  set(heap, at, row, to, value);
}

/** Whether one step comes before another: more value, then the smaller id. */
function isBefore(columns: Columns, value: number, row: number, otherValue: number, other: number): boolean {
  return value === otherValue ? compareRows(columns, row, other) < 0 : value > otherValue;
}

function isBeforeAt(heap: StepHeap, columns: Columns, a: number, b: number): boolean {
  return isBefore(
    columns,
    heap.values[a] as number,
    heap.rows[a] as number,
    heap.values[b] as number,
    heap.rows[b] as number,
  );
}

function set(heap: StepHeap, at: number, row: number, to: number, value: number): void {
  heap.rows[at] = row;
  heap.to[at] = to;
  heap.values[at] = value;
}

function copy(heap: StepHeap, from: number, to: number): void {
  set(heap, to, heap.rows[from] as number, heap.to[from] as number, heap.values[from] as number);
}

function grow(heap: StepHeap): void {
  const size = heap.rows.length * 2;
  const [rows, to, values] = [heap.rows, heap.to, heap.values];
  heap.rows = new Int32Array(size);
  heap.to = new Uint8Array(size);
  heap.values = new Float64Array(size);
  heap.rows.set(rows);
  heap.to.set(to);
  heap.values.set(values);
}

/** PartName: how the files are called that keep rows of a month past. */

import type { SeriesFormat } from "./row.js";

export interface PartName {
  readonly month: string;
  /** From 1. */
  readonly number: number;
  readonly format: SeriesFormat;
}

/** `2026-10.jsonl`, then `2026-10-2.jsonl`; null for a name of something else. */
export function parsePartName(name: string): PartName | null {
  const found = /^(\d{4}-(?:0[1-9]|1[0-2]))(?:-([1-9]\d{0,5}))?\.(jsonl|csv)$/.exec(name);
  if (found === null || found[2] === "1") return null;
  return { month: found[1]!, number: Number(found[2] ?? 1), format: found[3] as SeriesFormat };
}

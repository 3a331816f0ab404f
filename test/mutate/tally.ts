/** Tally: verdicts counted by file and folder, as a table. */

import type { Judged } from "./mutate.js";
import type { Status } from "./sweep.js";

export interface Counts {
  readonly killed: number;
  readonly timeout: number;
  readonly survived: number;
  readonly uncovered: number;
  readonly static: number;
}

export function countsOf(judged: readonly { readonly status: Status }[]): Counts {
  const counts = { killed: 0, timeout: 0, survived: 0, uncovered: 0, static: 0 };
  for (const { status } of judged) counts[status]++;
  return counts;
}

/** Noticed of all that a test could notice, in percent; null where there is nothing to notice. */
export function score({ killed, timeout, survived, uncovered }: Counts): number | null {
  const all = killed + timeout + survived + uncovered;
  return all === 0 ? null : (100 * (killed + timeout)) / all;
}

/** In the order in which the files come. */
export function byFile(judged: readonly Judged[]): ReadonlyMap<string, readonly Judged[]> {
  const files = new Map<string, Judged[]>();
  for (const one of judged) {
    const known = files.get(one.fileName);
    if (known === undefined) files.set(one.fileName, [one]);
    else known.push(one);
  }
  return files;
}

/** A line a file and one for all of them, under `name`. */
export function tallyTable(name: string, judged: readonly Judged[]): string {
  const files = byFile(judged);
  const rows = [...files].map(([file, mutants]) => row(file, mutants));
  const head = ["", "killed", "timeout", "survived", "no coverage", "static", "score"];
  const lines = [head, ...rows, row(`${name}, ${files.size} files`, judged)];
  const widths = head.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)));
  return lines
    .map((line) =>
      line.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join("  "),
    )
    .map((line) => `${line}\n`)
    .join("");
}

function row(name: string, judged: readonly Judged[]): readonly string[] {
  const counts = countsOf(judged);
  const { killed, timeout, survived, uncovered } = counts;
  const percent = score(counts);
  const cells = [killed, timeout, survived, uncovered, counts.static].map(String);
  return [name, ...cells, percent === null ? "" : `${percent.toFixed(1)} %`];
}

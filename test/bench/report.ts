/** Report: rows as a table for a person, and as one JSON document for a program. */

import { availableParallelism } from "node:os";
import type { Row } from "./bench.js";

/** Nothing in it names the machine or its user. */
export function reportJson(name: string, seed: number, rows: readonly Row[]): string {
  const machine = { cores: availableParallelism(), node: process.version, platform: process.platform };
  return `${JSON.stringify({ name, seed, machine, rows }, null, 2)}\n`;
}

export function reportTable(rows: readonly Row[]): string {
  const head = ["case", "metric", "ours", "rival", "ratio", "n"];
  const lines = rows.map((row) => [
    row.case,
    row.metric,
    figure(row.ours),
    row.rival ?? "",
    row.ratio === undefined ? "" : `${figure(row.ratio)}x`,
    String(row.n),
  ]);
  const widths = head.map((_, i) => Math.max(...[head, ...lines].map((line) => line[i]?.length ?? 0)));
  const numeric = new Set([2, 4, 5]);
  return [head, ...lines]
    .map((line) =>
      line.map((cell, i) => (numeric.has(i) ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0))),
    )
    .map((cells) => `${cells.join("  ").trimEnd()}\n`)
    .join("");
}

/** Three digits that count: 0.0123, 1.23, 12.3, 1230. */
function figure(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}

/** Receipt: one line for every page in and out of the prompt, and what became of the budget. */

import type { PageId } from "../base/ids.js";
import type { Pressure, Selection } from "./decision--decision.js";
import { clean } from "./print--attribute.js";

type Row = readonly [where: string, id: string, fidelity: string, tokens: string, reason: string, title: string];

/**
 * Aligned columns `in|out  id  fidelity  tokens  reason  title`, pages in first, each part by id; then a line for every requirement
 * that did not fit; then `used/budget`. Ends in a newline; the same selection gives the same bytes. `titles` may lack pages.
 */
export function printReceipt(selection: Selection, titles: ReadonlyMap<PageId, string>): string {
  const title = (id: PageId): string => clean(titles.get(id) ?? "");
  const rows: Row[] = [
    ...selection.selected.map((s): Row => ["in", s.id, s.fidelity, `${s.tokens}`, s.reason, title(s.id)]),
    ...selection.omitted.map((o): Row => ["out", o.id, "-", "-", o.reason, title(o.id)]),
  ];
  const left = selection.budget - selection.used;
  const total = `used ${selection.used}/${selection.budget} tokens, ${left} left, ${selection.selected.length} in, ${selection.omitted.length} out`;
  return [...aligned(rows), ...selection.pressure.map(pressureLine), total].map((line) => `${line}\n`).join("");
}

function aligned(rows: readonly Row[]): string[] {
  const widths = [0, 1, 2, 3, 4, 5].map((column) => Math.max(0, ...rows.map((row) => width(row[column] ?? ""))));
  return rows.map((row) =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0, column))
      .join("  ")
      .trimEnd(),
  );
}

const tokensColumn = 3;

function pad(cell: string, to: number, column: number): string {
  const gap = " ".repeat(to - width(cell));
  return column === tokensColumn ? gap + cell : cell + gap;
}

/** In code points: ids may hold letters outside the basic plane. */
function width(cell: string): number {
  return [...cell].length;
}

function pressureLine(pressure: Pressure): string {
  const who = pressure.pin === "hard" ? "hard pin" : "demand";
  return `short ${pressure.id}: ${who} asks for ${pressure.required} at ${pressure.tokens} tokens, ${pressure.left} were left`;
}

/** Render conflicts: what two sides say of one thing, with the side and whether it stands. */

import type { Alternative, ConflictRow } from "../../merge/conflicts--conflict-answers.js";
import { type Theme, visibleLine } from "./table--theme.js";

export function conflictLines(rows: readonly ConflictRow[], theme: Theme): string {
  return rows
    .map((row) => {
      const option = row.kind === "key" ? "--key" : "--entry";
      const said = row.alternatives.map((each) => alternativeLine(each, theme)).join("");
      return `  ${theme.dim(option)} ${theme.bold(visibleLine(row.name))}\n${said}`;
    })
    .join("");
}

function alternativeLine({ side, value, digest, stands }: Alternative, theme: Theme): string {
  const text = digest === null ? JSON.stringify(value) : String(value ?? `(${digest} no longer stands)`);
  const mark = stands ? theme.green("stands") : "      ";
  return `    ${side.padEnd(6)}  ${mark}  ${visibleLine(text)}\n`;
}

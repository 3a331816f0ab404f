/** Markdown: a report as GitHub-flavored Markdown; its plots are named and left to the HTML page. */

import type { Report, Section, Table } from "./document.js";

export function reportMarkdown(report: Report): string {
  const head = [`# ${report.title}`, ...report.intro];
  return `${[...head, ...report.sections.flatMap(sectionBlocks)].join("\n\n")}\n`;
}

/** One table with its caption above and the paper's figures below. */
export function tableMarkdown(table: Table): string {
  const right = table.head.map((_, column) => table.rows.some((row) => typeof row[column] === "number"));
  const cells = [table.head, ...table.rows].map((row) => row.map(cellText));
  const widths = table.head.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const written = cells.map((row) => line(row.map((cell, at) => pad(cell, widths[at] ?? 0, right[at] === true))));
  const rule = line(
    widths.map((width, at) => (right[at] === true ? `${"-".repeat(width - 1)}:` : "-".repeat(width))),
  );
  const lines = [`**${escapeCell(table.caption)}**`, "", written[0] ?? "", rule, ...written.slice(1)];
  if (table.paper !== null) lines.push("", `*Paper: ${table.paper}*`);
  return lines.join("\n");
}

function sectionBlocks({ heading, says, tables, plots }: Section): readonly string[] {
  return [
    `## ${heading}`,
    ...says,
    ...tables.map(tableMarkdown),
    ...plots.map(({ caption }) => `*Figure in report.html: ${caption}*`),
  ];
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function pad(text: string, width: number, right: boolean): string {
  return right ? text.padStart(width) : text.padEnd(width);
}

function cellText(cell: string | number): string {
  return typeof cell === "number" ? numberText(cell) : escapeCell(cell);
}

function escapeCell(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("|", "\\|").replaceAll("\n", " ");
}

/** Whole numbers as they are, others with at most three decimals. */
export function numberText(value: number): string {
  return Number.isInteger(value) ? String(value) : value.toFixed(3);
}

/** Html: a report as one page that needs nothing else: no script, no font, no image from anywhere. */

import type { Plot, Report, Section, Table } from "./document.js";
import { numberText } from "./markdown.js";
import { style } from "./style.js";
import { element, escapeMarkup } from "./svg.js";

/** A whole document, valid both as HTML and as XML; `generator` names what made it. */
export function reportHtml(report: Report, generator: string): string {
  const head = element(
    "head",
    {},
    element("meta", { charset: "utf-8" }),
    element("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
    element("meta", { name: "generator", content: generator }),
    element("meta", { name: "color-scheme", content: "light dark" }),
    element("title", {}, escapeMarkup(report.title)),
    element("style", {}, style),
  );
  const main = element(
    "main",
    {},
    `\n${element("h1", {}, escapeMarkup(report.title))}\n`,
    paragraphs(report.intro),
    contents(report.sections),
    ...report.sections.map(section),
  );
  return `<!DOCTYPE html>\n${element("html", { lang: "en" }, head, "\n", element("body", {}, main))}\n`;
}

function contents(sections: readonly Section[]): string {
  const items = sections.map(({ heading }, at) =>
    element("li", {}, element("a", { href: `#s${at + 1}` }, escapeMarkup(heading))),
  );
  return element("nav", { "aria-label": "Contents" }, element("ol", {}, ...items));
}

function section({ heading, says, tables, plots }: Section, at: number): string {
  return element(
    "section",
    { id: `s${at + 1}` },
    `\n${element("h2", {}, escapeMarkup(heading))}\n`,
    paragraphs(says),
    ...tables.map(tableHtml),
    ...plots.map(figure),
  );
}

function paragraphs(texts: readonly string[]): string {
  return texts.map((text) => `${element("p", {}, escapeMarkup(text))}\n`).join("");
}

function tableHtml({ caption, head, rows, paper }: Table): string {
  const heading = head.map((name, column) =>
    element("th", columnClass(rows, column, { scope: "col" }), escapeMarkup(name)),
  );
  const body = rows.map((row) => element("tr", {}, ...row.map((cell, column) => tableCell(cell, column))));
  const table = element(
    "table",
    {},
    element("caption", {}, escapeMarkup(caption)),
    element("thead", {}, element("tr", {}, ...heading)),
    `\n${element("tbody", {}, `\n${body.join("\n")}\n`)}`,
  );
  const note = paper === null ? "" : element("p", { class: "paper" }, escapeMarkup(`Paper: ${paper}`));
  return `${element("div", { class: "wide" }, table)}\n${note}\n`;
}

function tableCell(cell: string | number, column: number): string {
  if (typeof cell === "number") return element("td", { class: "n" }, numberText(cell));
  return column === 0 ? element("th", { scope: "row" }, escapeMarkup(cell)) : element("td", {}, escapeMarkup(cell));
}

function columnClass(rows: Table["rows"], column: number, base: { readonly scope: string }): Record<string, string> {
  return rows.some((row) => typeof row[column] === "number") ? { ...base, class: "n" } : { ...base };
}

function figure({ caption, svg }: Plot): string {
  return `${element("figure", {}, svg, element("figcaption", {}, escapeMarkup(caption)))}\n`;
}

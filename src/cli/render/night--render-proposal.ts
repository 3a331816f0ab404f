/** RenderProposal: what a night asks a person about, numbered, with the rule and the words, and how to answer. */

import type { NightlyAnswer } from "../../night/night.js";
import type { NightProposal, ProposedRow } from "../../night/proposal--proposal.js";
import type { ComingRow } from "../../night/tonight.js";
import { count } from "./render.js";
import { type Theme, visibleLine } from "./table--theme.js";

type Asked = Pick<ProposedRow, "n" | "rule" | "why" | "text" | "lines">;

/** What status says. */
export function proposalText(
  { open, coming }: { readonly open: number; readonly coming: number },
  theme: Theme,
): string {
  const leaving = open - coming;
  const parts = [
    ...(leaving === 0
      ? []
      : [leaving === 1 ? "1 entry may leave its page" : `${leaving} entries may leave their pages`]),
    ...(coming === 0 ? [] : [`${count(coming, "statement")} of the logs may be kept`]),
  ];
  const what = parts.join(", ");
  return `${theme.yellow(what)}  ${theme.dim("read and settle with: pagefile night")}`;
}

/** Pages that are too long, as a night tells of them; `mode` as it was run. */
export function tooLongText({ tooLong }: NightlyAnswer, mode: "dry_run" | "apply", theme: Theme): string {
  let n = 0;
  const parts = tooLong.flatMap(({ page, over, leaving, isEnough }) => {
    if (over === null || (leaving.length === 0 && isEnough)) return [];
    const rows = leaving.map((each, at) => entryLines({ ...each, n: n + at + 1 }, theme));
    n += leaving.length;
    return [`${pageLine(page, over, theme)}${rows.join("")}${isEnough ? "" : notEnough(leaving.length, theme)}`];
  });
  const how = mode === "dry_run" ? "a night would ask you about them; nothing leaves before you accept" : answers;
  return `${parts.join("")}${n === 0 ? "" : `  ${theme.dim(how)}\n`}`;
}

export function pageLine(page: string, over: string, theme: Theme): string {
  return `${theme.cyan("too long")}  ${visibleLine(page)}: ${visibleLine(over)}\n`;
}

export function entryLines({ n, rule, why, text, lines }: Asked, theme: Theme): string {
  const [first = "", ...more] = text.split(/\r?\n/);
  const rest = more.length === 0 ? "" : ` … (${more.length + 1} lines)`;
  const where = lines.length === 1 ? `line ${lines[0]}` : `lines ${lines.join(", ")}`;
  const head = `  ${theme.bold(String(n))}  ${theme.yellow(rule.replaceAll("_", " "))}  ${visibleLine(first)}${rest}`;
  return `${head}\n     ${theme.dim(visibleLine(`${where}: ${why}`))}\n`;
}

/** What may be kept: the first few in words, the rest by count. */
export function comingText({ coming, comingOpen }: NightProposal, theme: Theme): string {
  const open = coming.filter(({ state }) => state === "open");
  if (comingOpen === 0) return "";
  const rows = open.map((row) => {
    const name = theme.yellow(names[row.reason] ?? row.coming?.promotion.kind ?? "statement");
    return `  ${theme.bold(String(row.n))}  ${name}  ${saidIn(row)}\n     ${theme.dim(visibleLine(`${row.path}: ${row.why}`))}\n`;
  });
  const more = comingOpen - open.length;
  const head = `${theme.cyan("to keep?")}  ${count(comingOpen, "statement")} of the logs\n`;
  const rest = more === 0 ? "" : `  ${theme.dim(`and ${more} more, shown as these are settled`)}\n`;
  return `${head}${rows.join("")}${rest}  ${theme.dim(comingAnswers)}\n`;
}

const names: Partial<Readonly<Record<ComingRow["reason"], string>>> = {
  contradicts: "correction",
  secret: "secret?",
  too_long: "too long",
  unclear: "unclear",
  blocked: "blocked",
};

/** In one line; a secret by its place alone. */
export function saidIn({ text }: Pick<ComingRow, "text">): string {
  if (text === null) return "(not repeated here)";
  const [first = "", ...more] = text.split("\n");
  const short = first.length > saidCharacters ? `${first.slice(0, saidCharacters).trimEnd()}…` : first;
  return `${visibleLine(short)}${more.length === 0 ? "" : ` … (${more.length + 1} lines)`}`;
}

const saidCharacters = 160;

const comingAnswers = "keep them with: pagefile night accept N …   never ask again: pagefile night reject N …";

export const answers =
  "let them leave with: pagefile night accept [N]   keep them for good: pagefile night reject [N]";

function notEnough(count: number, theme: Theme): string {
  const what = count === 0 ? "no rule lets anything of it go" : "it stays too long without them";
  return `  ${theme.dim(`${what}; shorten it by hand, or keep parts of it on pages of their own: pagefile new`)}\n`;
}

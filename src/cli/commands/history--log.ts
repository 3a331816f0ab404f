/** Command log: the commits of the memory, each with its reason and its grounds. */

import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { type LogAnswer, type LogRow, log } from "../../history/log.js";
import type { Call, Reply } from "../command.js";
import { positiveWhole, textOption } from "../command--input.js";
import { commitLine, count, wrapped } from "../render/render.js";
import { type Theme, visibleLine } from "../render/table--theme.js";
import { withSession } from "../share/write--workspace.js";

const limitMax = 100_000;

export async function run(call: Call): Promise<Outcome<Reply>> {
  const limit = positiveWhole(textOption(call, "limit") ?? "20", "--limit", limitMax);
  if (!limit.ok) return limit;
  return withSession(call, "read", async (workspace) => {
    const query = { page: call.args[0] ?? null, limit: limit.value, session: textOption(call, "session") };
    const answer = await log(workspace, query);
    if (!answer.ok) return answer;
    const grounds = call.options.trailers === true ? trailerLines : groundsLine;
    return ok({ json: answer.value, out: (theme) => render(answer.value, grounds, theme), onQuiet: "keep", exit: 0 });
  });
}

type Grounds = (row: LogRow, theme: Theme) => string;

function render(answer: LogAnswer, grounds: Grounds, theme: Theme): string {
  if (answer.entries.length === 0) return "No commit yet.\n";
  return answer.entries.map((row) => `${commitLine(row, 0, theme)}\n${grounds(row, theme)}`).join("");
}

function trailerLines(row: LogRow, theme: Theme): string {
  const lines = Object.entries(row.trailers).flatMap(([key, values]) => values.map((value) => `${key}: ${value}`));
  return lines.map((line) => `          ${theme.dim(visibleLine(line))}\n`).join("");
}

/** The trailers a person asks for first; `--json` and `git log` have them all. */
const told: readonly (readonly [trailer: string, word: string])[] = [
  ["Pagefile-Page", ""],
  ["Pagefile-Actor", "by "],
  ["Pagefile-Origin", "origin "],
  ["Pagefile-Session", "session "],
  ["Pagefile-Evidence", "evidence "],
];

function groundsLine(row: LogRow, theme: Theme): string {
  const parts = told.flatMap(([trailer, word]) => {
    const values = row.trailers[trailer] ?? [];
    if (trailer === "Pagefile-Page" && values.length > 3) return [count(values.length, "page")];
    return values.length === 0 ? [] : [`${word}${values.join(", ")}`];
  });
  if (parts.length === 0) return "";
  const lines = wrapped(parts.join(" · "), 10, theme).trimEnd().split("\n");
  return lines.map((line) => `${theme.dim(line)}\n`).join("");
}

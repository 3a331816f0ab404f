/** Commands that read the past: log, blame and diff. */

import { type Outcome, ok } from "../../base/result.js";
import { inboxOf, timesSaid } from "../../heard/inbox.js";
import { type BlameAnswer, blame } from "../../history/blame.js";
import { type DiffAnswer, diff } from "../../history/diff.js";
import { type LogAnswer, type LogRow, log } from "../../history/log.js";
import { type Call, positiveWhole, type Reply, textOption } from "../command.js";
import { commitLine, count, wrapped } from "../render/render.js";
import { type Cell, type Theme, table, visible, visibleLine } from "../render/table.js";
import { withSession } from "../share/session.js";
import { saidLine } from "./inbox.js";

// Command blame: which commit brought each entry of a page, and on what grounds.

export function runBlame(call: Call): Promise<Outcome<Reply>> {
  return withSession(call, "read", async (workspace) => {
    const answer = await blame(workspace, { page: call.args[0] ?? "" });
    if (!answer.ok) return answer;
    const notes = (theme: Theme): string => `${theme.dim(visibleLine(answer.value.path))}\n`;
    const heard = inboxOf(workspace.primary).read();
    const said = timesSaid(heard.ok ? heard.value : []);
    const entries = answer.value.entries.map((entry) => ({ ...entry, said: said.get(entry.digest) ?? null }));
    return ok({
      json: { ...answer.value, entries },
      out: (theme) => renderBlame(answer.value, theme) + saidLines(entries, theme),
      notes,
      onQuiet: "keep",
      exit: 0,
    });
  });
}

type BlamedEntry = BlameAnswer["entries"][number];

function renderBlame(answer: BlameAnswer, theme: Theme): string {
  if (answer.entries.length === 0) return "The page has no entries.\n";
  const rows = answer.entries.map((entry): readonly Cell[] => {
    const { commit, by } = entry;
    return [
      { text: commit === null ? "not yet" : commit.commit.slice(0, 8), paint: theme.yellow },
      { text: commit === null ? "" : commit.when.slice(0, 10), paint: theme.dim },
      { text: reasonOf(entry), paint: theme.cyan },
      { text: by?.actor ?? "" },
      { text: by?.origin ?? "" },
      { text: by?.session ?? "", paint: theme.dim },
      { text: String(entry.line), align: "right", paint: theme.dim },
      { text: entry.text.trimEnd().split("\n")[0] ?? "" },
    ];
  });
  const heads = ["commit", "day", "reason", "actor", "origin", "session", "line", "entry"];
  return table(heads, rows, theme) + groundLines(answer.entries, theme);
}

/** What was said more than once, which no entry is written anew for. */
function saidLines(
  entries: readonly { readonly line: number; readonly said: Parameters<typeof saidLine>[0] | null }[],
  theme: Theme,
): string {
  return entries
    .map(({ line, said }) =>
      said === null || said.times < 2 ? "" : `${theme.yellow(`line ${line}`)}  said ${saidLine(said)}\n`,
    )
    .join("");
}

function reasonOf({ commit, by }: BlamedEntry): string {
  if (commit === null) return "on disk only";
  return by?.reason ?? "by hand";
}

/** What does not fit beside an entry: the evidence of each commit once, and the ways entries came from other files. */
function groundLines(entries: readonly BlamedEntry[], theme: Theme): string {
  const lines = new Set<string>();
  for (const { commit, by, moved } of entries) {
    if (commit !== null && by !== null && by.evidence.length > 0) {
      lines.add(`${theme.yellow(commit.commit.slice(0, 8))}  evidence ${visibleLine(by.evidence.join(", "))}\n`);
    }
    for (const move of moved) {
      lines.add(`${theme.yellow(move.commit.slice(0, 8))}  moved here from ${visibleLine(move.from)}\n`);
    }
  }
  return [...lines].join("");
}

// Command log: the commits of the memory, each with its reason and its grounds.

const limitMax = 100_000;

export async function runLog(call: Call): Promise<Outcome<Reply>> {
  const limit = positiveWhole(textOption(call, "limit") ?? "20", "--limit", limitMax);
  if (!limit.ok) return limit;
  return withSession(call, "read", async (workspace) => {
    const query = { page: call.args[0] ?? null, limit: limit.value, session: textOption(call, "session") };
    const answer = await log(workspace, query);
    if (!answer.ok) return answer;
    const grounds = call.options.trailers === true ? trailerLines : groundsLine;
    return ok({
      json: answer.value,
      out: (theme) => renderLog(answer.value, grounds, theme),
      onQuiet: "keep",
      exit: 0,
    });
  });
}

type Grounds = (row: LogRow, theme: Theme) => string;

function renderLog(answer: LogAnswer, grounds: Grounds, theme: Theme): string {
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

// Command diff: what changed between two revisions, or since the last commit, in pages only.

export function runDiff(call: Call): Promise<Outcome<Reply>> {
  return withSession(call, "read", async (workspace) => {
    const session = textOption(call, "session");
    const query = { page: call.args[0] ?? null, from: textOption(call, "from"), to: textOption(call, "to"), session };
    const answer = await diff(workspace, query);
    if (!answer.ok) return answer;
    const value = answer.value;
    const notes = (theme: Theme): string => summary(value, theme);
    return ok({ json: value, out: (theme) => renderDiff(value, theme), notes, onQuiet: "keep", exit: 0 });
  });
}

function renderDiff(answer: DiffAnswer, theme: Theme): string {
  return answer.files
    .map((file) => {
      const patch = visible(file.patch);
      const lines = (patch.endsWith("\n") ? patch.slice(0, -1) : patch).split("\n");
      return lines.map((line) => `${painted(line, theme)}\n`).join("");
    })
    .join("");
}

function painted(line: string, theme: Theme): string {
  if (line.startsWith("+++") || line.startsWith("---") || line.startsWith("diff ")) return theme.bold(line);
  if (line.startsWith("@@")) return theme.cyan(line);
  if (line.startsWith("+")) return theme.green(line);
  return line.startsWith("-") ? theme.red(line) : line;
}

function summary(answer: DiffAnswer, theme: Theme): string {
  const sides = `${visibleLine(answer.from)} → ${visibleLine(answer.to)}`;
  if (answer.files.length === 0) return `${theme.dim(`${sides}: no page differs`)}\n`;
  const added = answer.files.reduce((sum, file) => sum + file.added, 0);
  const removed = answer.files.reduce((sum, file) => sum + file.removed, 0);
  return `${theme.dim(`${sides}: ${count(answer.files.length, "file")}, +${added} -${removed}`)}\n`;
}

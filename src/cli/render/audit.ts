/** RenderAudit: an audit for a terminal or as a report in Markdown, and what an audit of the history found, one line a finding. */

import { err, type Outcome, ok, tally } from "../../base/result.js";
import type { HistoryAnswer, HistoryRow } from "../../history/verify/views.js";
import type { LoadedFile } from "../../memory/truncate.js";
import type { AuditAnswer, AuditFinding } from "../../night/audit/checks.js";
import { type Call, type Reply, replied } from "../command.js";
import { count, wrapped } from "./render.js";
import { type Theme, visibleLine } from "./table.js";

/** null: no night has kept one. `--all`: every finding on the terminal, too; a report and `--json` hold them all anyway. */
export function auditReply(
  { options }: Call,
  command: "audit" | "consistency",
  answer: Outcome<AuditAnswer | null>,
): Outcome<Reply> {
  if (!answer.ok) return answer;
  const { value } = answer;
  if (value === null) {
    const says = `No night has kept a report of “${command}” here yet.`;
    return err({ code: "page_missing", says, hint: `Make one now with: pagefile ${command}` });
  }
  return replied(ok(value), {
    out: (_, theme) =>
      options.markdown === true ? auditMarkdown(value, command) : auditText(value, options.all === true, theme),
    isBad: ({ counts }) => counts.error > 0,
  });
}

/** Of a terminal that is to show the rest too. */
const linesMax = 40;

function auditText(answer: AuditAnswer, all: boolean, theme: Theme): string {
  const { error, warning, note } = answer.counts;
  const mark = error > 0 ? theme.red("✗") : warning > 0 ? theme.yellow("!") : theme.green("✓");
  const sum = `${mark} ${count(error, "error")}, ${count(warning, "warning")}, ${count(note, "note")}\n`;
  const loaded = loadedText(answer, theme);
  const texts = answer.findings.map((finding) => findingText(finding, theme));
  const shown = all ? texts : fitting(texts, linesMax - linesIn(loaded) - linesIn(sum));
  const rest = restText(answer.findings.slice(shown.length), theme);
  return `${loaded}${shown.join("")}${rest}${sum}`;
}

/** Room for the counts of the others: they may take three lines. */
const restLinesMax = 3;

function fitting(texts: readonly string[], room: number): readonly string[] {
  const lines = texts.map(linesIn);
  const needed = (to: number): number => lines.slice(0, to).reduce((sum, each) => sum + each, 0);
  if (needed(texts.length) <= room) return texts;
  const fit = texts.findIndex((_, at) => needed(at + 1) > room - restLinesMax);
  return texts.slice(0, Math.max(1, fit));
}

function linesIn(text: string): number {
  return text.split("\n").length - 1;
}

/** What is not shown, by its check. */
function restText(rest: readonly AuditFinding[], theme: Theme): string {
  if (rest.length === 0) return "";
  const counts = [...tally(rest.map(({ check }) => check))].map(([check, times]) => `${check} ${times}`).join(", ");
  return wrapped(`… and ${rest.length} more: ${counts} (--all shows them)`, 2, theme);
}

function loadedText({ harness, loaded }: AuditAnswer, theme: Theme): string {
  if (harness === null || loaded === null) return "";
  const total = loaded.max === null ? `${loaded.total}` : `${loaded.total} of ${loaded.max}`;
  const head = `${theme.bold(`${harness.profile} ${harness.version}`)} loads ${total} ${loaded.unit}\n`;
  const longest = Math.max(0, ...loaded.files.map(({ path }) => path.length));
  const rows = loaded.files.map((file) => {
    const word = file.state === "whole" ? theme.green("whole  ") : theme.red(file.state.padEnd(7));
    const cut = file.missing.length === 0 ? "" : `  ${cutOf(file)}`;
    return `  ${visibleLine(file.path).padEnd(longest)}  ${word}  ${file.state === "whole" ? "" : `${file.loaded} of `}${file.size}${cut}\n`;
  });
  return head + rows.join("");
}

function cutOf({ missing }: LoadedFile): string {
  const spans = missing.map(({ start, end, lines: [first, last] }) => `${start}–${end} (lines ${first}–${last})`);
  return `without ${spans.join(", ")}`;
}

function findingText({ check, severity, path, line, says, hint }: AuditFinding, theme: Theme): string {
  const color = severity === "error" ? theme.red : severity === "warning" ? theme.yellow : theme.dim;
  const place = placeOf(path, line);
  const first = `  ${color(severity.padEnd(7))}  ${place === "" ? "" : `${theme.bold(visibleLine(place))}  `}${theme.dim(check)}\n`;
  return first + wrapped(says, 11, theme) + (hint === "" ? "" : wrapped(hint, 11, theme));
}

function placeOf(path: string | null, line: number): string {
  if (path === null) return "";
  return line > 0 ? `${path}:${line}` : path;
}

function auditMarkdown(answer: AuditAnswer, command: "audit" | "consistency"): string {
  const { error, warning, note } = answer.counts;
  const title = `# ${command === "audit" ? "Audit" : "Consistency"} of ${inline(answer.store)}, ${answer.now}\n\n${count(error, "error")}, ${count(warning, "warning")}, ${count(note, "note")}.\n`;
  return title + loadedTable(answer) + findingList(answer.findings);
}

function loadedTable({ harness, loaded }: AuditAnswer): string {
  if (harness === null || loaded === null) return "";
  const head = `\n## Loaded by ${harness.profile} ${harness.version}\n\n| file | state | ${loaded.unit} | loaded | cut |\n|---|---|--:|--:|---|\n`;
  const rows = loaded.files.map((file) => {
    const cut = file.missing.length === 0 ? "" : cutOf(file);
    return `| ${inline(file.path)} | ${file.state} | ${file.size} | ${file.loaded} | ${cut} |\n`;
  });
  return `${head}${rows.join("")}\nSource of the limits: ${harness.source}.\n`;
}

function findingList(findings: readonly AuditFinding[]): string {
  const words = ["error", "warning", "note"] as const;
  return words
    .map((severity) => {
      const own = findings.filter((finding) => finding.severity === severity);
      if (own.length === 0) return "";
      const lines = own.map(({ check, path, line, says, hint }) => {
        const place = placeOf(path, line);
        return `- **${check}** ${place === "" ? "" : `${inline(place)}: `}${inline(says)} ${inline(hint)}\n`;
      });
      return `\n## ${severity[0]?.toUpperCase()}${severity.slice(1)}s\n\n${lines.join("")}`;
    })
    .join("");
}

/** A page's words are quoted in it, and may be no markup of ours. */
function inline(text: string): string {
  return visibleLine(text).replace(/[\\`*_[\]<>|#]/g, "\\$&");
}

// RenderHistory: what an audit of the history found, one line a finding, with the command that looks further.

/** Findings and notes, one line each, then what was looked at. */
export function historyLines(answer: HistoryAnswer, theme: Theme): string {
  const found = answer.findings.map((row) => line(row, theme.red(row.code), theme)).join("");
  const notes = answer.notes.map((row) => line(row, theme.dim(row.code), theme)).join("");
  return `${found}${notes}${summary(answer, theme)}`;
}

/** What to do next, for people. */
export function historyNotes(answer: HistoryAnswer, theme: Theme): string {
  if (answer.moved && answer.attested !== null) {
    return `${theme.dim(`Attested up to ${answer.attested.slice(0, 10)}; the next run begins behind it.`)}\n`;
  }
  if (answer.head === null || answer.attested === answer.head) return "";
  const hint =
    answer.findings.length === 0
      ? "Begin behind this point next time with: pagefile verify --history --attest"
      : "When you have looked at all of it: pagefile verify --history --attest --accept";
  return `${theme.dim(hint)}\n`;
}

/** `3f2a1c0d  entry_vanished  seats  1 entry … vanished.  → pagefile revert 3f2a1c0d12` */
function line(row: HistoryRow, code: string, theme: Theme): string {
  const page = row.page === null ? "" : `${theme.bold(visibleLine(row.page))}  `;
  const says = visibleLine(row.says);
  return `${theme.yellow(row.commit.slice(0, 10))}  ${code}  ${page}${says}  ${theme.cyan(`→ ${row.next}`)}\n`;
}

function summary(answer: HistoryAnswer, theme: Theme): string {
  if (answer.head === null && answer.findings.length === 0) {
    return `${theme.green("✓")} there are no commits yet\n`;
  }
  const behind = answer.since === null ? "from the first on" : `behind ${answer.since.slice(0, 10)}`;
  const mark = answer.findings.length === 0 ? theme.green("✓") : theme.red("✗");
  const found = answer.findings.length === 0 ? "no findings" : count(answer.findings.length, "finding");
  return `${mark} ${count(answer.commits, "commit")} ${behind}: ${found}, ${count(answer.notes.length, "note")}\n`;
}

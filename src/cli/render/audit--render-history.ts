/** RenderHistory: what an audit of the history found, one line a finding, with the command that looks further. */

import type { HistoryAnswer } from "../../history/verify/views.js";
import type { HistoryRow } from "../../history/verify/views--judged-past.js";
import { count } from "./render.js";
import { type Theme, visibleLine } from "./table--theme.js";

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

/** Sessions: what the commands at boundaries share: options that tell of a session, and how a recovery is shown. */

import { type Outcome, usage } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import type { Recovery, WaitingRow } from "../../session/cross.js";
import { parseSource } from "../../session/sessions--parse.js";
import type { Source } from "../../session/sessions--source.js";
import type { Call } from "../command.js";
import { positiveWhole, textOption } from "../command--input.js";
import { type Theme, visibleLine } from "../render/table--theme.js";
import { editLines } from "./write--session-lines.js";

/** null when `--epoch` was not given. */
export function sourceOption(call: Call): Outcome<Source | null> {
  const text = textOption(call, "epoch");
  if (text === null) return ok(null);
  const source = parseSource(text);
  if (source !== null) return ok(source);
  return err(
    usage(
      `--epoch is “${text}”; a count of compactions was expected, and behind colons a length and a hex digest.`,
      "For example 3, 3:48211 or 3:48211:9f2ca1d0.",
    ),
  );
}

/** null when `--pid` was not given. */
export function pidOption(call: Call): Outcome<number | null> {
  const text = textOption(call, "pid");
  return text === null ? ok(null) : positiveWhole(text, "--pid", 0x7fffffff);
}

/** Lines for people; empty when nothing was recovered. */
export function recoveryLines(recovery: Recovery, theme: Theme): string {
  const { sessions, committed, known, rejected, edits, faults } = recovery;
  if (committed.length + known.length + rejected.length + edits.length + faults.length === 0) return "";
  const whose = sessions.map((session) => (session === null ? "a session without a name" : visibleLine(session)));
  const lines = committed.map(
    ({ commit, patches }) =>
      `${theme.green("recovered")}  ${theme.yellow(commit.slice(0, 8))}  ${patches.length} ${patches.length === 1 ? "patch" : "patches"} of ${whose.join(", ")}\n`,
  );
  lines.push(editLines("recovered", edits, theme));
  if (known.length > 0) lines.push(theme.dim(`${known.length} of ${whose.join(", ")} had been committed before\n`));
  for (const row of rejected) {
    lines.push(`${theme.red("rejected")}  ${theme.cyan(row.reason)}  ${visibleLine(row.says)}\n`);
    lines.push(`  ${visibleLine(row.hint)}\n`);
  }
  for (const fault of faults)
    lines.push(`${theme.yellow(fault.kind)}  ${visibleLine(fault.says)}\n  ${visibleLine(fault.hint)}\n`);
  return lines.join("");
}

/** `2 of 7f3a (dead: recovered by the next write)`. */
export function waitingText({ session, state, patches }: WaitingRow): string {
  const who = session === null ? "no session" : visibleLine(session);
  return `${patches} of ${who} (${states[state]})`;
}

const states: Readonly<Record<WaitingRow["state"], string>> = {
  alive: "alive",
  dead: "dead: the next write or flush recovers it",
  unknown: "whether it lives is not known",
};

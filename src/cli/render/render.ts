/** Render: a reply or a failure as it leaves the program, as one JSON document or as text, and the small pieces every text is made of. */

import { stableJson } from "../../base/json.js";
import type { LogRow } from "../../history/log.js";
import type { Finding } from "../../page/page.js";
import type { Reply } from "../command.js";
import { columnsOf, cut, type Theme, visibleLine } from "./table.js";

// Render: the small pieces every answer is made of: labeled lines, wrapped sentences, findings, commits.

const labelColumns = 10;

/** `label     text`: the label dim, the text escaped unless it was painted by the caller. */
export function labeled(label: string, text: string, theme: Theme): string {
  return `${theme.dim(label.padEnd(labelColumns - 1))} ${text}\n`;
}

/** A sentence broken at spaces to the terminal's width, every line indented. */
export function wrapped(text: string, indent: number, theme: Theme): string {
  if (text.includes("\n"))
    return text
      .split("\n")
      .map((line) => wrapped(line, indent, theme))
      .join("");
  const pad = " ".repeat(indent);
  const safe = visibleLine(text);
  if (theme.width === null) return `${pad}${safe}\n`;
  const room = theme.width - indent;
  const lines: string[] = [];
  let current = "";
  for (const word of safe.split(" ")) {
    const longer = current === "" ? word : `${current} ${word}`;
    if (current !== "" && columnsOf(longer) > room) {
      lines.push(current);
      current = word;
    } else current = longer;
  }
  return [...lines, current].map((line) => `${pad}${line}\n`).join("");
}

/** `2 pages`, `1 page`, `2 entries`, `2 patches`. */
export function count(n: number, noun: string): string {
  if (n === 1) return `1 ${noun}`;
  return `${n} ${noun.replace(/(?<=[^aeiou])y$/, "ie").replace(/ch$/, "che")}s`;
}

/** What was refused or failed, and below it what to do. */
export function failureLines(what: string, { says, hint }: { readonly says: string; readonly hint: string }): string {
  return `${what}  ${visibleLine(says)}\n  ${visibleLine(hint)}\n`;
}

/** Every finding with its place, what it says and what to do. */
export function findingLines(findings: readonly Finding[], theme: Theme): string {
  return findings
    .map((finding) => {
      const place = finding.line > 0 ? `${finding.path}:${finding.line}` : finding.path;
      const word = finding.severity === "error" ? theme.red("error  ") : theme.yellow("warning");
      const first = `  ${word}  ${theme.bold(visibleLine(place))}  ${theme.dim(finding.code)}\n`;
      return first + wrapped(finding.says, 11, theme) + wrapped(finding.hint, 11, theme);
    })
    .join("");
}

/** Files of our own that could not be read, by what is wrong with them. */
export function damagedLines({ damaged }: { readonly damaged: readonly string[] }, theme: Theme): string {
  return damaged.map((says) => `${theme.yellow("damaged:")} ${visibleLine(says)}\n`).join("");
}

/** `3f2a1c0d  2026-03-02 08:11  TURN_COMMIT  append: …`, one commit on one line, `indent` columns having been printed before it. */
export function commitLine(row: LogRow, indent: number, theme: Theme): string {
  const oid = row.commit.slice(0, 8);
  const when = `${row.when.slice(0, 10)} ${row.when.slice(11, 16)}`;
  const reason = visibleLine(row.reason ?? "no reason");
  const room =
    theme.width === null ? Number.POSITIVE_INFINITY : theme.width - indent - `${oid}  ${when}  ${reason}  `.length;
  const subject = cut(visibleLine(row.subject), Math.max(20, room));
  return `${theme.yellow(oid)}  ${theme.dim(when)}  ${row.reason === null ? theme.dim(reason) : theme.cyan(reason)}  ${subject}`;
}

/** Everything one command prints, and how it ends: made whole before the first byte is written. */
export interface Printed {
  readonly stdout: string;
  readonly stderr: string;
  readonly exit: number;
}

export interface Manner {
  readonly json: boolean;
  readonly quiet: boolean;
  readonly out: Theme;
  readonly err: Theme;
}

export function printReply(reply: Reply, manner: Manner): Printed {
  const { exit = 0 } = reply;
  if (manner.json) {
    const document = reply.json === undefined ? "" : `${stableJson(reply.json)}\n`;
    return { stdout: document, stderr: "", exit };
  }
  const stdout = manner.quiet && reply.onQuiet === "drop" ? "" : (reply.out?.(manner.out) ?? "");
  const notes = manner.quiet ? "" : (reply.notes?.(manner.err) ?? "");
  const warnings = reply.warnings?.(manner.err) ?? "";
  return { stdout, stderr: notes + warnings, exit };
}

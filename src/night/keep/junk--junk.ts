/** Junk: why a log entry is no statement that anybody should read again: a command, half a sentence, scores, our own output. */

import { withoutTail } from "../../base/text--text.js";
import type { EntryKind } from "../../page/markdown/blocks--body.js";
import { isStopWord } from "../../recall/words/terms--stop-words.js";
import { thresholds } from "../thresholds.js";

export type Junk = "command" | "half_sentence" | "scores" | "own_output" | "too_long" | "no_text";

/** `statement` is the framed text without tags, `below` what hangs below it; null for what may be kept. */
export function junkIn(kind: EntryKind, statement: string, below = ""): Junk | null {
  const text = statement.trim();
  if (kind === "code" || isCommand(text)) return "command";
  // The parser knows no tables: one is a paragraph whose lines begin with a bar.
  if ((kind !== "bullet" && kind !== "paragraph") || text.startsWith("|")) return "no_text";
  if (text.length + below.length > thresholds.gistCharsMax) return "too_long";
  if (isOwnOutput(text)) return "own_output";
  if (isScores(text)) return "scores";
  return isHalf(below === "" ? text : text.replace(/[:：]$/, "."), below !== "") ? "half_sentence" : null;
}

/**
 * Of what somebody tagged: our own output and bare scores come back for ever, and what ends in the middle or is code alone tells
 * nobody anything; it waits for its writer. Every other rule could be wrong, and the tag is a person's or an agent's word.
 */
export function taggedJunkIn(statement: string): Junk | null {
  const text = statement.trim();
  if (isOwnOutput(text)) return "own_output";
  if (isScores(text)) return "scores";
  if (/^[$%>]\s/.test(text) || isCode(text) || (isCommand(text) && !hasSentence(text))) return "command";
  return text.split(/\s+/).length >= halfWordsMin && isDangling(text) ? "half_sentence" : null;
}

const halfWordsMin = 3;

/** Whether more is told of a command than how it is typed: “npm ci fails when …”, “docker compose up hangs”. */
function hasSentence(text: string): boolean {
  const [, , ...rest] = withoutTail(text, ".!").toLowerCase().split(/\s+/);
  return rest.some((word) => isStopWord(word) || /^\p{L}{2,}(?:s|ed)$/u.test(word));
}

/** A code span and nothing else. */
function isCode(text: string): boolean {
  return text.length > 2 && text.startsWith("`") && text.indexOf("`", 1) >= text.length - 2;
}

function isCommand(text: string): boolean {
  if (text === "" || /^[$%>]\s/.test(text) || text.startsWith("./")) return true;
  if (isCode(text)) return true;
  const [first = "", second = ""] = withoutTail(text, ".")
    .split(/\s+/)
    .map((word) => word.toLowerCase());
  if (first === "sudo") return true;
  const hasShape = text.includes(" --") || text.includes(" | ") || text.includes(" && ") || /^[-./~]/.test(second);
  return programs.has(first) && (hasShape || subcommands.has(second));
}

const programs: ReadonlySet<string> = new Set(
  "git npm npx node yarn pnpm python python3 pip cargo make docker kubectl cd ls cat rm cp mv grep sed awk find curl wget ssh scp chmod tar echo export source bash sh".split(
    " ",
  ),
);
const subcommands: ReadonlySet<string> = new Set(
  "commit push pull clone checkout status add install run test build ci exec apply get up down compose".split(" "),
);

/** What a night, a trailer or a receipt of this program wrote. */
function isOwnOutput(text: string): boolean {
  return (
    text.includes("Pagefile-") ||
    text.includes("(confidence 0.") ||
    /^(?:promoted|curated|trimmed|archived|committed|nightly)\b.*\b(?:entries|entry|pages?)\b/i.test(text)
  );
}

/** Numbers with names around them: at least half of the words, or a score that leads. */
function isScores(text: string): boolean {
  if (/^(?:score|similarity|relevance|confidence|weight|rank|recalls?)\b\s*[:=]?\s*-?\d/i.test(text)) return true;
  const words = text.split(/\s+/);
  const scored = words.filter((word) => /=[-+]?\d*\.?\d+[,;)]?$/.test(word) || /^[-+]?\d*\.\d+[,;)]?$/.test(word));
  return words.length > 1 && scored.length * 2 >= words.length;
}

/** What more hangs below, a few words may head. */
function isHalf(text: string, isHead: boolean): boolean {
  const end = text.charAt(text.length - 1);
  const bare = withoutTail(text, ".!?\"'”’)`*_");
  const words = bare.match(/[\p{L}\p{N}]+/gu) ?? [];
  const isShort = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(bare)
    ? bare.length < 4
    : words.length < 3;
  if ((isShort && !isHead) || /[…:：]$/.test(bare) || text.endsWith("...")) return true;
  if (",:;-–—(/".includes(end)) return true;
  if (isDangling(text)) return true;
  return (
    balance(text, "(", ")") !== 0 || balance(text, "“", "”") !== 0 || /^(?:and|but|or|because|which)\b/.test(text)
  );
}

function isDangling(text: string): boolean {
  const words = withoutTail(text, ".!?\"'”’)`*_").match(/[\p{L}\p{N}]+/gu) ?? [];
  return dangling.has((words.at(-1) ?? "").toLowerCase()) && !/[!?]$/.test(text);
}

const dangling: ReadonlySet<string> = new Set(
  "and or but the a an of with because to from for if than that which into is are was were".split(" "),
);

function balance(text: string, open: string, close: string): number {
  return text.split(open).length - text.split(close).length;
}

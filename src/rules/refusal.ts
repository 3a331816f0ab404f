/** Refusal: why a patch is refused, as a closed set of reasons with their words; and the elisions that are one of them. */

import { fenceReader, listMark } from "../base/lines.js";
import type { Failure } from "../base/result.js";

// Elision: text that stands for other text: “the rest is unchanged”, and the blanks that redaction leaves behind.

export interface Elision {
  readonly kind: "omission" | "redaction";
  /** 1-based. */
  readonly line: number;
  /** As written, cut to 80 characters. */
  readonly text: string;
}

/** Said outside code and quotes. A word in a sentence is no elision; a line or a bracket made of nothing else is. */
export function findElisions(text: string): readonly Elision[] {
  const found: Elision[] = [];
  const low = text.toLowerCase();
  const blanks = blankSigns.some((sign) => low.includes(sign));
  const omissions = omissionSigns.some((sign) => low.includes(sign));
  if (!blanks && !omissions) return found;
  for (const { line, words } of spokenLines(text)) {
    const redaction = blanks ? redactionIn(words) : null;
    if (redaction !== null) found.push({ kind: "redaction", line, text: cut(redaction) });
    else if (omissions && isOmission(words)) found.push({ kind: "omission", line, text: cut(words.trim()) });
  }
  return found;
}

interface Spoken {
  readonly line: number;
  readonly words: string;
}

/** The lines outside fenced code and block quotes, with their code spans blanked. */
function spokenLines(text: string): readonly Spoken[] {
  const spoken: Spoken[] = [];
  const isCode = fenceReader();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const content = afterMarks(line);
    if (!isCode(content) && !content.startsWith(">")) spoken.push({ line: index + 1, words: withoutCode(content) });
  }
  return spoken;
}

/** Without indent and list mark. */
function afterMarks(line: string): string {
  return line.trimStart().replace(listMark, "").trimStart();
}

/** A code span opens and closes with as many backticks. */
function withoutCode(line: string): string {
  const parts = line.split(/(`+)/);
  let shown = "";
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? "";
    const close = part.startsWith("`") ? closing(parts, at, part) : -1;
    if (close < 0) shown += part;
    else {
      shown += "codespan";
      at = close;
    }
  }
  return shown;
}

/** A line with more runs of backticks than this is no prose, and looking for each one's partner would take quadratic time. */
const lookAhead = 64;

function closing(parts: readonly string[], open: number, run: string): number {
  for (let at = open + 2; at < Math.min(parts.length, open + lookAhead); at += 2) if (parts[at] === run) return at;
  return -1;
}

const blank = "redacted|masked|scrubbed|filtered|sanitized|censored|secret removed|removed for security";
// Each alternative opens and closes with its own bracket, and nothing between may be a bracket: one pass.
const bracketedBlank = new RegExp(
  `\\[(?:[A-Za-z]{1,20}[ _:-]){0,2}(?:${blank})(?:[ _:-][^\\]\\[\\n]{0,80})?\\](?!\\()|<(?:[A-Za-z]{1,20}[ _:-]){0,2}(?:${blank})(?:[ _:-][^<>\\n]{0,80})?/?>|[{«](?:${blank})(?:[ _:-][^{}«»\\n]{0,80})?[}»]`,
  "i",
);
const shoutedBlank =
  /(?:\*{2,3}|_{2}|={2,3}|#{2,3})(?:[A-Z]{1,20}_){0,3}REDACTED(?:_[A-Z]{1,20}){0,3}(?:\*{2,3}|_{2}|={2,3}|#{2,3})/;
/** One of these is in every blank, in lower case: most pages have none, and compiling the patterns takes a hook's milliseconds. */
const blankSigns = [...blank.split("|"), "****", "•••"];
const maskedValue = /[:=][ \t]{0,4}["'“]?(?:\*{4,}|•{3,})["'”]?[ \t]{0,4}$/;

function redactionIn(words: string): string | null {
  const found = bracketedBlank.exec(words) ?? shoutedBlank.exec(words) ?? maskedValue.exec(words);
  if (found !== null) return found[0];
  return /^["'(]?(?:REDACTED|MASKED|CENSORED)["')]?\.?$/.test(words.trim()) ? words.trim() : null;
}

const core: ReadonlySet<string> = new Set(
  "unchanged omitted truncated elided snip snipped rest remaining remainder existing previous same trimmed abbreviated".split(
    " ",
  ),
);
/** One of these is in every omission, in lower case. */
const omissionSigns = [...core, "...", "…"];
const filler: ReadonlySet<string> = new Set(
  "a above all and are as at before below body brevity chars characters clarity code content contents continues data document earlier else entries entry everything file for from goes here in is items it kept keep left line lines list more no not of other page part prior section sections shown space stays still text that the these this those to was were with".split(
    " ",
  ),
);
const aloneInBrackets: ReadonlySet<string> = new Set("unchanged omitted truncated elided snip snipped".split(" "));

function isOmission(line: string): boolean {
  const text = line.trim().replace(/^#{1,6}[ \t]+/, "");
  if (text === "") return false;
  if (/^\[[ \t]*(?:\.{3}|…)[ \t]*\]$/.test(text)) return true;
  if (isMarked(text) ? standsForText(text, 1) : opensWithCore(text) && standsForText(text, 2)) return true;
  for (const [bracket, inner = ""] of text.matchAll(/(?:\[([^[\]]{3,160})\]|<!--(.{3,160}?)-->)(?!\(|:)/g)) {
    const said = inner === "" ? bracket.slice(4, -3) : inner;
    const words = wordsOf(said);
    const alone = words.length === 1 && !aloneInBrackets.has(words[0] ?? "") && !/\.{3}|…/.test(said);
    if (!alone && standsForText(said, 1)) return true;
  }
  return false;
}

/** A comment, a bracket or an ellipsis around the whole line says that the words are about text. */
function isMarked(text: string): boolean {
  if (/^(?:\.{3}|…)|(?:\.{3}|…)$/.test(text)) return true;
  return (
    /^(?:<!--|\/\/|\/\*|\(|<|\{|--[ \t]|%%)/.test(text) ||
    (/^\[[^\]]{0,200}\]$/.test(text) && wordsOf(text).length > 1)
  );
}

/** A line such as “is unchanged.” is the end of a sentence that was wrapped. */
function opensWithCore(text: string): boolean {
  const [first = "", second = ""] = wordsOf(text);
  return core.has(first) || ((first === "the" || first === "all") && core.has(second));
}

/** Nothing but words about text, one of which says that it was left out, at least `least` in all. */
function standsForText(text: string, least: number): boolean {
  const words = wordsOf(text);
  return (
    words.length >= least &&
    words.length <= 14 &&
    words.some((word) => core.has(word)) &&
    words.every((word) => core.has(word) || filler.has(word) || /^\d+$/.test(word))
  );
}

function wordsOf(text: string): readonly string[] {
  const bare = text
    .slice(0, 400)
    .toLowerCase()
    .replace(/n[’']t\b/g, " not");
  return bare.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
}

function cut(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`;
}

// Reason: the closed vocabulary of why a commit exists and why a patch was refused.

export const acceptedReasons = [
  "CAPTURE",
  "TURN_COMMIT",
  "FLUSH_COMPACTION",
  "FLUSH_RESET",
  "FLUSH_SWITCH",
  "FLUSH_FORK",
  "FLUSH_SHUTDOWN",
  "FLUSH_MANUAL",
  "RECOVERED",
  "MANUAL_EDIT",
  "ADOPT",
  "CURATE_PROMOTE",
  "CURATE_MERGE",
  "PRUNE_TRIM",
  "PRUNE_ARCHIVE",
  "BUFFER_CLEAR",
  "VARIANT_REFRESH",
  "CORRECTION",
  "REMOVE",
  "RESTORE",
  "REVERT",
  "APPROVE",
  "SYNC_MERGE",
  "PURGE",
] as const;
export type AcceptedReason = (typeof acceptedReasons)[number];

export type RefusedReason =
  | "SCHEMA_INVALID"
  | "PROVENANCE_DANGLING"
  | "SCOPE_DENIED"
  | "DESTRUCTIVE_OP"
  | "VERSION_CONFLICT"
  | "POLICY_VIOLATION"
  | "SIZE_LIMIT"
  | "ORIGIN_DENIED"
  | "SECRET_DETECTED"
  | "ELISION_DETECTED"
  | "BOOTSTRAP_OVERFLOW"
  | "MALFORMED";

/** Why a patch does not become a commit. */
export interface Refusal {
  readonly reason: RefusedReason;
  readonly says: string;
  readonly hint: string;
}

/** The refusal as a failure: scope and origin denials exit 7, version conflicts 5, the rest 1. */
export function failureOf(refusal: Refusal): Failure {
  switch (refusal.reason) {
    case "VERSION_CONFLICT":
      return { code: "version_conflict", ...refusal };
    case "SCOPE_DENIED":
    case "ORIGIN_DENIED":
      return { code: "denied", ...refusal };
    default:
      return { code: "refused", ...refusal };
  }
}

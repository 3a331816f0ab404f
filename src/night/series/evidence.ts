/**
 * ReadEvidence: a result of a tool, found again by its page or its digest, as many lines or parts as are asked for, so that any text can be read
 * to its end.
 */

import { limits } from "../../base/limits.js";
import { err, type Failure, type Outcome, ok } from "../../base/result.js";
import { locate, type Workspace } from "../../memory/workspace.js";
import { strictTextIn } from "../../page/decode.js";
import { parseDigest } from "../../page/meta.js";
import { keptEvidence } from "../../write/flow.js";
import { readSeriesRows } from "./rows.js";

// Read: a result of a tool, found again by its page or its digest, as many lines as are asked for.

export interface EvidenceAnswer {
  readonly digest: string;
  readonly bytes: number;
  /** The file that holds it. */
  readonly file: string;
  /** How many lines it has; null for bytes that are no text. */
  readonly lines: number | null;
  /** Those of `text`, from 1; 0 and 0 where it is empty. */
  readonly from: number;
  readonly to: number;
  /** null for bytes that are no text. */
  readonly text: string | null;
}

/** `name` is an evidence page, a month of a series, or `sha256:` and its digest. Of a long text as many whole lines as a prompt can take. */
export function readEvidence(
  workspace: Workspace,
  { name, from, to }: { readonly name: string; readonly from: number; readonly to: number | null },
): Outcome<EvidenceAnswer> {
  const rows = readSeriesRows(workspace, { name, from, to });
  if (!rows.ok) return rows;
  if (rows.value !== null) return ok(rows.value);
  const found = findEvidence(workspace, name);
  if (!found.ok) return found;
  const { bytes, file } = found.value;
  const about = { digest: found.value.digest, bytes: bytes.length, file };
  const text = textFrom(bytes);
  if (text === null) return ok({ ...about, lines: null, from: 0, to: 0, text: null });
  const lines = text.endsWith("\n") ? text.slice(0, -1).split("\n") : text.split("\n");
  if (from > lines.length) return err(beyond(from, lines.length));
  const shown = firstOf(lines.slice(from - 1, to ?? lines.length));
  return ok({ ...about, lines: lines.length, from, to: from - 1 + shown.length, text: shown.join("\n") });
}

/** The whole of a result, and the file that holds it. */
function findEvidence(
  workspace: Workspace,
  name: string,
): Outcome<{ readonly digest: string; readonly bytes: Uint8Array; readonly file: string }> {
  const named = digestOf(workspace, name);
  if (!named.ok) return named;
  const kept = keptEvidence(workspace.memories, named.value);
  if (!kept.ok) return kept;
  return kept.value === null ? err(gone(named.value)) : ok({ digest: named.value, ...kept.value });
}

/** A line longer than the bound is cut: there is no other way to show the beginning of it. */
function firstOf(lines: readonly string[]): readonly string[] {
  let room = limits.evidenceReadCharsMax;
  const end = lines.findIndex((line) => {
    room -= line.length + 1;
    return room < 0;
  });
  if (end < 0) return lines;
  return end > 0 ? lines.slice(0, end) : [(lines[0] ?? "").slice(0, limits.evidenceReadCharsMax)];
}

function digestOf(workspace: Workspace, name: string): Outcome<string> {
  if (name.startsWith("sha256:")) return parseDigest(name) === null ? err(noDigest(name)) : ok(name);
  const located = locate(workspace, name);
  if (!located.ok) return located;
  const { memory, entry } = located.value;
  const meta = memory.files.get(entry.path)?.data.meta;
  const fields = entry.slug === null ? meta?.fields : meta?.sections?.[entry.slug]?.fields;
  if (entry.type === "evidence" && typeof fields?.digest === "string") return ok(fields.digest);
  const says = `“${entry.id}” is no page of evidence, or names no digest.`;
  return err({ code: "usage", says, hint: "List those that are: pagefile pages --type evidence --session ID" });
}

/** null for bytes that are no text. */
function textFrom(bytes: Uint8Array): string | null {
  return bytes.includes(0) ? null : strictTextIn(bytes);
}

function noDigest(name: string): Failure {
  const says = `“${name}” is no digest: 64 of 0 to 9 and a to f follow sha256:.`;
  return { code: "usage", says, hint: "Copy it whole from the field digest of its page, or name the page." };
}

function gone(digest: string): Failure {
  return {
    code: "page_missing",
    says: `No result ${digest} is kept here: it was made on another machine, was removed to make room, or held a secret.`,
    hint: "Call the tool again: the field signature of its page says how it was called.",
  };
}

function beyond(from: number, lines: number): Failure {
  return { code: "usage", says: `It has ${lines} lines, and line ${from} was asked for.`, hint: "Ask for fewer." };
}

// ReadPart: a result of a tool in parts that follow each other, so that a text of any length and shape can be read to its end.

interface EvidencePart {
  readonly digest: string;
  readonly bytes: number;
  /** The file that holds it. */
  readonly file: string;
  /** UTF-16 units of the whole; null for bytes that are no text. */
  readonly chars: number | null;
  /** Where `text` begins, and where the next part does; null where nothing follows. */
  readonly offset: number;
  readonly next: number | null;
  /** null for bytes that are no text. */
  readonly text: string | null;
}

/** `name` is an evidence page, or `sha256:` and its digest. The parts of all offsets given as `next` make the whole again. */
export function readEvidencePart(
  workspace: Workspace,
  { name, offset, limit }: { readonly name: string; readonly offset: number; readonly limit: number },
): Outcome<EvidencePart> {
  const found = findEvidence(workspace, name);
  if (!found.ok) return found;
  const { digest, bytes, file } = found.value;
  const about = { digest, bytes: bytes.length, file, offset };
  const whole = textFrom(bytes);
  if (whole === null) return ok({ ...about, chars: null, next: null, text: null });
  if (offset > 0 && offset >= whole.length) return err(beyondPart(offset, whole.length));
  const end = endOf(whole, offset, limit);
  const next = end < whole.length ? end : null;
  return ok({ ...about, chars: whole.length, next, text: whole.slice(offset, end) });
}

/** Behind a line where one ends in the second half of the part; never in the middle of a surrogate pair, unless it is all there is. */
function endOf(text: string, offset: number, limit: number): number {
  const most = offset + limit;
  if (most >= text.length) return text.length;
  const line = text.lastIndexOf("\n", most - 1) + 1;
  if (line > offset + limit / 2) return line;
  const isSplit = isHigh(text.charCodeAt(most - 1));
  return isSplit && limit > 1 ? most - 1 : most;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function beyondPart(offset: number, chars: number): Failure {
  const says = `It has ${chars} characters, and offset ${offset} was asked for.`;
  return { code: "usage", says, hint: `Ask for an offset below ${chars}, or for 0.` };
}

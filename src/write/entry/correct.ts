/** Correct: an entry that was wrong gives its place to what is right, and its words stay below it: a memory does not rewrite what it believed. */

import { tagMarks } from "../../base/lines.js";
import { err, ok, type Result } from "../../base/result.js";
import { leastTrusted } from "../../memory/labels.js";
import { findPage, type PageEntry } from "../../memory/table.js";
import type { Entry } from "../../page/markdown/blocks.js";
import { bodyStartOf, outline } from "../../page/markdown/outline.js";
import type { Refusal } from "../../rules/refusal.js";
import { accepted, type CorrectEdit, type Validated, type ValidationInput } from "../change.js";
import type { AppendPatch, PatchEnvelope } from "../patch.js";
import { gist, validate } from "../validate.js";
import { entryNamed, firstLine } from "./trim.js";

export interface Correction {
  readonly page: string;
  /** As `entryNamed` reads it: a number, digits of the digest, or words. */
  readonly entry: string;
  /** What is right, as one sentence or line of Markdown; without tags it wears those of the entry. */
  readonly text: string;
  /** Why the earlier understanding was wrong; null where that is not known. */
  readonly because: string | null;
  readonly envelope: PatchEnvelope;
}

/** Everything an append of the same words would have to pass, and what only a correction can do wrong. `today` is the local day. */
export function validateCorrection(
  correction: Correction,
  ground: ValidationInput,
  today: string,
): Result<Validated, Refusal> {
  const { page: name, envelope } = correction;
  const page = findPage(ground.table, name);
  const text = page === null ? null : ground.committed(page.path);
  const draft: AppendPatch = { op: "append", page: name, value: correction.text, ...envelope };
  if (page === null || text === null) {
    const refused = validate(draft, ground);
    return refused.ok ? err(notThere(name)) : refused;
  }
  const found = entryNamed(text, page, correction.entry);
  if (!found.ok) return found;
  const was = text.slice(found.value.start, found.value.end);
  const refusal = refusalOf(page, found.value, correction) ?? (saysSame(was, correction.text) ? saidAlready : null);
  if (refusal !== null) return err(refusal);
  const markdown = corrected(was, correction, today);
  const known = ground.labels.untrusted(found.value.digest);
  const origin = leastTrusted([envelope.origin, known ?? envelope.origin]);
  const added = validate({ ...draft, value: markdown, origin }, ground);
  if (!added.ok) return added;
  const edit: CorrectEdit = { kind: "correct", digest: found.value.digest, markdown };
  return accepted({
    ...added.value,
    targets: [{ op: "correct", id: page.id, path: page.path }],
    changes: [{ kind: "edit", path: page.path, edit }],
    reason: "CORRECTION",
    subject: `correct: ${gist(correction.text)} (${page.id})`,
  });
}

export function correctEntry(path: string, text: string, edit: CorrectEdit): Result<string, Refusal> {
  const map = outline(text, bodyStartOf(text));
  const at = map.entries.findIndex(({ digest }) => digest === edit.digest);
  const entry = map.entries[at];
  if (entry === undefined)
    return err({
      reason: "VERSION_CONFLICT",
      says: `${path} was edited by hand and no longer holds the entry as HEAD does.`,
      hint: "Commit or undo the hand edit (git diff shows it), then correct it again.",
    });
  const eol = text.slice(entry.start).includes("\r\n") ? "\r\n" : "\n";
  const after = text.slice(0, entry.start) + edit.markdown.replaceAll("\n", eol) + text.slice(entry.end);
  // Nothing else may read otherwise, and the words that were wrong have to be there still.
  const next = outline(after, bodyStartOf(after)).entries;
  const same =
    next.length === map.entries.length &&
    next.every(({ digest }, i) => i === at || digest === map.entries[i]?.digest);
  return same && edit.markdown.includes(firstWords(text.slice(entry.start, entry.end)))
    ? ok(after)
    : err({
        reason: "MALFORMED",
        says: `The entry cannot be corrected without changing how the rest of ${path} reads.`,
        hint: "Write the correction in plain words, on one line.",
      });
}

/** `- Right. [tag]`, and below it `Superseded <day>: “Wrong.” because`, above what was superseded before; a box stays one. */
function corrected(was: string, { text, because }: Correction, today: string): string {
  const [marker, ownBox, words] = parted(firstLine(was));
  const [, newBox, said] = parted(text.trim());
  const tags = tagsIn(said) === "" ? tagsIn(words) : "";
  const reason = because === null || because.trim() === "" ? "" : ` ${because.trim().replace(/\s+/g, " ")}`;
  const indent = marker === "" ? "" : `${" ".repeat(columnsOf(marker))}- `;
  const older = was.replace(/\r\n/g, "\n").slice(firstLine(was).length);
  return `${marker}${newBox || ownBox}${said}${tags}\n${indent}Superseded ${today}: “${firstWords(was)}”${reason}${older}`;
}

/** The marker of a line, its box where it is a task, and its words. */
function parted(line: string): readonly [marker: string, box: string, words: string] {
  const [, marker = "", box = "", words = ""] =
    /^([ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+|)(\[[ xX]\][ \t]+|)(.*)$/s.exec(line) ?? [];
  return [marker, box, words];
}

/** A tab reaches to the next fourth column, and what belongs to an item begins no further left than its words. */
function columnsOf(marker: string): number {
  return Array.from(marker).reduce((column, char) => (char === "\t" ? column + 4 - (column % 4) : column + 1), 0);
}

/** The first line without its marker, its box and its tags, which the correction wears. */
export function firstWords(entry: string): string {
  return parted(firstLine(entry))[2].replace(tagMarks, "").trim();
}

function saysSame(was: string, text: string): boolean {
  const [, box] = parted(text.trim());
  return firstWords(was) === firstWords(text.trim()) && (box === "" || box === parted(firstLine(was))[1]);
}

function tagsIn(line: string): string {
  return (line.match(tagMarks) ?? []).map((tags) => ` ${tags.trim()}`).join("");
}

function refusalOf(page: PageEntry, entry: Entry, { text }: Correction): Refusal | null {
  const policy = (says: string, hint: string): Refusal => ({ reason: "POLICY_VIOLATION", says, hint });
  if (page.type === "conversation_segment")
    return policy(
      `${page.path} tells what was said then, and stays as it is.`,
      "Say what is right where it is kept, or in today's log.",
    );
  if (entry.kind !== "bullet" && entry.kind !== "paragraph")
    return policy(`The entry ${entry.digest} is no sentence.`, "Edit it by hand and commit it yourself.");
  if (/\r?\n/.test(text.trim()))
    return {
      reason: "SCHEMA_INVALID",
      says: "A correction is one line.",
      hint: "Append what is more to say as entries of its own.",
    };
  return null;
}

const saidAlready: Refusal = {
  reason: "SCHEMA_INVALID",
  says: "The entry says so already.",
  hint: "Name the entry that says otherwise.",
};

function notThere(name: string): Refusal {
  return {
    reason: "POLICY_VIOLATION",
    says: `“${name}” is not committed yet.`,
    hint: "Edit it by hand; there is nothing to keep of it.",
  };
}

/** Edit: one change to one file as data, and what it makes of a text: applied alike to HEAD, the index and the disk. */

import type { Instant } from "../base/ids.js";
import { err, ok, type Result } from "../base/result--result.js";
import { sameValue } from "../page/decode--value.js";
import type { Refusal } from "../rules/reason.js";
import type { Edit, MergeKey } from "./change.js";
import { rewriteText } from "./change--rewrite.js";
import { correctEntry } from "./entry/correct.js";
import { addEntries, removeLine, withLine } from "./entry/entries.js";
import { cutEntries } from "./entry/entries--cut.js";
import { addKeys, mergeValues, readValue, writeValue } from "./entry/keys.js";
import { bump } from "./entry/keys--bump.js";
import { keepExtract, refreshVariant } from "./entry/variant.js";
import { revertText } from "./merge/merge--revert.js";
import { settleText } from "./merge/settle.js";

/** The text afterwards; null when the file is gone; the same string when nothing changes. */
export function applyEdit(
  path: string,
  text: string | null,
  edit: Edit,
  now: Instant,
): Result<string | null, Refusal> {
  switch (edit.kind) {
    case "create":
      return text === null ? ok(edit.text) : err(alreadyThere(path));
    case "delete":
      return ok(null);
    case "revert":
      return edit.exact === true && text === edit.from ? ok(edit.to) : revertText(path, text, edit, now);
    case "rewrite":
      return text === null ? err(notCommitted(path)) : rewriteText(path, text, edit, now);
    case "add_line":
      return ok(withLine(text ?? edit.header, edit.line));
    case "remove_line":
      return ok(text === null ? null : removeLine(text, edit.line));
    default:
      return text === null
        ? err(notCommitted(path))
        : bump(path, text, keepExtract(path, text, applyToText(path, text, edit)), now);
  }
}

type TextEdit = Extract<
  Edit,
  { kind: "append" | "set" | "merge" | "adopt" | "resolve" | "cut" | "remove" | "variant" | "correct" }
>;

/** Any edit whose outcome is the same text with something more or something else in it. */
function applyToText(path: string, text: string, edit: TextEdit): Result<string, Refusal> {
  if (edit.kind === "append") return addEntries(path, text, edit.slug, edit.entries);
  if (edit.kind === "merge") {
    const keyed = mergeKeys(path, text, edit.keys);
    return keyed.ok ? addEntries(path, keyed.value, edit.slug, edit.entries) : keyed;
  }
  if (edit.kind === "adopt") return addKeys(path, text, edit.pairs);
  if (edit.kind === "cut") return cutEntries(path, text, edit);
  if (edit.kind === "remove")
    return cutEntries(path, text, { digests: [edit.digest], copy: edit.copy, headings: "keep" });
  if (edit.kind === "variant") return refreshVariant(path, text);
  if (edit.kind === "correct") return correctEntry(path, text, edit);
  if (edit.kind === "resolve") return settleText(path, text, edit.choices);
  const current = readValue(path, text, edit.key);
  if (!current.ok) return current;
  if (!sameValue(current.value, edit.expected)) {
    return err({
      reason: "VERSION_CONFLICT",
      says: `“${edit.key.join(".")}” of ${path} was edited and not committed; the patch was made on the committed value.`,
      hint: "Commit or undo the hand edit (git diff shows it), then set the key again.",
    });
  }
  return writeValue(path, text, edit.key, edit.value);
}

function mergeKeys(path: string, text: string, keys: readonly MergeKey[]): Result<string, Refusal> {
  let merged = text;
  for (const { key, value } of keys) {
    const current = readValue(path, merged, key);
    if (!current.ok) return current;
    const next = mergeValues(key.join("."), current.value, value);
    if (!next.ok) return next;
    if (sameValue(current.value, next.value)) continue;
    const written = writeValue(path, merged, key, next.value);
    if (!written.ok) return written;
    merged = written.value;
  }
  return ok(merged);
}

function alreadyThere(path: string): Refusal {
  return {
    reason: "DESTRUCTIVE_OP",
    says: `${path} exists already; create never replaces a file.`,
    hint: "Append to it, or choose another id with --id.",
  };
}

/** A page that only the work tree holds. */
export function notCommitted(path: string): Refusal {
  return {
    reason: "POLICY_VIOLATION",
    says: `${path} is not committed yet, so there is nothing to add a patch to.`,
    hint: `Commit it first: pagefile adopt ${path}, or git add and git commit.`,
  };
}

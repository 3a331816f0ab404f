/** Edit: one change to one file as data, and what it makes of a text: applied alike to HEAD, the index and the disk. */

import type { Instant, PagePath } from "../base/ids.js";
import { err, ok, type Result } from "../base/result.js";
import type { YamlValue } from "../page/frontmatter.js";
import { sameValue } from "../page/value.js";
import { bump } from "./bump.js";
import { type CorrectEdit, correctEntry } from "./correct.js";
import { type Cut, cutEntries } from "./cut.js";
import { addEntries, removeLine, withLine } from "./entries.js";
import { addKeys, mergeValues, readValue, writeValue } from "./keys.js";
import type { Refusal } from "./reason.js";
import { revertText } from "./revert.js";
import { type RewriteEdit, rewriteText } from "./rewrite.js";
import { type Choice, settleText } from "./settle.js";
import { keepExtract, refreshVariant } from "./variant.js";

export type Edit =
  /** The file must not exist. */
  | { readonly kind: "create"; readonly text: string }
  | { readonly kind: "delete" }
  /** Entries that are there already (by digest) are left out. */
  | {
      readonly kind: "append";
      readonly slug: string | null;
      readonly entries: readonly string[];
    }
  /** `expected` is the committed value: a key that was edited by hand and not committed is not overwritten. */
  | {
      readonly kind: "set";
      readonly key: readonly string[];
      readonly value: YamlValue;
      readonly expected: YamlValue | undefined;
    }
  | {
      readonly kind: "merge";
      readonly keys: readonly MergeKey[];
      readonly slug: string | null;
      readonly entries: readonly string[];
    }
  /** One line of a line-oriented file such as the archive index. */
  | {
      readonly kind: "add_line";
      readonly header: string;
      readonly line: string;
    }
  | { readonly kind: "remove_line"; readonly line: string }
  /** Frontmatter for a file that has none; keys that are there stay as they are. */
  | {
      readonly kind: "adopt";
      readonly pairs: readonly (readonly [string, YamlValue])[];
    }
  /** Takes back what led from `to` to `from`, and keeps what came since (three-way). */
  | {
      readonly kind: "revert";
      readonly from: string | null;
      readonly to: string | null;
      /** Where the text is `from` to the byte it becomes `to` to the byte, its version too. */
      readonly exact?: true;
    }
  /** Entries that the same commit adds to `into`, which is checked on the outcome. */
  | ({ readonly kind: "cut"; readonly into: PagePath } & Cut)
  /** An entry that a person wants gone; of several that say the same, this copy (from 0). */
  | { readonly kind: "remove"; readonly digest: string; readonly copy: number }
  /** The compressed text made anew from the very body it stands above. */
  | { readonly kind: "variant" }
  | CorrectEdit
  | RewriteEdit
  /** Conflicts decided; a text that does not keep them stays as it is. */
  | { readonly kind: "resolve"; readonly choices: readonly Choice[] };

export interface MergeKey {
  readonly key: readonly string[];
  readonly value: YamlValue;
}

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

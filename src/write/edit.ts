/**
 * Edit: one change to one file as data, and what it makes of a text, applied alike to HEAD, the index and the disk. What comes of it is a page
 * still, with every committed entry that nobody chose against.
 */

import type { Instant, PagePath } from "../base/ids.js";
import { limits } from "../base/limits.js";
import { err, ok, type Result } from "../base/result.js";
import { shellWord, textIn } from "../base/text.js";
import type { Blob } from "../git/history.js";
import type { Config } from "../memory/config.js";
import { factsOf } from "../memory/facts.js";
import { archiveIndexPath, isPageFile, profileOf } from "../memory/profile.js";
import { decodePage, encodePage, sameValue } from "../page/decode.js";
import type { Finding } from "../page/page.js";
import type { Refusal } from "../rules/refusal.js";
import type { Edit, MergeKey } from "./change.js";
import { correctEntry } from "./entry/correct.js";
import { addEntries, digestsOf, removeLine, withLine } from "./entry/entries.js";
import { addKeys, bump, mergeValues, readValue, writeValue } from "./entry/keys.js";
import { cutEntries } from "./entry/trim.js";
import { keepExtract, refreshVariant } from "./entry/variant.js";
import { revertText, rewriteText } from "./merge/merge.js";
import { droppedBy, settleText } from "./merge/settle.js";

/** What the outcome depends on besides the file and the edit. */
interface Circumstances {
  readonly config: Config;
  readonly now: Instant;
}

type Bytes = Result<Uint8Array | null, Refusal>;

/** What HEAD holds afterwards: every entry that it held and that the edit does not choose against is there still. */
export function committedAfter(path: PagePath, head: Blob | null, edit: Edit, at: Circumstances): Bytes {
  const after = edited(path, head, edit, at);
  if (!after.ok || head === null || after.value === null) return after;
  if (edit.kind === "revert" || edit.kind === "rewrite") return after;
  const lost = vanished(path, head.bytes, after.value, chosenBy(edit));
  return lost === null ? after : err(lost);
}

/** Entries that the edit itself accounts for. */
function chosenBy(edit: Edit): readonly string[] {
  if (edit.kind === "resolve") return edit.choices.flatMap(droppedBy);
  if (edit.kind === "correct" || edit.kind === "remove") return [edit.digest];
  return edit.kind === "cut" ? edit.digests : [];
}

/** The bytes afterwards; null where there is no file then, the same where nothing changes. */
export function edited(path: PagePath, blob: Blob | null, edit: Edit, at: Circumstances): Bytes {
  const text = blob === null ? ok(null) : decodePage(path, blob.bytes);
  if (!text.ok) return err({ reason: "MALFORMED", says: text.error.says, hint: text.error.hint });
  const after = applyEdit(path, text.value, edit, at.now);
  if (!after.ok) return after;
  if (after.value === null) return ok(null);
  if (after.value === text.value && blob !== null) return ok(blob.bytes);
  const bytes = encodePage(after.value);
  const broken = stillAPage(path, bytes, { ...at, before: blob?.bytes ?? null });
  return broken === null ? ok(bytes) : err(broken);
}

/**
 * What a patch leaves behind must itself be a page: in size, in frontmatter, in every known key. What people and other programs wrote
 * there before may be what it likes, and `before` absent, so may all that a file brings in.
 */
export function stillAPage(
  path: PagePath,
  bytes: Uint8Array,
  { config, before }: Pick<Circumstances, "config"> & { readonly before?: Uint8Array | null },
): Refusal | null {
  if (bytes.length > limits.pageBytesMax) {
    return {
      reason: "SIZE_LIMIT",
      says: `${path} would have ${bytes.length} bytes; at most ${limits.pageBytesMax} are allowed.`,
      hint: "Start another page, or archive what is done.",
    };
  }
  if (path === archiveIndexPath || !isPageFile(path)) return null;
  const profile = profileOf(config.profile);
  const { findings = [] } = factsOf(path, bytes, profile);
  const own = before === undefined ? [] : findings.filter(({ code }) => mistakes.has(code));
  const known = own.length === 0 || before == null ? [] : (factsOf(path, before, profile).findings ?? []);
  const fresh = own.find(({ says }) => !known.some((one) => one.says === says));
  const error = findings.find((finding) => finding.severity === "error") ?? fresh;
  return error === undefined ? null : notValid("The page would no longer be valid:", error);
}

/** What stands in a file is left as it is where it cannot be read; whoever writes it now is told what may stand there. */
export function notValid(opens: string, { code, says, hint }: Finding): Refusal {
  const told = says.replace(/, so it is left as it is and not gone by(?=\.$)/, "");
  const mend = mistakes.has(code) ? "Write what may stand there, or leave the key out." : hint;
  return { reason: "SCHEMA_INVALID", says: `${opens} ${told}`, hint: mend };
}

/** Remarks that leave a page in the table, and that no patch of ours may bring into one. */
export const mistakes: ReadonlySet<string> = new Set(["id_invalid", "value_invalid", "frontmatter_invalid"]);

/** Non-destruction, checked on the outcome and not on the intention: every committed entry is still there that nobody chose against. */
function vanished(path: PagePath, was: Uint8Array, is: Uint8Array, chosen: readonly string[]): Refusal | null {
  if (was === is || path === archiveIndexPath) return null;
  const kept = digestsOf(textIn(is));
  const lost = [...digestsOf(textIn(was))].filter((digest) => !kept.has(digest) && !chosen.includes(digest));
  if (lost.length === 0) return null;
  return {
    reason: "DESTRUCTIVE_OP",
    says: `${lost.length} committed ${lost.length === 1 ? "entry" : "entries"} of ${path} would vanish.`,
    hint: "Append or merge; to take an entry back, edit the file by hand and commit it yourself.",
  };
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
    hint: `Commit it first: pagefile adopt ${shellWord(path)}, or git add and git commit.`,
  };
}

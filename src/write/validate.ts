/** Validate: a patch against the page table and the committed texts; what passes is the only thing a commit is made from. */

import type { PageId } from "../base/ids.js";
import { err, ok, type Result } from "../base/result.js";
import type { PageEntry } from "../memory/table.js";
import type { Refusal } from "../rules/reason.js";
import {
  type Drafted,
  type Edit,
  type Ground,
  guardIncluded,
  guardPage,
  guardProvenance,
  type Validated,
} from "./change.js";
import { createChange, setEdit } from "./entry/create.js";
import { moveChanges } from "./entry/move.js";
import { guardScope, guardText } from "./guard/hand.js";
import { guardOrigin, labeled, marksOf, type Word } from "./guard/origin.js";
import type { MovePatch, Patch } from "./patch.js";

/** Pure and deterministic: the paper's five invariants in the order schema, provenance, scope, non-destruction, policy. */
export function validate(asked: Patch, ground: Ground, word: Word = "own"): Result<Validated, Refusal> {
  // First, so that no later refusal repeats a secret.
  const refused = guardText(asked) ?? guardProvenance(asked, ground) ?? guardOrigin(asked, ground, word);
  if (refused !== null) return err(refused);
  if (ground.session !== undefined && asked.session !== ground.session) return err(notYours(ground.session));
  const kept = guardScope(asked, ground);
  if (kept !== null) return err(kept);
  const patch = labeled(asked, ground);
  const drafted = patch.op === "create" ? createChange(patch, ground) : changeOf(patch, ground);
  if (!drafted.ok) return drafted;
  const unread = guardIncluded(drafted.value, ground);
  if (unread !== null) return err(unread);
  const marks = marksOf(patch, drafted.value.targets[0]?.id ?? "-", ground, word);
  return ok({ ...drafted.value, ...marks } as Validated);
}

function notYours(session: string): Refusal {
  return {
    reason: "SCOPE_DENIED",
    says: `The page is session ${session}'s own, and the patch is not of that session.`,
    hint: "Write it in that session (--session ID), or choose a page of the memory.",
  };
}

function changeOf(patch: Exclude<Patch, { op: "create" }>, ground: Ground): Result<Drafted, Refusal> {
  if (patch.op === "restore" || patch.op === "archive") return moveChanges(patch, ground);
  const page = guardPage(patch, ground);
  if (!page.ok) return page;
  const target = { op: patch.op, id: page.value.id, path: page.value.path };
  const edit = editOf(patch as Exclude<typeof patch, MovePatch>, ground, page.value);
  if (!edit.ok) return edit;
  return ok({
    targets: [target],
    changes: [{ kind: "edit", path: target.path, edit: edit.value }],
    reason: "FLUSH_MANUAL",
    subject: subjectOf(patch, target.id),
    envelope: patch,
  });
}

function editOf(
  patch: Exclude<Patch, { op: "create" | "archive" | "restore" }>,
  ground: Ground,
  page: PageEntry,
): Result<Edit, Refusal> {
  if (patch.op === "append") return ok({ kind: "append", slug: page.slug, entries: [patch.value] });
  if (patch.op === "set_with_version") return setEdit(patch, page, ground);
  const under = page.slug === null ? [] : ["sections", page.slug];
  const keys = Object.entries(patch.fields).map(([name, value]) => ({ key: [...under, "fields", name], value }));
  const tags = patch.tags.length === 0 ? [] : [{ key: [...under, "tags"], value: patch.tags }];
  if (keys.length + tags.length + patch.entries.length === 0) {
    return err({
      reason: "SCHEMA_INVALID",
      says: "The merge names no field, no tag and no entry.",
      hint: 'A merge patch is, for example, { "fields": { "prefers": "trains" }, "entries": ["- Takes the 9:14."] }',
    });
  }
  return ok({ kind: "merge", keys: [...keys, ...tags], slug: page.slug, entries: patch.entries });
}

function subjectOf(patch: Exclude<Patch, { op: "create" }>, id: PageId): string {
  switch (patch.op) {
    case "append":
      return `append: ${gist(patch.value)} (${id})`;
    case "merge":
      return `merge: ${gist(patch.entries[0] ?? [...Object.keys(patch.fields), ...patch.tags].join(", "))} (${id})`;
    case "set_with_version":
      return `set: ${patch.key} (${id})`;
    default:
      return `${patch.op} (${id})`;
  }
}

/** The first words of an entry, without its bullet and tags. */
export function gist(markdown: string): string {
  const line = markdown.trim().split(/\r?\n/)[0] ?? "";
  const words = line.replace(/^(?:[-*+]|#{1,6}|\d{1,9}[.)])\s+/, "").replace(/ ?\[[a-z][a-z0-9-]{0,39}\]/g, "");
  const chars = Array.from(words);
  return chars.length <= 44 ? words : `${chars.slice(0, 43).join("").trimEnd()}…`;
}

/**
 * Validate: a patch held against the page table and the committed texts. What passes is the only thing a commit is made from.
 *
 * Writing has one path. A draft becomes a patch (`parse-patch.ts`), `flow.ts` fetches what a decision may read,
 * `validate` judges it, `commit/plan.ts` lays it over HEAD, the index and the work tree, and `commit/commit.ts` records it. `Validated` is a
 * branded type that only judging makes, and `CommitPlan` one that only `commit/plan.ts` makes, so an unvalidated commit does not compile. Read
 * this file first, then `commit/commit.ts`.
 *
 * A page lives in three places: HEAD, the index (what the user staged) and the work tree (what the user typed). A change is therefore an edit as
 * data (`change.ts`, `edit.ts`), and the same edit is applied to each of the three texts. HEAD gets its text and the patch, the work tree keeps
 * the uncommitted words and gets the patch, and what was staged stays staged. Where one of the three cannot take the edit, the patch is refused;
 * nothing is guessed. A page that nobody committed is refused too, with the command that takes it in (`pagefile adopt`).
 *
 * What is pinned hard is the user's. `guard/pins.ts` compares what stood there with what a commit leaves, for every writer that is not a person
 * with the user's own words. Adding is allowed. `guard/origin.ts` keeps words of strangers out of pages that stand in prompts, `guard/hand.ts`
 * secrets and elisions, and `commit/overflow.ts` asks whether a pinned entry would leave the part that a harness loads.
 *
 * What a commit takes from disk goes last, after the branch has moved, under the index lock. `commit/removals.ts` notes it first, so that a
 * process that died leaves no half of a trim behind; the next writer claims the notes of the dead.
 *
 * A page that keeps a `version` gets it raised by each commit, with `updated` where that is kept; any other page is addressed by its blob id.
 * `set_with_version` compares with the committed version, not with the one on disk. `merge/` joins versions, and
 * `merge/conflicts.ts` settles what was left open.
 */

import type { PageId } from "../base/ids.js";
import { err, ok, type Result } from "../base/result.js";
import type { PageEntry } from "../memory/table.js";
import type { Refusal } from "../rules/refusal.js";
import {
  type Drafted,
  type Edit,
  guardIncluded,
  guardPage,
  guardProvenance,
  type Validated,
  type ValidationInput,
} from "./change.js";
import { createChange, moveChanges, setEdit } from "./entry/create.js";
import { guardText } from "./guard/hand.js";
import { guardOrigin, guardScope, labeled, marksOf, type Word } from "./guard/origin.js";
import type { MovePatch, Patch } from "./patch.js";

/** Pure and deterministic: the paper's five invariants in the order schema, provenance, scope, non-destruction, policy. */
export function validate(asked: Patch, ground: ValidationInput, word: Word = "own"): Result<Validated, Refusal> {
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

function changeOf(patch: Exclude<Patch, { op: "create" }>, ground: ValidationInput): Result<Drafted, Refusal> {
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
  ground: ValidationInput,
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

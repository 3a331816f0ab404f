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
 * with the user's own words. Adding is allowed. `guard/origin.ts` keeps words of strangers out of pages that stand in prompts,
 * `guardText` and `guardWrites` below secrets and elisions, and `commit/overflow.ts` asks whether a pinned entry would leave the part that a harness loads.
 *
 * What a commit takes from disk goes last, after the branch has moved, under the index lock. `commit/removals.ts` notes it first, so that a
 * process that died leaves no half of a trim behind; the next writer claims the notes of the dead.
 *
 * A page that keeps a `version` gets it raised by each commit, with `updated` where that is kept; any other page is addressed by its blob id.
 * `set_with_version` compares with the committed version, not with the one on disk. `merge/` joins versions, and
 * `merge/conflicts.ts` settles what was left open.
 */

import type { PageId } from "../base/ids.js";
import { lineAt, tagMarks } from "../base/lines.js";
import { err, ok, type Result } from "../base/result.js";
import { textIn } from "../base/text.js";
import type { FileState, FileWrite } from "../git/history.js";
import type { PageEntry } from "../memory/table.js";
import { findElisions, type Refusal } from "../rules/refusal.js";
import { findSecrets, isSameSecret, redactSecrets, type SecretMatch } from "../rules/secret-keys.js";
import {
  accepted,
  type Drafted,
  type Edit,
  guardIncluded,
  guardPage,
  guardProvenance,
  type Validated,
  type ValidationInput,
} from "./change.js";
import { createChange, moveChanges, setEdit } from "./entry/create.js";
import { guardOrigin, guardScope, labeled, marksOf, type Word } from "./guard/origin.js";
import type { MovePatch, Patch } from "./patch.js";

/** Pure and deterministic: the paper's five invariants in the order schema, provenance, scope, non-destruction, policy. */
export function validate(asked: Patch, ground: ValidationInput, word: Word = "own"): Result<Validated, Refusal> {
  // First, so that no later refusal repeats a secret.
  const refused = guardText(asked) ?? guardProvenance(asked, ground) ?? guardOrigin(asked, ground, word);
  if (refused !== null) return err(refused);
  if (ground.session !== undefined && asked.session !== ground.session)
    return err({
      reason: "SCOPE_DENIED",
      says: `The page is session ${ground.session}'s own, and the patch is not of that session.`,
      hint: "Write it in that session (--session ID), or choose a page of the memory.",
    });
  const kept = guardScope(asked, ground);
  if (kept !== null) return err(kept);
  const patch = labeled(asked, ground);
  const drafted = patch.op === "create" ? createChange(patch, ground) : changeOf(patch, ground);
  if (!drafted.ok) return drafted;
  const unread = guardIncluded(drafted.value, ground);
  if (unread !== null) return err(unread);
  const marks = marksOf(patch, drafted.value.targets[0]?.id ?? "-", ground, word);
  return accepted({ ...drafted.value, ...marks });
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

/** The first words of an entry, without its bullet and tags; of what comes with a heading of its own, those below it. */
export function gist(markdown: string): string {
  const lines = markdown.trim().split(/\r?\n\s*/);
  const line = lines.find((each) => !/^#{1,6}\s/.test(each)) ?? lines[0] ?? "";
  const words = line.replace(/^(?:[-*+]|#{1,6}|\d{1,9}[.)])\s+/, "").replace(tagMarks, "");
  const chars = Array.from(words);
  return chars.length <= 44 ? words : `${chars.slice(0, 43).join("").trimEnd()}…`;
}

// GuardText: no word of a patch may be a secret, and none may stand for text that was left out.

/** What the patch brings, and nothing of the page it is for: what is in a page already is not this patch's doing. */
export function guardText(patch: Patch): Refusal | null {
  const { texts, grounds } = partsOf(patch);
  for (const [field, text] of [...texts, ...grounds]) {
    const secret = findSecrets(text)[0];
    if (secret !== undefined) return secretRefused(field, secret);
  }
  for (const [field, text] of texts) {
    const elision = findElisions(text)[0];
    if (elision === undefined) continue;
    const hint =
      elision.kind === "omission"
        ? "Send only what is new: a patch adds to what is there, so nothing needs to be stood for. To write about such words, put them in `backticks`."
        : "Leave the blanked value out, or name where it is kept. To write about such a blank, put it in `backticks`.";
    const place = text.includes("\n") ? `${field}, line ${elision.line}` : field;
    const what = elision.kind === "omission" ? "stands for text that was left out" : "is a blank that redaction left";
    return {
      reason: "ELISION_DETECTED",
      says: `“${redactSecrets(elision.text)}” in ${redactSecrets(place)} ${what}.`,
      hint,
    };
  }
  return null;
}

/** `field` is where the secret was met, as the writer would name it; it is blanked too, because a name can be the secret. */
function secretRefused(field: string, secret: Pick<SecretMatch, "kind" | "redacted">): Refusal {
  return {
    reason: "SECRET_DETECTED",
    says: `There is a secret in ${redactSecrets(field)}: ${secret.redacted}. Nothing of it was kept.`,
    hint: "Write where the secret is kept instead of the secret. If it was real and went through an agent, change it.",
  };
}

type Part = readonly [field: string, text: string];

interface Parts {
  /** What becomes part of a page. */
  readonly texts: readonly Part[];
  /** What becomes part of the commit message or of a name; an id is no prose, so elisions are not looked for. */
  readonly grounds: readonly Part[];
}

function partsOf(patch: Patch): Parts {
  const { actor, session, id, evidence, page } = patch;
  const grounds: Part[] = [
    ["actor", actor],
    ["session", session ?? ""],
    ["id", id ?? ""],
    ["evidence", evidence.join("\n")],
    ["page", page ?? ""],
  ];
  switch (patch.op) {
    case "create":
      return {
        texts: [["title", patch.title], ["body", patch.value], ...named(patch.fields)],
        grounds: [...grounds, tagsOf(patch)],
      };
    case "append":
      return { texts: [["value", patch.value]], grounds };
    case "merge":
      return {
        texts: [["entries", patch.entries.join("\n")], ...named(patch.fields)],
        grounds: [...grounds, tagsOf(patch)],
      };
    case "set_with_version":
      return {
        texts: flat(patch.key, patch.key, patch.value),
        grounds: [...grounds, ["key", patch.key], ["base", patch.base]],
      };
    case "archive":
    case "restore":
      return { texts: [], grounds };
  }
}

function tagsOf(patch: { readonly tags: readonly string[] }): Part {
  return ["tags", patch.tags.join("\n")];
}

function named(fields: Readonly<Record<string, unknown>>): readonly Part[] {
  return Object.entries(fields).flatMap(([key, value]) => [
    ["fields", key] as const,
    ...flat(`fields.${key}`, key, value),
  ]);
}

/** With the key in front, because `password` is what makes a secret of its value; and without, because it may be split. */
function flat(name: string, leaf: string, value: unknown): readonly Part[] {
  if (Array.isArray(value)) {
    const strings = value.filter((item) => typeof item === "string");
    return [[name, strings.join("\n")], ...value.flatMap((item) => flat(name, leaf, item))];
  }
  if (typeof value === "object" && value !== null) {
    return Object.entries(value).flatMap(([key, item]) => [
      [name, key] as const,
      ...flat(`${name}.${key}`, key, item),
    ]);
  }
  const text = String(value);
  return [
    [name, text],
    [name, `${leaf}: ${JSON.stringify(text)}`],
  ];
}

// GuardWrites: the last look before anything is written: the bytes of a commit bring no secret that HEAD did not hold.

/** `states` are the files as they were; a secret in any of HEAD's texts among them is not brought by this commit. */
export function guardWrites(
  writes: readonly FileWrite[],
  message: string,
  states: ReadonlyMap<string, FileState>,
): Refusal | null {
  let known: readonly string[] | null = null;
  for (const [where, text] of texts(writes, message)) {
    for (const secret of findSecrets(text)) {
      known ??= secretsOf(states);
      const found = text.slice(secret.start, secret.end);
      if (known.some((old) => isSameSecret(old, found))) continue;
      const line = lineAt(text, secret.start);
      return secretRefused(where === null ? "the commit message" : `${where}, line ${line}`, secret);
    }
  }
  return null;
}

function* texts(writes: readonly FileWrite[], message: string): Generator<readonly [string | null, string]> {
  yield [null, message];
  for (const { path, head } of writes) if (head !== null) yield [path, textIn(head)];
}

function secretsOf(states: ReadonlyMap<string, FileState>): readonly string[] {
  return [...states.values()].flatMap(({ path, head }) => {
    const text = `${path}\n${head === null ? "" : textIn(head.bytes)}`;
    return findSecrets(text).map(({ start, end }) => text.slice(start, end));
  });
}

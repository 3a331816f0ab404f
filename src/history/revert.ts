/** Revert: one commit taken back by a new commit, whose changes are a validated patch like any other. */

import { type Oid, type PageId, type PagePath, parsePageId } from "../base/ids.js";
import { assert, err, type Outcome, ok, type Result } from "../base/result.js";
import type { Memory } from "../memory/memory.js";
import { archiveIndexPath, isPageFile } from "../memory/profile.js";
import { idFromPath } from "../memory/table.js";
import type { Workspace } from "../memory/workspace.js";
import type { Refusal } from "../rules/refusal.js";
import type { Change, Edit, Validated, ValidationInput } from "../write/change.js";
import { type CommitOptions, commit, type PatchAnswer } from "../write/commit/commit.js";
import { readValue } from "../write/entry/keys.js";
import type { PatchEnvelope } from "../write/patch.js";
import { unknownRevision } from "./diff.js";
import { changedBetween, elsewhere, storeOfCommit, textsAt } from "./log.js";

// Reversion: the changes that take one commit back, as a validated patch of their own.

/** One file of the commit to take back: its text after and before that commit. */
export interface RevertedFile {
  readonly path: PagePath;
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * The files whose paths Pagefile may not write stay out of it, by refusal. `exact`: a file that nobody changed since gets the
 * very bytes it had, where `merged` gives it a version of its own.
 */
export function validateReversion(
  files: readonly RevertedFile[],
  commit: { readonly name: string; readonly subject: string },
  envelope: PatchEnvelope,
  ground: ValidationInput,
  how: "merged" | "exact" = "merged",
): Result<Validated, Refusal> {
  const locked = files.find((file) => ground.table.byPath.get(file.path)?.writable === false);
  if (locked !== undefined) {
    return err({
      reason: "POLICY_VIOLATION",
      says: `The commit changed ${locked.path}, an instruction file that only you write.`,
      hint: `Take it back yourself with: git revert ${commit.name}`,
    });
  }
  if (files.length === 0) {
    return err({
      reason: "SCHEMA_INVALID",
      says: `Commit ${commit.name} changed no page of this memory.`,
      hint: "List commits that did with: pagefile log",
    });
  }
  const changes: Change[] = files.flatMap((file) =>
    file.path === archiveIndexPath && !(how === "exact" && ground.committed(file.path) === file.from)
      ? indexChanges(file)
      : { kind: "edit", path: file.path, edit: revertEdit(file, how) },
  );
  const targets = files
    .filter((file) => file.path !== archiveIndexPath)
    .map((file) => ({
      op: "revert" as const,
      id: ground.table.byPath.get(file.path)?.id ?? idOf(file),
      path: file.path,
    }));
  return ok({
    targets,
    changes,
    reason: "REVERT",
    subject: `revert: ${commit.subject}`,
    envelope,
  } as unknown as Validated);
}

function revertEdit({ from, to }: RevertedFile, how: "merged" | "exact"): Edit {
  return how === "exact" ? { kind: "revert", from, to, exact: true } : { kind: "revert", from, to };
}

/** Of a file that is not there now: the id it had, and by which it will be known again. */
function idOf({ path, from, to }: RevertedFile): PageId {
  const text = to ?? from;
  const said = text === null ? null : readValue(path, text, ["id"]);
  const id = said?.ok && typeof said.value === "string" ? parsePageId(said.value) : null;
  return id ?? idFromPath(path);
}

/** The archive's index line by line: other pages that were archived since must not stand in the way. */
function indexChanges({ path, from, to }: RevertedFile): readonly Change[] {
  const was = linesOf(to);
  const is = linesOf(from);
  const listed = (line: string): boolean => line.startsWith("- [");
  const gone = is.filter((line) => listed(line) && !was.includes(line));
  const back = was.filter((line) => listed(line) && !is.includes(line));
  const header = was.slice(0, Math.max(0, was.findIndex(listed))).join("\n");
  return [
    ...gone.map(
      (line): Change => ({
        kind: "edit",
        path,
        edit: { kind: "remove_line", line },
      }),
    ),
    ...back.map(
      (line): Change => ({
        kind: "edit",
        path,
        edit: {
          kind: "add_line",
          header: header === "" ? "" : `${header}\n`,
          line,
        },
      }),
    ),
  ];
}

function linesOf(text: string | null): readonly string[] {
  return text === null ? [] : text.split(/\r?\n/);
}

// Revert: one commit taken back by a new commit that went through the same validation as any other.

/** Of a merge what it brought to its first parent is taken back, as by `git revert --mainline 1`. */
export async function revert(
  workspace: Workspace,
  query: { readonly revision: string; readonly envelope: PatchEnvelope },
  options: CommitOptions,
): Promise<Outcome<PatchAnswer>> {
  const where = await storeOfCommit(workspace, query.revision);
  if (!where.ok) return where;
  if (where.value === null) return err(unknownRevision(query.revision));
  const { memory, oid } = where.value;
  // Of every commit, and not of those that change something below the root: a merge that took one side whole is left out there.
  const logged = await memory.history.log({ paths: [], limit: 1, from: oid, every: true });
  if (!logged.ok) return logged;
  const found = logged.value[0];
  assert(found?.oid === oid, "a log of every commit begins with the one it is asked from");
  const own = memory.session === undefined ? await elsewhere(memory, found) : ok(null);
  if (!own.ok) return own;
  if (own.value !== null) return err(own.value);
  const files = await changedFiles(memory, oid, found.parents[0] ?? null);
  if (!files.ok) return files;
  const name = { name: oid.slice(0, 10), subject: found.message.split("\n", 1)[0] ?? "" };
  const proposal = {
    validate: (ground: ValidationInput) => validateReversion(files.value, name, query.envelope, ground),
    content: { op: "revert", commit: oid, ...query.envelope },
    about: oid,
  };
  return commit(memory, proposal, options);
}

/** The page files that a commit changed: their texts after and before it. */
export async function changedFiles(
  memory: Memory,
  oid: Oid,
  parent: Oid | null,
): Promise<Outcome<readonly RevertedFile[]>> {
  const changed = await changedBetween(memory, parent, oid);
  if (!changed.ok) return changed;
  const paths = changed.value.filter(isPageFile);
  const [is, was] = [await textsAt(memory, oid, paths), await textsAt(memory, parent, paths)];
  if (!is.ok) return is;
  if (!was.ok) return was;
  return ok(paths.map((path, at) => ({ path, from: is.value[at] ?? null, to: was.value[at] ?? null })));
}

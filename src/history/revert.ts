/** Reversion: the changes that take one commit back, as a validated patch of their own. */

import { type PageId, type PagePath, parsePageId } from "../base/ids.js";
import { err, ok, type Result } from "../base/result--result.js";
import { archiveIndexPath } from "../memory/profile.js";
import { idFromPath } from "../memory/table--name.js";
import type { Refusal } from "../rules/reason.js";
import type { Change, Edit, Validated } from "../write/change.js";
import type { Ground } from "../write/change--ground.js";
import { readValue } from "../write/entry/keys.js";
import type { PatchEnvelope } from "../write/patch.js";

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
  ground: Ground,
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

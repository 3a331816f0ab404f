/** TakeIn: words that stand on disk and in no commit, committed as they stand: a person's own edit, made durable for them. */

import type { Oid, PagePath } from "../base/ids.js";
import { err, ok, type Result } from "../base/result--result.js";
import type { FileState, FileWrite } from "../git/history--plan.js";
import type { Refusal } from "../rules/reason.js";
import type { Target, Validated } from "./change.js";
import type { Ground } from "./change--ground.js";
import type { PatchEnvelope } from "./patch.js";

/** A page whose text on disk is not HEAD's, and the blob that was looked at. */
export interface HandFile {
  readonly path: PagePath;
  readonly work: Oid;
}

/** The commit a person would have made: no night counts it as its own, and no undoing of a night takes it back. */
export function validateTakeIn(
  files: readonly HandFile[],
  envelope: PatchEnvelope,
  ground: Ground,
): Result<Validated, Refusal> {
  const targets: Target[] = [];
  for (const { path } of files) {
    const page = ground.table.byPath.get(path);
    if (page === undefined || !page.writable) return err(movedOn(path));
    targets.push({ op: ground.committed(path) === null ? "create" : "edit", id: page.id, path });
  }
  const first = targets[0]?.path ?? "";
  return ok({
    targets,
    changes: files.map(({ path, work }) => ({ kind: "take", path, work })),
    reason: "MANUAL_EDIT",
    subject: `take in: ${files.length === 1 ? first : `${files.length} files`} as on disk`,
    envelope,
  } as unknown as Validated);
}

/** `broken` says why the words would make no page. Words that somebody staged in part are theirs to commit. */
export function takenWrite(
  { path, work }: HandFile,
  state: FileState,
  broken: (bytes: Uint8Array) => Refusal | null,
): Result<FileWrite, Refusal> {
  const ids = { head: state.head?.oid ?? null, index: state.index?.oid ?? null, work: state.work?.oid ?? null };
  if (state.work === null || ids.work !== work || ids.index !== ids.head) return err(movedOn(path));
  const { bytes } = state.work;
  const refusal = broken(bytes);
  return refusal === null ? ok({ path, before: ids, head: bytes, index: bytes, work: bytes }) : err(refusal);
}

function movedOn(path: PagePath): Refusal {
  return {
    reason: "VERSION_CONFLICT",
    says: `${path} is not what it was when its words were looked at.`,
    hint: "Somebody is writing or staging it; try again.",
  };
}

/** HandEdit: pages that a person edited, made or removed by hand, committed as they stand on disk. */

import type { Oid, PageId, PagePath } from "../base/ids.js";
import { ok, type Result } from "../base/result--result.js";
import type { FileState } from "../git/history--plan.js";
import type { Refusal } from "../rules/reason.js";
import type { Change, Target, Validated } from "./change.js";
import type { PatchEnvelope } from "./patch.js";

/** One file as it was judged; null where there is none. */
export interface HandEdit {
  readonly path: PagePath;
  readonly id: PageId;
  readonly head: Oid | null;
  readonly work: Oid | null;
}

/**
 * Only files that still are what was judged, in HEAD and on disk: one that moved on is left for whoever judges it again. The edits
 * have passed the rules of a commit by hand before they come here.
 */
export function validateHandEdits(
  edits: readonly HandEdit[],
  envelope: PatchEnvelope,
  states: ReadonlyMap<string, FileState>,
): Result<Validated, Refusal> {
  const asked = edits.map((edit) => ({ edit, state: states.get(edit.path) }));
  const stands = asked.flatMap(({ edit, state }) =>
    state !== undefined && oid(state.head) === edit.head && oid(state.work) === edit.work ? [edit] : [],
  );
  const first = stands[0];
  const what = stands.length === 1 && first !== undefined ? first.id : `${stands.length} pages`;
  return ok({
    targets: stands.map(targetOf),
    changes: stands.map(changeOf),
    reason: "MANUAL_EDIT",
    subject: `edit by hand: ${what}`,
    envelope,
  } as unknown as Validated);
}

function targetOf({ path, id, head, work }: HandEdit): Target {
  return { op: work === null ? "delete" : head === null ? "create" : "edit", id, path };
}

function changeOf({ path, work }: HandEdit): Change {
  return work === null ? { kind: "edit", path, edit: { kind: "delete" } } : { kind: "take", path, work };
}

function oid(blob: FileState["head"]): Oid | null {
  return blob?.oid ?? null;
}

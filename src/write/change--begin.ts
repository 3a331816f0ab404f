/** Begin: plain files of the day that nobody has made yet, so that words can be appended to them like to any page. */

import type { PagePath } from "../base/ids.js";
import { ok, type Result } from "../base/result--result.js";
import { idFromPath } from "../memory/table--name.js";
import type { Refusal } from "../rules/reason.js";
import type { Change, Target, Validated } from "./change.js";
import type { Ground } from "./change--ground.js";
import type { PatchEnvelope } from "./patch.js";

/** Files that HEAD has are left out; one that stands on disk alone is refused by the plan, because it is somebody's. */
export function validateBegin(
  files: readonly { readonly path: PagePath; readonly text: string }[],
  envelope: PatchEnvelope,
  ground: Ground,
): Result<Validated, Refusal> {
  const fresh = files.filter(({ path }) => ground.committed(path) === null);
  const first = fresh[0]?.path ?? "";
  return ok({
    targets: fresh.map(({ path }): Target => ({ op: "create", id: idFromPath(path), path })),
    changes: fresh.map(({ path, text }): Change => ({ kind: "edit", path, edit: { kind: "create", text } })),
    reason: "CAPTURE",
    subject: `begin: ${fresh.length === 1 ? first : `${fresh.length} files`}`,
    envelope,
  } as unknown as Validated);
}

/** FsPageStoreConflict: how a file that is not what its writer saw is told. */

import type { Oid, PagePath } from "../../base/ids.js";
import type { Failure } from "../../base/result.js";

export function conflict(path: PagePath, before: Oid | null, current: Oid | null): Failure {
  const name = (oid: Oid | null): string => (oid === null ? "no file" : `version ${oid.slice(0, 12)}`);
  return {
    code: "version_conflict",
    reason: "VERSION_CONFLICT",
    says: `${path} holds ${name(current)}; ${name(before)} was expected.`,
    hint: "Someone else changed the file meanwhile: read it again and repeat the change.",
  };
}

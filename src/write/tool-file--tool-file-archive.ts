/** ToolFileArchive: a file of the memory tool on its way into the archive, under a name that nothing there has. */

import { shortDigest } from "../base/digest--digest.js";
import { type PagePath, parsePagePath } from "../base/ids.js";
import { err, ok, type Result } from "../base/result--result.js";
import { archiveFolder, archiveIndexPath } from "../memory/profile.js";
import type { PageEntry } from "../memory/table--entry.js";
import type { Refusal } from "../rules/reason.js";
import type { Change } from "./change.js";
import type { Ground } from "./change--ground.js";
import type { Base } from "./commit/plan.js";
import { indexHeader, indexLine } from "./entry/move.js";

export interface Archived {
  readonly to: PagePath;
  readonly changes: readonly Change[];
}

/** A page is listed in the archive's index; a file that is none only keeps its bytes there. */
export function archiveChanges(
  path: PagePath,
  page: PageEntry | null,
  ground: Ground,
  base: Base,
): Result<Archived, Refusal> {
  const to = archivePath(path, page, ground, base);
  if (to === null) return err(noName(path));
  const move: Change = { kind: "move", from: path, to };
  if (page === null) return ok({ to, changes: [move] });
  const edit = { kind: "add_line", header: indexHeader, line: indexLine(page, to) } as const;
  return ok({ to, changes: [move, { kind: "edit", path: archiveIndexPath as PagePath, edit }] });
}

/**
 * The name that `pagefile archive` gives, as long as it is free. The second file of that name is told apart by where it was and
 * the commit it was last in, which no other deletion shares.
 */
function archivePath(path: PagePath, page: PageEntry | null, ground: Ground, base: Base): PagePath | null {
  const folder = `${archiveFolder}/${ground.now.slice(0, 4)}`;
  const dot = path.lastIndexOf(".");
  const ending = dot > path.lastIndexOf("/") + 1 ? path.slice(dot) : "";
  const name = page?.id ?? path.slice(path.indexOf("/") + 1, path.length - ending.length).replaceAll("/", "-");
  const plain = parsePagePath(`${folder}/${name}${ending}`);
  const isFree = plain !== null && !ground.table.byPath.has(plain) && ground.committed(plain) === null;
  if (page !== null && isFree) return plain;
  return parsePagePath(`${folder}/${name}-${shortDigest(`${base.commit ?? ""} ${path}`, 8)}${ending}`);
}

function noName(path: string): Refusal {
  return {
    reason: "POLICY_VIOLATION",
    says: `${path} has a name too long for the archive.`,
    hint: "Rename it to something shorter first.",
  };
}

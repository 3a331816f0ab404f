/** HookAfter: what follows a commit, merge, checkout or rebase: the derived index is read anew, and only trouble is told. */

import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import type { Workspace } from "../memory/workspace.js";
import type { Finding } from "../page/page--finding.js";
import type { AfterName } from "./staged--name.js";

export interface AfterAnswer {
  readonly hook: AfterName;
  /** Pages in the tables of the memories here, after the refresh. */
  readonly pages: number;
  /** Pages that git has just changed and that cannot be read; paths are below the work tree's top. */
  readonly findings: readonly Finding[];
}

/** What a hook of this kind needs of the repository. */
export interface AfterHost {
  /** Folders with a `pagefile.yaml`, below the work tree's top: empty, or with a slash at the end. */
  roots(): Promise<Outcome<readonly string[]>>;
  /** Opening a memory brings its derived index in step with the disk. */
  open(root: string): Promise<Outcome<Workspace>>;
  /** Paths that differ between where HEAD was and where it is; null where that is not known. */
  changed(): Promise<Outcome<ReadonlySet<string> | null>>;
}

/** Trouble is told after a merge or a rebase alone: a commit was checked before it was made, a checkout makes nothing new. */
export async function afterGit(host: AfterHost, hook: AfterName): Promise<Outcome<AfterAnswer>> {
  const roots = await host.roots();
  if (!roots.ok) return roots;
  const joins = hook === "post-merge" || hook === "post-rewrite";
  const changed = joins ? await host.changed() : ok(null);
  if (!changed.ok) return changed;
  const findings: Finding[] = [];
  let pages = 0;
  for (const root of roots.value) {
    const opened = await host.open(root);
    if (!opened.ok) return opened;
    const { table, outside } = opened.value.primary;
    await opened.value.close();
    pages += table.byPath.size;
    if (changed.value === null) continue;
    for (const finding of [...table.findings, ...outside]) {
      const path = `${root}${finding.path}`;
      if (finding.severity === "error" && changed.value.has(path)) findings.push({ ...finding, path });
    }
  }
  return ok({ hook, pages, findings });
}

/** HookLost: pages that a commit would take back although nobody asked for it, because its index was read before another commit came in. */

import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import type { Finding } from "../page/page--finding.js";
import type { StagedPage } from "../write/guard/hand--page.js";
import { allowWord } from "../write/guard/hand--pins.js";
import type { CommitHost } from "./commit--hook-commit.js";

/**
 * `git commit` reads the index before it locks it, and writes back what it read. A commit of another process in between is then
 * missing from the index, and the next plain `git commit` undoes it without a word. Such a page has HEAD's bytes on disk, while
 * the index has what one of the last commits replaced; somebody who edits a page has neither.
 */
export async function lostPages(
  host: CommitHost,
  pages: readonly { readonly page: StagedPage; readonly head: Uint8Array | null }[],
): Promise<Outcome<readonly Finding[]>> {
  if (host.operation !== null) return ok([]);
  const suspects: StagedPage[] = [];
  for (const { page, head } of pages) {
    if (head === null) continue;
    const disk = host.onDisk(page.file.path);
    if (!disk.ok) return disk;
    if (disk.value !== null && Buffer.compare(disk.value, head) === 0) suspects.push(page);
  }
  if (suspects.length === 0) return ok([]);
  const replaced = await host.replaced();
  if (!replaced.ok) return replaced;
  return ok(suspects.filter(({ file }) => replaced.value.get(file.path)?.has(file.oid) === true).map(lost));
}

function lost({ file }: StagedPage): Finding {
  const gone = file.status === "deleted";
  const says = `The file is as HEAD has it, but the index ${gone ? "has none" : "holds an older version"}: another commit came in while this index was in use, and committing it would ${gone ? "delete the page" : "take that change back"}.`;
  const hint = `Run \`git reset -q -- ${quoted(file.path)}\` and commit again. If you mean it: git commit --trailer "${allowWord}" …`;
  return { code: "index_stale", severity: "error", path: file.path, line: 0, says, hint };
}

/** As a shell takes it. */
function quoted(path: string): string {
  return /^[A-Za-z0-9_./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

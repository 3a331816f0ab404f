/** HookUnfinished: what a writer of ours that was killed left in a file is not the person's edit, and no commit by hand takes it in as one. */

import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import type { Finding } from "../page/page--finding.js";
import type { StagedPage } from "../write/guard/hand--page.js";
import type { CommitHost } from "./commit--hook-commit.js";

/** Where the note's commit stands after all, HEAD holds the same text and nothing of it is staged. */
export async function unfinishedFindings(
  host: CommitHost,
  pages: readonly StagedPage[],
): Promise<Outcome<readonly Finding[]>> {
  const findings: Finding[] = [];
  for (const prefix of new Set(pages.map((page) => page.prefix))) {
    const left = await host.leftover(prefix);
    if (!left.ok) return left;
    for (const { path, is } of left.value) {
      const page = pages.find((each) => each.prefix === prefix && each.path === path);
      if (page === undefined || page.file.oid !== is) continue;
      findings.push({
        code: "write_unfinished",
        severity: "error",
        path: page.file.path,
        line: 0,
        says: "A program was killed while it wrote this text, and no commit of its own holds it: it is not your edit.",
        hint: "Put the file back with: pagefile flush; then stage it again.",
      });
    }
  }
  return ok(findings);
}

/** WorkPage: why a commit by hand of a page as it stands on disk would be refused. */

import type { PagePath } from "../../base/ids.js";
import type { FileState } from "../../git/history--plan.js";
import type { Memory } from "../../memory/memory.js";
import type { Finding } from "../../page/page--finding.js";
import { contentFindings } from "./hand--content.js";
import { type HookPage, readHookPage } from "./hand--page.js";
import { pinFindings } from "./hand--pins.js";

/** Why a commit by hand of what stands on disk would be refused; null where it would not. */
export async function whyNot(memory: Memory, state: FileState): Promise<string | null> {
  const { path, work, head, index } = state;
  if (work === null) return "It is not on disk.";
  if ((index?.oid ?? null) !== (head?.oid ?? null)) return "It is staged, so a commit of it is being made.";
  const page = memory.table.byPath.get(path);
  if (page === undefined) return told(memory.files.get(path)?.data.findings?.[0]);
  const after = readHookPage(path, work.bytes);
  const before = head === null ? null : readHookPage(path, head.bytes);
  const isFresh = before?.meta.id !== after.meta.id;
  const wrong = [
    ...memory.table.findings.filter((one) => isFresh && one.path === path && one.code === "id_duplicate"),
    ...after.findings.filter(({ severity }) => severity === "error"),
    ...contentFindings(path, after, { before, scope: memory.config.scope }),
    ...(before === null ? [] : await pinsLost(memory, path, { before, after })),
  ][0];
  return wrong === undefined ? null : told(wrong);
}

function told(finding: Finding | undefined): string {
  if (finding === undefined) return "It is not a page.";
  return finding.line > 0 ? `Line ${finding.line}: ${finding.says}` : finding.says;
}

function pinsLost(
  memory: Memory,
  path: PagePath,
  { before, after }: { readonly before: HookPage; readonly after: HookPage },
): ReturnType<typeof pinFindings> {
  const file = { path, status: "changed", mode: "100644", oid: null, before: null } as const;
  const page = { file, prefix: "", path, config: memory.config };
  return pinFindings({ page, at: before }, { page, at: after });
}

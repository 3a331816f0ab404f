/** Writer: a process that commits through the embedded engine as often as it is told, and prints each commit it was given. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { blobOid } from "../../src/base/digest.js";
import type { Instant, PagePath } from "../../src/base/ids.js";
import { ok } from "../../src/base/result.js";
import { openEmbeddedHistory } from "../../src/git/embedded/history.js";
import type { CommitPlan, FileWrite, History } from "../../src/git/history.js";

const [root = "", name = "", count = "0"] = process.argv.slice(2);
const opened = await openEmbeddedHistory(root);
if (!opened.ok) throw new Error(opened.error.says);
for (let made = 0; made < Number(count); ) {
  const commit = await commitOnce(opened.value, `${name}/${made}.md`);
  if (commit === null) continue;
  process.stdout.write(`${commit}\n`);
  made += 1;
}
await opened.value.close();

/** A new page of our own and a line more in the page all writers share; null when another writer was faster. */
async function commitOnce(history: History, own: string): Promise<string | null> {
  const head = await history.head();
  if (!head.ok) throw new Error(head.error.says);
  const shared = "shared.md" as PagePath;
  const at = await history.at(head.value.commit, [shared]);
  if (!at.ok) throw new Error(at.error.says);
  const before = at.value[0] ?? null;
  const text = Buffer.concat([before?.bytes ?? Buffer.alloc(0), Buffer.from(`${own}\n`)]);
  const mine = Buffer.from(`${own}\n`);
  const oid = before?.oid ?? null;
  const writes: FileWrite[] = [
    { path: shared, before: { head: oid, index: oid, work: oid }, head: text, index: text, work: text },
    { path: own as PagePath, before: { head: null, index: null, work: null }, head: mine, index: mine, work: mine },
  ];
  const when = "2026-01-02T03:04:05Z" as Instant;
  const plan = { base: head.value.commit, writes, message: `add ${own}\n`, when } as unknown as CommitPlan;
  const publish = async () => {
    if (oid !== null && blobOid(readFileSync(join(root, shared))) !== oid) throw new Error("two writers at once");
    for (const write of writes) writeFileSync(join(root, write.path), write.work ?? "");
    return ok(undefined);
  };
  const recorded = await history.record(plan, { publish, detached: "refuse" });
  if (recorded.ok) return recorded.value.moved ? null : recorded.value.commit;
  if (recorded.error.code === "locked") return null;
  throw new Error(`${recorded.error.code}: ${recorded.error.says}`);
}

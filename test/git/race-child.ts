/** Race child: one writer of the race, `node child.mjs ROOT NAME COUNT [unclosed]`; commits COUNT pages, again when HEAD moved. */

import { execFileSync } from "node:child_process";
import type { Oid, PagePath } from "../../src/base/ids.js";
import { openNativeHistory } from "../../src/git/native.js";

import { publishTo } from "../support/git-plan.js";

const [root = "", name = "", count = "0", leave = "closed"] = process.argv.slice(2);
const opened = await openNativeHistory(root);
if (!opened.ok) throw new Error(opened.error.says);
const history = opened.value;
const seen = { moved: 0, locked: 0 };
for (let i = 0; i < Number(count); ) {
  const head = await history.head();
  if (!head.ok) throw new Error(head.error.says);
  const bytes = Buffer.from(`${name} ${i}\n`);
  const none: Oid | null = null;
  const write = { path: `${name}/${i}.md` as PagePath, before: { head: none, index: none, work: none } };
  const plan = {
    base: head.value.commit,
    writes: [{ ...write, head: bytes, index: bytes, work: bytes }],
    message: `${name} ${i}\n`,
    when: "2026-05-01T12:00:00Z",
  } as unknown as Parameters<typeof history.record>[0];
  const recorded = await history.record(plan, { publish: publishTo(root, plan), detached: "refuse" });
  if (!recorded.ok && recorded.error.code !== "locked") throw new Error(recorded.error.says);
  if (!recorded.ok) seen.locked += 1;
  else if (recorded.value.moved) seen.moved += 1;
  else {
    i += 1;
    // What was acknowledged must be there at once, for everyone.
    execFileSync("git", ["merge-base", "--is-ancestor", recorded.value.commit, "HEAD"], { cwd: root });
  }
}
if (leave === "closed") await history.close();
process.stdout.write(JSON.stringify(seen));

/** Writer: a process that appends to pages until it is done or killed, and tells of each append only once it was acknowledged. */

import * as fs from "node:fs";
import { readFileSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import * as isomorphic from "isomorphic-git";
import { openWorkspace } from "../../src/open.js";
import { patch } from "../../src/session/patch.js";

import { pathOf } from "./ground.js";

/** One line of standard output, as JSON; another is `locked`, for an answer that acknowledged nothing. */
export interface Acknowledged {
  readonly page: string;
  /** The line as it stands in the page. */
  readonly entry: string;
  readonly commit: string;
  /** From asking to answer, retries within it included. */
  readonly ms: number;
}

const [mode = "", root = "", name = "", pages = "", count = "0"] = process.argv.slice(2);

type Append = (page: string, entry: string) => Promise<string | null>;

/** null where the answer was `locked`: nothing was acknowledged. */
async function oursIn(folder: string): Promise<Append> {
  const opened = await openWorkspace({ cwd: folder, repos: [], env: process.env, now: null });
  if (!opened.ok) throw new Error(opened.error.says);
  return async (page, entry) => {
    const done = await patch(opened.value, { op: "append", page, value: entry }, { detached: "refuse" });
    if (done.ok) return done.value.commit;
    if (done.error.code === "locked") return null;
    throw new Error(`${done.error.code}: ${done.error.says}`);
  };
}

/** What one writes without thinking of it: the file in place, then `add`, then `commit`, with a library and no lock. */
function naiveIn(folder: string): Append {
  return async (page, entry) => {
    const file = join(folder, pathOf(page));
    writeFileSync(file, `${readFileSync(file, "utf8")}${entry}\n`);
    const author = { name: "Naive", email: "naive@example.org" };
    await isomorphic.add({ fs, dir: folder, filepath: pathOf(page) });
    return isomorphic.commit({ fs, dir: folder, message: "append", author });
  };
}

const append = mode === "ours" ? await oursIn(root) : naiveIn(root);
// What was left by others is recovered by now, and is looked at before the first write changes it again.
writeSync(1, "ready\n");
await new Promise((resolve) => process.stdin.once("data", resolve));
const names = pages.split(",");
for (let i = 0; i < Number(count); i++) {
  const page = names[i % names.length] ?? "";
  const entry = `- Writer ${name} learned fact number ${i}.`;
  const started = performance.now();
  const commit = await append(page, entry).catch((error: unknown) => {
    // Without a lock two writers trip over one another; a person would see this error and lose the line.
    if (mode !== "naive") throw error;
    return null;
  });
  const ms = performance.now() - started;
  writeSync(
    1,
    commit === null ? "locked\n" : `${JSON.stringify({ page, entry, commit, ms } satisfies Acknowledged)}\n`,
  );
}
process.exit(0);

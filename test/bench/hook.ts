/** Hook: `git commit` of one changed page with the installed hooks, beside the same commit in the same memory without them. */

import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync } from "node:fs";
import { type GeneratedFile, generateMemory } from "../support/generate-memory.js";
import type { Bench, Row, Setting } from "./bench.js";
import { packedMemory } from "./memory.js";
import { paired, rowsOf } from "./paired.js";

const sizes = [1_000, 10_000] as const;

export const hook: Bench = {
  name: "hook",
  says: "`git commit -am` of one page with the hooks, beside the same without",
  run: measure,
};

async function measure(setting: Setting): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const pages of sizes) rows.push(...(await measureOne(setting, pages)));
  return rows;
}

async function measureOne({ seed, folder, project }: Setting, pages: number): Promise<readonly Row[]> {
  const files = generateMemory({ seed, pages });
  const hooked = memory(`${folder}/hooked-${pages}`, files);
  const plain = memory(`${folder}/plain-${pages}`, files);
  execFileSync(process.execPath, [`${project}/dist/pagefile.cjs`, "hooks", "install"], {
    cwd: hooked,
    stdio: "pipe",
  });
  const typed = files.filter(({ path }) => path.startsWith("memory/") && path.split("/").length === 3);
  const commit = (root: string, round: number): void => {
    appendFileSync(`${root}/${typed[(round * 7919) % typed.length]!.path}`, `- Learned in round ${round}.\n`);
    execFileSync("git", ["commit", "--quiet", "-am", `Round ${round}`], { cwd: root, stdio: "pipe" });
  };
  const result = await paired({
    pairs: 30,
    warmups: 3,
    ours: (round) => commit(hooked, round),
    rival: (round) => commit(plain, round),
  });
  const said = execFileSync("git", ["log", "-1", "--format=%B"], { cwd: hooked, encoding: "utf8" });
  if (!said.includes("Pagefile-Reason: MANUAL_EDIT")) throw new Error("the hooks did not run");
  return rowsOf(result, { case: `${pages} pages`, metric: "ms a commit", rival: "git commit without hooks" });
}

/** Both have the folder that a memory in use has. */
function memory(root: string, files: readonly GeneratedFile[]): string {
  packedMemory(root, files);
  mkdirSync(`${root}/.git/pagefile`);
  return root;
}

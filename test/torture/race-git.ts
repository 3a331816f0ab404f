/** Race git: the git command line, which commits a file of its own beside our writers, some ten times a second. */

import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { environment, type Ground } from "./ground.js";

/**
 * Gives how many commits it made until `done`; git that finds a lock gives up, and is asked again with the next content. With
 * `--only` and `--all` by turns: a plain `git commit` may write back the index as it was before another's commit, a race that
 * git has with itself.
 */
export async function gitBeside(ground: Ground, done: () => boolean): Promise<number> {
  const { root } = ground;
  const run = (...args: readonly string[]): Promise<boolean> =>
    new Promise((resolve) => {
      const child = spawn("git", args, { cwd: root, env: environment(root), stdio: "ignore" });
      child.on("close", (code) => resolve(code === 0));
    });
  let made = 0;
  const commit = async (content: string, how: readonly string[]): Promise<boolean> => {
    writeFileSync(join(root, "beside.txt"), content);
    const did = await run("commit", "--quiet", "--message", `git ${content.trim()}`, ...how);
    if (did) made += 1;
    return did;
  };
  writeFileSync(join(root, "beside.txt"), "first\n");
  while (!(await run("add", "beside.txt")));
  for (let i = 0; !done(); i++) {
    await commit(`${i}\n`, i % 2 === 0 ? ["--only", "beside.txt"] : ["--all"]);
    await sleep(Math.random() * 150);
  }
  while (!(await commit("last\n", ["--only", "beside.txt"])) && (await hasChange(run)));
  return made;
}

async function hasChange(run: (...args: readonly string[]) => Promise<boolean>): Promise<boolean> {
  return !(await run("diff", "--quiet", "HEAD", "--", "beside.txt"));
}

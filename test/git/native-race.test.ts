/** Native race: several processes commit to one branch at once, and git beside them; whatever was acknowledged is there. */

import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "tsdown";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openNativeHistory } from "../../src/git/native.js";
import { planWrites, publishTo, recordWrites, valueOf } from "../support/git-plan.js";
import { makeRepo } from "../support/git-repo.js";

const repo = makeRepo({ config: { "gc.auto": "0" } });
afterAll(() => repo.remove());
let child = "";

beforeAll(async () => {
  await build({
    config: false,
    entry: { child: fileURLToPath(new URL("./race-child.ts", import.meta.url)) },
    outDir: join(repo.home, "built"),
    format: "esm",
    platform: "node",
    dts: false,
    logLevel: "silent",
  });
  child = join(repo.home, "built", "child.mjs");
});

/** Runs to the end; gives standard output, or throws with what was said. */
function run(command: string, args: readonly string[]): Promise<string> {
  const started = spawn(command, args, { cwd: repo.dir, env: repo.env, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  let wrong = "";
  started.stdout.on("data", (chunk) => {
    said += chunk;
  });
  started.stderr.on("data", (chunk) => {
    wrong += chunk;
  });
  return new Promise((resolve, reject) => {
    started.on("close", (code) => (code === 0 ? resolve(said) : reject(new Error(`${code}: ${wrong}`))));
  });
}

describe("four processes of twenty commits and git itself", () => {
  it("all land, each once, and the repository is sound", async () => {
    const writers = ["a", "b", "c", "d"].map((name) => run(process.execPath, [child, repo.dir, name, "20"]));
    let byGit = 0;
    // With --all git keeps the index locked until its commit is made. Without, it writes the index it read before it took the lock
    // and lets go, even when the branch has moved and the commit fails: two plain `git commit` beside each other lose an `add` so.
    for (let i = 0; i < 40; i += 1) {
      const args = ["commit", "--all", "--allow-empty", "--quiet", "--message", `git ${i}`];
      const ran = await run("git", args).catch(() => null);
      if (ran !== null) byGit += 1;
    }
    const seen = (await Promise.all(writers)).map((said) => JSON.parse(said));
    expect(seen).toHaveLength(4);
    const subjects = repo.git("log", "--format=%s").split("\n");
    const ours = subjects.filter((subject) => /^[abcd] \d+$/.test(subject));
    expect(ours).toHaveLength(80);
    expect(new Set(ours).size).toBe(80);
    expect(subjects.filter((subject) => subject.startsWith("git "))).toHaveLength(byGit);
    expect(repo.git("ls-tree", "-r", "--name-only", "HEAD").split("\n")).toHaveLength(81);
    expect(repo.git("status", "--porcelain")).toBe("");
    expect(
      repo
        .tryGit(["fsck", "--strict"])
        .stderr.split("\n")
        .filter((line) => /error|missing/.test(line)),
    ).toEqual([]);
    expect(repo.git("reflog", "show", "--format=%H", "main").split("\n")).toHaveLength(subjects.length);
  }, 120_000);

  it("end by themselves, also with their git child left open", async () => {
    repo.git("gc", "--quiet");
    const said = await run(process.execPath, [child, repo.dir, "late", "1", "unclosed"]);
    expect(JSON.parse(said)).toEqual({ moved: 0, locked: 0 });
  });
});

describe("twenty commits at once in one process", () => {
  it("land one by one: each is made, or says that HEAD moved", async () => {
    const history = valueOf(await openNativeHistory(repo.dir, repo.env));
    const before = Number(repo.git("rev-list", "--count", "HEAD"));
    const calls = Array.from({ length: 20 }, (_, i) => recordWrites(history, repo, { [`one/${i}.md`]: `${i}\n` }));
    const results = (await Promise.all(calls)).map(valueOf);
    const made = results.filter(({ moved }) => !moved).length;
    expect(made).toBeGreaterThan(0);
    expect(Number(repo.git("rev-list", "--count", "HEAD"))).toBe(before + made);
    await history.close();
  });

  it("wait for one another longer than they would wait for a stranger's lock", async () => {
    const history = valueOf(await openNativeHistory(repo.dir, repo.env));
    const slow = planWrites(repo, { "slow.md": "slow\n" });
    const publish = async () => {
      await new Promise((resolve) => setTimeout(resolve, 2_400));
      return publishTo(repo.dir, slow)();
    };
    const first = history.record(slow, { publish, detached: "refuse" });
    const second = recordWrites(history, repo, { "quick.md": "quick\n" });
    expect(valueOf(await first)).toMatchObject({ moved: false });
    expect(valueOf(await second)).toEqual({ moved: true });
    await history.close();
  });
});

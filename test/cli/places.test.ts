/** Places: folders as people have them, through the built program: thousands of files, a damaged index, no git at all. */

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { cli } from "../support/cli.js";
import { here } from "../support/here.js";

const binary = fileURLToPath(new URL("../../dist/pagefile.cjs", import.meta.url));

test("a thousand files become a memory under a limit of 200 open files", () => {
  const { folder, git } = cli();
  const memory = join(folder, "many");
  mkdirSync(join(memory, "memory"), { recursive: true });
  for (let n = 0; n < 1000; n++) writeFileSync(join(memory, "memory", `n${n}.md`), `- Fact ${n}.\n`);
  const command = `ulimit -n 200 && exec "${process.execPath}" "${binary}" init --json`;
  const identity = {
    GIT_AUTHOR_NAME: "A",
    GIT_AUTHOR_EMAIL: "a@example.invalid",
    GIT_COMMITTER_NAME: "A",
    GIT_COMMITTER_EMAIL: "a@example.invalid",
  };
  const ran = spawnSync("sh", ["-c", command], {
    cwd: memory,
    encoding: "utf8",
    env: { PATH: process.env.PATH, HOME: folder, ...identity },
  });
  expect(ran.stderr).toBe("");
  expect(JSON.parse(ran.stdout)).toMatchObject({ created: ["pagefile.yaml"] });
  expect(git(["status", "--porcelain"], memory)).toBe("");
  expect(git(["ls-files"], memory).trim().split("\n")).toHaveLength(1001);
  git(["fsck", "--strict"], memory);
});

test("whatever becomes of the derived index, pages are found and files stay as they are", async () => {
  const program = cli();
  const { sample } = program;
  const run = here(program);
  const memory = sample();
  const pages = async () => JSON.parse((await run(["pages", "--json"], { cwd: memory })).stdout).pages;
  const expected = await pages();
  const state = join(memory, ".git", "pagefile");
  const files = readdirSync(state, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\.(?:json|log)$/.test(name),
  );
  expect(files.length).toBeGreaterThan(0);
  const harms: ((path: string) => void)[] = [
    (path) => writeFileSync(path, ""),
    (path) => writeFileSync(path, readFileSync(path).subarray(0, 40)),
    (path) =>
      writeFileSync(
        path,
        readFileSync(path).map((byte, at) => (at % 97 === 5 ? byte ^ 1 : byte)),
      ),
    (path) => rmSync(path, { force: true }),
    () => rmSync(state, { recursive: true, force: true }),
  ];
  for (const harm of harms) {
    for (const name of files.filter((each) => existsSync(join(state, each)))) harm(join(state, name));
    expect(await pages()).toEqual(expected);
    expect(JSON.parse((await run(["verify", "--json"], { cwd: memory })).stdout).differences).toEqual([]);
  }
});

test("where the derived index cannot be written, reading goes on", () => {
  const { run, sample } = cli();
  const memory = sample();
  rmSync(join(memory, ".git", "pagefile"), { recursive: true, force: true });
  writeFileSync(join(memory, ".git", "pagefile"), "in the way");
  const ran = run(["assemble", "--budget", "600", "--json"], { cwd: memory });
  expect(JSON.parse(ran.stdout).selected.length).toBeGreaterThan(3);
  // A write would have to say whose words it brings, and there is nowhere to.
  expect(run(["append", "travel-mornings", "- Early."], { cwd: memory }).exit).not.toBe(0);
  expect(readFileSync(join(memory, ".git", "pagefile"), "utf8")).toBe("in the way");
});

test.each([
  ["no git", null],
  ["a git that is too old", "#!/bin/sh\necho git version 2.34.1\n"],
])("with %s on PATH: init, append, log and assemble, and git agrees afterwards", (_, old) => {
  const { folder, run, git } = cli();
  const bin = join(folder, "bin");
  mkdirSync(bin);
  symlinkSync(process.execPath, join(bin, "node"));
  if (old !== null) writeFileSync(join(bin, "git"), old, { mode: 0o755 });
  const memory = join(folder, "lone");
  const env = { PATH: bin };
  expect(run(["init", memory], { env }).exit).toBe(0);
  expect(JSON.parse(run(["status", "--json"], { cwd: memory, env }).stdout).engine).toBe("embedded");
  const made = run(
    ["new", "--type", "decision", "--title", "Use trains", "--field", "decision=trains", "--field", "because=calm"],
    { cwd: memory, env },
  );
  expect(made.exit, made.stderr).toBe(0);
  expect(run(["append", "use-trains", "Under four hours."], { cwd: memory, env }).exit).toBe(0);
  const reasons = JSON.parse(run(["log", "--json"], { cwd: memory, env }).stdout).entries.map(
    (row: { reason: string }) => row.reason,
  );
  expect(reasons).toEqual(["FLUSH_MANUAL", "CAPTURE", "ADOPT"]);
  expect(
    git(["log", "--format=%(trailers:key=Pagefile-Reason,valueonly,separator=%x20)"], memory).trim().split("\n"),
  ).toEqual(reasons);
  expect(git(["status", "--porcelain"], memory)).toBe("");
  git(["gc", "--quiet"], memory);
  expect(run(["append", "use-trains", "Above four hours too."], { cwd: memory, env }).exit).toBe(0);
  expect(run(["log", "use-trains"], { cwd: memory, env }).stdout.trim().split("\n").length).toBeGreaterThan(2);
  git(["fsck", "--strict"], memory);
});

test("a table of refs is refused where git is too old to read it, and no commit seems to be missing", () => {
  const { folder, run, sample } = cli();
  const memory = sample();
  const bin = join(folder, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "git"), "#!/bin/sh\necho git version 2.34.1\n", { mode: 0o755 });
  const config = readFileSync(join(memory, ".git", "config"), "utf8");
  const table = "[core]\n\trepositoryformatversion = 1\n[extensions]\n\trefStorage = reftable\n";
  writeFileSync(join(memory, ".git", "config"), `${config}${table}`);
  const ran = run(["recall", "hotels"], { cwd: memory, env: { PATH: bin } });
  expect(ran.stderr).toContain("a repository that keeps its refs in a reftable");
  expect(ran.exit).not.toBe(0);
});

test("what is only read, and what a prompt gets, starts no git, but for the day of a hit that names none", () => {
  const { folder, run, sample, env: given } = cli();
  const memory = sample();
  const [bin, asked] = [join(folder, "bin"), join(folder, "asked")];
  mkdirSync(bin);
  writeFileSync(join(bin, "git"), `#!/bin/sh\necho "$*" >> '${asked}'\nexit 1\n`, { mode: 0o755 });
  const env = { PATH: [bin, given.PATH].join(delimiter) };
  // This git fails, and the day is read without it.
  const recalled = run(["recall", "what did we decide about hotels?"], { cwd: memory, env }).stdout;
  expect(recalled).toMatch(/^one-hotel .*\n.* \(its last commit\)/);
  rmSync(asked);
  expect(run(["recall", "morning departures", "--limit", "1"], { cwd: memory, env }).stdout).toContain("2026-11-20");
  expect(run(["assemble", "--budget", "640"], { cwd: memory, env }).exit).toBe(0);
  const prompt = {
    session_id: "s-one",
    transcript_path: join(folder, "none.jsonl"),
    cwd: memory,
    hook_event_name: "UserPromptSubmit",
    prompt_id: "p1",
    prompt: "What did we decide about hotels?",
  };
  const told = run(["harness", "claude-code", "UserPromptSubmit"], {
    cwd: memory,
    env,
    input: JSON.stringify(prompt),
  });
  expect(told.stdout).toContain("harbor hotel");
  expect(existsSync(asked)).toBe(false);
});

test("one key edited in a hand-written file of 200 lines is one changed line", () => {
  const { folder, run, git } = cli();
  const memory = join(folder, "hand");
  mkdirSync(join(memory, "memory"), { recursive: true });
  const lines = Array.from({ length: 196 }, (_, n) =>
    n % 7 === 0 ? `*  oddly   spaced ${n}  ` : `Line ${n} — ünïcode\t`,
  );
  const text = `---\n# mine\ntitle:   'Hand written'   # keep\ntags: [ a,  b ]\n---\r\n${lines.join("\n")}`;
  writeFileSync(join(memory, "memory", "hand.md"), text);
  run(["init", memory]);
  const base = JSON.parse(run(["show", "hand", "--json"], { cwd: memory }).stdout).page.oid;
  const set = run(["set", "hand", "title", "Set", "--base", base], { cwd: memory });
  expect(set.exit, set.stderr).toBe(0);
  expect(git(["show", "--numstat", "--format=", "HEAD"], memory).trim()).toBe("1\t1\tmemory/hand.md");
  expect(readFileSync(join(memory, "memory", "hand.md"), "utf8")).toBe(text.replace("'Hand written'", "'Set'"));
});

test.each(["false", "true"])(
  "what a sparse checkout leaves out was deleted by nobody (index.sparse=%s)",
  (sparse) => {
    const { git, run, sample } = cli();
    const memory = sample();
    const pages = git(["ls-files", "memory/decisions"], memory).trim().split("\n");
    git(["config", "index.sparse", sparse], memory);
    git(["sparse-checkout", "set", "--cone", "memory/preferences"], memory);
    expect(existsSync(join(memory, pages[0]!))).toBe(false);
    const status = JSON.parse(run(["status", "--json"], { cwd: memory }).stdout);
    expect(status.missing).toEqual([]);
    expect(status.unread).toContainEqual(expect.stringContaining("the sparse checkout leaves them out"));
    expect(run(["nightly"], { cwd: memory })).toMatchObject({ exit: 0 });
    expect(run(["audit"], { cwd: memory }).stdout).not.toContain("page_missing");
    expect(git(["ls-tree", "-r", "--name-only", "HEAD", "memory/decisions/"], memory).trim().split("\n")).toEqual(
      pages,
    );
    expect(git(["status", "--porcelain"], memory)).toBe("");
  },
);

test("a partial clone says that the past is not here, and how it comes, and is not called damaged", () => {
  const { folder, git, run, sample } = cli();
  const memory = sample();
  expect(run(["append", "travel-mornings", "- Trains beat flights. [human]"], { cwd: memory })).toMatchObject({
    exit: 0,
  });
  git(["config", "uploadpack.allowFilter", "true"], memory);
  const partial = join(folder, "partial");
  git(["clone", "--quiet", "--filter=blob:none", `file://${memory}`, partial]);
  expect(run(["append", "travel-mornings", "- Aisle seats. [human]"], { cwd: partial })).toMatchObject({ exit: 0 });
  const judged = run(["verify", "--history"], { cwd: partial });
  expect(judged.stderr).toContain("This clone is partial (git clone --filter)");
  git(["config", "--unset", "remote.origin.partialclonefilter"], partial);
  git(["fetch", "--quiet", "--refetch"], partial);
  expect(run(["verify", "--history"], { cwd: partial }).stderr).not.toContain("partial");
});

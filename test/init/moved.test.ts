/** Moved: whoever copies a memory without its history, or gives a folder another repository or remote, is told so, and by the command that is named all is well. */

import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { cli } from "../support/cli.js";
import { story, told } from "../support/harness-events.js";
import { here } from "../support/here.js";

/** A repository of code that is set up, and in which a fact was told. */
async function settled(remote?: string) {
  const program = cli();
  const { git, env } = program;
  const dir = join(program.folder, "home/code");
  mkdirSync(join(program.folder, "home/.claude"), { recursive: true });
  mkdirSync(dir);
  git(["init", "--quiet", "--initial-branch=main"], dir);
  if (remote !== undefined) git(["remote", "add", "origin", remote], dir);
  git(["commit", "--quiet", "--allow-empty", "--message=Begin"], dir);
  // Below the home, as where nothing else is said.
  const data = join(program.folder, "home/.local/share/pagefile");
  const within = here(program);
  const run: typeof within = (args, options = {}) =>
    within(args, { cwd: dir, ...options, env: { ...env, PAGEFILE_HOME: data } });
  const setUp = async (cwd: string, ...more: string[]) =>
    JSON.parse((await run(["setup", "claude-code", "--json", ...more], { cwd })).stdout).memory;
  const { root } = await setUp(dir);
  await run(["remember", "The staging database is heron."]);
  const started = async (cwd: string) => {
    const { event } = story(program.folder, "s-1", cwd);
    const input = event("SessionStart", { source: "startup" });
    const ran = await run(["harness", "claude-code", "SessionStart"], { cwd, input });
    // A notice stands on standard error, too.
    return told({ ...ran, stderr: "" });
  };
  return { program, git, dir, run, setUp, root: root as string, started };
}

it("says of a memory without its history how that begins anew, and writes into no repository around it", async () => {
  const { program, git, dir, run, setUp, root, started } = await settled();
  const home = join(program.folder, "home");
  git(["init", "--quiet"], home);
  git(["commit", "--quiet", "--allow-empty", "--message=Dotfiles"], home);
  rmSync(join(root, ".git"), { recursive: true });
  const anew = `pagefile init ${root}`;
  for (const args of [["setup", "claude-code"], ["status"], ["remember", "The cache is otter."]])
    expect(await run(args)).toMatchObject({ exit: 9, stderr: expect.stringContaining(anew) });
  expect(await run(["status"], { cwd: root })).toMatchObject({ exit: 9 });
  expect((await started(dir)).notice).toContain(anew);
  expect((await run(anew.split(" ").slice(1))).exit).toBe(0);
  expect((await run(["recall", "staging"])).stdout).toContain("heron");
  expect(await setUp(dir)).toMatchObject({ root, did: "found" });
  expect((await started(dir)).notice).toBe("");
  expect(git(["ls-files"], root).split("\n")).toEqual(expect.arrayContaining(["MEMORY.md", "pagefile.yaml"]));
  expect(git(["log", "--format=%s"], home).trim()).toBe("Dotfiles");
  expect(existsSync(join(home, ".git/hooks/pre-commit"))).toBe(false);
});

it("says of a memory in the tree that lies in no repository any more what is missing", async () => {
  const { program, run, started } = await settled();
  const bare = join(program.folder, "bare");
  mkdirSync(bare);
  expect((await started(bare)).notice).toBe("");
  writeFileSync(
    join(bare, "pagefile.yaml"),
    "pagefile: 1\nstore: 0123456789abcdef0123\nname: bare\nprofile: plain\n",
  );
  expect((await started(bare)).notice).toContain("not inside a git repository");
  expect((await run(["status"], { cwd: bare })).exit).toBe(3);
});

it("tells a folder whose repository began anew of the memory that was there, which one command takes", async () => {
  const { git, dir, run, setUp, root } = await settled();
  rmSync(join(dir, ".git"), { recursive: true });
  git(["init", "--quiet"], dir);
  git(["commit", "--quiet", "--allow-empty", "--message=Squash"], dir);
  expect((await run(["recall", "staging"])).stderr).toContain(root);
  const made = await setUp(dir);
  expect(made).toMatchObject({ did: "made", others: [root] });
  const said = (await run(["setup", "claude-code"])).stdout;
  const command = /pagefile (setup claude-code --join \S+)/.exec(said)?.[1] ?? "";
  expect((await run(["doctor"])).stdout).toContain(command);
  expect((await run([...command.split(" "), "--dry-run"])).exit).toBe(0);
  expect((await run(["recall", "staging"])).stdout).not.toContain("heron");
  expect((await run(command.split(" "))).stdout).toContain(`as it is  ${root}`);
  expect((await run(["recall", "staging"])).stdout).toContain("heron");
  for (const other of ["nothing", dir, made.root].map((name) =>
    run(["setup", "claude-code", "--join", name], { cwd: join(dir, "..") }),
  ))
    expect(await other).toMatchObject({ exit: 2 });
});

it("tells a folder that left the project's remote, at each start, that nobody hears what is said there", async () => {
  const { program, git, dir, setUp, root, started } = await settled("https://code.example/me/starter");
  const second = join(program.folder, "second");
  git(["clone", "--quiet", dir, second]);
  const remote = (name: string) => git(["remote", "set-url", "origin", `https://code.example/me/${name}`], second);
  remote("starter");
  expect(await setUp(second)).toMatchObject({ root, did: "found" });
  remote("bolt");
  expect((await started(second)).notice).toContain("pagefile setup claude-code");
  const own = await setUp(second);
  expect(own).toMatchObject({ did: "made", others: [root] });
  expect(await started(second)).toMatchObject({ notice: "", context: expect.not.stringContaining("heron") });
  expect((await started(dir)).context).toContain("heron");
  expect(await setUp(dir)).toEqual({ root, did: "found", hooks: expect.anything() });
});

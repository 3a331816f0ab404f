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
  const started = async (
    cwd: string,
    name = "SessionStart",
    more: Readonly<Record<string, unknown>> = { source: "startup" },
  ) => {
    const { event } = story(program.folder, "s-1", cwd);
    const ran = await run(["harness", "claude-code", name], { cwd, input: event(name, more) });
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

it("tells a folder that left the project's remote, at each start alone, that nobody hears what is said there", async () => {
  const { program, git, dir, run, setUp, root, started } = await settled("https://code.example/me/starter");
  const second = join(program.folder, "second");
  git(["clone", "--quiet", dir, second]);
  const remote = (name: string) => git(["remote", "set-url", "origin", `https://code.example/me/${name}`], second);
  remote("starter");
  const third = join(program.folder, "third");
  git(["clone", "--quiet", second, third]);
  git(["remote", "set-url", "origin", "https://code.example/me/third"], third);
  expect(await setUp(second)).toMatchObject({ root, did: "found" });
  remote("bolt");
  expect((await started(second)).notice).toContain("pagefile setup claude-code");
  const tool = { tool_name: "Bash", tool_input: { command: "ls" }, tool_response: { stdout: "a" } };
  expect((await started(second, "PostToolUse", tool)).notice).toBe("");
  expect((await started(second, "UserPromptSubmit", { prompt: "Hello." })).notice).toBe("");
  git(["remote", "set-url", "origin", "https://code.example/me/acme"], dir);
  expect((await started(dir)).context).toContain("heron");
  // It never had one, and its remote leads nowhere any more.
  git(["remote", "set-url", "origin", "https://code.example/me/starter"], third);
  expect((await started(third)).notice).toBe("");
  expect((await run(["recall", "staging"], { cwd: third })).stderr).toContain(root);
  const own = await setUp(second);
  expect(own).toMatchObject({ did: "made", others: [root] });
  expect(await started(second)).toMatchObject({ notice: "", context: expect.not.stringContaining("heron") });
  expect((await started(dir)).context).toContain("heron");
  expect(await setUp(dir)).toEqual({ root, did: "found", hooks: expect.anything() });
});

it("says in a home that is in git, which is no project, nothing of a memory that it does not make", async () => {
  const { program, git, run } = await settled();
  const home = join(program.folder, "home");
  git(["init", "--quiet"], home);
  const { stdout } = await run(["setup", "claude-code"], { cwd: home });
  expect(stdout).toContain("This folder is no project");
  expect(stdout).not.toContain("have the memory");
});

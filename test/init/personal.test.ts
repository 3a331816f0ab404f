/** Personal: a project's memory, made by setup outside of its tree: what is said in one worktree is known in a clone, and the code's own repository is what it was. */

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { packageRoot } from "../../src/state/machine.js";

import { type Cli, cli, type Ran } from "../support/cli.js";
import { type Story, story, told } from "../support/harness-events.js";
import { here } from "../support/here.js";
import { spawnText } from "../support/spawn.js";

/** The command line in this process, by which hooks are written that start the built program. */
function asBuilt(program: Cli): ReturnType<typeof here> {
  const [, before = ""] = process.argv;
  process.argv[1] = join(packageRoot(), "dist/pagefile.cjs");
  onTestFinished(() => {
    process.argv[1] = before;
  });
  const run = here(program);
  return (args, options = {}) => run(args, { ...options, env: { PAGEFILE_HOOKS: "", ...options.env } });
}

interface Code {
  readonly program: Cli;
  /** A command in this process, which joins no git to a memory. */
  readonly run: ReturnType<typeof here>;
  readonly home: string;
  /** A repository of code, with a remote and without a memory. */
  readonly code: string;
  /** All that its git shows of it. */
  readonly seen: () => string;
  readonly memory: () => string;
}

function code(): Code {
  const program = cli();
  const dir = join(program.folder, "code");
  const { git } = program;
  mkdirSync(join(dir, "docs"), { recursive: true });
  git(["init", "--quiet", "--initial-branch=main"], dir);
  git(["remote", "add", "origin", "git@code.example:me/shop.git"], dir);
  for (const name of ["CLAUDE.md", "AGENTS.md", "docs/plan.md"]) writeFileSync(join(dir, name), "# Ours\n");
  git(["add", "--all"], dir);
  git(["commit", "--quiet", "--message=Begin"], dir);
  const home = program.env.HOME ?? "";
  for (const name of [".claude", ".codex", ".pi/agent"]) mkdirSync(join(home, name), { recursive: true });
  const projects = join(program.env.PAGEFILE_HOME ?? "", "projects");
  return {
    program,
    run: here(program),
    home,
    code: dir,
    seen: () =>
      [
        git(["log", "--all", "--format=%H %s"], dir),
        git(["status", "--porcelain", "--ignored"], dir),
        git(["for-each-ref"], dir),
        git(["ls-files", "--stage"], dir),
        git(["config", "--local", "--list"], dir),
        readdirSync(join(dir, ".git")).filter((name) => name === "pagefile" || name === "hooks"),
      ].join("\n"),
    memory: () => join(projects, readdirSync(projects)[0] ?? ""),
  };
}

type Hook = (name: string, more?: object) => Promise<string>;

function heard(ran: Ran): string {
  const { context, notice } = told(ran);
  expect(notice).toBe("");
  return context;
}

/** Runs the command that setup has written for an event, as the harness does, in the folder of the session. */
function hook({ program, home }: Code, cwd: string, { event }: Story): Hook {
  const { hooks } = JSON.parse(readFileSync(join(home, ".claude/settings.json"), "utf8"));
  return async (name, more = {}) => {
    const command: string = hooks[name][0].hooks[0].command;
    const input = event(name, { ...more });
    const { stdout, stderr, status } = spawnText("/bin/sh", ["-c", command], { cwd, env: program.env, input });
    return heard({ stdout, stderr, exit: status ?? -1 });
  };
}

/** What that command runs, in this process. */
const hookHere =
  (about: Code, cwd: string, { event }: Story): Hook =>
  async (name, more = {}) =>
    heard(await about.run(["harness", "claude-code", name], { cwd, input: event(name, { ...more }) }));

async function say(about: Code, cwd: string, session: string, prompt: string, by = hookHere): Promise<string> {
  const told = story(about.program.folder, session, cwd);
  const run = by(about, cwd, told);
  const begun = await run("SessionStart", { source: "startup" });
  told.say(prompt);
  const given = await run("UserPromptSubmit", { prompt, prompt_id: `${session}-p` });
  await run("PostToolUse", {
    tool_name: "Read",
    tool_input: { file_path: "a" },
    tool_response: "",
    tool_use_id: "t",
  });
  await run("Stop", { stop_hook_active: false });
  await run("SessionEnd", { reason: "other" });
  return begun + given;
}

describe("setup in a repository of code", () => {
  it("makes a memory that all of its worktrees and clones share, and leaves no trace in it", async () => {
    const about = code();
    const { program, code: dir, seen, memory } = about;
    const before = seen();
    const said = program.run(["setup", "claude-code"], { cwd: dir });
    expect(said).toMatchObject({ exit: 0, stderr: "" });
    expect(said.stdout).toContain(`made  ${memory()}`);
    expect(readdirSync(memory()).sort()).toEqual([".git", "MEMORY.md", "pagefile.yaml"]);
    const [worktree, clone] = [join(program.folder, "wt"), join(program.folder, "clone")];
    const again = program.run(["setup", "claude-code", "--json"], { cwd: join(dir, "docs") });
    expect(JSON.parse(again.stdout).memory).toEqual({ root: memory(), did: "found", hooks: null });
    expect(seen()).toBe(before);
    program.git(["clone", "--quiet", dir, clone]);
    program.git(["remote", "set-url", "origin", "https://code.example/me/shop"], clone);
    program.git(["worktree", "add", "--quiet", "-b", "feature", worktree], dir);
    const branched = seen();
    expect(await say(about, worktree, "s-1", "We always use pnpm here, never npm.", hook)).not.toContain("pnpm");
    expect(await say(about, clone, "s-2", "Which package manager do we use, pnpm or npm?", hook)).toContain(
      "pnpm here",
    );
    expect(seen()).toBe(branched);
    const found = await about.run(["recall", "pnpm", "--json"], { cwd: clone });
    expect(JSON.parse(found.stdout).text).toContain("always use pnpm");
    expect(program.git(["status", "--porcelain"], memory())).toBe("");
    // Whoever has another remote is another project.
    program.git(["remote", "set-url", "origin", "https://code.example/you/shop"], clone);
    expect(await say(about, clone, "s-3", "Which package manager do we use, pnpm or npm?")).toBe("");
  });

  it("gives a session nothing but what was said while the memory is young", async () => {
    const about = code();
    const { program, run, code: dir } = about;
    await run(["setup", "claude-code"], { cwd: dir });
    await say(about, dir, "s-1", "We always use pnpm here, never npm.");
    const begun = await hookHere(
      about,
      dir,
      story(program.folder, "s-2", dir),
    )("SessionStart", { source: "startup" });
    expect([...begun.matchAll(/ id="([^"]*)/g)].map(([, id]) => id)).toEqual(["memory#rules"]);
  });

  it("keeps what is said of every project where every project finds it, and changes it there", async () => {
    const about = code();
    const { program, run, code: dir } = about;
    const other = join(program.folder, "other");
    program.git(["clone", "--quiet", dir, other]);
    program.git(["remote", "set-url", "origin", "https://code.example/me/other"], other);
    for (const cwd of [dir, other]) expect((await run(["setup", "claude-code"], { cwd })).exit).toBe(0);
    const data = program.env.PAGEFILE_HOME ?? "";
    const global = join(data, "global");
    await say(about, dir, "s-1", "We always use pnpm here, never npm.");
    expect(existsSync(global)).toBe(false);
    await say(about, dir, "s-2", "In all my projects: always write commit messages in French.");
    expect(program.git(["grep", "-h", "French", "HEAD"], global)).toContain("commit messages in French");
    expect(program.git(["log", "--format=%s", "--all", "-S", "French"], about.memory())).toBe("");
    const begun = await say(
      about,
      other,
      "s-3",
      "In all my projects: write commit messages in German now, not in French.",
    );
    expect(begun).toContain("in French");
    expect(begun).not.toContain("pnpm");
    const after = await say(about, dir, "s-4", "Go on.");
    expect(after).toContain("in German");
    expect(program.git(["grep", "-h", "French", "HEAD"], global)).toMatch(
      /^- .*German[^\n]*\n\s+- Superseded .*always write/,
    );
  });

  it("keeps it there beside a memory in the tree too, but for one that is named and for an agent's workspace", async () => {
    const about = code();
    const { program, run, code: dir } = about;
    const other = join(program.folder, "other");
    program.git(["clone", "--quiet", dir, other]);
    program.git(["remote", "set-url", "origin", "https://code.example/me/other"], other);
    expect((await run(["init"], { cwd: dir })).exit).toBe(0);
    for (const cwd of [dir, other]) expect((await run(["setup", "claude-code"], { cwd })).exit).toBe(0);
    const said = "In all my projects: always write commit messages in French.";
    const global = join(program.env.PAGEFILE_HOME ?? "", "global");
    const inTree = (cwd: string, word: string) => program.git(["log", "--format=%s", "--all", "-S", word], cwd);
    await run(["remember", "In all my projects: never use tabs.", "--repo", "."], { cwd: dir });
    expect(inTree(dir, "never use tabs")).not.toBe("");
    expect(existsSync(global)).toBe(false);
    await say(about, dir, "s-1", said);
    expect(program.git(["grep", "-h", "French", "HEAD"], global)).toContain("commit messages in French");
    expect(inTree(dir, "French")).toBe("");
    for (const cwd of [dir, other]) expect(await say(about, cwd, "s-2", "Go on.")).toContain("in French");
    expect((await run(["show", "everywhere"], { cwd: dir })).stdout).toContain("in French");
    const agent = join(program.folder, "agent");
    mkdirSync(agent);
    expect((await run(["init", "--profile", "openclaw"], { cwd: agent })).exit).toBe(0);
    expect((await run(["remember", "In all my projects: sign commits."], { cwd: agent })).exit).toBe(0);
    expect(inTree(agent, "sign commits")).not.toBe("");
    expect((await run(["show", "everywhere"], { cwd: agent })).exit).toBe(4);
  });

  it("lets words of a person wait, and tells it, where their own memory cannot be made beside one in the tree", async () => {
    const { program, run, code: dir } = code();
    const data = program.env.PAGEFILE_HOME ?? "";
    const global = join(data, "global");
    expect((await run(["init"], { cwd: dir })).exit).toBe(0);
    mkdirSync(data, { recursive: true });
    writeFileSync(global, "");
    const said = ["In all my projects: always write commit messages in French.", "My sister is called Ida Adler."];
    for (const text of said) {
      const refused = await run(["remember", text], { cwd: dir });
      expect([refused.exit, refused.stderr]).toEqual([74, expect.stringMatching(/all projects.*wait in the inbox/)]);
    }
    expect((await run(["remember", "Our queue is called stork-1."], { cwd: dir })).exit).toBe(0);
    const { event, say: type } = story(program.folder, "s-1", dir);
    type("My brother is called Otto Adler.");
    const hook = async (name: string, more: object) =>
      told(await run(["harness", "claude-code", name], { cwd: dir, input: event(name, { ...more }) }));
    await hook("UserPromptSubmit", { prompt: "My brother is called Otto Adler.", prompt_id: "p" });
    expect((await hook("Stop", { stop_hook_active: false })).notice).toContain("cannot be kept in");
    expect(program.git(["log", "--format=%s", "--all", "-S", "Adler"], dir)).toBe("");
    expect(program.git(["grep", "-h", "stork", "HEAD"], dir)).toContain("stork-1");
    rmSync(global);
    expect((await run(["inbox", "keep"], { cwd: dir })).exit).toBe(0);
    expect(program.git(["grep", "-h", "-E", "Ida|Otto|French", "HEAD"], global).trim().split("\n")).toHaveLength(3);
    expect(program.git(["log", "--format=%s", "--all", "-S", "Adler"], dir)).toBe("");
  });

  it("makes what holds in every project by whoever commits beside it, where git knows nobody else", async () => {
    const { program, run, code: dir } = code();
    const none = { GIT_AUTHOR_NAME: "", GIT_AUTHOR_EMAIL: "", GIT_COMMITTER_NAME: "", GIT_COMMITTER_EMAIL: "" };
    const global = join(program.env.PAGEFILE_HOME ?? "", "global");
    program.git(["config", "user.name", 'Mo "M" Ott'], dir);
    program.git(["config", "user.email", "mo@work.example"], dir);
    expect((await run(["init"], { cwd: dir, env: none })).exit).toBe(0);
    for (const name of ["Ida", "Otto"])
      expect((await run(["remember", `My friend is called ${name} Adler.`], { cwd: dir, env: none })).exit).toBe(0);
    expect(program.git(["grep", "-h", "Adler", "HEAD"], global).trim().split("\n")).toHaveLength(2);
    expect(program.git(["log", "-1", "--format=%an %ae"], global).trim()).toBe('Mo "M" Ott mo@work.example');
    expect(program.git(["log", "--format=%s", "--all", "-S", "Adler"], dir)).toBe("");
  });

  it("goes on without what holds in every project where that is broken, tells it, and lets its words wait", async () => {
    const about = code();
    const { program, run, code: dir } = about;
    const global = join(program.env.PAGEFILE_HOME ?? "", "global");
    expect((await run(["init"], { cwd: dir })).exit).toBe(0);
    await run(["remember", "In all my projects: always write commit messages in French."], { cwd: dir });
    renameSync(join(global, ".git"), join(global, "was"));
    expect((await run(["remember", "Our relay is called raven-2."], { cwd: dir })).exit).toBe(0);
    expect((await run(["recall", "relay"], { cwd: dir })).stdout).toContain("raven-2");
    const { findings } = JSON.parse((await run(["status", "--json"], { cwd: dir })).stdout);
    expect(findings).toMatchObject([{ code: "global_missing", says: expect.stringContaining("no history") }]);
    const input = story(program.folder, "s-1", dir).event("SessionStart", { source: "startup" });
    const start = told(await run(["harness", "claude-code", "SessionStart"], { cwd: dir, input }));
    expect(start.notice).toContain(`pagefile init ${global}`);
    expect(start.context).toContain("raven-2");
    const refused = await run(["remember", "My sister is called Ida Adler."], { cwd: dir });
    expect([refused.exit, refused.stderr]).toEqual([9, expect.stringContaining("wait in the inbox")]);
    expect(existsSync(join(global, ".git"))).toBe(false);
    renameSync(join(global, "was"), join(global, ".git"));
    expect((await run(["inbox", "keep"], { cwd: dir })).exit).toBe(0);
    expect(program.git(["grep", "-h", "Adler", "HEAD"], global)).toContain("Ida Adler");
    writeFileSync(join(global, "pagefile.yaml"), "pagefile: 9\n");
    expect((await run(["recall", "relay"], { cwd: dir })).stdout).toContain("raven-2");
  });

  it("keeps what a person says of themself out of a memory in the tree, which others read", async () => {
    const { program, run, code: dir } = code();
    const global = join(program.env.PAGEFILE_HOME ?? "", "global");
    expect((await run(["init"], { cwd: dir })).exit).toBe(0);
    const remember = async (text: string) => {
      expect((await run(["remember", text], { cwd: dir })).exit, text).toBe(0);
    };
    const ofSelf = [
      "I have diabetes.",
      "I am vegetarian.",
      "I have ADHD, so please always give me one step at a time.",
      "I work part-time, only on Tuesdays and Wednesdays.",
      "I am Jewish, so never plan anything for Saturdays.",
      "Never rely on red and green alone, I'm color-blind.",
      "Trabajo a media jornada, solo los martes.",
      "Ich bin farbenblind, also verlass dich nie nur auf Rot und Grün.",
      "My manager is Petra Kuhn.",
      "Meine Chefin ist Petra Kuhn.",
      "Ma responsable est Petra Kuhn.",
      "My home office is in Lisbon, always plan in UTC for me.",
      "Plane für mich immer in UTC.",
    ];
    const ofWork = [
      "The manager of the harbor is Petra Kuhn.",
      "Our manager is Hans Weber.",
      "My manager wants from now on every PR reviewed twice.",
      "Always run the tests for me before a commit.",
      "Always run the linter before a commit.",
      "I own the billing service.",
      "I am the maintainer of the parser.",
      "I have admin rights for the staging cluster.",
      "I am Anna's stand-in for deployments.",
      "Use birthday as the key, I have checked it.",
    ];
    for (const text of [...ofSelf, ...ofWork]) await remember(text);
    const kept = (cwd: string) =>
      program
        .git(["grep", "-h", "^- .*human", "HEAD"], cwd)
        .replace(/\.? \[human\]$/gm, ".")
        .trim()
        .split("\n");
    expect(kept(global).sort()).toEqual(ofSelf.map((text) => `- ${text}`).sort());
    expect(kept(dir).sort()).toEqual(ofWork.map((text) => `- ${text}`).sort());
  });

  it("dates what it keeps for every project by the clock that it is given", async () => {
    const made = code();
    const env = { PAGEFILE_NOW: "2027-03-01T09:00:00Z" };
    const run: Code["run"] = (args, options) => made.run(args, { ...options, env });
    const about = { ...made, run };
    const { program, code: dir } = about;
    await run(["setup", "claude-code"], { cwd: dir });
    await say(about, dir, "s-1", "In all my projects: always write commit messages in French.");
    const global = join(program.env.PAGEFILE_HOME ?? "", "global");
    const days = program.git(["log", "--format=%as"], global).trim().split("\n");
    expect(new Set(days)).toEqual(new Set(["2027-03-01"]));
  });

  it.each(["claude-code", "codex"])("shows with %s on a dry run what it would make, and makes it", async (name) => {
    const { program, run, code: dir, seen } = code();
    const [data, before] = [program.env.PAGEFILE_HOME ?? "", seen()];
    const dry = JSON.parse((await run(["setup", name, "--dry-run", "--json"], { cwd: dir })).stdout);
    expect(dry.memory).toEqual({
      root: expect.stringContaining(join(data, "projects/shop-")),
      did: "made",
      hooks: null,
    });
    expect(existsSync(data)).toBe(false);
    const done = JSON.parse((await run(["setup", name, "--json"], { cwd: dir })).stdout);
    expect(done.memory).toEqual(dry.memory);
    expect(readFileSync(join(done.memory.root, "pagefile.yaml"), "utf8")).toContain(`profile: ${name}\n`);
    const left = await run(["setup", name, "--remove"], { cwd: dir });
    expect(left.exit).toBe(0);
    expect(existsSync(join(done.memory.root, "MEMORY.md"))).toBe(true);
    expect(seen()).toBe(before);
  });

  it("lets a memory in the tree be, and makes one beside it where that is asked for", async () => {
    const { program, run, home, code: dir } = code();
    expect((await run(["init"], { cwd: dir })).exit).toBe(0);
    const asked = async (...more: string[]) =>
      JSON.parse((await run(["setup", "claude-code", "--json", ...more], { cwd: dir })).stdout).memory;
    expect(await asked()).toMatchObject({ root: dir, did: "tree" });
    expect(existsSync(join(program.env.PAGEFILE_HOME ?? "", "projects"))).toBe(false);
    // Whose it is, is a choice: doctor says what else there is, and that is no fault.
    const checks = async (): Promise<readonly { name: string; ok: boolean; says: string }[]> => {
      // Where the harness is joined, doctor starts its hooks.
      rmSync(join(home, ".claude/settings.json"), { force: true });
      return JSON.parse((await run(["doctor", "--json"], { cwd: dir })).stdout).checks.filter(
        ({ name }: { name: string }) => name === "tree",
      );
    };
    expect(await checks()).toEqual([]);
    writeFileSync(join(dir, "a.ts"), "");
    program.git(["add", "a.ts"], dir);
    program.git(["commit", "--quiet", "--message=Add code"], dir);
    expect(await checks()).toMatchObject([
      { ok: true, says: expect.stringContaining("setup claude-code --personal") },
    ]);
    const { root, did } = await asked("--personal");
    expect(did).toBe("made");
    expect(await checks()).toEqual([]);
    const status = JSON.parse((await run(["status", "--json"], { cwd: dir })).stdout);
    expect([status.root, status.beside]).toEqual([root, [dir]]);
    expect(JSON.parse((await run(["status", "--json", "--repo", "."], { cwd: dir })).stdout).root).toBe(dir);
  });

  it("makes a clone of a large memory ready, so that no hook has to", async () => {
    const { program, run, code: dir } = code();
    mkdirSync(join(dir, "memory"));
    for (let at = 0; at < 100; at++) writeFileSync(join(dir, `memory/note-${at}.md`), `# Note\n\n- Pier ${at}.\n`);
    program.git(["add", "--all"], dir);
    program.git(["commit", "--quiet", "--message=Note"], dir);
    expect((await run(["init"], { cwd: dir })).exit).toBe(0);
    const clone = join(program.folder, "clone");
    program.git(["clone", "--quiet", dir, clone]);
    const large = ["index-said", "index-search", "tokens"];
    const made = () => large.filter((name) => existsSync(join(clone, ".git/pagefile", name)));
    expect((await run(["setup", "claude-code", "--dry-run"], { cwd: clone })).exit).toBe(0);
    expect(made()).toEqual([]);
    expect((await run(["setup", "claude-code"], { cwd: clone })).exit).toBe(0);
    expect(made()).toEqual(large);
  });

  it("brings a clone of a team's memory what merges two people's pages, and lets hooks of others be", async () => {
    const { program, run, code: dir } = code();
    const { git } = program;
    const clone = (name: string): string => {
      git(["clone", "--quiet", dir, join(program.folder, name)]);
      return join(program.folder, name);
    };
    expect((await run(["init"], { cwd: dir })).exit).toBe(0);
    const [ben, eve] = [clone("ben"), clone("eve")];
    const asked = (cwd: string, ...more: string[]) =>
      JSON.parse(program.run(["setup", "claude-code", "--json", ...more], { cwd }).stdout).memory;
    expect(asked(ben, "--dry-run").hooks).toEqual({ installed: true, says: "" });
    expect(readdirSync(join(ben, ".git/hooks")).filter((name) => !name.endsWith(".sample"))).toEqual([]);
    expect(asked(ben).hooks).toEqual({ installed: true, says: "" });
    expect(asked(ben).hooks).toBeNull();
    // Each makes the page of rules with the first rule that is said there.
    await run(["remember", "Never deploy on Fridays."], { cwd: dir });
    await run(["remember", "Always squash before merging."], { cwd: ben });
    git(["pull", "--quiet", "--no-rebase", "--no-edit"], ben);
    expect(git(["grep", "-h", "human", "HEAD"], ben).trim().split("\n").sort()).toEqual([
      "- Always squash before merging. [human]",
      "- Never deploy on Fridays. [human]",
    ]);
    git(["config", "core.hooksPath", ".husky"], eve);
    expect(asked(eve).hooks?.installed ?? false).toBe(false);
    expect(readdirSync(join(eve, ".git/hooks")).filter((name) => !name.endsWith(".sample"))).toEqual([]);
  });

  it("has the hooks of its repository mended by setup, and by doctor's hint as printed, while those of the code stay", async () => {
    const { program, home, code: dir, seen, memory } = code();
    const [run, before] = [asBuilt(program), seen()];
    expect((await run(["setup", "claude-code"], { cwd: dir })).exit).toBe(0);
    const hook = join(memory(), ".git/hooks/pre-commit");
    const text = readFileSync(hook, "utf8");
    const moved = () => writeFileSync(hook, text.replaceAll("/dist/pagefile.cjs", "/gone/pagefile.cjs"));
    moved();
    rmSync(join(home, ".claude/settings.json"));
    const told = JSON.parse((await run(["doctor", "--json"], { cwd: dir })).stdout).checks;
    const { hint } = told.find(({ name }: { name: string }) => name === "hooks");
    expect(hint).toBe(`pagefile hooks install --repo ${memory()} puts all of them right.`);
    expect((await run(["hooks", "install", "--repo", memory()], { cwd: dir })).exit).toBe(0);
    expect(readFileSync(hook, "utf8")).toBe(text);
    moved();
    expect((await run(["hooks", "install"], { cwd: dir })).stdout).toContain(join(memory(), ".git/hooks"));
    expect(readFileSync(hook, "utf8")).toBe(text);
    moved();
    const again = JSON.parse((await run(["setup", "claude-code", "--json"], { cwd: dir })).stdout).memory;
    expect(again).toEqual({ root: memory(), did: "found", hooks: { installed: true, says: "" } });
    expect(readFileSync(hook, "utf8")).toBe(text);
    expect(seen()).toBe(before);
    // What was put there before can be taken out by its folder's name.
    expect((await run(["hooks", "install", "--repo", "."], { cwd: dir })).exit).toBe(0);
    expect((await run(["hooks", "uninstall", "--repo", "."], { cwd: dir })).exit).toBe(0);
    expect(readFileSync(hook, "utf8")).toBe(text);
  });

  it("gives a session both memories, writes what is said into its own, and repeats nothing that the harness loads", async () => {
    const about = code();
    const { program, run, code: dir, memory } = about;
    writeFileSync(join(dir, "CLAUDE.md"), "# Ours\n\nThe zebra deploys on Tuesdays.\n");
    await run(["init"], { cwd: dir });
    mkdirSync(join(dir, "memory/constraints"), { recursive: true });
    writeFileSync(join(dir, "memory/constraints/release.md"), "# Never release the giraffe untagged\n");
    writeFileSync(join(dir, "MEMORY.md"), "# Memory\n\n## Rules\n\n- The otter reviews each change.\n");
    program.git(["add", "--all"], dir);
    program.git(["commit", "--quiet", "--message=Share a memory"], dir);
    const before = about.seen();
    await run(["setup", "claude-code", "--personal"], { cwd: dir });
    const begun = await say(about, dir, "s-1", "We always use pnpm here, never npm.");
    expect(begun).toContain("giraffe");
    expect(begun).not.toContain("zebra");
    const then = await say(about, dir, "s-2", "Go on.");
    expect(then).toContain("never npm");
    // A section of the same name hides none.
    expect(then).toContain("otter");
    expect(about.seen()).toBe(before);
    expect(program.git(["grep", "pnpm", "HEAD"], memory())).toContain("never npm");
  });

  it("makes none where a memory is named, in the home, or where the harness cannot be joined", async () => {
    const { program, run, home, code: dir } = code();
    const data = program.env.PAGEFILE_HOME ?? "";
    program.sample();
    expect((await run(["setup", "claude-code", "--repo", "../memory"], { cwd: dir })).exit).toBe(0);
    expect((await run(["setup", "claude-code"], { cwd: home })).stdout).toContain("is no project");
    mkdirSync(join(home, ".pi/agent"), { recursive: true });
    expect((await run(["setup", "pi"], { cwd: dir })).stdout).toContain("goes to pi's own memory, for all projects");
    writeFileSync(join(home, ".claude/settings.json"), "{ // mine\n}");
    expect((await run(["setup", "claude-code"], { cwd: dir })).exit).toBe(9);
    expect(existsSync(join(data, "projects"))).toBe(false);
  });

  it("makes a repository of its own also where the data lies in somebody's", async () => {
    const { program, run, code: dir, home } = code();
    program.git(["init", "--quiet"], home);
    const env = { PAGEFILE_HOME: join(home, "data") };
    const { root } = JSON.parse((await run(["setup", "codex", "--json"], { cwd: dir, env })).stdout).memory;
    expect(existsSync(join(root, ".git/HEAD"))).toBe(true);
    expect(program.git(["for-each-ref"], home)).toBe("");
  });

  it("makes it whole after a run that was killed half way", () => {
    const { program, code: dir, memory } = code();
    const kills = `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
      const real = fs.linkSync; fs.linkSync = (a, b) => { real(a, b); process.kill(process.pid, "SIGKILL"); };
      syncBuiltinESMExports();`;
    const options = `--import=data:text/javascript,${encodeURIComponent(kills)}`;
    expect(program.run(["setup", "codex"], { cwd: dir, env: { NODE_OPTIONS: options } }).exit).toBe(-1);
    expect(program.run(["setup", "codex"], { cwd: dir }).exit).toBe(0);
    expect(program.git(["ls-files"], memory()).split("\n")).toContain("MEMORY.md");
    expect(program.git(["ls-files"], memory())).not.toContain("AGENTS.md");
  });
});

/** Init again: an init that failed part-way is finished by the next one, and a file with a secret keeps no other out. */

import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { err } from "../../src/base/result.js";
import { type InitAnswer, type InitServices, init, wireInit } from "../../src/init/init.js";

import { makeRepo, openRepo, type TestRepo } from "../support/git-repo.js";

const broken = { code: "io_failed", errno: "ENOSPC", says: "The disk is full.", hint: "Free some." } as const;
const secret = ["AKIA", "IOSFODNN7", "EXAMPLQ"].join("");

describe.each(["native", "embedded"] as const)("init again through the %s engine", (engine) => {
  let home: TestRepo;
  let repo: TestRepo;
  let services: InitServices;

  beforeEach(async () => {
    home = makeRepo();
    repo = openRepo(`${home.home}/new`, home.home);
    services = await wireInit({ env: { ...repo.env, PAGEFILE_ENGINE: engine }, now: null });
  });
  afterEach(() => home.remove());

  const run = (bent: Partial<InitServices> = {}) =>
    init({ ...services, ...bent }, { dir: repo.dir, profile: "plain", name: null, scope: null, hooks: false });
  const done = async (): Promise<InitAnswer> => {
    const ran = await run();
    if (!ran.ok) throw new Error(ran.error.says);
    return ran.value;
  };
  const tracked = (): readonly string[] => repo.git("ls-tree", "-r", "--name-only", "HEAD").split("\n");

  test("nothing is made where git does not know who commits, and the answer says what to type", async () => {
    const env = { ...repo.env, PAGEFILE_ENGINE: engine, HOME: `${home.home}/nobody`, GIT_CONFIG_GLOBAL: "/dev/null" };
    for (const key of Object.keys(env))
      if (/^GIT_(?:AUTHOR|COMMITTER)_/.test(key)) delete env[key as keyof typeof env];
    const refused = await run(wireInit({ env, now: null }));
    expect(refused).toMatchObject({ ok: false, error: { hint: expect.stringContaining("nothing was made") } });
    expect(existsSync(repo.dir)).toBe(false);
    // A folder that was there stays, empty as it is.
    mkdirSync(repo.dir, { recursive: true });
    expect(await run(wireInit({ env, now: null }))).toMatchObject({ ok: false });
    expect(readdirSync(repo.dir)).toEqual([]);
    expect((await done()).finished).toEqual([]);
  });

  test.each([
    ["off any branch", (of: TestRepo) => of.git("checkout", "--quiet", "--detach")],
    ["amid a merge", (of: TestRepo) => of.write(".git/MERGE_HEAD", `${of.git("rev-parse", "HEAD")}\n`)],
  ])("a repository %s takes no commit, and is left as it was", async (_, bend) => {
    home.git("init", "--quiet", repo.dir);
    repo.write("MEMORY.md", "# Memory\n");
    repo.git("add", "--all");
    repo.git("commit", "--quiet", "--message", "One");
    bend(repo);
    expect(await run()).toMatchObject({ ok: false, error: { code: "git_failed" } });
    expect(repo.git("status", "--porcelain")).toBe("");
  });

  test("what was written and not committed is committed, and the answer says so", async () => {
    expect(await run({ open: async () => err(broken) })).toMatchObject({ ok: false, error: { code: "io_failed" } });
    const again = await done();
    expect(again.created).toEqual([]);
    expect(again.finished).toContain("pagefile.yaml");
    expect(again.finished.length).toBeGreaterThan(1);
    expect(again.commit).toBe(repo.git("rev-parse", "HEAD"));
    const pages = tracked().filter((path) => path.endsWith(".md")).length;
    expect(repo.git("log", "-1", "--format=%s")).toBe(
      `start: a memory of ${pages} ${pages === 1 ? "page" : "pages"}`,
    );
    expect([...tracked()].sort()).toEqual([...again.finished].sort());
    expect(repo.git("status", "--porcelain")).toBe("");
    expect(await done()).toMatchObject({ created: [], finished: [], kept: ["pagefile.yaml"], commit: null });
  });

  test("templates that were not written yet are written", async () => {
    let calls = 0;
    const { scaffold } = services;
    const full = {
      ...scaffold,
      write: ((...args) => (++calls > 2 ? err(broken) : scaffold.write(...args))) as typeof scaffold.write,
    };
    expect(await run({ scaffold: full })).toMatchObject({ ok: false });
    const again = await done();
    const templates = scaffold.templates("plain");
    expect([...tracked()].sort()).toEqual(
      ["pagefile.yaml", ...(templates.ok ? templates.value.map(({ path }) => path) : [])].sort(),
    );
    expect(again.created.length).toBeGreaterThan(0);
    expect(repo.git("status", "--porcelain")).toBe("");
  });

  test("pages that were there come in, and no template beside them", async () => {
    repo.write("MEMORY.md", "# Memory\n\n- One.\n");
    expect((await run({ open: async () => err(broken) })).ok).toBe(false);
    await done();
    expect(tracked()).toEqual(["MEMORY.md", "pagefile.yaml"]);
  });

  test.each(["memory/", "MEMORY.md", "*.md"])(
    "pages that git was told to leave out make no memory: %s",
    async (pattern) => {
      mkdirSync(repo.dir, { recursive: true });
      repo.git("init", "--quiet");
      repo.write(".gitignore", `${pattern}\n`);
      repo.git("add", "--all");
      repo.git("commit", "--quiet", "--message=Ignore");
      expect(await run()).toMatchObject({ error: { code: "usage", says: expect.stringContaining("Git ignores") } });
      expect(readdirSync(repo.dir)).toEqual([".git", ".gitignore"]);
      expect(repo.git("status", "--porcelain", "--ignored")).toBe("");
    },
  );

  test.each([
    ["memory/", "memory/preferences/rules.md"],
    ["/memory/**/*.md", "memory/preferences/rules.md"],
    ["/MEMORY.md", "MEMORY.md"],
  ])("pages that would come later are asked for before the first of them is there: %s", async (pattern, path) => {
    mkdirSync(repo.dir, { recursive: true });
    repo.git("init", "--quiet");
    repo.write(".gitignore", `${pattern}\n`);
    repo.write("CLAUDE.md", "# Desk\n");
    repo.git("add", "--all");
    repo.git("commit", "--quiet", "--message=Ignore");
    expect(await run()).toMatchObject({ error: { says: expect.stringContaining(`Git ignores ${path} here`) } });
    expect(repo.git("status", "--porcelain", "--ignored")).toBe("");
  });

  test("a folder of a person's own that git leaves out, or logs of days, keep no memory from being made", async () => {
    mkdirSync(repo.dir, { recursive: true });
    repo.git("init", "--quiet");
    repo.write(".gitignore", "memory/private/\nmemory/????-??-??.md\n");
    repo.write("memory/private/diary.md", "# Diary\n");
    repo.write("memory/ferries.md", "# Ferries\n");
    repo.git("add", "--all");
    repo.git("commit", "--quiet", "--message=Ignore");
    expect((await done()).created).toContain("pagefile.yaml");
    expect(tracked()).not.toContain("memory/private/diary.md");
  });

  test.each([
    [99, false],
    [100, true],
  ])("of %d pages the first start and prompt need not make what takes long: %s", async (count, isReady) => {
    for (let at = 0; at < count; at++) repo.write(`memory/note-${at}.md`, `# Note ${at}\n\n- Pier ${at} is open.\n`);
    const told: string[] = [];
    const query = { dir: repo.dir, profile: "plain", name: null, scope: null, hooks: false };
    expect((await init(services, { ...query, progress: (says) => told.push(says) })).ok).toBe(true);
    expect(told.map((says) => says.split(" ")[0])).toEqual(isReady ? ["counting", "reading", "making"] : []);
    const made = readdirSync(`${repo.dir}/.git/pagefile`);
    const large = ["index-said", "index-search", "tokens"];
    expect(large.filter((name) => made.includes(name))).toEqual(isReady ? large : []);
    expect(made).not.toContain("traces.jsonl");
  });

  test("workspaces below that are none of it are named, and no template or archive of one", async () => {
    for (const name of ["henry k", "sage", "_template", "archive/old"])
      for (const file of ["SOUL.md", "memory/2026-11-21.md"])
        repo.write(`agents/${name}/${file}`, "# A file\n\n- One line.\n");
    repo.write("CLAUDE.md", "# Rules\n");
    const query = { dir: repo.dir, profile: "claude-code", name: null, scope: null, hooks: false };
    const made = await init(services, query);
    expect(made).toMatchObject({
      value: {
        unread: [
          "agents/henry k and 1 more look like agents' workspaces and are not part of this memory: pagefile init 'agents/henry k' makes one there",
        ],
      },
    });
    const below = await init(services, { ...query, dir: `${repo.dir}/agents/henry k`, profile: null });
    expect(below).toMatchObject({ value: { profile: "openclaw", unread: [] } });
  });

  test("a file with a secret is left out by name, and the rest is committed", async () => {
    repo.write("MEMORY.md", "# Memory\n\n- One.\n");
    repo.write("memory/keys.md", `- The key is ${secret}.\n`);
    const made = await done();
    expect(made.skipped).toMatchObject([{ path: "memory/keys.md", why: expect.stringContaining("secret") }]);
    expect(JSON.stringify(made)).not.toContain(secret);
    expect(tracked()).toEqual(["MEMORY.md", "pagefile.yaml"]);
    expect(existsSync(`${repo.dir}/memory/keys.md`)).toBe(true);
    expect(repo.git("status", "--porcelain")).toBe("?? memory/");
  });
});

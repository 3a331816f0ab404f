/** Session reading: what the commands that look see of a session's own pages where it is named, and what they say where they see nothing. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Cli, cli, type RunOptions } from "../support/cli.js";
import { here } from "../support/here.js";

const file = "memory/preferences/seats.md";
const create = ["new", "--type", "preference", "--title", "Seats", "--scope", "session", "--session", "7f3a"];
const fields = ["--field", "subject=seats", "--field", "prefers=aisle", "--body", "Aisle only."];
const own = ["--session", "7f3a"];

interface Opened extends Cli {
  readonly memory: string;
  readonly folder: string;
  readonly ask: (...args: string[]) => Promise<{ stdout: string; stderr: string; exit: number }>;
  // biome-ignore lint/suspicious/noExplicitAny: a document is looked into, not built upon
  readonly json: (...args: string[]) => Promise<any>;
}

async function opened(env: RunOptions["env"] = {}): Promise<Opened> {
  const program = cli();
  const memory = program.sample();
  const run = here(program);
  const ask: Opened["ask"] = (...args) => run(args, { cwd: memory, env });
  await ask(...create, ...fields);
  await ask("append", "seats", "Window at night.", ...own);
  const json: Opened["json"] = async (...args) => JSON.parse((await ask(...args, "--json")).stdout);
  return { ...program, memory, folder: join(memory, ".git/pagefile/sessions/7f3a/pages"), ask, json };
}

test.each(["native", "embedded"])("log, diff, blame and status of a session's pages (%s)", async (engine) => {
  const { ask, json, folder } = await opened(engine === "embedded" ? { PAGEFILE_GIT: "embedded" } : {});
  expect((await json("log", ...own)).entries.map(({ subject }: { subject: string }) => subject)).toEqual([
    "append: Window at night. (seats)",
    "create: Seats (seats)",
  ]);
  expect((await json("log", "seats", ...own)).entries).toHaveLength(2);
  expect((await json("log", "travel-mornings", ...own)).entries.length).toBeGreaterThan(0);
  writeFileSync(join(folder, file), `${readFileSync(join(folder, file), "utf8")}- By hand.\n`);
  expect(await json("diff", ...own)).toMatchObject({ files: [{ path: file, added: 1, removed: 0 }] });
  expect(await json("diff", "seats", ...own, "--from", "HEAD~1", "--to", "@")).toMatchObject({
    files: [{ path: file }],
  });
  const { entries } = await json("blame", "seats", ...own);
  expect(entries.map(({ by }: { by: { session: string } | null }) => by?.session ?? null)).toEqual([
    "7f3a",
    "7f3a",
    null,
  ]);
  expect(await json("status", ...own)).toMatchObject({
    root: folder,
    dirty: [file],
    pages: { hot: 1 },
    untracked: [],
  });
  writeFileSync(join(folder, "bad.md"), "---\nid: bad\n");
  const status = await json("status");
  expect(status).toMatchObject({
    dirty: [],
    sessions: [{ session: "7f3a", pages: 2, dirty: ["bad.md", file], wrong: ["bad.md"], staged: 0, failed: null }],
  });
  const shown = (await ask("status")).stdout;
  expect(shown).toMatch(/sessions {2}7f3a {2}unknown · 2 pages · 2 not committed · 1 wrong\n/);
  expect(shown).toContain(`! ${folder}/bad.md`);
  expect(await ask("flush", ...own)).toMatchObject({
    exit: 1,
    stdout: expect.stringContaining("1 page edited by hand in session 7f3a"),
  });
  expect((await ask("flush", ...own)).stderr).toContain(`${folder}/bad.md:1: `);
});

test("without its name, and where a session keeps nothing, nothing is seen and that is said", async () => {
  const { ask } = await opened();
  for (const args of [
    ["log", "seats"],
    ["blame", "seats"],
    ["diff", "seats"],
    ["show", "seats"],
  ])
    expect(await ask(...args)).toMatchObject({ exit: 4 });
  for (const args of [["log"], ["diff"], ["status"]]) {
    const ran = await ask(...args, "--session", "nobody");
    expect([ran.exit, ran.stderr.includes("Session nobody keeps no pages of its own here.")]).toEqual([4, true]);
  }
  expect((await ask("log")).stdout).not.toContain("Seats");
});

test("revert takes back the commit that is meant: of the session, of the branch, and asks where a name is both", async () => {
  const { ask, json, git, memory, folder } = await opened();
  const head = git(["rev-parse", "HEAD"], memory);
  const [last] = (await json("log", ...own)).entries;
  expect(await ask("diff", ...own, "--from", head.trim())).toMatchObject({ exit: 2 });
  expect(await ask("revert", "HEAD", ...own)).toMatchObject({
    exit: 2,
    stderr: expect.stringContaining("on the branch and"),
  });
  const bare = await ask("revert", last.commit);
  expect([bare.exit, bare.stderr.includes(`pagefile revert ${last.commit.slice(0, 8)} --session 7f3a`)]).toEqual([
    2,
    true,
  ]);
  expect(await ask("revert", last.commit, ...own)).toMatchObject({ exit: 0 });
  expect(readFileSync(join(folder, file), "utf8")).not.toContain("Window at night.");
  expect(git(["rev-parse", "HEAD"], memory)).toBe(head);
  await ask("append", "travel-mornings", "Trains too.", ...own);
  const ofBranch = git(["rev-parse", "HEAD"], memory).trim();
  expect(await ask("revert", ofBranch, ...own)).toMatchObject({ exit: 0 });
  expect(git(["show", "HEAD:memory/preferences/travel-mornings.md"], memory)).not.toContain("Trains too.");
});

test("approve reaches strangers' words in a session's page, and a refused patch to one", async () => {
  const { ask, json, git, memory } = await opened();
  await ask("append", "seats", "From the web.", ...own, "--origin", "web");
  expect(await json("approve", "seats", ...own)).toMatchObject({ page: "seats", approved: [{ origin: "web" }] });
  expect(await json("approve", "seats", ...own)).toMatchObject({ approved: [] });
  await ask("set", "seats", "pin", "hard", "--base", "3", ...own);
  expect(await ask("append", "seats", "Denied.", ...own, "--origin", "web")).toMatchObject({ exit: 7 });
  const { rejected } = await json("journal", "--rejected");
  expect(await json("approve", rejected[0].id)).toMatchObject({ page: "seats", patch: rejected[0].key });
  expect(git(["show", `refs/pagefile/session/7f3a:${file}`], memory)).toContain("Denied.");
});

test("session drop through the command line: usage, refusal, force, and one line of what went", async () => {
  const { ask, json, git, memory, folder } = await opened();
  expect(await ask("session", "drop")).toMatchObject({ exit: 2, stderr: expect.stringContaining("has no id") });
  writeFileSync(join(folder, "new.md"), "- Typed.\n");
  expect(await ask("session", "drop", "7f3a")).toMatchObject({ exit: 1, stderr: expect.stringContaining("new.md") });
  const tip = git(["rev-parse", "refs/pagefile/session/7f3a"], memory).trim();
  expect(await json("session", "drop", "7f3a", "--force")).toEqual({
    session: "7f3a",
    tip,
    pages: 1,
    journaled: ["new.md"],
  });
  expect((await json("session", "list")).folders).toEqual([]);
  expect(git(["status", "--porcelain"], memory)).toBe("");
});

test("a local page is read where it lies, listed as such, and taken in by nothing", async () => {
  const { ask, json, git, memory } = await opened();
  mkdirSync(join(memory, "memory/mine"));
  const text = "---\nid: mine\ntype: preference\ntitle: Mine\nscope: local\n---\n- For these eyes.\n";
  writeFileSync(join(memory, "memory/mine/mine.md"), text);
  const head = git(["rev-parse", "HEAD"], memory);
  expect((await ask("assemble", "--budget", "4000")).stdout).toContain("For these eyes.");
  expect((await ask("assemble", "--budget", "4000", "--audience", "group")).stdout).not.toContain("For these eyes.");
  expect(await json("status")).toMatchObject({ local: ["memory/mine/mine.md"], untracked: [] });
  expect((await ask("status")).stdout).toContain("1 local, on this disk alone");
  for (const paths of [[], ["memory/mine"]])
    expect(await json("adopt", ...paths)).toMatchObject({
      adopted: [],
      skipped: [{ path: "memory/mine/mine.md" }],
      commit: null,
    });
  const grounds = ["--type", "preference", "--title", "More", ...fields];
  for (const args of [
    ["append", "mine", "x"],
    ["archive", "mine"],
    ["new", "--scope", "local", ...grounds],
  ]) {
    const ran = await ask(...args);
    expect([args, ran.exit, (ran.stdout + ran.stderr).includes("SCOPE_DENIED")]).toEqual([args, 7, true]);
  }
  for (const scope of ["local", "session"])
    expect(await ask("set", "travel-mornings", "scope", scope, "--base", "3")).toMatchObject({ exit: 7 });
  expect([git(["rev-parse", "HEAD"], memory), readFileSync(join(memory, "memory/mine/mine.md"), "utf8")]).toEqual([
    head,
    text,
  ]);
  git(["add", "-A"], memory);
  git(["commit", "-qm", "By mistake"], memory);
  expect(await ask("append", "mine", "x")).toMatchObject({ exit: 7 });
  expect(
    await ask(
      "set",
      "mine",
      "scope",
      "project",
      "--base",
      git(["rev-parse", "HEAD:memory/mine/mine.md"], memory).slice(0, 10),
    ),
  ).toMatchObject({ exit: 0 });
  expect(await ask("append", "mine", "x")).toMatchObject({ exit: 0 });
});

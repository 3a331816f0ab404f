/** Hooks around a push and an editor: what stays at home, what a person sees first, and what follows a merge. */

import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Cli, cli } from "../support/cli.js";
import { install } from "../support/installed.js";
import { spawnText } from "../support/spawn.js";

const page = "memory/preferences/travel-mornings.md";
const secret = `ghp_${"Zk8".repeat(12)}`;

interface Repository {
  readonly program: Cli;
  readonly memory: string;
  git(
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): { status: number | null; stdout: string; stderr: string };
}

function installed(): Repository {
  const program = cli();
  const memory = program.sample();
  install(program, memory);
  program.git(["init", "--quiet", "--bare", join(program.folder, "origin.git")]);
  program.git(["remote", "add", "origin", join(program.folder, "origin.git")], memory);
  const who = {
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "a@b.c",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "a@b.c",
  };
  const base = {
    PATH: "/usr/bin:/bin",
    HOME: program.folder,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
  };
  const git: Repository["git"] = (args, env = {}) =>
    spawnText("git", args, { cwd: memory, env: { ...base, ...who, ...env } });
  return { program, memory, git };
}

/** A commit that no hook of ours looked at. */
function commit({ memory, git }: Repository, path: string, text: string | null, message = "By hand"): string {
  const file = join(memory, path);
  mkdirSync(join(file, ".."), { recursive: true });
  if (text === null) rmSync(file);
  else writeFileSync(file, text);
  git(["add", "--all"]);
  expect(git(["commit", "--quiet", "--no-verify", "-m", message]).status).toBe(0);
  return git(["rev-parse", "--short=8", "HEAD"]).stdout.trim();
}

describe("a push", () => {
  test("of honest pages goes, on a new branch, an old one, by name and by address, and a deletion too", () => {
    const at = installed();
    expect(at.git(["push", "-q", "origin", "main"])).toMatchObject({ status: 0, stderr: "" });
    commit(at, page, `${readFileSync(join(at.memory, page), "utf8")}- More.\n`);
    expect(at.git(["push", "-q", "origin", "main", "main:other"])).toMatchObject({ status: 0, stderr: "" });
    expect(at.git(["push", "-q", join(at.program.folder, "origin.git"), "main:third"])).toMatchObject({
      status: 0,
      stderr: "",
    });
    expect(at.git(["push", "-q", "origin", ":other"])).toMatchObject({ status: 0, stderr: "" });
  });

  test("of a session's page or a local one is refused with its name, even where a later commit took it away", () => {
    const at = installed();
    at.git(["push", "-q", "origin", "main"]);
    const first = commit(at, "memory/plans/now.md", "---\nid: now\ntype: plan\nscope: session\n---\n- Step one.\n");
    const second = commit(at, "memory/mine.md", "---\nid: mine\nscope: local\n---\n- Mine.\n");
    commit(at, "memory/mine.md", null);
    const ran = at.git(["push", "-q", "origin", "main:new"]);
    expect(ran.status).toBe(1);
    expect(ran.stderr).toContain(`memory/plans/now.md in ${first}: a page of scope “session”`);
    expect(ran.stderr).toContain(`memory/mine.md in ${second}: a page of scope “local”`);
    expect(at.git(["ls-remote", "origin", "new"]).stdout).toBe("");
    expect(at.git(["push", "-q", "--no-verify", "origin", "main:new"]).status).toBe(0);
  });

  test("of a secret is refused wherever in the range it lies, in a page, a rule file or a message, and never printed", () => {
    const at = installed();
    at.git(["push", "-q", "origin", "main"]);
    const text = readFileSync(join(at.memory, page), "utf8");
    const bad = commit(at, page, `${text}- The token is ${secret}\n`);
    commit(at, page, `${text}- The token is in the vault.\n`);
    const rules = commit(at, "AGENTS.md", `# Rules\n\nUse ${secret}\n`);
    const said = commit(at, page, `${text}- Vault.\n`, `Note ${secret}`);
    const ran = at.git(["push", "-q", "origin", "main"]);
    expect(ran.status).toBe(1);
    expect(ran.stderr).toContain(`${page}:${text.split("\n").length} in ${bad}: a secret`);
    expect(ran.stderr).toContain(`AGENTS.md:3 in ${rules}: a secret`);
    expect(ran.stderr).toContain(`the commit message in ${said}: a secret`);
    expect(ran.stderr).not.toContain(secret.slice(4, 12));
  });

  test("of an edit to a page whose secret is over there already is let through: it brings nothing new", () => {
    const at = installed();
    const text = `${readFileSync(join(at.memory, page), "utf8")}- The token is ${secret}\n`;
    commit(at, page, text);
    expect(at.git(["push", "-q", "--no-verify", "origin", "main"]).status).toBe(0);
    commit(at, page, `${text}- An honest line.\n`);
    expect(at.git(["push", "-q", "origin", "main"])).toMatchObject({ status: 0, stderr: "" });
  });

  test("of what a merge alone brought in is looked at, and what another branch of the remote has is not", () => {
    const at = installed();
    at.git(["switch", "-qc", "side"]);
    commit(at, "memory/side.md", "- Side.\n");
    at.git(["switch", "-q", "main"]);
    commit(at, "memory/main.md", "- Main.\n");
    at.git(["merge", "-q", "--no-commit", "side"]);
    commit(at, "memory/main.md", `- Main.\n- ${secret}\n`, "Evil merge");
    const ran = at.git(["push", "-q", "origin", "main"]);
    expect([ran.status, ran.stderr.includes("memory/main.md:2")]).toEqual([1, true]);
    at.git(["push", "-q", "--no-verify", "origin", "main:seen"]);
    expect(at.git(["push", "-q", "origin", "main"]).status).toBe(0);
  });

  test("of what was purged over there is refused by the ref it would come back to, by a merge and by an older history", () => {
    const at = installed();
    const text = readFileSync(join(at.memory, page), "utf8");
    at.git(["push", "-q", "origin", "main"]);
    at.git(["branch", "clean"]);
    commit(at, page, `${text}- The token is ${secret}\n`);
    // Another branch over there keeps the former history, so that no commit of it is sent.
    expect(at.git(["push", "-q", "--no-verify", "origin", "main:old", "main"]).status).toBe(0);
    commit(at, "memory/own.md", "- Own.\n");
    const old = at.git(["rev-parse", "HEAD"]).stdout.trim();
    at.git(["switch", "-q", "clean"]);
    commit(at, page, `${text}- The token is REDACTED\n`);
    at.git(["commit", "-q", "--amend", "--no-verify", "-m", "purge: a secret\n\nPagefile-Reason: PURGE"]);
    expect(at.git(["push", "-q", "--force-with-lease", "origin", "clean:main"])).toMatchObject({ status: 0 });
    const clean = at.git(["rev-parse", "HEAD"]).stdout.trim();
    at.git(["switch", "-q", "main"]);
    at.git(["merge", "-q", "--no-edit", "-X", "ours", "clean"]);
    const merged = at.git(["rev-parse", "--short=8", "HEAD"]).stdout.trim();
    const line = readFileSync(join(at.memory, page), "utf8")
      .split("\n")
      .findIndex((each) => each.includes(secret));
    expect(line).toBeGreaterThan(0);
    const ran = at.git(["push", "-q", "origin", "main"]);
    expect([ran.status, ran.stderr]).toEqual([
      1,
      expect.stringContaining(`${page}:${line + 1} in ${merged}, which would go into main: a secret`),
    ]);
    expect(ran.stderr).toContain("pagefile purge --match-secret --yes");
    expect(ran.stderr).not.toContain(secret.slice(4, 12));
    // So is the older history by itself; also where nobody fetched what is there.
    expect(at.git(["push", "-q", "--force", "origin", `${old}:refs/heads/main`]).status).toBe(1);
    const answer = (remote: string): { withheld: { into?: string }[] } => {
      const input = `refs/heads/main ${old} refs/heads/main ${remote}\n`;
      return JSON.parse(
        at.program.run(["hook", "pre-push", "origin", "url", "--json"], { cwd: at.memory, input }).stdout,
      );
    };
    expect(answer("1".repeat(40)).withheld.map(({ into }) => into)).toEqual(["refs/heads/main"]);
    expect(at.git(["ls-remote", "origin", "main"]).stdout).toContain(clean);
    // As it says: taken out of one's own branch it goes.
    at.git(["branch", "-D", "clean"]);
    expect(at.program.run(["purge", "--match-secret", "--yes"], { cwd: at.memory }).stdout).toContain("purged");
    expect(at.git(["push", "-q", "origin", "main"])).toMatchObject({ status: 0, stderr: "" });
    expect(at.git(["show", "origin/main:memory/own.md"]).stdout).toBe("- Own.\n");
  });

  test("of what the remote's main branch shows goes along where a branch merges that", () => {
    const at = installed();
    at.git(["push", "-q", "origin", "main", "main:topic"]);
    at.git(["branch", "topic"]);
    commit(at, page, `${readFileSync(join(at.memory, page), "utf8")}- The token is ${secret}\n`);
    expect(at.git(["push", "-q", "--no-verify", "origin", "main"]).status).toBe(0);
    at.git(["switch", "-q", "topic"]);
    commit(at, "memory/own.md", "- Own.\n");
    at.git(["merge", "-q", "--no-edit", "main"]);
    expect(at.git(["push", "-q", "origin", "topic"])).toMatchObject({ status: 0, stderr: "" });
  });

  test("of a commit that is sent is refused for the commit alone, and not once more for the ref", () => {
    const at = installed();
    at.git(["push", "-q", "origin", "main"]);
    const bad = commit(at, page, `${readFileSync(join(at.memory, page), "utf8")}- The token is ${secret}\n`);
    const ran = at.git(["push", "-q", "origin", "main"]);
    expect([ran.status, ran.stderr.split(`in ${bad}`).length]).toEqual([1, 2]);
    expect(ran.stderr).not.toContain("which would go into");
  });

  test("of our own refs, and of all refs at once, is refused by the ref's name", () => {
    const at = installed();
    at.git(["update-ref", "refs/pagefile/rejected", "HEAD"]);
    for (const refs of [
      "refs/pagefile/rejected",
      "refs/pagefile/rejected:refs/heads/x",
      "main:refs/pagefile/y",
      "refs/*:refs/*",
    ]) {
      const ran = at.git(["push", "-q", "origin", refs]);
      expect([refs, ran.status, /refs\/pagefile\/[a-z]+/.test(ran.stderr)]).toEqual([refs, 1, true]);
    }
    expect(at.git(["ls-remote", "origin"]).stdout).toBe("");
  });

  test("is answered as JSON, and words that are no refs are a usage failure", () => {
    const { program, memory, git } = installed();
    const head = git(["rev-parse", "HEAD"]).stdout.trim();
    const input = `refs/heads/main ${head} refs/heads/main ${"0".repeat(40)}\n`;
    const ran = program.run(["hook", "pre-push", "origin", "url", "--json"], { cwd: memory, input });
    const answer = JSON.parse(ran.stdout);
    expect([ran.exit, answer.commits, answer.withheld, answer.pages > 5]).toEqual([0, 1, [], true]);
    expect(program.run(["hook", "pre-push", "origin", "url"], { cwd: memory, input: "x y\n" }).exit).toBe(2);
    const gone = `refs/heads/main ${head} refs/heads/main ${"1".repeat(40)}\n`;
    expect(program.run(["hook", "pre-push", "origin", "url"], { cwd: memory, input: gone }).exit).toBe(0);
  });
});

describe("a commit in an editor", () => {
  /** An editor that keeps what it was shown and puts words on the first line. */
  function editor(at: Repository, words: string): string {
    const file = join(at.program.folder, "editor");
    const shown = join(at.program.folder, "shown");
    const write = words === "" ? "" : `sed -i '1s/.*/${words}/' "$1"`;
    writeFileSync(file, `#!/bin/sh\ncp "$1" '${shown}'\n${write}\n`);
    chmodSync(file, 0o755);
    return file;
  }

  test("shows the trailers first and has them once; what is deleted there comes back; nothing written is no commit", () => {
    const at = installed();
    appendFileSync(join(at.memory, page), "- One.\n");
    const good = at.git(["commit", "-q", "-a", "-s"], { GIT_EDITOR: editor(at, "Subject") });
    expect([good.status, good.stderr]).toEqual([0, ""]);
    const shown = readFileSync(join(at.program.folder, "shown"), "utf8");
    expect(shown).toMatch(/^\n\nSigned-off-by: .*\nPagefile-Reason: MANUAL_EDIT\nPagefile-Op: edit travel-mornings /);
    const body = at.git(["log", "-1", "--format=%B"]).stdout;
    expect(body).toMatch(/^Subject\n\nSigned-off-by: /);
    expect(body.split("Pagefile-Reason:")).toHaveLength(2);
    appendFileSync(join(at.memory, page), "- Two.\n");
    const head = at.git(["rev-parse", "HEAD"]).stdout;
    const empty = at.git(["commit", "-q", "-a"], { GIT_EDITOR: editor(at, "") });
    expect([empty.status, empty.stderr.includes("empty commit message")]).toEqual([1, true]);
    expect(readFileSync(join(at.program.folder, "shown"), "utf8")).toMatch(/^\n\nPagefile-Reason: /);
    expect(at.git(["rev-parse", "HEAD"]).stdout).toBe(head);
    const cut = join(at.program.folder, "cut");
    writeFileSync(cut, '#!/bin/sh\necho Bare > "$1"\n', { mode: 0o755 });
    expect(at.git(["commit", "-q", "-a"], { GIT_EDITOR: cut }).status).toBe(0);
    expect(at.git(["log", "-1", "--format=%B"]).stdout).toMatch(/^Bare\n\nPagefile-Reason: MANUAL_EDIT\n/);
  });
});

describe("what follows", () => {
  test("a merge that leaves an unreadable page is told, quiet otherwise, and never fails", () => {
    const at = installed();
    at.git(["switch", "-qc", "side"]);
    commit(at, "memory/broken.md", "---\nid: half\n");
    at.git(["switch", "-q", "main"]);
    commit(at, "memory/fine.md", "- Fine.\n");
    const ran = at.git(["merge", "-q", "-m", "Join", "side"]);
    expect([ran.status, ran.stderr.includes("memory/broken.md:1")]).toEqual([0, true]);
    at.git(["switch", "-qc", "next", "HEAD~1"]);
    commit(at, "memory/next.md", "- Next.\n");
    at.git(["switch", "-q", "main"]);
    commit(at, "memory/broken.md", "- Mended.\n");
    at.git(["switch", "-q", "next"]);
    expect(at.git(["rebase", "-q", "main"])).toMatchObject({ status: 0, stderr: "" });
  });

  test("many changed pages are read at once, into the index, by commit and checkout; a few are left to the next reader", () => {
    const at = installed();
    const log = (): string => {
      const index = join(at.memory, ".git/pagefile/index/pages.json");
      return existsSync(index) ? readFileSync(index, "utf8") : "";
    };
    at.program.run(["status"], { cwd: at.memory });
    mkdirSync(join(at.memory, "memory/many"));
    for (let n = 0; n < 220; n += 1) writeFileSync(join(at.memory, `memory/many/page-${n}.md`), `- Entry ${n}.\n`);
    at.git(["add", "--all"]);
    expect(at.git(["commit", "-qm", "Many"])).toMatchObject({ status: 0, stderr: "" });
    expect(log()).toContain("memory/many/page-219.md");
    const before = at.git(["rev-parse", "HEAD~1"]).stdout.trim();
    expect(at.git(["checkout", "-q", before])).toMatchObject({ status: 0, stderr: "" });
    expect(at.program.run(["status", "--json"], { cwd: at.memory }).stdout).not.toContain("many");
    appendFileSync(join(at.memory, page), "- One more.\n");
    rmSync(join(at.memory, ".git/pagefile/index"), { recursive: true });
    expect(at.git(["commit", "-qam", "One"]).status).toBe(0);
    expect(log()).toBe("");
  });
});

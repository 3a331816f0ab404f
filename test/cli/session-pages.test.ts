/** Session pages: written, read, edited and kept at home through the whole program, with git as the oracle. */

import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type CliHere, cliHere } from "../support/cli-here.js";
import { spawnText } from "../support/spawn.js";

const file = "memory/preferences/seats.md";
const create = ["new", "--type", "preference", "--title", "Seats", "--scope", "session"];
const fields = ["--field", "subject=seats", "--field", "prefers=aisle", "--body", "Aisle only."];

function opened(): CliHere & {
  readonly memory: string;
  readonly folder: string;
  readonly at: { readonly cwd: string };
} {
  const program = cliHere();
  const memory = program.sample();
  return { ...program, memory, folder: join(memory, ".git/pagefile/sessions/7f3a/pages"), at: { cwd: memory } };
}

const tip = "refs/pagefile/session/7f3a";

test.each(["native", "embedded"])("a session's page is one commit a write on its own ref (%s)", async (engine) => {
  const { run, git, memory, folder } = opened();
  const at = { cwd: memory, env: engine === "embedded" ? { PAGEFILE_GIT: "embedded" } : {} };
  const before = git(["rev-parse", "HEAD"], memory);
  expect((await run([...create, ...fields, "--session", "7f3a"], at)).stderr).toBe("");
  expect(readFileSync(join(folder, file), "utf8")).toContain("scope: session\n");
  expect((await run(["append", "seats", "Window at night.", "--session", "7f3a"], at)).exit).toBe(0);
  expect((await run(["set", "seats", "title", "Places", "--base", "2", "--session", "7f3a"], at)).exit).toBe(0);
  const more = JSON.stringify({ entries: ["- Quiet car."] });
  expect((await run(["merge", "seats", "--patch", "-", "--session", "7f3a"], { ...at, input: more })).exit).toBe(0);
  expect((await run(["archive", "seats", "--session", "7f3a"], at)).exit).toBe(0);
  expect((await run(["restore", "seats", "--session", "7f3a"], at)).exit).toBe(0);
  const trailer = (key: string) => `%(trailers:key=${key},valueonly,separator=%x20)`;
  expect(git(["log", `--format=${trailer("Pagefile-Reason")} ${trailer("Pagefile-Session")}`, tip], memory)).toBe(
    "RESTORE 7f3a\nPRUNE_ARCHIVE 7f3a\nFLUSH_MANUAL 7f3a\nFLUSH_MANUAL 7f3a\nFLUSH_MANUAL 7f3a\nCAPTURE 7f3a\n",
  );
  expect(git(["show", `${tip}:${file}`], memory)).toBe(readFileSync(join(folder, file), "utf8"));
  expect(git(["rev-parse", "HEAD"], memory)).toBe(before);
  expect(git(["status", "--porcelain"], memory)).toBe("");
  expect(git(["fsck", "--strict"], memory)).toBe("");
  git(["gc", "--quiet", "--prune=now"], memory);
  expect((await run(["append", "seats", "After the pack.", "--session", "7f3a"], at)).exit).toBe(0);
  expect(git(["rev-list", "--count", tip], memory)).toBe("7\n");
});

test("no other session, no reader without one and no group sees it; a draft without a session is denied", async () => {
  const { run, at } = opened();
  const bare = await run([...create, ...fields, "--json"], at);
  expect(bare).toMatchObject({ exit: 7 });
  expect(bare.stdout + bare.stderr).toContain("SCOPE_DENIED");
  await run([...create, ...fields, "--session", "7f3a"], at);
  const prompt = async (...more: string[]) => (await run(["assemble", "--budget", "4000", ...more], at)).stdout;
  expect(await prompt("--session", "7f3a")).toContain("Aisle only.");
  for (const other of [[], ["--session", "7f3b"], ["--session", "7f3a", "--audience", "group"]])
    expect(await prompt(...other)).not.toContain("Aisle only.");
  expect(await run(["show", "seats", "--session", "7f3a"], at)).toMatchObject({
    exit: 0,
    stdout: "Subject: seats.\nPrefers: aisle.\n\n- Aisle only.\n",
  });
  expect((await run(["show", "seats"], at)).exit).not.toBe(0);
  expect((await run(["append", "seats", "Mine?", "--session", "7f3b"], at)).exit).not.toBe(0);
  expect((await run(["pages"], at)).stdout).not.toContain("Seats");
  expect((await run(["turn", "--session", "7f3a", "--turn", "1", "--budget", "4000"], at)).stdout).toContain(
    "Aisle only.",
  );
  expect(await run(["replay", "--session", "7f3a"], at)).toMatchObject({ exit: 0 });
});

test("frontmatter cannot let a session's page out: what lies in its folder is its own", async () => {
  const { run, folder, at } = opened();
  mkdirSync(join(folder, "memory"), { recursive: true });
  const page = "---\nid: loud\ntype: preference\ntitle: Loud\nscope: project\n---\n- For everybody.\n";
  writeFileSync(join(folder, "memory", "loud.md"), page);
  const prompt = async (...more: string[]) => (await run(["assemble", "--budget", "4000", ...more], at)).stdout;
  expect(await prompt("--session", "7f3a")).toContain("For everybody.");
  expect(await prompt("--session", "7f3a", "--audience", "group")).not.toContain("For everybody.");
  expect(await prompt()).not.toContain("For everybody.");
});

test("a hand edit is read at once, stays out of the next patch's commit, and stays on disk", async () => {
  const { run, git, memory, folder, at } = opened();
  await run([...create, ...fields, "--session", "7f3a"], at);
  const typed = `${readFileSync(join(folder, file), "utf8")}\nTyped by hand.\n`;
  writeFileSync(join(folder, file), typed);
  expect((await run(["show", "seats", "--session", "7f3a"], at)).stdout).toContain("Typed by hand.");
  expect((await run(["append", "seats", "By patch.", "--session", "7f3a"], at)).exit).toBe(0);
  const committed = git(["show", `${tip}:${file}`], memory);
  expect(committed).toContain("By patch.");
  expect(committed).not.toContain("Typed by hand.");
  expect(readFileSync(join(folder, file), "utf8")).toMatch(/Typed by hand\.[\s\S]*By patch\./);
});

test("session list counts the pages, and the folder comes back from the ref when it is lost", async () => {
  const { run, memory, folder, at } = opened();
  await run(["session", "start", "7f3a"], at);
  await run([...create, ...fields, "--session", "7f3a"], at);
  const listed = JSON.parse((await run(["session", "list", "--json"], at)).stdout);
  expect(listed).toMatchObject({ sessions: [{ session: "7f3a", pages: 1 }], folders: [{ name: "7f3a", pages: 1 }] });
  expect((await run(["session", "list"], at)).stdout).toContain(`1 page in ${folder}`);
  rmSync(join(memory, ".git/pagefile"), { recursive: true });
  expect((await run(["show", "seats", "--session", "7f3a"], at)).stdout).toBe(
    "Subject: seats.\nPrefers: aisle.\n\n- Aisle only.\n",
  );
  expect(existsSync(join(folder, file))).toBe(true);
});

test("through the installed hooks no push takes it along: --all sends branches alone, --mirror is stopped", async () => {
  const { run, git, env, memory, at, folder } = opened();
  const bin = join(folder, "../../../../..", "bin");
  mkdirSync(bin, { recursive: true });
  const program = join(import.meta.dirname, "../../dist/pagefile.cjs");
  writeFileSync(join(bin, "pagefile"), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`, { mode: 0o755 });
  const remote = join(memory, "..", "remote.git");
  git(["init", "--quiet", "--bare", remote]);
  git(["remote", "add", "origin", remote], memory);
  expect((await run(["hooks", "install"], at)).exit).toBe(0);
  await run([...create, ...fields, "--session", "7f3a"], at);
  const push = (how: string, ...more: string[]) =>
    spawnText("git", ["push", how, "origin", ...more], {
      cwd: memory,
      env: { ...env, PATH: `${bin}:${env.PATH}` },
    });
  const refs = () => git(["for-each-ref", "--format=%(refname)"], remote);
  const mirrored = push("--mirror");
  expect(mirrored.status).not.toBe(0);
  expect(mirrored.stderr).toContain(tip);
  expect(refs()).toBe("");
  // Under another name it is the same: the commit's own id, and a branch that was made from it.
  git(["branch", "copy", tip], memory);
  const byId = push("--quiet", `${git(["rev-parse", tip], memory).trim()}:refs/heads/x`);
  expect([byId.status, push("--quiet", "copy").status]).toEqual([1, 1]);
  expect(byId.stderr).toContain("a commit of refs/pagefile/");
  expect(refs()).toBe("");
  git(["branch", "-D", "copy"], memory);
  expect(push("--all").status).toBe(0);
  expect(refs()).toBe("refs/heads/main\n");
  const objects = git(["cat-file", "--batch-all-objects", "--batch"], remote);
  expect(objects).not.toContain("Aisle only.");
});

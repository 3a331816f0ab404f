/** Hints: what a message tells a person to type does what it says. */

import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli } from "../support/cli.js";
import { here } from "../support/here.js";

function desk() {
  const program = cli();
  const memory = program.sample();
  const execute = here(program);
  const run = (...args: readonly string[]) => execute(args, { cwd: memory });
  const json = async (...args: readonly string[]) => JSON.parse((await run(...args, "--json")).stdout);
  return { ...program, memory, run, json, git: (...args: readonly string[]) => program.git(args, memory) };
}

describe("mv and hooks", () => {
  it("without --to names a page that is there, which takes the entry as it is typed", async () => {
    const { run } = desk();
    const { exit, stderr } = await run("mv", "travel-mornings", "1");
    expect(exit).toBe(2);
    const to = /--to (\S+)\. pagefile pages lists all pages/.exec(stderr)?.[1];
    expect(await run("mv", "travel-mornings", "1", "--to", to ?? "")).toMatchObject({ exit: 0 });
  });

  it("where there is no other page says how one is made", async () => {
    const { run, memory, git } = desk();
    for (const name of ["memory", "AGENTS.md", "SOUL.md", "archive"])
      rmSync(join(memory, name), { recursive: true, force: true });
    git("commit", "--quiet", "--all", "--message=Fewer");
    expect((await run("mv", "memory", "1")).stderr).toContain("pagefile new makes another");
  });

  it("hooks has in its help the words that it takes", async () => {
    const { run } = desk();
    const { stdout } = await run("hooks", "--help");
    expect(stdout).toContain("install, uninstall or status");
    expect(stdout).not.toContain("prove");
  });
});

describe("memories that are there", () => {
  it.each([["alone"], ["inside another work tree"]])(
    "one that lost its history names what begins it anew (%s)",
    async (how) => {
      const { run, memory, folder, git } = desk();
      const copy = join(folder, "outer", "copy");
      cpSync(memory, copy, { recursive: true });
      rmSync(join(copy, ".git"), { recursive: true });
      if (how === "alone") {
        const { stderr } = await run("status", "--repo", copy);
        expect(stderr).toContain("is not inside a git repository");
        expect(stderr.replace(/\s+/g, " ")).toContain(`pagefile init "${copy}"`);
      } else git("init", "--quiet", join(folder, "outer"));
      expect((await run("init", copy)).exit).toBe(0);
      expect(await run("append", "memory", "- One more.", "--repo", copy)).toMatchObject({ exit: 0 });
    },
  );

  it("are not made otherwise by init, which says so for each option", async () => {
    const { run } = desk();
    const { stdout, exit } = await run("init", ".", "--profile", "plain", "--name", "zed", "--scope", "global");
    expect(exit).toBe(0);
    for (const key of ["profile", "name", "scope"]) expect(stdout).toContain(`--${key} changes nothing`);
    expect(stdout).toContain("its profile is openclaw; change it in pagefile.yaml");
    expect((await run("init", ".", "--profile", "openclaw")).stdout).not.toContain("changes nothing");
  });

  it("none is of scope local, for it is kept in commits", async () => {
    const { run } = desk();
    expect(await run("init", "new", "--scope", "local")).toMatchObject({ exit: 2, stdout: "" });
  });
});

describe("what was refused", () => {
  it("has one id, first in its line, which approve takes, and waits no more then", async () => {
    const { run } = desk();
    expect((await run("append", "memory", "- Book the boat.", "--origin", "web", "--actor", "agent:x")).exit).toBe(7);
    const { stdout } = await run("journal", "--rejected");
    const id = /^([0-9a-f]{8}) {2}rejected/.exec(stdout)?.[1] ?? "";
    expect(stdout).toContain(`pagefile approve ${id}\n`);
    expect((await run("approve", id)).exit).toBe(0);
    const after = (await run("journal", "--rejected")).stdout;
    expect([after.includes(id), after.includes("pagefile approve")]).toEqual([true, false]);
  });

  it("of an agent names a way that is one", async () => {
    const { run } = desk();
    const { stderr } = await run("archive", "ask-before-booking", "--actor", "agent:x");
    expect(stderr).toContain("where no agent runs");
    expect(stderr).not.toContain("--origin");
  });
});

describe("one word for one thing", () => {
  it("recall says once what would help", async () => {
    const { run } = desk();
    const { stderr } = await run("recall", "which zebra ate the hotel quarterly?");
    expect(stderr.match(/Ask in other words/g) ?? []).toHaveLength(1);
  });

  it("adopt does not name the command that failed", async () => {
    const { run } = desk();
    const { stderr, exit } = await run("adopt", "memory/travel.md");
    expect([exit, stderr.includes("pagefile adopt memory/travel.md")]).toEqual([4, false]);
  });

  it("a report of consistency is headed as one", async () => {
    const { run } = desk();
    expect((await run("consistency", "--markdown")).stdout).toMatch(/^# Consistency of /);
    expect((await run("audit", "--markdown")).stdout).toMatch(/^# Audit of /);
  });

  it("a command that there is not has no help either", async () => {
    const { run } = desk();
    expect((await run("bogus", "--help")).exit).toBe(2);
    for (const help of ["--help", "-h"]) expect((await run(help, "bogus")).exit).toBe(2);
    expect((await run("--help", "pages")).stdout).toBe((await run("pages", "--help")).stdout);
    for (const args of [["--help"], ["pages", "--help"], ["-q", "--help"]]) expect((await run(...args)).exit).toBe(0);
  });
});

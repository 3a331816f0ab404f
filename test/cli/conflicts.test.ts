/** Conflicts' tests: real merges, rebases and unmerged indexes through the built program, settled each way. */
import { describe, expect, it } from "vitest";
import { type Clones, clones as clonesOf, marker, mergeCommand } from "../support/clones.js";
import { here } from "../support/here.js";

const path = "memory/seats.md";
const start = `---
id: seats
type: preference
title: Seats
version: 1
updated: 2026-01-01T00:00:00Z
fields: { subject: seats, prefers: window }
---
- Prefers a window seat.
- Sits alone.
`;

const clones = (driver: "driver" | "plain"): Clones => clonesOf(driver, { path, text: start });
const seat = (version: number, kind: string) => (text: string) =>
  text
    .replace("version: 1", `version: ${version}`)
    .replace("prefers: window", `prefers: ${kind}`)
    .replace("a window", `a ${kind}`);

/** Both edited one entry and one key; git is done without a person. */
function met(command: readonly string[] = mergeCommand): Clones {
  const at = clones("driver");
  at.commit(at.ours, seat(2, "middle"));
  at.commit(at.theirs, seat(3, "rear"));
  expect(at.joined(command)).toBe(true);
  return at;
}

const json = async (at: Clones, args: readonly string[], exit = 0) => {
  const ran = await here(at.cli)([...args, "--json"], { cwd: at.ours });
  expect(ran.exit, ran.stdout + ran.stderr).toBe(exit);
  return JSON.parse(ran.stdout);
};
const porcelain = (at: Clones): string => at.cli.git(["status", "--porcelain"], at.ours);
const body = (at: Clones): string => at.textIn(at.ours).split("---\n")[2] ?? "";

describe("a conflict kept as data", () => {
  it.each([
    ["merge", mergeCommand],
    ["rebase", ["rebase", "--quiet"]],
  ] as const)("does not stop git %s", async (_name, command) => {
    const at = met(command);
    const text = at.textIn(at.ours);
    expect(text).not.toMatch(marker);
    expect(text).toContain("prefers: rear");
    expect(body(at).split("\n").toSorted()).toEqual(
      ["", "- Prefers a middle seat.", "- Prefers a rear seat.", "- Sits alone."].toSorted(),
    );
    at.sound();
    expect(porcelain(at)).toBe("");
    const status = await json(at, ["status"]);
    expect([status.conflicts, status.operation]).toEqual([2, null]);
    expect(status.findings.map((finding: { code: string }) => finding.code)).toEqual([
      "conflict_open",
      "conflict_open",
    ]);
    const { pages } = await json(at, ["conflicts"], 1);
    expect(pages).toHaveLength(1);
    const values = pages[0].conflicts.map((row: { alternatives: { value: unknown }[] }) =>
      row.alternatives.map(({ value }) => value).toSorted(),
    );
    expect(values).toEqual([
      ["- Prefers a middle seat.", "- Prefers a rear seat."],
      ["middle", "rear"],
    ]);
  });

  it("is planned, then settled in a commit that says so", async () => {
    const at = met();
    const before = at.cli.git(["rev-parse", "HEAD"], at.ours);
    const planned = await json(at, ["resolve", "seats", "--theirs", "--plan"]);
    expect([planned.how, planned.settled.length, planned.open]).toEqual(["planned", 2, []]);
    expect(at.cli.git(["rev-parse", "HEAD"], at.ours)).toBe(before);
    expect(porcelain(at)).toBe("");
    const done = await json(at, ["resolve", "seats", "--theirs"]);
    expect(done).toEqual({ ...planned, how: "committed", commit: at.cli.git(["rev-parse", "HEAD"], at.ours).trim() });
    expect(at.textIn(at.ours)).toContain("prefers: rear");
    expect(at.textIn(at.ours)).not.toContain("conflicts:");
    expect(body(at)).toBe("- Prefers a rear seat.\n- Sits alone.\n");
    expect(porcelain(at)).toBe("");
    const message = at.cli.git(["log", "-1", "--format=%B"], at.ours);
    expect(message).toContain("Pagefile-Reason: SYNC_MERGE\nPagefile-Op: resolve seats memory/seats.md\n");
    expect(message).toContain("Pagefile-Page: seats@4..5\n");
    expect((await json(at, ["status"])).conflicts).toBe(0);
    expect(await json(at, ["conflicts"])).toEqual({ pages: [], unmerged: [] });
    at.sound();
  });

  it("is settled one by one; a key that holds one value cannot keep both", async () => {
    const at = met();
    const refused = await here(at.cli)(["resolve", "seats", "--both"], { cwd: at.ours });
    expect([refused.exit, refused.stderr.includes("“fields.prefers” holds one value")]).toEqual([1, true]);
    expect(refused.stderr).toContain("--key fields.prefers");
    const listed = await here(at.cli)(["conflicts"], { cwd: at.ours });
    expect(listed.stdout).toContain("settle with: pagefile resolve PAGE --ours or --theirs");
    const first = await json(at, ["resolve", "seats", "--key", "fields.prefers", "--ours"]);
    expect(first.open.map((row: { kind: string }) => row.kind)).toEqual(["entry"]);
    expect(at.textIn(at.ours)).toContain("prefers: middle");
    const digest: string = first.open[0].name;
    await json(at, ["resolve", path, "--entry", digest.slice(0, 6), "--both"]);
    expect(body(at)).toBe("- Prefers a middle seat.\n- Prefers a rear seat.\n- Sits alone.\n");
    expect(at.textIn(at.ours)).not.toContain("conflicts:");
  });

  it("stays through a rebase of several commits, and follows an entry that is edited again", async () => {
    const at = clones("driver");
    at.commit(at.ours, (text) => text.replace("a window seat", "a middle seat"));
    at.commit(at.ours, (text) => text.replace("a middle seat", "a middle seat in the rear"));
    at.commit(at.ours, (text) => `${text}- Brings a pillow.\n`);
    at.commit(at.theirs, (text) => text.replace("a window seat", "a front seat"));
    expect(at.joined(["rebase", "--quiet"])).toBe(true);
    const row = (await json(at, ["conflicts"], 1)).pages[0].conflicts[0];
    expect(row.alternatives.map((each: { value: string; stands: boolean }) => [each.value, each.stands])).toEqual([
      ["- Prefers a front seat.", true],
      ["- Prefers a middle seat in the rear.", true],
    ]);
    expect(body(at)).toContain("- Brings a pillow.");
    at.sound();
  });

  it("is settled everywhere by being settled in one clone", async () => {
    const at = met();
    at.cli.git(["push", "--quiet", "origin", "main:shared"], at.ours);
    at.cli.git(["pull", "--quiet", "--no-rebase", "--no-edit", "origin", "shared"], at.theirs);
    at.commit(at.theirs, (text) => `${text}- Written meanwhile.\n`);
    await json(at, ["resolve", "seats", "--theirs"]);
    expect(at.joined(mergeCommand)).toBe(true);
    expect(body(at)).toBe("- Prefers a rear seat.\n- Sits alone.\n- Written meanwhile.\n");
    expect((await json(at, ["status"])).conflicts).toBe(0);
  });

  it("converges where both clones merged the other's branch before they met again", async () => {
    const at = met();
    at.cli.git(["fetch", "--quiet", at.ours, "main"], at.theirs);
    at.cli.git([...mergeCommand, "FETCH_HEAD^1"], at.theirs);
    expect(at.textIn(at.theirs)).toContain("conflicts:");
    at.commit(at.theirs, (text) => `${text}- Later.\n`);
    expect(at.joined(mergeCommand)).toBe(true);
    expect((await json(at, ["status"])).conflicts).toBe(2);
    expect(
      body(at)
        .split("\n")
        .filter((line) => line.includes("Prefers")),
    ).toHaveLength(2);
    expect(body(at)).toContain("- Later.");
  });
});

describe("a path git left unmerged", () => {
  /** Without the driver: markers in the file, three stages in the index. */
  function stuck(command: readonly string[] = mergeCommand): Clones {
    const at = clones("plain");
    at.commit(at.ours, (text) => `${seat(2, "middle")(text)}- Ours.\n`);
    at.commit(at.theirs, (text) => `${seat(3, "rear")(text)}- Theirs.\n`);
    expect(at.joined(command)).toBe(false);
    expect(at.textIn(at.ours)).toMatch(marker);
    return at;
  }

  it("is no page while marks stand in it, is seen, and stops our commits with a reason", async () => {
    const at = clones("plain");
    at.commit(at.ours, (text) => `${text}- Ours.\n`);
    at.commit(at.theirs, (text) => `${text}- Theirs.\n`);
    expect(at.joined(mergeCommand)).toBe(false);
    const listed = await json(at, ["pages"]);
    expect(listed.pages).toEqual([]);
    expect(listed.findings[0]).toMatchObject({ code: "conflict_marker", severity: "error", path, line: 11 });
    expect((await json(at, ["conflicts"], 1)).unmerged).toEqual([path]);
    const args = ["new", "--type", "preference", "--title", "X", "--field", "subject=a", "--field", "prefers=b"];
    const refused = await here(at.cli)(args, { cwd: at.ours });
    expect([refused.exit, refused.stderr.includes("A merge is under way")]).toEqual([8, true]);
  });

  it("is merged entry by entry, keeping what is left as data; git ends the merge", async () => {
    const at = stuck();
    const planned = await json(at, ["resolve", path, "--plan"]);
    expect([planned.how, planned.open.length]).toEqual(["planned", 2]);
    expect(at.textIn(at.ours)).toMatch(marker);
    expect((await json(at, ["resolve", path])).how).toBe("merged");
    expect(porcelain(at)).toBe(`M  ${path}\n`);
    expect(body(at)).toBe("- Prefers a middle seat.\n- Prefers a rear seat.\n- Sits alone.\n- Ours.\n- Theirs.\n");
    at.cli.git(["commit", "--quiet", "--no-edit"], at.ours);
    at.sound();
    expect((await json(at, ["status"])).conflicts).toBe(2);
  });

  it("takes a side of what conflicts, and what both appended, in a rebase too", async () => {
    const at = stuck(["rebase", "--quiet"]);
    await json(at, ["resolve", path, "--theirs"]);
    // In a rebase, theirs is the commit that is replayed.
    expect(body(at)).toBe("- Prefers a middle seat.\n- Sits alone.\n- Theirs.\n- Ours.\n");
    at.cli.git(["-c", "core.editor=true", "rebase", "--continue"], at.ours);
    expect(porcelain(at)).toBe("");
    at.sound();
  });
});

describe("pagefile resolve", () => {
  it("says what is missing: a side, a conflict, one side at a time", async () => {
    const at = clones("driver");
    const stderr = async (args: readonly string[], exit: number): Promise<string> => {
      const ran = await here(at.cli)(["resolve", "seats", ...args], { cwd: at.ours });
      expect(ran.exit, ran.stderr).toBe(exit);
      return ran.stderr;
    };
    expect(await stderr([], 2)).toContain("a side has to be named");
    expect(await stderr(["--ours", "--both"], 2)).toContain("More than one side");
    expect(await stderr(["--ours"], 1)).toContain("No conflict is open");
  });

  it("lets no agent set the list, and no text of strangers decide", async () => {
    const at = met();
    const set = await here(at.cli)(["set", "seats", "conflicts", "[]", "--base", "4"], { cwd: at.ours });
    expect([set.exit, set.stderr.includes("not a key a patch may set")]).toEqual([1, true]);
    const web = await here(at.cli)(["resolve", "seats", "--ours", "--origin", "web"], { cwd: at.ours });
    expect([web.exit, (await json(at, ["status"])).conflicts]).toEqual([7, 2]);
  });
});

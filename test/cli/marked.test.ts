/** Marked pages' tests: git's own marks, committed by somebody without the program, are told of everywhere and mended by resolve. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Clones, clones, marker, mergeCommand } from "../support/clones.js";
import { here } from "../support/here.js";

const path = "MEMORY.md";
const start = "# Memory\n\n## Rules\n\n- Commits are signed.\n\n## Facts\n\n- The harbor contact is Lena.\n";

/** Both edited a line and added one; theirs merged by plain git and committed the marks, and ours pulled. */
function marked(style: "merge" | "diff3" = "merge", text = start, file = path): Clones {
  const at = clones("plain", { path: file, text });
  at.commit(at.ours, (was) => was.replace("signed.", "signed with SSH keys.\n- Ours is new."));
  at.commit(at.theirs, (was) => was.replace("signed.", "signed with GPG keys.\n- Boats leave at noon."));
  at.cli.git(["fetch", "--quiet", at.ours, "main"], at.theirs);
  const style3 = ["-c", `merge.conflictStyle=${style}`];
  expect(() => at.cli.git([...style3, ...mergeCommand, "FETCH_HEAD"], at.theirs)).toThrow();
  at.cli.git(["commit", "--quiet", "--all", "--message=Merge"], at.theirs);
  expect(at.textIn(at.theirs)).toMatch(marker);
  expect(at.joined(["merge", "--quiet", "--ff-only"])).toBe(true);
  return at;
}

const run = (at: Clones, args: readonly string[], input?: string) =>
  here(at.cli)(args, { cwd: at.ours, ...(input === undefined ? {} : { input }) });
const entries = (at: Clones): readonly string[] =>
  at
    .textIn(at.ours)
    .split("\n")
    .filter((line) => line.startsWith("- "));
const lena = "- The harbor contact is Lena.";
const [ssh, gpg] = ["- Commits are signed with SSH keys.", "- Commits are signed with GPG keys."];
const [fresh, boats] = ["- Ours is new.", "- Boats leave at noon."];

describe("a page with committed marks", () => {
  it.each(["merge", "diff3"] as const)("is merged entry by entry from marks of style %s", async (style) => {
    const at = marked(style);
    const planned = await run(at, ["resolve", path, "--plan"]);
    expect([planned.exit, at.textIn(at.ours)]).toEqual([0, expect.stringMatching(marker)]);
    const done = await run(at, ["resolve", path]);
    expect([done.exit, done.stdout], done.stderr).toEqual([0, expect.stringContaining("1 conflict left")]);
    expect(entries(at).toSorted()).toEqual([ssh, gpg, fresh, boats, lena].toSorted());
    expect(at.textIn(at.ours)).not.toMatch(marker);
    expect(at.cli.git(["status", "--porcelain"], at.ours)).toBe("");
    expect(at.cli.git(["log", "-1", "--format=%B"], at.ours)).toContain(`Pagefile-Op: resolve memory ${path}\n`);
    at.sound();
    expect((await run(at, ["resolve", path, "--theirs"])).exit).toBe(0);
    expect(entries(at).toSorted()).toEqual([ssh, fresh, boats, lena].toSorted());
  });

  it.each([
    ["--ours", [gpg, boats, lena]],
    ["--theirs", [ssh, fresh, lena]],
    ["--both", [gpg, boats, ssh, fresh, lena]],
  ] as const)("takes %s of every mark", async (side, left) => {
    const at = marked();
    const done = await run(at, ["resolve", "memory", side]);
    expect([done.exit, entries(at).toSorted()], done.stderr).toEqual([0, [...left].toSorted()]);
    expect(at.textIn(at.ours)).not.toMatch(/conflicts:|^[<=>]{7}/m);
    expect((await run(at, ["conflicts"])).stdout).toContain("no conflict is open");
    at.sound();
  });

  it("keeps the marks where they are said to be settled as they stand", async () => {
    const at = marked();
    const done = await run(at, ["resolve", path, "--as-is"]);
    expect([done.exit, done.stderr]).toEqual([1, expect.stringContaining(`pagefile resolve ${path}`)]);
  });

  /** Nothing of it is changed, and the refusal says why. */
  async function refused(at: Clones, args: readonly string[], says: string): Promise<void> {
    const [text, head] = [at.textIn(at.ours), at.cli.git(["rev-parse", "HEAD"], at.ours)];
    const done = await run(at, ["resolve", ...args]);
    expect([done.exit === 0, done.stderr], done.stdout).toEqual([false, expect.stringContaining(says)]);
    expect([at.textIn(at.ours), at.cli.git(["rev-parse", "HEAD"], at.ours)]).toEqual([text, head]);
  }

  it("is left to a person where the marks stand in no order that git writes", async () => {
    const at = marked();
    at.commit(at.ours, (text) => text.replace(/^=======\n/m, "<<<<<<< again\n=======\n"));
    for (const side of [[], ["--ours"], ["--both"]])
      await refused(at, [path, ...side], "not in an order that git writes");
  });

  it("is left to a person where it is the user's own instructions, committed or not", async () => {
    const at = marked("merge", start, "AGENTS.md");
    await refused(at, ["AGENTS.md"], "AGENTS.md");
    await refused(at, ["AGENTS.md", "--ours"], "Settle it by hand, and delete git's marks.");
    const text = at.textIn(at.ours);
    at.cli.git(["reset", "--quiet", "--hard", "HEAD^"], at.ours);
    writeFileSync(join(at.ours, "AGENTS.md"), text);
    await refused(at, ["AGENTS.md", "--ours"], "Settle it by hand, and delete git's marks.");
  });

  it("is not merged for a name that no conflict has", async () => {
    const at = marked();
    await refused(at, [path, "--entry", "ffff", "--ours"], "No conflict about “ffff” is open");
    await refused(at, [path, "--key", "fields.x", "--ours"], "No conflict about “fields.x” is open");
  });

  it("has no side taken by words from outside, which may merge it", async () => {
    const at = marked();
    const web = ["--actor", "agent:reader", "--origin", "web"];
    for (const side of ["--ours", "--theirs", "--both"]) await refused(at, [path, side, ...web], "origin");
    expect((await run(at, ["resolve", path, ...web])).exit).toBe(0);
    expect(entries(at).toSorted()).toEqual([ssh, gpg, fresh, boats, lena].toSorted());
  });

  it("loses nothing that is pinned hard by a side that an agent takes, and may by the user's", async () => {
    const pinned = `---\nid: memory\ntype: preference\npin: hard\n---\n${start}`;
    const at = marked("merge", pinned);
    const agent = ["--actor", "agent:desk", "--origin", "agent"];
    for (const side of ["--ours", "--theirs"]) await refused(at, [path, side, ...agent], "pin");
    expect((await run(at, ["resolve", path, "--plan", ...agent])).exit).toBe(0);
    expect((await run(at, ["resolve", path, "--ours"])).exit).toBe(0);
    expect(entries(at)).not.toContain(ssh);
  });

  it("is mended on disk where the marks were not committed", async () => {
    const at = marked();
    const text = at.textIn(at.ours);
    at.cli.git(["reset", "--quiet", "--hard", "HEAD^"], at.ours);
    writeFileSync(join(at.ours, path), text);
    const done = await run(at, ["resolve", path]);
    expect([done.exit, done.stdout], done.stderr).toEqual([0, expect.stringContaining(`git add ${path}`)]);
    expect(entries(at).toSorted()).toEqual([ssh, gpg, fresh, boats, lena].toSorted());
  });

  it("is listed, and named by what cannot read it", async () => {
    const at = marked();
    const listed = await run(at, ["conflicts"]);
    expect(listed).toMatchObject({ exit: 1, stdout: expect.stringMatching(/MEMORY\.md\n.*marks, line 5\n.*GPG/) });
    const refused = await run(at, ["append", "memory#facts", "- y"]);
    expect(refused.exit).not.toBe(0);
    expect(refused.stderr).toContain("MEMORY.md is not a page: The page has the marks of a merge conflict in it.");
    expect(refused.stderr).toContain("pagefile resolve MEMORY.md");
    writeFileSync(join(at.ours, "memory-other.md"), "");
    await run(at, ["new", "--type", "note", "--title", "Tea", "--body", "- Tea is served at the harbor office."]);
    const asked = await run(at, ["recall", "who is the harbor contact person of the north pier"]);
    expect(asked.stdout + asked.stderr).toContain("git's conflict marks stand in it (MEMORY.md)");
  });

  it("is named at a session's start, with what mends it", async () => {
    const at = marked();
    const event = { session_id: "s1", cwd: at.ours, hook_event_name: "SessionStart", source: "startup" };
    const told = await run(at, ["harness", "claude-code", "SessionStart"], JSON.stringify(event));
    expect(told.stdout).toContain("MEMORY.md is not read");
    expect(told.stdout).toContain("pagefile resolve MEMORY.md");
    expect(told.stdout).not.toContain("says anything yet");
  });
});

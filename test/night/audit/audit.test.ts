/** Audit flows: what is held against git's past and this machine's faults, each reported within one run and not where all is well. */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { refresh } from "../../../src/memory/memory.js";
import { audit } from "../../../src/night/audit/audit.js";
import type { AuditAnswer, AuditFinding } from "../../../src/night/audit/checks.js";
import { faultLogOf } from "../../../src/write/fault-log.js";

import { openTestAudit } from "../../support/audit.js";
import { must, type NightMemory, nightMemory } from "../../support/nights.js";

let memory: NightMemory;
afterEach(() => memory.close());

async function audited(): Promise<AuditAnswer> {
  must(refresh(memory.workspace.primary));
  const host = openTestAudit(memory.repo.dir, memory.repo.env, "native");
  try {
    return must(await audit(memory.workspace.primary, { doctor: [], host }));
  } finally {
    await host.close();
  }
}
const found = async (check: AuditFinding["check"]): Promise<readonly AuditFinding[]> =>
  (await audited()).findings.filter((finding) => finding.check === check);

const made = "Make it a memory\n\nPagefile-Reason: INIT";

test("a sync client's copy is told though it is no page, and so is a numbered one that is", async () => {
  const page = "- All about a, kept here.\n";
  const copies = ["memory/a (conflicted copy).md", "memory/b 2.md"];
  memory = await nightMemory({ "memory/a.md": page, "memory/b.md": page });
  memory.write(Object.fromEntries([...copies, "memory/c (conflicted copy).bak.md"].map((path) => [path, page])));
  expect((await found("conflicted_copy")).map(({ path }) => path)).toEqual(copies);
});

describe("pages behind our back", () => {
  test("what somebody typed and no commit takes is told once, with its line; what was committed so, or is local, is not", async () => {
    const key = ["AKIA", "Q3EGRIPUFDHTX7WM"].join("");
    const page = (id: string, more = ""): string => `---\nid: ${id}\n${more}---\n- All about ${id}, kept here.\n`;
    memory = await nightMemory({ "memory/a.md": page("a"), "memory/b.md": `${page("b")}- ${key}\n` });
    memory.write({
      "memory/a.md": `${page("a")}- The key is ${key}.\n- [rest unchanged]\n`,
      "memory/b.md": `${page("b")}- ${key}\n- One more.\n`,
      "memory/mine.md": `${page("mine", "scope: local\n")}- ${key}\n`,
    });
    const told = (await found("page")).filter(({ severity }) => severity === "error");
    expect(told.map(({ path, line, says }) => `${path}:${line} ${says.split(":", 1)[0]}`)).toEqual([
      "memory/a.md:5 secret_detected",
      "memory/a.md:6 elision_detected",
    ]);
    expect(JSON.stringify(told)).not.toContain(key);
  });

  test("deleted on disk, then deleted in a commit without a reason; moved ones and those with a reason are not told", async () => {
    const page = (id: string): string => `---\nid: ${id}\ntype: preference\n---\n- All about ${id}, kept here.\n`;
    memory = await nightMemory({ "memory/a.md": page("a"), "memory/b.md": page("b"), "memory/c.md": page("c") });
    memory.commit({ "memory/before.md": page("before") });
    memory.repo.git("rm", "--quiet", "memory/before.md");
    memory.commit({});
    expect((await found("page_gone")).map(({ path }) => path)).toEqual(["memory/before.md"]);
    memory.repo.git("commit", "--quiet", "--allow-empty", "--message", made);
    expect(await found("page_gone")).toEqual([]);
    memory.now = "2026-11-21T03:00:00Z";
    rmSync(join(memory.repo.dir, "memory/a.md"));
    expect(await found("page_missing")).toMatchObject([{ path: "memory/a.md", severity: "warning" }]);
    memory.repo.git("mv", "memory/b.md", "memory/bb.md");
    memory.commit({});
    expect(await found("page_missing")).toEqual([]);
    expect(await found("page_gone")).toMatchObject([{ path: "memory/a.md", severity: "warning" }]);
    memory.repo.git("rm", "--quiet", "memory/c.md");
    memory.repo.git(
      "commit",
      "--quiet",
      "--message",
      "Out\n\nPagefile-Reason: MANUAL_EDIT\nPagefile-Op: delete c memory/c.md",
    );
    expect((await found("page_gone")).map(({ path }) => path)).toEqual(["memory/a.md"]);
    memory.now = "2027-01-21T03:00:00Z";
    expect(await found("page_gone")).toEqual([]);
  });

  test("MEMORY.md is as old as its last dated entry or its last commit, whichever is younger", async () => {
    const old = "# Memory\n\n- Bob is 41. (Superseded 2026-03-01)\n";
    memory = await nightMemory({ "MEMORY.md": "# Memory\n" });
    memory.now = "2026-11-20T20:00:00Z";
    memory.commit({ "MEMORY.md": old });
    memory.now = "2026-11-21T03:00:00Z";
    expect(await found("memory_outdated")).toEqual([]);
    memory.now = "2026-11-29T03:00:00Z";
    expect(await found("memory_outdated")).toMatchObject([{ says: "Its last change is 8 days old." }]);
    memory.commit({ "MEMORY.md": `${old}- Bob is 42. (2026-11-24)\n` });
    memory.now = "2026-12-09T03:00:00Z";
    expect(await found("memory_outdated")).toMatchObject([{ says: "Its last change is 10 days old." }]);
    memory.commit({ "MEMORY.md": `${old}- Bob is 43. (2026-12-12)\n` });
    memory.now = "2026-12-18T03:00:00Z";
    expect(await found("memory_outdated")).toMatchObject([{ says: "Its last dated entry is 6 days old." }]);
  });

  test("an entry of a log that was changed when its day was over", async () => {
    const log = "memory/2026-11-18.md";
    memory = await nightMemory({ "MEMORY.md": "# Memory\n" });
    memory.now = "2026-11-18T20:00:00Z";
    memory.commit({ [log]: "# Day\n\n- Flew to Oslo.\n" });
    memory.now = "2026-11-21T03:00:00Z";
    expect(await found("log_edited")).toEqual([]);
    memory.write({ [log]: "# Day\n\n- Stayed at home.\n" });
    expect(await found("log_edited")).toMatchObject([{ path: log, says: expect.stringContaining("Flew to Oslo.") }]);
    memory.commit({});
    expect(await found("log_edited")).toHaveLength(1);
    // What was changed before it was a memory is as the memory found it.
    memory.now = "2026-11-21T04:00:00Z";
    memory.repo.git("commit", "--quiet", "--allow-empty", "--message", made);
    expect(await found("log_edited")).toEqual([]);
  });
});

describe("curation", () => {
  test("of words that no night has looked at for days is stalled, and no longer once one has", async () => {
    memory = await nightMemory({
      "MEMORY.md": "# Memory\n",
      "memory/2026-11-10.md": "- Ada prefers an aisle seat on trains. [human]\n",
    });
    expect(await found("curation_stalled")).toMatchObject([{ says: expect.stringContaining("2026-11-10") }]);
    await memory.night();
    expect(await found("curation_stalled")).toEqual([]);
  });
});

test("4: faults of the last day, a line for each kind", async () => {
  memory = await nightMemory({ "MEMORY.md": "# Memory\n" });
  const fault = (at: string, says: string) =>
    ({ at, kind: "flush_miss", page: "memory", says, hint: "Flush it.", trace: null }) as never;
  const all = [
    fault("2026-11-21T02:00:00Z", "Two."),
    fault("2026-11-20T04:00:00Z", "One."),
    fault("2026-11-19T04:00:00Z", "Old."),
  ];
  Object.assign(faultLogOf(memory.workspace.primary), {
    recent: (_: number, keep: (fault: never) => boolean) => ({ records: all.filter(keep), damaged: [] }),
  });
  expect(await found("fault_recent")).toMatchObject([
    { says: "flush_miss: 2 since yesterday, the last: Two.", hint: "Flush it." },
  ]);
});

test("a stale variant, a broken pointer, trick characters and a secret of the past are each told", async () => {
  const secret = ["AKIA", "Q3EGRIPUFDHTX7WM"].join("");
  memory = await nightMemory({
    "memory/a.md": `---\nid: a\ntype: preference\ncompressed: Old.\ncompressed_of: sha256:${"0".repeat(64)}\n---\n- A [[nowhere]] of [[b]].\n`,
    "memory/b.md": `- The key is ${secret} here.\n- Trick\u202ewords.\n`,
  });
  memory.commit({ "memory/b.md": "- No key.\n- Trick\u202ewords.\n" });
  const { findings } = await audited();
  const told = findings.map(({ check, says }) => `${check} ${says.split(" ")[0]}`);
  expect(told.some((line) => line.startsWith("link_broken"))).toBe(true);
  expect(told).toContain("page invisible_character:");
  expect(findings.filter(({ says }) => says.startsWith("compressed_stale"))).toHaveLength(1);
  expect(findings.filter(({ check, says }) => check === "history" && says.includes("secret"))).not.toEqual([]);
  expect(findings.map(({ says }) => says).join()).not.toContain(secret);
});

test("what a program did to many pages alike is told once", async () => {
  const open = (id: number): Record<string, string> => ({ [`notes/n${id}.md`]: `---\ntitle: N${id}\n\n# N\n` });
  memory = await nightMemory({ "MEMORY.md": "# Memory\n", ...open(1), ...open(2), ...open(3) });
  expect(await found("page")).toHaveLength(3);
  memory.commit({ ...open(4), ...open(5) });
  const told = await found("page");
  expect(told).toMatchObject([
    { path: "notes/n1.md", says: expect.stringContaining("in 4 more, the next: notes/n2.md") },
  ]);
});

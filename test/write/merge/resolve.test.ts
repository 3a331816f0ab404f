/** Resolve's tests: conflicts settled on real repositories of both engines, and writers that meet on one page. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { History } from "../../../src/git/history.js";
import { status } from "../../../src/night/status.js";
import { patch } from "../../../src/session/patch.js";
import { conflicts, resolve } from "../../../src/write/merge/conflicts.js";
import { mergePages } from "../../../src/write/merge/merge.js";
import type { Take } from "../../../src/write/merge/settle.js";

import { makeRepo, type TestRepo } from "../../support/git-repo.js";
import { openTestWorkspace, type TestWorkspace } from "../../support/open-memory.js";

const path = "memory/seats.md";
const start = `---
id: seats
type: preference
title: Seats
version: 1
tags: [a]
fields: { subject: seats, prefers: window, lines: [U1] }
---
- Prefers a window seat.

Sits alone.
`;
const here = start
  .replace("prefers: window", "prefers: aisle")
  .replace("[U1]", "[U1, U2]")
  .replace("a window", "an aisle");
const there = start
  .replace("version: 1", "version: 2")
  .replace("prefers: window", "prefers: rear")
  .replace("[U1]", "[U3]")
  .replace("a window", "a rear");

let repo: TestRepo;
const open: TestWorkspace[] = [];
const options = { detached: "refuse" } as const;
const envelope = { actor: "human", origin: "user", session: null, evidence: [], id: null } as const;

afterEach(async () => {
  for (const workspace of open.splice(0)) await workspace.close();
  repo.remove();
});

function page(text: string): void {
  repo = makeRepo();
  repo.write(path, text);
  repo.git("add", "--all");
  repo.git("commit", "--quiet", "--message=Page");
}

/** A page with three conflicts, committed. */
function conflicted(): void {
  const merged = mergePages(path, start, here, there);
  if (!merged.ok) throw new Error(merged.error.says);
  page(merged.value.text);
}

async function workspace(engine: "native" | "embedded" = "native"): Promise<TestWorkspace> {
  const opened = await openTestWorkspace(repo, { engine });
  open.push(opened);
  return opened;
}

const disk = (): string => readFileSync(join(repo.dir, path), "utf8");
const settle = (at: TestWorkspace, take: Take, about: { entry?: string; key?: string } = {}) =>
  resolve(
    at.primary,
    { asked: { page: "seats", entry: about.entry ?? null, key: about.key ?? null, take }, envelope, how: "commit" },
    options,
  );

describe.each(["native", "embedded"] as const)("resolve, %s", (engine) => {
  it.each<[Take, string, string]>([
    ["ours", "prefers: aisle, lines: [U1, U2]", "- Prefers an aisle seat.\n\nSits alone.\n"],
    ["theirs", "prefers: rear, lines: [U3]", "- Prefers a rear seat.\n\nSits alone.\n"],
    ["as_is", "prefers: rear, lines: [U3]", "- Prefers an aisle seat.\n- Prefers a rear seat.\n\nSits alone.\n"],
  ])("settles everything by %s", async (take, fields, body) => {
    conflicted();
    const at = await workspace(engine);
    const done = await settle(at, take);
    if (!done.ok) throw new Error(done.error.says);
    expect([done.value.settled.length, done.value.open]).toEqual([3, []]);
    expect(disk()).toBe(
      start
        .replace("prefers: window, lines: [U1]", fields)
        .replace("version: 1", "version: 3")
        .split("---\n")
        .with(2, body)
        .join("---\n"),
    );
    expect(repo.git("show", `HEAD:${path}`)).toBe(disk().trimEnd());
    expect(repo.git("status", "--porcelain", "--untracked-files=no")).toBe("");
    const after = await status(at);
    expect(after.ok && after.value.conflicts).toBe(0);
  });

  it("keeps both items of lists, and says what is left", async () => {
    conflicted();
    const at = await workspace(engine);
    const done = await settle(at, "both", { key: "fields.lines" });
    expect(done.ok && done.value.open.map(({ name }) => name).length).toBe(2);
    expect(disk()).toContain("lines: [U1, U2, U3]");
    const listed = await conflicts(at.primary, null);
    expect(listed.ok && listed.value.pages[0]?.conflicts.length).toBe(2);
  });
});

describe("resolve", () => {
  it("refuses a page without a conflict, a section, and a conflict that is not committed", async () => {
    page(start);
    const at = await workspace();
    const none = await settle(at, "ours");
    expect(none.ok || none.error.says).toBe(`No conflict is open in the committed ${path}.`);
    repo.write(path, start.replace("---\n- ", "conflicts: [{ key: fields.prefers, values: [a, b] }]\n---\n- "));
    const loose = await settle(at, "ours");
    expect(loose.ok || loose.error.hint).toContain("settled after its commit");
    repo.write("MEMORY.md", "# Memory\n\n## People\n\n- Ada.\n");
    const asked = { page: "memory#people", entry: null, key: null, take: "ours" } as const;
    const fresh = await workspace();
    const section = await resolve(fresh.primary, { asked, envelope, how: "plan" }, options);
    expect(section.ok || section.error.hint).toBe("Name the file: pagefile resolve MEMORY.md");
    expect(at.faults.map(({ kind }) => kind)).toEqual(["writeback_rejected", "writeback_rejected"]);
  });

  it("keeps words that are not committed, and refuses where they are about the same thing", async () => {
    conflicted();
    const at = await workspace();
    repo.write(path, `${disk()}\nTyped by hand.\n`);
    expect((await settle(at, "ours", { key: "fields.prefers" })).ok).toBe(true);
    expect(disk()).toContain("prefers: aisle");
    expect(disk()).toContain("\nTyped by hand.\n");
    expect(repo.git("show", `HEAD:${path}`)).not.toContain("Typed by hand");
    repo.write(path, disk().replace("- Prefers an aisle seat.\n", ""));
    const refused = await settle(at, "ours");
    expect(refused.ok || refused.error.says).toContain("no longer stands");
    expect(disk()).toContain("a rear seat");
  });

  it("takes out nothing but what was chosen against, whatever the page says of its conflicts", async () => {
    page(
      start.replace("---\n- ", 'conflicts: [{ key: origin, values: [user, web] }, { entries: ["0", "1"] }]\n---\n- '),
    );
    const at = await workspace();
    const before = disk();
    expect((await settle(at, "ours", { key: "origin" })).ok).toBe(false);
    expect((await settle(at, "theirs", { entry: "0" })).ok).toBe(false);
    expect(disk()).toBe(before);
  });
});

describe("writers that meet on one page", () => {
  /** The other writer's commit lands between this one's validation and its record. */
  async function racing(other: (at: TestWorkspace) => Promise<unknown>): Promise<TestWorkspace> {
    const [mine, theirs] = [await workspace(), await workspace()];
    const { history } = mine.primary;
    // A writer that does not stand in line, as git itself.
    Object.assign(theirs.primary, { queue: { enter: async () => ({ leave: () => undefined }) } });
    let raced = false;
    const record: History["record"] = async (plan, how) => {
      if (!raced) {
        raced = true;
        await other(theirs);
      }
      return history.record(plan, how);
    };
    Object.assign(mine.primary, { history: { ...history, record } });
    return mine;
  }
  const append = (at: TestWorkspace, value: string) =>
    patch(at, { op: "append", page: "seats", value, ...envelope }, options);

  it("keep both entries and one commit each", async () => {
    page(start);
    const at = await racing((other) => append(other, "Theirs."));
    expect((await append(at, "Ours.")).ok).toBe(true);
    expect(disk()).toContain("Theirs.\n");
    expect(disk()).toContain("Ours.\n");
    expect(disk()).toContain("version: 3\n");
    expect(repo.git("rev-list", "--count", "HEAD")).toBe("4");
    expect(repo.git("show", `HEAD:${path}`)).toBe(disk().trimEnd());
  });

  it("settle a conflict on top of what the other appended", async () => {
    conflicted();
    const at = await racing((other) => append(other, "Theirs."));
    const done = await settle(at, "ours", { key: "fields.prefers" });
    if (!done.ok) throw new Error(done.error.says);
    expect(done.value.open).toHaveLength(2);
    expect(disk()).toContain("Theirs.\n");
    expect(disk()).toContain("prefers: aisle");
  });

  it("do not settle one conflict twice: the second is told that nothing is open", async () => {
    conflicted();
    const at = await racing((other) => settle(other, "theirs"));
    const done = await settle(at, "ours");
    expect(done.ok || done.error.says).toContain("No conflict is open");
    expect(disk()).toContain("prefers: rear");
  });

  it("add fields side by side, and refuse two values of one", async () => {
    page(start);
    const merge = (at: TestWorkspace, fields: object) =>
      patch(at, { op: "merge", page: "seats", fields, tags: [], entries: [], ...envelope }, options);
    const at = await racing((other) => merge(other, { aisle: "left", row: 1 }));
    const clash = await merge(at, { row: 2 });
    expect(clash.ok || clash.error.says).toContain("“fields.row” is 1 already");
    expect((await merge(at, { coach: 7 })).ok).toBe(true);
    expect(disk()).toContain("aisle: left, row: 1, coach: 7");
  });

  it("set a key only on the version they saw", async () => {
    page(start);
    const set = (at: TestWorkspace, value: string) =>
      patch(at, { op: "set_with_version", page: "seats", key: "title", value, base: "1", ...envelope }, options);
    const at = await racing((other) => set(other, "Theirs"));
    const refused = await set(at, "Ours");
    expect(refused.ok || refused.error.code).toBe("version_conflict");
    expect(disk()).toContain("title: Theirs");
  });
});

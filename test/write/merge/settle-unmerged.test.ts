/** Settle unmerged's tests: what git's own merge left in the index, settled without losing a line of anybody's. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { findLayout } from "../../../src/git/layout.js";
import { gitFor } from "../../../src/git/process.js";
import { conflicts, settleUnmerged, type UnmergedQuery } from "../../../src/write/merge/conflicts.js";
import { openUnmergedIndex, type UnmergedIndex } from "../../../src/write/merge/merge.js";

import { makeRepo, type TestRepo } from "../../support/git-repo.js";
import { openTestWorkspace, type TestWorkspace } from "../../support/open-memory.js";

const path = "memory/seats.md";
const start = `---
id: seats
type: preference
title: Seats
fields: { subject: seats, prefers: window }
---
- Prefers a window seat.
- Sits alone.
`;

let repo: TestRepo;
const open: TestWorkspace[] = [];

afterEach(async () => {
  for (const workspace of open.splice(0)) await workspace.close();
  repo.remove();
});

/** Ours on main, theirs on a branch; null deletes the page. */
function merging(ours: string | null, theirs: string | null, folder = ""): void {
  repo = makeRepo();
  const file = join(folder, path);
  const commit = (text: string | null): void => {
    if (text === null) rmSync(join(repo.dir, file));
    else repo.write(file, text);
    repo.git("add", "--all");
    repo.git("commit", "--quiet", "--message=Change");
  };
  commit(start);
  repo.git("checkout", "--quiet", "-b", "theirs");
  commit(theirs);
  repo.git("checkout", "--quiet", "main");
  commit(ours);
  expect(repo.tryGit(["merge", "--quiet", "--no-edit", "theirs"]).status).toBe(1);
}

async function settle(query: Partial<UnmergedQuery>, folder = "") {
  const at = await openTestWorkspace(repo, { folder });
  open.push(at);
  const asked = { page: path, entry: null, key: null, take: null, how: "commit" as const, ...query };
  return { at, done: await settleUnmerged(at.primary, unmergedIn(folder), asked) };
}

function unmergedIn(folder: string): UnmergedIndex {
  const layout = findLayout(join(repo.dir, folder));
  const opened = layout.ok ? openUnmergedIndex(layout.value, gitFor(layout.value, repo.env)) : layout;
  if (!opened.ok) throw new Error(opened.error.says);
  return opened.value;
}

const disk = (folder = ""): string => readFileSync(join(repo.dir, folder, path), "utf8");
const ours = `${start.replaceAll("window", "middle")}- Ours.\n`;
const theirs = `${start.replaceAll("window", "rear")}- Theirs.\n`;

describe("settleUnmerged", () => {
  it("merges below a folder of a larger repository, as git add would leave it", async () => {
    merging(ours, theirs, "notes");
    const { at, done } = await settle({}, "notes");
    if (!done.ok || done.value === null) throw new Error("settled");
    expect([done.value.how, done.value.open.length]).toEqual(["merged", 2]);
    expect(disk("notes").split("---\n")[2]).toBe(
      "- Prefers a middle seat.\n- Prefers a rear seat.\n- Sits alone.\n- Ours.\n- Theirs.\n",
    );
    expect(repo.git("status", "--porcelain", "--untracked-files=no")).toBe(`M  notes/${path}`);
    const listed = await conflicts(at.primary, unmergedIn("notes"));
    expect(listed.ok && [listed.value.unmerged, listed.value.pages.length]).toEqual([[], 1]);
    repo.git("commit", "--quiet", "--no-edit");
    repo.git("fsck", "--strict");
  });

  it("takes a side of one conflict and keeps the other as data", async () => {
    merging(ours, theirs);
    const { done } = await settle({ take: "theirs", key: "fields.prefers" });
    expect(done.ok && done.value?.open.map(({ kind }) => kind)).toEqual(["entry"]);
    expect(disk()).toContain("prefers: rear");
    expect(disk()).toContain("- Ours.\n- Theirs.\n");
  });

  it("does again what was cut off between the file and the index", async () => {
    merging(ours, theirs);
    const index = unmergedIn("");
    const cut: UnmergedIndex = {
      ...index,
      settle: async () => ({ ok: false, error: { code: "locked", says: "", hint: "" } }),
    };
    const at = await openTestWorkspace(repo);
    open.push(at);
    const query: UnmergedQuery = { page: path, entry: null, key: null, take: null, how: "commit" };
    expect((await settleUnmerged(at.primary, cut, query)).ok).toBe(false);
    expect(disk()).toContain("conflicts:");
    expect((await settleUnmerged(at.primary, index, query)).ok).toBe(true);
    expect(repo.git("status", "--porcelain", "--untracked-files=no")).toBe(`M  ${path}`);
  });

  it("is not written over where somebody began by hand", async () => {
    merging(ours, theirs);
    const typed = `${disk()}- Typed by hand.\n`;
    repo.write(path, typed);
    const { done } = await settle({ take: "ours" });
    expect(done.ok || done.error.says).toContain("by hand");
    expect(disk()).toBe(typed);
    expect(repo.git("status", "--porcelain", "--untracked-files=no")).toBe(`UU ${path}`);
  });

  it.each([
    ["ours", null, theirs],
    ["theirs", ours, null],
  ] as const)("keeps the edit where %s deleted the page, and deletes nothing", async (side, mine, yours) => {
    merging(mine, yours);
    const { done: refused } = await settle({ take: side });
    expect(refused.ok || refused.error.hint).toBe(`To delete it, run: git rm ${path}`);
    const { done } = await settle({});
    expect(done.ok && done.value?.notes.map(({ code }) => code)).toEqual(["edit_kept"]);
    repo.git("commit", "--quiet", "--no-edit");
    expect(disk()).toBe(mine ?? yours);
  });

  it("takes a whole side where the versions cannot be joined", async () => {
    const renamed = start.replace("id: seats", "id: chairs");
    merging(start.replace("id: seats", "id: sofas"), renamed);
    const { done: refused } = await settle({ take: "both" });
    expect(refused.ok || refused.error.hint).toContain("--ours or --theirs");
    const { done } = await settle({ take: "theirs" });
    expect(done.ok && done.value?.notes.map(({ code }) => code)).toEqual(["side_taken"]);
    expect(disk()).toBe(renamed);
  });

  it("plans without a change, and leaves a page that is merged to others", async () => {
    merging(ours, theirs);
    const marked = disk();
    const { done } = await settle({ take: "ours", how: "plan" });
    expect(done.ok && done.value?.settled.length).toBe(2);
    expect(disk()).toBe(marked);
    const { done: none } = await settle({ page: "README.md" });
    expect(none).toEqual({ ok: true, value: null });
  });
});

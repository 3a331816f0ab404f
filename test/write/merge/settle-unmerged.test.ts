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

  it("is ended by git rm alone where both sides renamed the page", async () => {
    repo = makeRepo();
    const renamed = (id: string): void => {
      repo.git("mv", path, `memory/${id}.md`);
      repo.write(`memory/${id}.md`, start.replace("id: seats", `id: ${id}`));
      repo.git("commit", "--quiet", "--all", "--message=Rename");
    };
    repo.write(path, start);
    repo.git("add", "--all");
    repo.git("commit", "--quiet", "--message=Begin");
    repo.git("checkout", "--quiet", "-b", "theirs");
    renamed("rows");
    repo.git("checkout", "--quiet", "main");
    renamed("chairs");
    expect(repo.tryGit(["merge", "--quiet", "--no-edit", "theirs"]).status).toBe(1);
    for (const take of ["ours", "theirs", null] as const) {
      const { done } = await settle({ take });
      expect(done).toMatchObject({
        ok: false,
        error: {
          says: `${path} is on neither side any more: both renamed or deleted it, so there is nothing to choose.`,
          hint: expect.stringContaining(`git rm ${path}.`),
        },
      });
    }
  });

  it("is not written over where somebody began by hand", async () => {
    merging(ours, theirs);
    const typed = `${disk()}- Typed by hand.\n`;
    repo.write(path, typed);
    const { done } = await settle({ take: "ours" });
    expect(done.ok || done.error).toEqual({
      code: "refused",
      reason: "DESTRUCTIVE_OP",
      says: `${path} holds lines that no version of it has: somebody is merging it by hand.`,
      hint: `End that with git add ${path}, or start over with git checkout --merge ${path}.`,
    });
    expect(disk()).toBe(typed);
    expect(repo.git("status", "--porcelain", "--untracked-files=no")).toBe(`UU ${path}`);
  });

  it.each([
    ["ours", null, theirs],
    ["theirs", ours, null],
  ] as const)("keeps the edit where %s deleted the page, and deletes nothing", async (side, mine, yours) => {
    merging(mine, yours);
    const { done: refused } = await settle({ take: side });
    expect(refused.ok || refused.error).toEqual({
      code: "refused",
      reason: "DESTRUCTIVE_OP",
      says: `${path} is deleted on the side you chose; pagefile deletes no page.`,
      hint: `To delete it, run: git rm ${path}`,
    });
    const { done } = await settle({});
    const says = "Deleted on one side, edited on the other; the edit stays.";
    const notes = [{ code: "edit_kept", says }];
    expect(done).toEqual({ ok: true, value: { path, how: "merged", settled: [], open: [], notes, commit: null } });
    repo.git("commit", "--quiet", "--no-edit");
    expect(disk()).toBe(mine ?? yours);
  });

  it("takes a whole side where the versions cannot be joined", async () => {
    const renamed = start.replace("id: seats", "id: chairs");
    merging(start.replace("id: seats", "id: sofas"), renamed);
    const { done: refused } = await settle({ take: "both" });
    const why = `${path} is page “sofas” on our side and “chairs” on theirs.`;
    expect(refused.ok || refused.error).toEqual({
      code: "refused",
      reason: "MALFORMED",
      says: why,
      hint: `Take one version whole with --ours or --theirs, or edit ${path} and then git add it.`,
    });
    expect((await settle({ take: "ours", how: "plan" })).done).toMatchObject({ ok: true, value: { how: "planned" } });
    const { done } = await settle({ take: "theirs" });
    const says = `No text holds both versions, so theirs is taken whole: ${why}`;
    const notes = [{ code: "side_taken", says }];
    expect(done).toEqual({ ok: true, value: { path, how: "merged", settled: [], open: [], notes, commit: null } });
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

describe("what is told of a conflict", () => {
  const said = (seat: string) => ({ digest: null, value: seat, stands: seat === "rear" });
  const entry = (seat: string) => ({ digest: expect.stringMatching(/^[0-9a-f]{16}$/), value: seat, stands: true });
  const key = {
    kind: "key",
    name: "fields.prefers",
    alternatives: [
      { side: "ours", ...said("middle") },
      { side: "theirs", ...said("rear") },
    ],
  };
  const seats = {
    kind: "entry",
    name: expect.stringMatching(/^[0-9a-f]{16}$/),
    alternatives: [
      { side: "ours", ...entry("- Prefers a middle seat.") },
      { side: "theirs", ...entry("- Prefers a rear seat.") },
    ],
  };

  it("is each side's text or value, with which of them stands, also of what was settled just now", async () => {
    merging(ours, theirs);
    const { done } = await settle({ take: "ours", key: "fields.prefers" });
    const settled = [{ ...key, take: "ours" }];
    expect(done).toEqual({
      ok: true,
      value: { path, how: "merged", settled, open: [seats], notes: [], commit: null },
    });
  });

  it("is listed by path, of the pages that keep one; an alternative that somebody deleted does not stand", async () => {
    merging(ours, theirs);
    const { at } = await settle({});
    const text = disk();
    repo.write("memory/a.md", text.replace("id: seats", "id: first").replace("- Prefers a rear seat.\n", ""));
    repo.write("memory/b.md", "---\nid: plain\n---\n- No conflict, but a finding.\n- key: [\n");
    repo.write("memory/z.md", text.replace("id: seats", "id: last"));
    await at.close();
    const again = await openTestWorkspace(repo);
    open.splice(0, open.length, again);
    const listed = await conflicts(again.primary, null);
    const gone = { side: "theirs", digest: expect.any(String), value: null, stands: false };
    expect(listed).toEqual({
      ok: true,
      value: {
        unmerged: [],
        pages: [
          {
            page: "first",
            path: "memory/a.md",
            conflicts: [{ ...seats, alternatives: [seats.alternatives[0], gone] }, key],
          },
          { page: "seats", path, conflicts: [seats, key] },
          { page: "last", path: "memory/z.md", conflicts: [seats, key] },
        ],
      },
    });
  });
});

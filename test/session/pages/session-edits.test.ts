/** Session edits: what a person types into a session's folder is a commit on its ref at the next boundary, or a fault with its line, never lost. */

import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sessionStart } from "../../../src/session/pages/session.js";
import { patch } from "../../../src/session/patch.js";
import { faultLogOf } from "../../../src/write/fault-log.js";

import { processThatLives } from "../../support/dead-process.js";
import { openScene, page, refuse, type Scene } from "../../support/session-store.js";

let scene: Scene;

beforeEach(async () => {
  scene = await openScene();
});
afterEach(async () => {
  expect(scene.repo.tryGit(["fsck", "--strict"]).status).toBe(0);
  await scene.end();
});

const faults = () => faultLogOf(scene.workspace.primary).recent(99).records;
const trailers = (session: string) =>
  scene.repo.git("log", "-1", "--format=%(trailers:unfold)", `refs/pagefile/session/${session}`).trim().split("\n");

test("new, edited and removed pages are one commit by hand at a boundary, as they stand; the next one finds nothing", async () => {
  const head = scene.repo.git("rev-parse", "HEAD");
  scene.write("s", "memory/seats.md", page("seats", "- Aisle."));
  scene.write("s", "memory/gone.md", page("gone", "- Soon."));
  expect(await scene.cross("turn", "s")).toMatchObject({
    ok: true,
    value: {
      edits: [{ session: "s", pages: ["memory/gone.md", "memory/seats.md"] }],
      pages: [{ patch: null, outcome: "committed" }, { outcome: "committed" }],
    },
  });
  const typed = `${page("seats", "- Aisle.\n- Window at night.")}\n\n`;
  scene.write("s", "memory/seats.md", typed);
  rmSync(join(scene.folder("s"), "memory/gone.md"));
  expect(await scene.cross("exit", null)).toMatchObject({ value: { edits: [{ session: "s" }], faults: [] } });
  expect(trailers("s")).toEqual([
    "Pagefile-Reason: MANUAL_EDIT",
    "Pagefile-Op: delete gone memory/gone.md",
    "Pagefile-Op: edit seats memory/seats.md",
    expect.stringMatching(/^Pagefile-Page: gone@/),
    expect.stringMatching(/^Pagefile-Page: seats@/),
    "Pagefile-Boundary: shutdown",
    "Pagefile-Session: s",
    "Pagefile-Actor: human",
    "Pagefile-Origin: user",
  ]);
  expect(scene.committed("s", "memory/seats.md")).toBe(typed.slice(0, -1));
  expect(scene.read("s", "memory/seats.md")).toBe(typed);
  expect(await scene.cross("turn", "s")).toMatchObject({ value: { edits: [], pages: [] } });
  expect([scene.count("s"), scene.repo.git("rev-parse", "HEAD")]).toEqual([2, head]);
});

const secret = `ghp_${"Zk8".repeat(12)}`;
const wrong: readonly (readonly [why: string, text: string, line: number])[] = [
  ["frontmatter", "---\nid: bad\ntype: plan\n\n- x\n", 1],
  ["secret", page("bad", `- The token is ${secret}`), 7],
  ["elision", page("bad", "- x\n\n[rest unchanged]"), 9],
  ["conflict", page("bad", "<<<<<<< ours\n- x\n=======\n- y\n>>>>>>> theirs"), 7],
  ["id", page("seats", "- Mine."), 2],
];

test.each(wrong)(
  "a bad edit (%s) stays as it is, is told with its line, and keeps no other out",
  async (_why, text, line) => {
    scene.write("s", "memory/seats.md", page("seats", "- Aisle."));
    await scene.cross("turn", "s");
    scene.write("s", "memory/zz.md", text);
    scene.write("s", "memory/good.md", page("good", "- Kept."));
    const place = `${join(scene.folder("s"), "memory/zz.md")}:${line}: `;
    for (const event of ["turn", "exit"] as const)
      expect(await scene.cross(event, "s")).toMatchObject({
        ok: true,
        value: {
          pages: expect.arrayContaining([
            {
              patch: null,
              page: expect.any(String),
              outcome: "still_dirty",
              commit: null,
              reason: "writeback_rejected",
            },
          ]),
          faults: [{ kind: "writeback_rejected", says: expect.stringContaining(place) }],
        },
      });
    expect(faults()).toMatchObject([{ session: "s", says: expect.stringContaining(place) }]);
    expect(scene.read("s", "memory/zz.md")).toBe(text);
    expect(scene.committed("s", "memory/good.md")).toContain("- Kept.");
    expect(scene.repo.git("ls-tree", "-r", "--name-only", "refs/pagefile/session/s")).not.toContain("zz.md");
    expect(scene.repo.git("cat-file", "--batch-all-objects", "--batch")).not.toContain(secret.slice(4));
  },
);

test("words of a page that is pinned hard go by hand only after the pin was loosened", async () => {
  scene.write("s", "memory/rule.md", page("rule", "- One.\n- Two.", "pin: hard\nversion: 1\n"));
  await scene.cross("turn", "s");
  scene.write("s", "memory/rule.md", page("rule", "- One.", "pin: hard\nversion: 1\n"));
  const asked = await scene.cross("turn", "s");
  expect(asked).toMatchObject({
    value: { edits: [], faults: [{ hint: expect.stringContaining("pagefile set rule pin none --base 1") }] },
  });
  const own = await scene.workspace.primary.openSession?.("s", "read");
  if (!own?.ok || own.value === null) throw new Error("no store");
  const memories = [...scene.workspace.memories, own.value];
  const loosen = { op: "set_with_version", page: "rule", key: "pin", value: "none", base: "1", session: "s" };
  expect(await patch({ ...scene.workspace, memories }, loosen, refuse)).toMatchObject({ ok: true });
  expect(await scene.cross("turn", "s")).toMatchObject({ value: { edits: [{ session: "s" }], faults: [] } });
  expect(scene.committed("s", "memory/rule.md")).not.toContain("Two");
});

test("a boundary of one session leaves the others' folders, one of all takes them, ids that make no file name too", async () => {
  const odd = "A/b c";
  scene.write(odd, "memory/a.md", page("a", "- First."));
  await scene.cross("turn", odd);
  scene.write(odd, "memory/a.md", page("a", "- First.\n- Second."));
  scene.write("s", "memory/b.md", page("b", "- B."));
  scene.write("_nobody", "memory/c.md", page("c", "- C."));
  await scene.cross("turn", "s");
  expect([scene.count(odd), scene.count("s")]).toEqual([1, 1]);
  expect(await scene.cross("turn", null)).toMatchObject({ value: { edits: [{ session: odd }] } });
  expect(scene.committed(odd, "memory/a.md")).toContain("Second");
});

test("a folder that was lost with its words still in the ref is no removal", async () => {
  scene.write("s", "memory/a.md", page("a", "- Kept."));
  await scene.cross("turn", "s");
  rmSync(join(scene.folder("s"), ".."), { recursive: true });
  expect(await scene.cross("turn", null)).toMatchObject({ value: { edits: [], pages: [] } });
  expect(scene.read("s", "memory/a.md")).toContain("- Kept.");
  expect(scene.count("s")).toBe(1);
});

test("what was typed and staged in a session that died is recovered before the next one starts, and once", async () => {
  const lived = processThatLives();
  await sessionStart(scene.workspace, { session: "dead", pid: lived.pid }, refuse);
  await sessionStart(scene.workspace, { session: "quiet", pid: lived.pid }, refuse);
  await sessionStart(scene.workspace, { session: "alive", pid: process.pid }, refuse);
  await scene.put({
    op: "create",
    type: "preference",
    title: "Staged",
    scope: "session",
    session: "dead",
    fields: { subject: "x", prefers: "y" },
  });
  for (const session of ["dead", "quiet", "alive"]) scene.write(session, "memory/a.md", page("a", "- Typed."));
  await lived.kill();
  const next = await sessionStart(scene.workspace, { session: "next", pid: process.pid }, refuse);
  expect(next).toMatchObject({
    ok: true,
    value: {
      recovered: { sessions: ["dead", "quiet"], edits: [{ session: "dead" }, { session: "quiet" }], faults: [] },
    },
  });
  expect(scene.count("alive")).toBe(0);
  const reason = "--format=%(trailers:key=Pagefile-Reason,valueonly,separator=)";
  expect(scene.repo.git("log", reason, "refs/pagefile/session/dead").split("\n")).toEqual([
    "RECOVERED",
    "MANUAL_EDIT",
  ]);
  const again = await sessionStart(scene.workspace, { session: "more", pid: process.pid }, refuse);
  expect(again).toMatchObject({ value: { recovered: { sessions: [] } } });
  expect(existsSync(join(scene.folder("alive"), "memory/a.md"))).toBe(true);
});

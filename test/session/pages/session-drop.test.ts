/** Session drop: what a session kept to itself goes with its ref, and nothing that no commit holds goes unseen. */

import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Oid } from "../../../src/base/ids.js";
import { findLayout } from "../../../src/git/layout.js";
import { openSessionPages } from "../../../src/session/pages/folder.js";
import { sessionDrop, sessionStart } from "../../../src/session/pages/session.js";
import { journal } from "../../../src/session/settle.js";
import { retryRejected } from "../../../src/session/stage.js";
import { nameOwner, thisOwner } from "../../../src/state/process.js";
import { faultLogOf } from "../../../src/write/fault-log.js";

import { processThatLives } from "../../support/dead-process.js";
import { openScene, page, refuse, type Scene } from "../../support/session-store.js";

let scene: Scene;
const tip = "refs/pagefile/session/s";

beforeEach(async () => {
  scene = await openScene();
  scene.write("s", "memory/a.md", page("a", "- Kept."));
  scene.write("other", "memory/a.md", page("a", "- Another's."));
  await scene.cross("turn", null);
});
afterEach(async () => {
  expect(scene.repo.tryGit(["fsck", "--strict"]).status).toBe(0);
  await scene.end();
});

const drop = (force = false) => sessionDrop(scene.workspace, { session: "s", force });
const refs = () => scene.repo.git("for-each-ref", "--format=%(refname)").split("\n");
const isThere = () => existsSync(scene.folder("s"));

test.each(["loose", "packed"])("folder and ref go, and nothing else (%s ref)", async (how) => {
  if (how === "packed") scene.repo.git("pack-refs", "--all");
  const before = refs();
  const was = scene.repo.git("rev-parse", tip);
  expect(await drop()).toEqual({ ok: true, value: { session: "s", tip: was, pages: 1, journaled: [] } });
  expect([refs(), isThere()]).toEqual([before.filter((ref) => ref !== tip), false]);
  expect(readdirSync(join(scene.repo.dir, ".git/pagefile/sessions")).sort()).toEqual(["other"]);
  expect(scene.read("other", "memory/a.md")).toContain("Another's.");
  expect(await drop()).toMatchObject({ ok: false, error: { code: "page_missing" } });
});

test("of a session that lives and keeps nothing it is said that there is nothing to drop, forced or not", async () => {
  await sessionStart(scene.workspace, { session: "bare", pid: null }, refuse);
  for (const force of [false, true])
    expect(await sessionDrop(scene.workspace, { session: "bare", force })).toMatchObject({
      ok: false,
      error: { code: "page_missing", says: "Session bare keeps no pages of its own here." },
    });
});

test("a session that lives, or may live, is kept; a dead one goes", async () => {
  const lived = processThatLives();
  await sessionStart(scene.workspace, { session: "s", pid: null }, refuse);
  expect(await drop()).toMatchObject({ ok: false, error: { reason: "SESSION_ALIVE" } });
  await sessionStart(scene.workspace, { session: "s", pid: lived.pid }, refuse);
  expect(await drop()).toMatchObject({ ok: false, error: { reason: "SESSION_ALIVE" } });
  expect([isThere(), refs().includes(tip)]).toEqual([true, true]);
  await lived.kill();
  expect(await drop()).toMatchObject({ ok: true });
});

test("words that no commit holds keep it; with force the journal keeps them as data, and the memory's patches stay staged", async () => {
  const bad = "---\nid: half\n- Half.\n";
  scene.write("s", "memory/bad.md", bad);
  scene.write("s", "memory/a.md", page("a", "- Kept.\n- Typed."));
  await scene.put({ op: "append", page: "a", value: "Staged.", session: "s" });
  await scene.put({ op: "append", page: "trains", value: "Of the memory.", session: "s" });
  const kept = await drop();
  expect(kept).toMatchObject({ ok: false, error: { code: "refused", reason: "DESTRUCTIVE_OP" } });
  expect(kept).toMatchObject({
    error: { says: expect.stringContaining("memory/a.md, memory/bad.md; staged: sha256:") },
  });
  expect([isThere(), refs().includes(tip), scene.staged().length]).toEqual([true, true, 2]);
  expect(await drop(true)).toMatchObject({
    ok: true,
    value: { journaled: ["memory/a.md", "memory/bad.md", expect.any(String)] },
  });
  const read = await journal(scene.workspace);
  const rows = read.ok ? read.value.rejected : [];
  expect(rows.map(({ reason, draft }) => [reason, draft])).toEqual(
    expect.arrayContaining([
      ["SESSION_DROPPED", { op: "hand_edit", session: "s", page: "memory/bad.md", text: bad }],
      [
        "SESSION_DROPPED",
        expect.objectContaining({ page: "memory/a.md", text: expect.stringContaining("- Typed.") }),
      ],
      ["SESSION_DROPPED", expect.objectContaining({ op: "append", value: "Staged." })],
    ]),
  );
  expect([isThere(), refs().includes(tip), scene.staged().length]).toEqual([false, false, 1]);
  expect(await retryRejected(scene.workspace, rows[0]?.id ?? "", refuse)).toMatchObject({
    ok: false,
    error: { reason: "SESSION_DROPPED" },
  });
  expect(faultLogOf(scene.workspace.primary).recent(9).records).toHaveLength(3);
});

test("what no journal could hold is never removed", async () => {
  scene.write("s", "notes.txt", "Mine.");
  for (const force of [false, true])
    expect(await drop(force)).toMatchObject({ ok: false, error: { says: expect.stringContaining("notes.txt") } });
  expect(scene.read("s", "notes.txt")).toBe("Mine.");
  scene.write("t", "memory/raw.md", "\u0000");
  expect(await sessionDrop(scene.workspace, { session: "t", force: true })).toMatchObject({ ok: false });
  expect(existsSync(join(scene.folder("t"), "memory/raw.md"))).toBe(true);
});

test("a word or a commit that came meanwhile brings everything back", async () => {
  const layout = findLayout(scene.repo.dir);
  if (!layout.ok) throw new Error(layout.error.says);
  const pages = openSessionPages(join(scene.repo.dir, ".git/pagefile/sessions"), layout.value);
  const commit = scene.repo.git("rev-parse", tip) as Oid;
  const blob = scene.repo.git("rev-parse", `${tip}:memory/a.md`) as Oid;
  const files = new Map([["memory/a.md", blob]]);
  writeFileSync(join(scene.folder("s"), "memory/a.md"), "Typed just now.");
  expect(await pages.drop("s", { tip: commit, files })).toEqual({ ok: true, value: "moved" });
  expect([scene.read("s", "memory/a.md"), refs().includes(tip)]).toEqual(["Typed just now.", true]);
  writeFileSync(join(scene.folder("s"), "memory/a.md"), `${scene.committed("s", "memory/a.md")}\n`);
  scene.write("s", "memory/new.md", "New just now.");
  expect(await pages.drop("s", { tip: commit, files })).toEqual({ ok: true, value: "moved" });
  await scene.cross("turn", "s");
  const now = new Map(files).set("memory/new.md", scene.repo.git("rev-parse", `${tip}:memory/new.md`) as Oid);
  expect(await pages.drop("s", { tip: commit, files: now })).toEqual({ ok: true, value: "moved" });
  expect([scene.read("s", "memory/new.md"), scene.count("s")]).toEqual(["New just now.", 2]);
});

test("what a drop left that was killed with the process number of this one is swept by the next", async () => {
  const sessions = join(scene.repo.dir, ".git/pagefile/sessions");
  const killed = nameOwner({ ...thisOwner(), start: "1" });
  for (const left of [`.dropped-s.${process.pid}`, `.dropped-s.${killed}`]) {
    mkdirSync(join(sessions, left, "pages"), { recursive: true });
    writeFileSync(join(sessions, left, "pages/a.md"), "Left.");
  }
  expect(await drop()).toMatchObject({ ok: true });
  expect(readdirSync(sessions)).toEqual(["other"]);
});

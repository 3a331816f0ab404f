/** Session settle: staged patches to a session's own pages end committed, archived, rejected or still dirty with a fault, and none twice. */

import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { journal } from "../../../src/session/settle.js";
import { retryRejected } from "../../../src/session/stage.js";

import { fields, openScene, page, refuse, type Scene } from "../../support/session-store.js";

let scene: Scene;

beforeEach(async () => {
  scene = await openScene();
});
afterEach(async () => {
  await scene.end();
});

const create = { op: "create", type: "preference", title: "Seats", scope: "session", session: "s", fields };
const append = (value: string, name = "seats") => ({ op: "append", page: name, value, session: "s" });
const file = "memory/preferences/seats.md";
const rejected = async () => {
  const read = await journal(scene.workspace);
  return read.ok ? read.value.rejected.map(({ reason, draft }) => [reason, draft]) : [];
};

test("each is settled where its page lives, on the session's ref or on the branch, and the refused one is journaled", async () => {
  await scene.put(create);
  await scene.put(append("By patch."));
  await scene.put(append("Of the memory.", "trains"));
  await scene.put({ op: "set_with_version", page: "seats", key: "title", value: "x", base: "9", session: "s" });
  const done = await scene.cross("compaction-auto", "s");
  expect(done).toMatchObject({
    ok: true,
    value: {
      committed: [
        { patches: [expect.any(String)] },
        { patches: [expect.any(String)] },
        { patches: [expect.any(String)] },
      ],
      pages: ["committed", "committed", "committed", "rejected"].map((outcome) => ({ outcome })),
      rejected: [{ reason: "VERSION_CONFLICT" }],
      faults: [],
    },
  });
  expect(scene.committed("s", file)).toContain("By patch.");
  expect(scene.repo.git("show", "HEAD:memory/trains.md")).toContain("Of the memory.");
  expect(scene.repo.git("ls-tree", "-r", "--name-only", "HEAD")).not.toContain("seats");
  expect([scene.count("s"), scene.repo.git("rev-list", "--count", "HEAD"), scene.staged()]).toEqual([2, "3", []]);
  expect(await rejected()).toHaveLength(1);
});

test("a page of the session goes before one of the memory with its name, in the order in which patches were staged", async () => {
  await scene.put(append("Of the memory.", "trains"));
  await scene.put({ ...create, title: "Trains" });
  await scene.put(append("Of the session.", "trains"));
  await scene.put({ ...append("Nobody's.", "trains"), session: null });
  expect(await scene.cross("turn", null)).toMatchObject({ value: { rejected: [], faults: [] } });
  const memory = scene.repo.git("show", "HEAD:memory/trains.md");
  const own = scene.committed("s", "memory/preferences/trains.md");
  expect([
    memory.includes("Of the memory."),
    memory.includes("Nobody's."),
    memory.includes("Of the session."),
  ]).toEqual([true, true, false]);
  expect([own.includes("Of the session."), own.includes("Of the memory.")]).toEqual([true, false]);
});

test("a flush that died before it unstaged is known; what was undone since is done anew", async () => {
  await scene.put(create);
  const [name = ""] = scene.staged();
  const from = join(scene.repo.dir, ".git/pagefile/staged", name);
  const kept = join(scene.repo.home, name);
  copyFileSync(from, kept);
  await scene.cross("turn", "s");
  mkdirSync(join(from, ".."), { recursive: true });
  copyFileSync(kept, from);
  expect(await scene.cross("turn", "s")).toMatchObject({ value: { committed: [], known: [{}], rejected: [] } });
  for (const op of ["archive", "restore", "archive"]) {
    await scene.put({ op, page: "seats", session: "s" });
    const outcome = op === "archive" ? "archived" : "committed";
    expect(await scene.cross("turn", "s")).toMatchObject({
      value: { committed: [{}], known: [], pages: [{ outcome }] },
    });
  }
  expect(scene.count("s")).toBe(4);
});

test("a ref that cannot be written leaves its patches and edits dirty, as faults, and keeps no other store waiting", async () => {
  await scene.put(create);
  scene.write("s", "memory/typed.md", page("typed", "- By hand."));
  await scene.put(append("Of the memory.", "trains"));
  scene.repo.write(".git/refs/pagefile/session/s.lock", "");
  expect(await scene.cross("turn", null)).toMatchObject({
    ok: true,
    value: {
      committed: [{ patches: [expect.any(String)] }],
      pages: [
        { patch: null, page: "typed", outcome: "still_dirty", reason: "flush_miss" },
        { outcome: "still_dirty", reason: "flush_miss" },
        { outcome: "committed" },
      ],
      faults: [{ kind: "flush_miss" }, { kind: "flush_miss" }],
    },
  });
  expect([scene.staged().length, scene.count("s")]).toEqual([1, 0]);
  rmSync(join(scene.repo.dir, ".git/refs/pagefile/session/s.lock"));
  expect(await scene.cross("turn", null)).toMatchObject({ value: { committed: [{}], edits: [{}], faults: [] } });
  expect([scene.staged(), scene.count("s")]).toEqual([[], 2]);
});

test("a refused patch to a session's page is tried again there", async () => {
  await scene.put(append("Too early."));
  expect(await scene.cross("turn", "s")).toMatchObject({ value: { rejected: [{ reason: "SCHEMA_INVALID" }] } });
  await scene.put(create);
  await scene.cross("turn", "s");
  const read = await journal(scene.workspace);
  const id = read.ok ? (read.value.rejected[0]?.id ?? "") : "";
  expect(await retryRejected(scene.workspace, id, refuse)).toMatchObject({
    value: { retried: { outcome: "committed" } },
  });
  expect(scene.committed("s", file)).toContain("Too early.");
});

const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constant("type") },
    { weight: 3, arbitrary: fc.constantFrom("stage", "stage-other", "stage-memory") },
    { weight: 2, arbitrary: fc.constantFrom("turn", "exit", "all", "block") },
    { weight: 1, arbitrary: fc.constant("spoil") },
  ),
  { minLength: 4, maxLength: 12 },
);

/** Every place a word may be in: the refs, the folders, what is staged, the journal. */
function everything(): string {
  const { repo } = scene;
  const refs = repo.git("for-each-ref", "--format=%(refname)").split("\n");
  const texts = refs.map((ref) => repo.tryGit(["grep", "-h", "-a", "w-", ref]).stdout);
  return texts.join("\n") + onDisk(".git/pagefile");
}

function onDisk(folder: string): string {
  const top = join(scene.repo.dir, folder);
  const files = readdirSync(top, { recursive: true, encoding: "utf8" });
  return files
    .map((name) => (statSync(join(top, name)).isFile() ? readFileSync(join(top, name), "utf8") : ""))
    .join("\n");
}

test("no word that was typed or staged is ever nowhere, and none is uncommitted in the end (random boundaries)", async () => {
  const lock = ".git/refs/pagefile/session/s.lock";
  let n = 0;
  await fc.assert(
    fc.asyncProperty(steps, async (schedule) => {
      const words: string[] = [];
      const next = (): string => {
        n += 1;
        words.push(`w-${n}-${words.length}`);
        return words.at(-1)!;
      };
      const name = `h${n}`;
      for (const step of schedule) {
        if (step === "type") {
          const path = `memory/${name}.md`;
          const there = existsSync(join(scene.folder("s"), path)) ? scene.read("s", path) : page(name, "");
          scene.write("s", path, `${there}- ${next()}\n`);
        } else if (step === "stage") await scene.put({ ...create, title: `Made ${n}`, value: next() });
        else if (step === "stage-other") await scene.put({ ...append(next(), name) });
        else if (step === "stage-memory") await scene.put(append(next(), "trains"));
        else if (step === "spoil") scene.write("s", `memory/bad${n}.md`, `---\nid: half\n- ${next()}\n`);
        else if (step === "block") {
          scene.repo.write(lock, "");
          await scene.cross("turn", "s");
          rmSync(join(scene.repo.dir, lock));
        } else await scene.cross(step === "all" ? "turn" : step, step === "all" ? null : "s");
        const all = everything();
        expect(words.filter((word) => !all.includes(word))).toEqual([]);
      }
      await scene.cross("exit", "s");
      expect(scene.staged()).toEqual([]);
      const [own, memory] = ["refs/pagefile/session/s", "HEAD"].map(
        (ref) => scene.repo.tryGit(["grep", "-h", "w-", ref]).stdout,
      );
      const refusedWords = JSON.stringify(await rejected());
      const spoiled = schedule.includes("spoil") ? onDisk(".git/pagefile/sessions/s/pages") : "";
      expect(
        words.filter((word) => ![own, memory, refusedWords, spoiled].some((text) => text?.includes(word))),
      ).toEqual([]);
    }),
    { numRuns: Number(process.env.PAGEFILE_RUNS ?? 3) },
  );
});

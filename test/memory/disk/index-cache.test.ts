/** The derived index: whatever happens to its files, it gives true facts or fewer of them, never a wrong one. */

import * as fs from "node:fs";
import { tmpdir } from "node:os";
import fc from "fast-check";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { blobOid, sumsOf } from "../../../src/base/digest.js";
import { parsePagePath } from "../../../src/base/ids.js";
import { type CachedRecord, type IndexCache, openIndexCache } from "../../../src/memory/disk/facts-cache.js";
import type { FileFacts } from "../../../src/memory/facts.js";
import { refresh } from "../../../src/memory/memory.js";

import { makeRepo } from "../../support/git-repo.js";
import { openTestWorkspace } from "../../support/open-memory.js";

interface Data {
  readonly title: string;
  readonly size: number;
}

let dir: string;

beforeEach(() => {
  dir = `${fs.mkdtempSync(`${tmpdir()}/pagefile-index-`)}/pagefile/index`;
});

afterEach(() => fs.rmSync(dir.replace("/pagefile/index", ""), { recursive: true, force: true }));

function record(name: string, generation = 1, settled = true): CachedRecord<Data> {
  const stamp = { size: generation, mtimeMs: 17 + generation, ctimeMs: 18 + generation, inode: 7 };
  const oid = blobOid(Buffer.from(`${name} ${generation}`));
  return {
    path: parsePagePath(`memory/${name}.md`)!,
    stamp,
    settled,
    oid,
    data: { title: `é ${name}`, size: generation },
  };
}

const open = (version = "v1"): IndexCache<Data> => openIndexCache<Data>(dir, version);
const loaded = (version = "v1") => [...open(version).load().records.values()];
const files = () => fs.readdirSync(dir).sort();

test("gives back what was saved and appended, in other processes too", () => {
  const cache = open();
  expect(cache.load()).toEqual({ records: new Map(), damaged: null });
  const first = [record("a"), record("b", 1, false), record("c")];
  expect(cache.save(first).ok).toBe(true);
  expect(loaded()).toEqual(first);
  expect(cache.appendChanges([record("b", 2), record("d")], [record("a").path]).ok).toBe(true);
  expect(loaded()).toEqual([record("b", 2), record("c"), record("d")]);
  expect(open().appendChanges([record("e")], []).ok).toBe(true);
  expect(cache.appendChanges([record("f")], []).ok).toBe(true);
  expect(loaded().map((r) => r.path)).toEqual(["b", "c", "d", "e", "f"].map((name) => `memory/${name}.md`));
  expect(files()).toHaveLength(2);
});

test("another version of the parse finds nothing and is not told of damage", () => {
  open().save([record("a")]);
  expect(open("v2").load()).toEqual({ records: new Map(), damaged: null });
});

test("a log that outgrows a quarter of its base is folded into it", () => {
  const many = Array.from({ length: 4_000 }, (_, i) => record(`p${i}`));
  const cache = open();
  cache.save(many);
  const base = fs.statSync(`${dir}/pages.json`).size;
  let logged = 0;
  for (let round = 2; round < 12; round++) {
    cache.appendChanges(
      many.slice(0, 300).map((_, i) => record(`p${i}`, round)),
      [],
    );
    const log = files().find((name) => name.endsWith(".log"));
    const bytes = log === undefined ? 0 : fs.statSync(`${dir}/${log}`).size;
    expect(bytes).toBeLessThanOrEqual(base * 0.27);
    if (bytes > 0) logged++;
    expect(loaded().length).toBe(4_000);
    expect(loaded().find((r) => r.path === "memory/p7.md")).toEqual(record("p7", round));
  }
  expect(logged).toBeGreaterThan(2);
  expect(logged).toBeLessThan(10);
});

/** Every record given was once written; after the next write all is sound again. */
function expectTrueFacts(written: readonly CachedRecord<Data>[]): {
  readonly count: number;
  readonly damaged: string | null;
} {
  const known = new Set(written.map((r) => JSON.stringify(r)));
  const cache = open();
  const { records, damaged } = cache.load();
  for (const found of records.values()) expect(known).toContain(JSON.stringify(found));
  const count = records.size;
  expect(cache.appendChanges(written.slice(-2), []).ok).toBe(true);
  const again = open().load();
  expect(again.damaged).toBeNull();
  for (const expected of written.slice(-2)) expect(again.records.get(expected.path)).toEqual(expected);
  return { count, damaged };
}

function smallIndex(): { readonly written: CachedRecord<Data>[]; readonly snapshot: Map<string, Buffer> } {
  const cache = open();
  cache.save([record("a"), record("b")]);
  cache.appendChanges([record("b", 2)], []);
  cache.appendChanges([record("c")], [record("a").path]);
  const snapshot = new Map(files().map((name) => [name, fs.readFileSync(`${dir}/${name}`)]));
  expect(snapshot.size).toBe(2);
  return { written: [record("a"), record("b"), record("b", 2), record("c")], snapshot };
}

function restore(snapshot: Map<string, Buffer>): void {
  fs.rmSync(dir, { recursive: true });
  fs.mkdirSync(dir);
  for (const [name, bytes] of snapshot) fs.writeFileSync(`${dir}/${name}`, bytes);
}

/** Every byte is flipped in one of three bits, and in all three with PAGEFILE_EVERY_BIT=1. */
const everyBit = process.env.PAGEFILE_EVERY_BIT === "1";

test("any byte flipped costs records, never gives a wrong one", () => {
  const { written, snapshot } = smallIndex();
  let damages = 0;
  for (const [name, bytes] of snapshot) {
    for (let i = 0; i < bytes.length; i++) {
      for (const bit of everyBit ? [1, 0x20, 0x80] : [[1, 0x20, 0x80][i % 3]!]) {
        restore(snapshot);
        const flipped = Buffer.from(bytes);
        flipped[i] = flipped[i]! ^ bit;
        fs.writeFileSync(`${dir}/${name}`, flipped);
        if (expectTrueFacts(written).damaged !== null) damages++;
      }
    }
  }
  expect(damages).toBeGreaterThan(everyBit ? 1_000 : 333);
});

test("a file cut at any length, or gone, costs records, never gives a wrong one", () => {
  const { written, snapshot } = smallIndex();
  for (const [name, bytes] of snapshot) {
    for (let length = 0; length < bytes.length; length++) {
      restore(snapshot);
      fs.truncateSync(`${dir}/${name}`, length);
      expectTrueFacts(written);
    }
    restore(snapshot);
    fs.unlinkSync(`${dir}/${name}`);
    expectTrueFacts(written);
  }
});

test("an interrupted append spoils itself alone", () => {
  const cache = open();
  cache.save([record("a")]);
  cache.appendChanges([record("b")], []);
  const log = `${dir}/${files().find((name) => name.endsWith(".log"))}`;
  fs.appendFileSync(log, fs.readFileSync(log).subarray(0, 90));
  cache.appendChanges([record("c")], []);
  const { records, damaged } = open().load();
  expect([...records.values()]).toEqual([record("a"), record("b"), record("c")]);
  expect(damaged).not.toBeNull();
});

test("writers that save and append over each other leave true facts, and their true name", () => {
  const step = fc.record({
    who: fc.nat(2),
    name: fc.constantFrom("a", "b", "c"),
    how: fc.constantFrom("save", "append", "remove", "open"),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      fs.rmSync(dir, { recursive: true, force: true });
      const caches = [open(), open(), open()];
      const written: CachedRecord<Data>[] = [];
      steps.forEach(({ who, name, how }, i) => {
        if (how === "open") caches[who] = open();
        else if (how === "remove") caches[who]!.appendChanges([], [record(name).path]);
        else {
          written.push(record(name, i + 1));
          if (how === "save") caches[who]!.save(written.slice(-1));
          else caches[who]!.appendChanges(written.slice(-1), []);
        }
        const known = new Set(written.map((r) => JSON.stringify(r)));
        const cache = open();
        const { records, damaged } = cache.load();
        expect(damaged).toBeNull();
        expect(cache.sums()).toEqual(sumsOf(records.values()));
        for (const found of records.values()) expect(known).toContain(JSON.stringify(found));
      });
    }),
    { numRuns: 60 },
  );
});

test("temp files of killed processes go, those of living ones stay", () => {
  fs.mkdirSync(dir, { recursive: true });
  for (const name of [".pages-1-0.tmp", ".pages-2-0.tmp", "other.txt"]) fs.writeFileSync(`${dir}/${name}`, "");
  fs.utimesSync(`${dir}/.pages-1-0.tmp`, 1e9, 1e9);
  open().save([]);
  expect(files()).toEqual([".pages-2-0.tmp", "other.txt", "pages.json"]);
});

test("a folder in the place of a log is in nobody's way", () => {
  const cache = open();
  cache.save([record("a")]);
  const log = `${dir}/pages-0123456789abcdef.log`;
  fs.mkdirSync(`${log}/below`, { recursive: true });
  expect(open().save([record("b")]).ok).toBe(true);
  expect(files()).toEqual(["pages.json"]);
  expect(loaded().map(({ path }) => path)).toEqual(["memory/b.md"]);
});

test("a place that cannot be written is a failure to ignore; what was learned stays in memory", () => {
  const file = dir.replace("/index", "");
  fs.mkdirSync(file.replace("/pagefile", ""), { recursive: true });
  fs.writeFileSync(file, "a file where the folder should be");
  const cache = open();
  const { records, damaged } = cache.load();
  expect(damaged).toContain("ENOTDIR");
  expect(records.size).toBe(0);
  expect(cache.save([record("a")])).toMatchObject({ ok: false, error: { code: "io_failed" } });
  expect(cache.appendChanges([record("b")], [])).toMatchObject({ ok: false, error: { code: "io_failed" } });
  fs.rmSync(file);
  fs.mkdirSync(`${dir}/pages.json`, { recursive: true });
  expect(open().load().damaged).toContain("EISDIR");
  expect(cache.appendChanges([record("b")], []).ok).toBe(false);
  expect(files()).toEqual(["pages.json"]);
});

test("what a run over many files wrote down as it went is not written once more at its end", async () => {
  const repo = makeRepo();
  onTestFinished(() => repo.remove());
  for (let i = 0; i < 24; i += 1) repo.write(`memory/${i}.md`, `# Page ${i}\n`);
  const appended: string[] = [];
  const cache = openIndexCache<FileFacts>(`${dir}/of-memory`, "test");
  const heard: typeof cache = {
    ...cache,
    appendChanges(changed, removed) {
      appended.push(...changed.map(({ path }) => path));
      return cache.appendChanges(changed, removed);
    },
  };
  const workspace = await openTestWorkspace(repo, { parts: { cache: heard } });
  onTestFinished(() => workspace.close());
  // A first read writes as it goes; what counts is the second.
  appended.length = 0;
  const long = Array.from({ length: 5 }, (_, i) => `memory/${i}.md`);
  for (const path of long) repo.write(path, `# Long\n\n${"- word\n".repeat(45_000)}`);
  expect(refresh(workspace.primary)).toMatchObject({ ok: true });
  // What was written in this very tick is read again and may not be written down yet; nothing is twice.
  expect(appended.filter((path) => long.includes(path)).length).toBeGreaterThan(2);
  expect(appended.length).toBe(new Set(appended).size);
}, 30_000);

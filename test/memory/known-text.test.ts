/** KnownText: a file is read again exactly when it may be another, whatever somebody did to it. */

import { renameSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { PagePath } from "../../src/base/ids.js";
import { type Memory, refresh, textNow, textsNow } from "../../src/memory/memory.js";

import { sample } from "../support/recall-sample.js";

const path = "memory/preferences/seats.md" as PagePath;

/** Seconds. */
const longAgo = 1_760_000_000;

/** The sample's memory, its files old enough for their stamps to count, and which paths were read. */
async function watched(): Promise<{ readonly memory: Memory; readonly read: string[] }> {
  const { workspace } = await sample();
  // A time that can be set again to the last digit.
  utimesSync(join(workspace.primary.root, path), longAgo, longAgo);
  await new Promise((resolve) => setTimeout(resolve, 60));
  refresh(workspace.primary);
  const { store } = workspace.primary;
  const read: string[] = [];
  const memory: Memory = {
    ...workspace.primary,
    store: {
      ...store,
      read(one) {
        read.push(one);
        return store.read(one);
      },
      readEach(paths, use) {
        read.push(...paths);
        store.readEach(paths, use);
      },
    },
  };
  return { memory, read };
}

test("a file that nobody touched is read once, one by one and among many, and the others are read", async () => {
  const { memory, read } = await watched();
  const first = textNow(memory, path);
  expect(first).toMatchObject({ oid: memory.files.get(path)?.oid, text: expect.stringContaining("aisle seat") });
  expect(textNow(memory, path)).toEqual(first);
  expect(read).toEqual([path]);
  const other = "memory/plans/trip.md" as PagePath;
  const given = new Map<string, string | undefined>();
  textsNow(memory, [other, path], (one, said) => given.set(one, said?.text));
  expect(read).toEqual([path, other]);
  expect(given.get(path)).toBe(first?.text);
  expect(given.get(other)).toContain("Lisbon");
});

test("an edit is seen at once, also one of the same length that sets the old time again", async () => {
  const { memory } = await watched();
  const file = join(memory.root, path);
  const before = textNow(memory, path)!;
  const edited = before.text.replace("aisle", "other");
  writeFileSync(file, edited);
  utimesSync(file, longAgo, longAgo);
  const after = textNow(memory, path);
  expect(after?.text).toBe(edited);
  expect(after?.oid).not.toBe(before.oid);
});

test("a file that another was renamed over, and one that is a link by now, are not what they were", async () => {
  const { memory } = await watched();
  const file = join(memory.root, path);
  const before = textNow(memory, path)!;
  writeFileSync(`${file}.new`, before.text.replace("aisle", "floor"));
  renameSync(`${file}.new`, file);
  expect(textNow(memory, path)?.text).toContain("floor seat");
  renameSync(file, `${file}.old`);
  symlinkSync(`${file}.old`, file);
  expect(textNow(memory, path)).toBeNull();
});

test("a stamp too young to count vouches for nothing", async () => {
  const { memory, read } = await watched();
  memory.files.set(path, { ...memory.files.get(path)!, settled: false });
  textNow(memory, path);
  textNow(memory, path);
  expect(read).toEqual([path, path]);
});

test("what was asked for last is still known when more was read than is kept", async () => {
  const { memory, read } = await watched();
  const known = memory.files.get(path)!;
  textNow(memory, path);
  // Blobs as large as a page may be, each another: as much as is kept in all.
  const bytes = new TextEncoder().encode("a".repeat(1 << 20));
  const filling: Memory = {
    ...memory,
    store: Object.assign(memory.store, {
      read: (one: PagePath) => {
        read.push(one);
        const oid = `${read.length}`.padStart(40, "0") as typeof known.oid;
        return { ok: true as const, value: { blob: { oid, bytes }, stamp: known.stamp, settled: true } };
      },
    }),
  };
  for (let i = 0; i < 6; i += 1) textNow(filling, `memory/filler-${i}.md` as PagePath);
  expect(textNow(memory, path)?.text).toContain("aisle");
  for (let i = 0; i < 3; i += 1) textNow(filling, `memory/filler-${i}.md` as PagePath);
  expect(textNow(memory, path)?.text).toContain("aisle");
  for (let i = 0; i < 12; i += 1) textNow(filling, `memory/filler-${i}.md` as PagePath);
  read.length = 0;
  textNow(memory, path);
  expect(read).toEqual([path]);
});

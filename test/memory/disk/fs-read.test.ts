/** FsRead: a file is read in one call where the system gives it whole, and to its end where it comes in pieces. */

import { expect, test } from "vitest";
import type { PagePath } from "../../../src/base/ids.js";
import { readPage } from "../../../src/memory/disk/read.js";
import { realFs } from "../../../src/state/fs-calls.js";

import { makeRepo } from "../../support/git-repo.js";

const texts = ["", "a", "ab", "a page of some length\n"];

test.each([
  [Number.POSITIVE_INFINITY, [0, 1, 1, 1]],
  [1, [0, 1, 2, 22]],
  [5, [0, 1, 1, 5]],
])("a system that gives %d bytes a call is called so often", (most, calls) => {
  const repo = makeRepo();
  try {
    const reads = texts.map((text, i) => {
      let called = 0;
      const readSync = (fd: number, into: NodeJS.ArrayBufferView, at: number, length: number): number => {
        called++;
        return realFs.readSync(fd, into, at, Math.min(length, most), null);
      };
      const fs = { ...realFs, readSync: readSync as typeof realFs.readSync };
      repo.write(`memory/p${i}.md`, text);
      const place = { root: repo.dir, fs, algorithm: "sha1" as const, wait: () => undefined };
      const read = readPage(place, `memory/p${i}.md` as PagePath);
      expect(read.ok && Buffer.from(read.value!.blob.bytes).toString()).toBe(text);
      return called;
    });
    expect(reads).toEqual(calls);
  } finally {
    repo.remove();
  }
});

/** SearchSource: the texts of pages are the same one by one and many at once, and a file that is gone has none. */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { PagePath } from "../../../src/base/ids.js";
import { searchSource } from "../../../src/recall/index/write.js";

import { sample } from "../../support/recall-sample.js";

test("many texts at once are those that each file has", async () => {
  const { workspace } = await sample();
  const memory = workspace.primary;
  const source = searchSource(memory);
  const paths = [...source.pages()].map(({ path }) => path);
  const gone = paths[1]!;
  rmSync(join(memory.root, gone));
  const given = new Map<PagePath, string | null>();
  source.readEach?.(paths, (path, text) => given.set(path, text));
  expect([...given]).toEqual(paths.map((path) => [path, source.read(path)]));
  expect(given.get(gone)).toBeNull();
  expect(given.get(paths[0]!)).toContain("REST over GraphQL");
});

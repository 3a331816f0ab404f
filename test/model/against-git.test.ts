/** Against git test: one sequence an engine of those that `npm run torture -- against-git` runs, and one by a careless writer. */

import { expect, test, vi } from "vitest";
import { seed } from "../support/seeds.js";
import { sequence } from "../torture/against-git.js";

vi.setConfig({ testTimeout: 120_000 });

test.each(["native", "embedded"] as const)(`the %s engine leaves what git leaves, seed ${seed}`, async (engine) => {
  const done = await sequence(seed, 0, engine);
  expect(done.broken).toEqual([]);
  expect(done.steps).toBe(16);
});

test("a writer that commits whatever is modified is told apart from git", async () => {
  expect((await sequence(1, 0, "careless")).broken).toHaveLength(1);
});

/** Model test: a short run of the schedules that `npm run torture -- model` runs at length, and the systems it must find out. */

import { describe, expect, test, vi } from "vitest";
import { seed } from "../support/seeds.js";
import { checkModel } from "../torture/model.js";
import { type Sabotage, sabotages } from "../torture/model-ports.js";
import { sweep } from "../torture/model-sweep.js";

/** Another schedule on each run; a failure names its seed. */

vi.setConfig({ testTimeout: 120_000 });

describe("schedules against the model", () => {
  test("a hundred over a history in memory", async () => {
    const done = await checkModel({ engine: "memory", sabotage: null, seed, runs: 100 });
    expect(done.broken).toBeNull();
    expect(done.schedules).toBe(100);
    expect(Math.min(done.tally.committed, done.tally.refused, done.tally.deaths)).toBeGreaterThan(0);
  });

  test.each(["native", "embedded"] as const)("one over the %s engine", async (engine) => {
    const done = await checkModel({ engine, sabotage: null, seed, runs: 1 });
    expect(done.broken).toBeNull();
  });

  test("a flush that dies or fails at any seventh call loses no word, on disk or in HEAD", async () => {
    expect((await sweep(7)).broken).toEqual([]);
  });
});

describe("systems that are broken on purpose", () => {
  // Fixed, because how soon they are found is a matter of chance.
  const quick = sabotages.filter((name) => name !== "takes_the_index");
  test.each<Sabotage>(quick)("one that %s is found out", async (sabotage) => {
    const done = await checkModel({ engine: "memory", sabotage, seed: 1, runs: 200 });
    expect(done.broken).not.toBeNull();
  });
});

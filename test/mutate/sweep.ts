/** Sweep: which tests reach a mutant, and whether any of them notices it. */

import type { Case } from "./desk.js";

/** `static`: reached only while modules load or something is made once and kept, so no test can switch it on. */
export type Status = "killed" | "timeout" | "survived" | "uncovered" | "static";

/** What instrumented code reads and counts in; it finds it as `globalThis.__stryker__`. */
export interface Space {
  readonly mutantCoverage: { readonly static: Hits; readonly perTest: Record<string, Hits> };
  currentTestId: string | undefined;
  activeMutant: string | undefined;
  hitCount: number | undefined;
  hitLimit: number | undefined;
}

/** How often each mutant's place was passed, by mutant. */
type Hits = Record<string, number>;

export interface Baseline {
  readonly space: Space;
  /** Tests that pass as long as nothing is changed, with what each takes. */
  readonly timed: readonly { readonly test: Case; readonly ms: number }[];
  /** Ids of tests that fail here although nothing is changed; they judge nothing. */
  readonly failing: readonly string[];
  /** Tests that have noticed a mutant come first. */
  readonly noticed: Set<string>;
}

export interface Verdict {
  readonly status: Status;
  /** The test that noticed it. */
  readonly by: string | null;
  /** The test goes on failing with nothing changed: the mutant left something behind. */
  readonly harmed?: true;
}

export function emptySpace(): Space {
  return {
    mutantCoverage: { static: {}, perTest: {} },
    currentTestId: undefined,
    activeMutant: undefined,
    hitCount: undefined,
    hitLimit: undefined,
  };
}

/**
 * Runs every test twice, unchanged: what only the first time reaches is kept from then on, like what a module makes when it loads.
 * `retry` may change how a failing one is run; it counts if it passes then.
 */
export async function look(cases: readonly Case[], space: Space, retry: (test: Case) => Case): Promise<Baseline> {
  const passing: Case[] = [];
  const failing: string[] = [];
  for (const first of cases) {
    const failed = await failureOf(first, space);
    const again = failed === null ? first : retry(first);
    const fails = failed === null ? null : await failureOf(again, space);
    if (fails === null) passing.push(again);
    else failing.push(`${first.id}: ${says(fails)}`);
  }
  const { mutantCoverage: coverage } = space;
  for (const [test, hits] of Object.entries(coverage.perTest)) {
    for (const [id, count] of Object.entries(hits)) coverage.static[id] = (coverage.static[id] ?? 0) + count;
    delete coverage.perTest[test];
  }
  const timed: { test: Case; ms: number }[] = [];
  for (const test of passing) {
    const started = performance.now();
    const failed = await failureOf(test, space);
    if (failed === null) timed.push({ test, ms: performance.now() - started });
    else failing.push(`${test.id}, the second time: ${says(failed)}`);
  }
  return { space, timed, failing, noticed: new Set() };
}

/** Counts what the test reaches. */
async function failureOf(test: Case, space: Space): Promise<unknown> {
  space.currentTestId = test.id;
  const failed = await failure(test, 60_000);
  space.currentTestId = undefined;
  return failed;
}

/**
 * A loop that a mutant makes endless passes the mutant's place again and again: that is what ends it. `alive` is called before
 * each test, so that whoever watches knows how long a single one takes.
 */
export async function judge(mutant: string, baseline: Baseline, alive: () => void): Promise<Verdict> {
  const { space, noticed } = baseline;
  const { perTest } = space.mutantCoverage;
  const reaching = baseline.timed.filter(({ test }) => perTest[test.id]?.[mutant] !== undefined);
  if (reaching.length === 0) {
    return { status: space.mutantCoverage.static[mutant] === undefined ? "uncovered" : "static", by: null };
  }
  const hits = new Map(reaching.map(({ test }) => [test.id, perTest[test.id]?.[mutant] ?? 0]));
  const rank = (id: string): number => (noticed.has(id) ? 0 : 1);
  reaching.sort((a, b) => rank(a.test.id) - rank(b.test.id) || a.ms - b.ms);
  for (const { test, ms } of reaching) {
    alive();
    Object.assign(space, {
      activeMutant: mutant,
      hitCount: 0,
      hitLimit: Math.max(20 * (hits.get(test.id) ?? 0), 5000),
    });
    const failed = await failure(test, 5000 + 20 * ms);
    Object.assign(space, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined });
    if (failed === null) continue;
    const endless = failed instanceof Overtime || says(failed).includes("Hit count limit reached");
    const verdict: Verdict = { status: endless ? "timeout" : "killed", by: test.id };
    if ((await failure(test, 60_000)) !== null) {
      if ((await failure(test, 60_000)) !== null) return { ...verdict, harmed: true };
      // Now it fails and now it passes, as a test does that looks at a clock: it cannot judge.
      continue;
    }
    noticed.add(test.id);
    return verdict;
  }
  return { status: "survived", by: null };
}

/** Whether the quick tests still pass with nothing changed: a mutant may have left something behind. */
export async function isHealthy(baseline: Baseline, alive: () => void): Promise<boolean> {
  for (const { test, ms } of baseline.timed) {
    alive();
    if (ms < 50 && (await failure(test, 60_000)) !== null) return false;
  }
  return true;
}

class Overtime extends Error {}

/** What a test threw; null when it passed. `ms` ends a test that waits for something that never comes. */
async function failure(test: Case, ms: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  try {
    const running = whole(test);
    const overtime = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Overtime("The test does not end.")), ms);
    });
    await Promise.race([running, overtime]);
    return null;
  } catch (error) {
    return error ?? new Error("The test threw nothing.");
  } finally {
    clearTimeout(timer);
  }
}

async function whole({ run, before, after }: Case): Promise<void> {
  for (const step of before) await step();
  try {
    await run();
  } finally {
    for (const step of after) await step();
  }
}

function says(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 300);
}

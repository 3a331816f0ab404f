/** ShortChecks: fast-check with a fixed seed and a limit on the runs of a property, for tests that are run thousands of times. */

import fc from "fast-check";

export interface ShortChecks {
  /** What a test file gets when it imports `fast-check`. */
  readonly module: typeof fc;
  /** Runs of a property at most, from now on; Infinity leaves each test its own number. */
  limit(runs: number): void;
}

export function shortChecks(seed: number): ShortChecks {
  let most = Number.POSITIVE_INFINITY;
  const short = <T extends { readonly numRuns?: number; readonly seed?: number }>(parameters: T | undefined): T =>
    ({ seed, ...parameters, numRuns: Math.min(parameters?.numRuns ?? 100, most) }) as T;
  const module = {
    ...fc,
    assert: ((property, parameters) => fc.assert(property, short(parameters))) as typeof fc.assert,
    check: ((property, parameters) => fc.check(property, short(parameters))) as typeof fc.check,
  };
  return {
    module,
    limit: (runs) => {
      most = runs;
    },
  };
}

/** SystemClock: the machine's clock, or the instant that the caller fixed. */

import type { Clock } from "../base/clock--clock.js";
import { type Instant, parseInstant } from "../base/ids.js";
import { assert } from "../base/result--assert.js";

/** With `fixed`, every command that reads a clock reads this instant: for tests and for replays. */
export function systemClock(fixed: Instant | null): Clock {
  if (fixed !== null) return { now: () => fixed };
  return {
    now() {
      const instant = parseInstant(new Date().toISOString());
      assert(instant !== null, "the machine's clock prints as an instant");
      return instant;
    },
  };
}

/** Milliseconds of a clock that nobody sets. `performance` is a module of its own, whose loading whoever takes a lock would wait for. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

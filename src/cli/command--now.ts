/** Now: the instant that a command line fixes. */

import { type Instant, parseInstant } from "../base/ids.js";
import { type Outcome, usage } from "../base/result.js";
import { err, ok } from "../base/result--result.js";
import type { Call } from "./command.js";

/** The instant `--now` or PAGEFILE_NOW fixes; null when neither does. */
export function nowOf(call: Call): Outcome<Instant | null> {
  if (call.now === null) return ok(null);
  const instant = parseInstant(call.now);
  if (instant !== null) return ok(instant);
  return err(
    usage(
      `--now (or PAGEFILE_NOW) is “${call.now}”; an ISO 8601 instant was expected.`,
      "For example: 2026-11-20T21:40:12Z",
    ),
  );
}

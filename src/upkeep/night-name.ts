/** NightName: how the commits of a night are known again, and the days it counts in. */

import type { Instant } from "../base/ids.js";
import type { PatchEnvelope } from "../writeback/patch.js";

/** Who a night's commits are by, and which night they are of. */
export function envelopeOf(at: Instant): PatchEnvelope {
  return {
    actor: nightActor,
    origin: "agent",
    session: `${nightPrefix}${at}`,
    evidence: [],
    id: null,
  };
}

export const nightActor = "agent:nightly";

export const nightPrefix = "night:";

/** The day so many days before an instant. */
export function dayBefore(at: Instant, days: number): string {
  return new Date(Date.parse(at) - days * 86_400_000).toISOString().slice(0, 10);
}

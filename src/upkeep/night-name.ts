/** NightName: how the commits of a night are known again. */

import type { Instant } from "../base/ids.js";
import type { PatchEnvelope } from "../writeback/patch.js";

/** `quiet`: by day, in a pause: what is outstanding is promoted, and nothing is cleared. */
export type NightKind = "night" | "quiet";

/** Who a night's commits are by, and which night they are of. */
export function envelopeOf(at: Instant, kind: NightKind = "night"): PatchEnvelope {
  return {
    actor: nightActor,
    origin: "agent",
    session: `${kind}:${at}`,
    evidence: [],
    id: null,
  };
}

/** From the trailers of a commit; null where no night made it. */
export function nightNamed(
  actor: string | undefined,
  session: string | undefined,
): { readonly kind: NightKind; readonly at: Instant } | null {
  const kind = (["night", "quiet"] as const).find((each) => session?.startsWith(`${each}:`) === true);
  if (actor !== nightActor || kind === undefined || session === undefined) return null;
  return { kind, at: session.slice(kind.length + 1) as Instant };
}

const nightActor = "agent:nightly";

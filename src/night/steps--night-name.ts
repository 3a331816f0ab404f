/** NightName: how the commits of a night are known again. */

import type { Instant } from "../base/ids.js";
import type { PatchEnvelope } from "../write/patch.js";

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

const accepted = "accepted:";

/** The session of a commit in which a person accepts what a night proposed: it is taken back like a night. */
export function acceptedSession(at: Instant): string {
  return `${accepted}${at}`;
}

/** From the trailers of a commit; null where no night made it, and nobody accepted what one proposed. */
export function nightNamed(
  actor: string | undefined,
  session: string | undefined,
): { readonly kind: NightKind | "accepted"; readonly at: Instant } | null {
  if (session?.startsWith(accepted) === true)
    return { kind: "accepted", at: session.slice(accepted.length) as Instant };
  const kind = (["night", "quiet"] as const).find((each) => session?.startsWith(`${each}:`) === true);
  if (actor !== nightActor || kind === undefined || session === undefined) return null;
  return { kind, at: session.slice(kind.length + 1) as Instant };
}

const nightActor = "agent:nightly";

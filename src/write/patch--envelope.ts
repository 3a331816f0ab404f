/** Envelope: who stands behind a commit that a command makes of what it finds: the person who ran it, unless an agent did. */

import type { PatchEnvelope } from "./patch.js";

export const ownEnvelope: PatchEnvelope = { actor: "human", origin: "user", session: null, evidence: [], id: null };

/** Nobody knows who wrote what an agent's command finds on disk, so it is not called the user's. */
export function envelopeHere({ actor }: { readonly actor?: string }): PatchEnvelope {
  return actor === undefined ? ownEnvelope : { ...ownEnvelope, actor, origin: "agent" };
}

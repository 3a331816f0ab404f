/** Envelope: who stands behind a commit that a person's own command makes. */

import type { PatchEnvelope } from "../writeback/patch.js";

export const ownEnvelope: PatchEnvelope = { actor: "human", origin: "user", session: null, evidence: [], id: null };

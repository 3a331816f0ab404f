/** Page: the words of the domain: types, fidelities, scopes, pins, origins. */

/** From least to most. "none" is the absence of a fidelity, never a value of it. */
export const fidelities = ["pointer", "structured", "compressed", "full"] as const;
export type Fidelity = (typeof fidelities)[number];

export const pageTypes = [
  "bootstrap_policy",
  "constraint",
  "plan",
  "preference",
  "evidence",
  "conversation_segment",
  "decision",
  "procedure",
] as const;
export type PageType = (typeof pageTypes)[number];

/** From widest to narrowest: where two stores hold one id, the narrower scope wins. */
export const scopes = ["global", "project", "session", "local"] as const;
export type Scope = (typeof scopes)[number];

export const pins = ["none", "soft", "hard"] as const;
export type Pin = (typeof pins)[number];

/** From most to least trusted: a derived entry carries the least trusted label of its sources. */
export const origins = ["user", "agent", "tool", "imported", "web"] as const;
export type Origin = (typeof origins)[number];

export const tiers = ["hot", "cold"] as const;
export type Tier = (typeof tiers)[number];

/** How far `fidelity` stands from "pointer": 0 to 3. */
export function rank(fidelity: Fidelity): number {
  return fidelities.indexOf(fidelity);
}

/** Schema: what each page type must keep, how far it may degrade, and which fields its structured form needs. */

import type { Fidelity, PageType } from "./page--page.js";

export interface TypeRule {
  /** The lowest fidelity at which a page of this type may be resident (paper Table 1). */
  readonly minFidelity: Fidelity;
  /** The fidelities the type may take, from full downwards. */
  readonly degrades: readonly Fidelity[];
  /** Fields a structured page must have. */
  readonly requiredFields: readonly string[];
  /** Where `pagefile new` puts a page of this type, below the root. */
  readonly folder: string;
  /** Relative cost of making the content again, 0 to 10: tool outputs and transcripts are dear, rules are written once. */
  readonly recomputeCost: number;
}

export const schema: Readonly<Record<PageType, TypeRule>> = {
  bootstrap_policy: {
    minFidelity: "structured",
    degrades: ["full", "structured"],
    requiredFields: ["rule"],
    folder: "memory/policies",
    recomputeCost: 1,
  },
  constraint: {
    minFidelity: "structured",
    degrades: ["full", "structured"],
    requiredFields: ["rule", "applies_to"],
    folder: "memory/constraints",
    recomputeCost: 1,
  },
  plan: {
    minFidelity: "structured",
    degrades: ["full", "structured", "pointer"],
    requiredFields: ["goal", "step", "open"],
    folder: "memory/plans",
    recomputeCost: 4,
  },
  preference: {
    minFidelity: "pointer",
    degrades: ["full", "compressed", "structured", "pointer"],
    requiredFields: ["subject", "prefers"],
    folder: "memory/preferences",
    recomputeCost: 2,
  },
  evidence: {
    minFidelity: "pointer",
    degrades: ["full", "compressed", "structured", "pointer"],
    requiredFields: ["tool", "signature", "digest", "bytes", "resolves"],
    folder: "memory/evidence",
    recomputeCost: 8,
  },
  conversation_segment: {
    minFidelity: "pointer",
    degrades: ["full", "compressed", "structured", "pointer"],
    requiredFields: ["span", "start", "end"],
    folder: "memory/conversations",
    recomputeCost: 6,
  },
  decision: {
    minFidelity: "structured",
    degrades: ["full", "compressed", "structured"],
    requiredFields: ["decision", "because"],
    folder: "memory/decisions",
    recomputeCost: 5,
  },
  procedure: {
    minFidelity: "structured",
    degrades: ["full", "compressed", "structured"],
    requiredFields: ["when", "steps"],
    folder: "memory/procedures",
    recomputeCost: 5,
  },
};

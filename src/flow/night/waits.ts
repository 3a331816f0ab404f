/** Waits: what a night found worth keeping and did not keep, each with its reason in words; secrets are not repeated. */

import { redactSecrets } from "../../rule/secret.js";
import { type Promotion, sourceName } from "../../upkeep/source.js";
import type { PlannedNight } from "./nightly-plan.js";

export interface Wait {
  /** What its log says; null where that must not be repeated. */
  readonly text: string | null;
  readonly sources: readonly string[];
  /** `turn`: another night takes it. `blocked`: something stands in its way. `person`: a person settles it. */
  readonly until: "turn" | "blocked" | "person";
  readonly why: string;
}

/** What a person settles first. */
export function waitsOf({
  held,
  blocked,
  waiting,
}: Pick<PlannedNight, "held" | "blocked" | "waiting">): readonly Wait[] {
  return [
    ...held.map(({ promotion, reason, why }) => ({
      ...rowOf(promotion),
      ...(reason === "secret" ? { text: null } : {}),
      until: "person" as const,
      why,
    })),
    ...blocked.map(({ promotion, why }) => ({ ...rowOf(promotion), until: "blocked" as const, why })),
    ...waiting.map((promotion) => ({ ...rowOf(promotion), until: "turn" as const, why: promotion.why })),
  ];
}

function rowOf({ said, below = "", sources }: Promotion): Pick<Wait, "text" | "sources"> {
  return { text: redactSecrets(below === "" ? said : `${said}\n${below}`), sources: sources.map(sourceName) };
}

/** Waits: what a night found worth keeping and did not keep, each with its reason in words; secrets are not repeated. */

import { redactSecrets } from "../rules/secret-keys--secret.js";
import { type Promotion, sourceName } from "./keep/candidate--source.js";
import { comingOf } from "./keep/coming.js";
import type { PlannedNight } from "./plan.js";

export interface Wait {
  /** What its log says; null where that must not be repeated. */
  readonly text: string | null;
  readonly sources: readonly string[];
  /** `turn`: another night takes it. `blocked`: something stands in its way. `person`: a person settles it. */
  readonly until: "turn" | "blocked" | "person";
  readonly why: string;
}

/** In the order in which a person should read them. */
export function waitsOf(night: Pick<PlannedNight, "held" | "blocked" | "waiting">): readonly Wait[] {
  return comingOf(night).map(({ promotion, reason, why }) => ({
    ...rowOf(promotion),
    ...(reason === "secret" ? { text: null } : {}),
    until: reason === "turn" || reason === "blocked" ? reason : ("person" as const),
    why,
  }));
}

function rowOf({ said, below = "", sources }: Promotion): Pick<Wait, "text" | "sources"> {
  return { text: redactSecrets(below === "" ? said : `${said}\n${below}`), sources: sources.map(sourceName) };
}

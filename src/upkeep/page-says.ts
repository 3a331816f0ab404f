/** PageSays: what one lasting page brings to a comparison of all: small enough to be held for all at once, and kept by what it is made of. */

import type { AuditPage } from "./audit.js";
import { groundedIn } from "./check-drift.js";
import { type Standing, standingIn } from "./check-twice.js";
import { type Claim, claimsIn } from "./claims.js";

export interface PageSays {
  readonly claims: readonly Claim[];
  readonly standing: readonly Standing[];
  readonly grounded: ReturnType<typeof groundedIn>;
}

export function saysOf(page: AuditPage): PageSays {
  return { claims: claimsIn(page), standing: standingIn(page), grounded: groundedIn(page) };
}

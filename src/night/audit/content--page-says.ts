/** PageSays: what one lasting page brings to a comparison of all: small enough to be held for all at once, and kept by what it is made of. */

import { type Claim, claimsIn } from "./checks.js";
import type { AuditPage } from "./checks--audit.js";
import { groundedIn } from "./checks--check-drift.js";
import { type Standing, standingIn } from "./content.js";

export interface PageSays {
  readonly claims: readonly Claim[];
  readonly standing: readonly Standing[];
  readonly grounded: ReturnType<typeof groundedIn>;
}

export function saysOf(page: AuditPage): PageSays {
  return { claims: claimsIn(page), standing: standingIn(page), grounded: groundedIn(page) };
}

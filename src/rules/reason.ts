/** Reason: the closed vocabulary of why a commit exists and why a patch was refused. */

import type { Failure } from "../base/result.js";

export const acceptedReasons = [
  "CAPTURE",
  "TURN_COMMIT",
  "FLUSH_COMPACTION",
  "FLUSH_RESET",
  "FLUSH_SWITCH",
  "FLUSH_FORK",
  "FLUSH_SHUTDOWN",
  "FLUSH_MANUAL",
  "RECOVERED",
  "MANUAL_EDIT",
  "ADOPT",
  "CURATE_PROMOTE",
  "CURATE_MERGE",
  "PRUNE_TRIM",
  "PRUNE_ARCHIVE",
  "BUFFER_CLEAR",
  "VARIANT_REFRESH",
  "CORRECTION",
  "REMOVE",
  "RESTORE",
  "REVERT",
  "APPROVE",
  "SYNC_MERGE",
  "PURGE",
] as const;
export type AcceptedReason = (typeof acceptedReasons)[number];

export type RefusedReason =
  | "SCHEMA_INVALID"
  | "PROVENANCE_DANGLING"
  | "SCOPE_DENIED"
  | "DESTRUCTIVE_OP"
  | "VERSION_CONFLICT"
  | "POLICY_VIOLATION"
  | "SIZE_LIMIT"
  | "ORIGIN_DENIED"
  | "SECRET_DETECTED"
  | "ELISION_DETECTED"
  | "BOOTSTRAP_OVERFLOW"
  | "MALFORMED";

/** Why a patch does not become a commit. */
export interface Refusal {
  readonly reason: RefusedReason;
  readonly says: string;
  readonly hint: string;
}

/** The refusal as a failure: scope and origin denials exit 7, version conflicts 5, the rest 1. */
export function failureOf(refusal: Refusal): Failure {
  switch (refusal.reason) {
    case "VERSION_CONFLICT":
      return { code: "version_conflict", ...refusal };
    case "SCOPE_DENIED":
    case "ORIGIN_DENIED":
      return { code: "denied", ...refusal };
    default:
      return { code: "refused", ...refusal };
  }
}

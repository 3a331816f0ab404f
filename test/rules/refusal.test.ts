/** Refusal's tests: what a refusal is as a failure, which is where its exit code comes from. */

import { expect, test } from "vitest";
import { failureOf, type RefusedReason } from "../../src/rules/refusal.js";

test.each<[reason: RefusedReason, code: string]>([
  ["VERSION_CONFLICT", "version_conflict"],
  ["SCOPE_DENIED", "denied"],
  ["ORIGIN_DENIED", "denied"],
  ["SECRET_DETECTED", "refused"],
  ["MALFORMED", "refused"],
])("%s is %s", (reason, code) => {
  const refusal = { reason, says: "It is so.", hint: "Do this." };
  expect(failureOf(refusal)).toEqual({ code, ...refusal });
});

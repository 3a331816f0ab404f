/** Called: a tool was called and has answered: its signature is noted, and its result kept by reference. */

import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import type { Memory } from "../memory/memory.js";
import { evidenceSignature, keepResult } from "../session/evidence/keep.js";
import type { KeptResult } from "../write/evidence.js";
import { type HarnessAnswer, type Moment, silence } from "./contract.js";
import type { Noted } from "./known--noted.js";

/** Judged with the next prompt: whether the model had the result in its context is known there. */
export function called(
  { known, keep }: Noted,
  memory: Pick<Memory, "evidence">,
  call: Moment & { readonly kind: "tool" },
): Outcome<HarnessAnswer> {
  if (known.again !== null) return ok(silence);
  const result = keepResult(memory, call, call.output);
  // That it was called counts all the same, where its result could not be kept.
  const kept = keep({
    kind: "tool",
    signature: evidenceSignature(call),
    result: result.ok ? resultNote(result.value) : null,
  });
  if (!result.ok) return result;
  return kept.ok ? ok(silence) : kept;
}

/** Its signature stands beside it. */
function resultNote(result: KeptResult | null): Omit<KeptResult, "signature"> | null {
  if (result === null) return null;
  const { signature: _, ...rest } = result;
  return rest;
}

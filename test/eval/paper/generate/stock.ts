/** Stock: the pages that generated workloads are made of, priced as such pages are in real memories, only smaller. */

import type { WorkloadPage } from "../../../../src/prompt/replay/workload.js";
import type { Dice } from "./dice.js";

/** Instructions that a runtime is to have before it after every boundary. Nothing pins them but a policy that pins their type. */
export function bootstrapPage(dice: Dice, id: string): WorkloadPage {
  const structured = dice.between(15, 18);
  const tokens = { structured, full: structured + dice.between(36, 46) };
  return { id, type: "bootstrap_policy", pin: "none", scope: "project", tokens };
}

export function constraintPage(dice: Dice, id: string): WorkloadPage {
  const structured = dice.between(12, 16);
  return { id, type: "constraint", pin: "none", scope: "project", tokens: { structured, full: structured * 2 } };
}

export function planPage(dice: Dice, id: string): WorkloadPage {
  const structured = dice.between(12, 16);
  const tokens = { pointer: 5, structured, full: structured + dice.between(16, 24) };
  return { id, type: "plan", pin: "soft", scope: "session", tokens };
}

export function preferencePage(dice: Dice, id: string): WorkloadPage {
  const tokens = { pointer: 4, structured: 8, compressed: 13, full: dice.between(18, 28) };
  return { id, type: "preference", pin: "none", scope: "global", tokens };
}

/** What a tool gave back; `from` is the turn of the call. */
export function evidencePage(dice: Dice, id: string, signature: string, from: number): WorkloadPage {
  const full = dice.between(44, 56);
  const structured = dice.between(13, 17);
  const tokens = { pointer: dice.between(5, 7), structured, compressed: Math.ceil(full / 2), full };
  return { id, type: "evidence", pin: "soft", scope: "session", tokens, signature, from };
}

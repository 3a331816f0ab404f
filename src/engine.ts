/** Engine: what a program imports from `pagefile/engine`: residency decisions over any pages, without a store, a clock or a file. */

export type { PageId } from "./base/ids.js";
export type { Fidelity, PageType, Pin, Scope } from "./page/page.js";
export type {
  Candidate,
  Demand,
  Omitted,
  OmittedReason,
  Pressure,
  Selected,
  SelectedReason,
  Selection,
} from "./residency/decision.js";
export { type Decided, type Engine, makeEngine } from "./residency/engine/engine.js";
export { fidelityOf, observe } from "./residency/engine/observe.js";
export { select, selectionOf } from "./residency/engine/selection.js";
export { type Policy, type PolicyName, policies, policyNames, type Weights } from "./residency/policy.js";
export type { TurnDecision } from "./residency/record.js";
export { makeTurnLog, type TurnLog } from "./residency/turn-log.js";

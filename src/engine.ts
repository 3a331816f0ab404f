/** Engine: what a program imports from `pagefile/engine`: residency decisions over any pages, without a store, a clock or a file. */

export type { PageId } from "./base/ids.js";
export type { Fidelity, PageType, Pin, Scope } from "./page/page--page.js";
export { type Policy, type PolicyName, policies, policyNames, type Weights } from "./prompt/decision.js";
export type {
  Candidate,
  Demand,
  Omitted,
  OmittedReason,
  Pressure,
  Selected,
  SelectedReason,
  Selection,
} from "./prompt/decision--decision.js";
export type { TurnDecision } from "./prompt/record.js";
export { makeTurnLog, type TurnLog } from "./prompt/record--turn-log.js";
export { type Decided, type Engine, makeEngine } from "./prompt/select/engine.js";
export { fidelityOf, observe } from "./prompt/select/engine--observe.js";
export { select, selectionOf } from "./prompt/select/engine--selection.js";

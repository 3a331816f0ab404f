/**
 * Engine: what a program imports from `pagefile/engine`: residency decisions over any pages, without a store, a clock or a file.
 */

export type { PageId } from "../base/ids.js";
export type { Fidelity, PageType, Pin, Scope } from "../page/page.js";
export {
  type Candidate,
  type Demand,
  type Omitted,
  type OmittedReason,
  type Policy,
  type PolicyName,
  type Pressure,
  policies,
  policyNames,
  type Selected,
  type SelectedReason,
  type Selection,
  type Weights,
} from "./decision.js";
export { type Decided, type Engine, makeEngine, select, selectionOf } from "./select/engine.js";

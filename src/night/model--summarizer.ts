/** Summarizer: a model that may propose statements out of log entries; what it says is judged like anybody's words. */

import type { Outcome } from "../base/result.js";
import type { Proposal, ShownEntry } from "./model--proposal.js";

export interface Summarizer {
  /** Which model, and where: for people to read. Holds no key. */
  readonly name: string;
  /** Says nothing of whether they hold; fails where the model cannot be asked or does not answer in the form asked for. */
  propose(entries: readonly ShownEntry[]): Promise<Outcome<readonly Proposal[]>>;
}

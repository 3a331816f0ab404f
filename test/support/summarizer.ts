/** Summarizer in memory: a model that answers what a test gives it and remembers what it was shown. */

import type { Outcome } from "../../src/base/failure.js";
import type { Summarizer } from "../../src/port/summarizer.js";
import type { Proposal, ShownEntry } from "../../src/upkeep/proposal.js";

export interface TestSummarizer extends Summarizer {
  /** One list a question. */
  readonly shown: (readonly ShownEntry[])[];
}

export function testSummarizer(
  answer: (entries: readonly ShownEntry[]) => Outcome<readonly Proposal[]>,
): TestSummarizer {
  const shown: (readonly ShownEntry[])[] = [];
  return {
    name: "in memory",
    shown,
    async propose(entries) {
      shown.push(entries);
      return answer(entries);
    },
  };
}

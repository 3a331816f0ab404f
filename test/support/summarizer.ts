/** Summarizer in memory: a model that answers what a test gives it and remembers what it was shown. */

import type { Outcome } from "../../src/base/result.js";
import type { Proposal, ShownEntry, Summarizer } from "../../src/night/model.js";

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

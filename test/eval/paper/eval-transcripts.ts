/** EvalTranscripts: recorded sessions of any harness, cut to the paper's lengths and replayed under every policy. */

import { policies } from "../../../src/prompt/decision.js";
import { simulate } from "../../../src/prompt/replay/simulate.js";
import {
  type Converted,
  parseTranscript,
  rowOf,
  sum,
  type Transcript,
  truncated,
  workloadFrom,
} from "../../../src/prompt/replay/workload.js";

import type { TranscriptResults, TranscriptRun } from "./report/evaluation.js";

export interface EvalTranscripts {
  /** In the order they are reported. */
  readonly files: readonly { readonly name: string; readonly text: string }[];
  readonly count: (text: string) => number;
}

/** Tokens: the paper's, and one that leaves room above the floor, as a prompt of today would. */
const budgets: readonly number[] = [300, 4096];
const lengths: readonly number[] = [50, 100, 200, 400];

export function replayTranscripts({ files, count }: EvalTranscripts, quick: boolean): TranscriptResults {
  const cuts = quick ? lengths.slice(0, 2) : lengths;
  const sources: TranscriptResults["sources"][number][] = [];
  const unread: string[] = [];
  const runs: TranscriptRun[] = [];
  for (const { name, text } of files) {
    const transcript = parseTranscript(text);
    if (transcript === null) {
      unread.push(name);
      continue;
    }
    const converted = workloadFrom(transcript, name, count);
    sources.push(sourceOf(name, transcript, converted));
    for (const budget of budgets) runs.push(...runsOf(converted, name, cuts, budget));
  }
  return { sources, unread, lengths: cuts, runs };
}

function runsOf(converted: Converted, source: string, cuts: readonly number[], budget: number): TranscriptRun[] {
  return cuts.flatMap((length) => {
    const cut = truncated(converted, length);
    const reached = converted.workload.turns.length > length;
    return Object.values(policies).map((policy) => {
      return { ...rowOf(simulate(cut, policy, budget)), source, length, reached };
    });
  });
}

function sourceOf(
  name: string,
  { format, turns }: Transcript,
  { workload, repeats, repeatsChanged }: Converted,
): TranscriptResults["sources"][number] {
  return {
    name,
    format,
    turns: turns.length,
    pages: workload.pages.length,
    compactions: sum(turns, ({ boundaries }) => boundaries.filter((each) => each === "compaction").length),
    edits: sum(workload.turns, ({ dirty }) => dirty.length),
    repeats,
    repeatsChanged,
  };
}

/** Fuzz: mutated pages and drafts through parse, validation, plan and commit: nothing throws, nothing is lost, refusals say why. */

import type { Row } from "../bench/bench.js";
import { careless } from "./fuzz-careless.js";
import { makeCase, ours, type Writer } from "./fuzz-case.js";
import { openCommitter } from "./fuzz-commit.js";
import { judge } from "./fuzz-judge.js";
import { chance, type Setting, type Suffered, type Torment } from "./torment.js";

export const fuzz: Torment = {
  name: "fuzz",
  says: "mutated pages and patches, all as far as the plan and two a round as far as the commit; rounds are 100 cases",
  rounds: 1_000,
  run,
};

const casesARound = 100;
/** A commit takes some hundred times as long as a plan. */
const commitEvery = 50;

export interface Fuzzed {
  readonly cases: number;
  readonly accepted: number;
  readonly refused: number;
  /** Refusals by reason. */
  readonly reasons: Readonly<Record<string, number>>;
  /** One sentence a promise that did not hold, with its case. */
  readonly broken: readonly string[];
}

/** Cases `from` to `from + count - 1` of a seed; each can be run again alone. */
export function fuzzCases(
  writer: Writer,
  { seed, from, count }: { readonly seed: number; readonly from: number; readonly count: number },
): Fuzzed {
  const reasons: Record<string, number> = {};
  const broken: string[] = [];
  let [accepted, refused] = [0, 0];
  for (let at = from; at < from + count; at++) {
    const given = makeCase(chance(seed, at));
    try {
      const ended = writer(given);
      if (ended.kind === "refused") reasons[ended.reason] = (reasons[ended.reason] ?? 0) + 1;
      if (ended.kind === "refused") refused += 1;
      else accepted += 1;
      broken.push(...judge(given, ended).map((says) => `case ${at}: ${says}`));
    } catch (error) {
      broken.push(`case ${at}: thrown: ${error instanceof Error ? error.message : error}`);
    }
  }
  return { cases: count, accepted, refused, reasons, broken };
}

async function run({ seed, rounds, isOver }: Setting): Promise<Suffered> {
  let done = fuzzCases(ours, { seed, from: 0, count: 0 });
  let committed = 0;
  const committer = openCommitter();
  const wrong: string[] = [];
  for (let round = 0; round < rounds && (round === 0 || !isOver()); round++) {
    const from = round * casesARound;
    done = together(done, fuzzCases(ours, { seed, from, count: casesARound }));
    for (let at = from; at < from + casesARound; at += commitEvery, committed++) {
      const engine = committed % 2 === 0 ? "native" : "embedded";
      const said = await committer.commit(makeCase(chance(seed, at)), engine);
      wrong.push(...said.map((says) => `case ${at}, ${engine}: ${says}`));
    }
  }
  wrong.push(...committer.end());
  const control = fuzzCases(careless, { seed, from: 0, count: casesARound });
  const { cases, accepted, refused } = done;
  const row = (metric: string, value: number): Row => ({ case: "fuzz", metric, ours: value, n: cases });
  const broken = [...done.broken, ...wrong].map((says) => `fuzz, ${says}`);
  if (control.broken.length === 0) broken.push("fuzz, control: the careless writer was not found out");
  for (const [what, count] of Object.entries({ accepted, refused }))
    if (count * 10 < cases) broken.push(`fuzz, balance: only ${count} of ${cases} cases were ${what}`);
  const reasons = Object.entries(done.reasons).sort(([a], [b]) => (a < b ? -1 : 1));
  const rival = `careless writer: ${control.broken.length} in ${control.cases} cases`;
  return {
    rows: [
      { ...row("promises broken", done.broken.length), rival },
      { case: "fuzz", metric: "promises broken in a repository", ours: wrong.length, n: committed },
      row("accepted", accepted),
      row("refused", refused),
      ...reasons.map(([reason, count]) => row(`refused as ${reason}`, count)),
    ],
    broken,
  };
}

function together(a: Fuzzed, b: Fuzzed): Fuzzed {
  const reasons = { ...a.reasons };
  for (const [reason, count] of Object.entries(b.reasons)) reasons[reason] = (reasons[reason] ?? 0) + count;
  return {
    cases: a.cases + b.cases,
    accepted: a.accepted + b.accepted,
    refused: a.refused + b.refused,
    reasons,
    broken: [...a.broken, ...b.broken],
  };
}

/** SectionsQuality: real transcripts, the oracle at its horizons and the exact optimum, and what stands above the floor of no faults. */

import { fidelities } from "../../../../src/page/page.js";
import { type RunRow, sum } from "../../../../src/prompt/replay/workload.js";

import type { Section, Table } from "./document.js";
import type { Evaluation, TranscriptResults, TranscriptRun } from "./evaluation.js";
import { byPolicy, mean, median } from "./means.js";

export function transcriptSection({ transcripts }: Evaluation): Section {
  const heading = "Real transcripts";
  if (transcripts === null) {
    const says =
      "Not run: PAGEFILE_EVAL_DATA is not set. Set it to a folder with session files below transcripts/ and run this again.";
    return { heading, says: [says], tables: [], plots: [] };
  }
  const { sources, unread, runs } = transcripts;
  const ours = runs.filter(({ policy }) => policy === "pagefile");
  const physical = ours.filter(({ faults }) => faults.pinned_invariant_miss > 0);
  const says = [
    `${sources.length} sessions, cut to ${transcripts.lengths.join(", ")} turns and then closed (a reset). Every result of a tool is a page; its tokens at each fidelity are those of the text that pagefile itself would print.`,
    `pagefile: ${sum(ours, (row) => row.controllable)} policy-controllable faults in ${ours.length} runs; in ${physical.length} of them a hard-pinned instruction document is larger than the budget (pinned misses: ${sum(physical, ({ faults }) => faults.pinned_invariant_miss)}).`,
    ...(unread.length === 0
      ? []
      : [`Not read, because they are no transcript of a known kind: ${unread.join(", ")}.`]),
  ];
  return { heading, says, tables: [lengthTable(transcripts), sourceTable(transcripts)], plots: [] };
}

function lengthTable({ lengths, runs }: TranscriptResults): Table {
  const budgets = [...new Set(runs.map(({ budget }) => budget))];
  const rows = budgets.flatMap((budget) =>
    byPolicy(runs.filter((run) => run.budget === budget)).flatMap(([policy, all]) =>
      lengths.flatMap((length) => {
        const some = all.filter((run) => run.length === length && run.reached);
        if (some.length === 0) return [];
        const pinned = sum(some, ({ faults }) => faults.pinned_invariant_miss);
        const thrash = median(some.map((run) => run.thrash));
        return [[String(budget), policy, String(length), some.length, medianAndRange(some), pinned, thrash]];
      }),
    ),
  );
  return {
    caption: "Table 10. Explicit faults on the sessions that reach each length: median (range)",
    head: ["budget", "policy", "turns", "sessions", "explicit", "pinned", "thrash"],
    rows,
    paper:
      "12 sessions at 300: retrieval 51 (49–77) at 100 turns and 83 (71–109) at 200; hybrid 1 and 0; ClawVM 0 and 0.",
  };
}

function sourceTable({ sources, lengths, runs }: TranscriptResults): Table {
  const budget = runs[0]?.budget ?? 0;
  const faultsOf = (name: string, length: number): string => {
    const found = byPolicy(
      runs.filter((run) => run.source === name && run.length === length && run.budget === budget),
    );
    return found.map(([, all]) => sum(all, (run) => run.controllable)).join(" / ");
  };
  const order = byPolicy(runs).map(([policy]) => policy);
  return {
    caption: `Each session, cut to at most so many turns, at ${budget} tokens: explicit faults under ${order.join(" / ")}`,
    head: [
      "session",
      "kind",
      "turns",
      "pages",
      "compactions",
      "edits",
      "repeats",
      "of them changed",
      ...lengths.map((length) => `≤ ${length}`),
    ],
    rows: sources.map((source) => [
      source.name,
      source.format,
      source.turns,
      source.pages,
      source.compactions,
      source.edits,
      source.repeats,
      source.repeatsChanged,
      ...lengths.map((length) => faultsOf(source.name, length)),
    ]),
    paper: "no figures for single sessions.",
  };
}

export function oracleSection({ families, horizons, regret }: Evaluation): Section {
  const online = families.filter(({ policy }) => policy === "pagefile");
  const gap: Table = {
    caption: "Oracle at its horizons: mean explicit faults, and the gap of the online policy",
    head: ["policy", "explicit", "thrash", "oracle gap"],
    rows: byPolicy([...online, ...horizons]).map(([policy, rows]) => [
      policy,
      mean(rows, (row) => row.controllable),
      mean(rows, (row) => row.thrash),
      mean(online, (row) => row.controllable) - mean(rows, (row) => row.controllable),
    ]),
    paper: "oracle with h = 3: 0.0 faults, gap 0; h = 1 and unbounded are not printed.",
  };
  const exact: Table = {
    caption: "Regret against the exact optimum of each turn (dynamic programming), by the weights of pagefile",
    head: ["policy", "turns", "too large", "mean %", "worst %", "free choices: mean %", "free choices: worst %"],
    rows: regret.map((row) => [
      row.policy,
      row.turns,
      row.tooLarge,
      row.mean * 100,
      row.worst * 100,
      row.optionalMean === null ? "–" : row.optionalMean * 100,
      row.optionalWorst === null ? "–" : row.optionalWorst * 100,
    ]),
    paper: "compares fault counts alone.",
  };
  const says =
    "The optimum is a multi-choice knapsack solved exactly, with the same required pages. A greedy policy can stay behind it; by how much is the regret.";
  return { heading: "Oracle and exact optimum", says: [says], tables: [gap, exact], plots: [] };
}

export function qualityTables({ families, transcripts }: Evaluation): readonly Table[] {
  const synthetic = qualityTable("Above the floor: four families, all budgets", families);
  const rest = transcripts === null ? [] : [qualityTable("Above the floor: real transcripts", transcripts.runs)];
  return [synthetic, ...rest, lruByConfiguration(families, transcripts?.runs ?? [])];
}

function qualityTable(caption: string, rows: readonly RunRow[]): Table {
  return {
    caption,
    head: ["policy", "utility", "tokens a turn", "idle %", ...fidelities.map((fidelity) => `${fidelity} %`)],
    rows: byPolicy(rows).map(([policy, runs]) => {
      const pages = Math.max(
        1,
        sum(runs, ({ mix }) => sum(fidelities, (fidelity) => mix[fidelity])),
      );
      const tokens = sum(runs, (run) => run.tokens);
      return [
        policy,
        mean(runs, (run) => run.utility),
        Math.round(
          tokens /
            Math.max(
              1,
              sum(runs, (run) => run.turns),
            ),
        ),
        percent(
          sum(runs, (run) => run.idleTokens),
          tokens,
        ),
        ...fidelities.map((fidelity) =>
          percent(
            sum(runs, ({ mix }) => mix[fidelity]),
            pages,
          ),
        ),
      ];
    }),
    paper: "does not measure this; it leaves LRU and utility tied.",
  };
}

/** In how many configurations utility beats LRU: the place where the two part. */
function lruByConfiguration(families: readonly RunRow[], transcripts: readonly TranscriptRun[]): Table {
  const count = (name: string, rows: readonly RunRow[]): readonly (string | number)[] => {
    const ours = rows.filter(({ policy }) => policy === "pagefile");
    const theirs = rows.filter(({ policy }) => policy === "lru");
    const differences = ours.map((row, at) => row.utility - (theirs[at]?.utility ?? 0));
    const equal = differences.filter((by) => Math.abs(by) < 1e-9).length;
    const above = differences.filter((by) => by >= 1e-9).length;
    return [name, ours.length, above, equal, ours.length - above - equal, mean(differences, (by) => by)];
  };
  const rows = [
    count("families", families),
    ...(transcripts.length === 0 ? [] : [count("transcripts", transcripts)]),
  ];
  return {
    caption: "Utility resident, pagefile against LRU, configuration by configuration",
    head: ["workloads", "configurations", "pagefile above", "equal", "below", "mean difference"],
    rows,
    paper: "leaves this to future work.",
  };
}

function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : (part / whole) * 100;
}

function medianAndRange(runs: readonly TranscriptRun[]): string {
  const values = runs.map((run) => run.controllable);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return `${median(values)} (${least}–${most})`;
}

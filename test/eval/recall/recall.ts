/** EvalRecall: every set asked of every system, and the figures of each beside what is to be reached. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import type { Row } from "../../bench/bench.js";
import { type AlsoLine, evalAlso } from "./also.js";
import { beamSets, realTalkSets } from "./chats.js";
import { locomoSets } from "./locomo.js";
import { agentMemorySet, qmdSet } from "./peers.js";
import { addScore, noScore, type Score } from "./score.js";
import type { EvalSet } from "./set.js";
import { evalShown, type ShownLine } from "./shown.js";
import { type SureSample, sureSamples } from "./sure.js";
import { type System, systems } from "./systems.js";

interface Goal {
  readonly set: string;
  readonly category: string;
  readonly metric: Metric;
  readonly least: number;
}

export type Metric = Exclude<keyof Score, "questions" | "tokens" | "spans"> | "tokens a hit";

/** One line of a table: a system's figures on the questions of one category. */
export interface Line {
  readonly set: string;
  readonly category: string;
  readonly system: string;
  readonly n: number;
  readonly figures: Readonly<Record<Metric, number>>;
}

const goals: readonly Goal[] = [
  { set: "locomo", category: "all", metric: "unitAt5", least: 0.744 },
  { set: "locomo", category: "all", metric: "unitAt10", least: 0.811 },
  { set: "locomo", category: "all", metric: "groupAt5", least: 0.88 },
  { set: "locomo", category: "all", metric: "groupAt10", least: 0.94 },
  { set: "realtalk", category: "all", metric: "unitAt5", least: 0.47 },
  { set: "realtalk", category: "all", metric: "unitAt10", least: 0.54 },
  { set: "beam", category: "all", metric: "unitAt5", least: 0.454 },
  { set: "beam", category: "all", metric: "unitAt10", least: 0.48 },
  { set: "beam headed", category: "all", metric: "unitAt5", least: 0.454 },
  { set: "beam headed", category: "all", metric: "unitAt10", least: 0.48 },
  { set: "agent-memory", category: "all", metric: "unitAt5", least: 0.98 },
  { set: "agent-memory", category: "all", metric: "reciprocal", least: 0.97 },
  { set: "qmd", category: "easy", metric: "hitAt3", least: 0.8 },
  { set: "qmd", category: "medium", metric: "hitAt3", least: 0.5 },
  { set: "qmd", category: "hard", metric: "hitAt3", least: 0.4 },
];

/** Enough that ten groups are among them. */
const spansMax = 120;

type Sets = readonly (readonly [name: string, sets: readonly EvalSet[]])[];

function setsIn(data: string): Sets {
  return [
    ["locomo", locomoSets(data)],
    ["agent-memory", [agentMemorySet(data)]],
    ["qmd", [qmdSet(data)]],
    ["realtalk", realTalkSets(data)],
    ["beam", beamSets(data, "log")],
    ["beam headed", beamSets(data, "headed")],
  ];
}

export function evalRecall(data: string): readonly Line[] {
  return setsIn(data).flatMap(([name, of]) => systems.flatMap((system) => linesOf(name, of, system)));
}

/** What is shown of the sets whose units are smaller than a page. */
export async function evalAnswers(data: string, every: number): Promise<readonly ShownLine[]> {
  const lines: ShownLine[] = [];
  for (const [name, of] of setsIn(data))
    if (name !== "qmd" && of.length > 0) lines.push(...(await evalShown(name, of, every)));
  return lines;
}

/** Samples of how sure answers are, of the conversations and the real workspaces. */
export async function evalSure(data: string, program: string): Promise<readonly SureSample[]> {
  return sureSamples(conversationsIn(data), data, program);
}

export function evalOtherWords(data: string): Promise<readonly AlsoLine[]> {
  return evalAlso(data, conversationsIn(data));
}

function conversationsIn(data: string): Sets {
  return [
    ["locomo", locomoSets(data)],
    ["realtalk", realTalkSets(data)],
    ["beam", beamSets(data, "log")],
  ];
}

function linesOf(name: string, sets: readonly EvalSet[], system: System): readonly Line[] {
  const scores = new Map<string, Score>();
  for (const set of sets) askAll(set, system, scores);
  return [...scores]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([category, score]) => ({
      set: name,
      category,
      system: system.name,
      n: score.questions,
      figures: figuresOf(score),
    }));
}

function askAll(set: EvalSet, system: System, scores: Map<string, Score>): void {
  const folder = mkdtempSync(`${tmpdir()}/pagefile-eval-`);
  const opened = system.open(set, folder);
  try {
    for (const question of set.questions) {
      const answered = opened.ask(question.text, spansMax);
      for (const category of new Set(["all", question.category])) {
        const score = scores.get(category) ?? noScore();
        scores.set(category, score);
        addScore(score, set, question, answered);
      }
    }
  } finally {
    opened.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function figuresOf(score: Score): Readonly<Record<Metric, number>> {
  const mean = (sum: number): number => sum / score.questions;
  return {
    unitAt5: mean(score.unitAt5),
    unitAt10: mean(score.unitAt10),
    groupAt5: mean(score.groupAt5),
    groupAt10: mean(score.groupAt10),
    reciprocal: mean(score.reciprocal),
    hitAt3: mean(score.hitAt3),
    "tokens a hit": score.tokens / Math.max(1, score.spans),
  };
}

export function tableOf(lines: readonly Line[]): string {
  const head = [
    "set",
    "category",
    "system",
    "n",
    "unit R@5",
    "R@10",
    "group R@5",
    "R@10",
    "MRR",
    "hit@3",
    "tokens/hit",
  ];
  const rows = lines.map(({ set, category, system, n, figures: f }) => [
    set,
    category,
    system,
    String(n),
    ...[f.unitAt5, f.unitAt10, f.groupAt5, f.groupAt10, f.reciprocal, f.hitAt3].map((value) => value.toFixed(3)),
    f["tokens a hit"].toFixed(0),
  ]);
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i]!.length)));
  return [head, ...rows]
    .map(
      (row) => `${row.map((cell, i) => (i < 3 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join("  ")}\n`,
    )
    .join("");
}

/** A line a goal: what was reached, and by how much it was missed. */
export function goalsOf(lines: readonly Line[]): { readonly text: string; readonly missed: number } {
  let missed = 0;
  const text = goals.map(({ set, category, metric, least }) => {
    const line = lines.find((one) => one.set === set && one.category === category && one.system === "pagefile");
    const reached = line?.figures[metric] ?? 0;
    if (reached < least) missed++;
    const verdict = reached < least ? `missed by ${(least - reached).toFixed(3)}` : "reached";
    return `${set} ${category} ${metric}: ${reached.toFixed(3)} of ${least} ${verdict}\n`;
  });
  return { text: text.join(""), missed };
}

export function rowsOf(lines: readonly Line[]): readonly Row[] {
  return lines.flatMap(({ set, category, system, n, figures }) =>
    Object.entries(figures).map(([metric, ours]) => ({ case: `${set} ${category} ${system}`, metric, ours, n })),
  );
}

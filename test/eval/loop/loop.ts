/**
 * Loop: what people say gets into the memory and comes out of it when it is needed, or not: the figures that say so, with their goals.
 *
 * A story of a made-up person (`person.ts`, with the words of `subjects.ts` and `noise.ts`) is played against the hook processes of the built program
 * (`play.ts`) and against rivals (`rivals.ts`). `figures.ts` counts the same things of each; `cost.ts` measures processor time on generated memories.
 * Nothing of the program's own code is asked what is right: words are looked for in what it printed and in its files.
 */

import type { Row } from "../../bench/bench.js";
import { type Cost, costsOf } from "./cost.js";
import { type Figures, figuresOf, mean, percentile, type Share } from "./figures.js";
import { type Size, type Story, storyOf } from "./person.js";
import { type Played, play } from "./play.js";
import { rivalsOf } from "./rivals.js";

export const sizes: Readonly<Record<"short" | "full", Size>> = {
  short: { days: 6, sessions: 16, statements: 60, turns: 200 },
  full: { days: 30, sessions: 100, statements: 300, turns: 3000 },
};

export interface LoopAsked {
  readonly program: string;
  readonly seed: number;
  readonly size: keyof typeof sizes;
  readonly writes: boolean;
  readonly tokens: (text: string) => number;
  readonly tell: (progress: string) => void;
}

export interface Loop {
  readonly asked: LoopAsked;
  readonly lines: readonly Line[];
  readonly played: Played;
  /** How often what happened. */
  readonly happened: string;
  readonly misses: readonly string[];
  readonly groups: Figures["groups"];
}

/** A figure of the program beside the same of each rival; `value` is what the goal is about. */
interface Line {
  readonly figure: string;
  readonly goal: string;
  readonly isMet: boolean | null;
  readonly ours: Cell;
  readonly rivals: readonly Cell[];
}

interface Cell {
  readonly value: number;
  readonly shown: string;
  readonly of: number;
}

const rivalNames = ["no memory", "one MEMORY.md", "grep"] as const;

export async function evalLoop(asked: LoopAsked): Promise<Loop> {
  const story = storyOf(asked.seed, sizes[asked.size]);
  const played = play(story, asked);
  const ours = figuresOf(story, { name: "pagefile", ...played }, asked.tokens);
  const rivals = rivalsOf(story, asked.tokens).map((rival) => figuresOf(story, rival, asked.tokens));
  asked.tell("processor time");
  const pages = asked.size === "full" ? [20, 1000, 10_000] : [20, 1000];
  const pairs = asked.size === "full" ? 20 : 7;
  const costs = await costsOf({ program: asked.program, sizes: pages, pairs, seed: asked.seed });
  return {
    asked,
    played,
    happened: happenedIn(story),
    misses: ours.misses,
    groups: ours.groups,
    lines: [...lines(ours, rivals), ...costs.map(costLine)],
  };
}

function happenedIn({ acts }: Story): string {
  const counts = new Map<string, number>();
  const add = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
  for (const act of acts) {
    if (act.type === "start") add(`start (${act.source})`);
    else if (act.type !== "turn") add(act.type === "branch" ? `branch (${act.back})` : act.type);
    else {
      add(`prompt (${act.needs === null ? (act.noise?.kind ?? act.says?.kind ?? act.part) : act.part})`);
      if (act.commits) add("commit of code");
      if (act.dies) add("crash in a turn");
    }
  }
  return [...counts].map(([what, count]) => `${what} ${count}`).join(", ");
}

type Judge = (value: number) => boolean;
type Figure = readonly [figure: string, goal: string, isMet: Judge | null, of: (figures: Figures) => Cell];

const figures: readonly Figure[] = [
  ["durable statements on a page or in the inbox", "100 %", (v) => v === 1, (f) => share(f.kept)],
  ["asked for by a prompt, in its context", "≥ 95 %", (v) => v >= 0.95, (f) => share(f.words)],
  ["asked for in other words, in its context", "≥ 80 %", (v) => v >= 0.8, (f) => share(f.paraphrase)],
  ["replaced statements given as if true", "0", (v) => v === 0, (f) => plain(f.stale, f.words.of)],
  ["entries with prompts that had no use for them", "≤ 30 %", (v) => v <= 0.3, (f) => share(f.useless)],
  ["chat, questions, tasks that became pages", "≤ 2 %", (v) => v <= 0.02, (f) => share(f.noisePages)],
  ["quotations, logs, documents that became pages", "0", (v) => v === 0, (f) => share(f.foreignPages)],
  ["tokens a prompt, mean", "≤ 250", (v) => v <= 250, (f) => average(f.promptTokens)],
  ["tokens a prompt, 95 of 100", "≤ 600", (v) => v <= 600, (f) => high(f.promptTokens)],
  ["tokens where nothing is needed, mean", "0", (v) => v === 0, (f) => average(f.idleTokens)],
  ["tokens of what others changed, a prompt", "", null, (f) => average(f.newsTokens)],
  ["tokens of a session's start, mean", "", null, (f) => average(f.startTokens)],
  [
    "tokens of starts and prompts, a prompt",
    "",
    null,
    (f) =>
      plain(
        Math.round((sum(f.startTokens) + sum(f.promptTokens)) / Math.max(1, f.promptTokens.length)),
        f.promptTokens.length,
      ),
  ],
];

function lines(ours: Figures, rivals: readonly Figures[]): readonly Line[] {
  return figures.map(([figure, goal, judge, of]) => {
    const own = of(ours);
    return { figure, goal, isMet: judge === null ? null : judge(own.value), ours: own, rivals: rivals.map(of) };
  });
}

const costGoals: Readonly<Record<Cost["event"], Readonly<Record<number, number>>>> = {
  "prompt behind a tool call": { 20: 3, 1000: 3.5, 10000: 5 },
  "session start": { 20: 4, 1000: 5, 10000: 7 },
};

function costLine({ pages, event, ratio, ours, nothing, pairs }: Cost): Line {
  const goal = costGoals[event][pages] ?? Number.NaN;
  return {
    figure: `CPU of a ${event}, ${pages} pages`,
    goal: `≤ ${goal} ×`,
    isMet: ratio <= goal,
    ours: {
      value: ratio,
      shown: `${ratio.toFixed(1)} × (${ours.toFixed(0)} of ${nothing.toFixed(0)} ms)`,
      of: pairs,
    },
    rivals: [],
  };
}

function share({ hit, of }: Share): Cell {
  const value = of === 0 ? 0 : hit / of;
  return { value, shown: of === 0 ? "none" : `${(value * 100).toFixed(1)} % (${hit}/${of})`, of };
}

function plain(value: number, of: number): Cell {
  return { value, shown: String(value), of };
}

const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);
const average = (values: readonly number[]): Cell => plain(Math.round(mean(values) * 10) / 10, values.length);
const high = (values: readonly number[]): Cell => plain(percentile(values, 95), values.length);

export function missedIn({ lines }: Loop): number {
  return lines.filter(({ isMet }) => isMet === false).length;
}

export function loopRows({ lines }: Loop): readonly Row[] {
  return lines.flatMap(({ figure, ours, rivals }) => [
    { case: "loop", metric: figure, ours: ours.value, n: ours.of },
    ...rivals.map((rival, at) => ({
      case: "loop",
      metric: figure,
      ours: ours.value,
      rival: `${rivalNames[at] ?? ""}: ${rival.value}`,
      n: ours.of,
    })),
  ]);
}

/** A line a figure, then what went wrong on the way, then so many of the misses. */
export function loopText(loop: Loop, missesMax: number): string {
  const { asked, lines, played, misses } = loop;
  const { days, sessions, statements, turns } = sizes[asked.size];
  const rows = [
    ["figure", "goal", "", "pagefile", ...rivalNames],
    ...lines.map(({ figure, goal, isMet, ours, rivals }) => [
      figure,
      goal,
      isMet === null ? "" : isMet ? "met" : "MISSED",
      ours.shown,
      ...rivals.map(({ shown }) => shown),
    ]),
  ];
  const widths = [0, 1, 2, 3, 4, 5, 6].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const table = rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const kinds = [...new Set(played.mishaps)];
  return [
    `seed ${asked.seed}: ${days} days, ${sessions} sessions, ${statements} statements, ${turns} prompts, ${played.processes} processes`,
    `the model writes ${asked.writes ? "one statement of four" : "nothing"}; the memory comes from ${played.isSetUp ? "setup alone" : "init in the repository"}`,
    loop.happened,
    ...table,
    `by language and kind: ${[...loop.groups].map(([group, { hit, of }]) => `${group} ${hit}/${of}`).join(", ")}`,
    `${missedIn(loop)} goals missed; ${played.mishaps.length} events went wrong; the person was told ${played.notices.length} notices`,
    ...[...new Set(played.notices)].slice(0, 3).map((each) => `  told: ${each.slice(0, 300)}`),
    ...kinds.slice(0, missesMax).map((each) => `  wrong: ${each.slice(0, 300)}`),
    ...misses.slice(0, missesMax).map((each) => `  ${each}`),
    "",
  ].join("\n");
}

/** Engine: a whole turn of the residency engine, beside the same policy from objects and sorting. */

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { PageId } from "../../src/base/ids.js";
import type { Candidate } from "../../src/prompt/decision.js";
import { makeEngine, makeTurnLog, observe, policies } from "../../src/prompt/engine.js";
import { decay } from "../../src/prompt/prices.js";

import { familyBudgets } from "../eval/paper/generate/families.js";
import { plainSelect } from "../prompt/plain-select.js";
import type { Bench, Row, Setting } from "./bench.js";
import { familyTurns } from "./engine-families.js";
import { type EngineLoad, type LoadTurn, loadOf } from "./engine-load.js";
import { median } from "./paired.js";

export const engine: Bench = {
  name: "engine",
  says: "one turn (5 changed pages, observe, decide, record) beside a plain implementation, and heap growth",
  run: measure,
};

interface Size {
  /** Null for the families of the paper, whose sessions bring their own pages. */
  readonly pages: number | null;
  /** One engine each. */
  readonly budgets: readonly number[];
  readonly turns: number;
  readonly rivalTurns: number;
}

const sizes: readonly Size[] = [
  { pages: null, budgets: familyBudgets, turns: 4_000, rivalTurns: 400 },
  { pages: 20, budgets: familyBudgets, turns: 4_000, rivalTurns: 400 },
  { pages: 35, budgets: familyBudgets, turns: 4_000, rivalTurns: 400 },
  { pages: 50, budgets: familyBudgets, turns: 4_000, rivalTurns: 400 },
  { pages: 500, budgets: [4_000], turns: 6_000, rivalTurns: 300 },
  { pages: 5_000, budgets: [20_000], turns: 1_000, rivalTurns: 40 },
  { pages: 100_000, budgets: [20_000], turns: 80, rivalTurns: 4 },
];
/** A session that has been in use for some time: recencies have spread, and code is compiled even where the compiler gets little time. */
const warmups = 4_000;
const rivalWarmups = 400;
/** Ours and the rival take turns in rounds. */
const rounds = 4;

async function measure({ seed }: Setting): Promise<readonly Row[]> {
  return [...sizes.flatMap((size) => compare(size, seed)), heapGrowth(seed)];
}

/** What is measured of one side, in microseconds: every turn, and for each budget the median of its quietest block. */
interface Times {
  readonly turns: number[];
  readonly quietest: number[];
}

/**
 * In each round first ours runs a block of turns and then the rival, so that a busy moment of the machine falls on both, while neither
 * works with caches that the other has filled or pays for its garbage. Where others use the machine too, the quietest of a budget's
 * blocks is nearest to what the code takes; it stands beside the median over all turns, not in its place.
 */
function compare(size: Size, seed: number): readonly Row[] {
  const { pages, budgets, turns, rivalTurns } = size;
  const ours: Times = { turns: [], quietest: [] };
  const rival: Times = { turns: [], quietest: [] };
  const collect = collector();
  for (const budget of budgets) {
    const [load, rivalLoad] = [drawn(pages, seed), drawn(pages, seed)];
    const run = ourTurns(load, budget);
    const plain = plainTurns(rivalLoad, budget);
    const share = rounds * budgets.length;
    for (let turn = 0; turn < Math.min(warmups, turns); turn += 1) run(load.next(), null);
    for (let turn = 0; turn < Math.min(rivalWarmups, rivalTurns); turn += 1) plain(rivalLoad.next(), null);
    const blocks = { ours: [] as number[], rival: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      blocks.ours.push(block(run, load, ours, turns / share, collect));
      blocks.rival.push(block(plain, rivalLoad, rival, rivalTurns / share, collect));
    }
    ours.quietest.push(Math.min(...blocks.ours));
    rival.quietest.push(Math.min(...blocks.rival));
  }
  return rowsOf(size, ours, rival);
}

function rowsOf({ pages, budgets }: Size, ours: Times, rival: Times): readonly Row[] {
  const what = pages === null ? "the paper's four families" : `${pages} pages`;
  const name = `${what}, budget ${budgets.length === 1 ? budgets[0] : `${budgets[0]} to ${budgets.at(-1)}`}`;
  const row = (metric: string, at: (times: Times) => number): Row => ({
    case: name,
    rival: "objects and sort",
    n: ours.turns.length,
    metric: `us a turn, ${metric}`,
    ours: at(ours),
    ratio: at(ours) / at(rival),
  });
  return [
    row("median", ({ turns }) => median(turns)),
    row("p95", ({ turns }) => p95(turns)),
    row("median of a budget's quietest block", ({ quietest }) => median(quietest)),
  ];
}

function drawn(pages: number | null, seed: number): EngineLoad {
  return pages === null ? { pages: [], next: familyTurns(seed) } : loadOf(pages, seed);
}

type Run = (turn: LoadTurn, times: number[] | null) => void;

/** Gives the median. What its turns bring is drawn before it begins. A few turns first, not measured, to fill the caches again. */
function block(run: Run, load: EngineLoad, times: Times, count: number, collect: () => void): number {
  const first = Array.from({ length: Math.min(50, count / 10) }, () => load.next());
  const turns = Array.from({ length: count }, () => load.next());
  const taken: number[] = [];
  collect();
  for (const turn of first) run(turn, null);
  for (const turn of turns) run(turn, taken);
  times.turns.push(...taken);
  return median(taken);
}

/** One turn of ours; its microseconds go into the list, if there is one. */
function ourTurns(load: EngineLoad, budget: number): Run {
  let residency = makeEngine(policies.pagefile);
  const log = makeTurnLog(64);
  for (const page of load.pages) residency.put(page);
  let decided = residency.decide([], budget);
  const sink = { faults: 0 };
  const miss = (): void => {
    sink.faults += 1;
  };
  return ({ begins, boundaries, changed, demands }, times) => {
    if (begins) {
      residency = makeEngine(policies.pagefile);
      decided = residency.decide([], budget);
    }
    const start = process.hrtime.bigint();
    for (let i = 0; i < boundaries; i += 1) decided = residency.decide([], budget);
    observe(decided, demands, miss);
    for (let i = 0; i < changed.length; i += 1) residency.put(changed[i] as Candidate);
    residency.turn(demands);
    decided = residency.decide(demands, budget);
    log.write(decided);
    if (times !== null) times.push(Number(process.hrtime.bigint() - start) / 1_000);
  };
}

/** The rival keeps a map of pages, and reads its own selection to observe. */
function plainTurns(load: EngineLoad, budget: number): Run {
  const pages = new Map<PageId, Candidate>(load.pages.map((page) => [page.id, page]));
  const log: unknown[] = [];
  let last = plainSelect([...pages.values()], [], budget, policies.pagefile);
  return ({ begins, boundaries, changed, demands }, times) => {
    if (begins) {
      pages.clear();
      last = plainSelect([], [], budget, policies.pagefile);
    }
    const start = process.hrtime.bigint();
    for (let i = 0; i < boundaries; i += 1) last = plainSelect([...pages.values()], [], budget, policies.pagefile);
    const stands = new Set(last.selected.map(({ id }) => id));
    log.push({
      turn: log.length,
      missed: demands.filter(({ id }) => !stands.has(id)),
      ...last,
    });
    if (log.length > 64) log.shift();
    for (const page of changed) pages.set(page.id, page);
    const asked = new Set(demands.map(({ id }) => id));
    for (const [id, page] of pages) {
      if (asked.has(id)) pages.set(id, { ...page, recency: 1 });
      else if (page.recency > 0) pages.set(id, { ...page, recency: decay(page.recency, 1) });
    }
    last = plainSelect([...pages.values()], demands, budget, policies.pagefile);
    if (times !== null) times.push(Number(process.hrtime.bigint() - start) / 1_000);
  };
}

/** Bytes that 10,000 turns leave behind, after as many to warm up. */
function heapGrowth(seed: number): Row {
  const turns = 10_000;
  const collect = collector();
  const load = loadOf(500, seed);
  const run = ourTurns(load, 4_000);
  for (let turn = 0; turn < turns; turn += 1) run(load.next(), null);
  const held = (): number => {
    collect();
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = held();
  for (let turn = 0; turn < turns; turn += 1) run(load.next(), null);
  const growth = held() - before;
  return {
    case: "500 pages, budget 4000",
    metric: "heap growth, bytes a turn",
    ours: growth / turns,
    n: turns,
  };
}

function collector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}

function p95(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN;
}

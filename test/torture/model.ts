/** Model: schedules of patches, boundaries, hand edits, deaths, clocks and merges, held against a model of three maps of texts. */

import fc from "fast-check";
import type { Row } from "../bench/bench.js";
import { firstText, twinPages } from "./against-git-steps.js";
import { gitWorld } from "./model-git.js";
import { type Sabotage, sabotages, type Tally } from "./model-ports.js";
import { Schedule } from "./model-run.js";
import { type Step, stepArbitraries } from "./model-steps.js";
import { sweep } from "./model-sweep.js";
import { memoryWorld, type World } from "./model-world.js";
import type { Setting, Suffered, Torment } from "./torment.js";

export const model: Torment = {
  name: "model",
  says: "schedules against a model of the memory, and six systems broken on purpose; a round is 10 schedules",
  rounds: 1_000,
  run,
};

export type Engine = "memory" | "native" | "embedded";

export interface Checked {
  readonly schedules: number;
  readonly tally: Tally;
  /** The smallest schedule that breaks a promise, how to run it again, and what it broke; null where none does. */
  readonly broken: string | null;
}

const files: Readonly<Record<string, string>> = Object.fromEntries(
  twinPages.map((page) => [`memory/${page}.md`, firstText(page)]),
);

interface Real {
  schedule: Schedule;
}

class StepCommand implements fc.AsyncCommand<object, Real> {
  private readonly asked: Step;
  constructor(asked: Step) {
    this.asked = asked;
  }
  check(): boolean {
    return true;
  }
  run(_model: object, real: Real): Promise<void> {
    return real.schedule.step(this.asked);
  }
  toString(): string {
    return JSON.stringify(this.asked);
  }
}

/** `runs` schedules of up to 24 steps; stops at the first that differs, made as small as it can be. */
export async function checkModel(options: {
  readonly engine: Engine;
  readonly sabotage: Sabotage | null;
  readonly seed: number;
  readonly runs: number;
}): Promise<Checked> {
  const tally: Tally = { steps: 0, committed: 0, refused: 0, flushed: 0, deaths: 0, failures: 0, merges: 0 };
  const commands = fc.commands(
    stepArbitraries.map((steps) => steps.map((step) => new StepCommand(step))),
    { maxCommands: 24, size: "max" },
  );
  const property = fc.asyncProperty(commands, async (drawn) => {
    const world: World = options.engine === "memory" ? memoryWorld(files) : await gitWorld(options.engine, files);
    const real = { schedule: new Schedule(world, options.sabotage, tally) };
    try {
      await fc.asyncModelRun(() => ({ model: {}, real }), drawn);
    } finally {
      await real.schedule.end();
    }
  });
  const { seed, runs: numRuns } = options;
  const details = await fc.check(property, { seed, numRuns, endOnFailure: options.sabotage !== null });
  const says = `seed ${seed}, path ${details.counterexamplePath}: ${details.counterexample}: ${details.errorInstance}`;
  return { schedules: details.numRuns, tally, broken: details.failed ? says : null };
}

const schedulesARound = 10;
/** A schedule over a real engine costs as much as fifty. */
const roundsAReal = 10;

async function run({ seed, rounds, isOver }: Setting): Promise<Suffered> {
  const rows: Row[] = [];
  const broken: string[] = [];
  const counts = new Map<Engine, Count>();
  for (let round = 0; round < rounds && (round === 0 || !isOver()); round++) {
    const engines: readonly Engine[] = round % roundsAReal === 0 ? ["memory", "native", "embedded"] : ["memory"];
    for (const engine of engines) {
      const runs = engine === "memory" ? schedulesARound : 1;
      const done = await checkModel({ engine, sabotage: null, seed: seed + round, runs });
      if (done.broken !== null) broken.push(`model, ${engine}, round ${round}, ${done.broken}`);
      const count = counts.get(engine) ?? { schedules: 0, broken: 0, tally: { ...done.tally, steps: 0 } };
      counts.set(engine, added(count, done));
    }
  }
  for (const [engine, { schedules, broken: wrong, tally }] of counts) {
    const row = (metric: string, value: number): Row => ({
      case: `model, ${engine}`,
      metric,
      ours: value,
      n: schedules,
    });
    rows.push(row("schedules that differ from the model", wrong));
    rows.push(...Object.entries(tally).map(([what, count]) => row(what, count)));
  }
  const swept = await sweep(rounds < 20 ? 7 : 1);
  rows.push({ case: "model, sweep", metric: "flushes that lose a word", ours: swept.broken.length, n: swept.runs });
  broken.push(...swept.broken.map((says) => `model, sweep, ${says}`));
  for (const sabotage of sabotages) {
    const done = await checkModel({ engine: "memory", sabotage, seed, runs: controlRunsMax });
    const metric = `schedules until “${sabotage}” is found`;
    rows.push({ case: "model, control", metric, ours: done.schedules, n: controlRunsMax });
    if (done.broken === null) broken.push(`model, control: nobody noticed a system that ${sabotage}`);
  }
  return { rows, broken };
}

const controlRunsMax = 2_000;

interface Count {
  readonly schedules: number;
  readonly broken: number;
  readonly tally: Tally;
}

function added(count: Count, { schedules, broken, tally }: Checked): Count {
  const names = Object.keys(tally) as readonly (keyof Tally)[];
  const sum = Object.fromEntries(
    names.map((name) => [name, (count.schedules === 0 ? 0 : count.tally[name]) + tally[name]]),
  );
  const wrong = count.broken + (broken === null ? 0 : 1);
  return { schedules: count.schedules + schedules, broken: wrong, tally: sum as unknown as Tally };
}

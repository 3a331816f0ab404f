/** Tasks: thirty short sessions with one job each, as the paper replays them: 9 coding, 8 debugging, 2 writing, 11 ops. */

import type { Workload } from "../../../../src/prompt/replay/workload.js";
import { type Dice, makeDice } from "./dice.js";
import { ask, beginTurn, call, finish, type Script } from "./script.js";
import { bootstrapPage, constraintPage, planPage, preferencePage } from "./stock.js";

export const taskKinds = ["coding", "debugging", "writing", "ops"] as const;
export type TaskKind = (typeof taskKinds)[number];

/** Tokens: the two budgets of the paper. */
export const taskBudgets: readonly number[] = [180, 300];

interface Shape {
  readonly count: number;
  /** How many results a turn reads, and how many of them come back whole after a compaction. */
  readonly reads: number;
  readonly rereads: number;
  /** Every so many turns the instructions are looked up, but not right after a compaction. */
  readonly consults: number;
  /** Of a hundred turns, how many call again for what was called for before. */
  readonly repeats: number;
  /** The turn before which the context has grown so far that it is compacted; none where results are small. */
  readonly compactedAt: number | null;
}

/**
 * A debugging session reads three results a turn and needs the last two whole again once it was compacted: that is where a prompt is
 * so full of results that there is no room for what nobody pinned. Code and prose are read slower, and operations end before.
 */
const shapes: Readonly<Record<TaskKind, Shape>> = {
  coding: { count: 9, reads: 1, rereads: 0, consults: 2, repeats: 40, compactedAt: 8 },
  debugging: { count: 8, reads: 3, rereads: 2, consults: 3, repeats: 30, compactedAt: 5 },
  writing: { count: 2, reads: 1, rereads: 0, consults: 2, repeats: 20, compactedAt: 10 },
  ops: { count: 11, reads: 1, rereads: 0, consults: 2, repeats: 60, compactedAt: null },
};

const turnsLeast = 5;
const turnsMost = 14;

/** By kind in the order above; each kind's shortest first, from 5 turns to 14. Families are `task_coding` and so on. */
export function generateTasks(seed: number): readonly Workload[] {
  return taskKinds.flatMap((kind, place) =>
    Array.from({ length: shapes[kind].count }, (_, at) => {
      const dice = makeDice((seed * taskKinds.length + place) * 100 + at);
      const turns = turnsLeast + Math.round((at * (turnsMost - turnsLeast)) / Math.max(1, shapes[kind].count - 1));
      const name = `${kind}-${String(at + 1).padStart(2, "0")}-${seed}`;
      return finish(writeTask(dice, shapes[kind], turns), { name, family: `task_${kind}`, seed });
    }),
  );
}

function writeTask(dice: Dice, shape: Shape, turns: number): Script {
  const pages = [bootstrapPage(dice, "protocol"), constraintPage(dice, "never-push"), planPage(dice, "plan")];
  const script: Script = { dice, pages: [...pages, preferencePage(dice, "style")], turns: [] };
  const called: string[] = [];
  for (let at = 0; at < turns; at += 1) {
    const isAfter = at === shape.compactedAt;
    const turn = beginTurn(script, isAfter ? ["compaction"] : []);
    if (!isAfter && at % shape.consults === 0) ask(script, "protocol");
    ask(script, "plan");
    if (isAfter) for (const signature of called.slice(called.length - shape.rereads)) call(script, signature, "full");
    for (let read = 0; read < shape.reads && !(isAfter && shape.rereads > 0); read += 1) {
      const isRepeated = called.length > 0 && dice.chance(shape.repeats);
      const signature = isRepeated ? dice.pick(called) : `step ${at}.${read}`;
      call(script, signature, read === 0 ? "full" : "structured");
      if (!isRepeated) called.push(signature);
    }
    if (at % 3 === 1) turn.dirty.push("plan");
  }
  return script;
}

/** Families: the four synthetic workloads of the paper, from a seed. */

import type { Workload, WorkloadEvent } from "../../../../src/prompt/replay/workload.js";
import { type Dice, makeDice } from "./dice.js";
import { ask, beginTurn, call, finish, type Script } from "./script.js";
import { bootstrapPage, constraintPage, planPage, preferencePage } from "./stock.js";

export const familyNames = ["evidence_heavy", "interruption_heavy", "lifecycle_torture", "multi_session"] as const;
export type FamilyName = (typeof familyNames)[number];

/** Tokens: the six budgets of the paper. */
export const familyBudgets: readonly number[] = [120, 180, 240, 300, 380, 500];

/** The same seed gives the same workload. In all of them the instructions are looked up now and then, but not right after a boundary. */
export function generateFamily(family: FamilyName, seed: number): Workload {
  const dice = makeDice(seed * familyNames.length + familyNames.indexOf(family));
  const script: Script = { dice, pages: standingPages(dice), turns: [] };
  write[family](script);
  const workload = finish(script, { name: `${family}-${seed}`, family, seed });
  // A runtime whose sessions share a prompt cannot give each the whole of it.
  return family === "multi_session"
    ? { ...workload, budgetScale: { retrieval: 0.78, compaction_hybrid: 0.85 } }
    : workload;
}

const write: Readonly<Record<FamilyName, (script: Script) => void>> = {
  evidence_heavy: evidenceHeavy,
  interruption_heavy: interruptionHeavy,
  lifecycle_torture: lifecycleTorture,
  multi_session: multiSession,
};

function standingPages(dice: Dice): Script["pages"] {
  return [
    bootstrapPage(dice, "protocol"),
    constraintPage(dice, "never-push"),
    planPage(dice, "plan"),
    preferencePage(dice, "style"),
    preferencePage(dice, "tone"),
  ];
}

/** Signatures come round again and again; a compaction every eight turns, after which the last results are read once more. */
function evidenceHeavy(script: Script): void {
  const { dice } = script;
  const read: string[] = [];
  for (let at = 0; at < 40; at += 1) {
    const isAfter = at > 0 && at % 8 === 0;
    const turn = beginTurn(script, isAfter ? ["compaction"] : []);
    if (at % 4 === 2) ask(script, "protocol");
    ask(script, "plan");
    if (isAfter) for (const id of read.slice(-2)) ask(script, id, "full");
    else read.push(call(script, `read file-${at % 13}`, "full"));
    if (dice.chance(60)) ask(script, dice.pick(read), "structured");
    if (at % 8 === 6) turn.dirty.push("plan");
  }
}

/** Three tasks that interrupt each other; whoever comes back reads what it had read. */
function interruptionHeavy(script: Script): void {
  const { dice, pages } = script;
  const tasks = [0, 1, 2].map((task) => ({ task, plan: `plan-${task}`, read: [] as string[] }));
  for (const { plan } of tasks) pages.push(planPage(dice, plan));
  const events: Readonly<Record<number, WorkloadEvent>> = {
    9: "compaction",
    14: "reset",
    20: "compaction",
    26: "compaction",
    32: "reset",
  };
  for (let at = 0; at < 36; at += 1) {
    const event = events[at];
    const { task, plan, read } = tasks[Math.floor(at / 4) % tasks.length] as (typeof tasks)[number];
    const turn = beginTurn(script, event === undefined ? [] : [event]);
    if (at % 4 === 3) ask(script, "protocol");
    ask(script, plan);
    const isBack = at % 4 === 0 && read.length > 0;
    if (isBack || (event !== undefined && read.length > 1)) for (const id of read.slice(-2)) ask(script, id, "full");
    else read.push(call(script, `task-${task} step-${dice.between(0, 4)}`, "full"));
    if (dice.chance(40)) ask(script, dice.pick(read.length > 0 ? read : [plan]));
    if (at + 1 in events) turn.dirty.push(plan);
  }
}

/** A compaction every three turns, and pages that are never clean for long. */
function lifecycleTorture(script: Script): void {
  const { dice } = script;
  const read: string[] = [];
  for (let at = 0; at < 30; at += 1) {
    const event: WorkloadEvent | null = at === 16 ? "reset" : at > 0 && at % 3 === 0 ? "compaction" : null;
    const turn = beginTurn(script, event === null ? [] : [event]);
    if (at % 3 === 2) ask(script, "protocol");
    ask(script, "plan");
    if (event !== null && dice.chance(60)) for (const id of read.slice(-2)) ask(script, id, "full");
    else read.push(call(script, `probe ${at % 10}`, "full"));
    if (dice.chance(30)) ask(script, dice.pick(read.length > 0 ? read : ["plan"]));
    if (at % 3 === 1) turn.dirty.push("plan");
    if (at % 6 === 5) turn.dirty.push("style");
  }
}

/** Two sessions take turns; each is compacted in its own time, and what one has read the other has not. */
function multiSession(script: Script): void {
  const { dice, pages } = script;
  const sessions = ["a", "b"].map((name) => ({ name, plan: `plan-${name}`, read: [] as string[] }));
  for (const { name, plan } of sessions) pages.push({ ...planPage(dice, plan), session: name });
  for (let at = 0; at < 44; at += 1) {
    const { name, plan, read } = sessions[at % 2] as (typeof sessions)[number];
    const own = Math.floor(at / 2);
    const isAfter = own > 0 && own % (name === "a" ? 7 : 9) === 0;
    const turn = beginTurn(script, isAfter ? ["compaction"] : [], name);
    if (!isAfter && own % 4 === 2) ask(script, "protocol");
    ask(script, plan);
    if (isAfter) for (const id of read.slice(-2)) ask(script, id, "full");
    else read.push(call(script, `${name} query-${own % 8}`, "full", name));
    if (dice.chance(50)) ask(script, dice.pick(read), "structured");
    if (own % 4 === 3) turn.dirty.push(plan);
  }
}

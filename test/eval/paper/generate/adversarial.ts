/** Adversarial: three workloads made to break a policy: too little room for the pins, endless news, and one reset after another. */

import type { Workload } from "../../../../src/prompt/replay/workload.js";
import { makeDice } from "./dice.js";
import { ask, beginTurn, call, finish, type Script } from "./script.js";
import { bootstrapPage, constraintPage, planPage, preferencePage } from "./stock.js";

/** A workload with the budget, in tokens, that it is meant for. */
export interface Adversary {
  readonly workload: Workload;
  readonly budget: number;
}

/** The same seed gives the same three: `starvation`, `churn`, `cascade`. */
export function generateAdversarial(seed: number): readonly Adversary[] {
  return [starvation(seed), churn(seed), cascade(seed)];
}

/** Three hard pins of 20 tokens for a budget of 40, for ten turns: one of them is out whatever is done. */
function starvation(seed: number): Adversary {
  const pages = ["data-handling", "no-payments", "safety"].map((id) => ({
    id,
    type: "constraint" as const,
    pin: "hard" as const,
    scope: "project" as const,
    tokens: { structured: 20, full: 35 },
  }));
  const script: Script = { dice: makeDice(seed), pages, turns: [] };
  for (let at = 0; at < 10; at += 1) {
    beginTurn(script, []);
    ask(script, "data-handling");
  }
  return { workload: finish(script, { name: `starvation-${seed}`, family: "starvation", seed }), budget: 40 };
}

/** Fifty turns, each with a result nobody had before, while older ones are looked up and called for again. */
function churn(seed: number): Adversary {
  const script = begin(seed, 1);
  const { dice } = script;
  for (let at = 0; at < 50; at += 1) {
    const turn = beginTurn(script, at > 0 && at % 5 === 0 ? ["compaction"] : []);
    if (at % 5 === 3) ask(script, "protocol");
    const before = Array.from({ length: at }, (_, n) => `crawl ${n}`);
    call(script, `crawl ${at}`, "full");
    for (const signature of dice.draw(before, 3)) call(script, signature, "structured");
    if (at % 5 === 4) turn.dirty.push("plan");
  }
  return { workload: finish(script, { name: `churn-${seed}`, family: "churn", seed }), budget: 180 };
}

/** Nine resets in thirty turns, and a plan that always has news. */
function cascade(seed: number): Adversary {
  const script = begin(seed, 2);
  for (let at = 0; at < 30; at += 1) {
    const isAfter = at > 0 && at % 3 === 0;
    const turn = beginTurn(script, isAfter ? ["reset"] : []);
    if (at % 3 === 2) ask(script, "protocol");
    ask(script, "plan");
    call(script, `check ${at % 8}`, "full");
    turn.dirty.push("plan");
  }
  return { workload: finish(script, { name: `cascade-${seed}`, family: "cascade", seed }), budget: 180 };
}

function begin(seed: number, place: number): Script {
  const dice = makeDice(seed * 3 + place);
  const pages = [
    bootstrapPage(dice, "protocol"),
    constraintPage(dice, "never-push"),
    planPage(dice, "plan"),
    preferencePage(dice, "style"),
  ];
  return { dice, pages, turns: [] };
}

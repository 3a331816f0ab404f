/** Engine families: the paper's four synthetic workloads as turns for the engine bench, one session after another without end. */

import type { PageId } from "../../src/base/ids.js";
import { worldOf } from "../../src/prompt/replay/simulate.js";
import type { Workload } from "../../src/prompt/replay/workload.js";

import { familyNames, generateFamily } from "../eval/paper/generate/families.js";
import type { LoadTurn } from "./engine-load.js";

/** Of each seed all four families, of each family its sessions; 15 to 23 pages, 30 to 44 turns a family. */
export function familyTurns(seed: number): () => LoadTurn {
  const turns = endless(seed);
  return () => turns.next().value;
}

function* endless(first: number): Generator<LoadTurn, never> {
  for (let seed = first; ; seed += 1) for (const family of familyNames) yield* turnsOf(generateFamily(family, seed));
}

/** Pages come in the turn they are made in. Two sessions that interleave share no prompt, so that one can be run after the other. */
function* turnsOf(workload: Workload): Generator<LoadTurn> {
  const world = worldOf(workload);
  for (const [name, places] of world.sessions) {
    const pages = [...world.pages.values()].filter(({ page }) => (page.session ?? name) === name);
    let last = -1;
    for (const at of places) {
      const { demands, events } = workload.turns[at] as Workload["turns"][number];
      yield {
        begins: last === -1,
        changed: pages.filter(({ from }) => from > last && from <= at).map(({ candidate }) => candidate),
        demands: demands.map(({ page, fidelity }) => ({ id: page as PageId, fidelity: fidelity ?? null })),
        boundaries: events.length,
      };
      last = at;
    }
  }
}

/** Engine load: pages and turns for the engine bench, from a seed, shaped like the sessions of the paper's evaluation. */

import type { PageId } from "../../src/base/ids.js";
import { type PageType, schema } from "../../src/page/page.js";
import type { Candidate, Demand } from "../../src/prompt/decision.js";

/** What a turn brings: pages as they are now, and demands. */
export interface LoadTurn {
  /** Whether a new session begins with it, on an empty table. */
  readonly begins: boolean;
  /** Compactions and resets before it, after each of which a prompt is made without demands. */
  readonly boundaries: number;
  readonly changed: readonly Candidate[];
  readonly demands: readonly Demand[];
}

export interface EngineLoad {
  readonly pages: readonly Candidate[];
  next(): LoadTurn;
}

/** Mostly evidence; one bootstrap page and one constraint in small tables, a handful in large ones. */
const kinds: readonly PageType[] = ["evidence", "evidence", "evidence", "preference", "conversation_segment", "plan"];
const scopes = ["session", "local", "project", "global"] as const;
const changedMax = 5;

/** A small session changes one page a turn, a large one five; two to four demands a turn. */
export function loadOf(count: number, seed: number): EngineLoad {
  let state = (seed * 2_654_435_769 + count) >>> 0;
  const draw = (least: number, most: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return least + Math.floor((state / 2 ** 32) * (most - least + 1));
  };
  const pins = count < 100 ? 2 : 10;
  // Whoever runs a session names pages by the ids it put them in with, not by texts made anew.
  const ids = Array.from({ length: count }, (_, at) => `page-${String(at).padStart(6, "0")}` as PageId);
  const make = (at: number): Candidate => {
    const type =
      at < pins ? (at % 2 === 0 ? "bootstrap_policy" : "constraint") : (kinds[at % kinds.length] as PageType);
    const full = at < pins ? draw(20, 40) : draw(30, 160);
    const structured = at < pins ? draw(8, 18) : Math.floor((full * draw(25, 45)) / 100);
    const tokens = {
      pointer: draw(3, 8),
      structured: Math.max(structured, 9),
      compressed: Math.max(10, Math.floor((full * draw(50, 75)) / 100)),
      full,
    };
    return {
      id: ids[at] as PageId,
      type,
      pin: draw(0, 9) === 0 ? "soft" : "none",
      scope: scopes[draw(0, 3)] as Candidate["scope"],
      minFidelity: schema[type].minFidelity,
      tokens,
      recomputeCost: schema[type].recomputeCost,
      recency: 0,
      activePlan: type === "plan",
    };
  };
  return {
    pages: Array.from({ length: count }, (_, at) => make(at)),
    next: () => ({
      begins: false,
      boundaries: 0,
      changed: Array.from({ length: count < 100 ? 1 : changedMax }, () => make(draw(pins, count - 1))),
      demands: Array.from({ length: draw(2, 4) }, () => ({
        id: ids[draw(0, count - 1)] as PageId,
        fidelity: draw(0, 3) === 0 ? ("structured" as const) : null,
      })),
    }),
  };
}

/** Draw session: turns with prices and budgets like those of the paper's workloads, from a seed, for measures that need many alike. */

import type { PageId } from "../../src/base/ids.js";
import { type PageType, schema } from "../../src/page/page.js";
import type { Candidate } from "../../src/prompt/decision.js";

import type { Instance } from "./residency-generate.js";

const kinds: readonly PageType[] = ["plan", "preference", "evidence", "evidence", "evidence", "conversation_segment"];
const scopes = ["session", "local", "project", "global"] as const;
const budgets = [120, 180, 240, 300, 380, 500] as const;

/** Turns that have nothing to do with each other; the first two pages of each are a bootstrap page and a constraint. */
export function sessionsOf(size: {
  readonly pages: number;
  readonly count: number;
  readonly seed: number;
}): Instance[] {
  let state = size.seed >>> 0;
  const draw = (least: number, most: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return least + Math.floor((state / 2 ** 32) * (most - least + 1));
  };
  const candidate = (at: number): Candidate => {
    const type = at === 0 ? "bootstrap_policy" : at === 1 ? "constraint" : (kinds[draw(0, 5)] as PageType);
    const full = at < 2 ? draw(20, 50) : draw(20, 160);
    const structured = at < 2 ? draw(8, 20) : Math.max(4, Math.floor((full * draw(25, 55)) / 100));
    const compressed = Math.max(structured, Math.floor((full * draw(45, 75)) / 100));
    return {
      id: `p${at}` as PageId,
      type,
      pin: draw(0, 9) === 0 ? "soft" : "none",
      scope: scopes[draw(0, 3)] as Candidate["scope"],
      minFidelity: schema[type].minFidelity,
      tokens: { pointer: draw(3, 8), structured, compressed, full },
      recomputeCost: draw(0, 10),
      recency: draw(0, 1) === 0 ? 0 : 0.88 ** draw(0, 30),
      activePlan: type === "plan",
    };
  };
  return Array.from({ length: size.count }, () => ({
    candidates: Array.from({ length: size.pages }, (_, at) => candidate(at)),
    demands: Array.from({ length: draw(0, 4) }, () => ({
      id: `p${draw(0, size.pages - 1)}` as PageId,
      fidelity: draw(0, 2) === 0 ? ("structured" as const) : null,
    })),
    budget: budgets[draw(0, 5)] as number,
  }));
}

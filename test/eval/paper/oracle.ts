/** Oracle: the most utility a budget could have bought, found exactly, and how far a selection stays behind it. */

import type { PageId } from "../../../src/base/ids.js";
import { assert } from "../../../src/base/result.js";
import { compareText } from "../../../src/base/text.js";
import { type Fidelity, rank } from "../../../src/page/page.js";
import { admittedLevels, type Level, utility } from "../../../src/prompt/budget.js";
import type { Candidate, Demand, Policy, Selected, Selection } from "../../../src/prompt/decision.js";
import { select } from "../../../src/prompt/select/engine.js";
import { cheapestAtLeast, worth } from "../../prompt/plain-select.js";

/** What an exact search found. */
export interface Optimum {
  /** Sum of U(p, r) over all that is resident. */
  readonly utility: number;
  /** Of it, what the required pages bring at the levels they must have: every selection of the policy has at least this. */
  readonly required: number;
  /** Tokens. */
  readonly used: number;
  /** Resident pages, sorted by id. */
  readonly pages: readonly { readonly id: PageId; readonly fidelity: Fidelity }[];
}

export interface Regret {
  readonly optimum: number;
  readonly reached: number;
  /** (optimum - reached) / optimum: 0 for as good as can be. */
  readonly share: number;
  /** The same without what the required pages bring to both: a harder measure, of the free choices alone. */
  readonly optionalShare: number;
}

/** Levels one page can choose from on top of what it must have; `out` of all of them is to stay as it is. */
interface Choices {
  readonly candidate: Candidate;
  /** What it has without a choice; null where it is out. */
  readonly held: Level | null;
  readonly levels: readonly Level[];
}

/** Pages x tokens that an exact search may look at: more is refused, not approximated. */
const cellsMax = 16_000_000;

/**
 * The multi-choice knapsack by dynamic programming over pages and tokens. Phase 1 is the policy's own, by the same engine, and is not
 * up for choice; then each page may stand at any level the policy could give it: none below its minimum, and those that are out
 * stay out where the policy does not prefetch. Null where pages x (tokens left + 1) exceeds 16,000,000.
 */
export function optimum(
  candidates: readonly Candidate[],
  demands: readonly Demand[],
  budget: number,
  policy: Policy,
): Optimum | null {
  const fixed = select(candidates, demands, budget, { ...policy, prefetch: "none", upgrade: "none" });
  const groups = choicesOf(candidates, fixed.selected, policy);
  const left = Math.min(budget - fixed.used, dearest(groups));
  if (groups.length * (left + 1) > cellsMax) return null;
  const taken = search(groups, left, policy);
  const pages: { id: PageId; fidelity: Fidelity }[] = [];
  let [total, required, used] = [0, 0, 0];
  for (const [at, { candidate, held, levels }] of groups.entries()) {
    const value = worth(candidate, policy);
    if (held !== null) required += utility(value, held.fidelity);
    const level = levels[taken[at] as number] ?? held;
    if (level === null) continue;
    total += utility(value, level.fidelity);
    used += level.tokens;
    pages.push({ id: candidate.id, fidelity: level.fidelity });
  }
  assert(used <= budget, "the optimum never overspends");
  return { utility: total, required, used, pages: pages.sort((a, b) => compareText(a.id, b.id)) };
}

/** How far a selection stays behind the optimum for the same turn; null where that is too large to be searched. */
export function regret(
  selection: Selection,
  candidates: readonly Candidate[],
  demands: readonly Demand[],
  policy: Policy,
): Regret | null {
  const best = optimum(candidates, demands, selection.budget, policy);
  if (best === null) return null;
  const reached = utilityOf(selection.selected, candidates, policy);
  const lost = Math.max(0, best.utility - reached);
  return {
    optimum: best.utility,
    reached,
    share: best.utility > 0 ? lost / best.utility : 0,
    optionalShare: best.utility > best.required ? lost / (best.utility - best.required) : 0,
  };
}

/** Sum of U(p, r) over pages that are resident, each of which is a candidate. */
export function utilityOf(
  selected: readonly Pick<Selected, "id" | "fidelity">[],
  candidates: readonly Candidate[],
  policy: Policy,
): number {
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  let sum = 0;
  for (const { id, fidelity } of selected) {
    const candidate = byId.get(id);
    assert(candidate !== undefined, "what is selected was a candidate");
    sum += utility(worth(candidate, policy), fidelity);
  }
  return sum;
}

function choicesOf(candidates: readonly Candidate[], fixed: readonly Selected[], policy: Policy): readonly Choices[] {
  const held = new Map(fixed.map((page) => [page.id, page]));
  const sorted = [...candidates].sort((a, b) => compareText(a.id, b.id));
  return sorted.map((candidate) => {
    const all = admittedLevels(candidate);
    const now = held.get(candidate.id) ?? null;
    if (now !== null) {
      const above = all.filter((level) => rank(level.fidelity) > rank(now.fidelity));
      return { candidate, held: now, levels: policy.upgrade === "marginal" ? above : [] };
    }
    if (policy.prefetch === "none") return { candidate, held: null, levels: [] };
    const least = cheapestAtLeast(all, candidate.minFidelity);
    return { candidate, held: null, levels: policy.upgrade === "marginal" ? all : [least] };
  });
}

/** Tokens that would buy every page its dearest level. */
function dearest(groups: readonly Choices[]): number {
  return groups.reduce((sum, { held, levels }) => {
    return sum + Math.max(0, ...levels.map((level) => level.tokens - (held?.tokens ?? 0)));
  }, 0);
}

/** By group, the level it takes in the best of all choices; -1 for none. The lowest level wins a tie. */
function search(groups: readonly Choices[], left: number, policy: Policy): Int8Array {
  const width = left + 1;
  const picks = new Int8Array(groups.length * width).fill(-1);
  let best = new Float64Array(width);
  for (const [at, { candidate, held, levels }] of groups.entries()) {
    const value = worth(candidate, policy);
    const base = held === null ? 0 : utility(value, held.fidelity);
    const next = Float64Array.from(best);
    for (const [to, { fidelity, tokens }] of levels.entries()) {
      const cost = tokens - (held?.tokens ?? 0);
      const gain = utility(value, fidelity) - base;
      assert(cost >= 0, "a level above what a page must have costs no less");
      for (let room = cost; room < width; room += 1) {
        const sum = (best[room - cost] as number) + gain;
        if (sum <= (next[room] as number)) continue;
        next[room] = sum;
        picks[at * width + room] = to;
      }
    }
    best = next;
  }
  return retrace(groups, picks, width);
}

function retrace(groups: readonly Choices[], picks: Int8Array, width: number): Int8Array {
  const taken = new Int8Array(groups.length);
  let room = width - 1;
  for (let at = groups.length - 1; at >= 0; at -= 1) {
    const pick = picks[at * width + room] as number;
    taken[at] = pick;
    const group = groups[at] as Choices;
    if (pick !== -1) room -= (group.levels[pick] as Level).tokens - (group.held?.tokens ?? 0);
  }
  return taken;
}

/** Plain upgrade: spends what is left of the budget on fidelity, the best utility per token first. */

import { rank } from "../../../src/page/page.js";
import type { Level } from "../../../src/residency/budget.js";

/** One resident page as upgrading sees it; `utilities` stands beside `levels`. */
export interface Upgradable {
  readonly levels: readonly Level[];
  readonly utilities: readonly number[];
  /** Index into `levels` of what is resident now. */
  at: number;
  upgraded: boolean;
}

interface Step {
  /** Index into the pages, which come in order of their ids. */
  readonly page: number;
  readonly to: number;
  readonly tokens: number;
  readonly perToken: number;
}

/**
 * Greedy upgrades by ΔU/Δtokens, ties by (page, level), until nothing fits (paper Listing 1). A page's steepest step is the next
 * corner of the concave hull over its (tokens, utility) points, so a level that is poor value is passed over while the better one
 * fits; when it does not, the page is asked again for a step that does. Moves `at` of the pages; gives the tokens spent.
 * Pages come sorted by id. O(n log n): a page has at most four levels.
 */
export function upgrade(pages: readonly Upgradable[], left: number): number {
  const heap: Step[] = [];
  let spent = 0;
  for (let page = 0; page < pages.length; page += 1) {
    const step = steepest(pages[page] as Upgradable, page, left);
    if (step !== null) push(heap, step);
  }
  for (let step = pop(heap); step !== null; step = pop(heap)) {
    const page = pages[step.page] as Upgradable;
    if (step.tokens <= left - spent) {
      page.at = step.to;
      page.upgraded = true;
      spent += step.tokens;
    }
    const next = steepest(page, step.page, left - spent);
    if (next !== null) push(heap, next);
  }
  return spent;
}

/** The affordable step of one page with the most utility per token; the lower level at equal value; null when there is none. */
function steepest(page: Upgradable, index: number, left: number): Step | null {
  const from = page.levels[page.at] as Level;
  const utility = page.utilities[page.at] as number;
  let best: Step | null = null;
  for (let to = 0; to < page.levels.length; to += 1) {
    const level = page.levels[to] as Level;
    const gain = (page.utilities[to] as number) - utility;
    const tokens = level.tokens - from.tokens;
    if (rank(level.fidelity) <= rank(from.fidelity) || gain <= 0 || tokens > left) continue;
    const perToken = tokens <= 0 ? Number.POSITIVE_INFINITY : gain / tokens;
    if (best === null || perToken > best.perToken) best = { page: index, to, tokens, perToken };
  }
  return best;
}

/** A page has one step in the heap at a time, so (value, page) is a total order. */
function before(a: Step, b: Step): boolean {
  return a.perToken !== b.perToken ? a.perToken > b.perToken : a.page < b.page;
}

function push(heap: Step[], step: Step): void {
  let at = heap.length;
  heap.push(step);
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!before(step, heap[parent] as Step)) break;
    heap[at] = heap[parent] as Step;
    at = parent;
  }
  heap[at] = step;
}

function pop(heap: Step[]): Step | null {
  const top = heap[0];
  const last = heap.pop();
  if (top === undefined || last === undefined) return null;
  if (heap.length === 0) return top;
  let at = 0;
  for (let child = 1; child < heap.length; child = 2 * at + 1) {
    const right = child + 1;
    if (right < heap.length && before(heap[right] as Step, heap[child] as Step)) child = right;
    if (!before(heap[child] as Step, last)) break;
    heap[at] = heap[child] as Step;
    at = child;
  }
  heap[at] = last;
  return top;
}

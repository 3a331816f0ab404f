/** Plain upgrade: spends what is left of the budget on pages and fidelity, the best utility per token first. */

import type { Level } from "../../src/prompt/budget.js";

/** One page as upgrading sees it; `shares` stands beside `levels`. */
export interface Upgradable {
  readonly levels: readonly Level[];
  /** What each level delivers of the page's worth. */
  readonly shares: readonly number[];
  readonly worth: number;
  /** Index into `levels` of the cheapest way in. */
  readonly least: number;
  /** Whether it may take steps beyond coming in. */
  readonly climbs: boolean;
  /** Index into `levels` of what is resident now; -1 while it is out. */
  at: number;
  /** Where pins and demands put it; -1 where they did not. */
  floor: number;
}

interface Step {
  /** Index into the pages, which come in order of their ids. */
  readonly page: number;
  readonly to: number;
  readonly tokens: number;
  readonly gain: number;
  readonly perToken: number;
}

/** A step that was taken; -1 for out. */
export interface Taken {
  /** Index into the pages. */
  readonly page: number;
  readonly from: number;
  readonly to: number;
}

/** What was left over: where an exchange can gain something. Refused pages as indices, each once. */
export interface Spent {
  left: number;
  gained: number;
  /** The most that any choice could have gained. */
  bound: number;
  readonly taken: Taken[];
  readonly refused: number[];
}

/**
 * Greedy steps by ΔU/Δtokens, ties by page, until nothing fits (paper Listing 1). A page's steepest step is the next corner of the
 * concave hull over its (tokens, share) points, so a level that is poor value is passed over; when it does not fit, the page is
 * asked again for a step that does. Moves `at` of the pages, which come sorted by id. O(n log n): a page has at most four levels.
 */
export function upgrade(pages: readonly Upgradable[], left: number): Spent {
  const heap: Step[] = [];
  const spent: Spent = { left, gained: 0, bound: 0, taken: [], refused: [] };
  const isRefused = new Set<number>();
  const ask = (page: number): void => {
    const step = nextStep(
      pages[page] as Upgradable,
      page,
      isRefused.has(page) ? spent.left : Number.POSITIVE_INFINITY,
    );
    if (step !== null) push(heap, step);
  };
  for (let page = 0; page < pages.length; page += 1) ask(page);
  for (let step = pop(heap); step !== null; step = pop(heap)) {
    if (step.tokens <= spent.left) {
      const page = pages[step.page] as Upgradable;
      spent.taken.push({ page: step.page, from: page.at, to: step.to });
      page.at = step.to;
      spent.left -= step.tokens;
      spent.gained += step.gain;
    } else if (!isRefused.has(step.page)) {
      if (spent.refused.length === 0) spent.bound = spent.gained + spent.left * step.perToken;
      spent.refused.push(step.page);
      isRefused.add(step.page);
    }
    ask(step.page);
  }
  return spent;
}

/** The step of one page with the most share per token among those of at most this price; the lower level at equal value. */
function nextStep(page: Upgradable, index: number, priceMax: number): Step | null {
  const { worth, at } = page;
  const held = page.levels[at]?.tokens ?? 0;
  const share = page.shares[at] ?? 0;
  let best: { to: number; tokens: number; slope: number } | null = null;
  const last = at === -1 && (worth === 0 || !page.climbs) ? page.least : page.levels.length - 1;
  const first = at === -1 && (worth === 0 || !page.climbs) ? page.least : at + 1;
  if (at !== -1 && (worth === 0 || !page.climbs)) return null;
  for (let to = first; to <= last; to += 1) {
    const tokens = (page.levels[to] as Level).tokens - held;
    if (tokens > priceMax) continue;
    const slope = tokens <= 0 ? Number.POSITIVE_INFINITY : ((page.shares[to] as number) - share) / tokens;
    if (best === null || slope > best.slope) best = { to, tokens, slope };
  }
  if (best === null) return null;
  const { to, tokens, slope } = best;
  const gain = worth * ((page.shares[to] as number) - share);
  const perToken = tokens <= 0 ? Number.POSITIVE_INFINITY : worth * slope;
  return { page: index, to, tokens, gain, perToken };
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

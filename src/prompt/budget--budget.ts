/** Budget: what a page costs at each fidelity it may take, and the cheapest way to meet a requirement. */

import { assert } from "../base/result--assert.js";
import { schema } from "../page/page.js";
import { type Fidelity, fidelities, rank } from "../page/page--page.js";
import type { Candidate } from "./decision--decision.js";

/** A fidelity a page may be resident at, with its price in tokens. */
export interface Level {
  readonly fidelity: Fidelity;
  readonly tokens: number;
}

/**
 * The levels a page may take, from the lowest fidelity up: on its type's degradation path, priced, and never below the page's own
 * minimum (paper Table 1). Tokens need not rise with fidelity: typed fields can be longer than a one-line body.
 */
export function admittedLevels(candidate: Candidate): readonly Level[] {
  const path = schema[candidate.type].degrades;
  const levels: Level[] = [];
  for (let at = rank(candidate.minFidelity); at < fidelities.length; at += 1) {
    const fidelity = fidelities[at] as Fidelity;
    const tokens = candidate.tokens[fidelity];
    if (tokens === undefined || !path.includes(fidelity)) continue;
    assert(Number.isSafeInteger(tokens) && tokens >= 0, "a price is a whole number of tokens, 0 or more");
    levels.push({ fidelity, tokens });
  }
  return levels;
}

/**
 * The cheapest level at or above the required one; at equal price the higher. Where every level lies below (the page has no text
 * at that fidelity), the highest there is: more cannot be had at any budget.
 */
export function cheapestAtLeast(levels: readonly Level[], required: Fidelity): Level {
  const highest = levels.at(-1);
  assert(highest !== undefined, "a candidate admits a level at or above its minimum");
  let best = highest;
  for (let at = levels.length - 2; at >= 0; at -= 1) {
    const level = levels[at] as Level;
    if (rank(level.fidelity) >= rank(required) && level.tokens < best.tokens) best = level;
  }
  return best;
}

/** Frame: what blocks and the lines around them take of the budget, so that the printed prompt never exceeds the sum of its parts. */

import { rememberByText } from "../base/remember.js";
import { anyFence } from "./fence.js";
import { frameLines, type PromptBlock, printBlock } from "./print.js";

/** What counts tokens; the port of that name fits. */
interface Counter {
  count(text: string): number;
  readonly splitsBlocks?: true;
}

/**
 * Counts are not additive: two texts can have more tokens together than apart. Blocks begin with `<` and end in `>` and a newline,
 * where o200k_base always splits, so joining them adds nothing there; this much is kept free for vocabularies that differ.
 */
const joinSlack = 2;

/**
 * What one block takes of the budget, its own lines included: the figure for `Candidate.tokens`. The text is counted together with its
 * lines, because a separate count of each may fall short. The sum over blocks and `frameTokens` bounds the count of the whole.
 */
export function blockTokens(block: PromptBlock, counter: Counter): number {
  const printed = printBlock(block, anyFence);
  const start = printed.indexOf("\n") + 1;
  const rest = printed.slice(start);
  // A line for each version of a file stands above texts that mostly stay.
  if (counter.splitsBlocks !== true || !/^[^\s/]/.test(rest)) return counter.count(printed);
  return counter.count(printed.slice(0, start)) + remembered(counter)(rest);
}

const countsOf = new WeakMap<Counter, (text: string) => number>();

function remembered(counter: Counter): (text: string) => number {
  const known = countsOf.get(counter);
  if (known !== undefined) return known;
  const count = rememberByText(countedCharsMax, (text) => counter.count(text));
  countsOf.set(counter, count);
  return count;
}

const countedCharsMax = 1 << 20;

/** What the frame takes whatever stands in it: goes off the budget before selecting. */
export function frameTokens(counter: Counter): number {
  const [open, close] = frameLines(anyFence);
  return counter.count(open) + counter.count(close) + joinSlack;
}

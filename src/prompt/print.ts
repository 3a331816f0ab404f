/** Frame: what blocks and the lines around them take of the budget, so that the printed prompt never exceeds the sum of its parts. */

import { rememberByKey } from "../base/memo-cache.js";
import type { Fidelity } from "../page/page--page.js";
import { printAttribute, versionMark } from "./print--attribute.js";
import { anyFence } from "./print--fence.js";
import { frameLines, type PromptBlock, printBlock } from "./print--print.js";

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
  return priceTokens(blockPrice(block, counter), block.oid, counter);
}

/** What a block takes whatever the version of its file, and how its opening line goes on behind that; null where all is counted as one. */
export interface BlockPrice {
  readonly fixed: number;
  readonly behind: string | null;
}

export function priceTokens({ fixed, behind }: BlockPrice, oid: string, counter: Counter): number {
  return behind === null ? fixed : fixed + remembered(counter)(`${versionMark(oid)}${behind}`);
}

/** The version in a line is another after each write of the file, and all that stands before it mostly stays. */
export function blockPrice(block: PromptBlock, counter: Counter): BlockPrice {
  const printed = printBlock(block, anyFence);
  const start = printed.indexOf("\n") + 1;
  const rest = printed.slice(start);
  const mark = versionMark(block.oid);
  const at = printed.lastIndexOf(mark, start - 1);
  const isSplit = counter.splitsBlocks === true && (rest === "" || /^[^\s/]/.test(rest));
  if (!isSplit || !/[a-z]/.test(printed.charAt(at - 1))) return { fixed: counter.count(printed), behind: null };
  const count = remembered(counter);
  const fixed = count(printed.slice(0, at)) + textTokens(rest, count);
  return { fixed, behind: printed.slice(at + mark.length, start) };
}

/**
 * Whether a pointer to a page takes no more than its blocks at the other fidelities, whatever their texts are, as long as these begin in a
 * visible character other than `/`. The opening lines differ in one attribute and how they end, and behind them stands a token at least.
 */
export function pointerIsLeast(oid: string, others: readonly Fidelity[], counter: Counter): boolean {
  if (counter.splitsBlocks !== true) return false;
  const count = remembered(counter);
  const named = (fidelity: Fidelity): number => count(printAttribute("fidelity", fidelity));
  const mark = versionMark(oid);
  const pointer = named("pointer") + count(`${mark}"/>\n`);
  return others.every((fidelity) => named(fidelity) + count(`${mark}">\n`) + 1 >= pointer);
}

/** In stretches of whole lines: of a text that grows at its end, all but the last stretch was counted before. */
function textTokens(text: string, count: (text: string) => number): number {
  let tokens = 0;
  let start = 0;
  for (let end = text.indexOf("\n") + 1; end > 0; end = text.indexOf("\n", end) + 1) {
    if (end - start < stretchCharsMin || !/[^\s/]/.test(text.charAt(end))) continue;
    tokens += count(text.slice(start, end));
    start = end;
  }
  return start < text.length ? tokens + count(text.slice(start)) : tokens;
}

const stretchCharsMin = 1_000;

const countsOf = new WeakMap<Counter, (text: string) => number>();

function remembered(counter: Counter): (text: string) => number {
  const known = countsOf.get(counter);
  if (known !== undefined) return known;
  const remember = rememberByKey<number>(countedCharsMax, (_, text) => text.length, countedMax);
  const count = (text: string): number => remember(text, () => counter.count(text));
  countsOf.set(counter, count);
  return count;
}

const countedCharsMax = 1 << 20;
const countedMax = 4_096;

/** What the frame takes whatever stands in it: goes off the budget before selecting. */
export function frameTokens(counter: Counter): number {
  const [open, close] = frameLines(anyFence);
  return counter.count(open) + counter.count(close) + joinSlack;
}

/** PieceCounts: a count put together from those of its words, most of which stood in a text before. */

import { rememberRecent } from "../base/memo-cache.js";
import type { Tokenizer } from "../memory/tokenizer--tokenizer.js";

/** The same as `tokenizer`; one for each. */
export function countingPieces(tokenizer: Tokenizer): Tokenizer {
  if (tokenizer.splitsBlocks !== true) return tokenizer;
  const known = counters.get(tokenizer) ?? { ...tokenizer, count: byPieces((piece) => tokenizer.count(piece)) };
  counters.set(tokenizer, known);
  return known;
}

const counters = new WeakMap<Tokenizer, Tokenizer>();

/** Slices this short are texts of their own; a longer one keeps the whole text alive that it was cut from. */
const keptCharsMax = 12;
/** Some 4 MB with all their counts. */
const keptMax = 1 << 15;

/** What is printed around everything. */
const shortCharsMax = 40;
const shortsMax = 256;

function byPieces(count: (text: string) => number): (text: string) => number {
  const pieceCount = rememberRecent(keptMax, count);
  const shortCount = rememberRecent(shortsMax, count);
  return (text) => {
    if (text.length <= shortCharsMax) return shortCount(text);
    let tokens = 0;
    let start = 0;
    /** What begins here and ends at `start` is counted in one go. */
    let open = 0;
    for (let at = 1; at <= text.length; at += 1) {
      if (at < text.length && !startsPiece(text.charCodeAt(at - 1), text.charCodeAt(at))) continue;
      if (at - start <= keptCharsMax) {
        if (open < start) tokens += count(text.slice(open, start));
        tokens += pieceCount(text.slice(start, at));
        open = at;
      }
      start = at;
    }
    return open < text.length ? tokens + count(text.slice(open)) : tokens;
  };
}

/** Whether a text falls apart here, as `splitsBlocks` has it. ASCII alone is judged. */
function startsPiece(last: number, next: number): boolean {
  if (next === 32) return last > 32 && last < 127;
  return last === 10 && next > 32 && next < 127 && next !== 47;
}

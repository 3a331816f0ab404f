/** Fence: a number that no page contains, so that no page can close its own block or open another. */

import { shortDigest } from "../base/digest--digest.js";
import { assert } from "../base/result--assert.js";

/**
 * Digits and not hex: every vocabulary splits digits in threes, so that each fence of nine costs the same three tokens and the price of
 * a block is known before the fence is.
 */
const fenceDigits = 9;
const fencesMax = 10 ** fenceDigits;

/** Stands for a fence wherever only its price matters. */
export const anyFence = "000000000";

/**
 * A fence for these texts: nine digits derived from `seed` and a counter, the first that occurs in none of them. Deterministic. A text
 * may guess fences and hold as many as it likes; each costs one round. Linear in the length of the texts.
 * The seed is what the prompt begins with: were it the whole prompt, one changed line at the end would change the first line and no
 * provider could ever reuse a prefix.
 */
export function fenceFor(seed: string, texts: readonly string[]): string {
  const taken = new Set(fencesIn(texts));
  assert(taken.size < fencesMax, "the texts leave a fence free");
  for (let round = 0; ; round += 1) {
    const fence = derive(seed, round);
    if (!taken.has(fence)) return fence;
  }
}

const nineDigits = /[0-9]{9}/;

/** Whether the text has the form of a fence. */
export function isFence(text: string): boolean {
  return /^[0-9]{9}$/.test(text);
}

function derive(seed: string, round: number): string {
  const number = Number.parseInt(shortDigest(`${round}\n${seed}`, 12), 16) % fencesMax;
  return String(number).padStart(fenceDigits, "0");
}

/** Every nine digits in a row that one of the texts holds, overlapping ones too: all that a fence for these texts hangs on. */
export function fencesIn(texts: readonly string[]): readonly string[] {
  const found = new Set<string>();
  for (const text of texts) collect(text, found);
  return [...found];
}

function collect(text: string, into: Set<string>): void {
  // Most texts hold none: the engine sees that faster than a loop does.
  if (!nineDigits.test(text)) return;
  let run = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    run = code >= 0x30 && code <= 0x39 ? run + 1 : 0;
    if (run >= fenceDigits) into.add(text.slice(at + 1 - fenceDigits, at + 1));
  }
}

/** KeptPrices: what the blocks of a section cost, kept on disk by all that they are made of: a write changes one section, and the version of all. */

import { shortDigest } from "../base/digest--digest.js";
import type { TokenCache } from "../memory/facts--facts-cache.js";
import { type Fidelity, fidelities } from "../page/page--page.js";
import type { BlockPrice } from "./print.js";

export type Prices = readonly (readonly [Fidelity, BlockPrice])[];

/** How an opening line goes on behind the version: of a block with a text, and of one without. */
const behinds = ['">\n', '"/>\n'] as const;

/**
 * `key` holds all that `price` depends on besides the tokenizer. At the fidelities that are wanted, and at those that were priced before:
 * each is kept on its own. What hangs on the version of the file is not kept.
 */
export function pricesKept(tokens: TokenCache, tokenizer: string, { key, wanted, price }: Pricing): Prices {
  const name = `section\n${tokenizer}\n${shortDigest(key, 32)}`;
  const before = pricesIn(tokens.get(name) ?? {});
  const known = new Set(before.map(([fidelity]) => fidelity));
  const missing = wanted.filter((fidelity) => !known.has(fidelity));
  if (missing.length === 0) return before;
  const prices = [...before, ...price(missing)];
  const numbers = numbersOf(prices);
  if (numbers !== null) tokens.put(name, numbers);
  return prices;
}

export interface Pricing {
  readonly key: string;
  readonly wanted: readonly Fidelity[];
  readonly price: (wanted: readonly Fidelity[]) => Prices;
}

type Numbers = Readonly<Partial<Record<Fidelity, number>>>;

/** Each with its ending as the last bit; null where one of them is counted as a whole. */
function numbersOf(prices: Prices): Numbers | null {
  const numbers: Partial<Record<Fidelity, number>> = {};
  for (const [fidelity, { fixed, behind }] of prices) {
    const ending = behinds.indexOf(behind as (typeof behinds)[number]);
    if (ending < 0) return null;
    numbers[fidelity] = fixed * behinds.length + ending;
  }
  return numbers;
}

function pricesIn(numbers: Numbers): Prices {
  return fidelities.flatMap((fidelity) => {
    const number = numbers[fidelity];
    if (number === undefined) return [];
    const ending = number % behinds.length;
    return [[fidelity, { fixed: (number - ending) / behinds.length, behind: behinds[ending]! }] as const];
  });
}

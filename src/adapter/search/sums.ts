/** Sums: a short name for what an index holds, kept true page by page. */

import type { HeldPages, PageVersion } from "./difference.js";
/** A name for a set of pages in any order, that can be told anew after a change without looking at the others. */
export interface Sums {
  readonly count: number;
  readonly a: number;
  readonly b: number;
}

const noSums: Sums = { count: 0, a: 0, b: 0 };
const modulus = 0x1fffffffffff;

/** `sign` is 1 for a page that came and -1 for one that went. */
export function shifted({ count, a, b }: Sums, path: string, { oid, tier }: PageVersion, sign: 1 | -1): Sums {
  const name = `${path}\n${oid} ${tier}`;
  let x = 0x811c9dc5;
  let y = 0x2545f491;
  for (let i = 0; i < name.length; i++) {
    const code = name.charCodeAt(i);
    x = Math.imul(x ^ code, 0x01000193);
    y = Math.imul(y + code, 0x5bd1e995) ^ (y >>> 15);
  }
  const move = (sum: number, by: number): number => (sum + sign * by + modulus) % modulus;
  return { count: count + sign, a: move(a, x >>> 0), b: move(b, y >>> 0) };
}

export function sumsOf(held: HeldPages): Sums {
  let sums = noSums;
  for (const [path, version] of held) sums = shifted(sums, path, version, 1);
  return sums;
}

export function stateName({ count, a, b }: Sums): string {
  return `${count}-${a.toString(36)}-${b.toString(36)}`;
}

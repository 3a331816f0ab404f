/** Sums: a short name for what an index holds, kept true page by page. */

import type { SearchPage } from "./search.js";

export type PageVersion = Pick<SearchPage, "oid" | "tier">;

/** A name for a set of pages in any order, that can be told anew after a change without looking at the others. */
export interface Sums {
  readonly count: number;
  readonly a: number;
  readonly b: number;
}

const modulus = 0x1fffffffffff;

/** `sign` is 1 for a page that came and -1 for one that went. */
export function shifted({ count, a, b }: Sums, path: string, version: PageVersion, sign: 1 | -1): Sums {
  const of = sumsOf([{ path, ...version }]);
  const move = (sum: number, by: number): number => (sum + sign * by + modulus) % modulus;
  return { count: count + sign, a: move(a, of.a), b: move(b, of.b) };
}

/** Of a hundred thousand pages at every opening, so nothing is made for a page. */
export function sumsOf(pages: Iterable<PageVersion & { readonly path: string }>): Sums {
  let count = 0;
  let a = 0;
  let b = 0;
  for (const { path, oid, tier } of pages) {
    const name = `${path}\n${oid} ${tier}`;
    let x = 0x811c9dc5;
    let y = 0x2545f491;
    for (let i = 0; i < name.length; i++) {
      const code = name.charCodeAt(i);
      x = Math.imul(x ^ code, 0x01000193);
      y = Math.imul(y + code, 0x5bd1e995) ^ (y >>> 15);
    }
    a = (a + (x >>> 0)) % modulus;
    b = (b + (y >>> 0)) % modulus;
    count++;
  }
  return { count, a, b };
}

export function stateName({ count, a, b }: Sums): string {
  return `${count}-${a.toString(36)}-${b.toString(36)}`;
}

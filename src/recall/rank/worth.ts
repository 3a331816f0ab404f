/** RankBeside: what goes with a query where it was found: words beside its own, chunks that share those, pages that are alike. */

import { greatest } from "../../base/text--greatest.js";
import type { Row } from "./rows.js";
import { idf, type Pool } from "./rows--rank-pool.js";
import { weights } from "./weights--rank-weights.js";

type RowPool = Pool<{ readonly rows: readonly Row[] }>;

/**
 * The words that go with what was found (pseudo-relevance feedback, RM3), by place, each with what it weighs. `found` best first; `own` are
 * the numbers of the query's words.
 */
export function wordsBeside(
  pool: RowPool,
  found: readonly { readonly row: Row; readonly score: number }[],
  own: ReadonlyMap<number, number>,
): readonly (readonly [slot: number, weight: number])[] {
  const shares = new Float64Array(pool.words);
  const near = new Set(pool.pages.flatMap(({ rows }) => rows));
  const best = found.filter(({ row }) => near.has(row)).slice(0, weights.besideChunks);
  const total = best.reduce((sum, { score }) => sum + score, 0) || 1;
  const slots: number[] = [];
  for (const { row, score } of best) {
    const { ids, counts } = row.sketch;
    for (let at = 0; at < ids.length; at++) {
      if (counts[at] === 0 || own.has(ids[at]!)) continue;
      const slot = pool.slots[ids[at]!]! - 1;
      if (pool.tells[slot] === 0 || pool.inRows[slot]! < 2) continue;
      if (shares[slot] === 0) slots.push(slot);
      shares[slot]! += score / total;
    }
  }
  const told = Float64Array.from(slots, (slot) => shares[slot]! * pool.tells[slot]!);
  return greatest(told, weights.besideWords).map((at) => {
    const slot = slots[at]!;
    return [slot, shares[slot]! * idf(pool.inPages[slot]!, pool.pages.length) ** weights.besideRarity] as const;
  });
}

/** By page, how like its best chunks are to the query itself, and to the chunks that hold its words. */
export interface Likeness {
  readonly plain: Float64Array;
  readonly alike: Float64Array;
}

/**
 * A step from the query to chunks that hold its words, one from those to their words, and one from the words to all chunks that hold
 * them. `asked`: by the number of a word what it weighs.
 */
export function likenessOf(pool: RowPool, asked: ReadonlyMap<number, number>): Likeness {
  const wanted = new Float64Array(pool.words);
  for (const [id, weight] of asked) {
    const slot = (pool.slots[id] ?? 0) - 1;
    if (slot >= 0) wanted[slot] = weight * pool.tells[slot]!;
  }
  const words = new Float64Array(pool.words);
  const steps = pool.pages.map(({ rows }) => rows.map(({ sketch }) => stepToWords(pool, sketch, wanted, words)));
  const plain = steps.map((chunks) => {
    const values = chunks.map(({ held, length }) => held / length);
    return best(values, weights.plainChunks);
  });
  const alike = pool.pages.map(({ rows }, page) => {
    const values = rows.map(({ sketch }, row) => summed(pool, sketch, words) / steps[page]![row]!.length);
    return best(values, weights.alikeChunks);
  });
  return { plain: Float64Array.from(plain), alike: Float64Array.from(alike) };
}

/** The sum of so many of the greatest. */
function best(values: readonly number[], count: number): number {
  return greatest(values, count).reduce((sum, at) => sum + values[at]!, 0);
}

/** Gives the words of a chunk what it holds of those that are wanted, and answers with that and its length as a vector. */
function stepToWords(
  pool: RowPool,
  sketch: Row["sketch"],
  wanted: Float64Array,
  words: Float64Array,
): { readonly held: number; readonly length: number } {
  const { slots, tells } = pool;
  const { ids, counts } = sketch;
  const held = summed(pool, sketch, wanted);
  let square = 0;
  for (let at = 0; at < ids.length; at++) {
    if (counts[at] !== 0) square += tells[slots[ids[at]!]! - 1]! ** 2;
  }
  if (held > 0) {
    for (let at = 0; at < ids.length; at++) {
      const slot = slots[ids[at]!]! - 1;
      if (counts[at] !== 0) words[slot]! += (held * tells[slot]!) / square;
    }
  }
  return { held, length: Math.sqrt(square) || 1 };
}

/** Of the words of a chunk's body, what each tells times its value. */
function summed({ slots, tells }: RowPool, { ids, counts }: Row["sketch"], values: Float64Array): number {
  let sum = 0;
  for (let at = 0; at < ids.length; at++) {
    if (counts[at] === 0) continue;
    const slot = slots[ids[at]!]! - 1;
    sum += values[slot]! * tells[slot]!;
  }
  return sum;
}

/**
 * `worths` by page, each drawn towards those of the pages it is most like: what is told over several pages is found on all of them
 * (the cluster hypothesis; Diaz, Regularizing ad hoc retrieval scores, 2005).
 */
export function drawnToKin(pool: RowPool, worths: readonly number[]): readonly number[] {
  const many = pool.pages.length;
  const alike = cosines(pool);
  return worths.map((worth, page) => {
    const shares = alike.subarray(page * many, (page + 1) * many);
    let sum = 0;
    let total = 0;
    for (const other of greatest(shares, weights.kinPages)) {
      const share = shares[other]!;
      sum += share * worths[other]!;
      total += share;
    }
    return (1 - weights.kin) * worth + (total === 0 ? 0 : (weights.kin * sum) / total);
  });
}

/** Of every two pages, by their telling words; 0 of a page and itself. */
function cosines({ pages, rows, words, counts, inRows, inPages, tells }: RowPool): Float64Array {
  const many = pages.length;
  const most = Math.floor(weights.kinShare * rows);
  const alike = new Float64Array(many * many);
  const squares = new Float64Array(many);
  const holders = new Int32Array(many);
  const values = new Float64Array(many);
  const idfs = Float64Array.from({ length: many + 1 }, (_, holding) => idf(holding, many));
  for (let slot = 0; slot < words; slot++) {
    if (tells[slot] === 0 || inRows[slot]! > most) continue;
    const told = idfs[inPages[slot]!]!;
    let holding = 0;
    for (let page = 0; holding < inPages[slot]!; page++) {
      const times = counts[slot * many + page]!;
      if (times === 0) continue;
      const value = times === 1 ? told : (1 + Math.log(times)) * told;
      squares[page]! += value * value;
      for (let i = 0; i < holding; i++) alike[holders[i]! * many + page]! += values[i]! * value;
      holders[holding] = page;
      values[holding++] = value;
    }
  }
  for (let a = 0; a < many; a++) {
    for (let b = a + 1; b < many; b++) {
      const cosine = alike[a * many + b]! / (Math.sqrt(squares[a]! * squares[b]!) || 1);
      alike[a * many + b] = cosine;
      alike[b * many + a] = cosine;
    }
  }
  return alike;
}

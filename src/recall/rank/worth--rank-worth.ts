/** RankWorth: what a page as a whole is worth to a query: its words, and words that stand beside them where they were found. */

import { greatest } from "../../base/text--greatest.js";
import type { Row } from "./rows.js";
import { idf, poolOf } from "./rows--rank-pool.js";
import { rankLimits, weights } from "./weights--rank-weights.js";
import { drawnToKin, likenessOf, wordsBeside } from "./worth.js";

export interface WorthAsked {
  readonly words: readonly { readonly forms: readonly { readonly chunks: number }[]; readonly weight: number }[];
  /** Which of them are the name of a speaker. */
  readonly names: ReadonlySet<number>;
  /** Of the whole index. */
  readonly pages: number;
  readonly meanPageLength: number;
  /** What each word that stands for one of the query's counts, by its number. */
  readonly forms: ReadonlyMap<number, number>;
}

/** A row and what it is worth alone. */
export interface Found {
  readonly row: Row;
  readonly score: number;
}

/** A page, or a section that is a page of its own. */
interface Group {
  readonly rows: readonly Row[];
  readonly amounts: readonly number[];
  /** Telling words of all its rows. */
  readonly length: number;
}

/**
 * Gives each row its worth: above 0, and 1 for the best page. `found` best first. Each word weighs by how few pages hold it. The best pages are then held
 * against each other: they gain by words that go with the query's, by chunks that are like those that hold it, and by pages that are like
 * them, so that what is told of a thing in other words comes up behind what names it. Only pages that hold a word of the query take part.
 */
export function weighPages(pages: readonly (readonly Row[])[], found: readonly Found[], asked: WorthAsked): void {
  const groups: Group[] = [];
  for (const rows of pages) addGroups(groups, rows);
  const idfs = pageIdfs(groups, asked);
  const sums = groups.map(({ length, amounts }) =>
    idfs.reduce((sum, idf, i) => sum + idf * saturated(amounts[i]!, length, asked.meanPageLength), 0),
  );
  const near = nearest(groups, sums);
  const base = shares(sums);
  const worths = near.length < rankLimits.besidePagesMin ? base : besideOthers(groups, { near, base, found, asked });
  const top = Math.max(1e-9, ...worths);
  // Sums of the same numbers in another order differ in their last digits, and must not make another answer.
  for (const [i, { rows }] of groups.entries()) {
    const worth = Math.round((worths[i]! / top) * 1e9) / 1e9;
    for (const row of rows) row.worth = worth;
  }
}

/** The best, as many as can be walked through in time. */
function nearest(groups: readonly Group[], sums: readonly number[]): readonly number[] {
  let rows = 0;
  return greatest(sums, rankLimits.besidePages).filter((i) => {
    rows += groups[i]!.rows.length;
    return rows <= rankLimits.besideRows;
  });
}

interface Beside {
  /** Which of the groups are held against each other. */
  readonly near: readonly number[];
  /** By group. */
  readonly base: readonly number[];
  readonly found: readonly Found[];
  readonly asked: WorthAsked;
}

/** By group. Those that are not near gain nothing. */
function besideOthers(groups: readonly Group[], { near, base, found, asked }: Beside): readonly number[] {
  const pool = poolOf(near.map((i) => groups[i]!));
  const beside = wordsBeside(pool, found, asked.forms);
  const more = pool.pages.map(({ length }, page) =>
    beside.reduce((sum, [slot, weight]) => {
      return sum + weight * saturated(pool.counts[slot * pool.pages.length + page]!, length, asked.meanPageLength);
    }, 0),
  );
  const { plain, alike } = likenessOf(pool, asked.forms);
  const [besides, plains, alikes] = [shares(more), shares([...plain]), shares([...alike])];
  const sums = near.map(
    (i, page) =>
      base[i]! + weights.beside * besides[page]! + weights.plain * plains[page]! + weights.alike * alikes[page]!,
  );
  const drawn = drawnToKin(pool, sums);
  const worths = base.map((value) => (1 - weights.kin) * value);
  for (const [page, i] of near.entries()) worths[i] = drawn[page]!;
  return worths;
}

/** The same, as shares of the greatest. */
function shares(values: readonly number[]): readonly number[] {
  const most = Math.max(1e-9, ...values);
  return values.map((value) => value / most);
}

function addGroups(all: Group[], rows: readonly Row[]): void {
  const first = rows[0]?.sketch.slug;
  if (rows.every(({ sketch }) => sketch.slug === first)) {
    if (rows.length > 0) all.push(groupOf(rows));
    return;
  }
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const known = groups.get(row.sketch.slug);
    if (known === undefined) groups.set(row.sketch.slug, [row]);
    else known.push(row);
  }
  for (const own of groups.values()) all.push(groupOf(own));
}

function groupOf(rows: readonly Row[]): Group {
  const amounts = new Array<number>(rows[0]!.own.length).fill(0);
  let length = 0;
  for (const { sketch, own } of rows) {
    length += sketch.length;
    for (let i = 0; i < own.length; i++) amounts[i]! += own[i]!;
  }
  return { rows, amounts, length };
}

/**
 * An index counts chunks; how many of them a page has that has any is told by the pages at hand. What came to match in other forms than
 * its own tells less: each form counts.
 */
function pageIdfs(groups: readonly Group[], { words, names, pages }: WorthAsked): readonly number[] {
  return words.map(({ forms, weight }, i) => {
    const chunks = forms.reduce((sum, form) => sum + form.chunks, 0);
    let rows = 0;
    let holding = 0;
    for (const group of groups) {
      if (group.amounts[i] === 0) continue;
      holding++;
      for (const row of group.rows) if (row.own[i]! > 0) rows++;
    }
    return (
      idf(Math.min(pages, holding === 0 ? chunks : (chunks * holding) / rows), pages) *
      (names.has(i) ? weights.worthName * weight : weight)
    );
  });
}

function saturated(amount: number, length: number, mean: number): number {
  const { worthSaturation: k, worthLengthShare: b } = weights;
  return amount <= 0 ? 0 : (amount * (k + 1)) / (amount + k * (1 - b + (b * length) / Math.max(1, mean)));
}

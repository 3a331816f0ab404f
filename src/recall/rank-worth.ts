/** RankWorth: what a page as a whole is worth to a query: its words, and words that stand beside them where they were found. */

import type { Row } from "./rank-rows.js";
import { rankLimits, weights } from "./rank-weights.js";
import { fieldBit } from "./words-of.js";

export interface WorthAsked {
  readonly words: readonly { readonly forms: readonly { readonly chunks: number }[]; readonly weight: number }[];
  /** Of the whole index. */
  readonly pages: number;
  readonly meanPageLength: number;
  /** Numbers of the words that stand for the query's. */
  readonly ids: ReadonlySet<number>;
}

/** A row and what it is worth alone. */
export interface Found {
  readonly row: Row;
  readonly score: number;
}

/** A page, or a section that is a page of its own. */
interface Group {
  readonly rows: Row[];
  readonly amounts: Float64Array;
  length: number;
  base: number;
  more: number;
}

/** A word that the query does not have. */
interface Beside {
  /** The share of what was found that has it, weighed by what that is worth. */
  share: number;
  /** In how many of the rows looked at it stands. */
  rows: number;
  /** It is the name of a speaker, which goes with everything. */
  name: boolean;
  /** Groups that hold it, and how often. */
  readonly groups: Group[];
  readonly counts: number[];
}

/**
 * `found` best first. By row: above 0, and 1 for the best page. Each word weighs by how few pages hold it. The best chunks, whatever pages they are of, show
 * which other words go with the query's (pseudo-relevance feedback, RM3); pages that hold those gain by it, so that what is told of a
 * thing in other words comes up behind what names it. Only pages that hold a word of the query take part.
 */
export function worthOf(
  pages: readonly (readonly Row[])[],
  found: readonly Found[],
  asked: WorthAsked,
): ReadonlyMap<Row, number> {
  const groups = pages.flatMap(groupsOf);
  const idfs = pageIdfs(groups, asked);
  for (const group of groups) {
    const { length, amounts } = group;
    group.base = idfs.reduce((sum, idf, i) => sum + idf * saturated(amounts[i]!, length, asked.meanPageLength), 0);
  }
  for (const [word, weight] of besides(poolOf(groups), found, asked.ids)) {
    for (const [i, group] of word.groups.entries()) {
      group.more += weight * saturated(word.counts[i]!, group.length, asked.meanPageLength);
    }
  }
  return combined(groups);
}

/** The best, as many as can be walked through in time. */
function poolOf(groups: readonly Group[]): readonly Group[] {
  let rows = 0;
  return [...groups]
    .sort((a, b) => b.base - a.base)
    .slice(0, rankLimits.besidePages)
    .filter((group) => {
      rows += group.rows.length;
      return rows <= rankLimits.besideRows;
    });
}

function combined(groups: readonly Group[]): ReadonlyMap<Row, number> {
  const best = Math.max(1e-9, ...groups.map(({ base }) => base));
  const most = Math.max(1e-9, ...groups.map(({ more }) => more));
  const sums = groups.map(({ base, more }) => base / best + (weights.beside * more) / most);
  const top = Math.max(1e-9, ...sums);
  const worth = new Map<Row, number>();
  // Sums of the same numbers in another order differ in their last digits, and must not make another answer.
  for (const [i, { rows }] of groups.entries()) {
    for (const row of rows) worth.set(row, Math.round((sums[i]! / top) * 1e9) / 1e9);
  }
  return worth;
}

function groupsOf(rows: readonly Row[]): readonly Group[] {
  const groups = new Map<number, Group>();
  for (const row of rows) {
    let group = groups.get(row.sketch.slug);
    if (group === undefined) {
      group = { rows: [], amounts: new Float64Array(row.own.length), length: 0, base: 0, more: 0 };
      groups.set(row.sketch.slug, group);
    }
    group.rows.push(row);
    group.length += row.sketch.length;
    for (let i = 0; i < row.own.length; i++) group.amounts[i]! += row.own[i]!;
  }
  return [...groups.values()];
}

/**
 * An index counts chunks; how many of them a page has that has any is told by the pages at hand. What came to match in other forms than
 * its own tells less: each form counts.
 */
function pageIdfs(groups: readonly Group[], { words, pages }: WorthAsked): readonly number[] {
  return words.map(({ forms, weight }, i) => {
    const chunks = forms.reduce((sum, form) => sum + form.chunks, 0);
    let rows = 0;
    let holding = 0;
    for (const group of groups) {
      if (group.amounts[i] === 0) continue;
      holding++;
      for (const row of group.rows) if (row.own[i]! > 0) rows++;
    }
    return idf(Math.min(pages, holding === 0 ? chunks : (chunks * holding) / rows), pages) * weight;
  });
}

/** How much it tells that a word is one of a page's. */
function idf(holding: number, all: number): number {
  return Math.log(1 + (Math.max(all, holding) - holding + 0.5) / (holding + 0.5));
}

function saturated(amount: number, length: number, mean: number): number {
  const { worthSaturation: k, worthLengthShare: b } = weights;
  return amount <= 0 ? 0 : (amount * (k + 1)) / (amount + k * (1 - b + (b * length) / Math.max(1, mean)));
}

/** The words that go with what was found, each with what it weighs; `own` are the query's. */
function besides(
  pool: readonly Group[],
  found: readonly Found[],
  own: ReadonlySet<number>,
): readonly (readonly [Beside, number])[] {
  if (pool.length < rankLimits.besidePagesMin) return [];
  const { words, slots } = sharesOf(pool, found, own);
  let all = 0;
  for (const group of pool) {
    all += group.rows.length;
    for (const { sketch } of group.rows) {
      const { ids, counts, masks } = sketch;
      for (let at = 0; at < ids.length; at++) {
        const slot = slots[ids[at]!]!;
        if (slot !== 0 && counts[at] !== 0) count(words[slot - 1]!, group, counts[at]!, masks[at]!);
      }
    }
  }
  const most = weights.besideShare * all;
  return words
    .filter((word) => !word.name && word.rows > 1 && word.rows <= most)
    .map((word) => ({ word, tells: word.share * idf(word.rows, all) }))
    .sort((a, b) => b.tells - a.tells)
    .slice(0, weights.besideWords)
    .map(({ word }) => [word, word.share * idf(word.groups.length, pool.length)] as const);
}

function count(word: Beside, group: Group, times: number, mask: number): void {
  word.rows++;
  if ((mask & fieldBit.speaker) !== 0) word.name = true;
  const last = word.groups.length - 1;
  if (word.groups[last] === group) word.counts[last]! += times;
  else {
    word.groups.push(group);
    word.counts.push(times);
  }
}

/** What of the best rows has each word, and by a word's number where it stands among those, counted from 1; 0 for none. */
function sharesOf(
  pool: readonly Group[],
  found: readonly Found[],
  own: ReadonlySet<number>,
): { readonly words: readonly Beside[]; readonly slots: Int32Array } {
  const near = new Set(pool.flatMap(({ rows }) => rows));
  let last = 0;
  for (const { sketch } of near) last = Math.max(last, sketch.ids.at(-1) ?? 0);
  // Every word of every chunk at hand is looked up, which a table of numbers does in a tenth of a map's time.
  const slots = new Int32Array(last + 1);
  const best: Found[] = [];
  for (let at = 0; at < found.length && best.length < weights.besideChunks; at++) {
    if (near.has(found[at]!.row)) best.push(found[at]!);
  }
  const total = best.reduce((sum, { score }) => sum + score, 0) || 1;
  const words: Beside[] = [];
  for (const { row, score } of best) {
    const { ids, counts } = row.sketch;
    for (let at = 0; at < ids.length; at++) {
      const id = ids[at]!;
      if (counts[at] === 0 || own.has(id)) continue;
      if (slots[id] === 0) slots[id] = words.push({ share: 0, rows: 0, name: false, groups: [], counts: [] });
      words[slots[id]! - 1]!.share += score / total;
    }
  }
  return { words, slots };
}

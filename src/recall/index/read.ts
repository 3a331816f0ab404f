/**
 * ReadIndex: the index as ranking asks for it: words, the best chunks by FTS5's own lights, pages as numbers, and pages that share a name. Hits
 * come with their text as it is on disk.
 */

import type { PagePath } from "../../base/ids.js";
import { compareText, firstDecided } from "../../base/text.js";
import type { Tier } from "../../page/page.js";
import type { LeadTerm } from "../confidence.js";
import type { Ranked, Scored } from "../rank/rank.js";
import type { ChunkRef, Postings, RowQuery, SketchedPage } from "../rank/rows.js";
import { rankLimits } from "../rank/weights.js";
import { type Form, fieldBit, type IndexedWord, searchFields } from "../words/typo.js";
import { chunkSpan, type Database, tierNumbers } from "./generation.js";
import type { IsIndexed, Relation, SearchHit, SearchSource } from "./search.js";
import { type EdgeKind, edgeKinds, edgeWeight, sharedByMax } from "./search.js";
import { markOf, type PageInfo, type StoredPages } from "./write.js";

/** Words that a look by letters gives to be judged. */
const nearMax = 400;
/** Throws whatever SQLite throws, and where the index holds something that nobody wrote into it. */
export function indexPostings(database: Database, tier: Tier, stored: StoredPages): Postings {
  const totals = database.prepare("SELECT pages, chunks, length FROM total WHERE tier = ?").raw();
  const [pages, chunks, length] = totals.get(tierNumbers[tier]) as [number, number, number];
  const find = database.prepare(`SELECT text, id, ${tier} FROM word WHERE text = ?`).raw();
  const begins = database
    .prepare(
      `SELECT json_group_array(json_array(text, id, ${tier})) FROM (SELECT * FROM word WHERE text >= ? AND text < ? LIMIT ${nearMax})`,
    )
    .raw();
  return {
    pages,
    chunks,
    length,
    find: (word) => knownOf(find.get(word)),
    near: (word) => near(database, tier, word),
    begins(start) {
      const [json] = begins.get(start, after(start)) as [string];
      return (JSON.parse(json) as readonly WordRow[]).flatMap((row) => knownOf(row) ?? []);
    },
    best(asked, count) {
      const found = best(database, tier, asked, count);
      stored.fetch(new Set(found.map(({ page }) => page)));
      return found;
    },
    page: stored.page,
  };
}

type WordRow = readonly [text: string, id: number, chunks: number];

function knownOf(row: unknown): IndexedWord | null {
  if (row === undefined) return null;
  const [text, id, chunks] = row as WordRow;
  return chunks > 0 ? { text, id, chunks } : null;
}

/** Words with the same beginning, and words that share three letters in a row with it. */
function near(database: Database, tier: Tier, word: string): readonly IndexedWord[] {
  const found = new Map<number, IndexedWord>();
  // As one value, for hundreds of rows would cost more than finding them.
  const take = (rows: string, ...values: readonly unknown[]): void => {
    const select = database.prepare(
      `SELECT json_group_array(json_array(text, id, chunks)) FROM (SELECT w.text, w.id, w.${tier} AS chunks ${rows})`,
    );
    const [json] = select.raw().get(...values) as [string];
    for (const row of JSON.parse(json) as readonly WordRow[]) {
      const known = knownOf(row);
      if (known !== null) found.set(known.id, known);
    }
  };
  take(`FROM word w WHERE w.text >= ? AND w.text < ? LIMIT ${nearMax}`, word, after(word));
  const opening = word.slice(0, 2);
  if (word.length >= 4 && word.length <= 7) {
    const like = `FROM word w WHERE w.text >= ? AND w.text < ? AND length(w.text) BETWEEN ? AND ? LIMIT ${nearMax}`;
    take(like, opening, after(opening), word.length - 1, word.length + 1);
  }
  const grams = new Set(Array.from({ length: Math.max(0, word.length - 2) }, (_, i) => word.slice(i, i + 3)));
  if (grams.size === 0) return [...found.values()];
  const match = [...grams].slice(0, 24).map(quoted).join(" OR ");
  const alike = "(SELECT rowid AS number FROM gram WHERE gram MATCH ? ORDER BY rank LIMIT 60)";
  take(`FROM ${alike} JOIN word w ON w.id = number`, match);
  return [...found.values()];
}

/** The first text that is behind every one that begins with this. */
function after(prefix: string): string {
  return `${prefix}\u{10ffff}`;
}

function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}

/**
 * FTS5 looks up the length of every chunk it ranks, which is most of what a query costs: only rare words are walked through whole.
 * Where common ones were left out, chunks that hold every word come first; where all are common, those that have one in their title,
 * and the newest.
 */
function best(database: Database, tier: Tier, asked: RowQuery, count: number): readonly ChunkRef[] {
  const order = (by: string, match: string): readonly number[] => numbers(database, tier, by, match, count);
  const groups = asked.words.filter((forms) => forms.length > 0);
  const all = groups.flat();
  const taken = asked.thorough ? all : rarest(all);
  const both = taken.length < all.length && groups.length > 1 ? order("rank", expression(groups, asked)) : [];
  if (both.length >= count) return refsOf(both);
  if (taken.length > 0) return refsOf([...both, ...order("rank", expression([taken], asked))]);
  const any = expression([all], asked);
  return refsOf([...both, ...order("rank", `{title tags} : ${any}`), ...order("rowid DESC", any)]);
}

/** The numbers of chunks in order, as one value: a row for each would cost as much as finding them. */
function numbers(database: Database, tier: Tier, by: string, match: string, count: number): readonly number[] {
  const select = database.prepare(
    `SELECT json_group_array(number) FROM (SELECT rowid AS number FROM ${tier} WHERE ${tier} MATCH ? ORDER BY ${by} LIMIT ?)`,
  );
  const [json] = select.raw().get(match, count) as [string];
  return JSON.parse(json) as number[];
}

function refsOf(found: readonly number[]): readonly ChunkRef[] {
  return [...new Set(found)].map((number) => {
    const page = Math.floor(number / chunkSpan);
    return { page, chunk: number - page * chunkSpan };
  });
}

/** One of each group, every phrase, and a month of the span. */
function expression(groups: readonly (readonly Form[])[], { phrases, within }: RowQuery): string {
  const parts = groups.map((forms) => `(${forms.map(({ text }) => quoted(text)).join(" OR ")})`);
  for (const phrase of phrases) parts.push(quoted(phrase.join(" ")));
  const months = within === null ? null : monthsOf(within.from, within.to);
  if (months !== null) parts.push(`(time : (${months.map(quoted).join(" OR ")}))`);
  return parts.join(" AND ");
}

/** The rarest words, as many as can be walked through in time; the others are counted when the chunks are ranked. */
function rarest(forms: readonly Form[]): readonly Form[] {
  let walked = 0;
  return [...forms]
    .sort((a, b) => a.chunks - b.chunks || a.id - b.id)
    .filter((form) => {
      walked += form.chunks;
      return walked <= rankLimits.postings;
    });
}

/** The months of a span, or its years where it is long; null where a side is open, which the ranking sees to. */
function monthsOf(from: string | null, to: string | null): readonly string[] | null {
  if (from === null || to === null || from > to) return null;
  const [first, last] = [monthNumber(from), monthNumber(to)];
  if (last - first > 36) return null;
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const month = first + i;
    return `${String(Math.floor(month / 12)).padStart(4, "0")}-${String((month % 12) + 1).padStart(2, "0")}`;
  });
}

function monthNumber(day: string): number {
  return Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;
}

// Hits: what was ranked, with its text as it is on disk.

/** Pages by their numbers in the index. */
type NumberedPages = Pick<StoredPages, "page" | "info">;
/** Nothing of a page that cannot be read. */
type ReadTexts = (paths: readonly PagePath[], isIndexed: IsIndexed) => ReadonlyMap<string, string>;

interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  /** Pages that hold something else by now than what was ranked, of those that were read. */
  readonly moved: readonly string[];
}

/** Pages that are read before an answer is given: most of what is found is never shown. */
const readAtOnce = 12;

/** What of the best pages is not there any more is left out; those behind them are read when somebody asks what they say. */
export function hitsOf(ranked: Ranked, pages: NumberedPages, texts: ReadTexts): SearchAnswer {
  const files = hitFiles(ranked, pages, texts);
  const moved = files.check(readAtOnce);
  const hits: SearchHit[] = [];
  for (const scored of ranked.hits) {
    if (moved.has(scored.path)) continue;
    const { info, page } = pages;
    hits.push(hitOf(scored, ranked, info(scored.page), page(scored.page), () => files.text(scored.path)));
  }
  return { hits, moved: [...moved] };
}

function hitFiles({ hits }: Ranked, { info }: NumberedPages, read: ReadTexts) {
  const numbers = new Map(hits.map(({ path, page }) => [path, page]));
  const texts = new Map<string, string | null>();
  const known = new Set<string>();
  const isIndexed = (path: string, text: string): boolean => {
    const isSame = markOf(text) === info(numbers.get(path)!).mark;
    if (isSame) known.add(path);
    return isSame;
  };
  const look = (paths: readonly string[]): void => {
    const found = read(paths as readonly PagePath[], isIndexed);
    for (const path of paths) {
      const text = found.get(path) ?? null;
      texts.set(path, text !== null && (known.has(path) || isIndexed(path, text)) ? text : null);
    }
  };
  return {
    /** Reads on until so many pages are what was ranked, or no more are left; those that are not. */
    check(count: number): ReadonlySet<string> {
      const paths = [...numbers.keys()];
      const moved = new Set<string>();
      for (let from = 0; from < paths.length && from - moved.size < count; ) {
        const next = paths.slice(from, count + moved.size);
        look(next);
        for (const path of next) if (texts.get(path) === null) moved.add(path);
        from += next.length;
      }
      return moved;
    },
    /** null where the file holds something else by now, or cannot be read. */
    text(path: string): string | null {
      if (!texts.has(path)) look([path]);
      return texts.get(path) ?? null;
    },
  };
}

/** Every page in one go, where the source can do that. */
export function textsOf(source: SearchSource): ReadTexts {
  return (paths, isIndexed) => {
    const texts = new Map<string, string>();
    const keep = (path: PagePath, text: string | null): void => {
      if (text !== null) texts.set(path, text);
    };
    if (source.readEach !== undefined) source.readEach(paths, keep, isIndexed);
    else for (const path of paths) keep(path, source.read(path));
    return texts;
  };
}

function hitOf(
  scored: Scored,
  ranked: Ranked,
  info: PageInfo,
  { chunks, slugs }: SketchedPage,
  text: () => string | null,
): SearchHit {
  const { slug, start, end } = chunks[scored.chunk]!;
  const [headings, speaker, from, to] = info.chunks[scored.chunk]!;
  return {
    path: scored.path as PagePath,
    slug: slugs[slug] ?? null,
    chunk: scored.chunk,
    start,
    end,
    get text() {
      return text()?.slice(start, end) ?? null;
    },
    headings: info.headings[headings] ?? [],
    speaker,
    days: from === null && to === null ? null : { from, to },
    score: scored.score,
    coverage: scored.coverage,
    terms: [...termsOf(scored, ranked), ...phrasesOf(ranked)],
    shares: scored.shares,
    tagged: scored.tagged,
  };
}

/** By mask. */
const fieldsOf = Array.from({ length: 1 << searchFields.length }, (_, mask) =>
  searchFields.filter((field) => (mask & fieldBit[field]) !== 0),
);

function termsOf(scored: Scored, ranked: Ranked): readonly LeadTerm[] {
  return scored.held.map(({ word, form, mask }) => ({
    asked: ranked.words[word]!.asked,
    found: form.text,
    kind: form.kind,
    fields: fieldsOf[mask] ?? [],
  }));
}

/** A hit of a query with phrases holds every one. */
function phrasesOf(ranked: Ranked): readonly LeadTerm[] {
  return ranked.phrases.map((phrase) => {
    const text = phrase.join(" ");
    return { asked: text, found: text, kind: "phrase", fields: ["body"] };
  });
}

// Related: pages that hold a name in common with one of these.

/** By the kind of the end at the first page: the kind at the other, and what the relation is called. */
const joins: readonly (readonly [from: EdgeKind, to: EdgeKind, by: Relation["by"]])[] = [
  ["link", "name", "link"],
  ["name", "link", "backlink"],
  ["tag", "tag", "tag"],
];

/** What pages hold, and who holds the other end of it, as one value: a statement for each end would cost ten times as much. */
const endsOf = `
  SELECT json_group_array(json_array(asked.key, e.key, e.kind, json((
    SELECT json_group_array(path) FROM (
      SELECT q.path FROM edge AS o JOIN page AS q ON q.id = o.page WHERE o.key = e.key AND o.kind = others.value LIMIT ${sharedByMax + 1}
    )
  ))))
  FROM json_each(?) AS asked JOIN page AS p ON p.path = asked.value JOIN edge AS e ON e.page = p.id
    JOIN json_each(?) AS others ON others.key = e.kind`;

type End = readonly [at: number, name: string, kind: number, sharing: readonly PagePath[]];

/** By the number of the kind at the first page: that at the other. */
const otherKinds = JSON.stringify(
  edgeKinds.map((kind) => edgeKinds.indexOf(joins.find(([from]) => from === kind)![1])),
);

export function relationsFrom(database: Database, from: readonly PagePath[], limit: number): readonly Relation[] {
  const [json] = database.prepare(endsOf).raw().get(JSON.stringify(from), otherKinds) as [string];
  const ends = (JSON.parse(json) as readonly End[]).map(([at, name, number, sharing]) => {
    return { at, name, kind: edgeKinds[number]!, sharing };
  });
  const place = new Map(joins.map(([kind], at) => [kind, at]));
  ends.sort((a, b) =>
    firstDecided(a.at - b.at, place.get(a.kind)! - place.get(b.kind)!, compareText(a.name, b.name)),
  );
  const found = new Map<string, Relation>();
  for (const { at, name, kind, sharing } of ends) {
    if (sharing.length > sharedByMax) continue;
    const weight = edgeWeight(kind, sharing.length);
    for (const to of sharing) keep(found, { from: from[at]!, to, by: joins[place.get(kind)!]![2], name, weight });
  }
  const order = (a: Relation, b: Relation): number =>
    firstDecided(b.weight - a.weight, compareText(a.from, b.from), compareText(a.to, b.to));
  return [...found.values()].sort(order).slice(0, limit);
}

/** The heaviest of what joins two pages. */
function keep(found: Map<string, Relation>, relation: Relation): void {
  if (relation.from === relation.to) return;
  const key = `${relation.from}\n${relation.to}`;
  const known = found.get(key);
  if (known === undefined || known.weight < relation.weight) found.set(key, relation);
}

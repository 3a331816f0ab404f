/** Read: the index as ranking asks for it: words, the best chunks by FTS5's own lights, and pages as numbers. */

import type { Tier } from "../../page/page.js";
import type { ChunkRef, Postings, SketchedPage, Wanted } from "../../recall/rank-postings.js";
import { rankLimits } from "../../recall/rank-weights.js";
import { decodeSketches } from "../../recall/sketch-bytes.js";
import type { Form, Known } from "../../recall/typo.js";
import type { Database, Statement } from "./database.js";
import { chunkSpan, tierNumbers } from "./schema.js";
import { Damaged } from "./trouble.js";
import type { PageInfo } from "./write.js";

/** Words that a look by letters gives to be judged. */
const nearMax = 400;

/** Decoded pages by their number, which never stands for another version of a page: those of late, and those of before. */
export interface PageMemory {
  late: Map<number, SketchedPage>;
  before: Map<number, SketchedPage>;
  /** Of `late`. */
  chunks: number;
}
/** Some 40 MB at most; what was not asked for while as much again was read is forgotten. */
const rememberedChunks = 40_000;

/** Throws whatever SQLite throws, and where the index holds something that nobody wrote into it. */
export function indexPostings(database: Database, tier: Tier, memory: PageMemory): Postings {
  const totals = database.prepare("SELECT pages, chunks, length FROM total WHERE tier = ?").raw();
  const [pages, chunks, length] = totals.get(tierNumbers[tier]) as [number, number, number];
  const find = database.prepare(`SELECT text, id, ${tier} FROM word WHERE text = ?`).raw();
  const page = database.prepare("SELECT path, info, sketch FROM page WHERE id = ?").raw();
  return {
    pages,
    chunks,
    length,
    find: (word) => knownOf(find.get(word)),
    near: (word) => near(database, tier, word),
    best: (asked, count) => best(database, tier, asked, count),
    page: (id) => remembered(memory, page, id),
  };
}

type WordRow = readonly [text: string, id: number, chunks: number];

function knownOf(row: unknown): Known | null {
  if (row === undefined) return null;
  const [text, id, chunks] = row as WordRow;
  return chunks > 0 ? { text, id, chunks } : null;
}

/** Words with the same beginning, and words that share three letters in a row with it. */
function near(database: Database, tier: Tier, word: string): readonly Known[] {
  const found = new Map<number, Known>();
  const take = (rows: readonly unknown[]): void => {
    for (const row of rows) {
      const known = knownOf(row);
      if (known !== null) found.set(known.id, known);
    }
  };
  const from = `SELECT text, id, ${tier} FROM word`;
  const range = database.prepare(`${from} WHERE text >= ? AND text < ? LIMIT ${nearMax}`).raw();
  take(range.all(word, after(word)));
  const opening = word.slice(0, 2);
  if (word.length >= 4 && word.length <= 7) {
    const short = database.prepare(
      `${from} WHERE text >= ? AND text < ? AND length(text) BETWEEN ? AND ? LIMIT ${nearMax}`,
    );
    take(short.raw().all(opening, after(opening), word.length - 1, word.length + 1));
  }
  const grams = new Set(Array.from({ length: Math.max(0, word.length - 2) }, (_, i) => word.slice(i, i + 3)));
  if (grams.size === 0) return [...found.values()];
  const match = [...grams].slice(0, 24).map(quoted).join(" OR ");
  const ids = database.prepare("SELECT rowid FROM gram WHERE gram MATCH ? ORDER BY rank LIMIT 60").raw().all(match);
  const byId = database.prepare(`${from} WHERE id = ?`).raw();
  take(ids.map((row) => byId.get((row as [number])[0])));
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
function best(database: Database, tier: Tier, asked: Wanted, count: number): readonly ChunkRef[] {
  const order = (by: string): Statement =>
    database.prepare(`SELECT rowid FROM ${tier} WHERE ${tier} MATCH ? ORDER BY ${by} LIMIT ?`).raw();
  const groups = asked.words.filter((forms) => forms.length > 0);
  const all = groups.flat();
  const taken = asked.thorough ? all : rarest(all);
  const found: unknown[] = [];
  if (taken.length < all.length && groups.length > 1)
    found.push(...order("rank").all(expression(groups, asked), count));
  if (found.length >= count) return refsOf(found);
  if (taken.length > 0) found.push(...order("rank").all(expression([taken], asked), count));
  else {
    found.push(...order("rank").all(`{title tags} : ${expression([all], asked)}`, count));
    found.push(...order("rowid DESC").all(expression([all], asked), count));
  }
  return refsOf(found);
}

function refsOf(rows: readonly unknown[]): readonly ChunkRef[] {
  const refs = new Map<number, ChunkRef>();
  for (const row of rows) {
    const number = (row as [number])[0];
    const page = Math.floor(number / chunkSpan);
    refs.set(number, { page, chunk: number - page * chunkSpan });
  }
  return [...refs.values()];
}

/** One of each group, every phrase, and a month of the span. */
function expression(groups: readonly (readonly Form[])[], { phrases, within }: Wanted): string {
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

function remembered(memory: PageMemory, select: Statement, id: number): SketchedPage | null {
  const known = memory.late.get(id);
  if (known !== undefined) return known;
  const old = memory.before.get(id);
  if (old !== undefined) return keep(memory, id, old);
  const row = select.get(id) as readonly [string, string, Uint8Array] | undefined;
  if (row === undefined) throw new Damaged(`the index names page ${id} and does not hold it`);
  const [path, info, bytes] = row;
  const chunks = decodeSketches(bytes);
  if (chunks === null) throw new Damaged(`the index holds no sketches of ${path}`);
  return keep(memory, id, { path, slugs: (JSON.parse(info) as PageInfo).slugs, chunks });
}

function keep(memory: PageMemory, id: number, page: SketchedPage): SketchedPage {
  if (memory.chunks >= rememberedChunks) {
    memory.before = memory.late;
    memory.late = new Map();
    memory.chunks = 0;
  }
  memory.late.set(id, page);
  memory.chunks += page.chunks.length;
  return page;
}

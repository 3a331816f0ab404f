/**
 * WriteIndex: puts pages into the index and takes them out, inside of a transaction that the caller holds, by the difference between what the
 * index holds and what the memory says.
 */

import { lstatSync } from "node:fs";
import { type Sums, shifted, sumsName } from "../../base/digest.js";
import type { PagePath } from "../../base/ids.js";
import { assert, getOrMake } from "../../base/result.js";
import type { SaidMeta } from "../../memory/facts.js";
import { type Memory, textNow, textsNow } from "../../memory/memory.js";
import type { PageEntry } from "../../memory/table.js";
import { schema, type Tier } from "../../page/page.js";
import { shownText, withoutSecrets } from "../../prompt/access.js";
import { frontDay, namedDays } from "../chunk.js";
import { decodeSketches, encodeSketches, type SketchedPage, sketchOf } from "../rank/rows.js";
import { type ChunkWords, chunkWordsOf, searchFields } from "../words/typo.js";
import {
  chunkSpan,
  Damaged,
  type Database,
  type Generation,
  type IndexedFiles,
  openWordBook,
  type Statement,
  tierNumbers,
} from "./generation.js";
import type { PageVersion, SearchPage, SearchSource } from "./search.js";
import { edgeEnds, edgeKinds } from "./search.js";

/** What a hit needs of its page besides the numbers that rank it; written as JSON. */
export interface PageInfo {
  readonly slugs: readonly string[];
  readonly headings: readonly (readonly string[])[];
  /** By chunk: which of the headings, who speaks, and the days. */
  readonly chunks: readonly (readonly [
    headings: number,
    speaker: string | null,
    from: string | null,
    to: string | null,
  ])[];
}

export function openWriter(database: Database, fresh: boolean) {
  const words = openWordBook(database, fresh);
  const insertPage = database.prepare(
    "INSERT INTO page (path, oid, tier, length, mark, chunks, info, sketch) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const lines = (table: Tier): Statement =>
    database.prepare(`INSERT INTO ${table} (rowid, title, tags, body, time, speaker) VALUES (?, ?, ?, ?, ?, ?)`);
  const insertLines = { hot: lines("hot"), cold: lines("cold") };
  const insertEdge = database.prepare("INSERT OR IGNORE INTO edge VALUES (?, ?, ?)");
  const total = database.prepare(
    "UPDATE total SET pages = pages + ?, chunks = chunks + ?, length = length + ? WHERE tier = ?",
  );
  return {
    put(page: SearchPage, text: string): void {
      const { path, oid, tier } = page;
      const chunks = chunkWordsOf(text, page).slice(0, chunkSpan);
      const info = infoOf(chunks);
      words.expect(chunks.map((chunk) => chunk.words.keys()));
      const sketches = chunks.map((chunk) => sketchOf(chunk, info.slugs, (word) => words.count(word, tier)));
      const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
      const bytes = Buffer.from(encodeSketches(sketches).buffer);
      const row = [path, oid, tierNumbers[tier], length, markOf(text), chunks.length, JSON.stringify(info), bytes];
      const id = Number(insertPage.run(...row).lastInsertRowid);
      for (const [i, chunk] of chunks.entries())
        insertLines[tier].run(id * chunkSpan + i, ...searchFields.map((field) => chunk.lines[field]));
      for (const { kind, key } of edgeEnds(path, text, page)) insertEdge.run(key, edgeKinds.indexOf(kind), id);
      total.run(1, chunks.length, length, tierNumbers[tier]);
    },
    /** Nothing where the path is not in the index. */
    remove(path: PagePath): void {
      const select = database.prepare("SELECT id, tier, length, chunks, sketch FROM page WHERE path = ?").raw();
      const row = select.get(path) as [number, number, number, number, Uint8Array] | undefined;
      if (row === undefined) return;
      const [id, number, length, chunks, sketch] = row;
      const tier = number === tierNumbers.cold ? "cold" : "hot";
      for (const { ids } of decodeSketches(sketch) ?? []) words.discount(ids, tier);
      const lines = database.prepare(`DELETE FROM ${tier} WHERE rowid = ?`);
      for (let i = 0; i < chunks; i++) lines.run(id * chunkSpan + i);
      database.prepare("DELETE FROM edge WHERE page = ?").run(id);
      database.prepare("DELETE FROM page WHERE id = ?").run(id);
      total.run(-1, -chunks, -length, number);
    },
    /** Writes what was only counted until now. */
    finish: (): void => words.flush(),
  };
}

function infoOf(chunks: readonly ChunkWords[]): PageInfo {
  const headings = new Map<string, number>();
  return {
    slugs: [...new Set(chunks.flatMap(({ slug }) => (slug === null ? [] : [slug])))],
    chunks: chunks.map(({ headings: above, speaker, days }) => {
      const key = JSON.stringify(above);
      const number = getOrMake(headings, key, () => headings.size);
      return [number, speaker, days?.from ?? null, days?.to ?? null];
    }),
    headings: [...headings.keys()].map((key) => JSON.parse(key) as readonly string[]),
  };
}

/** A cheap digest of a text (FNV-1a): whether what a hit shows is still what the index was made of. */
export function markOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

// Pages: the pages of an index as ranking and hits need them, many read at once, and remembered.

export interface StoredPages {
  /** Reads those that are not remembered, at once: that costs a third of one by one. */
  fetch(ids: Iterable<number>): void;
  /** Throws where the index holds no such page. */
  readonly page: (id: number) => SketchedPage;
  readonly info: (id: number) => PageInfo & { readonly mark: number };
}

/** A number never stands for another version of a page. */
interface StoredPage extends SketchedPage {
  readonly mark: number;
  /** As it is stored, until it is asked for: most pages that are ranked are no hits. */
  info: string | (PageInfo & { readonly mark: number });
}

/** Some 20 MB; a full memory is thrown away whole. */
const rememberedChunks = 40_000;

export function storedPages(database: Database): StoredPages {
  const known = new Map<number, StoredPage>();
  let chunks = 0;
  const select = database.prepare(
    "SELECT p.id, p.path, p.mark, p.info, p.sketch FROM json_each(?) AS asked JOIN page AS p ON p.id = asked.value",
  );
  const fetch = (ids: Iterable<number>): void => {
    const all = [...ids];
    let missing = all.filter((id) => !known.has(id));
    if (missing.length === 0) return;
    if (chunks >= rememberedChunks) {
      known.clear();
      chunks = 0;
      missing = all;
    }
    for (const row of select.raw().all(`[${missing}]`)) {
      const [id, path, mark, json, bytes] = row as [number, string, number, string, Uint8Array];
      const page = pageOf(path, mark, json, bytes);
      known.set(id, page);
      chunks += page.chunks.length;
    }
  };
  const stored = (id: number): StoredPage => {
    if (!known.has(id)) fetch([id]);
    const page = known.get(id);
    if (page === undefined) throw new Damaged(`the index names page ${id} and does not hold it`);
    return page;
  };
  return {
    fetch,
    page: stored,
    info(id) {
      const page = stored(id);
      if (typeof page.info === "string") page.info = { ...(JSON.parse(page.info) as PageInfo), mark: page.mark };
      return page.info;
    },
  };
}

function pageOf(path: string, mark: number, json: string, bytes: Uint8Array): StoredPage {
  const chunks = decodeSketches(bytes);
  if (chunks === null) throw new Damaged(`the index holds no sketches of ${path}`);
  const hasSections = chunks.some(({ slug }) => slug >= 0);
  return { path, slugs: hasSections ? (JSON.parse(json) as PageInfo).slugs : [], chunks, info: json, mark };
}

// SearchSource: the pages of one memory as a search looks at them: which files there are, and what they say.

/** The stamp is the table itself: any change to a page makes another one. */
export function searchSource(memory: Memory): SearchSource {
  return {
    stamp: memory.table,
    *pages(): Iterable<PageEntry> {
      yield* memory.table.byPath.values();
      yield* memory.table.unread?.values() ?? [];
    },
    whole(page) {
      const { byPath, unread } = memory.table;
      const entry = byPath.get(page.path) ?? unread?.get(page.path);
      assert(entry !== undefined, "a page that was listed is in the table that lists it");
      return searchPage(memory, entry);
    },
    name: () => sumsName(pageSums(memory)),
    read(path) {
      const said = textNow(memory, path);
      return said === null ? null : shownText(memory, said);
    },
    readEach: (paths, use, isIndexed = () => false) =>
      textsNow(memory, paths, (path, said) =>
        use(path, said === null ? null : shownText(memory, said, (text) => isIndexed(path, text))),
      ),
  };
}

/** Nearly all files are pages. */
function pageSums({ cache, files, table: { byPath, unread } }: Memory): Sums {
  const all = cache.sums();
  if (all.count === byPath.size + (unread?.size ?? 0)) return all;
  const others = [...files.values()].filter(({ path }) => !byPath.has(path) && unread?.has(path) !== true);
  return others.reduce((sums, file) => shifted(sums, file, -1), all);
}

/** One of them. */
export function searchPage(memory: Memory, entry: PageEntry): SearchPage {
  const { id, path, oid, tier, title, tags, updated } = entry;
  const { meta = {}, sections = [] } = memory.files.get(path)?.data ?? {};
  const [start, end] = [meta.fields?.start, meta.fields?.end].map((said) => (isDay(said) ? said : null));
  const called = namedDays(path);
  const named = called?.from ?? start ?? null;
  const day = named ?? updated?.slice(0, 10) ?? null;
  const last = named === start ? end : (called?.to ?? null);
  const until = named !== null && last != null && last > named ? last : null;
  const words = withoutSecrets(`${id} ${wordsOf(meta, entry)}`);
  return { path, oid, tier, title: withoutSecrets(title), tags, words, day, dated: named !== null, until, sections };
}

/** Whole, without a time of it. */
function isDay(said: unknown): said is string {
  return typeof said === "string" && said.length === "2026-11-20".length && frontDay(said) !== null;
}

/** What frontmatter says in words: what a page is about, never where it came from. */
function wordsOf(meta: SaidMeta, { type }: PageEntry): string {
  const own = Object.entries(meta.fields ?? {}).map(([key, value]) => [
    // Names that every page of a type has tell none from another.
    ...(schema[type].requiredFields.includes(key) ? [] : [key.replaceAll("_", " ")]),
    ...said(value),
  ]);
  return [meta.summary, meta.compressed, ...own.flat()].filter(Boolean).join(" ");
}

function said(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (typeof value === "number" || typeof value === "boolean") return [String(value)];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(said) : [];
}

// Difference: which pages an index holds in another version than they have now.

export interface Difference {
  readonly added: readonly PageVersion[];
  readonly changed: readonly PageVersion[];
  readonly removed: readonly PagePath[];
}

export function differenceOf({ pages: held }: IndexedFiles, pages: () => Iterable<PageVersion>): Difference {
  const added: PageVersion[] = [];
  const changed: PageVersion[] = [];
  const present = new Set<PagePath>();
  for (const page of pages()) {
    present.add(page.path);
    const known = held.get(page.path);
    if (known === undefined) added.push(page);
    else if (known.oid !== page.oid || known.tier !== page.tier) changed.push(page);
  }
  return { added, changed, removed: [...held.keys()].filter((path) => !present.has(path)) };
}

// Sizes: how many bytes an index takes.

/** Of the file and its log. */
export function bytesOf(made: Generation): number {
  return sizeOf(made.file) + logBytes(made);
}

/** What was written and is not yet in the file. */
export function logBytes({ file }: Generation): number {
  return sizeOf(`${file}-wal`);
}

function sizeOf(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

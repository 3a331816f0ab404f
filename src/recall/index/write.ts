/** Write: puts pages into the index and takes them out, inside of a transaction that the caller holds. */

import type { PagePath } from "../../base/ids.js";
import { edgeEnds, edgeKinds } from "../graph.js";
import { sketchOf } from "../meaning/fuse--sketch.js";
import { decodeSketches, encodeSketches } from "../meaning/fuse--sketch-bytes.js";
import { type ChunkWords, searchFields, wordsOf } from "../words/typo--words-of.js";
import { openWordBook, type WordBook } from "./generation.js";
import type { Database, Statement } from "./generation--database.js";
import { chunkSpan, tierNumbers } from "./generation--schema.js";
import type { SearchPage } from "./search.js";

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

interface Writer {
  readonly database: Database;
  readonly words: WordBook;
  readonly insertPage: Statement;
  readonly insertLines: { readonly hot: Statement; readonly cold: Statement };
  readonly insertEdge: Statement;
  readonly total: Statement;
}

export interface IndexWriter {
  put(page: SearchPage, text: string): void;
  /** Nothing where the path is not in the index. */
  remove(path: PagePath): void;
  /** Writes what was only counted until now. */
  finish(): void;
}

export function openWriter(database: Database, fresh: boolean): IndexWriter {
  const lines = (table: string): Statement =>
    database.prepare(
      `INSERT INTO ${table} (rowid, title, tags, body, entities, time, speaker) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    );
  const writer: Writer = {
    database,
    words: openWordBook(database, fresh),
    insertPage: database.prepare(
      "INSERT INTO page (path, oid, tier, length, mark, chunks, info, sketch) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    ),
    insertLines: { hot: lines("hot"), cold: lines("cold") },
    insertEdge: database.prepare("INSERT OR IGNORE INTO edge VALUES (?, ?, ?)"),
    total: database.prepare(
      "UPDATE total SET pages = pages + ?, chunks = chunks + ?, length = length + ? WHERE tier = ?",
    ),
  };
  return {
    put: (page, text) => put(writer, page, text),
    remove: (path) => remove(writer, path),
    finish: () => writer.words.flush(),
  };
}

function put(writer: Writer, page: SearchPage, text: string): void {
  const chunks = wordsOf(text, page).slice(0, chunkSpan);
  const cold = page.tier === "cold";
  const info = infoOf(chunks);
  writer.words.expect(chunks.map(({ words }) => words.keys()));
  const sketches = chunks.map((chunk) => sketchOf(chunk, info.slugs, (word) => writer.words.count(word, cold)));
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const bytes = Buffer.from(encodeSketches(sketches).buffer);
  const { path, oid, tier } = page;
  const row = [path, oid, tierNumbers[tier], length, markOf(text), chunks.length, JSON.stringify(info), bytes];
  const id = Number(writer.insertPage.run(...row).lastInsertRowid);
  for (const [i, chunk] of chunks.entries()) {
    writer.insertLines[tier].run(id * chunkSpan + i, ...searchFields.map((field) => chunk.lines[field]));
  }
  for (const { kind, key } of edgeEnds(path, text, page)) writer.insertEdge.run(key, edgeKinds.indexOf(kind), id);
  writer.total.run(1, chunks.length, length, tierNumbers[tier]);
}

export function infoOf(chunks: readonly ChunkWords[]): PageInfo {
  const headings = new Map<string, number>();
  return {
    slugs: [...new Set(chunks.flatMap(({ slug }) => (slug === null ? [] : [slug])))],
    chunks: chunks.map(({ headings: above, speaker, days }) => {
      const key = JSON.stringify(above);
      const number = headings.get(key) ?? headings.size;
      headings.set(key, number);
      return [number, speaker, days?.from ?? null, days?.to ?? null];
    }),
    headings: [...headings.keys()].map((key) => JSON.parse(key) as readonly string[]),
  };
}

function remove(writer: Writer, path: PagePath): void {
  const { database, words } = writer;
  const select = database.prepare("SELECT id, tier, length, chunks, sketch FROM page WHERE path = ?").raw();
  const row = select.get(path) as [number, number, number, number, Uint8Array] | undefined;
  if (row === undefined) return;
  const [id, tier, length, chunks, sketch] = row;
  for (const { ids } of decodeSketches(sketch) ?? []) words.discount(ids, tier === tierNumbers.cold);
  const lines = database.prepare(`DELETE FROM ${tier === tierNumbers.cold ? "cold" : "hot"} WHERE rowid = ?`);
  for (let i = 0; i < chunks; i++) lines.run(id * chunkSpan + i);
  database.prepare("DELETE FROM edge WHERE page = ?").run(id);
  database.prepare("DELETE FROM page WHERE id = ?").run(id);
  writer.total.run(-1, -chunks, -length, tier);
}

/** A cheap digest of a text (FNV-1a): whether what a hit shows is still what the index was made of. */
export function markOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

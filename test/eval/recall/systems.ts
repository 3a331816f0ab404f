/** Systems: what is asked: our search by its index on disk, plain FTS5, and grep; each gets the same pages and the same words. */

import { createRequire } from "node:module";
import { blobOid, sumsName, sumsOf } from "../../../src/base/digest.js";
import type { PagePath } from "../../../src/base/ids.js";
import { limits } from "../../../src/base/limits.js";
import type { Database } from "../../../src/recall/index/generation.js";
import { openSearch } from "../../../src/recall/index/open.js";
import type { SearchPage } from "../../../src/recall/index/search.js";
import { parseQuery } from "../../../src/recall/plan.js";
import { fold, termsOf } from "../../../src/recall/words/terms.js";

import { type EvalSet, textOf } from "./set.js";

/** A span of a page, as a system gives it. */
export interface Span {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

export interface System {
  readonly name: string;
  /** `folder` is empty and the system's own; the answer gives at most `limit` spans, best first. */
  open(set: EvalSet, folder: string): { readonly ask: (text: string, limit: number) => Answered; close(): void };
}

/** Both best first. */
export interface Answered {
  readonly spans: readonly Span[];
  /** The pages themselves; null from a system that knows of none beside its spans. */
  readonly pages: readonly string[] | null;
}

export const systems: readonly System[] = [
  { name: "grep", open: grep },
  { name: "plain FTS5", open: plainFts },
  { name: "pagefile", open: ours },
];

function ours(set: EvalSet, folder: string): ReturnType<System["open"]> {
  const search = openSearch({ dir: folder, version: "eval" });
  const texts = new Map(set.pages.map(({ path, text }) => [path, text]));
  const days = set.pages.flatMap(({ day }) => (day === null ? [] : [day])).sort();
  const pages = set.pages.map(({ path, text, title, day }) => ({
    path: path as PagePath,
    oid: blobOid(Buffer.from(text)),
    tier: "hot" as const,
    title,
    tags: [],
    words: "",
    day,
    sections: [],
  }));
  search.converge({
    stamp: set,
    pages: () => pages,
    whole: (page) => page as SearchPage,
    name: () => sumsName(sumsOf(pages)),
    read: (path) => texts.get(path) ?? null,
  });
  return {
    ask(text, most) {
      // As recall asks it, on the day of the last page.
      const query = parseQuery(text, days.at(-1) ?? "2026-01-01");
      if (!query.ok) throw new Error(query.error.says);
      const around = query.value.days === null ? {} : { around: query.value.days };
      const limit = Math.min(most, limits.recallHitsMax);
      const found = search.query({ text: query.value.text, tier: "hot", limit, admits: () => true, ...around });
      if (!found.ok || found.value.by !== "index") throw new Error("the index was not used");
      const { hits } = found.value;
      return { spans: hits, pages: [...new Set(hits.map(({ path }) => path))] };
    },
    close: () => search.close(),
  };
}

/** FTS5 as it comes, with its stemmer: a row a unit and a row a page, every word of the question or another, ranked by its BM25. */
function plainFts(set: EvalSet): ReturnType<System["open"]> {
  const Binding = createRequire(import.meta.url)("libsql") as new (file: string) => Database;
  const database = new Binding(":memory:");
  const table = (name: string, texts: readonly string[]): ((match: string, limit: number) => readonly number[]) => {
    database.exec(`CREATE VIRTUAL TABLE ${name} USING fts5(text, tokenize = 'porter unicode61')`);
    const insert = database.prepare(`INSERT INTO ${name} (rowid, text) VALUES (?, ?)`);
    for (const [i, text] of texts.entries()) insert.run(i, text);
    const select = database.prepare(`SELECT rowid FROM ${name} WHERE ${name} MATCH ? ORDER BY rank LIMIT ?`).raw();
    return (match, limit) => select.all(match, limit).map((row) => (row as [number])[0]);
  };
  const units = table(
    "unit",
    set.units.map((unit) => textOf(set, unit)),
  );
  const pages = table(
    "page",
    set.pages.map(({ text }) => text),
  );
  return {
    ask(text, limit) {
      const match =
        text
          .match(/[\p{L}\p{N}]+/gu)
          ?.map((word) => `"${word}"`)
          .join(" OR ") ?? '""';
      return {
        spans: units(match, limit).map((row) => set.units[row]!),
        pages: pages(match, limit).map((row) => set.pages[row]!.path),
      };
    },
    close: () => void database.close(),
  };
}

/** Lines that hold a word of the question, most words first, as an agent with nothing else would look; stop words are left out. */
function grep(set: EvalSet): ReturnType<System["open"]> {
  const lines = set.pages.flatMap(({ path, text }) => {
    let at = 0;
    return text.split("\n").map((line) => {
      const start = at;
      at += line.length + 1;
      return { path, start, end: start + line.length, text: fold(line) };
    });
  });
  return {
    ask(text, limit) {
      const words = [...new Set(termsOf(text).flatMap((term) => (term.stop ? [] : [fold(term.said)])))];
      const counted = lines.map((line) => ({ line, count: words.filter((word) => line.text.includes(word)).length }));
      const found = counted.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
      return { spans: found.slice(0, limit).map(({ line }) => line), pages: null };
    },
    close: () => undefined,
  };
}

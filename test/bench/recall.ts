/** Recall: the search behind recall at 10,000 and 100,000 pages: made, opened, asked and kept in step, beside plain FTS5 over the same texts. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { blobOid, shifted, sumsName, sumsOf } from "../../src/base/digest.js";
import type { PagePath } from "../../src/base/ids.js";
import type { Database } from "../../src/recall/index/generation.js";
import { openSearch } from "../../src/recall/index/open.js";
import type { Search, SearchPage, SearchQuery, SearchSource } from "../../src/recall/index/search.js";

import type { Bench, Row, Setting } from "./bench.js";
import { writtenPages } from "./recall-pages.js";
import { type Pair, wholeRecalls } from "./recall-whole.js";

const sizes = [10_000, 100_000] as const;
const queries = 300;
const updates = 40;
const warmups = 20;

export const recall: Bench = {
  name: "recall",
  says: "search over 10,000 and 100,000 pages: rebuild, cold open, queries of 2 or 3 words, and of common ones where few pages may be seen, one page changed, and whole recalls, beside plain FTS5",
  async run(setting) {
    const rows: Row[] = [];
    for (const size of sizes) rows.push(...(await measure(setting, size)));
    return rows;
  },
};

interface Shelf extends SearchSource {
  stamp: unknown;
  change(number: number, text: string): void;
}

async function measure({ seed, folder }: Setting, size: number): Promise<readonly Row[]> {
  const root = `${folder}/${size}`;
  mkdirSync(root);
  const made = writtenPages(seed, size);
  for (const [i, text] of made.texts.entries()) writeFileSync(`${root}/p${i}.md`, text);
  const shelf = shelfOf(root, made.texts);
  const asked = Array.from({ length: queries }, () => made.query());
  const first = openSearch({ dir: `${root}/index`, version: "bench" });
  const rebuild = timed(() => void first.converge(shelf));
  first.close();
  let search: Search | null = null;
  const opens = Array.from({ length: 9 }, () =>
    timed(() => {
      search?.close();
      search = openSearch({ dir: `${root}/index`, version: "bench" });
      search.converge(shelf);
    }),
  );
  const ready = openSearch({ dir: `${root}/index`, version: "bench" });
  ready.converge(shelf);
  const plain = plainFts(made.texts);
  for (const text of asked.slice(0, warmups)) ask(ready, text);
  const pairs = asked.map((text) => ({ ours: timed(() => ask(ready, text)), rival: timed(() => plain.ask(text)) }));
  const changes = Array.from({ length: updates }, (_, i) => {
    shelf.change(i * 7, `${made.texts[i * 7]}\nAnd ${made.query()} since then.\n`);
    return timed(() => {
      if (ready.converge(shelf).changed !== 1) throw new Error("one page was to change");
    });
  });
  const few = fewAdmitted(made.texts.length);
  // The rival takes seconds for one over the larger memory.
  const common = Array.from({ length: size === sizes[0] ? queries : 0 }, () => made.common());
  for (const text of common.slice(0, warmups)) ask(ready, text, few);
  const rare = common.map((text) => ({
    ours: timed(() => ask(ready, text, few)),
    rival: timed(() => plain.ask(text, few.numbers)),
  }));
  ready.close();
  const whole =
    size === sizes[0] ? await wholeRecalls(`${root}/memory`, made.texts, { asked, warmups, rival: plain.ask }) : [];
  plain.close();
  const row = (metric: string, values: readonly number[], share: number): Row => ({
    case: `${size} pages`,
    metric,
    ours: at(values, share),
    n: values.length,
  });
  return [
    row("ms a rebuild", [rebuild], 0.5),
    row("ms a cold open", opens, 0.5),
    ...compared(`${size} pages`, "ms a query", pairs),
    ...(rare.length === 0 ? [] : compared(`${size} pages, few pages admitted, common words`, "ms a query", rare)),
    row("ms an update of one page, p50", changes, 0.5),
    row("ms an update of one page, p95", changes, 0.95),
    ...(whole.length === 0 ? [] : compared(`${size} pages, recall() with its answer packed`, "ms a recall", whole)),
  ];
}

function compared(name: string, metric: string, pairs: readonly Pair[]): readonly Row[] {
  return ([50, 95] as const).map((percentile): Row => {
    const [ours, rival] = (["ours", "rival"] as const).map((side) =>
      at(
        pairs.map((pair) => pair[side]),
        percentile / 100,
      ),
    ) as [number, number];
    return {
      case: name,
      metric: `${metric}, p${percentile}`,
      ours,
      rival: `plain FTS5, ${rival.toFixed(2)} ms`,
      ratio: ours / rival,
      n: pairs.length,
    };
  });
}

/** One page in a hundred. */
interface Few {
  readonly numbers: readonly number[];
  readonly admits: SearchQuery["admits"];
}

function fewAdmitted(size: number): Few {
  const numbers = Array.from({ length: size / 100 }, (_, i) => i * 100);
  const paths = new Set(numbers.map((number) => pathOf(number)));
  return {
    numbers,
    admits: (path) => paths.has(path),
  };
}

const everyPage: Pick<SearchQuery, "admits"> = { admits: () => true };

function ask(search: Search, text: string, { admits }: Pick<SearchQuery, "admits"> = everyPage): void {
  const found = search.query({ text, tier: "hot", limit: 10, admits });
  if (!found.ok || found.value.by !== "index" || found.value.hits.length === 0)
    throw new Error(`nothing was found for ${text}`);
}

function timed(act: () => void): number {
  const start = performance.now();
  act();
  return performance.now() - start;
}

function at(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!;
}

function shelfOf(root: string, texts: readonly string[]): Shelf {
  const pages = texts.map((text, i) => pageOf(i, text));
  // As a memory keeps the name of its files: told anew after a change without a look at the others.
  let sums = sumsOf(pages);
  const shelf: Shelf = {
    stamp: {},
    pages: () => pages,
    whole: (page) => page as SearchPage,
    name: () => sumsName(sums),
    read: (path) => readFileSync(`${root}/${path}`, "utf8"),
    change(number, text) {
      writeFileSync(`${root}/p${number}.md`, text);
      sums = shifted(sums, pages[number]!, -1);
      pages[number] = pageOf(number, text);
      sums = shifted(sums, pages[number], 1);
      shelf.stamp = {};
    },
  };
  return shelf;
}

function pageOf(number: number, text: string): SearchPage {
  const path = pathOf(number);
  const title = text.slice(2, text.indexOf("\n"));
  return { path, oid: blobOid(Buffer.from(text)), tier: "hot", title, tags: [], words: "", day: null, sections: [] };
}

function pathOf(number: number): PagePath {
  return `p${number}.md` as PagePath;
}

interface Plain {
  /** Among the pages of these numbers, or among all. */
  readonly ask: (text: string, of?: readonly number[]) => void;
  close(): void;
}

function plainFts(texts: readonly string[]): Plain {
  const Binding = createRequire(import.meta.url)("libsql") as new (file: string) => Database;
  const database = new Binding(":memory:");
  database.exec("CREATE VIRTUAL TABLE page USING fts5(text, tokenize = 'porter unicode61'); BEGIN");
  const insert = database.prepare("INSERT INTO page (text) VALUES (?)");
  for (const text of texts) insert.run(text);
  database.exec("COMMIT");
  const select = (where: string) =>
    database.prepare(`SELECT rowid, text FROM page WHERE page MATCH ? ${where} ORDER BY rank LIMIT 10`);
  const [all, some] = [select(""), select("AND rowid IN (SELECT value + 1 FROM json_each(?))")];
  const match = (text: string): string =>
    text
      .split(" ")
      .map((word) => `"${word}"`)
      .join(" OR ");
  return {
    ask: (text, of) => void (of === undefined ? all.all(match(text)) : some.all(match(text), JSON.stringify(of))),
    close: () => void database.close(),
  };
}

/** Kept index: one that was updated holds what a new one would, gives what it is asked for at once, and of one moment. */

import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { afterAll, describe, expect, it } from "vitest";
import type { PagePath } from "../../../src/base/ids.js";
import {
  chunkSpan,
  currentGeneration,
  type Database,
  type OpenDatabase,
  sqliteBinding,
} from "../../../src/recall/index/generation.js";
import { openSearch } from "../../../src/recall/index/open.js";
import { indexPostings } from "../../../src/recall/index/read.js";
import type { Search } from "../../../src/recall/index/search.js";
import { storedPages } from "../../../src/recall/index/write.js";

import { ask, pathsOf, type Shelf, shelfOf } from "../../contract/search.js";

const root = fs.mkdtempSync(`${tmpdir()}/pagefile-kept-`);
const closing: { close(): unknown }[] = [];
let count = 0;

afterAll(() => {
  for (const one of closing) one.close();
  fs.rmSync(root, { recursive: true, force: true });
});

function folder(): string {
  return `${root}/${count++}`;
}

function open(dir: string, binding?: OpenDatabase): Search {
  const search = openSearch({ dir, version: "1", ...(binding === undefined ? {} : { binding: () => binding }) });
  closing.push(search);
  return search;
}

function databaseIn(dir: string): Database {
  const database = sqliteBinding()!(currentGeneration(dir)!.file);
  closing.push(database);
  return database;
}

function rowsOf(dir: string, sql: string): readonly unknown[] {
  return databaseIn(dir).prepare(sql).raw().all();
}

/** Chunks of many lengths that hold “walrus” now and then, and words of their own. */
function zoo(pages: number): Shelf {
  const shelf = shelfOf({});
  for (let i = 0; i < pages; i++) shelf.put(`memory/p${i}.md`, textOf(i, 0));
  return shelf;
}

function textOf(page: number, version: number): string {
  const entries = Array.from({ length: 1 + (page % 3) }, (_, entry) => {
    const filler = `word${page} line${(page * 7 + entry) % 11} `.repeat(1 + ((page + entry) % 9));
    const walrus = "walrus ".repeat((page * 5 + entry + version) % 4);
    return `## Part ${entry}\n\n${filler}${walrus}told${version}x${page % 5} so.\n`;
  });
  return `# Page ${page}\n\n${entries.join("\n")}`;
}

describe("an index that is made for a large memory", () => {
  it("goes on where a harness stopped the first who read it, and holds all at the end", () => {
    const [stopped, whole] = [folder(), folder()];
    const shelf = shelfOf({});
    for (let page = 0; page < 7; page++) {
      const paragraph = `${`lamp${page} of the pier `.repeat(50)}\n\n`;
      shelf.put(`memory/p${page}.md`, `# Page ${page}\n\n${paragraph.repeat(210)}`);
    }
    let left = 5;
    const read = (path: PagePath): string | null => {
      if (left === 0) throw new Error("stopped");
      left -= 1;
      return shelf.read(path);
    };
    expect(() => open(stopped).converge({ ...shelf, read })).toThrow("stopped");
    left = 100;
    const search = open(stopped);
    expect(search.converge({ ...shelf, read })).toMatchObject({ rebuilt: false, removed: 0 });
    // Three pages are half a megabyte: of five that were read, three were written down.
    expect(100 - left).toBe(4);
    open(whole).converge(shelf);
    for (const sql of ["SELECT text, hot, cold FROM word ORDER BY text", "SELECT * FROM total ORDER BY tier"])
      expect(rowsOf(stopped, sql)).toEqual(rowsOf(whole, sql));
    expect(pathsOf(ask(search, shelf, "lamp6"))).toEqual(["memory/p6.md"]);
  });
});

describe("an index that is updated", () => {
  it("holds the words, the counts and the relations that a new one would", () => {
    const [kept, fresh] = [folder(), folder()];
    const shelf = zoo(20);
    const search = open(kept);
    search.converge(shelf);
    for (let version = 1; version < 5; version++) {
      for (const page of [3, 4, 11]) shelf.put(`memory/p${page}.md`, textOf(page, version));
      shelf.put(`archive/old${version}.md`, "A walrus of old, see [[Page 3]].", { tags: ["sea"] });
      shelf.drop(`memory/p${15 + version}.md`);
      expect(search.converge(shelf)).toEqual({ added: 1, changed: 3, removed: 1, rebuilt: false });
    }
    open(fresh).converge(shelf);
    const same = [
      "SELECT text, hot, cold FROM word WHERE hot + cold > 0 ORDER BY text",
      "SELECT tier, pages, chunks, length FROM total ORDER BY tier",
      "SELECT p.path, e.key, e.kind FROM edge e JOIN page p ON p.id = e.page ORDER BY 1, 2, 3",
    ];
    for (const sql of same) expect(rowsOf(kept, sql)).toEqual(rowsOf(fresh, sql));
    expect(pathsOf(ask(search, shelf, "walrus line4"))).toEqual(pathsOf(ask(open(fresh), shelf, "walrus line4")));
  });

  it("relates by a name only what holds it as the other end does", () => {
    const shelf = shelfOf({});
    shelf.put("memory/a.md", "Tides.", { title: "Tides", tags: ["harbor"] });
    shelf.put("memory/b.md", "A plan, see [[Quay]].", { title: "Harbor" });
    shelf.put("memory/c.md", "Boats.", { title: "Quay" });
    const search = open(folder());
    search.converge(shelf);
    const related = ["memory/a.md", "memory/b.md"].flatMap((path) => search.related([path as PagePath], 9));
    expect(related.map(({ from, to, by }) => [from, to, by])).toEqual([["memory/b.md", "memory/c.md", "link"]]);
  });

  it("knows a word again that was cut within a character", () => {
    const dir = folder();
    const letters = `${"a".repeat(63)}𐐨𐐨`;
    const shelf = shelfOf({ "memory/a.md": `The ${letters} stands.`, "memory/b.md": "Nothing." });
    const search = open(dir);
    search.converge(shelf);
    shelf.put("memory/b.md", `Another ${letters} here.`);
    expect(search.converge(shelf)).toMatchObject({ changed: 1, rebuilt: false });
    expect(pathsOf(ask(search, shelf, letters))).toHaveLength(2);
  });

  it("begins as one list however many pages were written, and never grows to many", () => {
    const dir = folder();
    // More than one transaction writes.
    const shelf = shelfOf(Object.fromEntries(Array.from({ length: 2_001 }, (_, i) => [`memory/p${i}.md`, `w${i}`])));
    const search = open(dir);
    search.converge(shelf);
    const lists = (): number => rowsOf(dir, "SELECT DISTINCT segid FROM hot_idx").length;
    expect(lists()).toBe(1);
    const most = Array.from({ length: 40 }, (_, i) => {
      shelf.put(`memory/p${i % 30}.md`, textOf(i % 30, i + 1));
      search.converge(shelf);
      return lists();
    });
    expect(Math.max(...most)).toBeLessThan(10);
    // FTS5 would join lists on its own account, some update or other paying for all.
    expect(rowsOf(dir, "SELECT v FROM hot_config WHERE k = 'automerge'")).toEqual([[0]]);
  });
});

describe("what is read of an index", () => {
  it("is the best chunks in the order of FTS5, and their pages by one statement", () => {
    const dir = folder();
    open(dir).converge(zoo(60));
    const database = databaseIn(dir);
    let reads = 0;
    const watched: Database = {
      prepare(sql) {
        const statement = database.prepare(sql);
        const [get, all] = [statement.get.bind(statement), statement.all.bind(statement)];
        statement.get = (...values) => {
          reads++;
          return get(...values);
        };
        statement.all = (...values) => {
          reads++;
          return all(...values);
        };
        return statement;
      },
      exec: (sql) => database.exec(sql),
      close: () => undefined,
    };
    const pages = storedPages(watched);
    const postings = indexPostings(watched, "hot", pages);
    const form = { ...postings.find("walru")!, kind: "word" as const };
    const found = postings.best({ words: [[form]], phrases: [], within: null, thorough: false }, 40);
    const sql = "SELECT rowid FROM hot WHERE hot MATCH '\"walru\"' ORDER BY rank LIMIT 40";
    const plain = database.prepare(sql).raw().all() as readonly [number][];
    expect(found.map(({ page, chunk }) => page * chunkSpan + chunk)).toEqual(plain.map(([number]) => number));
    const before = reads;
    for (const { page, chunk } of found) {
      expect(postings.page(page)!.chunks[chunk]!.ids).toContain(form.id);
      expect(pages.info(page).chunks.length).toBe(postings.page(page)!.chunks.length);
    }
    expect(reads).toBe(before);
    expect(() => pages.page(4_711)).toThrow("names page 4711 and does not hold it");
  });

  it("is the words near one: those it begins, those as short with another letter, those that share letters in a row", () => {
    const dir = folder();
    open(dir).converge(shelfOf({ "memory/a.md": "A tape, 海豚, and the gatekeeper." }));
    const database = databaseIn(dir);
    const postings = indexPostings(database, "hot", storedPages(database));
    const near = (word: string): readonly string[] => postings.near(word).map(({ text }) => text);
    expect(near("海")).toEqual(["海豚"]);
    expect(near("tabe")).toEqual(["tape"]);
    expect(near("keeping")).toEqual(["gatekeep"]);
    expect(indexPostings(database, "cold", storedPages(database)).near("tabe")).toEqual([]);
  });

  it("is of one moment, whatever another process writes meanwhile", () => {
    const dir = folder();
    const shelf = zoo(12);
    const other = open(dir);
    other.converge(shelf);
    const theirs = zoo(12);
    theirs.put("memory/p7.md", "Gone.");
    theirs.drop("memory/p10.md");
    let meanwhile = (): void => void other.converge(theirs);
    const one = open(dir, (file) => {
      const database = sqliteBinding()!(file);
      return {
        prepare(sql) {
          const statement = database.prepare(sql);
          if (!sql.includes("JOIN page")) return statement;
          const all = statement.all.bind(statement);
          statement.all = (...values) => {
            meanwhile();
            meanwhile = () => undefined;
            return all(...values);
          };
          return statement;
        },
        exec: (sql) => database.exec(sql),
        close: () => database.close(),
      };
    });
    const generation = currentGeneration(dir)!.name;
    const found = ask(one, shelf, "walrus");
    expect(found.by).toBe("index");
    expect(pathsOf(found)).toContain("memory/p7.md");
    expect(currentGeneration(dir)!.name).toBe(generation);
  });

  it("is shown with texts that the source gives in one go", () => {
    const shelf = zoo(6);
    const given: (readonly PagePath[])[] = [];
    const indexed: boolean[] = [];
    const source = {
      ...shelf,
      read: () => null,
      readEach(
        paths: readonly PagePath[],
        use: (path: PagePath, text: string | null) => void,
        isIndexed: (path: PagePath, text: string) => boolean = () => false,
      ): void {
        given.push(paths);
        for (const path of paths) {
          const text = shelf.read(path) ?? "";
          indexed.push(isIndexed(path, text), isIndexed(path, `${text} more`));
          use(path, text);
        }
      },
    };
    const search = open(folder());
    search.converge(shelf);
    search.converge(source);
    const found = search.query({ text: "walrus", tier: "hot", limit: 9, admits: () => true });
    if (!found.ok) throw new Error(found.error.says);
    expect(given).toHaveLength(1);
    expect(indexed).toEqual(given[0]!.flatMap(() => [true, false]));
    expect(new Set(given[0])).toEqual(new Set(pathsOf(found.value)));
    expect(given[0]).toHaveLength(new Set(given[0]).size);
    expect(found.value.hits.length).toBeGreaterThan(given[0]!.length);
  });
});

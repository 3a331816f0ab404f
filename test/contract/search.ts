/** Search contract: what every search keeps, wherever its index lies: on disk, or in memory. */

import { expect, it } from "vitest";
import { sumsName, sumsOf } from "../../src/base/digest.js";
import type { Oid, PagePath } from "../../src/base/ids.js";
import type { Tier } from "../../src/page/page.js";
import { sqliteBinding } from "../../src/recall/index/generation.js";
import type { Search, SearchFound, SearchPage, SearchQuery, SearchSource } from "../../src/recall/index/search.js";
import { memorySqlite } from "../../src/recall/index/sqlite.js";
import { markOf, type StoredPages } from "../../src/recall/index/write.js";
import type { Postings } from "../../src/recall/rank/rows.js";

/** Pages in memory that count how often each was read. */
export interface Shelf extends SearchSource {
  stamp: unknown;
  readonly reads: string[];
  put(path: string, text: string, extra?: Partial<SearchPage>): void;
  drop(path: string): void;
}

export function shelfOf(texts: Readonly<Record<string, string>>): Shelf {
  const pages = new Map<string, { readonly page: SearchPage; readonly text: string }>();
  const shelf: Shelf = {
    stamp: {},
    reads: [],
    pages: () => [...pages.values()].map(({ page }) => page),
    whole: (page) => page as SearchPage,
    name: () => sumsName(sumsOf(shelf.pages())),
    read(path) {
      shelf.reads.push(path);
      return pages.get(path)?.text ?? null;
    },
    put(path, text, extra = {}) {
      const tier: Tier = path.startsWith("archive/") ? "cold" : "hot";
      const oid = String(markOf(text)).padStart(40, "0") as Oid;
      const page = {
        path: path as PagePath,
        oid,
        tier,
        title: path,
        tags: [],
        words: "",
        day: null,
        sections: [],
        ...extra,
      };
      pages.set(path, { page, text });
      shelf.stamp = {};
    },
    drop(path) {
      pages.delete(path);
      shelf.stamp = {};
    },
  };
  for (const [path, text] of Object.entries(texts)) shelf.put(path, text);
  return shelf;
}

/** What an index of these pages answers when they are ranked, and the pages by their numbers. */
export function indexed(shelf: Shelf): { readonly postings: Postings; readonly pages: StoredPages } {
  const index = memorySqlite(sqliteBinding()!, "1", shelf);
  return { postings: index.postings("hot"), pages: index.pages };
}

export function ask(search: Search, shelf: Shelf, text: string, more: Partial<SearchQuery> = {}): SearchFound {
  search.converge(shelf);
  const found = search.query({ text, tier: "hot", limit: 10, admits: () => true, ...more });
  if (!found.ok) throw new Error(found.error.says);
  return found.value;
}

export function pathsOf(found: SearchFound): readonly string[] {
  return [...new Set(found.hits.map(({ path }) => path as string))];
}

const many = Object.fromEntries(
  Array.from({ length: 12 }, (_, i) => [
    `memory/filler-${i}.md`,
    `# Filler ${i}\n\nNothing of note happened here.\n`,
  ]),
);

/** Words of many languages and trades, each with a query that a person would type. */
const wanted: readonly (readonly [query: string, path: string, text: string])[] = [
  ["数据库", "memory/zh.md", "我们决定把数据库迁移到新的服务器。"],
  ["東京 会議", "memory/ja.md", "来週は東京で会議があります。"],
  ["Versicherung", "memory/de.md", "Die Krankenversicherungskarte liegt im Schrank."],
  ["user name by id", "memory/code.md", "Call `getUserNameById` first."],
  ["getUserNameById", "memory/code.md", "Call `getUserNameById` first."],
  ["src/flow/recall.ts", "memory/path.md", "The bug was in src/flow/recall.ts all along."],
  ["🎉", "memory/emoji.md", "Release day 🎉 at last."],
  ["kubernets", "memory/typo.md", "The kubernetes cluster was drained."],
  ["authen", "memory/prefix.md", "Authentication is done by the gateway."],
  ["deploying services", "memory/stem.md", "The service was deployed twice."],
  ['"purple zebra"', "memory/phrase.md", "They saw a purple zebra there."],
  ["foo-bar OR (baz*", "memory/syntax.md", "Set foo-bar and baz in it."],
  ["Größe", "memory/accent.md", "Die GRÖSSE der Datei."],
];

export function searchContract(open: () => Search, by: SearchFound["by"]): void {
  it.each(wanted)("finds %s", (query, path, text) => {
    const shelf = shelfOf({ ...many, [path]: text, "memory/zebra.md": "A purple car and a green zebra.\n" });
    const found = ask(open(), shelf, query);
    expect(pathsOf(found)[0]).toBe(path);
    expect(found.by).toBe(by);
    expect(found.hits[0]!.terms.length).toBeGreaterThan(0);
  });

  it("finds a phrase only where it stands together", () => {
    const shelf = shelfOf({ "a.md": "A purple car and a green zebra.", "b.md": "One purple zebra." });
    expect(pathsOf(ask(open(), shelf, '"purple zebra"'))).toEqual(["b.md"]);
    expect(pathsOf(ask(open(), shelf, "purple zebra"))).toEqual(["b.md", "a.md"]);
  });

  it("gives no neighbor of a phrase for the phrase", () => {
    const shelf = shelfOf({ ...many, "log.md": "- Ann: I saw a purple zebra.\n- Bob: A zebra, nice.\n" });
    expect(ask(open(), shelf, '"purple zebra"').hits.map(({ text }) => text)).toEqual([
      "- Ann: I saw a purple zebra.",
    ]);
    expect(ask(open(), shelf, "purple zebra").hits).toHaveLength(2);
  });

  it("follows pages that come, change and go", () => {
    const search = open();
    const shelf = shelfOf({ ...many, "a.md": "The walrus sleeps." });
    expect(pathsOf(ask(search, shelf, "walrus"))).toEqual(["a.md"]);
    shelf.put("a.md", "The otter sleeps.");
    shelf.put("b.md", "A walrus wakes.");
    expect(pathsOf(ask(search, shelf, "walrus"))).toEqual(["b.md"]);
    expect(pathsOf(ask(search, shelf, "otter"))).toEqual(["a.md"]);
    shelf.drop("b.md");
    expect(ask(search, shelf, "walrus").hits).toEqual([]);
  });

  it("keeps what may not be seen out", () => {
    const shelf = shelfOf({ ...many, "secret.md": "The walrus code is 7.", "open.md": "A walrus at the zoo." });
    const found = ask(open(), shelf, "walrus", { admits: (path) => path !== "secret.md" });
    expect(pathsOf(found)).toEqual(["open.md"]);
    expect(ask(open(), shelf, "walrus", { admits: () => false })).toMatchObject({ hits: [] });
    expect(ask(open(), shelf, "hippo")).toMatchObject({ hits: [] });
  });

  it("keeps the tiers apart", () => {
    const shelf = shelfOf({ "hot.md": "A walrus.", "archive/2024/cold.md": "An old walrus." });
    expect(pathsOf(ask(open(), shelf, "walrus"))).toEqual(["hot.md"]);
    expect(pathsOf(ask(open(), shelf, "walrus", { tier: "cold" }))).toEqual(["archive/2024/cold.md"]);
  });

  it("keeps to the days asked for", () => {
    const shelf = shelfOf({});
    shelf.put("memory/2024-03-05.md", "- saw a walrus", { day: "2024-03-05" });
    shelf.put("memory/2024-04-05.md", "- saw a walrus again", { day: "2024-04-05" });
    shelf.put("memory/undated.md", "A walrus, some day.");
    const march = { from: "2024-03-01", to: "2024-03-31" };
    expect(pathsOf(ask(open(), shelf, "walrus", { within: march }))).toEqual(["memory/2024-03-05.md"]);
    const since = { from: "2024-04-01", to: null };
    expect(pathsOf(ask(open(), shelf, "walrus", { within: since }))).toEqual(["memory/2024-04-05.md"]);
    expect(pathsOf(ask(open(), shelf, "walrus", { around: march }))[0]).toBe("memory/2024-03-05.md");
  });

  it("relates pages by links and tags", () => {
    const shelf = shelfOf({});
    shelf.put("memory/a.md", "See [[Harbor plan]].", { title: "Ships", tags: ["sea"] });
    shelf.put("memory/b.md", "A plan.", { title: "Harbor plan" });
    shelf.put("memory/c.md", "Tides.", { title: "Tides", tags: ["sea"] });
    const search = open();
    ask(search, shelf, "plan");
    const related = search.related(["memory/a.md" as PagePath], 10);
    expect(related.map(({ to, by }) => [to, by])).toEqual([
      ["memory/b.md", "link"],
      ["memory/c.md", "tag"],
    ]);
    expect(search.related(["memory/b.md" as PagePath], 10)).toMatchObject([{ to: "memory/a.md", by: "backlink" }]);
  });

  it("says where a hit stands, and why", () => {
    const text = "# Zoo\n\n## Animals\n\n- Ann: The walrus sleeps.\n- Bob: Where is the otter?\n";
    const section = { slug: "animals", start: text.indexOf("## "), end: text.length };
    const shelf = shelfOf(many);
    shelf.put("memory/zoo.md", text, { title: "Zoo", sections: [section] });
    const [hit] = ask(open(), shelf, "walrus Ann").hits;
    expect(hit).toMatchObject({
      path: "memory/zoo.md",
      slug: "animals",
      speaker: "Ann",
      headings: ["Zoo", "Animals"],
    });
    expect(text.slice(hit!.start, hit!.end)).toBe(hit!.text);
    expect(hit!.text).toBe("- Ann: The walrus sleeps.");
    expect(hit!.terms.map(({ asked, fields }) => [asked, fields[0]])).toEqual([
      ["walrus", "body"],
      ["Ann", "speaker"],
    ]);
    const { words, neighbors, page, signals } = hit!.shares;
    expect(words + neighbors + page + signals).toBeCloseTo(1, 9);
    expect(hit!.coverage).toBeCloseTo(1, 9);
  });
}

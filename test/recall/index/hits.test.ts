/** Hits: only files that are likely to be shown are read at once, and one that moved is found out whenever it is read. */

import { expect, it } from "vitest";
import { hitsOf } from "../../../src/recall/index/read.js";
import { rank } from "../../../src/recall/rank/rank.js";

import { indexed, shelfOf } from "../../contract/search.js";

const pages = 30;
const textOf = (page: number): string => `- A walrus of ${page} years.\n`;

/** What finds all pages in their order, and what was read of them; `now` is what a file says. */
function found(now: (page: number) => string | null) {
  const texts = Array.from({ length: pages }, (_, i) => [`p${String(i).padStart(2, "0")}.md`, textOf(i)] as const);
  const index = indexed(shelfOf(Object.fromEntries(texts)));
  const ranked = rank(index.postings, {
    text: "walrus",
    limit: pages,
    admits: () => true,
    within: null,
    around: null,
  });
  const reads: string[][] = [];
  const answered = hitsOf(ranked, index.pages, (paths) => {
    reads.push([...paths]);
    return new Map(paths.map((path) => [path, now(Number(path.slice(1, 3)))] as const).filter(isThere));
  });
  return { ...answered, reads };
}

function isThere<P>(one: readonly [P, string | null]): one is readonly [P, string] {
  return one[1] !== null;
}

it("reads the best in one go, and one behind them when its text is asked for, once", () => {
  const { hits, reads } = found(textOf);
  expect(hits).toHaveLength(pages);
  expect(reads.map(({ length }) => length)).toEqual([12]);
  expect(hits[0]?.text).toBe(textOf(0).trimEnd());
  expect(reads).toHaveLength(1);
  expect([hits[20]?.text, hits[20]?.text]).toEqual([textOf(20).trimEnd(), textOf(20).trimEnd()]);
  expect(reads.slice(1)).toEqual([["p20.md"]]);
});

it("leaves out those of the best that moved and reads on for them; one behind them has no text", () => {
  const { hits, moved, reads } = found((page) => (page === 3 ? null : page % 5 === 1 ? "Other." : textOf(page)));
  expect(moved).toEqual(["p01.md", "p03.md", "p06.md", "p11.md"]);
  expect(reads.flat()).toHaveLength(16);
  expect(hits.map(({ path }) => path)).not.toContain("p06.md");
  expect(hits.find(({ path }) => path === "p21.md")?.text).toBeNull();
});

it("knows every page as moved where all are", () => {
  const { hits, moved } = found(() => "Other.");
  expect([hits.length, moved.length]).toEqual([0, pages]);
});

it("says without a read which chunks can have the tag of a person's words: all that have its word, however it is written", () => {
  const texts = ["- A walrus. [human]\n", "- A human walrus.\n", "- A walrus[human].\n", "- A walrus.\n"];
  const { postings } = indexed(shelfOf(Object.fromEntries(texts.map((text, i) => [`p${i}.md`, text]))));
  const asked = { text: "walrus", limit: pages, admits: () => true, within: null, around: null };
  const ofPath = rank(postings, asked).hits.map(({ path, tagged }) => [path, tagged] as const);
  expect(Object.fromEntries(ofPath)).toEqual({ "p0.md": true, "p1.md": true, "p2.md": true, "p3.md": false });
});

/** RankWorth: pages go by what each says as a whole, and by words that go with the question's; nothing unseen takes part. */

import { describe, expect, it } from "vitest";
import { heapIndex } from "../../../src/recall/index/open.js";
import { type Ranked, rank } from "../../../src/recall/rank/rank.js";

type Log = Readonly<Record<string, readonly string[]>>;

/** Paths by worth, best first; ties by path. */
function pagesFor(log: Log, text: string): readonly string[] {
  return worths(log, text).map(([path]) => path);
}

type Worths = readonly (readonly [path: string, worth: number])[];

function worths(log: Log, text: string, admits: (path: string) => boolean = () => true): Worths {
  const worth = new Map(hitsFor(log, text, { admits }).map((hit) => [hit.path, hit.worth]));
  return [...worth].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
}

interface How {
  readonly admits?: (path: string) => boolean;
  readonly limit?: number;
}

function hitsFor(log: Log, text: string, { admits = () => true, limit = 64 }: How): Ranked["hits"] {
  const index = heapIndex();
  for (const [path, turns] of Object.entries(log)) {
    const head = { title: path, tags: [], words: "", day: null, sections: [] };
    index.add({ path, text: turns.map((turn) => `- ${turn}\n`).join(""), head });
  }
  return rank(index, { text, limit, admits, within: null, around: null }).hits;
}

/** How much more `told` is worth than `other`. */
function gapOf(found: Worths): number {
  const worth = new Map(found);
  return worth.get("told")! - worth.get("other")!;
}

const filler = "Ann: nothing much happened at work and the weather was dull again";

/** The same pages, each with five lines more of what nobody else says. */
function withTalk(log: Log): Log {
  const talk = (path: string): readonly string[] => Array.from({ length: 5 }, (_, i) => `Bob: so ${path}${i}x it is`);
  return Object.fromEntries(Object.entries(log).map(([path, turns]) => [path, [...turns, ...talk(path)]]));
}

/** Talk of a tent and a stove goes with camping; the page `told` says so without the word, `other` does not. */
const camping = withTalk({
  a: ["Ann: we went camping and pitched the tent", "Bob: was there a stove?", filler],
  b: ["Ann: camping again, the tent leaked", "Ann: the stove would not burn", filler],
  c: ["Bob: camping with a new tent", "Bob: a stove for the night", filler],
  told: ["Ann: the weekend was fine", "Ann: the tent stood by the stove", filler],
  other: ["Ann: the weekend was fine", "Ann: the ledger lay by the invoice", filler],
  d: ["Bob: a dentist called", filler],
  e: ["Bob: the invoice is late", filler],
  ...Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`w${i}`, [`Ann: weekend number ${i}${i}`, filler]])),
});

describe("a page's worth", () => {
  it("is that of all it says, not of its best line", () => {
    const log = {
      many: ["Ann: the boat is red", "Ann: the boat has oars", "Ann: the boat leaks", "Ann: a boat needs paint"],
      one: ["Ann: the red boat", filler, filler, filler],
    };
    expect(pagesFor(log, "boat")).toEqual(["many", "one"]);
  });

  it("counts how few pages hold a word, not how few lines do", () => {
    const five = (line: string): readonly string[] => [filler, ...Array.from({ length: 5 }, () => line)];
    // The violin in ten lines of two pages, the maple in nine of five.
    const log: Record<string, readonly string[]> = { often: five("Bob: maple syrup") };
    for (const path of ["rare", "rarer"]) log[path] = five("Bob: violin lesson");
    for (let i = 0; i < 4; i++) log[`p${i}`] = [filler, "Bob: maple leaves", filler, filler];
    expect(pagesFor(log, "violin maple")[0]).toBe("rare");
  });

  it("grows by words that go with the question's where those were found", () => {
    const asked = "camping weekend";
    expect(gapOf(worths(camping, asked))).toBeGreaterThan(0.05);
    // The control: nobody speaks of camping, so nothing tells the two apart.
    const { a: _a, b: _b, c: _c, ...without } = camping;
    expect(Math.abs(gapOf(worths(without, asked)))).toBeLessThan(0.02);
  });

  it("owes little to who speaks on it, however few pages that one speaks on", () => {
    const talk = Object.fromEntries(
      Array.from({ length: 6 }, (_, i) => [
        `p${i}`,
        [filler.replace("Ann", "Eve"), `Bob: a ${i < 2 ? "boat" : "cart"} ${i}${i}`],
      ]),
    );
    const log = {
      ...talk,
      named: [filler, "Bob: dear Ann", "Bob: so Ann", "Bob: well Ann"],
      told: ["Bob: the boat", "Bob: a boat", "Bob: boats"],
    };
    expect(pagesFor(log, "Ann boat")[0]).toBe("told");
  });

  it("hears nothing of pages that may not be seen", () => {
    const seen = (path: string): boolean => !["a", "b", "c"].includes(path);
    expect(Math.abs(gapOf(worths(camping, "camping weekend", seen)))).toBeLessThan(0.02);
  });

  it("is the same in whatever order the pages came", () => {
    const turned = Object.fromEntries(Object.entries(camping).reverse());
    expect(worths(turned, "camping weekend")).toEqual(worths(camping, "camping weekend"));
  });
});

describe("hits", () => {
  // Many pages say the words once, in one line and beside much else; one says nothing but them, each in lines of its own.
  const still = Array.from({ length: 4 }, () => "Bob: so it was");
  const apart = ["Ann: the boat", "Ann: the oars", "Ann: the lamp"].flatMap((line) => [line, ...still]);
  const once = Array.from(
    { length: 12 },
    (_, i) => [`p${i}`, ["Ann: boat oars lamp", filler, filler, filler]] as const,
  );
  const log = { ...Object.fromEntries(once), told: Array.from({ length: 8 }, () => apart).flat() };

  it("hold the best line of the page that is worth most, however many lines score more", () => {
    const ask = (limit: number): readonly (readonly [string, number])[] => {
      return hitsFor(log, "boat oars lamp", { limit }).map(({ path, worth }) => [path, worth] as const);
    };
    const lines = ask(64);
    // The control: not one of its lines is among the first eight.
    expect(lines.findIndex(([path]) => path === "told")).toBeGreaterThanOrEqual(8);
    expect(lines.find(([path]) => path === "told")?.[1]).toBe(1);
    expect(ask(8).filter(([path]) => path === "told")).toHaveLength(1);
    expect(ask(8)).toHaveLength(8);
  });
});

it("a page that says a word in every line does not hide the others", () => {
  const loud = Array.from({ length: 150 }, () => "Ann: boat boat boat");
  const quiet = Array.from(
    { length: 10 },
    (_, i) => [`p${i}`, [filler, `Ann: a boat among much else of day ${i}`]] as const,
  );
  const hits = hitsFor({ loud, ...Object.fromEntries(quiet) }, "boat", { limit: 8 });
  expect(new Set(hits.map(({ path }) => path)).size).toBe(2);
});

describe("words in quotes", () => {
  const log = { a: ["Ann: she read Nothing Was Ever Impossible in a day"], b: ["Bob: a book on sleep"] };
  const ask = (
    text: string,
    admits: (path: string) => boolean = () => true,
  ): readonly [readonly string[], boolean] => {
    const index = heapIndex();
    for (const [path, turns] of Object.entries(log))
      index.add({
        path,
        text: turns.join("\n"),
        head: { title: path, tags: [], words: "", day: null, sections: [] },
      });
    const { hits, loosened } = rank(index, { text, limit: 8, admits, within: null, around: null });
    return [hits.map(({ path }) => path), loosened];
  };

  it("that stand nowhere together are searched one by one, where the question says more", () => {
    expect(ask('who read "nothing is impossible"?')).toEqual([["a"], true]);
    expect(ask('who read "was ever impossible"?')).toEqual([["a"], false]);
  });

  it("alone must stand together", () => {
    expect(ask('"impossible nothing"')).toEqual([[], false]);
  });

  it("that stand where the asker may not look are not looked for elsewhere", () => {
    expect(ask('a book "ever impossible"', (path) => path === "b")).toEqual([[], false]);
  });
});

it("of like words comes first what is of the days asked for, then what is nearest to them, and nothing is left out", () => {
  const index = heapIndex();
  for (const day of ["2026-05-01", "2026-05-12", "2026-05-16", "2026-06-20"]) {
    const head = { title: "log", tags: [], words: "", day, sections: [] };
    index.add({ path: day, text: "- Ann: the boat was painted\n", head });
  }
  const around = { from: "2026-05-10", to: "2026-05-13" };
  const { hits } = rank(index, { text: "boat", limit: 9, admits: () => true, within: null, around });
  const byWorth = [...hits].sort((a, b) => b.worth - a.worth).map(({ path }) => path);
  expect(byWorth).toEqual(["2026-05-12", "2026-05-16", "2026-05-01", "2026-06-20"]);
  const alone = rank(index, { text: "the", limit: 9, admits: () => true, within: null, around }).hits;
  expect(alone.map(({ path }) => path)).toEqual(["2026-05-12"]);
});

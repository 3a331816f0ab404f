/** Places: a text that names one is found by what it is, says so, and “where” ranks without finding anything. */

import { describe, expect, it, test } from "vitest";
import { heapIndex } from "../../../src/recall/index/open.js";
import { type Ranked, rank } from "../../../src/recall/rank/rank.js";
import { asksForPlace, placeTermOf, placeTerms, placeWord } from "../../../src/recall/rank/weights.js";
import { stem, termsOf } from "../../../src/recall/words/terms.js";
import { fieldBit } from "../../../src/recall/words/typo.js";

const anywhere = ["place", "location"];
const city = ["city", "town", ...anywhere];

const kindsOf = (names: readonly string[]): readonly string[] => placeTerms(names).map(({ said }) => said);

describe("placeTerms", () => {
  it.each([
    ["lisbon", city],
    ["lisbon marathon", city],
    ["trip to rome", city],
    ["port-au-prince", city],
    ["xi'an", city],
    ["n’djamena", city],
    ["wurttemberg", []],
    ["baden-wurttemberg", ["state", "province", ...anywhere]],
    ["spain", ["country", "nation", ...anywhere]],
    ["south korea", ["country", "nation", ...anywhere]],
    ["new york", ["city", "town", "place", "location", "state", "province"]],
    ["york", []],
    ["lisa", []],
    ["", []],
  ])("says what %s is", (name, kinds) => {
    expect([...kindsOf([name])].sort()).toEqual([...kinds].sort());
  });

  it("says each once, whatever is named, and knows no name that holds no letter", () => {
    expect(kindsOf(["lisbon", "rome", "oslo"])).toEqual(city);
    expect(kindsOf(["spain", "lisbon"])).toHaveLength(6);
    for (const none of [" ", "|", "\n", "-"]) expect(kindsOf([none])).toEqual([]);
  });
});

test("what stands for names is asked for by its word, and is no word of any text", () => {
  for (const { text, said } of placeTerms(["lisbon", "spain", "oregon"])) {
    expect(termsOf(said).map((term) => placeTermOf(term.text))).toEqual([text]);
    expect(termsOf(text).map((term) => term.text)).not.toContain(text);
  }
  expect(placeTermOf(stem("train"))).toBeNull();
});

test("“where” asks for a place by a word that the index knows as it stands", () => {
  expect(asksForPlace(["so", "where", "is", "it"])).toBe("where");
  expect(asksForPlace(["wo", "war", "das"])).toBe("wo");
  expect(asksForPlace(["somewhere", "nowhere"])).toBeNull();
  expect(stem(placeWord)).toBe(placeWord);
});

type Log = Readonly<Record<string, string>>;

function ranked(log: Log, text: string): Ranked {
  const index = heapIndex();
  for (const [path, said] of Object.entries(log)) {
    const head = { title: path, tags: [], words: "", day: null, sections: [] };
    index.add({ path, text: `- ${said}\n`, head });
  }
  return rank(index, { text, limit: 10, admits: () => true, within: null, around: null });
}

const trips: Log = {
  a: "we took the train to the office",
  b: "we took the train to Lisbon",
  c: "we took the boat to Spain",
  d: "we took the train and lost the lisbon in the spain of it",
};

const first = (text: string): unknown => ranked(trips, text).hits.map(({ path }) => path);

test("a page that names a place is found by what that is, and says that it is by a name", () => {
  expect([first("which city?"), first("which towns"), first("countries")]).toEqual([["b"], ["b"], ["c"]]);
  const [hit] = ranked(trips, "which city?").hits;
  expect(hit?.held).toMatchObject([
    { form: { text: placeTermOf(stem("city")), kind: "word" }, mask: fieldBit.entities },
  ]);
});

test("who says the word and names one comes before who only names one", () => {
  const log = { a: "we went to Oslo by train", b: "the best city of all was Oslo, by train", c: "home by train" };
  expect(ranked(log, "city by train").hits.map(({ path }) => path)).toEqual(["b", "a", "c"]);
});

test("“where” prefers what names a place, finds nothing by itself, and weighs nothing", () => {
  expect(first("who saw the train")).toEqual(["a", "b", "d"]);
  expect(first("where did the train go")).toEqual(["b", "a", "d"]);
  expect(first("where is the ledger")).toEqual([]);
  const { hits, words } = ranked(trips, "where did the train go");
  expect(words.map(({ asked, weight, implied }) => [asked, weight > 0, implied])).toEqual([
    ["train", true, false],
    ["go", true, false],
    ["where", false, true],
  ]);
  expect(words.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 9);
  expect(hits[0]?.held.map(({ word }) => words[word]?.asked)).toEqual(["train", "where"]);
});

test("what “where” asks for covers nothing of a question", () => {
  const log = { a: "the train left", b: "the train left Lisbon" };
  const coverages = (text: string): unknown => ranked(log, text).hits.map(({ path, coverage }) => [path, coverage]);
  expect(coverages("where is the train")).toEqual([
    ["b", 1],
    ["a", 1],
  ]);
  expect(ranked(log, "which city has a train").hits.map(({ coverage }) => coverage > 0.5)).toEqual([true, false]);
});

test("no word is near to what stands for names, however it is misspelled", () => {
  const log = { a: "we flew to Lisbon", b: "we flew home" };
  for (const text of ["plane", "cittie", "stat", "cit", "locaton", "towns'"]) {
    const paths = ranked(log, text).hits.map(({ path }) => path);
    expect([text, paths]).toEqual([text, text === "towns'" ? ["a"] : []]);
  }
});

test("“where” asks for names of places, and not for the word", () => {
  const log = { a: "the train left its place", b: "the train left Lisbon", c: "the train left" };
  expect(ranked(log, "where is the train").hits.map(({ path }) => path)).toEqual(["b", "c", "a"]);
  expect(ranked(log, "place").hits.map(({ path }) => path)).toEqual(["a", "b"]);
});

test("where no page names a place, “where” changes nothing", () => {
  const log = { a: "the train left", b: "the train and the ledger" };
  const plain = ranked(log, "train ledger");
  const asked = ranked(log, "where is the train ledger");
  expect(asked.words.map((word) => word.asked)).toEqual(["train", "ledger"]);
  expect(asked.hits).toEqual(plain.hits);
});

test("what is told of “place” itself is asked for as it is said, once", () => {
  const { words } = ranked({ a: "the best place is Oslo" }, "where is the best place");
  expect(words.map(({ asked, implied }) => [asked, implied])).toEqual([
    ["best", false],
    ["place", false],
  ]);
});

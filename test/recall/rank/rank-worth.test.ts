/** RankScore: chunks go by their words, who says them and of when; nothing unseen takes part. */

import { describe, expect, it } from "vitest";
import { type Ranked, rank } from "../../../src/recall/rank/rank.js";
import type { Postings } from "../../../src/recall/rank/rows.js";

import { indexed, shelfOf } from "../../contract/search.js";

type Log = Readonly<Record<string, readonly string[]>>;

interface How {
  readonly admits?: (path: string) => boolean;
  readonly limit?: number;
}

function postingsOf(log: Log, textOf: (turns: readonly string[]) => string): Postings {
  const texts = Object.entries(log).map(([path, turns]) => [path, textOf(turns)]);
  return indexed(shelfOf(Object.fromEntries(texts))).postings;
}

function hitsFor(log: Log, text: string, { admits = () => true, limit = 64 }: How): Ranked["hits"] {
  const postings = postingsOf(log, (turns) => turns.map((turn) => `- ${turn}\n`).join(""));
  return rank(postings, { text, limit, admits, within: null, around: null }).hits;
}

const filler = "Ann: nothing much happened at work and the weather was dull again";

it("what a person says comes before what a program says of it at length, also under headings of its own", () => {
  const answer = "assistant: Great, a rule!\n\n  ### Deploys\n\n  Deploys run on Friday after the tests of Friday.";
  const hits = hitsFor({ a: [answer, "user: Deploys run on Friday, mind that."] }, "deploys on Friday", {});
  expect(hits[0]?.chunk).toBe(2);
  // The control: said by nobody, the longer text has more of the words.
  const unsaid = hitsFor(
    { a: [answer.replace("assistant: ", ""), "Deploys run on Friday, mind that."] },
    "deploys on Friday",
    {},
  );
  expect(unsaid[0]?.chunk).toBe(1);
});

it.each([
  ["when was the boat painted", "your boat, you painted it", "my boat, I painted it"],
  ["wann wurde das Boot gestrichen", "dein Boot hast du gestrichen", "mein Boot habe ich gestrichen"],
  ["quand le bateau est-il parti", "ton bateau, tu es parti", "mon bateau, je suis parti"],
  ["когда покрасили лодку", "твоя лодка, ты покрасил её", "моя лодка, я покрасил её"],
])("who says “you” is behind who tells of their own (%s)", (question, remark, telling) => {
  expect(hitsFor({ a: [`Bob: ${remark}`, `Ann: ${telling}`] }, question, {})[0]?.chunk).toBe(1);
});

it("a page on which nobody speaks may say “you”", () => {
  const log = { a: ["your boat, you painted it"], b: ["my boat, I painted it"] };
  const scores = (front: string): readonly number[] => {
    const postings = postingsOf(log, (turns) => `- ${front}${turns.join()}`);
    return rank(postings, { text: "boat", limit: 8, admits: () => true, within: null, around: null }).hits.map(
      ({ score }) => score,
    );
  };
  expect(new Set(scores("")).size).toBe(1);
  expect(new Set(scores("Ann: ")).size).toBe(2);
});

it("a role is nobody's name", () => {
  const log = { a: ["user: the boat", "Eve: the boat"] };
  expect(hitsFor(log, "boat user", {})[0]?.chunk).toBe(0);
  const [first, second] = hitsFor(log, "boat", {});
  expect(first?.score).toBe(second?.score);
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
    const postings = postingsOf(log, (turns) => turns.join("\n"));
    const { hits, loosened } = rank(postings, { text, limit: 8, admits, within: null, around: null });
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
  const shelf = shelfOf({});
  for (const day of ["2026-05-01", "2026-05-12", "2026-05-16", "2026-06-20"])
    shelf.put(day, "- Ann: the boat was painted\n", { title: "log", day });
  const { postings } = indexed(shelf);
  const around = { from: "2026-05-10", to: "2026-05-13" };
  const { hits } = rank(postings, { text: "boat", limit: 9, admits: () => true, within: null, around });
  expect(hits.map(({ path }) => path)).toEqual(["2026-05-12", "2026-05-16", "2026-05-01", "2026-06-20"]);
  const alone = rank(postings, { text: "the", limit: 9, admits: () => true, within: null, around }).hits;
  expect(alone.map(({ path }) => path)).toEqual(["2026-05-12"]);
});

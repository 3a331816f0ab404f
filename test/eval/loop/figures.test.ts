/** Figures: each is counted on a story of a few acts whose answer can be told by hand; the rivals live through the same. */

import { describe, expect, it, test } from "vitest";
import { figuresOf, mean, percentile } from "./figures.js";
import { Grep } from "./grep.js";
import type { Act, Start, Statement, Story, Turn } from "./person.js";
import { rivalsOf } from "./rivals.js";
import type { End } from "./store.js";
import { type Unit, unitsOf } from "./words.js";

const statement = (
  id: string,
  text: string,
  marks: readonly string[],
  replaces: string | null = null,
): Statement => ({
  id,
  key: id,
  kind: replaces === null ? "fact" : "correction",
  language: "en",
  text,
  marks,
  replaces,
});
const old = statement("a", "billing has port 7103", ["billing", "7103"]);
const later = statement("b", "billing has port 7240 now", ["billing", "7240"], "a");
const other = statement("c", "Mara owns ledger", ["Mara", "ledger"]);

const turn = (session: string, more: Partial<Turn>): Turn => ({
  type: "turn",
  session,
  prompt: "Go on with it.",
  part: "noise",
  says: null,
  needs: null,
  replaced: [],
  noise: null,
  tools: 0,
  commits: false,
  writes: false,
  dies: false,
  ...more,
});
const start = (session: string, source: Start["source"] = "startup", parent: string | null = null): Start => ({
  type: "start",
  session,
  source,
  parent,
  folder: "",
  replaced: [],
});
const asks = (session: string, needs: Statement, more: Partial<Turn> = {}): Turn =>
  turn(session, { part: "words", needs, prompt: "What about it?", ...more });

const emptyEnd: End = { pages: [], logs: [], waiting: [], settled: [] };
const tokens = (text: string): number => text.length;

/** Pairs of an act and what is given there. */
function counted(
  acts: readonly (readonly [Start | Turn, string])[],
  end: Partial<End> = {},
  statements: readonly Statement[] = [old, later, other],
): ReturnType<typeof figuresOf> {
  const story: Story = { statements, acts: acts.map(([act]): Act => ({ ...act, at: "2026-03-02T09:00:00.000Z" })) };
  const given = acts.map(([, text]) => ({ text, after: "" }));
  return figuresOf(story, { name: "ours", given, end: { ...emptyEnd, ...end } }, tokens);
}

describe("in the context", () => {
  it("is what came at the start or with a prompt of the same conversation", () => {
    const line = `- ${other.text}\n`;
    const share = (...acts: (readonly [Start | Turn, string])[]): unknown => counted(acts).words;
    expect(share([start("s"), line], [asks("s", other), ""])).toEqual({ hit: 1, of: 1 });
    expect(share([start("s"), ""], [asks("s", other), line])).toEqual({ hit: 1, of: 1 });
    expect(share([start("s"), line], [start("s", "compact"), ""], [asks("s", other), ""])).toEqual({ hit: 0, of: 1 });
    expect(share([start("s"), line], [start("t", "fork", "s"), ""], [asks("t", other), ""])).toEqual({
      hit: 1,
      of: 1,
    });
    expect(share([start("s"), line], [start("t", "clear", "s"), ""], [asks("t", other), ""])).toEqual({
      hit: 0,
      of: 1,
    });
  });

  it("counts prompts in other words on their own", () => {
    const { words, paraphrase, misses, groups } = counted([
      [start("s"), ""],
      [asks("s", other, { part: "paraphrase" }), ""],
    ]);
    expect([words.of, paraphrase]).toEqual([0, { hit: 0, of: 1 }]);
    expect(groups.get("given en")).toEqual({ hit: 0, of: 1 });
    expect(counted([[asks("s", other), `- ${other.text}`]]).groups.get("given en")).toEqual({ hit: 1, of: 1 });
    expect(misses).toContain("not given (paraphrase, s): What about it? ← Mara owns ledger");
  });
});

test("what is told as true after it was replaced counts each time", () => {
  const replaced = [[old, later]] as const;
  const given = (text: string): number => counted([[turn("s", { replaced }), text]]).stale;
  expect(given(`- ${old.text}`)).toBe(1);
  expect(given(`- ${later.text}`)).toBe(0);
  expect(given(`- Superseded 2026-03-05: ${old.text}`)).toBe(0);
  expect(counted([[turn("s", {}), `- ${old.text}`]]).stale).toBe(0);
});

test("an entry has a use where it holds what is needed, or what is being corrected", () => {
  const both = `A note for you.\n\n- ${old.text}\n- ${other.text}\n- ${other.text}\n`;
  expect(counted([[asks("s", other), both]]).useless).toEqual({ hit: 1, of: 2 });
  expect(counted([[turn("s", { part: "statement", says: later }), both]]).useless).toEqual({ hit: 1, of: 2 });
  expect(counted([[turn("s", {}), both]]).useless).toEqual({ hit: 2, of: 2 });
  expect(counted([[start("s"), both]]).useless).toEqual({ hit: 0, of: 0 });
});

test("tokens are those of prompts, of starts, and of prompts that need nothing, without what others changed", () => {
  const figures = counted([
    [start("s"), "four"],
    [asks("s", other), "1"],
    [turn("s", {}), "Changed since:\n- a\nFrom b:\n- c"],
    [turn("s", {}), "333"],
  ]);
  expect(figures.startTokens).toEqual([4]);
  expect(figures.promptTokens).toEqual([1, 30, 3]);
  expect(figures.newsTokens).toEqual([0, 19, 0]);
  expect(figures.idleTokens).toEqual([11, 3]);
  expect([mean([1, 2, 6]), percentile([5, 1, 9, 7], 95), percentile([5, 1, 9, 7], 50), mean([])]).toEqual([
    3, 9, 5, 0,
  ]);
});

describe("at the end", () => {
  const units = (...texts: readonly string[]): readonly Unit[] => texts.flatMap((text) => unitsOf(`- ${text}`));
  it("is kept what stands on a page, in a log or waits; what is settled only where it was replaced", () => {
    const kept = (end: Partial<End>): number => counted([], end).kept.hit;
    expect(kept({ pages: units(old.text), logs: units(later.text), waiting: units(other.text) })).toBe(3);
    expect(kept({ settled: units(old.text, later.text, other.text) })).toBe(1);
    expect(kept({})).toBe(0);
  });

  it("is noise on pages, and in no log", () => {
    const core = "Rename `loadRow` to `mergeRow` in ledger.";
    const said = [
      [turn("s", { noise: { kind: "task", core } }), ""],
      [turn("s", { noise: { kind: "log", core: "fatal: ledger always needs one more" } }), ""],
    ] as const;
    expect(counted(said, { logs: units(core) }).noisePages).toEqual({ hit: 0, of: 1 });
    expect(counted(said, { pages: units(core) })).toMatchObject({
      noisePages: { hit: 1, of: 1 },
      foreignPages: { hit: 0, of: 1 },
    });
  });
});

describe("rivals", () => {
  const says = (session: string, each: Statement): Turn =>
    turn(session, { part: "statement", says: each, prompt: each.text });
  const acts = [
    start("s"),
    says("s", old),
    says("s", other),
    start("t"),
    asks("t", other, { prompt: "Who owns ledger?" }),
    asks("t", other, { prompt: "Who owns ledger?" }),
  ];
  const story: Story = {
    statements: [old, other],
    acts: acts.map((act): Act => ({ ...act, at: "2026-03-02T09:00:00.000Z" })),
  };

  it("give nothing, the file at a start, and what the words of a prompt find elsewhere", () => {
    const rivals = rivalsOf(story, tokens);
    const given = rivals.map(({ given }) => given.map(({ text }) => text));
    expect(given[0]?.join("")).toBe("");
    expect(given[1]).toEqual(["", "", "", `- ${old.text}\n- ${other.text}\n`, "", ""]);
    // What was asked in the session itself is no answer.
    expect(given[2]).toEqual(["", "", "", "", `- ${other.text}\n`, `- ${other.text}\n`]);
    const figures = rivals.map((rival) => figuresOf(story, rival, tokens));
    expect(figures.map(({ kept, words }) => [kept.hit, words.hit])).toEqual([
      [0, 0],
      [2, 2],
      [2, 2],
    ]);
  });

  it("find first what has more and rarer words, and give it once", () => {
    const grep = new Grep(tokens);
    grep.add("s", "Mara owns ledger\nMara owns ledger\nledger is slow");
    grep.add("s", "ledger is fast");
    expect(grep.find("t", "Who owns ledger?")).toBe("- Mara owns ledger\n- ledger is fast\n- ledger is slow\n");
    expect(grep.find("t", "And the weather?")).toBe("");
  });

  it("load no more than 200 lines of the file", () => {
    const many = Array.from({ length: 250 }, (_, at) => says("s", statement(`m${at}`, `rule ${at}`, [`rule ${at}`])));
    const [, file] = rivalsOf(
      { statements: [], acts: [...many, start("t")].map((act): Act => ({ ...act, at: "2026-03-02T09:00:00.000Z" })) },
      tokens,
    );
    const text = file?.given.at(-1)?.text ?? "";
    expect(text.split("\n")).toHaveLength(201);
    expect(text).toContain("rule 199");
  });
});

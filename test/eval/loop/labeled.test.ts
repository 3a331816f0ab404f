/** The labeled set holds what it promises: its schema, its numbers a language and kind, its traps, and two halves that share no wording. */

import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { kinds, type Labeled, parseLabeled, readLabeled, type Statement, traps } from "./labeled.js";

const said = readLabeled(join(import.meta.dirname, "said"));
const statementsOf = (prompts: readonly Labeled[]): readonly Statement[] =>
  prompts.flatMap(({ statements }) => statements);
const inLanguage = (language: string): readonly Labeled[] => said.filter((prompt) => prompt.language === language);

describe("a line that is wrong is named with its file and what is wrong", () => {
  const line = (more: object): string =>
    JSON.stringify({
      half: "fit",
      prompt: "use pnpm, pnpm is here",
      statements: [{ text: "use pnpm", kind: "rule", scope: "project" }],
      ...more,
    });
  const one = (more: object): object => ({
    statements: [{ text: "use pnpm", kind: "rule", scope: "project", ...more }],
  });

  test("a right one is read, with where its words begin", () => {
    const { prompts, wrong } = parseLabeled("xx.jsonl", `${line({})}\n${line(one({ text: "pnpm", at: 1 }))}\n`);
    expect(wrong).toEqual([]);
    expect(prompts.map((prompt) => [prompt.language, prompt.line, prompt.statements[0]?.start])).toEqual([
      ["xx", 1, 0],
      ["xx", 2, 10],
    ]);
  });

  test.each([
    ["{", "is no JSON"],
    ["", "is no JSON"],
    [line({ half: "both" }), "half: "],
    [line({ more: 1 }), ": Unrecognized key"],
    [line({ prompt: " use pnpm" }), "prompt: has space around it"],
    [line({ trap: "irony" }), "trap: "],
    [line({ statements: [] }), "has neither a statement nor a trap"],
    [line(one({ kind: "wish" })), "statements.0.kind: "],
    [line(one({ scope: "team" })), "statements.0.scope: "],
    [line(one({ text: "use yarn" })), "“use yarn” does not stand in the prompt"],
    [line(one({ text: "pnpm" })), "“pnpm” stands in the prompt 2 times, and `at` does not say which"],
    [line(one({ text: "pnpm", at: 2 })), "“pnpm” stands in the prompt 2 times, and `at` is 2"],
    [line(one({ kind: "correction" })), "statements.0.corrects: a correction says what it corrects"],
    [line(one({ corrects: "pnpm" })), "statements.0.corrects: a correction says what it corrects"],
    [
      line(one({ kind: "correction", corrects: "yarn" })),
      "“yarn” stands neither in the turn before nor in the prompt",
    ],
    [
      line({
        statements: [
          { text: "pnpm is here", kind: "fact", scope: "project" },
          { text: "use pnpm", kind: "rule", scope: "project" },
        ],
      }),
      "“use pnpm” begins before the statement listed above it ends",
    ],
  ])("%s", (row, fault) => {
    const { prompts, wrong } = parseLabeled("xx.jsonl", `${line({})}\n${row}\n`);
    expect(prompts).toHaveLength(1);
    expect(wrong).toHaveLength(1);
    expect(wrong[0]).toContain("xx.jsonl:2: ");
    expect(wrong[0]).toContain(fault);
  });
});

describe("the numbers", () => {
  test.each([
    ["en", 240],
    ["de", 100],
    ["fr", 80],
    ["es", 80],
    ["zh", 80],
    ["ja", 80],
    ["pt", 10],
    ["ko", 10],
  ])("%s has %i statements, of every kind", (language, least) => {
    const statements = statementsOf(inLanguage(language));
    expect(statements.length).toBeGreaterThanOrEqual(least);
    expect(kinds.filter((kind) => !statements.some((one) => one.kind === kind))).toEqual([]);
  });

  test.each(["en", "de", "fr", "es", "zh", "ja"])("%s has at least eight of each kind and all traps", (language) => {
    const statements = statementsOf(inLanguage(language));
    expect(kinds.filter((kind) => statements.filter((one) => one.kind === kind).length < 8)).toEqual([]);
    expect(traps.filter((trap) => !inLanguage(language).some((prompt) => prompt.trap === trap))).toEqual([]);
  });

  test("at least 140 prompts hold a trap", () => {
    expect(said.filter(({ trap }) => trap !== undefined).length).toBeGreaterThanOrEqual(140);
  });

  test("both scopes stand beside rules, preferences, facts, triggers and decisions", () => {
    for (const kind of ["rule", "preference", "fact", "trigger", "decision"]) {
      const scopes = statementsOf(said).flatMap((one) => (one.kind === kind ? [one.scope] : []));
      expect(new Set(scopes), kind).toEqual(new Set(["project", "always"]));
    }
  });
});

/** The words by which a rule gives itself away, in the eight languages. */
const giveaway = new RegExp(
  [
    "\\b(?:always|never|must|from now on|immer|niemals|nie|muss|müssen|ab (?:sofort|jetzt)|toujours|jamais|doit|doivent)\\b",
    "\\b(?:désormais|siempre|nunca|jamás|debe|deben|sempre|deve)\\b",
    "必须|一定|永远|总是|一律|绝不|从今天起|必ず|絶対|常に|いつも|今後|항상|절대|반드시|앞으로",
  ].join("|"),
  "iu",
);

test.each(["en", "de", "fr", "es", "zh", "ja"])(
  "at least a third of the rules in %s give no keyword away",
  (language) => {
    const rules = statementsOf(inLanguage(language)).filter(({ kind }) => kind === "rule");
    expect(rules.filter(({ text }) => !giveaway.test(text)).length * 3).toBeGreaterThanOrEqual(rules.length);
  },
);

test("what the traps hold has the keywords that the rules lack", () => {
  const listed = (prompt: Labeled): string =>
    prompt.statements.reduceRight(
      (rest, { start, text }) => rest.slice(0, start) + rest.slice(start + text.length),
      prompt.prompt,
    );
  const bait = said.filter((prompt) => prompt.trap !== undefined && giveaway.test(listed(prompt)));
  expect(bait.length).toBeGreaterThanOrEqual(60);
});

describe("the halves", () => {
  test.each(["en", "de", "fr", "es", "zh", "ja"])(
    "%s has as many of each kind in one as in the other, within two",
    (language) => {
      const count = (half: string, kind: string): number =>
        statementsOf(inLanguage(language).filter((prompt) => prompt.half === half)).filter((one) => one.kind === kind)
          .length;
      expect(kinds.filter((kind) => Math.abs(count("fit", kind) - count("held", kind)) > 2)).toEqual([]);
    },
  );

  test.each(traps)("the trap %s stands in both alike, within two", (trap) => {
    const count = (half: string): number => said.filter((one) => one.half === half && one.trap === trap).length;
    expect(Math.abs(count("fit") - count("held"))).toBeLessThanOrEqual(2);
  });

  test("no two prompts share more than 60 % of their words", () => {
    const sets = said.map(({ prompt }) => wordsOf(prompt));
    const alike = said.flatMap((one, at) =>
      said.slice(0, at).flatMap((other, index) => {
        const share = shared(sets[at] ?? new Set(), sets[index] ?? new Set());
        return share > 0.6 ? [`${one.prompt} / ${other.prompt}`] : [];
      }),
    );
    expect(alike).toEqual([]);
  });

  test("the measure of likeness sees a copy, a copy with one word changed, and nothing in strangers", () => {
    expect(shared(wordsOf("Run the tests."), wordsOf("run the TESTS"))).toBe(1);
    expect(shared(wordsOf("run all the tests"), wordsOf("run all my tests"))).toBe(0.75);
    expect(shared(wordsOf("测试先跑一遍"), wordsOf("测试再跑一遍"))).toBe(0.6);
    expect(shared(wordsOf("run the tests"), wordsOf("my cat is Pixel"))).toBe(0);
  });
});

const script = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u;

/** Words of a text; where a script has no spaces, its pairs of letters. */
function wordsOf(text: string): ReadonlySet<string> {
  const runs =
    text.toLowerCase().match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+|[\p{L}\p{N}_]+/gu) ?? [];
  return new Set(runs.flatMap((run) => (script.test(run) && run.length > 1 ? pairsOf(run) : [run])));
}

function pairsOf(run: string): readonly string[] {
  return Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2));
}

/** Of the words of the longer text. */
function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const both = [...one].filter((word) => other.has(word)).length;
  return both / Math.max(one.size, other.size, 1);
}

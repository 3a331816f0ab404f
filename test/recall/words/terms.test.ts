/** Terms: what a text is found by: folded and stemmed words, names whole and in parts, pairs of unspaced writing, symbols. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fold, lineTermsOf, stem, termsOf, unitsOf } from "../../../src/recall/words/terms.js";

describe("termsOf", () => {
  it.each([
    ["Deploying the services", "deploi the servic"],
    ["She bought children's shoes; he buys", "she bui child shoe he bui"],
    ["getUserName", "getusername get user name"],
    ["HTTPServer v2", "httpserver http server v2"],
    ["TomTom-Key", "tomtom-key tom tom tomtom kei"],
    ["src/flow/recall.ts.", "src/flow/recall.ts src flow recal ts"],
    ["snake_case, C++ and c#", "snake_case snake case c++ c and c# c"],
    ["don't, o'clock, students' essays", "dont oclock student essai"],
    ["l'argent qu'Ana garde", "l argent qu ana gard"],
    ["un'idea dell'hotel", "un idea dell hotel"],
    ["Straße Größe ÉTÉ", "strass gross et"],
    ["数据库", "数据 据库 库"],
    ["v1 東京", "v1 東京 京"],
    ["shipped 🎉🚀", "ship 🎉 🚀"],
    ["--- ... ###", ""],
  ])("takes %s apart", (text, line) => {
    expect(
      termsOf(text)
        .map((term) => term.text)
        .join(" "),
    ).toBe(line);
  });

  it("marks words that say nothing, and parts of names", () => {
    expect(termsOf("the fooBar").map(({ text, stop, part }) => [text, stop, part])).toEqual([
      ["the", true, false],
      ["foobar", false, false],
      ["foo", false, true],
      ["bar", false, true],
    ]);
  });

  it("gives terms without white space, whatever the text, and the same for a text in other letters", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), (text) => {
        for (const term of termsOf(text)) expect(term.text).toMatch(/^\S{1,200}$/u);
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });
});

describe("stem", () => {
  it.each([
    ["caresses", "caress"],
    ["ponies", "poni"],
    ["agreed", "agre"],
    ["hopping", "hop"],
    ["filing", "file"],
    ["happy", "happi"],
    ["relational", "relat"],
    ["digitizer", "digit"],
    ["electricity", "electr"],
    ["hopefulness", "hope"],
    ["adoption", "adopt"],
    ["controlling", "control"],
    ["sky", "sky"],
    ["größe", "größe"],
    ["went", "go"],
  ])("cuts %s to %s", (word, cut) => {
    expect(stem(word)).toBe(cut);
  });
});

describe("what is shown of a text", () => {
  const texts = (shown: string, whole = shown): readonly string[] => unitsOf(shown, whole).map(({ text }) => text);
  const broken = "Empty the field by\nkeyboard, and never\nby fill.";

  it("has the rest of a paragraph that was broken into lines by its width", () => {
    expect(texts("…\nkeyboard, and never\n…", `# Fields\n\n${broken}\n\nMore.`)).toContain(broken);
    const long = Array.from({ length: 30 }, (_, at) => `Line ${at} of one long paragraph.`).join("\n");
    expect(texts("Line 3 of one long paragraph.\n…", long)).toEqual(["Line 3 of one long paragraph.", "…"]);
  });

  it("keeps items, tables, headings and code apart", () => {
    const apart =
      "# Fields\n- One\n  goes on\n- Two\n1. Three\n| a | b |\n| c | d |\n```\nx = 1\ny = 2\n```\n> Quoted";
    expect(texts(apart)).toEqual([
      "# Fields",
      "- One\n  goes on",
      "- Two",
      "1. Three",
      "| a | b |",
      "| c | d |",
      "```",
      "x = 1",
      "y = 2",
      "```",
      "> Quoted",
    ]);
  });

  it("leaves out the head of a list that is left out, and keeps it above one that is shown", () => {
    expect(texts("**Three ways**:\n…\nNone is good.")).toEqual(["…", "None is good."]);
    expect(texts("**Three ways**:\n- By hand.")).toEqual(["**Three ways**:", "- By hand."]);
  });
});

it("a long line is cut where sentences end, and not inside a name or a number", () => {
  const line = `Run it from .claude/worktrees at 3.5 GB. ${"Then wait a while. ".repeat(20)}`;
  expect(lineTermsOf(line)[0]?.text).toBe("Run it from .claude/worktrees at 3.5 GB.");
});

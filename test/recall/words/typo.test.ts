/** Typo: forms of a word: itself, longer words it begins, compounds that hold it, words it misspells; distance against a plain table. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editDistance } from "../../../src/base/glob.js";
import { formsOf, type IndexedWord, type Vocabulary } from "../../../src/recall/words/typo.js";

import { draws } from "../../support/draws.js";

/** Letters put in, left out, changed or exchanged with the next, by the whole table. */
function plainDistance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min(table[i - 1]![j]! + 1, table[i]![j - 1]! + 1, table[i - 1]![j - 1]! + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, table[i - 2]![j - 2]! + 1);
      table[i]![j] = least;
    }
  }
  return table[a.length]![b.length]!;
}

describe("editDistance", () => {
  it("counts an exchange of neighbors once", () => {
    expect([editDistance("form", "from", 2), editDistance("ab", "ba", 2), editDistance("abc", "cab", 2)]).toEqual([
      1, 1, 2,
    ]);
  });

  it("is the distance where it is small enough, and more than was allowed where not", () => {
    const word = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 7 });
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, max) => {
        expect(editDistance(a, b, max)).toBe(Math.min(plainDistance(a, b), max + 1));
      }),
      { numRuns: draws(3_000) },
    );
  });
});

function formsIn(words: readonly string[], asked: string, chunks = 5): readonly (readonly [string, string])[] {
  const known = words.map((text, id): IndexedWord => ({ text, id, chunks }));
  const vocabulary: Vocabulary = {
    find: (word) => known.find(({ text }) => text === word) ?? null,
    near: () => known,
    begins: (start) => known.filter(({ text }) => text.startsWith(start)),
  };
  const plain = { weight: 1, endings: null, compounds: false };
  return formsOf({ text: asked, said: asked, ...plain }, vocabulary).map(({ text, kind }) => [text, kind]);
}

describe("formsOf", () => {
  it("takes no other short word for a misspelling", () => {
    expect(formsIn(["lite", "fork"], "live")).toEqual([]);
    expect(formsIn(["lithe"], "lithr")).toEqual([["lithe", "typo"]]);
  });

  it("is content with a word that is well known", () => {
    expect(formsIn(["auth", "authent"], "auth")).toEqual([["auth", "word"]]);
  });

  it("looks around a rare one", () => {
    expect(formsIn(["auth", "authent"], "auth", 2)).toEqual([
      ["auth", "word"],
      ["authent", "prefix"],
    ]);
  });

  it("finds misspelt words, not other words", () => {
    expect(formsIn(["kubernet", "kubik", "cabinet"], "kuberent")).toEqual([["kubernet", "typo"]]);
    expect(formsIn(["cat", "car"], "cap")).toEqual([]);
    expect(formsIn(["2024-05-01"], "2024-05-02")).toEqual([]);
  });

  it("finds compounds by a part, and a part by a compound", () => {
    expect(formsIn(["krankenversicherungskart"], "versicherung")).toEqual([["krankenversicherungskart", "part"]]);
    expect(formsIn(["versicherung"], "krankenversicherung")).toEqual([["versicherung", "part"]]);
  });
});

/** Remember: gives what the function gives, asks it once while the text is kept, and keeps no more than it may. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { openShelf, rememberByKey, rememberByText, rememberRecent } from "../../src/base/memo-cache.js";

import { isSuperlinear } from "../support/growth.js";

test("the same text is made once, and always what would be made anew", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 6 }), { maxLength: 60 }), fc.nat(30), (texts, charsMax) => {
      const made: string[] = [];
      const get = rememberByText(charsMax, (text) => {
        made.push(text);
        return { text };
      });
      for (const text of texts) {
        const first = get(text);
        expect(first).toEqual({ text });
        if (text.length <= charsMax) expect(get(text)).toBe(first);
      }
      if (texts.join("").length <= charsMax) expect(new Set(made).size).toBe(made.length);
    }),
  );
});

test("what was asked for longest ago is given up first, and a text that is too long is not kept", () => {
  const made: string[] = [];
  const get = rememberByText(4, (text) => {
    made.push(text);
    return text;
  });
  for (const text of ["aa", "bb", "aa", "cc", "aa", "bb", "longer", "longer"]) get(text);
  expect(made).toEqual(["aa", "bb", "cc", "bb", "longer", "longer"]);
});

test("what is kept is bounded by the size of the outcomes, and one that is too large is made each time", () => {
  const made: string[] = [];
  const get = rememberByKey<string>(4, (outcome) => outcome.length);
  const ask = (key: string, size: number): string =>
    get(key, () => {
      made.push(key);
      return "x".repeat(size);
    });
  for (const key of ["a", "b", "a", "c", "a", "b"]) expect(ask(key, 2)).toBe("xx");
  expect(made).toEqual(["a", "b", "c", "b"]);
  expect([ask("large", 5), ask("large", 5)]).toEqual(["xxxxx", "xxxxx"]);
  expect(made.slice(4)).toEqual(["large", "large"]);
});

test("keeps what was asked for among the last keys, and no more than twice as many", () => {
  const made: string[] = [];
  const lengths = rememberRecent(3, (key: string) => {
    made.push(key);
    return key.length;
  });
  for (const key of ["a", "bb", "ccc", "a"]) expect(lengths(key)).toBe(key.length);
  expect(made).toEqual(["a", "bb", "ccc"]);
  // A fourth puts the three on the shelf behind; who is asked for there comes to the front again.
  for (const key of ["dddd", "a", "e"]) lengths(key);
  for (const key of ["f", "a", "bb"]) lengths(key);
  expect(made).toEqual(["a", "bb", "ccc", "dddd", "e", "f", "bb"]);
});

test("a full shelf gives up the oldest as quickly as a small one", () => {
  const fill = ({ length }: string): void => {
    const shelf = openShelf<number>(Number.POSITIVE_INFINITY, length);
    for (let at = 0; at < 8 * length; at++) {
      const key = String((at * 7_919) % (2 * length));
      if (shelf.find(key) === undefined) shelf.put(key, at, 1);
    }
  };
  expect(isSuperlinear(fill, "a", 8_192, 8_192)).toBe(false);
});

/** SecretViews' tests: each view is to the character what a reader would put together, and knows where each character came from. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { decoded, joined, redactSecrets, unmasked, type View } from "../../src/rules/secret-keys.js";
import { draws } from "../support/draws.js";

/** The text of a view, and the characters of the given text that its own came from. */
function seen(view: View | null, given: string): readonly [string, string] | null {
  if (view === null) return null;
  const from = [...Array(view.text.length).keys()].map((at) => given.charAt(view.offset(at)));
  expect(view.offset(view.text.length)).toBe(given.length);
  return [view.text, from.join("")];
}

test.each([
  ["plain words, ünd mehr — auch “so”", null, null],
  ["a\u200bb\u00adc\ufe0fd\u180be\u034ff", "abcdef", "abcdef"],
  ["\uff01\uff21\uff5e\uff3a!", "!A~Z!", "\uff01\uff21\uff5e\uff3a!"],
  ["x\uff00\uff5f\u200b", "x\uff00\uff5f", "x\uff00\uff5f"],
  ["a\udb40\udc20b\u200b", "ab", "ab"],
  ["\\!\\/\\:\\@\\[\\`\\{\\~", "!/:@[`{~", "!/:@[`{~"],
  ["\\a\\0\\ \\é\\_", "\\a\\0\\ \\é_", "\\a\\0\\ \\é_"],
  ["é\u200bü", "éü", "éü"],
])("unmasked %j", (given, text, from) => {
  expect(seen(unmasked(given), given)).toEqual(text === null ? null : [text, from]);
});

test.each([
  ["one line", null],
  ["a\nb", "ab"],
  ["a  \n\t  b", "ab"],
  ["a\r\n\r\nb", "ab"],
  ["> a\n> b", "> ab"],
  ["- a\n- b\n* c\n+d", "- abc" + "d"],
  ["a\n-b", "a-b"],
  ["a\n- b - c", "ab - c"],
  ["a |\n| b", "ab"],
  ['"a" + "b"', '"ab"'],
  ["'a'+`b`", "'ab`"],
  ['"a" + b', null],
  ['a + "b"', null],
  ["a + b", null],
  ['"a" +\n  "b"', '"ab"'],
  ["a\\\nb", "ab"],
  ["a,\n'b", "ab"],
  ["a\n", "a"],
])("joined %j", (given, text) => {
  const view = joined(given);
  expect(view?.text ?? null).toBe(text);
  if (view !== null) {
    const from = [...Array(view.text.length).keys()].map((at) => given.charAt(view.offset(at)));
    expect(from.join("")).toBe(view.text);
    expect(view.offset(view.text.length)).toBe(given.length);
  }
});

test("decoded: runs of 24 characters and more, with their place, from each of the four beginnings", () => {
  const wrapped = Buffer.from("the words inside are these").toString("base64");
  const given = `see ${wrapped.slice(0, 24)} and ${wrapped.slice(0, 23)} and x${wrapped}.`;
  const found = decoded(given);
  expect(found.map(({ start, end }) => given.slice(start, end))).toEqual([
    ...Array(4).fill(wrapped.slice(0, 24)),
    ...Array(4).fill(`x${wrapped}`),
  ]);
  expect(found[0]?.text).toBe("the words inside a");
  expect(found[5]?.text).toBe("the words inside are these");
});

const token = `ghp_${"aB3dE5gH7".repeat(4)}`;
const base64 = (text: string): string => Buffer.from(text).toString("base64");

test.each([
  ["wrapped once", `see ‹${base64(`my ${token} here`)}› ok`, "base64 github-token"],
  ["wrapped twice", `see ‹${base64(base64(token))}› ok`, "base64 github-token"],
  ["a name with its value, wrapped", `see ‹${base64("password: hunter2 and so on")}› ok`, "base64 password"],
  ["disguised", `see ‹${token.slice(0, 9)}\u200b${token.slice(9)}› ok`, "github-token"],
  ["over two lines", `see ‹${token.slice(0, 9)}\n  ${token.slice(9)}› ok`, "github-token"],
  ["over two lines and disguised", `see ‹${token.slice(0, 9)}\n\u200b ${token.slice(9)}› ok`, "github-token"],
  ["over two strings", `say("‹${token.slice(0, 9)}" + "${token.slice(9)}›")`, "github-token"],
])("%s it goes whole, and nothing beside it", (_, line, kind) => {
  const shown = redactSecrets(line.replace(/[‹›]/g, ""));
  expect(shown).toBe(line.replace(/‹[^›]*›/, `[REDACTED:${kind}]`));
});

const wholes = [
  token,
  "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
  `sk-ant-api03-${"q7Zk2Lm9Xc4Vb8Nw".repeat(5)}`,
  `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${"aB3dE5gH7".repeat(5)}`,
  "https://ada:Tr0ub4dor@harbor",
  base64(`my ${token} here now`),
];
const breaks = ["\n", "\r\n", "\n- ", "\r\n- ", "\n* ", "\n+ ", "\n> ", "\n  ", " |\n| ", "\n\n", ",\n"];

test("of innocent words before a whole secret and behind it, over a line break, nothing is taken", () => {
  const words = fc.array(
    fc.constantFrom(..."Paris keepme is Anna lives 2026 we're well-known a1 x Berlin".split(" ")),
    {
      minLength: 1,
      maxLength: 4,
    },
  );
  const gaps = fc.constantFrom(...breaks, " is ", " ");
  const parts = fc.tuple(
    words,
    fc.constantFrom(" ", "\n"),
    gaps,
    fc.constantFrom(...wholes),
    fc.constantFrom(...breaks),
  );
  fc.assert(
    fc.property(parts, words, ([before, between, gap, secret, after], behind) => {
      const head = `${before.join(between)}${gap}`;
      const tail = `${after}${behind.join(between)}\n`;
      const shown = redactSecrets(`${head}${secret}${tail}`);
      expect(shown.replace(/\[REDACTED:[^\]]*\](?:@harbor)?/, "…")).toBe(`${head}…${tail}`);
    }),
    { numRuns: draws(1_000) },
  );
});

test.each(["\n", "\n  ", "\r\n> ", '" +\n  "'])(
  "a secret whose first line could stand alone goes whole over %j",
  (gap) => {
    const long = "q7Zk2Lm9Xc4Vb8Nw".repeat(6);
    for (const at of [30, 50, 80]) {
      const split = `sk-ant-${long.slice(0, at)}${gap}${long.slice(at)}`;
      expect(redactSecrets(`see "${split}" ok\nParis is`)).toBe('see "[REDACTED:sk-key]" ok\nParis is');
      expect(redactSecrets(`see ${split}\n- Paris is`)).toBe("see [REDACTED:sk-key]\n- Paris is");
    }
  },
);

test("a run of base64 of any length is read to its end", () => {
  const long = base64(`${"a file of words, line by line\n".repeat(170_000)}password: hunter2 and so on`);
  expect(long.length).toBeGreaterThan(6_500_000);
  expect(redactSecrets(`see ${long} ok`)).toBe("see [REDACTED:base64 password] ok");
  expect(redactSecrets(`see ${"ab9d".repeat(1_650_000)} ok`).length).toBe(6_600_007);
});

test("bytes that are no text hold no name with a value", () => {
  const bytes = Buffer.from("\u0001password: hunter2 and so on\u0002").toString("base64");
  expect(redactSecrets(`see ${bytes} ok`)).toBe(`see ${bytes} ok`);
});

test("what is found twice or overlaps goes once, by the name of the first", () => {
  expect(redactSecrets(`token: ${token}`)).toBe(
    "token: [REDACTED:keyed-secret]".replace("keyed-secret", "github-token"),
  );
  expect(redactSecrets(`password: "${token}"`)).toBe("password: [REDACTED:password]");
  expect(redactSecrets(`${token}${"x".repeat(3)} ${token}`)).toMatch(
    /^\[REDACTED:github-token\] \[REDACTED:github-token\]$/,
  );
});

/** Characters (T16): what nobody sees is named with its code point and line, what scripts and emoji need is not, and terminals get it escaped. */

import { describe, expect, test } from "vitest";
import { visibleLine } from "../../src/cli/render/table.js";
import { factsOf } from "../../src/memory/facts.js";
import { profileOf } from "../../src/memory/profile.js";
import { findInvisible } from "../../src/page/decode.js";

const hidden: readonly (readonly [char: string, name: string])[] = [
  ["\u202e", "U+202E"],
  ["\u202a", "U+202A"],
  ["\u2066", "U+2066"],
  ["\u2069", "U+2069"],
  ["\u200b", "U+200B"],
  ["\u200c", "U+200C"],
  ["\u200d", "U+200D"],
  ["\u200f", "U+200F"],
  ["\u2060", "U+2060"],
  ["\u2063", "U+2063"],
  ["\ufeff", "U+FEFF"],
  ["\u{e0041}", "U+E0041"],
  ["\u{e0100}", "U+E0100"],
  ["\ufe01", "U+FE01"],
  ["\u2028", "U+2028"],
  ["\u001b", "U+001B"],
  ["\u0007", "U+0007"],
  ["\u009b", "U+009B"],
];

test.each(hidden)("T16: %j is reported with its code point and line", (char, name) => {
  const text = `# Seats\n\n- Aisle.\n- Win${char}dow.\n`;
  expect(findInvisible(text, 9)).toMatchObject([{ name, line: 4 }]);
  const facts = factsOf("memory/seats.md", new TextEncoder().encode(text), profileOf("plain"));
  expect(facts.findings).toMatchObject([{ code: "invisible_character", line: 4, severity: "warning" }]);
  expect(facts.findings?.[0]?.says).toContain(name);
});

describe("T16: what is called for is not reported", () => {
  test.each([
    ["a byte order mark at the start", "\ufeff# Title\n"],
    ["a family of emoji", "- 👩‍👩‍👧‍👦 and 🏳️‍🌈 and 👍🏽\n"],
    ["a heart with its selector", "- ❤️ and 1️⃣\n"],
    ["the flag of Wales", "- 🏴\u{e0067}\u{e0062}\u{e0077}\u{e006c}\u{e0073}\u{e007f}\n"],
    ["Persian with its non-joiner", "- می\u200cخواهم\n"],
    ["Hindi with its joiner", "- क्\u200dष\n"],
    ["Malayalam", "- അവന്\u200d\n"],
    ["Arabic and Hebrew with a mark", "- שלום\u200f! (test)\n"],
    ["a variant of a Han character", "- 葛\u{e0100}城\n"],
    ["tabs and line ends", "a\tb\r\nc\n"],
  ])("%s", (_, text) => {
    expect(findInvisible(text, 9)).toEqual([]);
  });
});

test("T16: a terminal never gets a control or a bidirectional character from a page", () => {
  for (const [char] of hidden) {
    if (
      !["\u200b", "\u200c", "\u200d", "\u2060", "\u2063", "\ufeff", "\ufe01", "\u{e0041}", "\u{e0100}"].includes(char)
    )
      expect(visibleLine(`a${char}b`)).not.toContain(char);
  }
  expect(visibleLine("\u001b]0;x\u0007")).toBe("\\x1b]0;x\\x07");
});

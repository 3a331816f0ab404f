/** BytePairs: the table that a build makes knows every token, and a text is as many of them as the library says. */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import ranks from "gpt-tokenizer/bpeRanks/o200k_base";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { afterAll, describe, expect, it } from "vitest";
import { bytePairCounter, readVocabularyTable } from "../../src/memory/byte-pairs.js";
import { loadTokenizer } from "../../src/memory/tokenizer.js";

import { draws } from "../support/draws.js";

/** What `npm run build` makes. */
const o200kTable = fileURLToPath(new URL("../../dist/o200k_base.table", import.meta.url));
const table = readVocabularyTable(o200kTable)!;
const count = bytePairCounter(table);
const listed = (text: string): number => encode(text, { disallowedSpecial: new Set() }).length;

describe("the table", () => {
  it("knows every token by its bytes, and nothing else", () => {
    const utf8 = new TextEncoder();
    const wrong = ranks.flatMap((token, rank) => {
      const bytes = typeof token === "string" ? utf8.encode(token) : Uint8Array.from(token);
      const before = Uint8Array.from([7, ...bytes]);
      return table.rank(before, 1, bytes.length) === rank ? [] : [rank];
    });
    expect(ranks.length).toBe(199_998);
    expect(wrong).toEqual([]);
    expect(table.rank(utf8.encode("zqxjkvbpygmw"), 0, 12)).toBe(-1);
    expect(table.rank(new Uint8Array(8), 0, 0)).toBe(-1);
  });

  const folder = mkdtempSync(join(tmpdir(), "pagefile-table-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  it("is none where it is missing, cut short, longer or of another kind, and the library counts then", async () => {
    const whole = readFileSync(o200kTable);
    const other = Buffer.from(whole);
    other[0] = other[0]! ^ 1;
    const broken = { empty: whole.subarray(0, 0), head: whole.subarray(0, 16), cut: whole.subarray(0, -4) };
    const all = {
      ...broken,
      odd: whole.subarray(0, -1),
      longer: Buffer.concat([whole, whole.subarray(0, 4)]),
      other,
    };
    for (const [name, bytes] of Object.entries(all)) {
      writeFileSync(join(folder, name), bytes);
      expect(readVocabularyTable(join(folder, name)), name).toBeNull();
    }
    expect(readVocabularyTable(join(folder, "missing"))).toBeNull();
    expect((await loadTokenizer("o200k_base", join(folder, "cut"))).count("hello world")).toBe(2);
  });
});

describe("a count", () => {
  it("is the library's for any text that holds no byte order mark", () => {
    const text = fc
      .oneof(
        fc.string({ unit: "binary", maxLength: 60 }),
        fc.string({ unit: "grapheme", maxLength: 60 }),
        fc.string({ unit: "binary-ascii", maxLength: 60 }),
        // Right behind a piece of ASCII stands what is none, and may belong to it.
        fc
          .array(
            fc.constantFrom("word", "B", "'l", "'", " ", "\n", "/", "!", "é", "\u0301", "\u00a0", "→", "中", "7"),
            {
              maxLength: 24,
            },
          )
          .map((made) => made.join("")),
        fc.array(
          fc.constantFrom("the", "Ünïcode", "naïve", "中文", "데이터", "’ll", "don't", "😀", "\r\n", "//", "1234"),
          {
            maxLength: 30,
          },
        ),
      )
      .map((made) => (typeof made === "string" ? made : made.join(" ")).replaceAll("\uFEFF", ""));
    fc.assert(
      fc.property(text, (made) => {
        expect(count(made)).toBe(listed(made));
      }),
      { numRuns: draws(3_000) },
    );
  });

  it("is the library's for prose, code and lone halves of characters", () => {
    const files = ["README.md", "src/ARCHITECTURE.md", "package-lock.json", "src/recall/words/terms.ts"];
    for (const file of files) {
      const text = readFileSync(file, "utf8").slice(0, 40_000);
      expect(count(text), file).toBe(listed(text));
    }
    for (const half of ["\ud800", "a\udc00b", "\ud83d \ude00"]) expect(count(half)).toBe(listed(half));
  });

  it("takes no piece for another one that it counted before, however alike they are", () => {
    const letters = "etaoinsrhlqzxjkv";
    const four = (n: number): string => [12, 8, 4, 0].map((shift) => letters[(n >> shift) & 15]).join("");
    const varied = Array.from({ length: 9_000 }, (_, at) => four(at * 7));
    const alike = varied.flatMap((part) => [`zqxj${part}vkzq`, `${part}zqxjvkzq`, `zqxjvkzq${part}`, part]);
    const signs = ["!", "\0!", "\0\0!", "!\0", "=", "\0=", "\0\0\0\0=", "\0\0\0\0\0="];
    const pieces = [...alike, ...signs, ...signs];
    expect(pieces.map(count)).toEqual(pieces.map(listed));
  });

  it("takes a byte order mark for the token it is, which the library does not find", () => {
    expect(count("\uFEFF")).toBe(1);
    expect(listed("\uFEFF")).toBe(2);
  });

  it("has room for one long piece, behind short ones and before them", () => {
    const long = "xyz".repeat(700);
    expect(count(`a ${long} b`)).toBe(count("a") + count(` ${long}`) + count(" b"));
    expect(count(long)).toBe(listed(long));
    expect(count("ü".repeat(1_500))).toBe(listed("ü".repeat(1_500)));
  });
});

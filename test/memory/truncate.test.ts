/** Truncate: what is loaded of a file, against expectations worked out by hand from the documented rules. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Cut } from "../../src/memory/profile.js";
import { truncate } from "../../src/memory/truncate.js";

const newest: Cut = { kind: "middle", max: 20_000, markerFirst: true, shares: { head: 0.75, tail: 0.25 } };
const oldest: Cut = { kind: "middle", max: 20_000, markerFirst: false, shares: { head: 0.7, tail: 0.2 } };

describe("the middle cut with the marker reserved first", () => {
  test("a file of exactly the limit is whole, trailing space apart; one more is cut", () => {
    expect(truncate("SOUL.md", `${"a".repeat(20_000)}\r\n\n`, newest, null)).toMatchObject({ cut: false });
    expect(truncate("SOUL.md", "a".repeat(20_001), newest, null).cut).toBe(true);
  });

  test("25,000 letters: the two lines of the marker and two line ends come off, then three quarters and one", () => {
    const text = "h".repeat(20_000) + "t".repeat(5_000);
    // "\n[...truncated, read SOUL.md for full content...]\n" is 50, "…(truncated SOUL.md: kept 14915+4971 chars of 25000)…\n" is 54.
    const mark =
      "\n[...truncated, read SOUL.md for full content...]\n…(truncated SOUL.md: kept 14920+4973 chars of 25000)…\n";
    expect(mark.length).toBe(104);
    // 20,000 - 104 - 2 = 19,894: 14,920 at the head and 4,973 at the tail, rounded down.
    const { content, kept } = truncate("SOUL.md", text, newest, null);
    expect(content).toBe(`${"h".repeat(14_920)}\n${mark}\n${"t".repeat(4_973)}`);
    expect(kept).toEqual([
      { start: 0, end: 14_920 },
      { start: 20_027, end: 25_000 },
    ]);
  });

  test("an emoji on the cut is left out whole, and CRLF and a byte order mark count as they are", () => {
    const text = `\ufeff${"a".repeat(14_918)}😀${"\r\n".repeat(2_500)}${"b".repeat(5_079)}`;
    expect(text.length).toBe(25_000);
    const { content, kept } = truncate("SOUL.md", text, newest, null);
    expect(kept[0]).toEqual({ start: 0, end: 14_919 });
    expect(content.startsWith(`\ufeff${"a".repeat(14_918)}\n\n[...truncated`)).toBe(true);
  });

  test("where there is hardly room the short marker is taken", () => {
    const { content } = truncate("SOUL.md", "x".repeat(500), newest, 64);
    // "[…truncated 27+9/500]" is 21: 43 are left, 32 and 10; with "32+10" the marker is 22, so 42: 31 and 10.
    expect(content).toBe(`${"x".repeat(31)}[…truncated 31+10/500]${"x".repeat(10)}`);
  });

  test("it never loads more than the limit, never halves a character, and keeps what it says", () => {
    const texts = fc.string({ unit: fc.constantFrom("a", "😀", "\r\n", "é", "\n"), minLength: 0, maxLength: 900 });
    fc.assert(
      fc.property(texts, fc.integer({ min: 64, max: 800 }), (text, room) => {
        const { content, kept, cut } = truncate("USER.md", text, newest, room);
        expect(content.length).toBeLessThanOrEqual(room);
        expect(new TextDecoder("utf-8", { ignoreBOM: true }).decode(new TextEncoder().encode(content))).toBe(content);
        if (cut) for (const { start, end } of kept) expect(content).toContain(text.trimEnd().slice(start, end));
      }),
    );
  });
});

test("the cut of early 2026 takes 70 and 20 percent of the limit and puts the marker on top", () => {
  const { content } = truncate("SOUL.md", "h".repeat(14_000) + "m".repeat(7_000) + "t".repeat(4_000), oldest, null);
  const mark =
    "\n[...truncated, read SOUL.md for full content...]\n…(truncated SOUL.md: kept 14000+4000 chars of 25000)…\n";
  expect(content).toBe(`${"h".repeat(14_000)}\n${mark}\n${"t".repeat(4_000)}`);
});

describe("the policy cut of AGENTS.md", () => {
  test("head 45, rules 35, tail 15 of a hundred; urgent lines come before other rules", () => {
    const filler = "Plain words that say nothing at all.\n".repeat(12);
    const long = `- ${"d".repeat(198)}`;
    const text = `${"h".repeat(450)}\n${filler}${long}\n- ${"e".repeat(138)}\n- Never push by night.\n${filler}${"t".repeat(150)}`;
    const { content, kept } = truncate("AGENTS.md", text, { kind: "policy", max: 1_000 }, null);
    // Of 350 for rules the urgent one takes 22 though it comes last, the first 201; there is no room for the second's 141.
    // 450 + 50 + 30 + 223 + 35 + 62 + 150 and 6 line ends are 1,006: the tail gives up 6.
    expect(content).toBe(
      [
        "h".repeat(450),
        "[...truncated, read AGENTS.md for full content...]",
        "[Policy digest from AGENTS.md]",
        long,
        "- Never push by night.",
        "[...1 more policy lines omitted...]",
        `…(truncated AGENTS.md: kept 450+policy 223+144 chars of ${text.length})…`,
        "t".repeat(144),
      ].join("\n"),
    );
    expect(content.length).toBe(1_000);
    const rule = text.indexOf("- Never");
    expect(kept).toContainEqual({ start: rule, end: rule + 22 });
  });

  test("what does not fit is taken from the tail first", () => {
    const rules = Array.from({ length: 40 }, (_, i) => `- You must do thing number ${i + 10}.`).join("\n");
    const { content } = truncate("AGENTS.md", `${"h".repeat(600)}\n${rules}`, { kind: "policy", max: 1_000 }, null);
    expect(content.length).toBeLessThanOrEqual(1_000);
    expect(content).toContain("h".repeat(450));
    expect(content).toContain("[Policy digest from AGENTS.md]\n- You must do thing number 10.");
    expect(content).toMatch(/kept 450\+policy \d+\+\d{1,2} chars of/);
  });
});

describe("prefixes", () => {
  const claude: Cut = { kind: "prefix", lines: 200, bytes: 25_000 };
  test("200 lines are loaded and the next is not", () => {
    const text = "line\n".repeat(201);
    expect(truncate("MEMORY.md", text, claude, null)).toMatchObject({ content: "line\n".repeat(200), cut: true });
    expect(truncate("MEMORY.md", "line\n".repeat(200), claude, null).cut).toBe(false);
  });

  test("25 KB of UTF-8 end it earlier, at a whole line", () => {
    const line = `${"é".repeat(499)}\n`;
    // 999 bytes a line: 25 lines are 24,975.
    expect(truncate("MEMORY.md", line.repeat(30), claude, null).content).toBe(line.repeat(25));
  });

  test("bytes are counted in UTF-8 and no character is halved", () => {
    expect(truncate("AGENTS.md", "a😀b", { kind: "bytes", max: 4 }, null)).toMatchObject({ content: "a", cut: true });
    expect(truncate("AGENTS.md", "a😀b", { kind: "bytes", max: 6 }, null).cut).toBe(false);
  });
});

describe("line ends and characters of two units, by every cut", () => {
  test("12,000 characters, as OpenClaw had it in spring: the marker is one digit shorter, so the head is one longer", () => {
    const spring: Cut = { kind: "middle", max: 12_000, markerFirst: true, shares: { head: 0.75, tail: 0.25 } };
    const { content } = truncate("SOUL.md", "h".repeat(9_000) + "t".repeat(6_000), spring, null);
    const mark =
      "\n[...truncated, read SOUL.md for full content...]\n…(truncated SOUL.md: kept 8921+2973 chars of 15000)…\n";
    // 12,000 - 103 - 2 = 11,895: 8,921 and 2,973, rounded down.
    expect(mark.length).toBe(103);
    expect(content).toBe(`${"h".repeat(8_921)}\n${mark}\n${"t".repeat(2_973)}`);
  });

  test("the cut of early 2026 does halve a pair, and counts both halves of a line end", () => {
    const text = `${"h".repeat(13_999)}😀${"\r\n".repeat(3_000)}${"t".repeat(4_000)}`;
    const { content, kept } = truncate("SOUL.md", text, oldest, null);
    expect(content.slice(0, 14_000)).toBe(`${"h".repeat(13_999)}\ud83d`);
    expect(kept).toEqual([
      { start: 0, end: 14_000 },
      { start: 20_001, end: 24_001 },
    ]);
  });

  test("lines that end in CRLF are whole lines, and their bytes are two", () => {
    const claude: Cut = { kind: "prefix", lines: 200, bytes: 25_000 };
    expect(truncate("MEMORY.md", "line\r\n".repeat(201), claude, null).content).toBe("line\r\n".repeat(200));
    const line = `${"x".repeat(498)}\r\n`;
    expect(truncate("MEMORY.md", line.repeat(50), claude, null).cut).toBe(false);
    expect(truncate("MEMORY.md", line.repeat(51), claude, null).content).toBe(line.repeat(50));
  });

  test("a first line that is too long by itself ends before the emoji that does not fit", () => {
    const claude: Cut = { kind: "prefix", lines: 200, bytes: 25_000 };
    const text = `${"x".repeat(24_997)}😀`;
    expect(truncate("MEMORY.md", text, claude, null).content).toBe("x".repeat(24_997));
    expect(truncate("MEMORY.md", text.slice(1), claude, null).cut).toBe(false);
  });

  test("rules of a CRLF file are shown without their line ends", () => {
    const text = `${"h".repeat(450)}\r\n${"Plain words.\r\n".repeat(60)}- Never push 😀 by night.\r\n${"Plain words.\r\n".repeat(40)}`;
    const { content, kept } = truncate("AGENTS.md", text, { kind: "policy", max: 1_000 }, null);
    expect(content).toContain("[Policy digest from AGENTS.md]\n- Never push 😀 by night.\n…(truncated");
    const rule = text.indexOf("- Never");
    expect(kept).toContainEqual({ start: rule, end: text.indexOf("\r\n", rule) });
  });
});

/** Pruning MEMORY.md: the order in which entries leave it, which is the protocol's, and what leaves it only when nothing else is left. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bodyStartOf, outline } from "../../src/page/outline.js";
import { pruneMemory } from "../../src/upkeep/prune.js";
import { thresholds } from "../../src/upkeep/thresholds.js";

const max = thresholds.memoryLinesMax;
interface Asked {
  readonly young?: (line: string) => boolean;
  readonly lasting?: (line: string) => boolean;
  readonly pinned?: (line: string) => boolean;
  readonly addedLines?: number;
  readonly addedLowLines?: number;
}

/** The lines that leave a page of these, in the order of the page. */
function leaving(lines: readonly string[], asked: Asked = {}): readonly string[] {
  const text = `${lines.map((line) => `- ${line}`).join("\n")}\n`;
  const { entries } = outline(text, bodyStartOf(text));
  const lineOf = (entry: { start: number; end: number }): string => text.slice(entry.start + 2, entry.end).trim();
  const digests = (is: (line: string) => boolean): ReadonlySet<string> =>
    new Set(entries.filter((entry) => is(lineOf(entry))).map(({ digest }) => digest));
  const gone = pruneMemory({
    text,
    addedLines: asked.addedLines ?? 0,
    addedLowLines: asked.addedLowLines ?? 0,
    leaving: new Set(),
    settled: digests((line) => asked.young?.(line) !== true),
    lasting: digests(asked.lasting ?? (() => false)),
    isPinned: (entry) => asked.pinned?.(lineOf(entry as never)) === true,
  });
  return entries.filter(({ digest }) => gone.includes(digest)).map(lineOf);
}
const facts = (count: number, tags = "", from = 0): readonly string[] =>
  Array.from({ length: count }, (_, i) => `Fact ${from + i} stands in its own line.${tags}`);

describe("the protocol's order", () => {
  test("repetitions, what has been done for a week, what nobody tagged, then by weight", () => {
    const kept = facts(max, " [decision]");
    const order = [
      `*${kept[0]?.replace(" [decision]", "")}*`,
      "Booked the flights to Oslo. [done] [decision]",
      "Nobody tagged this one at all.",
      "The lift is slow. [surprise]",
      "Compare the total fare. [lesson]",
      "I answer in short sentences. [identity]",
      "Trams are late, and I should have known. [identity] [lesson] [surprise]",
    ];
    const page = [...kept, ...order.toReversed()];
    for (let count = 1; count <= order.length; count += 1) {
      const goes = leaving(page.slice(0, max + order.length), {
        lasting: (line) => line.includes("[done]"),
        pinned: (line) => order.indexOf(line) >= count,
      });
      expect(goes.toSorted()).toEqual(expect.arrayContaining(order.slice(0, count).toSorted()));
    }
    const [first, second, third] = order;
    expect(leaving([...kept.slice(0, max - 4), ...order], { lasting: (l) => l.includes("[done]") })).toEqual([
      first,
      second,
      third,
    ]);
  });

  test("of two that say the same the one with the weightier tag stays, wherever it stands", () => {
    const twice = ["The office is in Lyon.", "The office is in Lyon. [human]"];
    expect(leaving([...facts(max - 1, " [decision]"), ...twice])).toEqual(["The office is in Lyon."]);
    expect(leaving([...facts(max - 1, " [decision]"), ...twice.toReversed()])).toEqual(["The office is in Lyon."]);
  });

  test("what was done this week counts as what its tags say", () => {
    const page = [
      ...facts(max - 1, " [lesson]"),
      "Booked the flights. [done] [decision]",
      "The lift is slow. [surprise]",
    ];
    expect(leaving(page)).toEqual(["The lift is slow. [surprise]"]);
    expect(leaving(page, { lasting: () => true })).toEqual(["Booked the flights. [done] [decision]"]);
  });
});

describe("a decision or a human's wish", () => {
  test.each(["decision", "human"])(
    "[%s] stays while anything lighter is there, however many tags that wears",
    (tag) => {
      const light = "It wears three. [identity] [lesson] [surprise]";
      expect(leaving([...facts(max, ` [${tag}]`), light])).toEqual([light]);
    },
  );

  test("makes no room for what is lighter and too young to go tonight", () => {
    const page = [...facts(max, " [decision]"), ...facts(6, "", 100)];
    expect(leaving(page, { young: (line) => !line.includes("[") })).toEqual([]);
    expect(leaving(page)).toEqual(facts(6, "", 100));
    const full = facts(max, " [decision]");
    expect(leaving(full, { addedLines: 3, addedLowLines: 3 })).toEqual([]);
    expect(leaving(full, { addedLines: 3, addedLowLines: 1 })).toEqual(full.slice(0, 2));
  });

  test("leaves by the day of its last episode, in whatever section it stands; what names no day goes last", () => {
    const of = (day: string) => (line: string) => `${line} [human] (${day})`;
    const page = [
      ...facts(10, " [human]"),
      ...facts(max, "", 100).map(of("confidence 0.75, 2026-01-02, 2026-11-20")),
      ...facts(3, "", 200).map(of("2026-10-01")),
    ];
    expect(leaving(page).slice(-3)).toEqual(page.slice(-3));
    expect(leaving(page).slice(0, -3)).toEqual(page.slice(10, 10 + leaving(page).length - 3));
  });

  test("leaves by age where only its like is left, never more than a quarter a night", () => {
    const page = facts(max + 20, " [human]");
    expect(leaving(page)).toEqual(page.slice(0, Math.floor(page.length / 4)));
  });
});

test("never leaves before something lighter that could, whatever the page holds", () => {
  const line = fc.record({
    tags: fc.subarray(["decision", "human", "lesson", "surprise", "identity"]),
    young: fc.boolean(),
    pinned: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(line, { minLength: max, maxLength: max * 2 }), (rows) => {
      const lines = rows.map(({ tags }, i) => `Row ${i} says so.${tags.map((tag) => ` [${tag}]`).join("")}`);
      const at = (text: string) => rows[Number(/^Row (\d+)/.exec(text)?.[1])]!;
      const isWeighty = (text: string): boolean => /\[(?:decision|human)\]/.test(text);
      const gone = leaving(lines, { young: (text) => at(text).young, pinned: (text) => at(text).pinned });
      expect(gone.some((text) => at(text).young || at(text).pinned)).toBe(false);
      if (!gone.some(isWeighty)) return;
      const lighter = lines.filter((text) => !isWeighty(text) && !at(text).pinned && !gone.includes(text));
      expect(lighter.filter((text) => !at(text).young)).toEqual([]);
      expect(lines.length - gone.length - lighter.length).toBeGreaterThanOrEqual(max);
    }),
    { numRuns: 60 },
  );
});

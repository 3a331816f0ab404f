/** Edits' tests: which entry became which, and which is an addition or a deletion. */
import { describe, expect, it } from "vitest";
import { editsOf } from "../../../src/write/merge/body.js";
import { unitsOf } from "../../../src/write/merge/settle.js";

function edits(base: string, side: string): readonly (readonly [number, number])[] {
  const [old, now] = [unitsOf(base), unitsOf(side)];
  if (old === null || now === null) throw new Error("no units");
  return [...editsOf(old.list, now.list)];
}

describe("editsOf", () => {
  it.each<[name: string, base: string, side: string, want: readonly (readonly [number, number])[]]>([
    ["an entry in other words", "- Seat by the aisle.\n", "- Seat by the window.\n", [[0, 0]]],
    ["an edit below an addition", "- Seat by the aisle.\n", "- New one.\n- Seat by the window.\n", [[0, 1]]],
    ["the likeliest of two", "- red green blue black\n", "- red green white pink\n- red green blue pink\n", [[0, 1]]],
    ["what shares no word, alone on both sides", "- a b c\n- z\n", "- u v w\n- z\n", [[0, 0]]],
    ["what shares no word, beside an addition", "- a b c\n", "- u v w\n- x y\n", []],
    ["one word in three, beside an addition", "- a b c\n", "- a x y\n- u v w\n", []],
    ["what shares no word, beside a deletion", "- a b c\n- d e f\n", "- u v w\n", []],
    [
      "a second that became the same",
      "- Seat by the aisle.\n- Seat by the aisle, mostly.\n",
      "- Seat by an aisle.\n",
      [[0, 0]],
    ],
    ["a bullet that became a paragraph", "- a b c\n", "a b c d\n", []],
    [
      "a bullet beside a paragraph",
      "- a b c\n\nd e f\n",
      "- u v w\n\nx y z\n",
      [
        [0, 0],
        [1, 1],
      ],
    ],
    ["a bullet where a paragraph was", "- a b c\n\nd e f\n", "u v w\n\n- x y z\n", []],
    ["a heading that was renamed", "## Old\n\n- a\n", "## New\n\n- a\n", [[0, 0]]],
    ["what only moved down", "- one two\n- three four\n- y\n- z\n", "- u v\n- y\n- z\n- one two\n", [[1, 0]]],
    ["what only moved up", "- u v\n- y\n- z\n- one two\n", "- one two\n- three four\n- y\n- z\n", [[0, 1]]],
    ["nothing", "- a\n- b\n", "- a\n- b\n", []],
  ])("finds %s", (_name, base, side, want) => {
    expect(edits(base, side)).toEqual(want);
  });

  it.each([
    [64, "likeness finds each in the other order", (at: number, count: number): number => count - 1 - at],
    [65, "position decides, because comparing all would take too long", (at: number): number => at],
  ])("pairs %i entries: %s", (count, _name, partner) => {
    const lines = Array.from({ length: count }, (_, i) => `- left${i} right${i} far${i}`);
    const base = `${lines.join("\n")}\n`;
    const side = `${lines.toReversed().join(" again\n")} again\n`;
    const want = lines.map((_, i) => [i, partner(i, count)]);
    expect(edits(base, side).toSorted(([x], [y]) => x - y)).toEqual(want);
  });
});

/** SketchBytes: sketches come back from bytes as they were, and no other bytes come back as sketches unnoticed. */

import { describe, expect, it } from "vitest";
import { decodeSketches, encodeSketches, sketchOf } from "../../../src/recall/rank/rows.js";
import { chunkWordsOf as wordsOf } from "../../../src/recall/words/typo.js";

const head = { title: "Zoo", tags: ["sea"], words: "", day: "2024-05-01", sections: [] };
const text =
  "# Zoo\n\nNothing here.\n\n## Log\n\n- Ann: The walrus sleeps, the walrus dreams.\n- Bob: Since 2020?\n- Assistant: Yes.\n";

describe("sketches as bytes", () => {
  const numbers = new Map<string, number>();
  const idOf = (word: string): number =>
    numbers.get(word) ?? numbers.set(word, 4_000_000_000 - numbers.size).get(word)!;
  const sketches = wordsOf(text, head).map((chunk) => sketchOf(chunk, [], idOf));

  it("come back as they were", () => {
    const decoded = decodeSketches(encodeSketches(sketches))!;
    expect(decoded.map((sketch) => ({ ...sketch }))).toEqual(sketches.map((sketch) => ({ ...sketch })));
    expect(decoded.map(({ asks, program, spoken, section }) => [asks, program, spoken, section])).toEqual([
      [false, false, false, 1],
      [false, false, true, 2],
      [true, false, true, 2],
      [false, true, true, 2],
    ]);
  });

  it("come back wherever their bytes lie in memory", () => {
    const bytes = encodeSketches(sketches);
    for (const offset of [1, 2, 4]) {
      const moved = new Uint8Array(bytes.length + offset).subarray(offset);
      moved.set(bytes);
      expect(decodeSketches(moved)).toEqual(decodeSketches(bytes));
    }
  });

  it("count words by chunk and field, numbers ascending", () => {
    const log = sketches[1]!;
    expect([...log.ids]).toEqual([...log.ids].sort((a, b) => a - b));
    const at = log.ids.indexOf(idOf("walru"));
    expect([log.counts[at], log.masks[at]]).toEqual([2, 4]);
    expect(log.masks[log.ids.indexOf(idOf("sea"))]).toBe(2);
    expect(log.masks[log.ids.indexOf(idOf("2024-05"))]).toBe(8);
  });

  it("are refused where bytes are missing or too many", () => {
    const bytes = encodeSketches(sketches);
    for (const length of [0, 3, 40, bytes.length - 1]) expect(decodeSketches(bytes.slice(0, length))).toBeNull();
    expect(decodeSketches(Uint8Array.from([...bytes, 0]))).toBeNull();
  });
});

/** Fence: not in any text, the same for the same input, and found in linear time when texts are full of guesses. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyFence, fenceFor, fencesIn } from "../../src/prompt/print.js";

import { draws } from "../support/draws.js";
import { hostileText } from "./generate.js";

const isFence = (text: string): boolean => /^[0-9]{9}$/.test(text);

describe("a fence", () => {
  it("is in none of the texts", () => {
    fc.assert(
      fc.property(fc.string(), fc.array(hostileText, { maxLength: 5 }), (seed, texts) => {
        const fence = fenceFor(seed, texts);
        expect(isFence(fence)).toBe(true);
        for (const text of texts) expect(text.includes(fence)).toBe(false);
      }),
      { numRuns: draws(1_000) },
    );
  });

  it("gives way to a text that guessed it, hundreds of times over", () => {
    let text = "";
    for (let round = 0; round < 300; round += 1) text += ` ${fenceFor("seed", [text])}`;
    const fences = text.trim().split(" ");
    expect(new Set(fences).size).toBe(300);
    expect(fences).not.toContain(fenceFor("seed", [text]));
  });

  it("is seen inside a longer number too", () => {
    const guess = fenceFor("seed", []);
    expect(fenceFor("seed", [`00${guess}00`])).not.toBe(guess);
  });

  it("hangs on the seed and on nothing else", () => {
    expect(fenceFor("seed", ["a"])).toBe(fenceFor("seed", ["b", "c"]));
    expect(fenceFor("seed", [])).not.toBe(fenceFor("other", []));
  });

  it("has nine digits", () => {
    expect([anyFence, "12345678", "1234567890", "12345678a"].map(isFence)).toEqual([true, false, false, false]);
  });

  it("is looked for in every nine digits in a row", () => {
    const text = fc.string({ unit: fc.constantFrom(..."0123456789 a\u0660"), maxLength: 60 });
    const digits = fc.stringMatching(/^[0-9]{0,14}$/);
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            text,
            digits,
            fc.tuple(text, digits).map((two) => two.join("")),
          ),
          { maxLength: 3 },
        ),
        (texts) => {
          const plain = new Set<string>();
          for (const one of texts)
            for (let at = 0; at + 9 <= one.length; at += 1)
              if (isFence(one.slice(at, at + 9))) plain.add(one.slice(at, at + 9));
          expect([...fencesIn(texts)].sort()).toEqual([...plain].sort());
        },
      ),
    );
  });
});

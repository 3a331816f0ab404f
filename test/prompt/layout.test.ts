/** Layout: what is stable comes first, and the id alone orders the rest. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { orderBlocks } from "../../src/prompt/print.js";
import { block, blocksArb } from "./generate.js";

describe("the order of blocks", () => {
  it("goes from what stays to what changes", () => {
    const blocks = [
      block("e", { type: "evidence" }),
      block("pl", { type: "plan" }),
      block("pr", { type: "preference" }),
      block("d", { type: "decision" }),
      block("c", { type: "constraint" }),
      block("z-boot", { type: "bootstrap_policy" }),
      block("conv", { type: "conversation_segment" }),
      block("a-proc", { type: "procedure" }),
      block("b-pinned", { type: "evidence", pin: "hard" }),
    ];
    const ordered = orderBlocks(blocks);
    expect(ordered.map((b) => b.id)).toEqual(["z-boot", "b-pinned", "c", "a-proc", "d", "pr", "pl", "conv", "e"]);
  });

  it("does not hang on the order of the arguments", () => {
    const shuffled = blocksArb.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray([...all], { minLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, ([all, mixed]) => {
        expect(orderBlocks(mixed).map((b) => b.id)).toEqual(orderBlocks(all).map((b) => b.id));
      }),
    );
  });
});

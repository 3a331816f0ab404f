/** Source's tests: the later of two states, what has grown, and the words of an eviction. */
import { describe, expect, it } from "vitest";
import { evicted, hasGrown, latest, type Source } from "../../src/memory/sessions.js";

const at = (epoch: number, length: number | null, digest: string | null = null): Source => ({
  epoch,
  length,
  digest,
});

describe("the later of two states", () => {
  it.each<[name: string, earlier: Source, later: Source]>([
    ["has the higher epoch, however short it is", at(1, 900), at(2, 0)],
    ["is the longer of one epoch", at(1, 10), at(1, 11)],
    ["is the one whose length is known", at(1, null), at(1, 0)],
  ])("%s", (_name, earlier, later) => {
    expect(latest(earlier, later)).toBe(later);
    expect(latest(later, earlier)).toBe(later);
  });

  it("is the first of two alike", () => {
    const [one, other] = [at(1, 10, "aaaa"), at(1, 10, "bbbb")];
    expect(latest(one, other)).toBe(one);
  });
});

describe("a transcript has grown", () => {
  it.each<[source: Source, settled: Source, want: boolean]>([
    [at(1, 11), at(1, 10), true],
    [at(1, 10), at(1, 10), false],
    [at(1, 9), at(1, 10), false],
    [at(2, 11), at(1, 10), false],
    [at(1, 11), at(2, 10), false],
    [at(1, null), at(1, 10), false],
    [at(1, 10), at(1, null), false],
    [at(1, null), at(1, null), false],
  ])("only where both lengths of one epoch say so: %j, %j", (source, settled, want) => {
    expect(hasGrown(source, settled)).toBe(want);
  });
});

describe("an eviction", () => {
  it("says from where the words were and what is known", () => {
    expect(evicted(at(1, 5), at(2, 9))).toBe(
      "It was taken from epoch 1 of the transcript, which was compacted since: epoch 2 is under way.",
    );
    expect(evicted(at(2, 5), at(2, 9))).toBe(
      "It was taken from a transcript of length 5, which was 9 long before in the same epoch 2: it was cut in between.",
    );
    expect(evicted(at(2, 9, "aaaa"), at(2, 9, "bbbb"))).toBe(
      "It was taken from a transcript with another digest than the one known at length 9 of epoch 2.",
    );
  });

  it.each<[source: Source, known: Source]>([
    [at(3, 1), at(2, 9)],
    [at(2, null), at(2, 9)],
    [at(2, 1), at(2, null)],
    [at(2, 10, "aaaa"), at(2, 9, "bbbb")],
    [at(2, 9, null), at(2, 9, "bbbb")],
    [at(2, 9, "aaaa"), at(2, 9, null)],
  ])("is none where nothing tells: %j, %j", (source, known) => {
    expect(evicted(source, known)).toBeNull();
  });
});

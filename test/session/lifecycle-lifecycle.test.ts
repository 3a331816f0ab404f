/** Lifecycle: the table of events is whole, and a source that was dropped is told from one that stands. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { boundaries } from "../../src/git/history.js";
import { beginning, evicted, hasGrown, latest, parseSource, type Source } from "../../src/memory/sessions.js";
import { eventAt, type LifecycleEvent, lifecycle, lifecycleEvents } from "../../src/session/lifecycle.js";

test("every event has its line, and the names of events are those lines", () => {
  expect(Object.keys(lifecycle).sort()).toEqual([...lifecycleEvents].sort());
  const { turn: _, ...incomplete } = lifecycle;
  // @ts-expect-error a table without a line for every event is no table of handlers
  const broken: Readonly<Record<LifecycleEvent, unknown>> = incomplete;
  expect(Object.keys(broken)).toHaveLength(lifecycleEvents.length - 1);
});

test("every boundary is reached by an event, and names one that is at it", () => {
  expect(new Set(Object.values(lifecycle).map(({ boundary }) => boundary))).toEqual(new Set(boundaries));
  for (const boundary of boundaries) expect(lifecycle[eventAt[boundary]].boundary).toBe(boundary);
});

test("what each event loses is what a harness says of it", () => {
  const losing = (loses: string) => lifecycleEvents.filter((event) => lifecycle[event].loses === loses).join(" ");
  expect(losing("nothing")).toBe("turn switch-model switch-session fork manual");
  expect(losing("transcript")).toBe("compaction-auto compaction-manual overflow");
  expect(losing("session")).toBe("new reset idle daily exit sigterm sighup crash subagent-end");
  const at = (boundary: string) =>
    lifecycleEvents.filter((event) => lifecycle[event].boundary === boundary).join(" ");
  expect(at("shutdown")).toBe("exit sigterm sighup crash subagent-end");
  expect(at("reset")).toBe("new reset idle daily");
  expect(at("compaction")).toBe("compaction-auto compaction-manual overflow");
  expect(lifecycle.crash.reason).toBe("RECOVERED");
});

test("a source is a count, a length and a digest, and nothing else", () => {
  expect(parseSource("3")).toEqual({ epoch: 3, length: null, digest: null });
  expect(parseSource("3:48211")).toEqual({ epoch: 3, length: 48_211, digest: null });
  expect(parseSource("3:48211:9f2ca1")).toEqual({ epoch: 3, length: 48_211, digest: "9f2ca1" });
  for (const text of ["", "-1", "1.5", "3:", "3::9f2c", "3:4:xyz1", "3:4:9f2c:5", "1e3", " 3", "9".repeat(10)])
    expect(parseSource(text), text).toBeNull();
});

test("what was taken before a compaction, from a cut text or from another text is evicted", () => {
  const known: Source = { epoch: 2, length: 100, digest: "aaaa" };
  const at = (epoch: number, length: number | null, digest: string | null = null) =>
    evicted({ epoch, length, digest }, known);
  expect(at(1, 5_000)).toContain("epoch 2");
  expect(at(2, 99)).toContain("cut in between");
  expect(at(2, 100, "bbbb")).toContain("digest");
  for (const fine of [at(2, 100), at(2, 100, "aaaa"), at(2, 101, "bbbb"), at(2, null), at(3, 1)])
    expect(fine).toBeNull();
});

const sources: fc.Arbitrary<Source> = fc.record({
  epoch: fc.nat(5),
  length: fc.option(fc.nat(20)),
  digest: fc.option(fc.constantFrom("aaaa", "bbbb")),
});

test("a state is never evicted by itself, the later of two evicts neither itself nor grows from itself", () => {
  fc.assert(
    fc.property(sources, sources, (one, other) => {
      expect(evicted(one, one)).toBeNull();
      const later = latest(one, other);
      expect(later.epoch).toBe(Math.max(one.epoch, other.epoch));
      expect(evicted(later, later)).toBeNull();
      expect(hasGrown(one, one)).toBe(false);
      expect(hasGrown(one, other) && hasGrown(other, one)).toBe(false);
      expect(evicted(beginning, one) === null).toBe(one.epoch === 0 && (one.length ?? 0) === 0);
    }),
  );
});

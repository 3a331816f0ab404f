/** Record's tests: which conflicts a merged page keeps, in which order, and what they follow. */
import { describe, expect, it } from "vitest";
import type { Conflict } from "../../../src/page/decode.js";
import type { YamlValue } from "../../../src/page/frontmatter/print.js";
import { mergeRecords, type RecordBodies } from "../../../src/write/merge/merge.js";
import { unitsOf } from "../../../src/write/merge/settle.js";

const key = (name: string, ...values: readonly YamlValue[]): Conflict => ({ kind: "key", key: [name], values });
const entry = (...entries: readonly string[]): Conflict => ({ kind: "entry", entries });

interface Lists {
  readonly base?: readonly Conflict[];
  readonly ours?: readonly Conflict[];
  readonly theirs?: readonly Conflict[];
  readonly fresh?: readonly Conflict[];
}
const empty: RecordBodies = { base: "", ours: "", theirs: "", merged: "" };
const records = (lists: Lists, bodies: RecordBodies = empty): readonly Conflict[] =>
  mergeRecords({ base: [], ours: [], theirs: [], fresh: [], ...lists }, bodies);

describe("mergeRecords", () => {
  const [mood, seat] = [key("mood", "calm", "wild"), entry("a1", "b2")];

  it.each<[name: string, lists: Lists, want: readonly Conflict[]]>([
    ["what one side brought", { ours: [mood], theirs: [seat] }, [seat, mood]],
    ["what both brought, once", { ours: [mood], theirs: [key("mood", "wild", "calm")] }, [mood]],
    ["what nobody settled", { base: [mood, seat], ours: [mood, seat], theirs: [seat, mood] }, [seat, mood]],
    ["nothing that ours settled", { base: [mood, seat], ours: [], theirs: [mood, seat] }, []],
    ["nothing that theirs settled", { base: [mood, seat], ours: [mood, seat], theirs: [seat] }, [seat]],
    ["what this merge found beside it", { ours: [mood], fresh: [seat] }, [seat, mood]],
  ])("keeps %s", (_name, lists, want) => {
    expect(records(lists)).toEqual(want);
  });

  it.each<[name: string, fresh: readonly Conflict[], want: readonly Conflict[]]>([
    ["values of one key, each once", [key("a", 1, 2), key("a", 2, 3)], [key("a", 1, 2, 3)]],
    ["values by what they say", [key("a", { x: 1 }, 2), key("a", 3, { x: 1 })], [key("a", { x: 1 }, 2, 3)]],
    ["entries with one in common", [entry("a", "b"), entry("b", "c")], [entry("a", "b", "c")]],
    ["two groups by a third", [entry("a", "b"), entry("c", "d"), entry("b", "c")], [entry("a", "b", "c", "d")]],
    [
      "no others",
      [key("b", 1, 2), key("a", 1, 2), entry("x", "y")],
      [entry("x", "y"), key("a", 1, 2), key("b", 1, 2)],
    ],
    ["by their first digest in order", [entry("m", "n"), entry("z", "a")], [entry("z", "a"), entry("m", "n")]],
  ])("joins and sorts %s", (_name, fresh, want) => {
    expect(records({ fresh })).toEqual(want);
  });

  it("joins what a side brought with what this merge found, which says first what is ours", () => {
    expect(records({ theirs: [key("a", 1, 2)], fresh: [key("a", 3, 1)] })).toEqual([key("a", 3, 1, 2)]);
    expect(records({ theirs: [entry("a", "b")], fresh: [entry("c", "a")] })).toEqual([entry("c", "a", "b")]);
  });
});

describe("an alternative", () => {
  const digest = (line: string): string => unitsOf(line)?.list[0]?.says ?? "";
  const [aisle, window] = ["- Seat by the aisle.\n", "- Seat by the window.\n"];
  const [front, rear] = ["- Seat by the aisle, front.\n", "- Seat by the aisle, rear.\n"];
  const open = entry(digest(aisle), digest(window));
  const base = aisle + window;

  /** What is kept of one open conflict, and of one of a key beside it. */
  function followed(ours: string, theirs: string, merged: string, old = base): readonly string[] {
    const both = [open, key("mood", 1, 2)];
    const kept = records({ base: both, ours: both, theirs: both }, { base: old, ours, theirs, merged });
    expect(kept[1]).toEqual(key("mood", 1, 2));
    expect(kept).toHaveLength(2);
    return kept[0]?.kind === "entry" ? kept[0].entries : [];
  }

  it.each<[name: string, ours: string, theirs: string, merged: string, want: readonly string[]]>([
    ["that nobody edited", base, base, base, [aisle, window]],
    ["that ours edited", front + window, base, front + window, [front, window]],
    ["that theirs edited", base, rear + window, rear + window, [rear, window]],
    ["that both edited alike", front + window, front + window, front + window, [front, window]],
    ["that both edited", front + window, rear + window, front + rear + window, [front, rear, window]],
    ["whose old text stands again", front + window, base, front + aisle + window, [aisle, window]],
    ["whose new text did not stay", front + window, base, window, [aisle, window]],
    ["that was deleted", window, base, window, [aisle, window]],
  ])("%s is followed to what it became", (_name, ours, theirs, merged, want) => {
    expect(followed(ours, theirs, merged)).toEqual(want.map(digest));
  });

  it("leaves the conflict as it was where both became one", () => {
    const one = "- Seat by the aisle or the window.\n";
    expect(followed(one + window, aisle + one, one)).toEqual([aisle, window].map(digest));
  });

  it.each(["base", "ours", "theirs", "merged"] as const)("stays as it was where %s cannot be cut", (which) => {
    const uncut = "- a\r- b\n";
    const bodies = { base, ours: base, theirs: base, merged: base, [which]: uncut };
    expect(records({ ours: [open] }, bodies)).toEqual([open]);
  });
});

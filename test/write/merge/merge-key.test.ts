/** Merge key's tests: the rule of each key on values that meet it, and what happens to values that do not fit one. */
import { describe, expect, it } from "vitest";
import type { YamlValue } from "../../../src/page/frontmatter/print.js";
import { type KeyContext, mergeKey, newerSide } from "../../../src/write/merge/head.js";

type Maybe = YamlValue | undefined;

function merged(key: string, three: readonly [Maybe, Maybe, Maybe], newer: "ours" | "theirs" = "ours") {
  const context: KeyContext = { newer, notes: [], conflicts: [] };
  const [base, ours, theirs] = three;
  return {
    value: mergeKey(key, { base, ours, theirs }, context),
    notes: context.notes,
    conflicts: context.conflicts,
  };
}

const instant = "2026-02-01T00:00:00Z";
const same = "2026-02-01T01:00:00+01:00";

describe("a rule", () => {
  it.each<[key: string, base: Maybe, ours: Maybe, theirs: Maybe, want: Maybe]>([
    ["version", 3, 5, 3, 5],
    ["version", 3, 3, 4, 4],
    ["version", 3, 4, 4, 5],
    ["version", undefined, 1, 2, 3],
    ["updated", instant, "2026-04-01", "2026-03-01", "2026-04-01"],
    ["updated", undefined, "2026-03-01", "2026-04-01", "2026-04-01"],
    ["updated", undefined, instant, same, instant],
    ["updated", undefined, same, instant, instant],
    ["created", "2026-01-01", "2026-04-01", "2026-03-01", "2026-03-01"],
    ["created", undefined, "2026-03-01", "2026-04-01", "2026-03-01"],
    ["created", undefined, same, instant, instant],
    ["origin", "user", "agent", "web", "web"],
    ["origin", "user", "web", "agent", "web"],
    ["origin", undefined, "tool", undefined, "tool"],
    ["origin", undefined, undefined, "tool", "tool"],
    ["origin", "web", undefined, "web", "web"],
    ["origin", "web", "web", undefined, "web"],
    ["pin", "none", "hard", "soft", "hard"],
    ["pin", "hard", "hard", "none", "none"],
    ["scope", "global", "project", "session", "session"],
    ["scope", "session", "global", "session", "global"],
    ["audience", undefined, "shared", "private", "private"],
    ["audience", undefined, "private", "shared", "private"],
    ["min_fidelity", "pointer", "structured", "compressed", "compressed"],
    ["min_fidelity", "pointer", "full", "compressed", "full"],
    ["min_fidelity", "full", "full", "pointer", "pointer"],
    ["tags", ["a"], ["a", "b"], ["c", "a"], ["a", "b", "c"]],
    ["tags", ["a", "b"], ["b"], ["a"], []],
    ["tags", undefined, ["a", "b"], ["b", "c"], ["a", "b", "c"]],
    ["provenance", ["p", "q"], ["q"], ["p"], ["q", "p"]],
    ["provenance", undefined, [{ a: 1 }], [{ a: 1 }, { a: 2 }], [{ a: 1 }, { a: 2 }]],
  ])("merges %s: %j, %j, %j", (key, base, ours, theirs, want) => {
    for (const newer of ["ours", "theirs"] as const) {
      expect(merged(key, [base, ours, theirs], newer)).toEqual({ value: want, notes: [], conflicts: [] });
    }
  });

  it.each<[key: string, base: Maybe, ours: Maybe, theirs: Maybe]>([
    ["version", 3, "4", 6],
    ["version", 3, 6, "4"],
    ["updated", instant, "tomorrow", "2026-03-01"],
    ["updated", instant, "2026-03-01", "tomorrow"],
    ["updated", instant, 2026, "2026-03-01"],
    ["created", instant, "2026-03-01", null],
    ["origin", "user", "elsewhere", "agent"],
    ["origin", "user", "agent", "elsewhere"],
    ["pin", "none", "firm", "soft"],
    ["scope", "project", "team", "session"],
    ["audience", "shared", "private", "nobody"],
    ["min_fidelity", "pointer", "all", "full"],
    ["tags", ["a"], "a", ["a", "b"]],
    ["tags", ["a"], ["a", "b"], "a"],
    ["provenance", ["p"], "p", ["p", "q"]],
    ["provenance", ["p"], ["p", "q"], "p"],
    ["mood", "calm", "wild", "odd"],
    ["mood", { a: 1 }, { a: 2 }, "odd"],
    ["mood", { a: 1 }, "odd", { a: 2 }],
  ])("is none where a value does not fit it, and both are kept: %s: %j, %j, %j", (key, base, ours, theirs) => {
    for (const kept of ["ours", "theirs"] as const) {
      expect(merged(key, [base, ours, theirs], kept)).toEqual({
        value: kept === "ours" ? ours : theirs,
        notes: [],
        conflicts: [{ kind: "key", key: [key], kept, ours, theirs }],
      });
    }
  });
});

describe("any other key", () => {
  it("is merged key by key where both are maps, and says by its whole path what both changed", () => {
    const ours = { kept: 1, gone: 2, inner: { at: "b", constructor: "x" }, mine: null };
    const theirs = { kept: 1, gone: 2, inner: { at: "c" }, yours: [1] };
    const outcome = merged("fields", [{ kept: 1, gone: 2, was: 3, inner: { at: "a" } }, ours, theirs], "theirs");
    expect(outcome.value).toEqual({
      kept: 1,
      gone: 2,
      inner: { at: "c", constructor: "x" },
      mine: null,
      yours: [1],
    });
    expect(outcome.conflicts).toEqual([
      { kind: "key", key: ["fields", "inner", "at"], kept: "theirs", ours: "b", theirs: "c" },
    ]);
  });

  it("goes where one side took it out of a map and the other left it", () => {
    const { value } = merged("fields", [{ a: 1, b: 2 }, { b: 2 }, { a: 1, b: 2, c: 3 }]);
    expect(Object.keys(value as object)).toEqual(["b", "c"]);
  });

  it.each<[name: string, key: string, three: readonly [Maybe, Maybe, Maybe], want: Maybe, named: string]>([
    ["ours", "mood", ["calm", undefined, "wild"], "wild", "mood"],
    ["theirs", "mood", ["calm", "wild", undefined], "wild", "mood"],
    ["ours, in a map", "fields", [{ a: 1 }, {}, { a: 2 }], { a: 2 }, "fields.a"],
  ])("stays where %s removed it and the other changed it, and says so", (_name, key, three, want, named) => {
    const says = `“${named}” was removed on one side and changed on the other; it stays.`;
    expect(merged(key, three)).toEqual({ value: want, notes: [{ code: "key_kept", says }], conflicts: [] });
  });

  it.each(["compressed", "compressed_of"])(
    "of a short text is the newer side's, and nobody has to choose: %s",
    (key) => {
      const says = `“${key}” is that of the newer side and may be stale.`;
      for (const newer of ["ours", "theirs"] as const) {
        const outcome = merged(key, ["old", "ours", "theirs"], newer);
        expect(outcome).toEqual({ value: newer, notes: [{ code: "variant_replaced", says }], conflicts: [] });
      }
      expect(merged("fields", [{}, { [key]: 1 }, { [key]: 2 }]).conflicts).toHaveLength(1);
    },
  );
});

describe("the newer side", () => {
  it.each<[name: string, older: Record<string, YamlValue>, newer: Record<string, YamlValue>]>([
    ["has the higher version", { version: 3, updated: "2026-05-01" }, { version: 4, updated: "2026-01-01" }],
    ["of one version has the later update", { version: 3, updated: "2026-02-01" }, { version: 3, updated: same }],
    ["has a version that is a number", { version: "9" }, { version: 3 }],
    ["has an update that is an instant", { updated: "tomorrow" }, { updated: "2026-01-01" }],
    ["is told by the spelling where nothing else tells", { mood: "calm" }, { mood: "wild" }],
  ])("%s, whoever is asked first", (_name, older, newer) => {
    expect(newerSide(newer, older)).toBe("ours");
    expect(newerSide(older, newer)).toBe("theirs");
  });
});

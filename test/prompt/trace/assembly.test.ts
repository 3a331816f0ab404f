/** Assembly: the id of a record hangs on the decision and not on the time, and a record survives its log. */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { digest } from "../../../src/base/digest.js";
import type { Instant, PageId } from "../../../src/base/ids.js";
import { stableJson } from "../../../src/base/json.js";
import { limits } from "../../../src/base/limits.js";
import { compareText } from "../../../src/base/text.js";
import type { Omitted, Pressure } from "../../../src/prompt/decision.js";
import { parseRecord } from "../../../src/prompt/trace/log.js";
import { explain } from "../../../src/prompt/trace/read.js";
import { type Assembled, faultsOf, pressureFaults, recordOf } from "../../../src/prompt/trace/trace.js";
import { parseFault } from "../../../src/write/fault-log.js";

import { assembled, selection } from "./generate.js";

const record = recordOf(assembled);

describe("the id of a record", () => {
  it("is the same at another time, and for demands in another order", () => {
    const later = recordOf({ ...assembled, at: "2027-01-01T00:00:00Z" as Instant });
    expect(later.trace).toBe(record.trace);
    expect(later.at).not.toBe(record.at);
    expect(recordOf({ ...assembled, demands: [...assembled.demands].reverse() }).trace).toBe(record.trace);
    expect(record.trace).toMatch(/^[0-9a-f]{12}$/);
  });

  it("is another one for another text, head, policy, tokenizer, budget, demand or fault", () => {
    const others = [
      { ...assembled, text: "another\n" },
      { ...assembled, head: null },
      { ...assembled, policy: "lru" },
      { ...assembled, tokenizer: "estimate" },
      { ...assembled, selection: { ...selection, budget: 201 } },
      { ...assembled, demands: [] },
      { ...assembled, faults: [] },
      { ...assembled, barred: [] },
    ].map((other) => recordOf(other).trace);
    expect(new Set([record.trace, ...others]).size).toBe(9);
  });
});

describe("a record", () => {
  it("keeps the telling omissions when there are too many", () => {
    const many = Array.from({ length: limits.traceOmittedMax + 50 }, (_, i): Omitted => {
      return { id: `a-${String(i).padStart(5, "0")}` as PageId, reason: "over_budget" };
    });
    const cut = recordOf({ ...assembled, selection: { ...selection, omitted: [...many, ...selection.omitted] } });
    expect(cut.omitted).toHaveLength(limits.traceOmittedMax);
    expect(cut.omittedMore).toBe(53);
    expect(cut.omitted.slice(0, 3).map((o) => o.id)).toEqual(["big-rule", "diary", "a-00000"]);
    expect(explain(cut)).toContain("and 53 more that did not fit");
  });

  it("is printed as it would be by who knows nothing of it", () => {
    const barred = [{ id: "diary" as PageId, reason: "session_denied" as const }];
    for (const more of [{}, { live: null }, { barred }, { head: null, faults: [] }, { barred: [] }]) {
      const made = recordOf({ ...assembled, ...more });
      expect(stableJson(made)).toBe(stableJson(structuredClone(made)));
      expect(stableJson({ z: made, a: 1 })).toBe(stableJson({ z: structuredClone(made), a: 1 }));
    }
  });

  it("is the same whatever was recorded before it", () => {
    const one = { id: "diary" as PageId, reason: "session_denied" as const };
    const [fault] = assembled.faults;
    const others = [
      {},
      { faults: assembled.faults.map((each) => ({ ...each })) },
      { faults: [...assembled.faults, { ...fault!, says: "Other words." }] },
      { faults: assembled.faults.map((each) => ({ ...each, hint: "" })) },
      { faults: assembled.faults.map((each) => ({ ...each, says: "Other words." })) },
      { faults: assembled.faults.map((each) => ({ ...each, page: "other" })) },
      { faults: assembled.faults.map((each) => ({ ...each, kind: "refetch" as const })) },
      { barred: [one] },
      { barred: [{ ...one, reason: "audience_denied" as const }] },
      { barred: [] },
      { selection: { ...selection, omitted: [...selection.omitted].reverse() } },
      { selection: { ...selection, omitted: [{ id: "a-note" as PageId, reason: "minimum_over_budget" as const }] } },
    ];
    const plain = (more: Partial<Assembled>): string => {
      const { at, trace, ...rest } = structuredClone(recordOf({ ...assembled, ...more }));
      expect(digest(stableJson(rest)).slice("sha256:".length)).toMatch(new RegExp(`^${trace}`));
      const { omitted, barred, faults } = { ...assembled, omitted: selection.omitted, ...more.selection, ...more };
      const isLast = ({ reason }: Omitted): number => Number(reason === "over_budget");
      const byHand = [...omitted, ...barred].sort((a, b) => isLast(a) - isLast(b) || compareText(a.id, b.id));
      expect([rest.omitted, rest.faults]).toEqual([byHand, faults]);
      return at + stableJson(recordOf({ ...assembled, ...more }));
    };
    const order = fc.array(fc.nat(others.length - 1), { minLength: 2, maxLength: 8 });
    const first = others.map(plain);
    fc.assert(
      fc.property(order, (all) => {
        expect(all.map((at) => plain(others[at]!))).toEqual(all.map((at) => first[at]));
      }),
    );
  });

  it("says of each page in it what its place made of it, and one of before, which does not know, says nothing", () => {
    const { places: _, ...before } = record;
    const line = "  house-rules: full, 130 tokens, raised because tokens were left";
    expect(explain(record)).toContain(`${line}; it is memory, of what lasts by its heading, type or tag.\n`);
    expect(explain(before)).toContain(`${line}.\n`);
    expect(parseRecord(stableJson(before))).toEqual(before);
  });

  it("reads back from its line", () => {
    expect(parseRecord(stableJson(record))).toEqual(record);
    expect(parseRecord(stableJson(recordOf({ ...assembled, head: null, live: null })))).toMatchObject({
      head: null,
      live: null,
    });
  });

  it("is not read from a line that was cut anywhere, or is something else", () => {
    const line = stableJson(record);
    for (let at = 0; at < line.length; at += 1) expect(parseRecord(line.slice(0, at))).toBeNull();
    for (const [key, value] of [
      ["kind", "replay"],
      ["trace", 1],
      ["budget", "200"],
      ["used", 1.5],
      ["selected", [{ id: "a" }]],
      ["omitted", {}],
      ["places", { a: 1 }],
      ["demands", [null]],
      ["faults", ["x"]],
      ["pressed", [{ isOut: true, left: 1, pin: "hard", required: "full" }]],
      ["pressed", [{ isOut: true, left: 1, pin: "hard", required: "full", tokens: { a: "1" } }]],
      ["pressed", [{ isOut: 1, left: 1, pin: "hard", required: "full", tokens: { a: 1 } }]],
      ["head", 0],
      ["upgrades", { ...assembled.upgrades, refused: [{ id: "a", fidelity: "full" }] }],
      ["inputs", { ...assembled.inputs, stores: [{ store: "s" }] }],
      ["inputs", { ...assembled.inputs, prices: 1 }],
      ["live", { ...assembled.live, turn: null }],
      ["live", { ...assembled.live, events: [{ event: "turn", loses: 1, boundary: null }] }],
      ["live", { ...assembled.live, recency: [{ id: "a" }] }],
    ] as const) {
      expect(parseRecord(stableJson({ ...record, [key]: value })), key).toBeNull();
    }
  });

  it("explains itself to a person", () => {
    expect(explain(record)).toBe(`Trace ${record.trace}: assembled at 2026-11-20T21:40:12Z from ${"a".repeat(40)}.
In store store1 1 page files were not what that commit holds.
Turn 7 of session s1, after 0123456789ab; 4 hits so far, thrash 0.200.
At compaction-auto: the context was lost; what was written back is not on record here.
Tool call 5ca1ab1e, its result in trips.
Policy pagefile, 145 of 200 tokens used, counted by o200k_base.
Asked for house-rules.
Asked for trips at full.

In (2):
  house-rules: full, 130 tokens, raised because tokens were left; it is memory, of what lasts by its heading, type or tag.
  trips: pointer, 15 tokens, because it was asked for.

Out (3):
  big-rule: it was required, and even its minimum did not fit.
  diary: it is not for this audience.
  a-note: it did not fit into what was left.

Upgrades: 1 taken, 1 refused with 55 tokens left.
  trips: structured would cost 80 tokens more.

Faults (3):
  invariant_pressure: “big-rule” needs 90 tokens at structured, 70 were left of 200. Raise the budget by 20 tokens or more (now 200), shorten the page, or ask for less of others.
  pinned_invariant_miss: The hard-pinned page “big-rule” is not in the prompt. Raise the budget by 20 tokens or more (now 200), shorten the page, or ask for less of others.
  invariant_pressure: “trips” needs 400 tokens at full, 70 were left of 200. Raise the budget by 330 tokens or more (now 200), shorten the page, or ask for less of others.

Text ${record.text}.
`);
  });

  it("explains a reason of a later version by its code", () => {
    const odd = parseRecord(stableJson({ ...record, omitted: [{ id: "x", reason: "moon_phase" }] }));
    expect(odd?.kind === "assemble" ? explain(odd) : "").toContain("x: moon_phase.");
  });
});

/** So many requirements that did not fit: pins and demands, in and out, at several fidelities. */
function pressed(count: number): typeof assembled {
  const pressure = Array.from({ length: count }, (_, at): Pressure => {
    const id = `page-${String((at * 7) % 1_000).padStart(3, "0")}` as PageId;
    const required = at % 5 === 0 ? "full" : "structured";
    return { id, pin: at % 3 === 0 ? "none" : "hard", required, tokens: 60 + (at % 40), left: 16 };
  }).sort((a, b) => compareText(a.id, b.id));
  const omitted = pressure.flatMap(({ id }, at): Omitted[] => (at % 4 === 0 ? [] : [{ id, reason: "over_budget" }]));
  const many = { ...selection, pressure, omitted };
  const other = { kind: "page_unreadable", page: "memory/x.md", says: "line 1: odd.", hint: "Mend it." } as const;
  const watched = { kind: "pinned_invariant_miss", page: "gone", says: "It is gone.", hint: "" } as const;
  return { ...assembled, selection: many, faults: [...pressureFaults(many), other, watched] };
}

describe("much that did not fit", () => {
  it("is spelled page by page up to a bound, and beyond it told by numbers that give the same faults", () => {
    const most = limits.faultsOfKindMax;
    for (const count of [0, 1, most, most + 1, 900]) {
      const all = pressed(count);
      const made = recordOf(all);
      const isMuch = count > most;
      expect(made.faults).toHaveLength(isMuch ? 2 : all.faults.length);
      expect("pressed" in made).toBe(isMuch);
      expect(faultsOf(made)).toEqual(all.faults);
      const read = parseRecord(stableJson(made));
      expect(read).toEqual(made);
      expect(read?.kind === "assemble" ? faultsOf(read) : null).toEqual(all.faults);
      expect(explain(made)).toContain(`Faults (${all.faults.length}):`);
    }
  });

  it("takes a tenth of the room, and its record has another id for other numbers", () => {
    const all = pressed(900);
    expect(stableJson(recordOf(all).pressed).length).toBeLessThan(stableJson(all.faults).length / 10);
    const { pressure } = all.selection;
    const ids = [
      pressure,
      pressure.slice(1),
      pressure.map((one, at) => (at === 7 ? { ...one, tokens: one.tokens + 1 } : one)),
      pressure.map((one, at) => (at === 7 ? { ...one, left: 17 } : one)),
    ].map((other) => {
      const changed = { ...all.selection, pressure: other };
      return recordOf({ ...all, selection: changed, faults: pressureFaults(changed) }).trace;
    });
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("faults", () => {
  it("name pressure for each, and a miss only for a hard pin that is out", () => {
    expect(pressureFaults(selection).map((f) => [f.kind, f.page])).toEqual([
      ["invariant_pressure", "big-rule"],
      ["pinned_invariant_miss", "big-rule"],
      ["invariant_pressure", "trips"],
    ]);
    const seated = { ...selection, omitted: [] };
    expect(pressureFaults(seated).map((f) => f.kind)).toEqual(["invariant_pressure", "invariant_pressure"]);
  });

  it("are the same whatever was pressed before", () => {
    const [big, trips] = selection.pressure;
    const others = [
      selection,
      { ...selection, pressure: [big!] },
      { ...selection, pressure: [{ ...big!, left: 69 }, trips!] },
      { ...selection, pressure: [{ ...big!, tokens: 91 }, trips!] },
      { ...selection, pressure: [{ ...big!, required: "full" as const }, trips!] },
      { ...selection, pressure: [{ ...big!, pin: "soft" as const }, trips!] },
      { ...selection, pressure: [{ ...big!, id: "a-note" as PageId }, trips!] },
      { ...selection, budget: 201 },
      { ...selection, omitted: [] },
    ];
    const faults = others.map((other) => JSON.stringify(pressureFaults(other)));
    // Who pins it softly is told as who demands it.
    expect(new Set(faults).size).toBe(others.length - 1);
    for (const [i, one] of others.entries())
      for (const [j, other] of others.entries()) {
        expect(JSON.stringify(pressureFaults(one))).toBe(faults[i]);
        expect(JSON.stringify(pressureFaults({ ...other, pressure: other.pressure.map((p) => ({ ...p })) }))).toBe(
          faults[j],
        );
      }
  });

  it("read back from their line", () => {
    const fault = { ...pressureFaults(selection)[0], at: assembled.at, trace: record.trace };
    expect(parseFault(stableJson(fault))).toEqual(fault);
    expect(parseFault(stableJson({ ...fault, trace: null }))?.trace).toBeNull();
    expect(parseFault(stableJson({ ...fault, trace: 3 }))).toBeNull();
    expect(parseFault(stableJson({ ...fault, says: null }))).toBeNull();
    expect(parseFault("[]")).toBeNull();
  });
});

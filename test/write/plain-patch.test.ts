/** Plain patch's tests: a draft read without the schema is to the key what the schema makes of it, and never one that it refuses. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { limits } from "../../src/base/limits.js";
import { parseBySchema, parsePatch, plainPatch } from "../../src/write/plain-patch.js";

import { draws } from "../support/draws.js";

const runs = Number(process.env.PAGEFILE_PLAIN_RUNS ?? draws(3_000));
const x = (chars: number): string => "x".repeat(chars);

/** At and beyond each bound, blank, padded, of several lines. */
const texts = fc.constantFrom(
  ...["p", " padded ", "", " ", "\n", "a\nb", "a\r", "\u00a0", "\ufeff", "__proto__", "human", "user", "agent:desk"],
  ...["web", "session:7f3a#L1", "plan", "preference", "project", "session", "none", "soft", "a-tag", "A", "1", "é🎉"],
  ...[40, 41, 64, 65, 119, 120, 121, 200, 201, 500, 501].map(x),
  ` ${x(120)} `,
  x(limits.pathCharsMax),
  x(limits.pathCharsMax + 1),
  x(limits.patchBytesMax),
  x(limits.patchBytesMax + 1),
);
const odd = fc.constantFrom<unknown>(
  ...[undefined, null, true, 0, -0, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 1n, Symbol("s")],
  ...[[], {}, [undefined], new Array(1), { a: undefined }, new Date(0), new Map(), Object.create(null), () => 1],
  ...[{ [Symbol("s")]: 1 }, JSON.parse('{"__proto__":1}'), { constructor: "x" }, Object.create({ op: "append" })],
  ...[Array(limits.tagsMax + 1).fill("t"), Array(21).fill("e"), Array(201).fill("w"), new String("p")],
);
const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    texts,
    fc.constantFrom<unknown>(null, true, 2, -1.5, ""),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b c", "10", "2", "constructor", "toString"), tie("value"), { maxKeys: 3 }),
  ),
})).value;
const fields = fc.dictionary(
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom("a", "_b", "prefers", "length") },
    { weight: 1, arbitrary: texts },
  ),
  values,
  { maxKeys: 3 },
);
const tags = fc.array(fc.constantFrom("a", "late-trains", "t1"), { maxLength: 3 });
const short = fc.constantFrom("p", "travel-mornings", " padded ", "memory#deploys");

const envelope = {
  actor: fc.constantFrom("human", "agent:desk", " a "),
  origin: fc.constantFrom("user", "agent", "tool", "imported", "web"),
  session: fc.constantFrom(null, "s", " s "),
  evidence: fc.array(fc.constantFrom("page:p", " session:s#L1 "), { maxLength: 3 }),
  id: fc.constantFrom(null, "i", " i "),
};
const words = fc.constantFrom("Trains are fine.", "- a\n- b\n", " x");
const value = { page: short, value: words };
const shapes: readonly (readonly [string, Record<string, fc.Arbitrary<unknown>>, string[]])[] = [
  [
    "create",
    {
      ...{ page: fc.constantFrom(null, "p"), title: short, tags, fields, value: fc.constantFrom("", "Body.") },
      ...{ type: fc.constantFrom("plan", "decision"), scope: fc.constantFrom(null, "session", "global") },
      pin: fc.constantFrom(null, "soft", "hard"),
    },
    ["type", "title"],
  ],
  ["append", value, ["page", "value"]],
  ["merge", { page: short, fields, tags, entries: fc.array(words, { maxLength: 3 }) }, ["page"]],
  ["set_with_version", { page: short, key: short, value: values, base: short }, ["page", "key", "value", "base"]],
  ["archive", { page: short }, ["page"]],
  ["restore", { page: short }, ["page"]],
];
const good = fc.oneof(
  ...shapes.map(([op, parts, required]) =>
    fc.record({ op: fc.constant(op), ...parts, ...envelope }, { requiredKeys: ["op", ...required] as never[] }),
  ),
) as fc.Arbitrary<Record<string, unknown>>;
const change = fc.tuple(
  fc.constantFrom(
    ..."op page type title scope pin tags fields value key base entries actor origin session evidence id more".split(
      " ",
    ),
  ),
  fc.oneof(texts, odd, values),
);
const bad = fc
  .tuple(good, fc.array(change, { maxLength: 2 }), fc.option(fc.constantFrom("page", "value", "op")))
  .map(([draft, changes, without]) => {
    const changed: Record<string, unknown> = { ...draft, ...Object.fromEntries(changes) };
    if (without !== null) delete changed[without];
    return changed;
  });
const drafts = fc.oneof({ weight: 3, arbitrary: good }, { weight: 4, arbitrary: bad }, { weight: 1, arbitrary: odd });

describe("plainPatch", () => {
  it("gives what the schema gives, keys in its order, of most good drafts and of no bad one", () => {
    const met = { read: 0, refused: 0 };
    fc.assert(
      fc.property(drafts, (draft) => {
        const read = plainPatch(draft);
        const known = parseBySchema(draft);
        if (!known.ok) met.refused += 1;
        if (read === null) return;
        met.read += 1;
        expect(known).toEqual({ ok: true, value: read });
        expect(JSON.stringify(read)).toBe(JSON.stringify(known.ok && known.value));
      }),
      { numRuns: runs },
    );
    expect(met.read).toBeGreaterThan(runs / 8);
    expect(met.refused).toBeGreaterThan(runs / 4);
  });

  it("needs no schema for any draft that was checked before", () => {
    fc.assert(
      fc.property(good, (draft) => {
        const first = parsePatch(draft);
        if (first.ok) expect(plainPatch(JSON.parse(JSON.stringify(first.value)))).toEqual(first.value);
      }),
      { numRuns: draws(500) },
    );
  });

  it("leaves to the schema what JSON cannot hold, and what would not be a key of its own", () => {
    const set = { op: "set_with_version", page: "p", key: "k", base: "1" };
    for (const value of [Number.NaN, Number.NEGATIVE_INFINITY, 1n, undefined, [undefined], new Array(1), new Date(0)])
      expect(plainPatch({ ...set, value })).toBeNull();
    const named = JSON.parse('{"__proto__":{"a":1}}');
    for (const fields of [named, { a: named }, { a: [named] }, { [Symbol("s")]: 1 }, Object.create(null)])
      expect(plainPatch({ op: "merge", page: "p", fields })).toBeNull();
    let deep: unknown = 1;
    for (let times = 0; times < 40; times += 1) deep = { a: deep };
    expect(plainPatch({ ...set, value: deep })).toBeNull();
    expect(parsePatch({ ...set, value: deep })).toMatchObject({ ok: true, value: { value: deep } });
    expect(parsePatch({ op: "merge", page: "p", fields: { [Symbol("s")]: 1 } })).toMatchObject({ ok: false });
  });

  it("shares nothing with the draft", () => {
    const draft = { op: "merge", page: "p", fields: { a: { b: [1] } }, tags: ["t"], entries: ["x"], evidence: ["e"] };
    const read = plainPatch(draft);
    expect(read).toMatchObject(draft);
    draft.fields.a.b.push(2);
    for (const list of [draft.tags, draft.entries, draft.evidence]) list.push("more");
    expect(read).toMatchObject({ fields: { a: { b: [1] } }, tags: ["t"], entries: ["x"], evidence: ["e"] });
  });
});

/** Parse patch's tests: what a draft may leave out, where each bound lies, and what is said beyond it. */
import { describe, expect, test } from "vitest";
import { limits } from "../../src/base/limits.js";
import { parsePatch } from "../../src/write/parse-patch.js";
import { envelopeHere } from "../../src/write/patch.js";

const envelope = { actor: "human", origin: "user", session: null, evidence: [], id: null };
const parse = (draft: unknown): unknown => {
  const parsed = parsePatch(draft);
  return parsed.ok ? parsed.value : `${parsed.error.reason}: ${parsed.error.says}`;
};
const shape =
  "A patch has an op (create, append, merge, set_with_version, archive, restore), a page, and what the op needs.";

test.each<[draft: object, more: object]>([
  [
    { op: "create", type: "plan", title: " T " },
    { title: "T", page: null, scope: null, pin: null, tags: [], fields: {}, value: "" },
  ],
  [{ op: "append", page: "p", value: "x" }, {}],
  [
    { op: "merge", page: "p" },
    { fields: {}, tags: [], entries: [] },
  ],
  [{ op: "set_with_version", page: "p", key: "k", value: null, base: " 1 " }, { base: "1" }],
  [{ op: "archive", page: "p" }, {}],
  [
    { op: "restore", page: "p", actor: " a ", session: " s ", evidence: [" e "], id: "i" },
    { actor: "a", session: "s", evidence: ["e"], id: "i" },
  ],
])("what has a default may be left out: %j", (draft, more) => {
  expect(parse(draft)).toEqual({ ...envelope, ...draft, ...more });
});

describe("a bound", () => {
  const append = (more: object) => ({ op: "append", page: "p", value: "x", ...more });
  const create = (more: object) => ({ op: "create", type: "plan", title: "T", ...more });
  const merge = (more: object) => ({ op: "merge", page: "p", ...more });
  const set = (more: object) => ({ op: "set_with_version", page: "p", key: "k", value: 1, base: "1", ...more });
  const x = (chars: number): string => "x".repeat(chars);

  test.each<[name: string, most: object, more: object, where: string]>([
    [
      "page",
      append({ page: x(limits.pathCharsMax) }),
      append({ page: x(limits.pathCharsMax + 1) }),
      "SIZE_LIMIT: “page”: ",
    ],
    [
      "value",
      append({ value: x(limits.patchBytesMax) }),
      append({ value: x(limits.patchBytesMax + 1) }),
      `SIZE_LIMIT: “value”: the text is longer than ${limits.patchBytesMax} characters.`,
    ],
    [
      "body",
      create({ value: x(limits.patchBytesMax) }),
      create({ value: x(limits.patchBytesMax + 1) }),
      `SIZE_LIMIT: “value”: the body is longer than ${limits.patchBytesMax} characters.`,
    ],
    [
      "title",
      create({ title: x(limits.titleCharsMax) }),
      create({ title: x(limits.titleCharsMax + 1) }),
      `SIZE_LIMIT: “title”: the title is longer than ${limits.titleCharsMax} characters; move the detail into the body.`,
    ],
    [
      "tags",
      create({ tags: Array(limits.tagsMax).fill("t") }),
      create({ tags: Array(limits.tagsMax + 1).fill("t") }),
      "SIZE_LIMIT: “tags”: ",
    ],
    [
      "entries",
      merge({ entries: Array(200).fill("x") }),
      merge({ entries: Array(201).fill("x") }),
      "SIZE_LIMIT: “entries”: ",
    ],
    ["actor", append({ actor: x(120) }), append({ actor: x(121) }), "SIZE_LIMIT: “actor”: "],
    ["session", append({ session: x(120) }), append({ session: x(121) }), "SIZE_LIMIT: “session”: "],
    ["id", append({ id: x(120) }), append({ id: x(121) }), "SIZE_LIMIT: “id”: "],
    [
      "evidence",
      append({ evidence: Array(20).fill(x(500)) }),
      append({ evidence: Array(21).fill("x") }),
      "SIZE_LIMIT: “evidence”: ",
    ],
    [
      "one piece of evidence",
      append({ evidence: [x(500)] }),
      append({ evidence: [x(501)] }),
      "SIZE_LIMIT: “evidence.0”: ",
    ],
    ["key", set({ key: x(200) }), set({ key: x(201) }), "SIZE_LIMIT: “key”: "],
    [
      "tag",
      create({ tags: [`a${x(39)}`] }),
      create({ tags: [`a${x(40)}`] }),
      "SCHEMA_INVALID: “tags.0”: a tag is lower-case letters, digits and dashes.",
    ],
    [
      "field",
      merge({ fields: { [`_${x(63)}`]: 1 } }),
      merge({ fields: { [`_${x(64)}`]: 1 } }),
      "SCHEMA_INVALID: “fields",
    ],
  ])("holds what is at most that long: %s", (_name, most, more, where) => {
    expect(parse(most)).toMatchObject({ op: expect.any(String) });
    expect(String(parse(more))).toContain(where);
  });

  test.each<[draft: unknown, says: string]>([
    [append({ value: " \n" }), "SCHEMA_INVALID: “value”: the text is empty; at least one word is expected."],
    [append({ page: "" }), "SCHEMA_INVALID: “page”: "],
    [append({ actor: " " }), "SCHEMA_INVALID: “actor”: "],
    [append({ session: "" }), "SCHEMA_INVALID: “session”: "],
    [append({ id: "" }), "SCHEMA_INVALID: “id”: "],
    [append({ evidence: [""] }), "SCHEMA_INVALID: “evidence.0”: "],
    [append({ origin: "stranger" }), "SCHEMA_INVALID: “origin”: "],
    [append({ more: 1 }), "SCHEMA_INVALID: The patch: "],
    [create({ title: " " }), "SCHEMA_INVALID: “title”: the title is empty."],
    [create({ title: "a\nb" }), "SCHEMA_INVALID: “title”: the title has a line break; one line is expected."],
    [create({ type: "thing" }), "SCHEMA_INVALID: “type”: "],
    [create({ scope: "team" }), "SCHEMA_INVALID: “scope”: "],
    [create({ pin: "firm" }), "SCHEMA_INVALID: “pin”: "],
    [create({ tags: ["A"] }), "SCHEMA_INVALID: “tags.0”: a tag is lower-case letters, digits and dashes."],
    [merge({ entries: [" "] }), "SCHEMA_INVALID: “entries.0”: the text is empty"],
    [merge({ fields: { "a b": 1 } }), "SCHEMA_INVALID: “fields"],
    [merge({ fields: { a: undefined } }), "SCHEMA_INVALID: “fields.a”: "],
    [set({ base: " " }), "SCHEMA_INVALID: “base”: the base names the version the writer saw."],
    [set({ key: "" }), "SCHEMA_INVALID: “key”: "],
    [{ op: "burn", page: "p" }, "SCHEMA_INVALID: “op”: "],
    [{ op: "archive" }, "SCHEMA_INVALID: “page”: "],
    [null, "SCHEMA_INVALID: The patch: "],
    ["x", "SCHEMA_INVALID: The patch: "],
  ])("is told by name where a draft is beyond it: %j", (draft, says) => {
    expect(String(parse(draft)).slice(0, says.length)).toBe(says);
  });
});

test.each<[draft: object, says: string, hint: RegExp]>([
  [{ op: "append", page: "p", value: "x", actor: "" }, "“actor”: it is empty.", /agent:desk/],
  [{ op: "append", page: "p", value: 1 }, "“value”: a text was expected.", /Trains/],
  [{ op: "append", page: "p" }, "“value”: it is missing.", /Trains/],
  [{ op: "merge", page: "p", entries: "x" }, "“entries”: a list was expected.", /A list of texts/],
  [
    { op: "append", page: "p", value: "x", session: "s".repeat(121) },
    "“session”: it is too long; at most 120 characters are allowed.",
    /7f3a/,
  ],
  [
    { op: "merge", page: "p", fields: { "a b": 1 } },
    "“fields.a b”: a field name is letters, digits, _ and -.",
    /prefers/,
  ],
  [
    { op: "append", page: "p", value: "x", more: 1, other: 2 },
    "The patch: it has keys that such a patch does not take: more, other.",
    /op/,
  ],
  [
    { op: "merge", page: "p", tags: Array(limits.tagsMax + 1).fill("t") },
    `“tags”: it is too long; at most ${limits.tagsMax} items are allowed.`,
    /late-trains/,
  ],
  [
    { op: "append", page: "p", value: "x", origin: "stranger" },
    "“origin”: one of user, agent, tool, imported, web was expected.",
    /op/,
  ],
  [{ op: "burn", page: "p" }, "“op”: no op that there is.", /op/],
  [
    { op: "set_with_version", page: "p", key: "k", base: "1", value: 1n },
    "“value”: no value that frontmatter can hold.",
    /Trains/,
  ],
  [
    { op: "merge", page: "p", fields: { a: new Date(0) } },
    "“fields.a”: no value that frontmatter can hold.",
    /prefers/,
  ],
  [{ op: "create", type: "plan", title: "" }, "“title”: the title is empty.", /one line, at most 120/],
])("is told in plain words, with what would be right there: %o", (draft, says, hint) => {
  expect(parsePatch(draft)).toMatchObject({ ok: false, error: { says, hint: expect.stringMatching(hint) } });
});

test("a draft of another shape is told what a patch has, and one with a secret becomes none", () => {
  expect(parsePatch(3)).toMatchObject({ ok: false, error: { hint: shape } });
  const token = ["ghp_", "a1B2".repeat(9)].join("");
  expect(parse({ op: "append", page: "p", value: token })).toMatch(/^SECRET_DETECTED: There is a secret in value: /);
  const nested = {
    op: "set_with_version",
    page: "p",
    key: "k",
    value: { a: [1, true, null, { b: "x" }] },
    base: "1",
  };
  expect(parse(nested)).toEqual({ ...envelope, ...nested });
});

test("what an agent's command finds on disk is not called the user's", () => {
  expect(envelopeHere({})).toEqual(envelope);
  expect(envelopeHere({ actor: "agent:x" })).toEqual({ ...envelope, actor: "agent:x", origin: "agent" });
});

test("a patch shares nothing with its draft", () => {
  const draft = { op: "merge", page: "p", fields: { a: { b: [1] } }, tags: ["t"], entries: ["x"], evidence: ["e"] };
  const read = parse(draft);
  draft.fields.a.b.push(2);
  for (const list of [draft.tags, draft.entries, draft.evidence]) list.push("more");
  expect(read).toMatchObject({ fields: { a: { b: [1] } }, tags: ["t"], entries: ["x"], evidence: ["e"] });
});

test("a patch holds nothing that JSON cannot hold", () => {
  const set = { op: "set_with_version", page: "p", key: "k", base: "1" };
  for (const value of [Number.NaN, Number.NEGATIVE_INFINITY, 1n, undefined, [undefined], new Date(0), new Map()])
    expect(parse({ ...set, value })).toMatch(/^SCHEMA_INVALID/);
  expect(parse({ op: "merge", page: "p", fields: { [Symbol("s")]: 1 } })).toMatch(/^SCHEMA_INVALID/);
});

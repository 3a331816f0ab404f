/** Create's tests: a new page from a patch: its id, its path, its text, and where it may not be. */
import { describe, expect, test } from "vitest";
import { pageTypes, schema } from "../../../src/page/page.js";
import type { CreatePatch } from "../../../src/write/patch.js";
import { validate } from "../../../src/write/validate.js";

import { envelopeOf, groundOf } from "../../support/ground.js";

const files = { "memory/seats.md": "---\nid: seats\n---\n- a\n" };

const run = (patch: CreatePatch, more: Readonly<Record<string, string>> = {}, ground = {}) => {
  const done = validate(patch, groundOf({ ...files, ...more }, ground));
  return done.ok ? done.value : done.error;
};

describe("a create", () => {
  const create = (asked: Partial<CreatePatch>): CreatePatch => ({
    op: "create",
    page: null,
    type: "preference",
    title: "Night Trains!",
    scope: null,
    pin: null,
    tags: [],
    fields: { subject: "trains", prefers: "night" },
    value: "",
    ...envelopeOf(),
    ...asked,
  });
  const head = "---\nid: night-trains\ntype: preference\ntitle: Night Trains!\nscope: project\n";
  const dates = "version: 1\ncreated: 2026-11-21T08:00:00Z\nupdated: 2026-11-21T08:00:00Z\norigin: user\n";
  const path = "memory/preferences/night-trains.md";

  test("makes a page of its type's folder, named by its title", () => {
    const patch = create({});
    expect(run(patch)).toEqual({
      targets: [{ op: "create", id: "night-trains", path }],
      envelope: patch,
      changes: [
        {
          kind: "edit",
          path,
          edit: { kind: "create", text: `${head}${dates}fields: { subject: trains, prefers: night }\n---\n` },
        },
      ],
      reason: "CAPTURE",
      subject: "create: Night Trains! (night-trains)",
    });
  });

  test("writes what it is given, and one line end at the end", () => {
    const patch = create({
      page: "own",
      pin: "soft",
      scope: "global",
      tags: ["x"],
      evidence: ["file:a"],
      value: "Words.\n\n- b\n",
    });
    expect(run(patch)).toMatchObject({
      changes: [
        {
          path: "memory/preferences/own.md",
          edit: {
            text: `${head.replace("night-trains", "own").replace("project", "global")}pin: soft\n${dates}tags: [x]\nprovenance: [file:a]\nfields: { subject: trains, prefers: night }\n---\nWords.\n\n- b\n`,
          },
        },
      ],
    });
    expect(run(create({ value: " \n" }))).toMatchObject({
      changes: [{ edit: { text: expect.stringMatching(/night \}\n---\n$/) } }],
    });
  });

  test("gets an id from its type where its title has no letter that an id may have", () => {
    const paths = ["旅行の計画", "旅行の予算"].map((title) => JSON.stringify(run(create({ title }))));
    expect(paths[0]).toMatch(/"path":"memory\/preferences\/preference-[0-9a-f]{6}\.md"/);
    expect(paths[0]?.match(/preference-[0-9a-f]{6}/)?.[0]).not.toBe(paths[1]?.match(/preference-[0-9a-f]{6}/)?.[0]);
  });

  test.each([
    ["user", "constraint", "hard"],
    ["agent", "constraint", "hard"],
    ["web", "constraint", null],
    ["user", "preference", null],
  ] as const)("of origin %s pins a %s: %s", (origin, type, pin) => {
    const fields = { rule: "ask", applies_to: "all", subject: "s", prefers: "p" };
    const text = JSON.stringify(run(create({ origin, type, fields })));
    expect(text.includes("pin: hard")).toBe(pin === "hard");
    expect(text).toContain("CAPTURE");
  });

  test.each(pageTypes)("names every field that a %s needs and has not", (type) => {
    const needs = schema[type].requiredFields;
    const [first, ...rest] = needs;
    if (first === undefined) return;
    const fields = Object.fromEntries(rest.map((name) => [name, "x"]));
    for (const empty of [undefined, null, ""]) {
      const given = empty === undefined ? fields : { ...fields, [first]: empty };
      expect(run(create({ type, fields: given }))).toEqual({
        reason: "SCHEMA_INVALID",
        says: `A ${type} page needs ${needs.join(", ")}; missing: ${first}.`,
        hint: `Add --field ${first}=…`,
      });
    }
  });

  test("names all fields that are missing", () => {
    expect(run(create({ fields: {} }))).toMatchObject({
      says: "A preference page needs subject, prefers; missing: subject, prefers.",
      hint: "Add --field subject=… --field prefers=…",
    });
  });

  test.each<[name: string, asked: Partial<CreatePatch>, reason: string, says: string]>([
    [
      "an id that is taken",
      { page: "seats" },
      "DESTRUCTIVE_OP",
      "The id “seats” is taken by memory/seats.md; create never replaces a page.",
    ],
    [
      "a title whose id is taken",
      { title: "Seats" },
      "DESTRUCTIVE_OP",
      "The id “seats” is taken by memory/seats.md; create never replaces a page.",
    ],
    [
      "what is no id",
      { page: "No Id" },
      "SCHEMA_INVALID",
      "“No Id” is not an id: a to z, 0 to 9 and dashes, at most 64, not opening with a dash.",
    ],
    [
      "the id of a section",
      { page: "seats#x" },
      "SCHEMA_INVALID",
      "“seats#x” is not an id: a to z, 0 to 9 and dashes, at most 64, not opening with a dash.",
    ],
    [
      "a page of a session",
      { scope: "session" },
      "SCOPE_DENIED",
      "Pages of scope session are not kept in the shared history, so they cannot be committed here.",
    ],
    [
      "a local page",
      { scope: "local" },
      "SCOPE_DENIED",
      "Pages of scope local are not kept in the shared history, so they cannot be committed here.",
    ],
  ])("refuses %s", (_name, asked, reason, says) => {
    expect(run(create(asked))).toMatchObject({ reason, says });
  });

  test("refuses a path that a file holds, in HEAD alone or in another case", () => {
    const taken = (holder: string) => ({
      reason: "DESTRUCTIVE_OP",
      says: `${holder} exists already; create never replaces a file.`,
      hint: "Choose another id with --id.",
    });
    const upper = "memory/preferences/Night-Trains.md";
    expect(run(create({}), { [upper]: "---\nid: other\n---\n- a\n" })).toEqual(taken(upper));
    expect(run(create({}), {}, { committed: (name: string) => (name === path ? "- a\n" : null) })).toEqual(
      taken(path),
    );
  });

  test("says of a file that is in its way why it cannot be read, and nothing of what else cannot be", () => {
    const broken = "---\nid: other\n";
    expect(run(create({}), { "memory/broken.md": broken, [path]: broken })).toEqual({
      reason: "DESTRUCTIVE_OP",
      says: expect.stringMatching(/^\S+ exists already; create never replaces a file\. The frontmatter that opens/),
      hint: expect.stringMatching(/^Close it with a line of three dashes/),
    });
    const remarked = { "memory/broken.md": broken, [path]: "---\nid: other\nmood: x\ntype: nonsense\n---\n- a\n" };
    expect(run(create({}), remarked)).toMatchObject({ hint: "Choose another id with --id." });
  });

  test("in a session's own store makes the session's pages and no others", () => {
    const ground = { session: "s1" };
    expect(run(create({ scope: "session", session: "s1" }), {}, ground)).toMatchObject({ reason: "CAPTURE" });
    expect(run(create({ session: "s1" }), {}, ground)).toMatchObject({
      reason: "SCOPE_DENIED",
      hint: expect.stringContaining("a local page is a file"),
    });
    expect(run(create({ scope: "session" }))).toMatchObject({
      hint: expect.stringContaining("needs its --session ID"),
    });
    expect(run(create({ scope: "session", session: "s2" }), {}, ground)).toMatchObject({
      reason: "SCOPE_DENIED",
      says: "The page is session s1's own, and the patch is not of that session.",
    });
  });
});

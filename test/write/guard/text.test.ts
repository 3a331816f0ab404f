/** Guards' tests: secrets and words that stand for others, in a patch and in what would be written. */

import { describe, expect, test } from "vitest";
import type { PagePath } from "../../../src/base/ids.js";
import type { FileState, FileWrite } from "../../../src/git/history.js";
import type { Patch } from "../../../src/write/patch.js";
import { guardText, guardWrites } from "../../../src/write/validate.js";
import { append, create, merge, set } from "../../support/drafts.js";
import { blobOf, envelopeOf } from "../../support/ground.js";

const token = ["ghp_", "a1B2".repeat(9)].join("");
const password = ["correct", "Horse", "9battery"].join("-");
describe("a secret", () => {
  test.each<[where: string, patch: Patch]>([
    ["value", append(token)],
    ["actor", append("x", { actor: token })],
    ["session", append("x", { session: token })],
    ["id", append("x", { id: token })],
    ["evidence", append("x", { evidence: ["file:a", `url:https://x?t=${token}`] })],
    ["evidence", append("x", { evidence: ["file:a", token] })],
    ["page", append("x", { page: token })],
    ["title", create({ title: token })],
    ["body", create({ value: `- a\n- ${token}` })],
    ["tags", create({ tags: [token] })],
    ["tags", merge({ tags: ["t", token] })],
    ["entries", merge({ entries: ["a", token] })],
    ["fields", merge({ fields: { [token]: "x" } })],
    ["fields.a", create({ fields: { a: token } })],
    ["fields.a.b", merge({ fields: { a: { b: ["x", token] } } })],
    ["fields.a", merge({ fields: { a: { [token]: "x" } } })],
    ["fields.password", merge({ fields: { password } })],
    ["fields.in.password", merge({ fields: { in: { password } } })],
    // Split over a list, and even then with something else between its parts.
    [
      "fields.a",
      merge({ fields: { a: [`-----BEGIN ${"PRIVATE KEY"}-----`, 1, "MIIEvQIBADANBgkqhkiG9w0B", "-----END"] } }),
    ],
    ["fields.a", set("fields.a", token)],
    ["password", set("password", password)],
    ["key", set(`fields.${token}`, {})],
    ["base", set("title", "x", { base: token })],
    ["page", { op: "archive", page: token, ...envelopeOf() }],
  ])("is found in %s", (where, patch) => {
    const refused = guardText(patch);
    expect(refused).toMatchObject({
      reason: "SECRET_DETECTED",
      says: expect.stringMatching(`^There is a secret in ${where.replaceAll(".", "\\.")}: `),
    });
    expect(JSON.stringify(refused)).not.toContain(token.slice(8));
    expect(JSON.stringify(refused)).not.toContain(password);
  });

  test("is none where its name does not make it one", () => {
    expect(guardText(merge({ fields: { note: password }, entries: [password] }))).toBeNull();
    expect(guardText(append("Words.", { session: null, id: null }))).toBeNull();
  });
});

describe("words that stand for others", () => {
  const omission =
    "Send only what is new: a patch adds to what is there, so nothing needs to be stood for. To write about such words, put them in `backticks`.";
  const blank =
    "Leave the blanked value out, or name where it is kept. To write about such a blank, put it in `backticks`.";

  test.each<[patch: Patch, says: string, hint: string]>([
    [
      append("- a\n\n[rest unchanged]"),
      "“[rest unchanged]” in value, line 3 stands for text that was left out.",
      omission,
    ],
    [append("[rest unchanged]"), "“[rest unchanged]” in value stands for text that was left out.", omission],
    [create({ title: "[REDACTED]" }), "“[REDACTED]” in title is a blank that redaction left.", blank],
    [
      merge({ fields: { a: { b: "[REDACTED]" } } }),
      "“[REDACTED]” in fields.a.b is a blank that redaction left.",
      blank,
    ],
  ])("are refused where they would become part of a page", (patch, says, hint) => {
    expect(guardText(patch)).toEqual({ reason: "ELISION_DETECTED", says, hint });
  });

  test("are let be where they name something", () => {
    expect(guardText(append("x", { id: "[rest unchanged]", session: "[REDACTED]" }))).toBeNull();
    expect(guardText({ op: "archive", page: "[rest unchanged]", ...envelopeOf() })).toBeNull();
  });
});

describe("what is written", () => {
  const path = "memory/p.md" as PagePath;
  const state = (text: string): ReadonlyMap<string, FileState> =>
    new Map([[path, { path, head: blobOf(text), index: null, work: null }]]);
  const write = (text: string | null): readonly FileWrite[] => [
    {
      path,
      before: { head: null, index: null, work: null },
      head: text === null ? null : blobOf(text).bytes,
      index: null,
      work: null,
    },
  ];

  test("brings no secret that HEAD did not hold", () => {
    expect(guardWrites(write(`- a\n- ${token}\n`), "s", new Map())).toMatchObject({
      says: expect.stringMatching(/^There is a secret in memory\/p\.md, line 2: /),
    });
    expect(guardWrites(write("- a\n"), `s ${token}`, state("- a\n"))).toMatchObject({
      says: expect.stringMatching(/^There is a secret in the commit message: /),
    });
    expect(guardWrites(write(`- a\n- ${token}\n`), "s", state(`- ${token}\n`))).toBeNull();
    expect(guardWrites(write(`- ghp_${"c3D4".repeat(9)}\n`), "s", state(`- ${token}\n`))).toMatchObject({
      reason: "SECRET_DETECTED",
    });
    expect(guardWrites(write(null), "s", state(`- ${token}\n`))).toBeNull();
    const fresh = new Map([[path, { path, head: null, index: null, work: null }]]);
    expect(guardWrites(write(`- ${token}\n`), "s", fresh)).toMatchObject({ reason: "SECRET_DETECTED" });
    expect(
      guardWrites(write("- a\n"), "s", new Map([[path, { path, head: null, index: null, work: null }]])),
    ).toBeNull();
  });
});

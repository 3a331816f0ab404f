/** Set's tests: which version a patch has to have seen, and which keys are whose to set. */
import { describe, expect, test } from "vitest";
import { blobOid } from "../../../src/base/digest.js";
import { findPage } from "../../../src/memory/table.js";
import type { YamlValue } from "../../../src/page/frontmatter/print.js";
import type { Origin } from "../../../src/page/page.js";
import { setEdit } from "../../../src/write/entry/create.js";

import { tableFrom } from "../../support/facts.js";
import { groundOf } from "../../support/ground.js";

const files = {
  "memory/seats.md":
    "---\nid: seats\nversion: 3\ntitle: Seats\nsections: { a: { pin: hard, title: A } }\n---\n## A\n\n- a\n",
  "memory/plain.md": "---\nid: plain\ntitle: Plain\n---\n- a\n",
  "memory/policies/rule.md": "---\nid: rule\nversion: 1\n---\n- Ask.\n",
};
const table = tableFrom(files);
const plainOid = blobOid(new TextEncoder().encode(files["memory/plain.md"]));

function set(
  page: string,
  [key, value]: readonly [string, YamlValue],
  { base = "3", origin = "agent" as Origin, texts = files as Readonly<Record<string, string>> } = {},
) {
  const entry = findPage(table, page);
  if (entry === null) throw new Error(`no page ${page}`);
  const envelope = { actor: "agent:x", origin, session: null, evidence: [], id: null };
  const asked = { op: "set_with_version", page, key, value, base, ...envelope } as const;
  const edit = setEdit(asked, entry, groundOf(texts, { table }));
  return edit.ok ? edit.value : edit.error;
}

const made = (key: readonly string[], value: YamlValue, expected?: YamlValue) => ({
  kind: "set",
  key,
  value,
  expected,
});

test("a key is set on the value that is committed", () => {
  expect(set("seats", ["title", "Chairs"])).toEqual(made(["title"], "Chairs", "Seats"));
  expect(set("seats", ["fields.a.b", 1])).toEqual(made(["fields", "a", "b"], 1));
  expect(set("seats#a", ["title", "B"])).toEqual(made(["sections", "a", "title"], "B", "A"));
  expect(set("seats", ["title", "Chairs"], { base: "9", texts: {} })).toEqual(made(["title"], "Chairs"));
  expect(set("seats", ["title", "x"], { texts: { "memory/seats.md": "---\nversion: 3\nid: a\n" } })).toMatchObject({
    reason: "VERSION_CONFLICT",
  });
});

describe("the base", () => {
  test("is the version where the page keeps one, and digits of its blob in any case", () => {
    for (const base of ["2", "4", "03", "3.0", ""]) {
      expect(set("seats", ["title", "x"], { base })).toEqual({
        reason: "VERSION_CONFLICT",
        says: `“seats” is at version 3; the patch was made on ${base}.`,
        hint: "Read it again (pagefile show seats), then set with --base 3.",
      });
    }
    const oid = blobOid(new TextEncoder().encode(files["memory/seats.md"]));
    expect(set("seats", ["title", "x"], { base: oid.slice(0, 7) })).toMatchObject({ kind: "set" });
  });

  test("is at least seven digits of the blob where the page keeps no version", () => {
    for (const base of [plainOid, plainOid.slice(0, 7), plainOid.slice(0, 12).toUpperCase()])
      expect(set("plain", ["title", "x"], { base })).toEqual(made(["title"], "x", "Plain"));
    for (const base of [plainOid.slice(0, 6), plainOid.slice(1, 9), "", "null", "undefined"]) {
      expect(set("plain", ["title", "x"], { base })).toEqual({
        reason: "VERSION_CONFLICT",
        says: `“plain” is at blob ${plainOid.slice(0, 10)}; the patch was made on ${base}.`,
        hint: `Read it again (pagefile show plain), then set with --base ${plainOid.slice(0, 10)}.`,
      });
    }
  });
});

describe("a key", () => {
  test.each([
    ...["id", "version", "created", "updated", "origin", "provenance", "compressed_of", "conflicts", "sections"],
    ...["origin.x", "sections.a.pin", "sections.a", "", ".title", "fields.", "fields..a"],
  ])("that the tool keeps, or that is none, is nobody's to set: %j", (key) => {
    expect(set("seats", [key, "x"], { origin: "user" })).toEqual({
      reason: "POLICY_VIOLATION",
      says: `“${key}” is not a key a patch may set.`,
      hint: "Settable: title, type, scope, pin, tags, status, summary, compressed, min_fidelity, audience, fields.<name>; of a section, by its name: PAGE#SECTION.",
    });
  });
});

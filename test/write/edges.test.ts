/** Edges: what small parts of the write path do at their bounds: codes of refusals, cuts of a tool's result, hidden files, states of a transcript. */

import { describe, expect, test } from "vitest";
import { limits } from "../../src/base/limits.js";
import { parseSource } from "../../src/memory/sessions.js";
import { failureOf, type RefusedReason } from "../../src/rules/refusal.js";
import { callTitle, evidenceDraft } from "../../src/write/evidence-blobs.js";
import { guardStaysPage, isToolPage } from "../../src/write/tool-file.js";
import { groundOf } from "../support/ground.js";
import { path } from "../support/places.js";

test.each<[RefusedReason, string]>([
  ["VERSION_CONFLICT", "version_conflict"],
  ["SCOPE_DENIED", "denied"],
  ["ORIGIN_DENIED", "denied"],
  ["SCHEMA_INVALID", "refused"],
  ["POLICY_VIOLATION", "refused"],
  ["MALFORMED", "refused"],
])("a refusal for %s is a failure of the code %s", (reason, code) => {
  const refusal = { reason, says: "What is.", hint: "What to do." };
  expect(failureOf(refusal)).toEqual({ code, ...refusal });
});

describe("the page of a tool's result", () => {
  const most = limits.evidencePreviewCharsMax;
  const tailChars = 300;

  /** What stands in the fences. */
  function shown(text: string): readonly string[] {
    const result = { tool: "Bash", call: "Bash: x", signature: "Bash x", digest: "sha256:ab", bytes: text.length };
    const { value } = evidenceDraft(result, text, { session: "s", actor: "agent:x" });
    return [...String(value).matchAll(/```text\n([^`]*)\n```/g)].map(([, inner = ""]) => inner);
  }

  test("holds the whole of a result up to the bound, and two parts of a longer one", () => {
    expect(shown("x".repeat(most))).toEqual(["x".repeat(most)]);
    expect(shown("x".repeat(most + 1))).toEqual(["x".repeat(most - tailChars), "x".repeat(tailChars)]);
  });

  test("ends its first part with a line, unless there is no end of one or only before all text", () => {
    const long = "x".repeat(most);
    expect(shown(`a\nb${long}`)[0]).toBe("a");
    expect(shown(`a\nbc\n${long}`)[0]).toBe("a\nbc");
    expect(shown(`\n${long}`)[0]).toBe(`\n${"x".repeat(most - tailChars - 1)}`);
    const upTo = "x".repeat(most - tailChars - 1);
    expect(shown(`${upTo}\n${long}`)[0]).toBe(upTo);
    expect(shown(`${upTo}y\n${long}`)[0]).toBe(`${upTo}y`);
  });

  test("begins its last part with a line, unless that would be nothing", () => {
    const long = "x".repeat(most);
    expect(shown(`${long}\nlast`)[1]).toBe("last");
    expect(shown(`${long}\nlast\n`)[1]).toBe("last");
    expect(shown(`${long}\nlast\nlines`)[1]).toBe("last\nlines");
    expect(shown(`${long}\n`)[1]).toBe("x".repeat(tailChars - 1));
    expect(shown(`${long}\n${"y".repeat(tailChars - 1)}`)[1]).toBe("y".repeat(tailChars - 1));
    expect(shown(`${long}\n${"y".repeat(tailChars)}`)[1]).toBe("y".repeat(tailChars));
  });

  test.each(["\ud83d\ude42", "\ud800\udc00", "\udbff\udfff"])("never holds half of %j", (pair) => {
    for (const before of ["", "x"]) {
      const text = before + pair.repeat(most);
      const [first = "", last = ""] = shown(text);
      const fits = Math.floor((most - tailChars - before.length) / 2);
      expect(first).toBe(before + pair.repeat(fits));
      expect(last).toBe(pair.repeat(tailChars / 2));
      expect(shown(`${text}x`)[1]).toBe(`${pair.repeat(tailChars / 2 - 1)}x`);
    }
  });

  test("a letter that is no part of a pair is cut anywhere", () => {
    for (const letter of ["\ud7ff", "\uf900"]) {
      expect(shown(letter.repeat(2 * most))).toEqual([letter.repeat(most - tailChars), letter.repeat(tailChars)]);
    }
  });

  test("has a title of one line, cut at its bound", () => {
    const most = limits.titleCharsMax - 20;
    const fits = "y ".repeat(most).slice(0, most - "Bash: ".length - 1);
    expect(callTitle("Bash", `${fits}z`)).toBe(`Bash: ${fits}z`);
    expect(callTitle("Bash", `${fits}zz`)).toBe(`Bash: ${fits}…`);
    expect(callTitle("Bash", " a\n\tb ")).toBe("Bash: a b");
    expect(callTitle("Bash", null)).toMatch(/^Bash, [0-9a-f]{8}$/);
    expect(callTitle("Bash", "[rest unchanged]")).toMatch(/^Bash, [0-9a-f]{8}$/);
  });
});

describe("a file of the memory tool", () => {
  const ground = groundOf({});
  const pages = [
    "memory/a.md",
    "memory/a.b.md",
    "memory/x/y.z/a.md",
    "memory/node_modules.md",
    "memory/x/node_modules2/a.md",
  ];
  const others = [
    "memory/a.txt",
    "memory/.a.md",
    "memory/.x/a.md",
    "memory/x/.y/a.md",
    "memory/node_modules/a.md",
    "memory/x/node_modules/y/a.md",
  ];

  test.each(pages)("%s is a page", (name) => expect(isToolPage(path(name), ground)).toBe(true));
  test.each(others)("%s is none", (name) => expect(isToolPage(path(name), ground)).toBe(false));

  test("stays a page where it was one, whatever it is called", () => {
    const [page = "", other = ""] = [pages[1], others[2]];
    expect(guardStaysPage(path(page), path(other), ground)).toEqual({
      reason: "POLICY_VIOLATION",
      says: `${page} is a page of the memory, and ${other} would be none.`,
      hint: "Keep the ending .md and choose no hidden folder, or delete the file if it is no longer needed.",
    });
    expect(guardStaysPage(path(page), path("memory/b.md"), ground)).toBeNull();
    expect(guardStaysPage(path(other), path(page), ground)).toBeNull();
    expect(guardStaysPage(path(other), path("memory/b.txt"), ground)).toBeNull();
  });
});

describe("the state of a transcript", () => {
  test.each([
    ["0", { epoch: 0, length: null, digest: null }],
    ["123456789", { epoch: 123_456_789, length: null, digest: null }],
    ["3:48211", { epoch: 3, length: 48_211, digest: null }],
    ["3:123456789012345:9f2c", { epoch: 3, length: 123_456_789_012_345, digest: "9f2c" }],
    [`3:1:${"a".repeat(128)}`, { epoch: 3, length: 1, digest: "a".repeat(128) }],
  ])("is read from %s", (text, source) => {
    expect(parseSource(text)).toEqual(source);
  });

  test.each([
    "",
    "x",
    "1234567890",
    "3:",
    "3:1234567890123456",
    "3:1:",
    "3:1:9f2",
    `3:1:${"a".repeat(129)}`,
    "3:1:9F2C",
    "3::9f2c",
    " 3",
    "3 ",
    "3:1:9f2c:",
    "-3",
  ])("is not read from %j", (text) => {
    expect(parseSource(text)).toBeNull();
  });
});

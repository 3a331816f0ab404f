/** View's tests: one version of a page as an audit looks at it, and which paths are a memory's own. */
import { describe, expect, test } from "vitest";
import { limits } from "../../../src/base/limits.js";
import { type PageView, viewOf } from "../../../src/history/verify/check.js";
import { isOwnPage } from "../../../src/memory/included.js";
import { profileOf } from "../../../src/memory/profile.js";

import { blobOf } from "../../support/ground.js";

const [a, b] = ["ca978112ca1bbdca", "3e23e8160039594a"];
const plain = profileOf("plain");
const view = (text: string, path = "memory/p.md"): PageView => viewOf(path, blobOf(text), plain);

describe("a version", () => {
  test("has its id and version from frontmatter, or none and the digits of its blob, and each entry once", () => {
    const text = "---\nid: p\nversion: 3\n---\n- a\n- b\n- a\n";
    expect(view(text)).toEqual({
      oid: blobOf(text).oid,
      id: "p",
      version: "3",
      entries: [a, b],
      pinned: new Set(),
      problem: null,
      isSessions: false,
      bytes: blobOf(text).bytes,
      withSecret: null,
    });
    expect(view("- a\n")).toMatchObject({ id: null, version: blobOf("- a\n").oid.slice(0, 10) });
  });

  test.each<[name: string, text: string, path: string, pinned: readonly string[]]>([
    ["by its own word", "---\npin: hard\n---\n- a\n", "memory/p.md", [a]],
    ["by its type", "---\ntype: constraint\n---\n- a\n", "memory/p.md", [a]],
    ["by its folder", "- a\n", "memory/policies/p.md", [a]],
    ["not by its folder where it has a type", "---\ntype: plan\n---\n- a\n", "memory/policies/p.md", []],
    ["in one section", "---\nsections: { s: { pin: hard } }\n---\n- a\n\n## S\n\n- b\n", "memory/p.md", [b]],
    [
      "but in one section",
      "---\npin: hard\nsections: { s: { pin: none }, t: {} }\n---\n- a\n\n## S\n\n- b\n",
      "memory/p.md",
      [a],
    ],
  ])("is pinned %s", (_name, text, path, pinned) => {
    expect([...view(text, path).pinned]).toEqual(pinned);
  });

  test("tells what keeps it from being a page, with its line", () => {
    expect(view("---\nid: p\npin: hard\n").problem).toMatchObject({
      line: 1,
      says: expect.stringContaining("closed"),
    });
    expect(view("---\nid: p\npin: firm\n---\n").problem).toBeNull();
    expect(view("---\nmood: x\n---\n").problem).toBeNull();
  });

  test("is not read where it is too large, and keeps its bytes where it holds a secret", () => {
    const token = ["ghp_", "a1B2".repeat(9)].join("");
    const large = `- a\n- ${token}\n${"x".repeat(limits.pageBytesMax)}`;
    expect(view(large)).toMatchObject({ entries: [], withSecret: null });
    const text = `- ${token}\n`;
    expect(view(text).withSecret).toEqual(blobOf(text));
    expect(view("---\nscope: session\n---\n").isSessions).toBe(true);
  });
});

test.each<[path: string, own: boolean]>([
  ["memory/p.md", true],
  ["memory/sub/p.md", true],
  ["p.md", true],
  ["other/p.md", false],
  ["memory/p.txt", false],
  ["memory/.x/p.md", false],
  [".x/p.md", false],
  ["archive/2026/p.md", true],
  ["archive/INDEX.md", false],
  ["CLAUDE.md", false],
  ["memoryx/p.md", false],
])("a path is a memory's own among code: %s", (path, own) => {
  expect(isOwnPage(path, { profile: "claude-code" })).toBe(own);
  if (path === "other/p.md") expect(isOwnPage(path, { profile: "plain" })).toBe(true);
});

test("a path that the configuration leaves out is nobody's page, and one that it takes in is", () => {
  expect(isOwnPage("notes/p.md", { profile: "plain", exclude: ["notes/**"] })).toBe(false);
  expect(isOwnPage("docs/p.md", { profile: "claude-code", include: ["docs/**"] })).toBe(true);
});

/** Toml's tests: what Hugo writes above a page is read, the body begins behind it, and no command changes a byte of it. */

import { describe, expect, test } from "vitest";
import { limits } from "../../../src/base/limits.js";
import { factsOf } from "../../../src/memory/facts.js";
import { soundBodyStart } from "../../../src/memory/memory.js";
import { profileOf } from "../../../src/memory/profile.js";
import { readFrontmatter, scanFrontmatter, valueOf } from "../../../src/page/frontmatter/scan.js";
import { removeKey, setKey } from "../../../src/page/frontmatter/splice.js";
import { bodyStartOf } from "../../../src/page/markdown/outline.js";
import { edited } from "../../../src/write/edit.js";
import { writeValue } from "../../../src/write/entry/keys.js";

import { plainConfig } from "../../support/facts.js";

const head = `+++
# Of the pier.
title = "The pier: opening hours"
date = 2026-03-02T10:00:00Z
draft = false
tags = ["harbor", 'summer']
weight = 3
[params]
  author = "Ines"
+++
`;
const body = "\n# Hours\n\n- Open from nine.\n";
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const factsIn = (text: string) => factsOf("notes/pier.md", bytes(text), profileOf("plain"));

describe("TOML above a page", () => {
  test.each([head, head.replaceAll("\n", "\r\n"), `\ufeff${head}`])(
    "is read, and the body begins behind it",
    (block) => {
      const text = block + body;
      const read = readFrontmatter("notes/pier.md", text);
      expect(read.ok && read.value !== null && valueOf(read.value.root)).toMatchObject({
        title: "The pier: opening hours",
        date: "2026-03-02T10:00:00.000Z",
        draft: false,
        tags: ["harbor", "summer"],
        params: { author: "Ines" },
      });
      expect([bodyStartOf(text), soundBodyStart(text)]).toEqual([block.length, block.length]);
      const facts = factsIn(text);
      expect(facts.meta).toMatchObject({ title: "The pier: opening hours", tags: ["harbor", "summer"] });
      expect(facts.findings?.map(({ code, severity }) => [code, severity])).toEqual([["key_unknown", "note"]]);
    },
  );

  test.each([
    ["no TOML", '+++\ntitle = "open\n+++\n'],
    ["two of one key", "+++\ntitle = 1\ntitle = 2\n+++\n"],
    ["too deep", `+++\na = ${"[".repeat(9)}${"]".repeat(9)}\n+++\n`],
    ["far too deep", `+++\na = ${"[".repeat(7000)}${"]".repeat(7000)}\n+++\n`],
  ])("that is %s closes the page and leaves its body", (_, block) => {
    const facts = factsIn(block + body);
    expect([facts.excluded, facts.meta.audience, facts.heading]).toEqual([undefined, "private", "Hours"]);
    expect(facts.findings?.map(({ severity }) => severity)).toEqual(["warning"]);
  });

  test("that is not read says why, and lies between its fences", () => {
    const why = (inner: string) => {
      const read = readFrontmatter("notes/pier.md", `+++\n${inner}\n+++\n`);
      if (!read.ok || read.value === null) throw new Error("no frontmatter");
      const { root, loose, language, inner: between } = read.value;
      expect([language, between, root.pairs, root.kind]).toEqual([
        "toml",
        { start: 4, end: inner.length + 5 },
        [],
        "map",
      ]);
      return loose;
    };
    const at = (inner: string, says: string) => [{ start: 4, end: inner.length + 5, says }];
    const [torn, deep] = ['a = "', `a = ${"[".repeat(9)}${"]".repeat(9)}`];
    const long = `a = "${"x".repeat(limits.frontmatterBytesMax)}"`;
    expect([why(torn), why(deep), why(long)]).toEqual([
      at(torn, "It is no TOML."),
      at(deep, "The TOML is nested too deep."),
      at(long, "The TOML is too long for frontmatter."),
    ]);
    expect(scanFrontmatter("notes/pier.md", head)).toMatchObject({
      ok: false,
      error: {
        code: "frontmatter_refused",
        says: "The frontmatter is TOML, which Pagefile reads and does not write.",
        hint: "Change it by hand, or write it as YAML between lines of three dashes.",
      },
    });
  });

  test("speaks of who may see and trust the page", () => {
    expect(factsIn(`+++\nscope = "local"\norigin = "web"\n+++\n${body}`).meta).toMatchObject({
      scope: "local",
      origin: "web",
    });
    expect(factsIn(`+++\nscope = ["local"]\n+++\n${body}`).meta).toMatchObject({ audience: "private" });
  });

  test.each(["+++\nA line of a poem.\n+++\n", "+++\ntitle = 1\n", "+++ \n", "+++x\ntitle = 1\n+++\n"])(
    "is not what other pluses open: %j",
    (text) => {
      expect(bodyStartOf(text)).toBe(0);
      expect(factsIn(text).findings).toBeUndefined();
    },
  );

  const at = { config: plainConfig, now: "2026-11-21T08:00:00.000Z" as never };
  const textAfter = (edit: object): string => {
    const made = edited(
      "notes/pier.md" as never,
      { oid: "0" as never, bytes: bytes(head + body) },
      edit as never,
      at,
    );
    return made.ok ? new TextDecoder().decode(made.value ?? new Uint8Array()) : made.error.says;
  };

  test("stays to the byte where the body grows", () => {
    expect(textAfter({ kind: "append", slug: null, entries: ["- Closed on Mondays."] })).toBe(
      `${head}${body}- Closed on Mondays.\n`,
    );
  });

  test("is never written: a key and another block are refused", () => {
    const set = writeValue("notes/pier.md", head + body, ["title"], "Piers");
    expect(set).toMatchObject({ ok: false, error: { says: expect.stringContaining("TOML") } });
    const error = {
      says: "“params.author” would stand in frontmatter that is TOML, which Pagefile reads and does not write.",
      hint: "Change it by hand, or write the frontmatter as YAML between lines of three dashes.",
    };
    expect(writeValue("notes/pier.md", head + body, ["params", "author"], 1)).toMatchObject({ ok: false, error });
    const read = readFrontmatter("notes/pier.md", head + body);
    if (!read.ok || read.value === null) throw new Error("no frontmatter");
    expect(removeKey(head + body, read.value, ["params", "author"])).toEqual({ ok: false, error });
    expect(removeKey(head + body, read.value, ["gone"])).toEqual({ ok: true, value: head + body });
    expect(setKey(head + body, read.value, ["draft"], false)).toEqual({ ok: true, value: head + body });
    expect(textAfter({ kind: "merge", slug: null, keys: [{ key: ["tags"], value: ["x"] }], entries: [] })).toMatch(
      /TOML/,
    );
  });
});

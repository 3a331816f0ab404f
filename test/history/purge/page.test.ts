/** Purge page's tests: one version of a file, a record, a log and a message without what is purged. */
import { describe, expect, test } from "vitest";
import { type Cut, cutFile, cutLog, cutMessage, cutName, cutRecord } from "../../../src/history/purge/cut.js";
import { profileOf } from "../../../src/memory/profile.js";

import { noCut } from "../../support/no-cut.js";

const token = ["ghp_", "a1B2".repeat(9)].join("");
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (of: Uint8Array | null): string | null =>
  of === null ? null : new TextDecoder("utf-8", { ignoreBOM: true }).decode(of);
const file = (path: string, text: string, cut: Partial<Cut>): string | null =>
  read(cutFile(path, bytes(text), { ...noCut, ...cut }, profileOf("openclaw")));

describe("a file", () => {
  const page = "---\nid: seats\n---\n- Aisle.\n";

  test.each<[name: string, path: string, text: string, cut: Partial<Cut>, want: string | null]>([
    ["goes whole whose id goes", "memory/x.md", page, { pages: new Set(["seats"]) }, null],
    ["goes whole whose path names what goes", "memory/x.md", "- a\n", { pages: new Set(["x"]) }, null],
    ["stays that only looks like it", "memory/seats.md", page, { pages: new Set(["x"]) }, page],
    [
      "that is no page loses words and stays",
      "notes/x.txt",
      "gone, kept\n",
      { spans: ["gone"], pages: new Set(["x"]) },
      "REDACTED, kept\n",
    ],
    [
      "that is no page keeps lines that look like entries",
      "notes/x.txt",
      "- Aisle.\n",
      { entries: new Set(["0".repeat(16)]) },
      "- Aisle.\n",
    ],
    [
      "loses words in its frontmatter too",
      "memory/x.md",
      "---\ntitle: gone\n---\n- gone\n",
      { spans: ["gone"] },
      "---\ntitle: REDACTED\n---\n- REDACTED\n",
    ],
  ])("%s", (_name, path, text, cut, want) => {
    expect(file(path, text, cut)).toBe(want);
  });

  test("that is no text, or in which nothing is, comes back as the same bytes", () => {
    for (const raw of [Uint8Array.of(0xff, 0x67), bytes("go\0ne"), bytes("kept\n")]) {
      expect(cutFile("memory/x.md", raw, { ...noCut, spans: ["g"].slice(1) }, profileOf("openclaw"))).toBe(raw);
    }
    const nul = bytes("gone\0");
    expect(cutFile("memory/x.md", nul, { ...noCut, spans: ["gone"] }, profileOf("openclaw"))).toBe(nul);
  });

  test("keeps its byte order mark", () => {
    expect(file("memory/x.md", "\ufeff- gone\n", { spans: ["gone"] })).toBe("\ufeff- REDACTED\n");
  });

  test("loses the sections that go, heading and all, and no other page's of that name", () => {
    const text = "---\nid: log\n---\n# T\n\n## A\n\n- a\n\n## B\n\n- b\n\n## C\n\n- c\n";
    const cut = { pages: new Set(["log#a", "log#c", "other#b"]) };
    expect(file("memory/log.md", text, cut)).toBe("---\nid: log\n---\n# T\n\n## B\n\n- b\n\n");
  });

  test("that lists the archive loses the lines of files that go, and no line of another", () => {
    const line = (name: string, from: string): string =>
      `- [${name}](2026/${name}.md) — Title · from memory/${from}.md · #x`;
    const index = [
      "# Archive index",
      "",
      line("a", "a"),
      line("extra", "extra"),
      line("b", "was"),
      line("a-b", "x-a"),
      "- [c](2026/c.md)",
      "a.md",
      "",
    ];
    const paths = (...all: string[]): Partial<Cut> => ({ paths: new Set(all) });
    const kept = (...gone: number[]): string => index.filter((_, at) => !gone.includes(at)).join("\n");
    const text = index.join("\n");
    expect(file("archive/INDEX.md", text, paths("memory/a.md"))).toBe(kept(2));
    expect(file("archive/INDEX.md", text, paths("archive/2026/a.md", "archive/2026/c.md"))).toBe(kept(2, 6));
    expect(file("archive/INDEX.md", text, paths("memory/was.md"))).toBe(kept(4));
    expect(file("archive/INDEX.md", text, paths("memory/tra.md"))).toBe(text);
    expect(file("memory/other.md", text, paths("memory/a.md"))).toBe(text);
  });
});

test("a path loses words part by part, and no slash", () => {
  expect(cutName(`memory/gone/${token}.md`, { ...noCut, spans: ["gone", "memory/gone"], secrets: true })).toBe(
    "memory/REDACTED/REDACTED.md",
  );
});

describe("a record", () => {
  const cut = { ...noCut, spans: ["gone"] };

  test("goes whole with poison in it, and is blanked where only secrets go", () => {
    expect(cutRecord(bytes('{"a":"gone"}'), cut)).toBeNull();
    expect(read(cutRecord(bytes(`{"b":1,"a":"${token}"}`), { ...noCut, secrets: true }))).toBe(
      '{"a":"REDACTED","b":1}\n',
    );
  });

  test("that is no JSON loses the words, and one that is no text stays", () => {
    expect(read(cutRecord(bytes("half gone"), cut))).toBe("half REDACTED");
    const raw = Uint8Array.of(0xff);
    expect(cutRecord(raw, cut)).toBe(raw);
    const kept = bytes('{"a":"kept"}');
    expect(cutRecord(kept, cut)).toBe(kept);
  });

  test("of a log loses its lines, and is blanked where it is no JSON", () => {
    const log = '{"a":"gone"}\n{"a":"kept"}\nhalf gone\n\n';
    expect(cutLog(log, cut, "record")).toBe('{"a":"kept"}\nhalf REDACTED\n\n');
    expect(cutLog(`{"b":1,"a":"${token}"}\n`, { ...noCut, secrets: true }, "record")).toBe(
      '{"a":"REDACTED","b":1}\n',
    );
  });
});

describe("a message", () => {
  const said = (message: string, cut: Partial<Cut>, paths: readonly (readonly [string, string])[] = []): string =>
    cutMessage(message, { ...noCut, ...cut }, { object: () => null, paths });

  test.each<[name: string, message: string, cut: Partial<Cut>, want: string]>([
    ["words and its id", "append: gone words (a)", { gists: ["gone words"] }, "append: REDACTED (a)"],
    ["words alone", "append: gone words", { gists: ["gone words"] }, "append: REDACTED"],
    ["words that were cut short", "append: gone words…", { gists: ["gone words"] }, "append: REDACTED…"],
    ["a subject that lost its end", "append: gone wor…", { gists: ["gone words"] }, "append: REDACTED"],
    ["a subject that lost most of its end", "append: gone…", { gists: ["gone words"] }, "append: gone…"],
    [
      "a subject of a title that lost its end",
      "archive: A long ti…",
      { titles: [["a", "A long title"]] },
      "archive: REDACTED",
    ],
    [
      "other words that begin alike",
      "append: gone wordsmith (a)",
      { gists: ["gone words"] },
      "append: gone wordsmith (a)",
    ],
    ["words in the body", "append: x\n\ngone\n", { spans: ["gone"] }, "append: x\n\nREDACTED\n"],
    ["the title beside its id", "archive: Title (a)", { titles: [["a", "Title"]] }, "archive: REDACTED (a)"],
    ["no title beside another id", "archive: Title (b)", { titles: [["a", "Title"]] }, "archive: Title (b)"],
  ])("loses %s", (_name, message, cut, want) => {
    expect(said(message, cut)).toBe(want);
  });

  test("loses the trailers of pages that go, and no other's", () => {
    const message = [
      "restore: x",
      "",
      "Pagefile-Op: restore a memory/a.md",
      "Pagefile-Op: append b memory/b.md",
      "Pagefile-From: archive/2026/a.md",
      "Pagefile-From: archive/2026/b.md",
      "Pagefile-Page: a@1..2",
      "Pagefile-Page: b@1..2",
      "Pagefile-Actor: human",
    ];
    const cut = { pages: new Set(["a"]), paths: new Set(["archive/2026/a.md"]) };
    expect(said(message.join("\n"), cut)).toBe(message.filter((_, at) => ![2, 4, 6].includes(at)).join("\n"));
    expect(said(message.join("\n"), { paths: cut.paths })).toBe(message.join("\n"));
  });

  test("names files as they are called now", () => {
    expect(said("move memory/old.md twice: memory/old.md\n", {}, [["memory/old.md", "memory/new.md"]])).toBe(
      "move memory/new.md twice: memory/new.md\n",
    );
  });
});

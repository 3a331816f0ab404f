/** Hand's tests: what a commit by hand may not bring into a page or take from one that is pinned, each told with its line. */

import { describe, expect, test } from "vitest";
import type { PagePath } from "../../../src/base/ids.js";
import type { FileState } from "../../../src/git/history.js";
import type { Memory } from "../../../src/memory/memory.js";
import type { Finding, Scope } from "../../../src/page/page.js";
import {
  contentFindings,
  mayBePinned,
  pinFindings,
  readHookPage,
  type Version,
  whyNot,
} from "../../../src/write/guard/hand.js";

import { factsFrom, plainConfig, tableFrom } from "../../support/facts.js";
import { blobOf } from "../../support/ground.js";

const page = (text: string, path = "memory/p.md") => readHookPage(path, new TextEncoder().encode(text));
/** Each stops a commit, and each says what to do about it. */
const said = (findings: readonly Finding[]): readonly string[] =>
  findings.map(({ code, severity, path, line, says, hint }) => {
    expect([severity, hint]).toEqual(["error", expect.stringContaining(" ")]);
    return `${code} ${path}:${line} ${says}`;
  });
const secretFrom = (letters: string): string => ["AKIA", "IOSFODNN7", letters].join("");
const [secret, other] = [secretFrom("EXAMPLQ"), secretFrom("EXAMPLZ")];

describe("a commit by hand brings no", () => {
  const brought = (
    after: string,
    before: string | null = null,
    { path = "memory/p.md", scope = "project" as Scope } = {},
  ) => said(contentFindings(path, page(after), { before: before === null ? null : page(before), scope }));

  test("secret, but for one that stood there, and a file whose name holds one", () => {
    const told = (line: number) =>
      `secret_detected memory/p.md:${line} There is a secret here: [REDACTED:aws-access-key].`;
    expect(brought(`- a\n- ${secret}\n`)).toEqual([told(2)]);
    expect(brought(`- b\n- ${secret}\n- ${other}\n`, `- ${secret}\n`)).toEqual([told(3)]);
    expect(brought("- a\n- b\n", "- a\n")).toEqual([]);
    const path = `memory/${secret}.md`;
    const named = "The file's name holds a secret: [REDACTED:aws-access-key].";
    expect(brought("- a\n", null, { path })).toEqual([
      `secret_detected memory/[REDACTED:aws-access-key].md:0 ${named}`,
    ]);
    expect(brought("- b\n", "- a\n", { path })).toEqual([]);
  });

  test("words in the place of others, but for what stood there or is shown in backticks", () => {
    const cut = "- a\n\n[rest unchanged]\n";
    const omitted = "“[rest unchanged]” stands for text that was left out.";
    const blank = "“[REDACTED]” is a blank that redaction left.";
    expect(brought(`---\nid: p\n---\n${cut}`)).toEqual([`elision_detected memory/p.md:6 ${omitted}`]);
    expect(brought(`${cut}- [REDACTED]\n`, cut)).toEqual([`elision_detected memory/p.md:4 ${blank}`]);
    expect(brought("- `[rest unchanged]`\n")).toEqual([]);
    // A list of short words in frontmatter can read like an omission; a blank there is one.
    expect(brought("---\ntags: [rest unchanged]\n---\n- a\n")).toEqual([]);
    expect(brought('---\nid: p\nnote: "[REDACTED]"\n---\n- a\n')).toEqual([
      `elision_detected memory/p.md:3 ${blank}`,
    ]);
  });

  test("conflict that nobody settled, nor a page that stays on this machine", () => {
    const open = "- a\n<<<<<<< ours\n- b\n";
    const marks = "git's conflict marks stand in the page, and a prompt would show them.";
    expect(brought(open)).toEqual([`conflict_marker memory/p.md:2 ${marks}`]);
    expect(brought(open, "- a\n")).toEqual([`conflict_marker memory/p.md:2 ${marks}`]);
    expect(brought(`${open}- c\n`, open)).toEqual([]);
    const kept = (scope: string) =>
      `Pages of scope ${scope} are not kept in the shared history, so they cannot be committed here.`;
    const local = "---\nid: p\nscope: local\n---\n";
    expect(brought(local)).toEqual([`scope_denied memory/p.md:3 ${kept("local")}`]);
    expect(brought("---\n'scope' : session\n---\n", local)).toEqual([
      `scope_denied memory/p.md:2 ${kept("session")}`,
    ]);
    const quoting = "---\nsummary: 'my scope: none'\nscope: local\n---\n";
    expect(brought(quoting)).toEqual([`scope_denied memory/p.md:3 ${kept("local")}`]);
    expect(brought(`${local}- b\n`, local)).toEqual([]);
    expect(brought(local, null, { scope: "local" })).toEqual([]);
    expect(brought("---\nscope: global\n---\n")).toEqual([]);
  });
});

test.each<[text: string, line: number | null]>([
  ["a\n<<<<<<<\nb\n", 2],
  ["<<<<<<< ours\r\n", 1],
  ["<<<<<<<x\n", null],
  ["<<<<<< six\n", null],
  [" <<<<<<< ours\n", null],
  ["a\n=======\nb\n>>>>>>> theirs\n", 4],
  ["a\n=======\r\nb\n>>>>>>>\ttheirs\n", 4],
  ["a\n>>>>>>> quoted\n", null],
  ["a\n=======\nb\n>>>>>>>\n", null],
  ["======= x\n>>>>>>> y\n", null],
  ["a =======\n>>>>>>> y\n", null],
  ["a\n=======\nb >>>>>>> y\n", null],
  ["```\n<<<<<<< shown\n```\n", null],
  ["```\n<<<<<<< shown\n```\n<<<<<<< open\n", 4],
  ["````\n```\n<<<<<<< shown\n````\n", null],
  ["   ~~~\n<<<<<<< shown\n```\n<<<<<<< shown\n~~~~\n", null],
  ["    ```\n<<<<<<< open\n", 2],
])("the marks in %j begin a conflict on line %j", (text, line) => {
  const found = contentFindings("memory/p.md", page(text), { before: null, scope: "project" });
  expect(found.find(({ code }) => code === "conflict_marker")?.line ?? null).toBe(line);
});

describe("of what is pinned hard a commit by hand is asked", () => {
  const version = (text: string, path: string): Version => {
    const file = { path: path as PagePath, status: "changed", mode: "100644", oid: null, before: null } as const;
    return { page: { file, prefix: "", path, config: plainConfig }, at: page(text, path) };
  };
  const policy = "memory/policies/p.md";
  const asked = async (before: string, after: string | null, from = policy, to = from) =>
    said(await pinFindings(version(before, from), after === null ? null : version(after, to)));
  const rule = "---\nid: p\nfields: { rule: ask, n: 1 }\n---\n# R\n\n- Ask.\n- Ask.\n  Twice.\n";
  const gone = (line: string, at: number) =>
    `destructive_op ${policy}:0 A line of a page that is pinned hard is gone: “${line}” (line ${at} in HEAD).`;

  test("when it goes, or is pinned no longer", async () => {
    expect(await asked(rule, null)).toEqual([
      `destructive_op ${policy}:0 This page is pinned hard, and the commit deletes it.`,
    ]);
    const weaker = "This page was pinned hard, and no longer is.";
    expect(await asked(rule, rule.replace("id: p", "id: p\npin: soft"))).toEqual([
      `destructive_op ${policy}:0 ${weaker}`,
    ]);
    expect(await asked(rule, rule, policy, "memory/p.md")).toEqual([`destructive_op memory/p.md:0 ${weaker}`]);
    expect(await asked(rule, rule, policy, "memory/policies/q.md")).toEqual([]);
  });

  test("when a line or a field goes; moving and adding are not asked about", async () => {
    expect(await asked(rule, rule.replace("- Ask.\n", ""))).toEqual([gone("- Ask.", 8)]);
    expect(await asked(rule, rule.replace("  Twice.\n", ""))).toEqual([gone("Twice.", 9)]);
    expect(await asked(rule, rule.replace("# R\n\n", "").concat("- More.\n\n\n  # R\r\n"))).toEqual([]);
    expect(await asked(rule, rule.replace("# R\n\n", "# R\n"))).toEqual([]);
    expect(await asked(`${rule}  Twice.\n`, `${rule}  Twice.\n- More.\n`)).toEqual([]);
    const inHead = rule.replace("id: p", "# R\nid: p");
    expect(await asked(inHead, inHead.replace("# R\n\n", ""))).toEqual([gone("# R", 6)]);
    const long = `- ${"x".repeat(60)}`;
    expect(await asked(`${rule}${long}\n`, rule)).toEqual([gone(`${long.slice(0, 59)}…`, 10)]);
    expect(await asked(`${rule}${long.slice(0, 60)}\n`, rule)).toEqual([gone(long.slice(0, 60), 10)]);
    const field = (name: string) =>
      `destructive_op ${policy}:0 “fields.${name}” of a page that is pinned hard was changed or removed.`;
    expect(await asked(rule, rule.replace("rule: ask", "rule: do"))).toEqual([field("rule")]);
    expect(await asked(rule, rule.replace("fields: { rule: ask, n: 1 }\n", ""))).toEqual([field("rule"), field("n")]);
    expect(await asked(rule, rule.replace("n: 1", "n: 1, m: 2"))).toEqual([]);
  });

  test("of the sections that are pinned, and of no others", async () => {
    const free = "memory/p.md";
    const parts =
      "---\nsections: { one: { pin: hard }, two: { pin: soft } }\n---\n- top\n\n## One\n\n- a\n\n## Two\n\n- b\n";
    const told = (says: string) => [`destructive_op ${free}:0 ${says}`];
    expect(await asked(parts, parts.replace("- a\n", ""), free)).toEqual(
      told("A line of a page that is pinned hard is gone: “- a” (line 8 in HEAD)."),
    );
    expect(await asked(parts, parts.replace("- b\n", "").replace("- top\n", ""), free)).toEqual([]);
    const weaker = told("This page was pinned hard, and no longer is.");
    expect(await asked(parts, parts.replace("pin: hard", "pin: soft"), free)).toEqual(weaker);
    expect(await asked(parts, parts.replace("one:", "other:"), free)).toEqual(weaker);
    const both = parts.replace("pin: soft", "pin: hard");
    expect(await asked(both, parts, free)).toEqual(weaker);
    expect(await asked("- a\n", null, free)).toEqual([]);
    expect(await asked("---\nsections: { two: { pin: soft } }\n---\n## Two\n", null, free)).toEqual([]);
  });

  test("and it is looked at only where something may be pinned", () => {
    const may = (text: string, path = "memory/p.md") => mayBePinned(version(text, path).page, page(text, path));
    expect([may("- a\n", policy), may("---\npin: none\n---\n", policy), may("---\npin: hard\n---\n")]).toEqual([
      true,
      false,
      true,
    ]);
    expect([may("---\nsections: { a: { pin: hard } }\n---\n"), may("- a [pinned]\n"), may("- a\n")]).toEqual([
      true,
      true,
      false,
    ]);
  });
});

test("a page that is no text, or whose frontmatter nobody can read, says so and has no keys", () => {
  const seen = (text: string) => {
    const { text: read, bodyStart, meta, findings } = page(text);
    return [read === text, bodyStart, meta.id, findings.map(({ code, line }) => `${code} ${line}`)];
  };
  expect(seen("---\nid: p\n---\n- a\n")).toEqual([true, 14, "p", []]);
  expect(seen("- a\n")).toEqual([true, 0, null, []]);
  expect(seen("---\nid: p\n")).toEqual([true, 0, null, ["frontmatter_unclosed 1"]]);
  expect(seen("- a\n\0")).toEqual([false, 0, null, ["nul_byte 2"]]);
  expect(page("- a\n\0").text).toBe("");
  expect(seen("---\nid: p\ntype: nonsense\n---\n")).toEqual([true, 29, "p", ["value_invalid 3"]]);
});

describe("why a page on disk is not committed by hand", () => {
  const files = {
    "memory/p.md": "---\nid: p\n---\n- a\n",
    "memory/policies/r.md": "---\nid: r\n---\n- Ask.\n",
    "memory/bad.md": "---\nid: bad\n",
    "memory/twin.md": "---\nid: p\n---\n- b\n",
    "MEMORY.md": "---\nsections: { none: { pin: soft } }\n---\n- a\n",
  };
  const why = (
    path: keyof typeof files | "memory/none.md",
    state: Partial<Record<"head" | "index" | "work", string>>,
  ) => {
    const table = tableFrom(files);
    const seen = new Map(Object.entries(files).map(([name, text]) => [name, factsFrom(name, text)]));
    const blob = (text: string | undefined) => (text === undefined ? null : blobOf(text));
    const now: FileState = {
      path: path as PagePath,
      head: blob(state.head),
      index: blob(state.index),
      work: blob(state.work),
    };
    return whyNot({ table, files: seen, config: plainConfig } as unknown as Memory, now);
  };
  const [p, r] = [files["memory/p.md"], files["memory/policies/r.md"]];

  test("is told in the words of the first rule that it breaks", async () => {
    expect(await why("memory/policies/r.md", { head: r, index: r, work: `${r}- More.\n` })).toBeNull();
    expect(await why("memory/p.md", { head: p, index: p, work: `${p}- b\n` })).toBeNull();
    expect(await why("memory/policies/r.md", { work: r })).toBeNull();
    expect(await why("memory/p.md", { head: p, index: p, work: "---\nid: p\ntype: none\n---\n- a\n" })).toBeNull();
    expect(await why("memory/p.md", { head: p, index: p, work: "---\nid: p\n" })).toMatch(/^Line 1: The frontmatter/);
    // A flaw that HEAD has is no worse for an edit beside it.
    const flawed = "---\nid: p\n";
    expect(await why("memory/p.md", { head: flawed, index: flawed, work: `${flawed}- b\n` })).toBeNull();
    expect(await why("memory/p.md", { head: p, index: p })).toBe("It is not on disk.");
    expect(await why("memory/p.md", { head: p, index: "x", work: p })).toContain("It is staged");
    expect(await why("memory/p.md", { index: p, work: p })).toContain("It is staged");
    expect(await why("memory/none.md", { work: "x" })).toBe("It is not a page.");
    expect(await why("memory/bad.md", { work: files["memory/bad.md"] })).toMatch(
      /^Line 1: The frontmatter that opens/,
    );
    expect(await why("memory/p.md", { head: p, index: p, work: `${p}- ${secret}\n` })).toContain(
      "Line 5: There is a secret",
    );
    expect(await why("memory/policies/r.md", { head: r, index: r, work: r.replace("- Ask.\n", "") })).toMatch(
      /^A line .* is gone/,
    );
    expect(await why("memory/twin.md", { work: files["memory/twin.md"] })).toContain("“p”");
    expect(
      await why("memory/p.md", {
        head: `${p}- ${secret}\n`,
        index: `${p}- ${secret}\n`,
        work: `${p}- ${secret}\n- b\n`,
      }),
    ).toBeNull();
    // An override of a section that is not there is a remark on the page, and stops nothing.
    expect(await why("MEMORY.md", { work: files["MEMORY.md"] })).toBeNull();
    const twin = files["memory/twin.md"];
    expect(await why("memory/twin.md", { head: twin, index: twin, work: twin })).toBeNull();
  });
});

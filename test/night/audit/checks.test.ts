/** Audit checks: each finds what it is for, and says nothing where all is well. */

import { describe, expect, test } from "vitest";
import type { Instant } from "../../../src/base/ids.js";
import { loadRulesOf, profileOf } from "../../../src/memory/profile.js";
import { loadFiles } from "../../../src/memory/truncate.js";
import { type AuditPage, placeOf } from "../../../src/night/audit/checks.js";
import {
  checkCopies,
  checkDays as checkDaysOn,
  checkFields,
  checkFiles,
  checkLoad,
  checkLog,
  memoryOutdated,
  repetitions,
  saysOf,
} from "../../../src/night/audit/content.js";
import { checkLinks } from "../../../src/night/audit/pages.js";
import { bodyStartOf } from "../../../src/page/markdown/outline.js";

import { factsFrom, tableFrom } from "../../support/facts.js";

const now = "2026-11-21T08:00:00.000Z" as Instant;
const pagesOf = (files: Readonly<Record<string, string>>, changed = now): readonly AuditPage[] => {
  const table = tableFrom(files);
  return Object.entries(files).flatMap(([path, text]) => {
    const entry = table.byPath.get(path);
    if (entry === undefined) return [];
    return [
      {
        entry,
        place: placeOf(entry, profileOf("openclaw")),
        text,
        bodyStart: bodyStartOf(text),
        meta: factsFrom(path, text).data.meta,
        changed,
      },
    ];
  });
};
const checkDays = (pages: readonly AuditPage[], at: Instant) => checkDaysOn(pages, at, "2026-11-21");
const codes = (findings: readonly { readonly check: string; readonly path: string | null }[]): readonly string[] =>
  findings.map(({ check, path }) => `${check} ${path}`);
const ago = (days: number): Instant => new Date(Date.parse(now) - days * 86_400_000).toISOString() as Instant;

describe("the protocol's checks", () => {
  test("1: SESSION-STATE.md older than a day", () => {
    const files = { "SESSION-STATE.md": "# State\n" };
    expect(codes(checkDays(pagesOf(files, ago(1.1)), now))).toEqual(["session_state_stale SESSION-STATE.md"]);
    expect(checkDays(pagesOf(files, ago(0.9)), now)).toEqual([]);
  });

  test("2: observations over a hundred lines", () => {
    const lines = (n: number) => pagesOf({ "memory/observations.md": "- Seen.\n".repeat(n) });
    expect(codes(checkFiles(lines(101), 50))).toEqual(["observations_long memory/observations.md"]);
    expect(checkFiles(lines(100), 50)).toEqual([]);
  });

  test("3: no daily log of today or yesterday", () => {
    expect(codes(checkDays(pagesOf({ "memory/2026-11-19.md": "- A.\n" }), now))).toEqual(["daily_log_missing null"]);
    expect(checkDays(pagesOf({ "memory/2026-11-20.md": "- A.\n" }), now)).toEqual([]);
  });

  test("3: by the day of the place, in which yesterday may be the day before UTC's", () => {
    const late = "2026-11-22T05:00:00Z" as Instant;
    const log = pagesOf({ "memory/2026-11-20.md": "- A.\n" });
    expect(checkDaysOn(log, late, "2026-11-21")).toEqual([]);
    expect(codes(checkDaysOn(log, late, "2026-11-22"))).toEqual(["daily_log_missing null"]);
  });

  test("a log by another name than nights read is told, with how many there are, where it holds what a night would keep", () => {
    const kept = "- We decided to use the night train. [decision]\n";
    const other = { "Daily/2026-11-19.md": kept, "memory/2026_11_18.md": kept, "Daily/2026-11-17.md": "- Rain.\n" };
    expect(checkDays(pagesOf({ ...other, "memory/2026-11-20.md": kept }), now)).toMatchObject([
      {
        check: "log_passed_over",
        severity: "note",
        path: "Daily/2026-11-19.md",
        says: expect.stringMatching(/^2 files of a day/),
      },
    ]);
    expect(checkDays(pagesOf({ "memory/2026-11-20.md": kept, "notes/2026-11-19.md": "- Rain.\n" }), now)).toEqual([]);
  });

  test("5: files of memory/ that nobody touched for a week are notes", () => {
    const found = checkDays(pagesOf({ "memory/seats.md": "- A.\n" }, ago(8)), now);
    expect(found).toMatchObject([{ check: "file_stale", severity: "note", path: "memory/seats.md" }]);
    expect(checkDays(pagesOf({ "memory/seats.md": "- A.\n" }, ago(7)), now)).toEqual([]);
    const older = [...pagesOf({ "memory/a.md": "- A.\n" }, ago(8)), ...pagesOf({ "memory/b.md": "- B.\n" }, ago(20))];
    expect(checkDays(older, now)).toMatchObject([
      { path: "memory/b.md", says: expect.stringMatching(/^2 files .* the longest, 20 days\.$/) },
    ]);
  });

  test("6: MEMORY.md without a dated entry for more than three days", () => {
    const of = (day: string, written: Instant | null = null) => {
      const [page] = pagesOf({ "MEMORY.md": `## ${day}\n\n- A. Due 2027-01-01.\n` });
      return memoryOutdated(page!, written, { now, today: "2026-11-21" });
    };
    expect(codes(of("2026-11-17"))).toEqual(["memory_outdated MEMORY.md"]);
    expect(of("2026-11-18")).toEqual([]);
    expect(of("2026-11-17", ago(1))).toEqual([]);
    expect(codes(of("2026-11-10", ago(5)))).toEqual(["memory_outdated MEMORY.md"]);
  });

  test("7: a working buffer that holds something", () => {
    const of = (text: string) => codes(checkFiles(pagesOf({ "memory/working-buffer.md": text }), null));
    expect(of("# Working buffer\n\n- Half done.\n")).toEqual(["buffer_full memory/working-buffer.md"]);
    expect(of("# Working buffer\n\n<!-- empty\n- by design -->\n")).toEqual([]);
  });

  test("8: loaded files over nine tenths of their limit, one by one and together", () => {
    const near = (soul: number, others: number) =>
      codes(
        checkLoad(
          loadFiles(
            loadRulesOf("openclaw", null)!,
            new Map([
              ["SOUL.md", "s".repeat(soul)],
              ...["AGENTS.md", "IDENTITY.md"].map((path) => [path, "x".repeat(others)] as const),
            ]),
          ),
          [],
        ),
      );
    expect(near(18_001, 10)).toEqual(["bootstrap_near SOUL.md"]);
    expect(near(18_000, 18_000)).toEqual([]);
    expect(near(20_001, 17_999)).toEqual(["bootstrap_cut SOUL.md", "bootstrap_near null"]);
  });
});

test("a file that is cut is one finding: with what it pins hard, and by itself where its name alone pins it", () => {
  const loaded = loadFiles(loadRulesOf("openclaw", null)!, new Map([["MEMORY.md", "- Words.\n".repeat(2_400)]]));
  const pin = (how: "hard" | "soft") => ({ path: "MEMORY.md", entry: "e", line: 1_700, text: "- Words.", pin: how });
  expect(codes(checkLoad(loaded, [pin("soft"), pin("soft")]))).toEqual(["bootstrap_cut MEMORY.md"]);
  const [found, ...others] = checkLoad(loaded, [pin("soft"), pin("hard")]);
  expect(found).toMatchObject({
    check: "pinned_cut",
    severity: "error",
    says: expect.stringMatching(/^1 pinned .* Cut /),
  });
  expect(others).toEqual([]);
});

test("MEMORY.md over the most lines it may have, where it has a most", () => {
  expect(codes(checkFiles(pagesOf({ "MEMORY.md": "- A.\n".repeat(51) }), 50))).toEqual(["memory_long MEMORY.md"]);
  expect(checkFiles(pagesOf({ "MEMORY.md": "- A.\n".repeat(50) }), 50)).toEqual([]);
  expect(checkFiles(pagesOf({ "MEMORY.md": "- A.\n".repeat(500) }), null)).toEqual([]);
});

test("a log that lost an entry was edited; one that gained one, or another layout, was not", () => {
  const log = "# Day\n\n- Flew to Oslo.\n- Slept.\n";
  expect(checkLog("memory/2026-11-01.md", log, log.replace("Oslo", "Rome"))).toMatchObject([
    { check: "log_edited", line: 3 },
  ]);
  expect(checkLog("memory/2026-11-01.md", log, `${log}- More.\n`)).toEqual([]);
  expect(checkLog("memory/2026-11-01.md", log, log.replaceAll("- ", "*  "))).toEqual([]);
});

test("required fields, only where frontmatter names the type", () => {
  const typed = "---\ntype: decision\nfields: { decision: Rail }\n---\n- A.\n";
  expect(checkFields(pagesOf({ "memory/a.md": typed, "memory/decisions/b.md": "- B.\n" }))).toMatchObject([
    { path: "memory/a.md", says: expect.stringContaining("needs the fields because;") },
  ]);
});

test("one entry in two lasting files; logs may repeat it", () => {
  const entry = "- The office is in Lyon now.\n";
  const files = {
    "MEMORY.md": entry,
    "memory/2026-11-20.md": entry,
    "memory/office.md": `# Office\n\n* ${entry.slice(2)}`,
  };
  expect(repetitions(pagesOf(files).flatMap((page) => saysOf(page).standing))).toMatchObject([
    { path: "memory/office.md", line: 3, says: expect.stringContaining("MEMORY.md:1") },
  ]);
});

test("links, pointers and the archive index", () => {
  const files = {
    "MEMORY.md":
      "[[seats]] [[memory/seats.md|x]] [[gone]] `[[code]]`\n\n```\n[[code]]\n```\n[a](memory/seats.md#b) [b](memory/lost.md) [c](https://x.org/y.md)\n",
    "memory/seats.md": '---\nprovenance: ["page:memory", "page:nobody"]\n---\n[up](../MEMORY.md)\n',
    "archive/2026/old.md": "[[whatever]]\n",
  };
  const index = "# Archive index\n\n- [old](2026/old.md) — Old\n- [none](2026/none.md) — None\n";
  const found = checkLinks(pagesOf(files), {
    table: tableFrom(files),
    paths: new Set(Object.keys(files)),
    isThere: () => false,
    index,
  });
  expect(found.map(({ check, path, line, says }) => `${check} ${path}:${line} ${says.slice(0, 27)}`)).toEqual([
    "link_broken MEMORY.md:1 [[gone]] leads to no page y",
    "link_broken MEMORY.md:6 The link memory/lost.md lea",
    "link_broken memory/seats.md:0 Its provenance names the pa",
    "link_broken archive/INDEX.md:4 The link 2026/none.md leads",
  ]);
});

describe("links are told once a file", () => {
  const told = (files: Readonly<Record<string, string>>): readonly string[] => {
    const paths = new Set(Object.keys(files));
    const isThere = (path: string): boolean => path === "skills/x/SKILL.md";
    const found = checkLinks(pagesOf(files), { table: tableFrom(files), paths, isThere, index: null });
    return found.map(({ severity, path, line, says }) => `${severity} ${path}:${line} ${says}`);
  };
  const quay = { "notes/quay/index.md": "# Mooring\n" };

  test("pages to be written are a note; images and files that are no pages are let be", () => {
    const text = "[[one]] ![[pier.png]] [[menu.pdf]]\n\n[[two]] [[three]] [[four]] [a](skills/x/SKILL.md) [[Quay]]\n";
    expect(told({ "MEMORY.md": text, ...quay })).toEqual([
      "note MEMORY.md:1 [[one]], [[two]], [[three]] and 1 more lead to no page yet. Was one renamed?",
    ]);
  });

  test("pages to be written are told in one line where more than twenty pages link to some", () => {
    const note = (at: number): string => `[[Ada Byron]] and [[idea-${at}|an idea]] [[quay]]\n`;
    const pages = (count: number): Readonly<Record<string, string>> =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`notes/n${at + 10}.md`, note(at)]));
    expect(told({ ...pages(20), ...quay })).toHaveLength(20);
    expect(told({ ...pages(21), ...quay })).toEqual([
      "note null:0 21 pages link to 22 pages that are not there yet, the most to [[Ada Byron]] (21), [[idea-0]] (1), [[idea-1]] (1).",
    ]);
  });

  test("no name in double brackets is a link where none of them is a page's, or in a log", () => {
    expect(told({ "MEMORY.md": "Answers begin with [[answer_here]].\n", ...quay })).toEqual([]);
    expect(told({ "MEMORY.md": "[[quay]]\n", "memory/2026-11-20.md": "[[gone]] [a](b.md)\n", ...quay })).toEqual([]);
  });

  test("paths that lead nowhere are a warning with the first of them", () => {
    const dated = { "notes/2026-11-20-tides.md": "[ebb](ebb.md)\n" };
    const text = "[a](a.md)\n\n[b](b.md) [a](a.md)\n[c](c.md)\n[d](d.md)\n[e](notes/quay/index.md)\n";
    expect(told({ "MEMORY.md": text, "TOOLS.md": "[a](a.md)\n\n[a](a.md)\n", ...dated, ...quay })).toEqual([
      "warning MEMORY.md:1 The links a.md, b.md (line 3), c.md (line 4) and 1 more lead nowhere.",
      "warning TOOLS.md:1 The link a.md leads nowhere.",
      "warning notes/2026-11-20-tides.md:1 The link ebb.md leads nowhere.",
    ]);
  });
});

test("a sync client's copies, by their names", () => {
  const paths = [
    "memory/a.md",
    "memory/a 2.md",
    "memory/b (Ada's conflicted copy 2026-11-20).md",
    "MEMORY.sync-conflict-20261120-101010-7IZ2Q4P.md",
    "memory/step 2.md",
    "memory/how a conflicted copy comes about.md",
  ];
  expect(checkCopies(paths).map(({ path }) => path)).toEqual(paths.slice(1, 4));
});

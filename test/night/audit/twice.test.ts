/** Repetitions: what the memory keeps twice and what is a copy is told; how documents, forms and lists are written is not. */

import { describe, expect, test } from "vitest";
import { profileOf } from "../../../src/memory/profile.js";
import { type AuditPage, claimsIn, contradictions, placeOf } from "../../../src/night/audit/checks.js";
import { repetitions, returned, saysOf } from "../../../src/night/audit/content.js";
import { bodyStartOf } from "../../../src/page/markdown/outline.js";

import { factsFrom, tableFrom } from "../../support/facts.js";

function pagesOf(files: Readonly<Record<string, string>>): readonly AuditPage[] {
  const table = tableFrom(files);
  return Object.entries(files).flatMap(([path, text]) => {
    const entry = table.byPath.get(path);
    if (entry === undefined) return [];
    const place = placeOf(entry, profileOf("openclaw"));
    const meta = factsFrom(path, text).data.meta;
    return [{ entry, place, text, bodyStart: bodyStartOf(text), meta, changed: null }];
  });
}

const repeatedIn = (pages: readonly AuditPage[]) => repetitions(pages.flatMap((page) => saysOf(page).standing));

const told = (files: Readonly<Record<string, string>>): readonly (string | null)[] =>
  repeatedIn(pagesOf(files)).map(({ path }) => path);
const long =
  "- Whoever is last in the office turns off the heating in both rooms and locks the yard gate behind them.\n";
const short = "- The office closes at six.\n";
const many = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, at) => `- The pier number ${from + at} opens at nine.\n`).join("");

describe("an entry that stands twice is told", () => {
  test.each([
    ["in two files that are known by name", { "MEMORY.md": short, "USER.md": short }, ["USER.md"]],
    [
      "in one of them and a page of the memory",
      { "AGENTS.md": short, "memory/office.md": short },
      ["memory/office.md"],
    ],
    ["in one of them twice", { "MEMORY.md": short + long + short }, ["MEMORY.md"]],
    ["in two pages of the memory, and says much", { "memory/a.md": long, "memory/b.md": long }, ["memory/b.md"]],
    ["in a document and a file known by name, and says much", { "USER.md": long, "docs/b.md": long }, ["docs/b.md"]],
  ])("%s", (_, files, paths) => {
    expect(told(files as never)).toEqual(paths);
  });

  test("in two documents where one is a copy of the other in part", () => {
    const found = repeatedIn(pagesOf({ "docs/a.md": many(0, 10), "notes/b.md": many(4, 12) }));
    expect(found).toMatchObject([{ path: "notes/b.md", line: 1, says: expect.stringContaining("6 entries") }]);
  });
});

test("an entry of two people in one file is a note, and nobody is told to take it out of one of them", () => {
  const found = (first: string, second: string, text = short): readonly unknown[] =>
    repeatedIn(pagesOf({ "USER.md": `# Partners\n\n${first}\n\n${text}\n${second}\n\n${text}` })).map((one) => [
      one.severity,
      one.hint,
    ]);
  const leave =
    "Where each is of what its heading names, leave them; where one is a copy, take it out: pagefile edit USER.md";
  const take = "Take one of the two out: pagefile edit USER.md";
  expect(found("## Dana Abbott", "## Stuart Selig")).toEqual([["note", leave]]);
  expect(found("## Dana Abbott", "### Dana Abbott, again")).toEqual([["note", leave]]);
  expect(found("## Dana Abbott", "## Notes")).toEqual([["warning", take]]);
  expect(found("## Dana Abbott", "Once more:")).toEqual([["warning", take]]);
  expect(found("## Dana Abbott", "## Stuart Selig", short + long + short)).toEqual([["warning", take]]);
});

test("a folder that was copied is one finding, and a file of another name one of its own", () => {
  const shelf = { "a.md": many(0, 8), "b.md": many(8, 16) };
  const copied = (folder: string): Record<string, string> =>
    Object.fromEntries(Object.entries(shelf).map(([name, text]) => [`${folder}/${name}`, text]));
  const other = { "docs/c.md": many(20, 30), "notes/d.md": many(24, 32) };
  const found = repeatedIn(pagesOf({ ...copied("docs"), ...copied("notes/old"), ...other }));
  expect(found.map(({ path, says }) => `${path} ${says}`)).toEqual([
    "notes/d.md 6 entries stand in docs/c.md, too, the first: docs/c.md:5.",
    "notes/old/a.md 16 entries of 2 files of notes/old/ stand in files of the same names of docs/, too, the first: docs/a.md:1.",
  ]);
});

describe("an entry that stands twice is not told", () => {
  test.each([
    ["in two documents", { "docs/a.md": long, "docs/b.md": long }],
    ["twice in a report", { "report.md": short + long + short + long }],
    ["in two pages of the memory, and says little", { "memory/a.md": short, "memory/b.md": short }],
    [
      "in many files, as the form they are written in",
      { "memory/a.md": long, "memory/b.md": long, "memory/c.md": long },
    ],
    ["as a point of a checklist", { "MEMORY.md": `- [x] ${long.slice(2)}`, "USER.md": `- [x] ${long.slice(2)}` }],
    ["as a link", { "MEMORY.md": "- https://example.org/a/b/c/d\n", "USER.md": "- https://example.org/a/b/c/d\n" }],
    [
      "as links to pages",
      { "MEMORY.md": "- [[Open tasks of the pier]]\n", "USER.md": "- [[Open tasks of the pier]]\n" },
    ],
    ["in a log and a template", { "MEMORY.md": short, "memory/2026-03-02.md": short, "templates/a.md": short }],
  ])("%s", (_, files) => {
    expect(told(files as never)).toEqual([]);
  });
});

test("documents beside the memory and notes without a type contradict nobody", () => {
  const [three, four] = ["- The hotel budget is 300 a night.\n", "- The hotel budget is 400 a night.\n"];
  const found = (files: Readonly<Record<string, string>>): number =>
    contradictions(pagesOf(files).flatMap(claimsIn)).length;
  expect(found({ "MEMORY.md": three, "memory/hotels.md": `---\ntype: preference\n---\n${four}` })).toBe(1);
  expect(found({ "MEMORY.md": three, "USER.md": four })).toBe(1);
  expect(found({ "MEMORY.md": three, "memory/hotels.md": four })).toBe(0);
  expect(found({ "docs/a.md": three, "docs/b.md": four })).toBe(0);
  expect(found({ "MEMORY.md": three, "reports/b.md": four })).toBe(0);
});

describe("what was corrected and stands as it was on another page", () => {
  const stage = "- Staging runs at s.example.\n";
  const fixed = (day = "2027-03-02") =>
    `- staging runs at t.example, not s.example. [human]\n  - Superseded ${day}: “Staging runs at s.example.”\n`;
  const returnedIn = (files: Readonly<Record<string, string>>) =>
    returned(pagesOf(files).flatMap((page) => saysOf(page).standing));

  test("is told with the command that takes it out", () => {
    const moved = { "MEMORY.md": `# Memory\n\n${fixed()}`, "memory/ops.md": `- Deploys run.\n${stage}` };
    expect(returnedIn(moved)).toEqual([
      {
        check: "entry_corrected",
        severity: "warning",
        path: "memory/ops.md",
        line: 2,
        says: "It says “Staging runs at s.example.”; MEMORY.md:3 corrected that on 2027-03-02: “staging runs at t.example, not s.example.”. A merge takes both where one moves an entry and another corrects it.",
        hint: "If the correction holds: pagefile rm memory/ops.md 'Staging runs at s.example.'",
      },
    ]);
  });

  test("is told where it has got a tag meanwhile, and where both stand in one file", () => {
    const tagged = stage.replace("\n", " [human]\n");
    expect(returnedIn({ "MEMORY.md": fixed(), "memory/ops.md": tagged })).toHaveLength(1);
    expect(returnedIn({ "MEMORY.md": `${fixed()}- The office closes at six.\n${stage}` })).toHaveLength(1);
  });

  test("is not told of a log, of one that was corrected back later, or of the entry itself", () => {
    const back = `- Staging runs at s.example.\n  - Superseded 2027-03-05: “staging runs at t.example, not s.example.”\n`;
    expect(returnedIn({ "MEMORY.md": fixed(), "memory/2027-03-01.md": stage })).toEqual([]);
    expect(returnedIn({ "MEMORY.md": fixed(), "memory/ops.md": back })).toMatchObject([{ path: "MEMORY.md" }]);
    expect(returnedIn({ "MEMORY.md": back + fixed().slice(fixed().indexOf("\n") + 1) })).toEqual([]);
  });
});

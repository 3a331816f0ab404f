/** The gold holds places, digests and verdicts and no word of anybody's; a night and an audit are judged by it as it says. */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { findingsOf } from "./findings.js";
import { digestOf, type Gold, goldOf } from "./gold.js";
import { judgeNight, nightOf } from "./night.js";
import { compositionOf, readingOf } from "./prompt.js";

const folder = fileURLToPath(new URL(".", import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
const rows = files.flatMap((file) =>
  readFileSync(join(folder, file), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => ({ file, row: JSON.parse(line) as Record<string, unknown> })),
);

test("a row of the gold is a place, a digest, a verdict and one word why", () => {
  for (const { file, row } of rows) {
    const keys = [
      "workspace",
      "path",
      "line",
      "digest",
      "verdict",
      "why",
      ...(file.includes("findings") ? ["check"] : []),
    ];
    expect(Object.keys(row).sort(), file).toEqual(keys.sort());
    expect(String(row.why), file).toMatch(/^[a-z-]{1,16}$/);
    if (row.digest !== null) expect(String(row.digest), file).toMatch(/^[0-9a-f]{12}$/);
  }
});

test.each([
  ["never", 150],
  ["promote", 100],
  ["not", 60],
  ["true", 60],
  ["false", 60],
])("at least so many are judged %s: %i, in both halves", (verdict, least) => {
  const of = rows.filter(({ row }) => row.verdict === verdict);
  expect(of.length).toBeGreaterThanOrEqual(least);
  for (const half of ["fit", "report"]) expect(of.some(({ file }) => file.startsWith(half))).toBe(true);
});

test("no workspace is judged in both halves", () => {
  const halves = new Map<unknown, Set<string>>();
  for (const { file, row } of rows)
    halves.set(row.workspace, (halves.get(row.workspace) ?? new Set()).add(file.split("-")[0] ?? ""));
  expect([...halves].filter(([, of]) => of.size > 1)).toEqual([]);
});

test("a line that is not what was judged is counted as stale and not judged", () => {
  const root = mkdtempSync(join(tmpdir(), "pagefile-gold-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const gold = join(root, "gold");
  mkdirSync(gold);
  writeFileSync(join(root, "MEMORY.md"), "- **Rule:**  Feed the ferret at nine.\n- The gate is green.\n");
  const row = (line: number, digest: string) =>
    `${JSON.stringify({ workspace: "w", path: "MEMORY.md", line, digest, verdict: "never", why: "rule" })}\n`;
  writeFileSync(
    join(gold, "fit-entries.jsonl"),
    row(1, digestOf("**Rule:** Feed the ferret at nine.")) + row(2, digestOf("The gate is red.")),
  );
  expect(goldOf(gold, "w", root)).toMatchObject({ half: "fit", entries: [{ line: 1 }], stale: 1 });
  expect(goldOf(gold, "elsewhere", root)).toBeUndefined();
});

function judged(
  entries: readonly (readonly [verdict: string, text: string])[],
  findings: Gold["findings"] = [],
): Gold {
  const all = entries.map(([verdict, text], i) => ({
    ...{ workspace: "w", path: "f.md", line: i + 1, digest: digestOf(text), why: "rule" },
    verdict: verdict as "never",
    text,
  }));
  return { half: "fit", entries: all, findings, stale: 0 };
}

const gold = judged([
  ["never", "- Never feed the ferret at night."],
  ["never", "- The ferret is called Otto."],
  ["promote", "- **Lesson:** the pump needs two hours of rest"],
  ["promote", "- 絶対に夜は餌をやらない"],
  ["not", "- Pump checked: fine."],
]);

test("what a night's plan takes out and in is held against the gold", () => {
  const plan = [
    {
      reason: "PRUNE_TRIM",
      files: [
        {
          path: "MEMORY.md",
          removed: ["- Never feed the ferret at night.", "- The ferret is called Otto."],
          added: [],
        },
      ],
    },
    {
      reason: "CURATE_MERGE",
      files: [
        {
          path: "MEMORY.md",
          removed: [],
          added: ["- The ferret is called Otto.", "- The pump needs two hours of rest. (Lesson, 2026-02-01)"],
        },
        { path: "archive/2026/a.md", removed: [], added: ["- Pump checked: fine."] },
      ],
    },
  ];
  const night = nightOf({ plan }, {}, ["Never feed the ferret at night.", "The ferret is called Otto."]);
  expect(judgeNight(night, gold)).toMatchObject({
    never: { hit: 1, of: 2 },
    promote: { hit: 1, of: 2 },
    not: { hit: 0, of: 1 },
    wrong: ["leaves f.md:1 rule", "stays behind f.md:4 rule"],
  });
});

test("what a night says is to come in later is proposed, and told apart; so is noise that waits", () => {
  const waits = [
    { text: "Lesson: the pump needs two hours of rest.", until: "turn", why: "its label says so" },
    { text: "Pump checked: fine.", until: "person", why: "it stands under “Lessons”" },
    { text: null, until: "person", why: "it holds a secret" },
  ];
  const night = judgeNight(nightOf({ plan: [], waits }, {}, []), gold);
  expect(night).toMatchObject({ promote: { hit: 1, of: 2 }, now: { hit: 0, of: 2 }, not: { hit: 1, of: 1 } });
});

test("of what stands twice one copy may go", () => {
  const plan = [
    {
      reason: "PRUNE_TRIM",
      files: [{ path: "MEMORY.md", removed: ["- Never feed the ferret at night."], added: [] }],
    },
  ];
  const twice = ["Never feed the ferret at night.", "Never feed the ferret at night."];
  expect(judgeNight(nightOf({ plan }, {}, twice), gold).never.hit).toBe(0);
  expect(judgeNight(nightOf({ plan }, {}, twice.slice(1)), gold).never.hit).toBe(1);
});

test("a proposal counts as what it would do, wherever the answers name it", () => {
  const lines = ["Never feed the ferret at night.", "The ferret is called Otto."];
  const status = {
    nights: {
      proposals: [
        { n: 1, text: "- Never feed the ferret at night.", lines: [4], rule: "finished", repeated: false },
        { n: 2, text: "- The ferret is called Otto.", lines: [9], rule: "twice", repeated: true },
        { kind: "promote", text: "絶対に夜は餌をやらない", reason: "Pump checked: fine." },
      ],
    },
  };
  const night = nightOf({ plan: [] }, status, lines);
  expect(night.proposals).toBe(3);
  expect(judgeNight(night, gold)).toMatchObject({ never: { hit: 1 }, promote: { hit: 1 }, not: { hit: 0 } });
});

test("precision is of judged findings that are shown; a note is none, and a secret is known by its file", () => {
  const judgment = (check: string, path: string, line: number, verdict: "true" | "false") => ({
    ...{ workspace: "w", check, path, line },
    verdict,
  });
  const asked = judged(
    [],
    [
      judgment("entry_twice", "a.md", 3, "true"),
      judgment("value_invalid", "b.md", 2, "false"),
      judgment("page", "c.md", 2, "false"),
      judgment("history", "d.md", 0, "true"),
    ],
  );
  const finding = (check: string, path: string, line: number, severity: string) => ({ check, path, line, severity });
  const audit = {
    findings: [
      finding("entry_twice", "a.md", 3, "warning"),
      finding("page", "b.md", 2, "error"),
      finding("page", "c.md", 2, "note"),
      finding("secret", "d.md", 7, "error"),
    ],
  };
  expect(findingsOf(audit, {}, asked)).toMatchObject({
    shown: 3,
    notes: 1,
    precision: { hit: 2, of: 3 },
    kept: { hit: 2, of: 2 },
    false: ["page b.md:2"],
  });
});

test("a note is read, or unread for a reason; what a package or a tool brought is no note", () => {
  const pages = {
    pages: [
      { id: "a", path: "MEMORY.md", kind: "memory" },
      { id: "b#x", path: "skills/s/SKILL.md" },
      { id: "c", path: ".claude/memory/d.md" },
    ],
    findings: [{ path: "e.md", code: "value_invalid", severity: "error" }],
  };
  const files = [
    "MEMORY.md",
    "skills/s/SKILL.md",
    ".claude/memory/d.md",
    "e.md",
    "f.md",
    "x/node_modules/README.md",
    ".g/h.md",
  ];
  expect(readingOf(files, pages)).toEqual({
    notes: 5,
    read: 3,
    unread: { "left out": 1, value_invalid: 1 },
    apart: { "dot folder": 1, node_modules: 1 },
  });
  const selected = [
    { id: "a", tokens: 30 },
    { id: "b#x", tokens: 50 },
    { id: "c", tokens: 20 },
  ];
  expect(compositionOf({ budget: 100, tokens: 100, selected }, pages, "a\nb\n")).toEqual({
    budget: 100,
    tokens: 100,
    kinds: { memory: 50, skill: 50 },
    receiptLines: 2,
  });
});

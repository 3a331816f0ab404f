/** Pruning: what may leave a page that is too long, by which rule, and everything that has to stay whatever the page's length. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadRulesOf } from "../../../src/memory/profile.js";
import { prune } from "../../../src/night/keep/leave.js";
import { memoryTooLong } from "../../../src/night/plan.js";
import { bodyStartOf, outline } from "../../../src/page/markdown/outline.js";

interface Asked {
  readonly young?: readonly string[];
  readonly never?: readonly string[];
  readonly pinned?: readonly string[];
  readonly isOver?: (text: string) => string | null;
  readonly path?: string;
}

/** What leaves, as `rule: first line`. The page is always too long, unless told otherwise. */
function leaving(text: string, asked: Asked = {}): readonly string[] {
  const { entries } = outline(text, bodyStartOf(text));
  const said = (entry: { readonly start: number; readonly end: number }): string =>
    text.slice(entry.start, entry.end);
  const has = (lines: readonly string[] = []) =>
    new Set(entries.filter((entry) => lines.some((line) => said(entry).includes(line))).map(({ digest }) => digest));
  const young = has(asked.young);
  const old = new Set(entries.map(({ digest }) => digest).filter((digest) => !young.has(digest)));
  const pruned = prune({
    path: asked.path ?? "MEMORY.md",
    text,
    today: "2026-11-21",
    added: "",
    settled: old,
    lasting: old,
    never: has(asked.never),
    isPinned: (entry) => has(asked.pinned).has(entry.digest),
    isOver: asked.isOver ?? (() => "it is too long"),
  });
  return pruned.leaving.map(({ rule, text: words }) => `${rule}: ${words.split("\n", 1)[0]}`);
}

const filler = Array.from({ length: 12 }, (_, at) => `- Room ${at} has a window to the yard.`).join("\n");
const page = (...lines: readonly string[]): string => `# Memory\n\n## Notes\n\n${filler}\n${lines.join("\n")}\n`;

describe("a copy", () => {
  const twice = "- The office closes at six.";

  test("leaves where the same stands above it, and one stays", () => {
    expect(leaving(page(twice, twice))).toEqual([`said_twice: ${twice}`]);
    expect(leaving(page(twice))).toEqual([]);
  });

  test("in other marks leaves too, the one with tags stays", () => {
    expect(leaving(page("- The office is in Lyon. [lesson]", "- *The office* is in Lyon"))).toEqual([
      "said_alike: - *The office* is in Lyon",
    ]);
  });

  test("says something else below somebody's name, below another list's lead, or as a step", () => {
    const body = `# Memory\n\n${filler}\n`;
    expect(leaving(`${body}\n## Ada\n\n- Likes tea.\n- Rows.\n\n## Bea\n\n- Likes tea.\n- Runs.\n`)).toEqual([]);
    expect(leaving(page("\n**North:**\n\n- Opens at nine.\n", "**South:**\n\n- Opens at nine."))).toEqual([]);
    expect(leaving(page("\n1. Restart the router.\n2. Wait.\n3. Restart the router."))).toEqual([]);
  });
});

describe("what is over by its own words", () => {
  test.each([
    ["finished", "- [x] Book the train to Oslo"],
    ["finished", "- ~~Paint the fence~~"],
    ["finished", "- Fence painted. [done]"],
    ["finished", "- Fence: painted (done)"],
    ["expired", "- Detour through the yard until 2026-10-01."],
    ["superseded", "- Obsolete: the fax number of the shop"],
  ])("leaves as %s: %s", (rule, line) => {
    expect(leaving(page(line))).toEqual([`${rule}: ${line}`]);
  });

  test.each([
    "- Done is better than perfect.",
    "- Completed a marathon in 2019.",
    "- The old press was replaced by the blue one in the cellar.",
    "- [x] The script runs from `bin/start`",
    "- [x] Get the bridge to run → the porter has its switch",
    "- [x] Shop is open at shop.example.org",
    "- [x] Ship it\n  - The key is with the porter",
    "- Lease until 2026-10-01; the deposit lies with Meyer.",
    "- Visa until 2027-10-01.",
  ])("does not where it only tells of something: %s", (line) => {
    expect(leaving(page(line))).toEqual([]);
  });

  test("stays for a week", () => {
    expect(leaving(page("- [x] Book the train"), { young: ["Book"] })).toEqual([]);
  });
});

describe("a reading of a meter", () => {
  test.each(["- 2026-11-01 09:00 Email: no new messages.", "- Email: No new."])("leaves: %s", (line) => {
    expect(leaving(page(line))).toEqual([`operational: ${line}`]);
  });

  test.each([
    "- The plan has 500 requests and 20 files.",
    "- Policy: no changes on Fridays before a holiday weekend.",
  ])("is not what states something: %s", (line) => {
    expect(leaving(page(line))).toEqual([]);
  });
});

const bound = [
  "- [x] NEVER run DROP DATABASE without a yes",
  "- [x] Toujours demander avant de publier",
  "- [x] Niemals ohne Rückfrage löschen",
  "- [x] Nunca borrar sin permiso",
  "- [x] 绝不能删除数据库",
  "- [x] 許可なくデータベースを削除してはいけない",
  "- [x] Important: water the plants",
  "- Decision: no calls before noon [done]",
  "- Ada prefers tea. [human] [done]",
  "- Name: Ada Example [done]",
];

test.each(bound)("what binds never leaves, whatever else it says: %s", (line) => {
  expect(leaving(page(line))).toEqual([]);
});

test("a heading keeps its last entry, a young one and what somebody kept stay", () => {
  const only = "- [x] Book the train";
  expect(leaving(`${page()}\n## Trips\n\n${only}\n`)).toEqual([]);
  expect(leaving(`${page()}\n## Trips\n\n${only}\n- [x] Book the boat\n`)).toEqual([`finished: ${only}`]);
  expect(leaving(page(only), { never: ["Book"] })).toEqual([]);
  expect(leaving(page(only), { pinned: ["Book"] })).toEqual([]);
});

describe("as few as are enough", () => {
  const done = ["- [x] Book the train", "- [x] Book the boat", "- [x] Book the hall"];

  test("nothing where the page is short, and no more than makes it so", () => {
    expect(leaving(page(...done), { isOver: () => null })).toEqual([]);
    const isOver = (text: string): string | null => (text.includes("boat") ? "too long" : null);
    expect(leaving(page(...done), { isOver })).toHaveLength(2);
  });

  test("never more than a quarter", () => {
    const many = Array.from({ length: 30 }, (_, at) => `- [x] Book ${at} of them`);
    expect(leaving(page(...many))).toHaveLength(Math.floor((30 + 12) / 4));
  });
});

test("a page is too long by its owner's word, else by what its harness loads, lines or characters", () => {
  const rules = loadRulesOf("openclaw", null);
  const long = "- A line.\n".repeat(300);
  const none = new Map<string, string>();
  expect(memoryTooLong(long, { memoryLines: null, rules }, none)).toBeNull();
  expect(memoryTooLong(long, { memoryLines: 299, rules }, none)).toContain("300 lines");
  expect(memoryTooLong("x".repeat(20_001), { memoryLines: null, rules }, none)).toContain("of its 20001 characters");
  expect(memoryTooLong("- A.\n".repeat(200), { memoryLines: null, rules: null }, none)).toBeNull();
  expect(memoryTooLong("- A.\n".repeat(201), { memoryLines: null, rules: null }, none)).toContain("201 lines");
});

test("of observations what nobody tagged in a week leaves, but nothing that binds", () => {
  const lines =
    "- Seen a heron.\n- Never feed the heron.\n- The heron is late. [lesson]\n- Seen a crane.\n- Seen a stork.\n";
  expect(leaving(lines, { path: "memory/observations.md", young: ["crane"] })).toEqual(["untagged: - Seen a heron."]);
});

test("whatever a page holds, each heading keeps an entry, what binds stays and one of each text stays", () => {
  const line = fc.constantFrom("- [x] Book it", "- The office closes at six.", "- Email: No new.", ...bound);
  const section = fc.array(line, { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.array(section, { minLength: 1, maxLength: 6 }), (sections) => {
      const text = `# Memory\n\n${sections.map((lines, at) => `## Part ${at}\n\n${lines.join("\n")}\n`).join("\n")}`;
      const gone = leaving(text);
      for (const each of gone) {
        const isCopy = each.startsWith("said_twice: ");
        if (!isCopy) expect(bound.some((words) => each.endsWith(words))).toBe(false);
      }
    }),
    { seed: 15, numRuns: 60 },
  );
});

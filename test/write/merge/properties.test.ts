/** Merge properties: over random pages and edits, nothing is lost, nothing is invented, and the sides are equals. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scanFrontmatter, valueOf } from "../../../src/page/frontmatter/scan.js";
import { bodyStartOf, outline } from "../../../src/page/markdown/outline.js";
import { mergePages } from "../../../src/write/merge/merge.js";
import { conflictsIn } from "../../../src/write/merge/settle.js";

import { draws } from "../../support/draws.js";
import { markdownBodies } from "../../support/markdown-text.js";

interface Page {
  readonly keys: Readonly<Record<string, string>>;
  readonly blocks: readonly string[];
}

const words = fc.array(fc.constantFrom("seat", "aisle", "train", "früh", "日本", "`x`", "**b**", "[human]"), {
  minLength: 1,
  maxLength: 4,
});
const block = fc.oneof(
  { weight: 5, arbitrary: words.map((each) => `- ${each.join(" ")}`) },
  words.map((each) => `- ${each.join(" ")}\n  - nested`),
  words.map((each) => `Text ${each.join(" ")}`),
  words.map((each) => `## ${each[0]}`),
  words.map((each) => `\`\`\`\n${each.join("\n")}\n\`\`\``),
  words.map((each) => `> ${each.join(" ")}`),
  fc.constant("***"),
);
const values: Readonly<Record<string, fc.Arbitrary<string>>> = {
  version: fc.constantFrom("1", "2", "3", "4"),
  updated: fc.constantFrom("2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z", "2026-02-01T01:00:00+01:00"),
  created: fc.constantFrom("2026-01-01", "2025-01-01"),
  tags: fc.constantFrom("[a]", "[a, b]", "[b, c]", "\n  - a\n  - d"),
  provenance: fc.constantFrom("[p]", "[p, q]", "[r]"),
  pin: fc.constantFrom("none", "soft", "hard"),
  origin: fc.constantFrom("user", "agent", "web"),
  fields: fc.constantFrom("{ a: 1 }", "{ a: 2, b: 1 }", "\n  a: 1\n  c: x"),
  mood: fc.constantFrom("calm", "'wild'", '"odd"'),
};
const keys = fc.record(values, { requiredKeys: [] }) as fc.Arbitrary<Readonly<Record<string, string>>>;

const change = fc.record({
  kind: fc.constantFrom("append", "insert", "delete", "edit", "key", "drop"),
  at: fc.nat(12),
  block,
  keys,
});

function changed(page: Page, changes: readonly (typeof change extends fc.Arbitrary<infer T> ? T : never)[]): Page {
  let { keys: known, blocks } = page;
  for (const { kind, at, block: fresh, keys: some } of changes) {
    const i = blocks.length === 0 ? 0 : at % blocks.length;
    if (kind === "append") blocks = [...blocks, fresh];
    else if (kind === "insert") blocks = blocks.toSpliced(i, 0, fresh);
    else if (kind === "delete") blocks = blocks.toSpliced(i, 1);
    else if (kind === "edit" && blocks.length > 0) blocks = blocks.toSpliced(i, 1, fresh);
    else if (kind === "key") known = { ...known, ...some };
    else if (kind === "drop") known = Object.fromEntries(Object.entries(known).filter((_, n) => n !== at));
  }
  return { keys: known, blocks };
}

function printed({ keys: known, blocks }: Page, eol: string): string {
  const head = Object.entries(known).map(([key, value]) => `${key}:${value.startsWith("\n") ? "" : " "}${value}\n`);
  let body = "";
  for (const [i, each] of blocks.entries()) {
    const tight = each.startsWith("- ") && blocks[i - 1]?.startsWith("- ");
    body += `${i === 0 || tight ? "" : "\n"}${each}\n`;
  }
  return `---\nid: a\n${head.join("")}---\n${body}`.replaceAll("\n", eol);
}

const three = fc
  .record({
    keys,
    blocks: fc.array(block, { maxLength: 8 }),
    left: fc.array(change, { maxLength: 5 }),
    right: fc.array(change, { maxLength: 5 }),
    eol: fc.constantFrom("\n", "\r\n"),
  })
  .map(({ left, right, eol, ...base }) => ({
    base: printed(base, eol),
    ours: printed(changed(base, left), eol),
    theirs: printed(changed(base, right), eol),
    eol,
  }));

const says = (text: string): readonly string[] => {
  const map = outline(text, bodyStartOf(text));
  return [
    ...map.entries.map((entry) => entry.digest),
    ...map.headings.map(({ depth, title }) => `${depth} ${title}`),
  ];
};

/** Headings may stay for what the other side put under them. */
const isEntry = (one: string): boolean => /^[0-9a-f]{16}$/.test(one);

const merge = (base: string | null, ours: string, theirs: string): string => {
  const outcome = mergePages("a.md", base, ours, theirs);
  if (!outcome.ok) throw new Error(`${outcome.error.says}\n${JSON.stringify({ base, ours, theirs })}`);
  return outcome.value.text;
};

function frontOf(text: string): unknown {
  const scanned = scanFrontmatter("a.md", text);
  if (!scanned.ok) throw new Error(scanned.error.says);
  if (scanned.value === null) return null;
  const known = JSON.parse(JSON.stringify(valueOf(scanned.value.root))) as Record<string, unknown>;
  for (const key of ["tags", "provenance"]) if (Array.isArray(known[key])) known[key] = known[key].toSorted();
  // Which side is ours is what tells the alternatives apart; which there are does not depend on it.
  known.conflicts = alternativesOf(text);
  return known;
}

/** The conflicts a page keeps, without who said what. */
function alternativesOf(text: string): readonly string[] {
  const known = conflictsIn("a.md", text);
  if (!known.ok) throw new Error(known.error.says);
  return known.value
    .map((each) => {
      const said = each.kind === "key" ? each.values.map((value) => JSON.stringify(value)) : each.entries;
      return `${each.kind === "key" ? each.key.join(".") : ""} ${said.toSorted().join(" or ")}`;
    })
    .toSorted();
}

/** More where somebody asks for more. */
const runs = { numRuns: Number(process.env.PAGEFILE_RUNS ?? draws(200)) };

describe("mergePages", () => {
  it("gives the changed side's bytes where the other side changed nothing, and x for x and x", () => {
    const nasty = fc.constantFrom(...markdownBodies());
    fc.assert(
      fc.property(nasty, nasty, (base, x) => {
        expect(merge(base, base, x)).toBe(x);
        expect(merge(base, x, base)).toBe(x);
        expect(merge(base, x, x)).toBe(x);
        expect(merge(null, x, x)).toBe(x);
      }),
      runs,
    );
  });

  it("loses no entry that no side deleted, invents none, and deletes what one side deleted", () => {
    fc.assert(
      fc.property(three, ({ base, ours, theirs }) => {
        const [o, a, b, m] = [base, ours, theirs, merge(base, ours, theirs)].map((text) => new Set(says(text)));
        if (!o || !a || !b || !m) throw new Error("four sets");
        for (const one of [...a, ...b]) if (!o.has(one) || (a.has(one) && b.has(one))) expect(m).toContain(one);
        for (const one of m) expect(a.has(one) || b.has(one)).toBe(true);
        const times = (text: string, one: string): number => says(text).filter((each) => each === one).length;
        for (const one of o) {
          const added = times(ours, one) > times(base, one) || times(theirs, one) > times(base, one);
          if (isEntry(one) && !added && !(a.has(one) && b.has(one))) expect(m).not.toContain(one);
        }
      }),
      runs,
    );
  });

  it("gives the same entries and the same keys whichever side is ours", () => {
    fc.assert(
      fc.property(three, ({ base, ours, theirs }) => {
        const [left, right] = [merge(base, ours, theirs), merge(base, theirs, ours)];
        expect(says(left).toSorted()).toEqual(says(right).toSorted());
        expect(frontOf(left)).toEqual(frontOf(right));
      }),
      runs,
    );
  });

  it("is deterministic, scans, has one line end and no marker, and merging a side again changes no entry", () => {
    fc.assert(
      fc.property(three, ({ base, ours, theirs, eol }) => {
        const merged = merge(base, ours, theirs);
        expect(merge(base, ours, theirs)).toBe(merged);
        expect(frontOf(merged)).not.toBeNull();
        expect(merged).not.toMatch(/<{7}|>{7}|={7}/);
        expect(merged.replaceAll(eol, "")).not.toMatch(/[\r\n]/);
        expect(says(merge(theirs, merged, theirs))).toEqual(says(merged));
      }),
      runs,
    );
  });

  it("on bodies that trip readers: merges without loss or refuses, and never throws", () => {
    const nasty = fc.constantFrom(...markdownBodies());
    let done = 0;
    fc.assert(
      fc.property(nasty, nasty, nasty, (base, left, right) => {
        const [ours, theirs] = [`${base}\n\n${left}`, `${base}\n\n${right}`];
        const outcome = mergePages("a.md", base, ours, theirs);
        if (!outcome.ok) return;
        done++;
        const [o, a, b, m] = [base, ours, theirs, outcome.value.text].map((text) => new Set(says(text)));
        if (!o || !a || !b || !m) throw new Error("four sets");
        for (const one of [...a, ...b]) if (!o.has(one)) expect(m).toContain(one);
      }),
      runs,
    );
    expect(done).toBeGreaterThan(runs.numRuns / 4);
  });
});

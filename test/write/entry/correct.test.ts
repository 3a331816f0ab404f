/** Correct's tests: which entry is meant, what stands in its place, and whose word it takes. */
import { describe, expect, test } from "vitest";
import { itemsOfBody, labelsFrom, sumWith } from "../../../src/memory/labels.js";
import type { Origin } from "../../../src/page/page.js";
import { type Correction, validateCorrection } from "../../../src/write/entry/correct.js";

import { envelopeOf, groundOf } from "../../support/ground.js";

const body =
  "- Prefers aisle seats. [human]\n  - since May\n- Flies from Bern.\n\nWalks to work. [a] [b]\n\n```\ncode\n```\n\n## Travel\n\n1. Flies from Basel. [human]\n";
const files = {
  "memory/p.md": `---\nid: p\n---\n${body}`,
  "memory/h.md": "---\nid: h\npin: hard\n---\n- Ask first.\n",
  "memory/2026-11-20.md": "- Said so.\n",
  "MEMORY.md": "# M\n\n## One\n\n- Same here.\n\n## Two\n\n- Same here.\n",
};

function correct(asked: Partial<Correction>, origin: Origin = "user", ground = groundOf(files)) {
  const all = {
    page: "p",
    entry: "aisle",
    text: "Prefers window seats.",
    because: null,
    envelope: envelopeOf({ origin }),
    ...asked,
  };
  const done = validateCorrection(all, ground, "2026-11-21");
  return done.ok ? done.value : done.error;
}

function markdown(asked: Partial<Correction>): unknown {
  const done = correct(asked);
  const change = "changes" in done ? done.changes[0] : undefined;
  return change?.kind === "edit" && change.edit.kind === "correct" ? change.edit.markdown : done;
}

test("a correction is one edit of the entry, told by its first words", () => {
  const [first] = itemsOfBody(files["memory/p.md"]);
  expect(correct({ because: " she said\n so " })).toMatchObject({
    targets: [{ op: "correct", id: "p", path: "memory/p.md" }],
    changes: [
      {
        kind: "edit",
        path: "memory/p.md",
        edit: {
          kind: "correct",
          digest: first?.item,
          markdown:
            "- Prefers window seats. [human]\n  - Superseded 2026-11-21: “Prefers aisle seats.” she said so\n  - since May",
        },
      },
    ],
    reason: "CORRECTION",
    subject: "correct: Prefers window seats. (p)",
  });
});

describe("what stands in its place", () => {
  test.each<[name: string, asked: Partial<Correction>, want: string]>([
    [
      "has the entry's marker, and indents by it",
      { entry: "basel", text: "Flies from Zurich." },
      "1. Flies from Zurich. [human]\n   - Superseded 2026-11-21: “Flies from Basel.”",
    ],
    [
      "loses a marker of its own",
      { entry: "bern", text: "* Flies from Zurich." },
      "- Flies from Zurich.\n  - Superseded 2026-11-21: “Flies from Bern.”",
    ],
    [
      "keeps tags of its own",
      { entry: "bern", text: "Flies from Zurich. [lesson]" },
      "- Flies from Zurich. [lesson]\n  - Superseded 2026-11-21: “Flies from Bern.”",
    ],
    [
      "wears its own tags alone",
      { entry: "aisle", text: "Prefers window seats. [lesson]" },
      "- Prefers window seats. [lesson]\n  - Superseded 2026-11-21: “Prefers aisle seats.”\n  - since May",
    ],
    [
      "of a paragraph is one",
      { entry: "walks", text: "Cycles to work." },
      "Cycles to work. [a] [b]\nSuperseded 2026-11-21: “Walks to work.”",
    ],
    [
      "says no reason where there is none",
      { entry: "bern", text: "Flies from Zurich.", because: " " },
      "- Flies from Zurich.\n  - Superseded 2026-11-21: “Flies from Bern.”",
    ],
  ])("%s", (_name, asked, want) => {
    expect(markdown(asked)).toBe(want);
  });
});

describe("the entry", () => {
  const names = (entry: string, what: string, path = "memory/p.md") => ({
    reason: "SCHEMA_INVALID",
    says: `“${entry}” names ${what} of ${path}.`,
    hint: expect.stringMatching(/^Name one by its number/),
  });

  test("is named by words of its first line, in any case, or by six digits of its digest or more", () => {
    const digest = itemsOfBody(files["memory/p.md"])[1]?.item ?? "";
    for (const entry of [" BERN ", digest, digest.slice(0, 6), digest.slice(0, 6).toUpperCase()])
      expect(markdown({ entry, text: "Flies from Zurich." })).toContain("“Flies from Bern.”");
    expect(correct({ entry: digest.slice(0, 5) })).toMatchObject({ says: expect.stringContaining("names no entry") });
  });

  test("has to be one, and is not named by what was superseded or by nothing", () => {
    expect(correct({ entry: "flies" })).toEqual(names("flies", "2 entries"));
    expect(correct({ entry: "since may" })).toEqual(names("since may", "no entry"));
    expect(correct({ entry: " " })).toEqual(names(" ", "no entry"));
    expect(correct({ entry: "Zurich" })).toEqual(names("Zurich", "no entry"));
  });

  test("is looked for in the section that is named", () => {
    const asked = { entry: "same", text: "Other." };
    expect(correct({ page: "MEMORY.md", ...asked })).toEqual(names("same", "2 entries", "MEMORY.md"));
    expect(correct({ page: "memory#two", ...asked })).toMatchObject({
      reason: "CORRECTION",
      targets: [{ id: "memory#two" }],
    });
  });
});

describe("a correction is refused", () => {
  test.each<[name: string, asked: Partial<Correction>, reason: string, says: string]>([
    ["of more than a line", { text: "Two\nlines." }, "SCHEMA_INVALID", "A correction is one line."],
    ["that says the same", { text: "* Prefers aisle seats. [x]" }, "SCHEMA_INVALID", "The entry says so already."],
    ["of code", { entry: "```", text: "x" }, "POLICY_VIOLATION", "is no sentence."],
    [
      "of a log of what was said",
      { page: "memory/2026-11-20.md", entry: "said" },
      "POLICY_VIOLATION",
      "memory/2026-11-20.md tells what was said then, and stays as it is.",
    ],
    ["of no page", { page: "gone" }, "SCHEMA_INVALID", "There is no page “gone”."],
  ])("%s", (_name, asked, reason, says) => {
    expect(correct(asked)).toMatchObject({ reason, says: expect.stringContaining(says) });
  });

  test("of what no commit has", () => {
    expect(correct({}, "user", groundOf(files, { uncommitted: ["memory/p.md"] }))).toEqual({
      reason: "POLICY_VIOLATION",
      says: "“p” is not committed yet.",
      hint: "Edit it by hand; there is nothing to keep of it.",
    });
  });
});

test("the words of a stranger stay a stranger's below their correction", () => {
  const item = itemsOfBody(files["memory/p.md"])[0]?.item;
  const labels = labelsFrom(sumWith(null, [`s\n\nPagefile-Label: web p ${item}\n`]));
  const done = correct({}, "user", groundOf(files, { labels }));
  expect(done).toMatchObject({ envelope: { origin: "web" }, labels: [expect.stringMatching(/^web p [0-9a-f]{16}/)] });
  expect(correct({})).toMatchObject({ envelope: { origin: "user" } });
});

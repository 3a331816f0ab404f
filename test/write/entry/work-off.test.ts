/** WorkOff's tests: which entry a name means, where it goes, who may send it there, and that nothing else moves. */

import { describe, expect, test } from "vitest";
import type { PagePath } from "../../../src/base/ids.js";
import { labelsFrom, sumWith } from "../../../src/memory/labels.js";
import { layOver } from "../../../src/write/commit/plan.js";
import { entryNamed, validateWorkOff, type WorkOff } from "../../../src/write/entry/trim.js";

import { plainConfig } from "../../support/facts.js";
import { blobOf, envelopeOf, groundOf } from "../../support/ground.js";

const files: Readonly<Record<string, string>> = {
  "MEMORY.md":
    "# M\n\nIntro.\n\n## People\n\n- Ada runs the shop.\n- Bo drives.\n\n---\n\n## Open\n\n- [ ] Book the hall.\n- Bo drives.\n- Ask Bo 2 things.\n",
  "memory/p.md": "---\nid: p\n---\n- Walks.\n",
  "memory/q.md": "---\nid: q\n---\nTalks.\n",
  "memory/h.md": "---\nid: h\npin: hard\n---\n- Ask first.\n",
};

const asks = (asked: Partial<WorkOff>): WorkOff => ({
  verb: "remove",
  page: "memory",
  entry: "hall",
  to: null,
  because: null,
  envelope: envelopeOf(),
  ...asked,
});

/** The texts after the plan; a refusal where there is none. */
function worked(asked: Partial<WorkOff>, isEdited = false, on = files): Readonly<Record<string, string>> | string {
  const ground = groundOf(on);
  const valid = validateWorkOff(asks(asked), ground, { isEdited: () => isEdited });
  if (!valid.ok) return `${valid.error.reason}: ${valid.error.says} ${valid.error.hint}`;
  const states = new Map(
    Object.entries(on).map(([path, text]) => {
      const blob = blobOf(text);
      return [path, { path: path as PagePath, head: blob, index: blob, work: blob }];
    }),
  );
  const laid = layOver(valid.value.changes, { commit: null, states, config: plainConfig, now: ground.now });
  if (!laid.ok) return `${laid.error.reason}: ${laid.error.says}`;
  return Object.fromEntries(
    laid.value.writes.map(({ path, head }) => [path, head === null ? "" : Buffer.from(head).toString()]),
  );
}

const memory = files["MEMORY.md"] ?? "";

describe("the name of an entry", () => {
  const named = (asked: string, slug: string | null = null): string => {
    const found = entryNamed(memory, { slug, path: "MEMORY.md" as PagePath }, asked);
    return found.ok ? memory.slice(found.value.start, found.value.end) : `${found.error.says} ${found.error.hint}`;
  };

  test.each([
    ["1", null, "Intro."],
    ["4", null, "- [ ] Book the hall."],
    ["#2", "people", "- Bo drives."],
    ["2", "open", "- Bo drives."],
    ["ADA RUNS", null, "- Ada runs the shop."],
    // A number beats the words that hold one.
    ["2", "people", "- Bo drives."],
  ] as const)("%s of %s", (asked, slug, want) => expect(named(asked, slug)).toBe(want));

  test("what names several is answered with their numbers", () => {
    expect(named("bo")).toBe(
      "“bo” names 3 entries of MEMORY.md. Name one by its number:\n3: - Bo drives.\n5: - Bo drives.\n6: - Ask Bo 2 things.",
    );
    expect(named(" ")).toContain("names no entry");
  });

  test.each([
    ["12", "it has 3"],
    ["0", "it has 3"],
    ["#7", "it has 3"],
    ["00", "it has 3"],
    ["roo", null],
    ["7:00", null],
    ["lässt", null],
    ["酒店", "- 我们订了酒店。\n"],
    ["07:00", "- Room 12 opens at 07:00.\n"],
    ["room 12", "- Room 12 opens at 07:00.\n"],
    ["- Er lässt", null],
    ["verlässt", "- Er **verlässt** es um 17:00.\n"],
  ] as const)("that is a number is none of its words, and words are whole ones: %s", (asked, want) => {
    const text = "- Room 12 opens at 07:00.\n- 我们订了酒店。\n- Er **verlässt** es um 17:00.\n";
    const found = entryNamed(text, { slug: null, path: "memory/p.md" as PagePath }, asked);
    const said = found.ok ? text.slice(found.value.start, found.value.end + 1) : found.error.says;
    expect(said).toBe(
      want?.startsWith("-") ? want : `“${asked}” names no entry of memory/p.md${want === null ? "" : `; ${want}`}.`,
    );
    if (want?.startsWith("it"))
      expect(!found.ok && found.error.hint).toContain("\n1: - Room 12 opens at 07:00.\n2: ");
  });

  test("that is none says where else it is, or how entries are named", () => {
    const how = "Name one by its number, by words that stand in it alone, or by its digest";
    const none = (asked: string, of: string, hint: string) => `“${asked}” names no entry of MEMORY.md${of}. ${hint}`;
    expect(named("hall", "people")).toBe(none("hall", "#people", "The section #open has it: name the page by that."));
    for (const [asked, slug] of [
      ["intro", "people"],
      [" ", "people"],
      ["nothing", "people"],
      ["nothing", null],
    ] as const)
      expect(named(asked, slug)).toContain(none(asked, slug === null ? "" : `#${slug}`, how));
    const nameless = entryNamed("# M\n", { slug: null, path: "MEMORY.md" as PagePath }, "a");
    expect(!nameless.ok && nameless.error.hint).toBe(
      "No commit has an entry of this page; one that was typed by hand is to be committed first.",
    );
  });

  test("that names many shows five of them, each on a line of 72 letters at most", () => {
    const hintOf = (...lines: readonly string[]): string => {
      const text = lines.map((line) => `- ${line}\n`).join("");
      const found = entryNamed(text, { slug: null, path: "memory/p.md" as PagePath }, "a");
      return found.ok ? "found" : found.error.hint;
    };
    const five = ["a 1", "a 2", "a 3", "a 4", "a 5"].map((line, at) => `\n${at + 1}: - ${line}`).join("");
    expect(hintOf("a 1", "a 2", "a 3", "a 4", "a 5")).toBe(`Name one by its number:${five}`);
    expect(hintOf("a 1", "a 2", "a 3", "a 4", "a 5", "a 6", "a 7")).toBe(
      `Name one by its number:${five}\n… and 2 more`,
    );
    const [just, more] = [`a ${"b".repeat(68)}`, `a ${"b".repeat(66)} bbb`];
    expect(hintOf(just, more)).toBe(`Name one by its number:\n1: - ${just}\n2: - a ${"b".repeat(66)}…`);
  });
});

describe("where it goes", () => {
  test("removed, it stands nowhere, and every other byte stays", () => {
    expect(worked({})).toEqual({ "MEMORY.md": memory.replace("- [ ] Book the hall.\n", "") });
  });

  test("of two that say the same, the one that was named", () => {
    expect(worked({ entry: "5" })).toEqual({ "MEMORY.md": memory.replace("hall.\n- Bo drives.", "hall.") });
    expect(worked({ entry: "3" })).toEqual({ "MEMORY.md": memory.replace("shop.\n- Bo drives.", "shop.") });
  });

  test("of two that say the same in one section, one goes, and with the last of a section its heading stays", () => {
    const twice = "## People\n\n- Ada leads.\n- Ada leads.\n- Bo cooks.\n\n## Solo\n\n- Last.\n\n## End\n\n- Z.\n";
    const on = (asked: Partial<WorkOff>): string => {
      const after = worked({ page: "memory#people", entry: "1", ...asked }, false, { ...files, "MEMORY.md": twice });
      return typeof after === "string" ? after : (after["MEMORY.md"] ?? "");
    };
    const one = twice.replace("- Ada leads.\n", "");
    expect(on({ verb: "move", to: "memory#end" })).toBe(one.replace("- Z.\n", "- Z.\n- Ada leads.\n"));
    expect(on({ verb: "move", to: "p" })).toBe(one);
    expect(on({ verb: "done" })).toBe(one);
    expect(on({ verb: "done", page: "memory#solo" })).toBe(twice.replace("- Last.\n\n", ""));
  });

  test("done, it stands in the archive", () => {
    const after = worked({ verb: "done" });
    expect(after).toMatchObject({ "MEMORY.md": memory.replace("- [ ] Book the hall.\n", "") });
    expect(Object.values(after).join()).toContain("- [ ] Book the hall.");
  });

  test("moved, it stands at the end of the other page", () => {
    expect(worked({ verb: "move", to: "p" })).toEqual({
      "MEMORY.md": memory.replace("- [ ] Book the hall.\n", ""),
      "memory/p.md": expect.stringContaining("- Walks.\n- [ ] Book the hall.\n"),
    });
  });

  const valid = (asked: Partial<WorkOff>, more: Parameters<typeof groundOf>[1] = {}) => {
    const done = validateWorkOff(asks(asked), groundOf(files, more), { isEdited: () => false });
    return done.ok ? done.value : done.error;
  };

  test("it is told by what it is, by its words, and why where a reason was given", () => {
    expect(valid({})).toMatchObject({ reason: "REMOVE", subject: "remove: [ ] Book the hall. (memory)" });
    expect(valid({})).not.toHaveProperty("because");
    expect(valid({ verb: "done", because: "It is over.\n" })).toMatchObject({
      reason: "PRUNE_TRIM",
      subject: "done: [ ] Book the hall. (memory)",
      because: "It is over.\n",
    });
    const left = { op: "trim", id: "memory", path: "MEMORY.md" };
    expect(valid({ verb: "move", to: "p" })).toMatchObject({
      reason: "PRUNE_TRIM",
      targets: [left, { op: "append", id: "p" }],
    });
    expect(valid({ verb: "move", to: "memory#people" })).toMatchObject({ targets: [left] });
  });

  test("moved from one page to another where neither has sections, it passes", () => {
    expect(worked({ verb: "move", page: "p", entry: "walks", to: "memory" })).toMatchObject({
      "memory/p.md": "---\nid: p\n---\n",
    });
  });

  test("the words of a stranger are labeled where they come to, and come to no page that stands in prompts", () => {
    const found = entryNamed(files["memory/q.md"] ?? "", { slug: null, path: "memory/q.md" as PagePath }, "talks");
    const digest = found.ok ? found.value.digest : "";
    const labels = labelsFrom(sumWith(null, [`s\n\nPagefile-Label: web q ${digest}\n`]));
    expect(valid({ verb: "move", page: "q", entry: "talks", to: "p" }, { labels })).toMatchObject({
      labels: [expect.stringMatching(/^web p /)],
    });
    expect(valid({ verb: "move", page: "q", entry: "talks", to: "h" }, { labels })).toMatchObject({
      reason: "ORIGIN_DENIED",
    });
  });

  test("moved within a file, it leaves its section for the other", () => {
    const after = worked({ verb: "move", to: "memory#people" });
    expect(after).toEqual({
      "MEMORY.md": memory
        .replace("- [ ] Book the hall.\n", "")
        .replace("- Bo drives.\n\n---", "- Bo drives.\n\n---\n\n- [ ] Book the hall."),
    });
  });
});

describe("who may", () => {
  const agent = envelopeOf({ actor: "agent:x" });
  test.each<[string, Partial<WorkOff>, string]>([
    [
      "an agent removes nothing for good",
      { envelope: agent },
      "POLICY_VIOLATION: Only the user removes an entry for good. Say that it is done instead, which keeps it in the archive: pagefile done PAGE ENTRY",
    ],
    [
      "nor in the user's name",
      { envelope: envelopeOf({ origin: "web" }) },
      "POLICY_VIOLATION: Only the user removes",
    ],
    [
      "a hard pin holds",
      { page: "h", entry: "1", verb: "done" },
      "POLICY_VIOLATION: The entry is pinned hard, so it stays where it is. Take the pin away first (pagefile set PAGE pin",
    ],
    [
      "a hard pin holds an agent, who cannot take it away",
      { page: "h", entry: "1", verb: "done", envelope: agent },
      "POLICY_VIOLATION: The entry is pinned hard, so it stays where it is. Only the user takes a pin away.",
    ],
    ["no page", { page: "nowhere" }, "SCHEMA_INVALID: There is no page"],
    [
      "to where it is",
      { verb: "move", to: "memory#open" },
      "SCHEMA_INVALID: The entry stands in “memory#open” already. Name another page.",
    ],
    [
      "a reason of two lines",
      { because: "a\nb" },
      "SCHEMA_INVALID: A reason is one line. Say the rest in an entry of its own.",
    ],
  ])("%s", (_name, asked, want) => expect(worked(asked)).toContain(want));

  test("an agent may say that something is done", () => {
    expect(worked({ verb: "done", envelope: agent })).toMatchObject({
      "MEMORY.md": expect.not.stringContaining("hall"),
    });
  });

  test("a number is good for the text that it was read in alone", () => {
    for (const entry of ["4", " 4 ", "#4", "12"])
      expect(worked({ entry }, true)).toMatch(
        /^VERSION_CONFLICT: MEMORY.md has edits that are not committed, .* Name the entry by its words, or commit/,
      );
    for (const entry of ["bo 2", "2 things"])
      expect(worked({ entry }, true)).toMatchObject({ "MEMORY.md": expect.not.stringContaining("things") });
    expect(worked({ entry: "hall" }, true)).toMatchObject({ "MEMORY.md": expect.not.stringContaining("hall") });
  });
});

/** WorkOff's tests: which entry a name means, where it goes, who may send it there, and that nothing else moves. */

import { describe, expect, test } from "vitest";
import type { PagePath } from "../../../src/base/ids.js";
import { layOver } from "../../../src/write/commit/plan.js";
import { entryNamed, validateWorkOff, type WorkOff } from "../../../src/write/entry/trim.js";

import { plainConfig } from "../../support/facts.js";
import { blobOf, envelopeOf, groundOf } from "../../support/ground.js";

const files: Readonly<Record<string, string>> = {
  "MEMORY.md":
    "# M\n\nIntro.\n\n## People\n\n- Ada runs the shop.\n- Bo drives.\n\n---\n\n## Open\n\n- [ ] Book the hall.\n- Bo drives.\n- Ask Bo 2 things.\n",
  "memory/p.md": "---\nid: p\n---\n- Walks.\n",
  "memory/h.md": "---\nid: h\npin: hard\n---\n- Ask first.\n",
};

/** The texts after the plan; a refusal where there is none. */
function worked(asked: Partial<WorkOff>, isEdited = false): Readonly<Record<string, string>> | string {
  const ground = groundOf(files);
  const whole: WorkOff = {
    verb: "remove",
    page: "memory",
    entry: "hall",
    to: null,
    because: null,
    envelope: envelopeOf(),
    ...asked,
  };
  const valid = validateWorkOff(whole, ground, { isEdited: () => isEdited });
  if (!valid.ok) return `${valid.error.reason}: ${valid.error.says}`;
  const states = new Map(
    Object.entries(files).map(([path, text]) => {
      const blob = blobOf(text);
      return [path, { path: path as PagePath, head: blob, index: blob, work: blob }];
    }),
  );
  const laid = layOver(valid.value.changes, { commit: null, states, config: plainConfig, now: ground.now });
  if (!laid.ok) return `${laid.error.reason}: ${laid.error.says}`;
  return Object.fromEntries(
    laid.value.map(({ path, head }) => [path, head === null ? "" : Buffer.from(head).toString()]),
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
      "“bo” names 4 entries of MEMORY.md. Name one by its number:\n3: - Bo drives.\n4: - [ ] Book the hall.\n5: - Bo drives.\n6: - Ask Bo 2 things.",
    );
    expect(named("9")).toContain("names no entry");
    expect(named(" ")).toContain("names no entry");
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
    ["an agent removes nothing for good", { envelope: agent }, "POLICY_VIOLATION: Only the user removes"],
    [
      "nor in the user's name",
      { envelope: envelopeOf({ origin: "web" }) },
      "POLICY_VIOLATION: Only the user removes",
    ],
    ["a hard pin holds", { page: "h", entry: "1", verb: "done" }, "POLICY_VIOLATION: The entry is pinned hard"],
    ["no page", { page: "nowhere" }, "SCHEMA_INVALID: There is no page"],
    ["to where it is", { verb: "move", to: "memory#open" }, "SCHEMA_INVALID: The entry stands in"],
    ["a reason of two lines", { because: "a\nb" }, "SCHEMA_INVALID: A reason is one line"],
  ])("%s", (_name, asked, want) => expect(worked(asked)).toContain(want));

  test("an agent may say that something is done", () => {
    expect(worked({ verb: "done", envelope: agent })).toMatchObject({
      "MEMORY.md": expect.not.stringContaining("hall"),
    });
  });

  test("a number is good for the text that it was read in alone", () => {
    expect(worked({ entry: "4" }, true)).toContain("VERSION_CONFLICT");
    expect(worked({ entry: "hall" }, true)).toMatchObject({ "MEMORY.md": expect.not.stringContaining("hall") });
  });
});

/** Batch's tests: patches sorted on top of each other, and joined to one commit that says of each what is theirs. */
import { describe, expect, test } from "vitest";
import type { PagePath } from "../../../src/base/ids.js";
import { sortPatches, validateBatch } from "../../../src/write/commit/batch.js";
import type { Base } from "../../../src/write/commit/plan.js";
import type { Patch } from "../../../src/write/patch.js";

import { append, set } from "../../support/drafts.js";
import { blobOf, groundOf } from "../../support/ground.js";

const files = { "memory/p.md": "---\nid: p\nmood: calm\n---\n- a\n", "memory/q.md": "---\nid: q\n---\n- q\n" };
const ground = groundOf(files);
const moodOf = blobOf(files["memory/p.md"]).oid;

function sorted(patches: readonly Patch[], known: readonly string[] = Object.keys(files)) {
  const states: Base["states"] = new Map(
    known.map((name) => {
      const blob = blobOf(files[name as keyof typeof files]);
      return [name, { path: name as PagePath, head: blob, index: blob, work: blob }];
    }),
  );
  const { accepted, idle, refused } = sortPatches(patches, ground, {
    commit: null,
    states,
    config: ground.config,
    now: ground.now,
  });
  return { accepted, idle, refused: [...refused].map(([at, { reason }]) => [at, reason]) };
}

describe("patches in their order", () => {
  test("pass on top of those before them, and a refused one holds nobody up", () => {
    const patches = [
      append("b"),
      append("x", { page: "gone" }),
      append("b"),
      append("c"),
      append("q", { page: "q" }),
    ];
    expect(sorted(patches)).toEqual({ accepted: [0, 2, 3, 4], idle: [2, 4], refused: [[1, "SCHEMA_INVALID"]] });
  });

  test("are refused where one before them changed what they change", () => {
    const patches = [set("mood", "wild", { base: moodOf }), set("mood", "odd", { base: moodOf })];
    expect(sorted(patches)).toEqual({ accepted: [0], idle: [], refused: [[1, "VERSION_CONFLICT"]] });
  });

  test("wait where their page was not read yet", () => {
    expect(sorted([append("b"), append("b", { page: "q" })], ["memory/p.md"])).toEqual({
      accepted: [0],
      idle: [],
      refused: [],
    });
  });
});

describe("one commit of several", () => {
  const at = { boundary: "turn", reason: "TURN_COMMIT" } as const;
  const joined = (patches: readonly Patch[], more = {}) => {
    const done = validateBatch(patches, { ...at, ...more }, ground);
    return done.ok ? done.value : done.error;
  };

  test("has the changes and grounds of all, and the least trusted origin", () => {
    const one = append("b", { session: "s", actor: "agent:x", origin: "agent", evidence: ["file:a", "file:b"] });
    const two = append("c", {
      page: "q",
      session: "s",
      actor: "agent:x",
      origin: "agent",
      evidence: ["file:b", "tool:T"],
    });
    expect(joined([one, two])).toMatchObject({
      targets: [{ id: "p" }, { id: "q" }],
      changes: [{ path: "memory/p.md" }, { path: "memory/q.md" }],
      labels: [expect.stringMatching(/^tool q /)],
      reason: "TURN_COMMIT",
      subject: "turn: 2 patches",
      envelope: { session: "s", actor: "agent:x", origin: "tool", evidence: ["file:a", "file:b", "tool:T"] },
    });
  });

  test("names no one actor or session where there are several", () => {
    const two = [append("b", { session: "s" }), append("c", { session: "t", actor: "human:ada" })];
    expect(joined(two)).toMatchObject({ envelope: { session: null, actor: "several", origin: "user" } });
    expect(joined([append("b", { session: "s" })])).toMatchObject({ envelope: { session: "s", actor: "human" } });
  });

  test("of one patch is told by it, and by another subject where one is given", () => {
    expect(joined([append("b")])).toMatchObject({ subject: "append: b (p)" });
    expect(joined([append("b"), append("c")], { subject: "night: 2" })).toMatchObject({ subject: "night: 2" });
  });

  test("ends with the first refusal", () => {
    expect(joined([append("b"), append("x", { page: "gone" })])).toMatchObject({ reason: "SCHEMA_INVALID" });
  });
});

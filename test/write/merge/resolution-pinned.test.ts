/** Resolution of pinned sections: what is pinned hard in a page that anybody may settle is for the user to decide. */

import { expect, test } from "vitest";
import type { PagePath } from "../../../src/base/ids.js";
import type { Conflict } from "../../../src/page/decode.js";
import { bodyStartOf, outline } from "../../../src/page/markdown/outline.js";
import { layOver } from "../../../src/write/commit/plan.js";
import { guardPins } from "../../../src/write/guard/pins.js";
import { type Resolution, validateResolution } from "../../../src/write/merge/conflicts.js";
import { withConflicts } from "../../../src/write/merge/settle.js";

import { blobOf, envelopeOf, groundOf } from "../../support/ground.js";

const path = "memory/p.md";
const plain =
  "---\nid: p\nmood: wild\nsections:\n  rules: { pin: hard }\n---\n## Rules\n\n- a\n- b\n\n### Deep\n\n### Deeper\n\n## Notes\n\n- c\n- d\n";
const digestOf = (text: string): string =>
  outline(plain, bodyStartOf(plain)).entries.find(({ start, end }) => plain.slice(start, end) === `- ${text}`)!
    .digest;

function resolve(open: Conflict, take: Resolution["take"], origin: "user" | "agent"): unknown {
  const text = withConflicts(path, plain, [open]);
  if (!text.ok) throw new Error(text.error.says);
  const asked = { page: "p", entry: null, key: null, take };
  const ground = groundOf({ [path]: text.value });
  const done = validateResolution(asked, envelopeOf({ origin }), ground);
  if (!done.ok) return [done.error.reason, done.error.says];
  // As `write/commit/commit` asks of whatever is to be committed.
  const blob = blobOf(text.value);
  const states = new Map([[path, { path: path as PagePath, head: blob, index: blob, work: blob }]]);
  const taken = guardPins(done.value.validated, { commit: null, states, config: ground.config, now: ground.now });
  if (taken !== null) return [taken.reason, taken.says];
  const laid = layOver(done.value.validated.changes, {
    commit: null,
    states,
    config: ground.config,
    now: ground.now,
  });
  return laid.ok ? "settled" : [laid.error.reason, laid.error.says];
}

const pinned = [
  "ORIGIN_DENIED",
  "“p#rules” is pinned hard; what two versions of it say is not for text of origin agent to decide.",
];

test.each<[what: string, open: Conflict, agent: unknown]>([
  ["entries of the section", { kind: "entry", entries: [digestOf("a"), digestOf("b")] }, pinned],
  ["its heading", { kind: "entry", entries: ["## Rules", "## Notes"] }, pinned],
  ["headings below it", { kind: "entry", entries: ["### Deep", "### Deeper"] }, pinned],
  ["its keys", { kind: "key", key: ["sections", "rules", "min_fidelity"], values: ["full", "pointer"] }, pinned],
  ["its pin", { kind: "key", key: ["sections", "rules", "pin"], values: ["hard", "none"] }, pinned],
  ["entries of another section", { kind: "entry", entries: [digestOf("c"), digestOf("d")] }, "settled"],
  ["a key of the page", { kind: "key", key: ["mood"], values: ["calm", "wild"] }, "settled"],
  [
    "a key of another section",
    { kind: "key", key: ["sections", "notes", "pin"], values: ["soft", "none"] },
    "settled",
  ],
])("%s", (_what, open, agent) => {
  expect(resolve(open, "ours", "agent")).toEqual(agent);
  expect(resolve(open, "ours", "user")).toBe("settled");
});

test("no choice takes the pins away with the map they stand in", () => {
  const open: Conflict = { kind: "key", key: ["sections"], values: ["none", "other"] };
  // A map that cannot be read as one is no page any more, whoever asks for it.
  const unread = ["SCHEMA_INVALID", expect.stringContaining("“sections” is “none”")];
  expect(resolve(open, "ours", "agent")).toEqual(unread);
  expect(resolve(open, "as_is", "agent")).toBe("settled");
  expect(resolve(open, "ours", "user")).toEqual(unread);
});

/** Pin guard's tests: an agent does not take out of the prompts what is pinned hard, by no command and no rewrite; the user may. */
import { describe, expect, test } from "vitest";
import type { PagePath } from "../../src/base/ids.js";
import type { Origin } from "../../src/page/page.js";
import { type ToolFile, validateToolFile } from "../../src/writeback/tool-file.js";
import { validate } from "../../src/writeback/validate.js";
import { blobOf, envelopeOf, groundOf } from "../support/ground.js";

const files = {
  "memory/policies/rule.md": "---\nid: rule\nmin_fidelity: full\n---\n- Ask.\n",
  "memory/limit.md": "---\nid: limit\ntype: constraint\nfields: { rule: r, applies_to: a }\n---\n- Never.\n",
  "memory/parts.md":
    "---\nid: parts\nsections: { one: { pin: hard, title: One }, two: {} }\n---\n## One\n\n- a\n\n## Two\n\n- b\n",
  "memory/free.md": "---\nid: free\npin: soft\n---\n- c\n",
};
type Name = keyof typeof files;

function tool(file: ToolFile, origin: Origin): string {
  const ground = groundOf(files);
  const states = new Map(
    Object.entries(files).map(([name, text]) => {
      const path = name as PagePath;
      return [path, { path, head: blobOf(text), index: blobOf(text), work: blobOf(text) }];
    }),
  );
  const done = validateToolFile(
    file,
    envelopeOf({ origin, actor: origin === "user" ? "human" : "agent:x" }),
    ground,
    {
      commit: null,
      states,
      config: ground.config,
      now: ground.now,
    },
  );
  return done.ok ? "passes" : `${done.error.reason}: ${done.error.says}`;
}

const rewrite = (name: Name, change: (text: string) => string): ToolFile => {
  const [from, to] = [files[name], change(files[name])];
  if (from === to) throw new Error("a rewrite changes something");
  return { kind: "replace", path: name as PagePath, from, to, brought: "x" };
};
const denied = (id: string, what: string): string =>
  `POLICY_VIOLATION: “${id}” is pinned hard; only the user may ${what}.`;

describe("a rewrite", () => {
  test.each<[name: string, file: ToolFile, want: string]>([
    [
      "a pin that its folder gives",
      rewrite("memory/policies/rule.md", (text) => text.replace("min", "pin: none\nmin")),
      denied("rule", "take the pin away"),
    ],
    [
      "a pin that its folder gives, by another type",
      rewrite("memory/policies/rule.md", (text) => text.replace("min", "type: plan\nmin")),
      denied("rule", "take the pin away"),
    ],
    [
      "a pin that its type gives",
      rewrite("memory/limit.md", (text) => text.replace("constraint", "plan")),
      denied("limit", "take the pin away"),
    ],
    [
      "how much of it is shown",
      rewrite("memory/policies/rule.md", (text) => text.replace("full", "pointer")),
      denied("rule", "change its min_fidelity"),
    ],
    [
      "a section's pin",
      rewrite("memory/parts.md", (text) => text.replace("pin: hard", "pin: none")),
      denied("parts#one", "take the pin away"),
    ],
    [
      "all that is said of sections",
      rewrite("memory/parts.md", (text) => text.replace(/sections.*\n/, "")),
      denied("parts#one", "take the pin away"),
    ],
    [
      "the name that a section is known by",
      rewrite("memory/parts.md", (text) => text.replace("## One", "## Other")),
      denied("parts#one", "take the pin away"),
    ],
    [
      "frontmatter that scans",
      rewrite("memory/limit.md", (text) => text.replace("type: constraint", "type: [")),
      denied("limit", "take the pin away"),
    ],
  ])("by an agent does not change %s", (_name, file, want) => {
    expect(tool(file, "agent")).toBe(want);
    expect(tool(file, "user")).toBe("passes");
  });

  test.each<[name: string, file: ToolFile]>([
    ["a line to what is pinned", rewrite("memory/policies/rule.md", (text) => `${text}- More.\n`)],
    [
      "a title to what is pinned",
      rewrite("memory/limit.md", (text) => text.replace("id: limit", "id: limit\ntitle: L")),
    ],
    ["a pin to another section", rewrite("memory/parts.md", (text) => text.replace("two: {}", "two: { pin: hard }"))],
    [
      "what it likes where nothing is pinned hard",
      rewrite("memory/free.md", (text) => text.replace("pin: soft", "pin: none")),
    ],
    [
      "a title to a section that is not pinned",
      rewrite("memory/parts.md", (text) => text.replace("two: {}", "two: { title: T }")),
    ],
  ])("by an agent adds %s", (_name, file) => {
    expect(tool(file, "agent")).toBe("passes");
  });
});

test.each<[name: Name, id: string | null]>([
  ["memory/policies/rule.md", "rule"],
  ["memory/limit.md", "limit"],
  ["memory/parts.md", "parts#one"],
  ["memory/free.md", null],
])("an agent puts nothing away that is pinned hard, or holds what is: %s", (name, id) => {
  const deleted: ToolFile = { kind: "delete", paths: [name as PagePath] };
  const want = id === null ? "passes" : denied(id, "put it away");
  expect(tool(deleted, "agent")).toBe(want);
  expect(tool(deleted, "user")).toBe("passes");
  for (const origin of ["agent", "user"] as const) {
    const done = validate({ op: "archive", page: name, ...envelopeOf({ origin }) }, groundOf(files));
    const said = done.ok ? "passes" : `${done.error.reason}: ${done.error.says}`;
    expect(said).toBe(origin === "user" ? "passes" : want);
  }
});

test.each<[from: Name, to: string, want: string]>([
  ["memory/policies/rule.md", "memory/rule.md", denied("rule", "take the pin away")],
  ["memory/policies/rule.md", "memory/policies/other.md", "passes"],
  ["memory/limit.md", "memory/plans/limit.md", "passes"],
  ["memory/parts.md", "memory/whole.md", "passes"],
])("an agent renames what keeps its pin: %s to %s", (from, to, want) => {
  const renamed: ToolFile = { kind: "rename", moves: [{ from: from as PagePath, to: to as PagePath }] };
  expect(tool(renamed, "agent")).toBe(want);
  expect(tool(renamed, "user")).toBe("passes");
});

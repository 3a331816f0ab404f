/** Pin guard's tests: what is pinned hard stays what the user made of it, by whatever way another writer commits; a person may do all of it. */
import { describe, expect, test } from "vitest";
import { digest } from "../../../src/base/digest.js";
import type { PagePath } from "../../../src/base/ids.js";
import type { Result } from "../../../src/base/result.js";
import { validateReversion } from "../../../src/history/revert.js";
import { compressBody } from "../../../src/page/represent.js";
import type { Refusal } from "../../../src/rules/refusal.js";
import type { Validated } from "../../../src/write/change.js";
import { sortPatches, validateBatch } from "../../../src/write/commit/batch.js";
import { validateCorrection } from "../../../src/write/entry/correct.js";
import { guardPins, takenPins } from "../../../src/write/guard/pins.js";
import type { Patch, PatchEnvelope } from "../../../src/write/patch.js";
import { type ToolFile, validateToolFile } from "../../../src/write/tool-file.js";
import { validate } from "../../../src/write/validate.js";

import { blobOf, envelopeOf, groundOf } from "../../support/ground.js";

const files = {
  "memory/policies/rule.md":
    "---\nid: rule\nversion: 1\ntitle: Rule\nmin_fidelity: structured\nfields: { rule: ask, more: { a: 1 } }\ntags: [pay, eu]\n---\n# Rules\n\n- Ask. [human]\n- Wait.\n",
  "memory/limit.md": "---\nid: limit\ntype: constraint\nfields: { rule: r, applies_to: a }\n---\n- Never.\n",
  "memory/policies/by-path.md": "- By its path.\n",
  "memory/parts.md":
    "---\nid: parts\nversion: 3\nsections: { one: { pin: hard, title: One, type: plan, fields: { rule: x } }, two: {} }\n---\n## One\n\n- a\n\n## Two\n\n- b\n",
  "memory/free.md": "---\nid: free\nversion: 1\npin: soft\n---\n- c\n- d [pinned]\n",
  "memory/both.md":
    "---\nid: both\ntype: constraint\npin: hard\nfields: { rule: r, applies_to: a }\n---\n- Never both.\n",
  "memory/policies/part.md": "---\nid: part\nsections: { one: { pin: hard } }\n---\n## One\n\n- p\n",
  "memory/plain.md": "---\nid: plain\n---\n- e\n",
};
type Name = keyof typeof files;

const ground = groundOf(files);
const states = new Map(
  Object.entries(files).map(([name, text]) => {
    const path = name as PagePath;
    return [path, { path, head: blobOf(text), index: blobOf(text), work: blobOf(text) }];
  }),
);
const base = { commit: null, states, config: ground.config, now: ground.now };
const agent = envelopeOf({ actor: "agent:x", origin: "agent" });
const claiming = envelopeOf({ actor: "agent:x" });
const user = envelopeOf();

type Way = (envelope: PatchEnvelope) => Result<Validated, Refusal>;

function outcome(way: Way, envelope: PatchEnvelope): string {
  const done = way(envelope);
  const refusal = done.ok ? guardPins(done.value, base) : done.error;
  return refusal === null ? "passes" : `${refusal.reason}: ${refusal.says}`;
}
const denied = (id: string, what: string): string =>
  `POLICY_VIOLATION: “${id}” is pinned hard; only the user may ${what}.`;

const tool =
  (file: ToolFile): Way =>
  (envelope) =>
    validateToolFile(file, envelope, ground, base);
const rewrite = (name: Name, change: (text: string) => string): Way => {
  const [from, to] = [files[name], change(files[name])];
  if (from === to) throw new Error("a rewrite changes something");
  return tool({ kind: "replace", path: name as PagePath, from, to, brought: "x" });
};
const patch =
  (draft: object): Way =>
  (envelope) =>
    validate({ ...draft, ...envelope } as Patch, ground);
const set = (page: string, key: string, value: unknown, version = "1"): Way =>
  patch({ op: "set_with_version", page, key, value, base: version });
const correct =
  (page: string, entry: string): Way =>
  (envelope) =>
    validateCorrection({ page, entry, text: "Otherwise.", because: null, envelope }, ground, "2026-11-21");
const back =
  (name: Name, to: string | null): Way =>
  (envelope) =>
    validateReversion(
      [{ path: name as PagePath, from: files[name], to }],
      { name: "c0ffee", subject: "s" },
      envelope,
      ground,
      "exact",
    );

const rule = "memory/policies/rule.md";
const limit = "memory/limit.md";
const parts = "memory/parts.md";

describe("by any way, only the user", () => {
  test.each<[what: string, way: Way, want: string]>([
    [
      "rewrites a pin that its folder gives",
      rewrite(rule, (text) => text.replace("min", "pin: none\nmin")),
      denied("rule", "take the pin away"),
    ],
    [
      "rewrites it by another type",
      rewrite(rule, (text) => text.replace("min", "type: plan\nmin")),
      denied("rule", "take the pin away"),
    ],
    [
      "rewrites a pin that its type gives",
      rewrite(limit, (text) => text.replace("constraint", "plan")),
      denied("limit", "take the pin away"),
    ],
    [
      "strikes a pin that its type gives as well",
      rewrite("memory/both.md", (text) => text.replace("pin: hard\n", "")),
      denied("both", "take the pin away"),
    ],
    [
      "strikes a section's pin that its file gives as well",
      rewrite("memory/policies/part.md", (text) => text.replace("{ pin: hard }", "{}")),
      denied("part#one", "take the pin away"),
    ],
    [
      "renames what keeps its pin",
      tool({ kind: "rename", moves: [{ from: rule as PagePath, to: "memory/policies/other.md" as PagePath }] }),
      denied("rule", "move it"),
    ],
    [
      "renames what is called by its path",
      tool({
        kind: "rename",
        moves: [{ from: "memory/policies/by-path.md" as PagePath, to: "memory/policies/b.md" as PagePath }],
      }),
      denied("policies-by-path", "move it"),
    ],
    [
      "renames what has its pin from its type",
      tool({ kind: "rename", moves: [{ from: limit as PagePath, to: "memory/plans/limit.md" as PagePath }] }),
      denied("limit", "move it"),
    ],
    [
      "renames what holds a pinned section",
      tool({ kind: "rename", moves: [{ from: parts as PagePath, to: "memory/plans/parts.md" as PagePath }] }),
      denied("parts#one", "move it"),
    ],
    [
      "rewrites how much is shown",
      rewrite(rule, (text) => text.replace("structured", "pointer")),
      denied("rule", "change its min_fidelity"),
    ],
    [
      "rewrites its id",
      rewrite(rule, (text) => text.replace("id: rule", "id: other")),
      denied("rule", "change its id"),
    ],
    [
      "rewrites a section's pin",
      rewrite(parts, (text) => text.replace("pin: hard", "pin: none")),
      denied("parts#one", "take the pin away"),
    ],
    [
      "rewrites all that is said of sections",
      rewrite(parts, (text) => text.replace(/sections.*\n/, "")),
      denied("parts#one", "take the pin away"),
    ],
    [
      "renames a pinned section",
      rewrite(parts, (text) => text.replace("## One", "## Other")),
      denied("parts#one", "take the pin away"),
    ],
    [
      "rewrites a section's field",
      rewrite(parts, (text) => text.replace("rule: x", "rule: y")),
      denied("parts#one", "change its fields.rule"),
    ],
    [
      "rewrites a section's title",
      rewrite(parts, (text) => text.replace("title: One", "title: Other")),
      denied("parts#one", "change its title"),
    ],
    [
      "rewrites a section's type",
      rewrite(parts, (text) => text.replace("type: plan", "type: decision")),
      denied("parts#one", "change its type"),
    ],
    [
      "renames a heading",
      rewrite(rule, (text) => text.replace("# Rules", "# Laws")),
      denied("rule", "change or remove “# Rules”"),
    ],
    [
      "takes all tags away",
      rewrite(rule, (text) => text.replace("tags: [pay, eu]\n", "")),
      denied("rule", "change its tags"),
    ],
    [
      "moves a pinned section's entry to another",
      rewrite(parts, (text) => text.replace("- a\n", "").replace("- b", "- a\n- b")),
      denied("parts#one", "change or remove “- a”"),
    ],
    [
      "takes a line out",
      rewrite(rule, (text) => text.replace("- Wait.\n", "")),
      denied("rule", "change or remove “- Wait.”"),
    ],
    [
      "takes a heading out",
      rewrite(rule, (text) => text.replace("# Rules\n\n", "")),
      denied("rule", "change or remove “# Rules”"),
    ],
    [
      "wraps lines in a comment",
      rewrite(rule, (text) => text.replace("- Ask", "<!--\n- Ask").replace("Wait.", "Wait.\n-->")),
      denied("rule", "change or remove “- Ask. [human]”"),
    ],
    [
      "wraps lines in code",
      rewrite(rule, (text) => text.replace("- Ask", "```\n- Ask").replace("Wait.", "Wait.\n```")),
      denied("rule", "change or remove “- Ask. [human]”"),
    ],
    [
      "adds words below an entry",
      rewrite(rule, (text) => text.replace("Wait.", "Wait.\n  Or do not.")),
      denied("rule", "change or remove “- Wait.”"),
    ],
    [
      "takes a marked entry out of a page that is free",
      rewrite("memory/free.md", (text) => text.replace("- d [pinned]\n", "")),
      denied("free", "change or remove “- d [pinned]”"),
    ],
    ["archives what holds a marked entry", patch({ op: "archive", page: "free" }), denied("free", "put it away")],
    [
      "deletes what holds a marked entry",
      tool({ kind: "delete", paths: ["memory/free.md" as PagePath] }),
      denied("free", "put it away"),
    ],
    ["deletes it", tool({ kind: "delete", paths: [rule as PagePath] }), denied("rule", "put it away")],
    [
      "deletes what holds a pinned section",
      tool({ kind: "delete", paths: [parts as PagePath] }),
      denied("parts#one", "put it away"),
    ],
    [
      "moves it to where nothing is pinned",
      tool({ kind: "rename", moves: [{ from: rule as PagePath, to: "memory/rule.md" as PagePath }] }),
      denied("rule", "move it"),
    ],
    ["archives it", patch({ op: "archive", page: "rule" }), denied("rule", "put it away")],
    ["sets its pin", set("rule", "pin", "none"), denied("rule", "take the pin away")],
    ["sets its type", set("rule", "type", "plan"), denied("rule", "take the pin away")],
    ["sets a section's pin", set("parts#one", "pin", "none", "3"), denied("parts#one", "take the pin away")],
    ["sets how much is shown", set("rule", "min_fidelity", "pointer"), denied("rule", "change its min_fidelity")],
    ["sets a field", set("rule", "fields.rule", "pay at once"), denied("rule", "change its fields.rule")],
    ["sets a part of a field", set("rule", "fields.more.a", 2), denied("rule", "change its fields.more")],
    ["sets its title", set("rule", "title", "Nothing"), denied("rule", "change its title")],
    ["sets its status", set("rule", "status", "superseded"), denied("rule", "change its status")],
    ["sets whom it is for", set("rule", "audience", "private"), denied("rule", "change its audience")],
    ["takes a tag away", set("rule", "tags", ["pay", "other"]), denied("rule", "change its tags")],
    [
      "sets a short text that speaks in its place",
      set("rule", "compressed", "Pay at once."),
      denied("rule", "change its compressed"),
    ],
    ["corrects an entry", correct("rule", "ask"), denied("rule", "change or remove “- Ask. [human]”")],
    ["takes back the commit that made it", back(rule, null), denied("rule", "put it away")],
    [
      "takes back a commit that changed it",
      back(rule, files[rule].replace("- Wait.\n", "")),
      denied("rule", "change or remove “- Wait.”"),
    ],
  ])("%s", (_what, way, want) => {
    expect(outcome(way, agent)).toBe(want);
    // Nobody is the user by saying so.
    expect(outcome(way, claiming)).toBe(want);
    expect(outcome(way, user)).toBe("passes");
  });
});

describe("an agent may", () => {
  test.each<[what: string, way: Way]>([
    ["add a line by a rewrite", rewrite(rule, (text) => `${text}- More.\n`)],
    ["add an entry", patch({ op: "append", page: "rule", value: "- More." })],
    ["add a field", patch({ op: "merge", page: "rule", fields: { other: "x" }, tags: ["new"], entries: [] })],
    ["add a title", rewrite(limit, (text) => text.replace("id: limit", "id: limit\ntitle: L"))],
    [
      "move lines around",
      rewrite(rule, (text) => text.replace("- Ask. [human]\n- Wait.", "- Wait.\n- Ask. [human]")),
    ],
    ["pin another section", rewrite(parts, (text) => text.replace("two: {}", "two: { pin: hard }"))],
    ["title a section that is not pinned", rewrite(parts, (text) => text.replace("two: {}", "two: { title: T }"))],
    ["change what is not pinned beside it", rewrite(parts, (text) => text.replace("- b", "- c"))],
    ["delete a page that has no pin", tool({ kind: "delete", paths: ["memory/plain.md" as PagePath] })],
    [
      "change a free page",
      rewrite("memory/free.md", (text) => text.replace("pin: soft", "pin: none").replace("- c", "- e")),
    ],
    ["raise how much is shown", set("rule", "min_fidelity", "full")],
    [
      "keep a short text that is the body's own",
      rewrite(rule, (text) => {
        const body = text.slice(text.indexOf("# Rules"));
        return text.replace(
          "id: rule\n",
          `id: rule\ncompressed: ${JSON.stringify(compressBody(body))}\ncompressed_of: ${digest(body)}\n`,
        );
      }),
    ],
  ])("%s", (_what, way) => {
    expect(outcome(way, agent)).toBe("passes");
  });
});

describe("of what a commit changes", () => {
  const bytes = (text: string | null) => (text === null ? null : new TextEncoder().encode(text));
  const taken = (...changed: readonly (readonly [path: string, before: string | null, after: string | null])[]) =>
    takenPins(
      changed.map(([path, before, after]) => ({
        path: path as PagePath,
        before: bytes(before),
        after: bytes(after),
      })),
      ground.config,
    );
  const [nameless, byPath] = ["memory/policies/n.md", "policies-n"];
  const lines = "- One.\n- One.\n- Two.\n";

  test("what is no page, was put away before, or stays as it was is nobody's pin", () => {
    expect(taken(["memory/policies/n.txt", lines, null])).toEqual([]);
    expect(taken(["archive/memory/n.md", `---\npin: hard\n---\n${lines}`, null])).toEqual([]);
    expect(taken([nameless, lines, lines])).toEqual([]);
    expect(taken([nameless, null, lines])).toEqual([]);
  });

  test("what is gone is named by the first part of it that was pinned, or by the page of an entry", () => {
    const gone = (path: Name) => taken([path, files[path], null])[0]?.id;
    expect([gone(rule), gone(parts), gone("memory/free.md")]).toEqual(["rule", "parts#one", "free"]);
  });

  test("a pinned section may be given the title and the type that it has not", () => {
    const bare = "---\nid: p\nsections: { one: { pin: hard } }\n---\n## One\n\n- a\n";
    const said = bare.replace("pin: hard", "pin: hard, title: One, type: plan, fields: { a: b }");
    expect(taken(["memory/p.md", bare, said])).toEqual([]);
    const titled = bare.replace("pin: hard", "pin: hard, title: One");
    expect(taken(["memory/p.md", titled, bare])[0]?.what).toBe("change its title");
  });

  test("sections of which the frontmatter says nothing are pinned with their page", () => {
    const [gathers, whole] = ["MEMORY.md", "---\nid: m\npin: hard\n---\n## One\n\n- a\n\n## Two\n\n- b\n"];
    expect(taken([gathers, whole, `${whole}- c\n`])).toEqual([]);
    const [lost] = taken([gathers, whole, whole.replace("## Two", "## Other")]);
    expect(lost).toEqual({ path: gathers, id: "m", what: "change or remove “## Two”" });
  });

  test("an entry that stood twice stands twice", () => {
    expect(taken([nameless, lines, `- New.\n${lines}`])).toEqual([]);
    const what = "change or remove “- One.”";
    expect(taken([nameless, lines, "- One.\n- Two.\n- Two.\n"])).toEqual([{ path: nameless, id: byPath, what }]);
  });

  test("what is gone is shown by its first line, no longer than tells it", () => {
    const shown = (line: string): string | undefined => taken([nameless, `- Two.\n${line}\n`, "- Two.\n"])[0]?.what;
    const [sixty, more] = [`- ${"x".repeat(58)}`, `- ${"x".repeat(59)}`];
    expect(shown(sixty)).toBe(`change or remove “${sixty}”`);
    expect(shown(more)).toBe(`change or remove “${more.slice(0, 59)}…”`);
    expect(shown("- a\n  b")).toBe("change or remove “- a”");
  });

  test("a page that is called by its path may be in any new file, and in no other", () => {
    const away = [{ path: nameless, id: byPath, what: "put it away" }];
    const [b, c] = ["memory/policies/b.md", "memory/policies/c.md"];
    expect(taken([nameless, lines, null], [b, null, "- Other.\n"], [c, null, lines])).toEqual([]);
    expect(taken([nameless, lines, null], [b, "- Other.\n", `- Other.\n${lines}`])).toEqual(away);
    const named = `---\nid: n\n---\n${lines}`;
    expect(taken([nameless, named, null], [b, null, named])).toEqual([]);
    expect(taken([nameless, named, null], [b, null, named.replace("id: n", "id: b")])).toEqual([
      { path: nameless, id: "n", what: "put it away" },
    ]);
  });

  test("a page that is no text any more has lost its pin", () => {
    const away = [{ path: nameless, id: byPath, what: "take the pin away" }];
    expect(taken([nameless, lines, "\0"])).toEqual(away);
    expect(taken([nameless, lines, "\0"], ["memory/policies/b.md", null, lines])).toEqual(away);
  });

  test("all of a page that is pinned counts, whichever section it stands in", () => {
    const sections = "---\nid: n\nsections: { two: {} }\n---\n- a\n\n## Two\n\n- b\n";
    const what = "change or remove “- b”";
    expect(taken([nameless, sections, sections.replace("- b\n", "")])).toEqual([{ path: nameless, id: "n", what }]);
  });
});

test("what a person passes on from others is theirs once it is approved, and an agent's never is", () => {
  const done = tool({ kind: "delete", paths: [rule as PagePath] })(user);
  if (!done.ok) throw new Error(done.error.says);
  const judged = (envelope: PatchEnvelope, approved?: string) =>
    guardPins({ ...done.value, envelope, approved } as unknown as Validated, base)?.reason ?? "passes";
  const passedOn = envelopeOf({ origin: "web" });
  expect([judged(passedOn), judged(passedOn, "x"), judged(agent, "x")]).toEqual([
    "POLICY_VIOLATION",
    "passes",
    "POLICY_VIOLATION",
  ]);
});

test("what the user typed and has not committed is pinned as well", () => {
  const typed = `${files[rule]}- Typed.\n`;
  const there = new Map(states).set(rule as PagePath, { ...states.get(rule as PagePath)!, work: blobOf(typed) });
  const file: ToolFile = { kind: "replace", path: rule as PagePath, from: typed, to: files[rule], brought: "x" };
  const done = validateToolFile(file, agent, ground, { ...base, states: there });
  if (!done.ok) throw new Error(done.error.says);
  expect(guardPins(done.value, { ...base, states: there })?.says).toContain("change or remove “- Typed.”");
});

test("in a commit of several writers each patch stands for its own", () => {
  const sets = (envelope: PatchEnvelope, key: string): Patch =>
    ({ op: "set_with_version", page: "rule", key, value: "other", base: "1", ...envelope }) as Patch;
  const theirs: Patch = { op: "append", page: "rule", value: "- More.", ...agent } as Patch;
  const boundary = { boundary: "turn", reason: "TURN_COMMIT" } as const;
  const fine = validateBatch([sets(user, "title"), theirs], boundary, ground);
  expect(fine.ok && guardPins(fine.value, base)).toBeNull();
  const sorted = sortPatches([sets(user, "title"), theirs, sets(agent, "fields.rule")], ground, base);
  expect(sorted.accepted).toEqual([0, 1]);
  expect(sorted.refused.get(2)).toMatchObject({ reason: "POLICY_VIOLATION" });
  const wrong = validateBatch([sets(user, "title"), sets(agent, "fields.rule")], boundary, ground);
  expect(wrong.ok && guardPins(wrong.value, base)).toMatchObject({ reason: "POLICY_VIOLATION" });
});

test("what a person approves is the person's, wherever it is from", () => {
  const done = validate(
    { op: "set_with_version", page: "rule", key: "title", value: "New", base: "1", ...envelopeOf({ origin: "web" }) },
    ground,
    "approved",
  );
  if (!done.ok) throw new Error(done.error.says);
  expect(guardPins(done.value, base)).toBeNull();
});

/** Origin's tests: whose a text is by its sources, the labels of commits, and the lines that carry them. */

import { describe, expect, test } from "vitest";
import { isPerson } from "../../../src/memory/actor.js";
import {
  isUntrusted,
  itemLines,
  itemsOfBody,
  itemsOfMeta,
  labelLines,
  labelsFrom,
  leastTrusted,
  type OriginLabels,
  sumWith,
} from "../../../src/memory/labels.js";
import { findPage, noLabels, type PageEntry } from "../../../src/memory/table.js";
import {
  guardOrigin,
  itemsOfPatch,
  labelOf,
  patchKey,
  standsInPrompts,
  validateApproval,
} from "../../../src/write/guard/origin.js";
import type { AppendPatch, Patch, PatchEnvelope } from "../../../src/write/patch.js";

import { envelopeOf, groundOf } from "../../support/ground.js";

const message = (...lines: readonly string[]): string =>
  `s\n\n${lines.map((line) => `Pagefile-${line}`).join("\n")}\n`;
const ground = groundOf({ "memory/a.md": "---\nid: a\norigin: imported\n---\n- a\n", "memory/b.md": "- b\n" });
const append = (value: string, more: Partial<PatchEnvelope> = {}): AppendPatch => ({
  op: "append",
  page: "a",
  value,
  ...envelopeOf(more),
});
const [item] = itemsOfPatch(append("Words of a stranger."));
if (item === undefined) throw new Error("an append brings an item");

describe("trust", () => {
  test("ends below the user and the user's agent", () => {
    expect((["user", "agent", "tool", "imported", "web"] as const).map(isUntrusted)).toEqual([
      false,
      false,
      true,
      true,
      true,
    ]);
    expect([leastTrusted([]), leastTrusted(["agent", "web", "tool"]), leastTrusted(["user"])]).toEqual([
      "user",
      "web",
      "user",
    ]);
    expect(["human", "human:ada", "agent:x", "humans", ""].map(isPerson)).toEqual([true, true, false, false, false]);
  });

  test("is asked of what stands in prompts", () => {
    const stands = (pin: PageEntry["pin"], type: PageEntry["type"]): boolean => standsInPrompts({ pin, type });
    expect([
      stands("none", "plan"),
      stands("soft", "plan"),
      stands("hard", "plan"),
      stands("none", "bootstrap_policy"),
    ]).toEqual([false, true, true, true]);
  });

  test.each<[name: string, more: Partial<PatchEnvelope>, want: string]>([
    ["a person's word", { origin: "user" }, "user"],
    ["a person's word, whatever it names", { origin: "user", evidence: ["url:x", "page:a"] }, "user"],
    ["a person's word that it is from elsewhere", { origin: "web", actor: "human:ada" }, "web"],
    ["no more than an agent's, of an agent", { origin: "user", actor: "agent:x" }, "agent"],
    ["a tool's", { actor: "agent:x", evidence: ["tool:Bash"] }, "tool"],
    ["the web's", { actor: "agent:x", evidence: ["tool:Bash", "url:https://x"] }, "web"],
    ["that of the page it rests on", { actor: "agent:x", evidence: ["page:a"] }, "imported"],
    [
      "no worse for a page or a file that tells nothing",
      { actor: "agent:x", evidence: ["page:b", "page:gone", "file:x", "file:a", "session:y"] },
      "agent",
    ],
  ])("is %s", (_name, more, want) => {
    expect(labelOf(append("Words.", more), ground.table, noLabels)).toBe(want);
  });

  test("is that of the words and of the page in the history, whoever brings them again", () => {
    const labels = labelsFrom(sumWith(null, [message(`Label: web b ${item}`)]));
    expect(labelOf(append("Words of a stranger."), ground.table, labels)).toBe("web");
    expect(labelOf(append("Words of a stranger.", { actor: "agent:x" }), ground.table, labels)).toBe("web");
    expect(labelOf(append("Others.", { actor: "agent:x", evidence: ["page:b"] }), ground.table, labels)).toBe("web");
    expect(labelOf(append("Others."), ground.table, labels)).toBe("user");
  });
});

test("a page with strangers' words, or with words that a shallow clone cannot judge, is not pinned", () => {
  const files = { "memory/b.md": "- b\n- c\n", "memory/c.md": "- b\n" };
  const [b = "", c = ""] = itemsOfBody("- b\n- c\n").map(({ item: each }) => each);
  const denied = (key: string, value: unknown, labels: OriginLabels, page: string) =>
    guardOrigin(
      { op: "set_with_version", page, key, value, base: "1", ...envelopeOf() } as Patch,
      groundOf(files, { labels }),
      "own",
    );
  const pins = (key: string, value: unknown, labels: OriginLabels, page = "b"): string => {
    const refusal = denied(key, value, labels, page);
    expect(refusal?.reason ?? "ORIGIN_DENIED").toBe("ORIGIN_DENIED");
    return refusal?.says ?? "passes";
  };
  const strange = labelsFrom(sumWith(null, [message(`Label: web b ${b} ${c}`)]));
  const holds = (count: string, id = "b") =>
    `“${id}” holds ${count} from outside that nobody approved; pinned, they would stand in every prompt.`;
  expect(pins("pin", "soft", strange)).toBe(holds("2 texts"));
  expect(pins("pin", "hard", strange, "c")).toBe(holds("1 text", "c"));
  expect(pins("type", "bootstrap_policy", strange)).toBe(holds("2 texts"));
  expect(pins("sections", { x: { pin: "soft" } }, strange)).toBe(holds("2 texts"));
  expect(pins("sections.x.pin", "none", strange)).toBe(holds("2 texts"));
  expect([pins("pin", "none", strange), pins("title", "T", noLabels)]).toEqual(["passes", "passes"]);
  // A page that is not there is for a later rule to refuse.
  expect([
    pins("pin", "soft", strange, "gone"),
    guardOrigin({ ...append("x", { origin: "web" }), page: "gone" }, ground, "own"),
  ]).toEqual(["passes", null]);
  expect([pins("pin", "soft", noLabels), pins("pin", "soft", { ...noLabels, isCut: true })]).toEqual([
    "passes",
    "This clone is shallow: whose words “b” holds is told by commits that are not here; pinned, they would stand in every prompt.",
  ]);
});

describe("labels", () => {
  const sum = (...messages: readonly string[]) => labelsFrom(sumWith(null, messages));

  test("keep the least trusted of all that was said of a text and of its page, in any order", () => {
    const said = [message("Label: tool p 1 2"), message("Label: web p 2"), message("Label: imported q 1")];
    for (const order of [said, said.toReversed()]) {
      const labels = sum(...order);
      expect(["1", "2", "3"].map(labels.untrusted)).toEqual(["imported", "web", null]);
      expect(["p", "q", "r"].map(labels.ofPage)).toEqual(["web", "imported", null]);
      expect(labels.version).not.toBe("");
    }
    expect(sumWith(sumWith(null, said.slice(0, 1)), said.slice(1))).toEqual(sumWith(null, said));
  });

  test("of no origin that is known are not trusted, and trusted ones say nothing", () => {
    expect(sum(message("Label: oracle p 1")).untrusted("1")).toBe("web");
    const trusted = sum(message("Label: agent p 1", "Label: user p 2"));
    expect([trusted.untrusted("1"), trusted.untrusted("2"), trusted.version]).toEqual([null, null, ""]);
  });

  test("go with a person's approval, of whichever commit, and with no agent's", () => {
    const label = message("Label: web p 1 2");
    const approved = sum(message("Actor: human", "Approved: 1"), label);
    expect([
      approved.untrusted("1"),
      approved.untrusted("2"),
      approved.isApproved("1"),
      approved.isApproved("2"),
    ]).toEqual([null, "web", true, false]);
    for (const actors of [["Actor: agent:x"], [], ["Actor: human", "Actor: agent:x"]])
      expect(sum(label, message(...actors, "Approved: 1")).untrusted("1")).toBe("web");
    expect(sum(label, message("Actor: human:ada", "Approved: 1 2")).version).toBe("");
  });

  test("change their version whenever an answer could", () => {
    const label = message("Label: web p 1 2");
    const versions = [
      sum(label),
      sum(label, message("Label: web p 3")),
      sum(label, message("Actor: human", "Approved: 1")),
    ].map(({ version }) => version);
    expect(new Set(versions).size).toBe(3);
    expect([noLabels.untrusted("1"), noLabels.ofPage("p"), noLabels.isApproved("1"), noLabels.version]).toEqual([
      null,
      null,
      false,
      "",
    ]);
  });

  test("are printed twelve a line, and read back", () => {
    const items = Array.from({ length: 25 }, (_, at) => `i${at}`);
    const lines = labelLines("web", "p", items);
    expect(lines.map((line) => line.split(" ").length)).toEqual([14, 14, 3]);
    expect(lines[2]).toBe("web p i24");
    expect(itemLines(items.slice(0, 13))).toEqual([items.slice(0, 12).join(" "), "i12"]);
    expect(labelLines("web", "p", [])).toEqual([]);
    expect(
      items.every((each) => sum(message(...lines.map((line) => `Label: ${line}`))).untrusted(each) === "web"),
    ).toBe(true);
  });
});

describe("items", () => {
  const meta = (title: string, fields: Record<string, string>) => itemsOfMeta({ title, fields });

  test("of a patch are those of the page that it makes", () => {
    const body = "## H\n\n- a\n- b";
    const create = {
      op: "create",
      page: null,
      type: "plan",
      title: "T",
      scope: null,
      pin: null,
      tags: [],
      fields: { a: "x", b: { c: ["y", "z"] } },
      value: body,
      ...envelopeOf(),
    } as const;
    const inBody = itemsOfBody(`---\nid: p\n---\n${body}\n`).map((each) => each.item);
    expect(itemsOfPatch(create)).toEqual([...itemsOfMeta({ title: "T", fields: create.fields }), ...inBody]);
    expect(itemsOfPatch({ ...create, value: " \n" })).toHaveLength(4);
    expect(
      itemsOfPatch({
        op: "merge",
        page: "p",
        fields: { a: "x" },
        tags: ["t"],
        entries: ["a", "- b"],
        ...envelopeOf(),
      }),
    ).toEqual([...itemsOfMeta({ fields: { a: "x" } }), ...inBody.slice(1)]);
    const set = (key: string, value: string) =>
      itemsOfPatch({ op: "set_with_version", page: "p", key, value, base: "1", ...envelopeOf() });
    expect(set("fields.a", "x")).toEqual(meta("", { a: "x" }));
    expect(set("title", "T")).toEqual(meta("T", {}));
    expect(set("title", "")).toEqual([]);
    expect(itemsOfPatch({ op: "archive", page: "p", ...envelopeOf() })).toEqual([]);
    expect(itemsOfPatch(append(body))).toEqual(inBody);
  });

  test("of a page are its title, short text and fields, those of its sections, and what stands in its body", () => {
    expect(itemsOfMeta({})).toEqual([]);
    expect(itemsOfMeta({ title: "T", compressed: "C", fields: { a: null, b: 0 } })).toHaveLength(3);
    const section = { type: null, pin: null, minFidelity: null, title: null, fields: {} };
    const sections = { s: { ...section, title: "T", fields: { a: "x" } }, t: section };
    expect(itemsOfMeta({ sections })).toEqual(meta("T", { a: "x" }));
    const items = itemsOfBody("---\nid: p\n---\n- a\n\n## H\n\n- b\n");
    expect(items.map(({ start, end }) => [start, end])).toEqual([
      [14, 17],
      [19, 23],
      [25, 28],
    ]);
    expect(new Set(items.map((each) => each.item)).size).toBe(3);
  });

  test("name a patch by its own id, or by all that it says", () => {
    expect(patchKey(append("a", { id: "mine" }))).toBe("mine");
    expect(patchKey(append("a"))).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(patchKey(append("a"))).not.toBe(patchKey(append("b")));
  });
});

test("an approval is a person's, and changes no file", () => {
  const page = findPage(ground.table, "a");
  if (page === null) throw new Error("no page");
  const envelope = envelopeOf({ actor: "human:ada" });
  expect(validateApproval(page, ["1", "2"], envelope)).toEqual({
    ok: true,
    value: {
      targets: [{ op: "approve", id: "a", path: "memory/a.md" }],
      changes: [],
      reason: "APPROVE",
      subject: "approve: 2 texts from outside (a)",
      envelope,
      approved: ["1 2"],
    },
  });
  expect(validateApproval(page, ["1"], envelope)).toMatchObject({
    value: { subject: "approve: 1 text from outside (a)" },
  });
  expect(validateApproval(page, ["1"], envelopeOf({ actor: "agent:x" }))).toEqual({
    ok: false,
    error: {
      reason: "ORIGIN_DENIED",
      says: "“agent:x” is an agent; letting words of strangers into prompts is a person's decision.",
      hint: "Ask the user to run the same command in a terminal of their own.",
    },
  });
});

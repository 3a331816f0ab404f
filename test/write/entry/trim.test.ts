/** Trim's tests: where entries go that leave a page, what goes with them, and what never leaves. */
import { describe, expect, test } from "vitest";
import { blobOid } from "../../../src/base/digest.js";
import type { Instant, PagePath } from "../../../src/base/ids.js";
import { outline } from "../../../src/page/markdown/outline.js";
import type { Change } from "../../../src/write/change.js";
import { cutEntries, type Trim, validateTrim } from "../../../src/write/entry/trim.js";
import { cutAndNotKept } from "../../../src/write/entry/variant.js";

import { envelopeOf, groundOf } from "../../support/ground.js";

const at = "2026-11-21T08:00:00Z" as Instant;
const log =
  "---\nid: log\ntype: plan\norigin: tool\n---\n# T\n\n- a\n\n## One\n\n- b\n- c [pinned]\n\ntext\n\nTwo\n---\n\n- d\n";
const files = {
  "memory/log.md": log,
  "memory/owner.md": "---\nid: owner\n---\n- o\n",
  "memory/sec.md": "---\nid: sec\nsections: { one: { pin: hard } }\n---\n## One\n\n- b\n",
  "memory/policies/h.md": "---\nid: h\n---\n- a\n",
  "archive/2026/cold.md": "---\nid: cold\n---\n- a\n",
  "AGENTS.md": "- a\n",
};
const digests = (text: string): readonly string[] =>
  outline(text, text.startsWith("---") ? text.indexOf("---", 3) + 4 : 0).entries.map(({ digest }) => digest);
const of = digests(log);

function trimmed(
  asked: Partial<Trim>,
  more: Readonly<Record<string, string>> = {},
  uncommitted: readonly string[] = [],
) {
  const trim: Trim = {
    page: "memory/log.md" as PagePath,
    digests: of,
    reason: "PRUNE_TRIM",
    at,
    envelope: envelopeOf(),
    ...asked,
  };
  const done = validateTrim(trim, groundOf({ ...files, ...more }, { uncommitted }));
  return done.ok ? done.value : done.error;
}

const some = { digests: [of[0] ?? "", of[1] ?? "", of[3] ?? "", of[4] ?? "", "0".repeat(16)] };
const cold = "archive/2026/log-trimmed-2026-11.md";
const section = "## 2026-11-21T08:00:00Z, from memory/log.md\n\n- a\n\n### One\n\n- b\n\ntext\n\n### Two\n\n- d";

describe("entries that leave a page", () => {
  test("go to a cold page of the month, under the headings that they stood under", () => {
    const title = "Trimmed from memory/log.md in 2026-11";
    expect(trimmed(some)).toEqual({
      targets: [
        { op: "trim", id: "log", path: "memory/log.md" },
        { op: "create", id: "log-trimmed-2026-11", path: cold },
      ],
      changes: [
        {
          kind: "edit",
          path: cold,
          edit: {
            kind: "create",
            text: `---\nid: log-trimmed-2026-11\ntype: conversation_segment\ntitle: ${title}\nversion: 1\norigin: tool\nfields: { span: memory/log.md, start: "2026-11", end: "2026-11" }\n---\n${section}\n`,
          },
        },
        {
          kind: "edit",
          path: "archive/INDEX.md",
          edit: {
            kind: "add_line",
            header: "# Archive index\n\nOne line a cold page: id, title, where it came from, tags.\n\n",
            line: `- [log-trimmed-2026-11](2026/log-trimmed-2026-11.md) — ${title} · from memory/log.md · 2026-11`,
          },
        },
        {
          kind: "edit",
          path: "memory/log.md",
          edit: { kind: "cut", digests: some.digests.slice(0, 4), into: cold, headings: "emptied" },
        },
      ],
      reason: "PRUNE_TRIM",
      subject: "trim: 4 entries of memory/log.md to log-trimmed-2026-11",
      envelope: envelopeOf(),
    });
  });

  test("are added to the cold page of the month where it is there", () => {
    expect(
      trimmed({ digests: of.slice(0, 1) }, { [cold]: "---\nid: log-trimmed-2026-11\n---\n- x\n" }),
    ).toMatchObject({
      targets: [{ op: "trim" }, { op: "append", id: "log-trimmed-2026-11", path: cold }],
      changes: [
        { path: cold, edit: { kind: "append", slug: null, entries: [section.slice(0, section.indexOf("\n\n###"))] } },
        { edit: { kind: "cut" } },
      ],
      subject: "trim: 1 entry of memory/log.md to log-trimmed-2026-11",
    });
  });

  test("leave one where they are told to be said twice", () => {
    const twice = "- The office closes at six.\n- b\n- The office closes at six.\n- The office closes at six.\n";
    const page = "memory/twice.md" as PagePath;
    const [copy = ""] = digests(twice);
    const made = trimmed({ page, digests: [], repeated: [copy] }, { [page]: twice });
    expect(made).toMatchObject({ changes: [{}, {}, { edit: { digests: [], repeated: [copy] } }] });
    expect(cutEntries(page, twice, { digests: [], repeated: [copy], headings: "keep" })).toMatchObject({
      value: "- The office closes at six.\n- b\n",
    });
  });

  test("are cleared from a buffer by the name of that", () => {
    expect(trimmed({ ...some, reason: "BUFFER_CLEAR" })).toMatchObject({
      reason: "BUFFER_CLEAR",
      subject: "clear: 4 entries of memory/log.md to log-trimmed-2026-11",
    });
  });

  test("are none where HEAD has none of them", () => {
    expect(trimmed({ digests: ["0".repeat(16)] })).toMatchObject({ changes: [] });
  });

  test("leave the headings that frontmatter says something of", () => {
    const named = { "memory/log.md": log.replace("origin: tool", "sections: {}") };
    expect(trimmed(some, named)).toMatchObject({ changes: [{}, {}, { edit: { headings: "keep" } }] });
  });

  test("keep the line ends of what they come to", () => {
    const crlf = "## One\r\n\r\n- b\r\n  - more\r\n";
    const asked = { page: "memory/crlf.md" as PagePath, digests: digests(crlf) };
    expect(trimmed(asked, { "memory/crlf.md": crlf })).toMatchObject({
      changes: [{ edit: { text: expect.stringContaining("memory/crlf.md\n\n### One\n\n- b\n  - more\n") } }, {}, {}],
    });
  });
});

describe("a trim is refused", () => {
  test.each([
    ["memory/gone.md", "No commit has memory/gone.md yet.", "Take it in with: pagefile adopt memory/gone.md"],
    ["my notes/s.md", "No commit has my notes/s.md yet.", "Take it in with: pagefile adopt 'my notes/s.md'"],
    [
      "AGENTS.md",
      "AGENTS.md is a file of instructions, which Pagefile never shortens.",
      "Shorten it by hand and commit it; nights go on without it.",
    ],
    [
      "archive/2026/cold.md",
      "archive/2026/cold.md is in the archive already; nothing leaves it.",
      "Bring it back first: pagefile restore cold",
    ],
  ])("of %s, and says what stands in the way", (page, says, hint) => {
    const refused = { reason: "POLICY_VIOLATION", says, hint };
    expect(trimmed({ page: page as PagePath, digests: digests("- a\n") })).toEqual(refused);
  });

  test("of what no commit has", () => {
    expect(trimmed(some, {}, ["memory/log.md"])).toMatchObject({ says: "No commit has memory/log.md yet." });
  });

  test("where its name would be too long", () => {
    const page = `memory/${"x".repeat(60)}.md`;
    expect(trimmed({ page: page as PagePath, digests: digests("- a\n") }, { [page]: "- a\n" })).toMatchObject({
      reason: "POLICY_VIOLATION",
      says: `No page of the archive can be named after ${page}.`,
      hint: "Give it an id of letters, digits and dashes in its frontmatter.",
    });
  });

  test.each<[name: string, page: string, text: string, at: number]>([
    ["by its own mark", "memory/log.md", log, 2],
    ["by its section", "memory/sec.md", files["memory/sec.md"], 0],
    ["by its page", "memory/policies/h.md", files["memory/policies/h.md"], 0],
  ])("of an entry that is pinned %s", (_name, page, text, index) => {
    const digest = digests(text)[index] ?? "";
    expect(trimmed({ page: page as PagePath, digests: [digest] })).toEqual({
      reason: "POLICY_VIOLATION",
      says: `The entry ${digest} of ${page} is pinned; pinned entries are never trimmed.`,
      hint: "Take the pin away first, if it is done.",
    });
  });
});

describe("what is cut", () => {
  const [path, into] = ["memory/a.md" as PagePath, "memory/b.md" as PagePath];
  const all = digests("- a\n- b\n");
  const cut: Change = { kind: "edit", path, edit: { kind: "cut", digests: all, into, headings: "keep" } };
  const held = (text: string | null) => () => {
    const bytes = new TextEncoder().encode(text ?? "");
    return text === null ? null : { oid: blobOid(bytes), bytes };
  };

  test("has to stand where it is said to go, as far as it was there", () => {
    expect(cutAndNotKept([cut], held("- a\n- b\n"), held("- b\n- a\n"))).toBeNull();
    expect(cutAndNotKept([cut], held("- a\n"), held("\ufeff- a\n"))).toBeNull();
    expect(cutAndNotKept([cut], held(null), held(null))).toBeNull();
    expect(cutAndNotKept([{ kind: "move", from: path, to: into }], held("- a\n"), held(null))).toBeNull();
    expect(cutAndNotKept([{ kind: "edit", path, edit: { kind: "delete" } }], held("- a\n"), held(null))).toBeNull();
  });

  test.each([[null], ["- x\n"], ["- a\n"]])("is refused where it does not: %j", (kept) => {
    const lost = kept === "- a\n" ? 1 : 2;
    expect(
      cutAndNotKept([{ kind: "edit", path, edit: { kind: "delete" } }, cut], held("- a\n- b\n"), held(kept)),
    ).toEqual({
      reason: "DESTRUCTIVE_OP",
      says: `${lost} of the entries cut out of memory/a.md would not stand in memory/b.md.`,
      hint: "Cut what is added to the other page in the same commit, and nothing else.",
    });
  });
});

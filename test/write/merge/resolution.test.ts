/** Resolution's tests: which conflicts are meant, who may decide, and what is said where nothing is open. */
import { describe, expect, test } from "vitest";
import type { Conflict } from "../../../src/page/decode.js";
import { outline } from "../../../src/page/markdown/outline.js";
import { chosenFrom, type Resolution, validateResolution } from "../../../src/write/merge/conflicts.js";
import { withConflicts } from "../../../src/write/merge/settle.js";

import { envelopeOf, groundOf } from "../../support/ground.js";

const body = "- a\n- b\n";
const entries = outline(body, 0).entries.map(({ digest }) => digest);
const open: readonly Conflict[] = [
  { kind: "entry", entries },
  { kind: "key", key: ["mood"], values: ["calm", "wild"] },
  { kind: "key", key: ["fields", "at"], values: [1, 2] },
];

function keeping(text: string, list = open): string {
  const written = withConflicts("memory/p.md", text, list);
  if (!written.ok) throw new Error(written.error.says);
  return written.value;
}

const page = keeping(`---\nid: p\nmood: wild\nfields: { at: 2 }\n---\n${body}`);
const files = {
  "memory/p.md": page,
  "memory/policies/h.md": keeping(`---\nid: h\n---\n${body}`),
  "memory/none.md": "---\nid: none\n---\n- x\n",
  "MEMORY.md": "# M\n\n## One\n\n- x\n",
  "AGENTS.md": "- x\n",
};

function resolve(
  asked: Partial<Resolution>,
  origin: "user" | "agent" | "web" = "user",
  uncommitted: readonly string[] = [],
) {
  const all: Resolution = { page: "p", entry: null, key: null, take: "ours", ...asked };
  const done = validateResolution(all, envelopeOf({ origin }), groundOf(files, { uncommitted }));
  return done.ok ? done.value : done.error;
}

test("a resolution of all that is open is a patch of the page with its committed text", () => {
  const choices = open.map((conflict) => ({ conflict, take: "as_is" as const }));
  expect(resolve({ take: "as_is" })).toEqual({
    validated: {
      targets: [{ op: "resolve", id: "p", path: "memory/p.md" }],
      changes: [{ kind: "edit", path: "memory/p.md", edit: { kind: "resolve", choices } }],
      reason: "SYNC_MERGE",
      subject: `resolve: as is, ${entries[0]}, mood, fields.at (p)`,
      envelope: envelopeOf(),
    },
    path: "memory/p.md",
    text: page,
    choices,
  });
});

test.each<[name: string, asked: Pick<Resolution, "entry" | "key">, want: readonly number[]]>([
  ["any", { entry: null, key: null }, [0, 1, 2]],
  ["a key", { entry: null, key: "mood" }, [1]],
  ["a key in a map", { entry: null, key: "fields.at" }, [2]],
  ["a key, and not what begins alike", { entry: null, key: "fields" }, []],
  ["an entry by the digits of either text", { entry: entries[1]?.slice(0, 6) ?? "", key: null }, [0]],
  ["an entry by digits that none has", { entry: "ffff00", key: null }, []],
  ["an entry, and no key of that name", { entry: "mood", key: null }, []],
  ["an entry and a key", { entry: entries[0] ?? "", key: "mood" }, [0, 1]],
])("names %s", (_name, asked, want) => {
  expect(chosenFrom(open, { ...asked, take: "both" })).toEqual(
    want.map((at) => ({ conflict: open[at], take: "both" })),
  );
});

describe("a resolution is refused", () => {
  test.each<[name: string, asked: Partial<Resolution>, reason: string, says: string, hint: string]>([
    [
      "where there is no such page",
      { page: "gone" },
      "SCHEMA_INVALID",
      "There is no page “gone”.",
      "See what is open with: pagefile conflicts",
    ],
    [
      "for a section",
      { page: "memory#one" },
      "POLICY_VIOLATION",
      "“memory#one” is a section of MEMORY.md; conflicts belong to files.",
      "Name the file: pagefile resolve MEMORY.md",
    ],
    [
      "for what only the user writes",
      { page: "AGENTS.md" },
      "POLICY_VIOLATION",
      "AGENTS.md is an instruction file that you wrote; Pagefile reads and measures it and never writes it.",
      "Settle it by hand, and take “conflicts:” out of it.",
    ],
    [
      "where nothing is open",
      { page: "none" },
      "SCHEMA_INVALID",
      "No conflict is open in the committed memory/none.md.",
      "One that only the work tree holds is settled after its commit; see: pagefile conflicts",
    ],
    [
      "where nothing is open of what was named",
      { page: "none", key: "mood" },
      "SCHEMA_INVALID",
      "No conflict is open in the committed memory/none.md.",
      "One that only the work tree holds is settled after its commit; see: pagefile conflicts",
    ],
    [
      "where other conflicts are open than the key named",
      { key: "title" },
      "SCHEMA_INVALID",
      "No conflict about “title” is open in memory/p.md.",
      `Open: ${entries[0]}, mood, fields.at.`,
    ],
    [
      "where other conflicts are open than the entry named",
      { entry: "ffff00" },
      "SCHEMA_INVALID",
      "No conflict about “ffff00” is open in memory/p.md.",
      `Open: ${entries[0]}, mood, fields.at.`,
    ],
  ])("%s", (_name, asked, reason, says, hint) => {
    expect(resolve(asked)).toEqual({ reason, says, hint });
  });

  test("where no commit has the page", () => {
    expect(resolve({}, "user", ["memory/p.md"])).toMatchObject({
      says: expect.stringContaining("is not committed yet"),
    });
  });

  test("from whom it is not for to decide", () => {
    const denied = (id: string, origin: string) => ({
      reason: "ORIGIN_DENIED",
      says: `“${id}” is not for text of origin ${origin} to decide.`,
      hint: "Let the user decide (--origin user).",
    });
    expect(resolve({}, "web")).toEqual(denied("p", "web"));
    expect(resolve({}, "agent")).toHaveProperty("validated");
    expect(resolve({ page: "h" }, "agent")).toEqual(denied("h", "agent"));
    expect(resolve({ page: "h" }, "user")).toHaveProperty("validated");
  });
});

/** Edit: what each edit makes of a text, and what it refuses. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Instant, PagePath } from "../../src/base/ids.js";
import { limits } from "../../src/base/limits.js";
import type { Edit } from "../../src/write/change.js";
import { applyEdit, edited as editedBytes, stillAPage } from "../../src/write/edit.js";
import { digestsOf } from "../../src/write/entry/entries.js";

import { draws } from "../support/draws.js";
import { plainConfig } from "../support/facts.js";
import { blobOf } from "../support/ground.js";

const now = "2026-11-21T08:00:00Z" as Instant;
const page =
  "---\nid: seats # mine\nversion: 3\nupdated: 2026-01-01T00:00:00Z\ntags: [human]\nfields: { prefers: aisle }\n---\n- Aisle. [human]\n";

function edited(text: string, edit: Edit): string {
  const after = applyEdit("memory/seats.md", text, edit, now);
  if (!after.ok) throw new Error(`${after.error.reason}: ${after.error.says}`);
  return after.value ?? "(gone)";
}

function refused(text: string | null, edit: Edit): string {
  const after = applyEdit("memory/seats.md", text, edit, now);
  return after.ok ? "accepted" : after.error.reason;
}

describe("append", () => {
  const append = (value: string, slug: string | null = null): Edit => ({ kind: "append", slug, entries: [value] });

  test("adds an entry, raises the version, moves the time, and touches nothing else", () => {
    expect(edited(page, append("Window on night flights."))).toBe(
      page
        .replace("version: 3", "version: 4")
        .replace("2026-01-01T00:00:00Z", now)
        .concat("- Window on night flights.\n"),
    );
  });

  test("the same entry twice is there once, however its bullet and spaces are written", () => {
    const once = edited(page, append("Window."));
    for (const again of ["Window.", "- Window.", "*  Window. "]) expect(edited(once, append(again))).toBe(once);
  });

  test("of several entries only the new ones come in", () => {
    const after = edited(page, append("- Aisle. [human]\n- Exit row.\n"));
    expect(after.split("\n").filter((line) => line.startsWith("- "))).toEqual(["- Aisle. [human]", "- Exit row."]);
  });

  test("a section gets its entry at its own end", () => {
    const text = "# M\n\n## A\n\n- a\n\n## B\n\n- b\n";
    expect(edited(text, append("a2", "a"))).toBe("# M\n\n## A\n\n- a\n- a2\n\n## B\n\n- b\n");
    expect(refused(text, append("x", "gone"))).toBe("MALFORMED");
  });

  test("CRLF files stay CRLF", () => {
    const text = "- a\r\n- b\r\n";
    expect(edited(text, append("c"))).toBe("- a\r\n- b\r\n- c\r\n");
  });

  test("what only the work tree holds is refused", () => {
    expect(refused(null, append("x"))).toBe("POLICY_VIOLATION");
  });

  test("property: no entry is ever lost, and a second append changes nothing", () => {
    const line = fc.stringMatching(/^[A-Za-z0-9 *_`[\]().,-]{0,30}$/);
    const body = fc.array(
      fc.oneof(
        line,
        line.map((text) => `- ${text}`),
        fc.constant(""),
        fc.constant("## H"),
        fc.constant("```"),
      ),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(
        body,
        line.filter((text) => text.trim() !== ""),
        (lines, value) => {
          const text = lines.join("\n");
          const after = applyEdit("memory/x.md", text, append(value), now);
          if (!after.ok || after.value === null) return;
          const kept = digestsOf(after.value);
          for (const digest of digestsOf(text)) expect(kept.has(digest)).toBe(true);
          expect(edited(after.value, append(value))).toBe(after.value);
        },
      ),
      { numRuns: draws(500) },
    );
  });
});

describe("set", () => {
  const set = (key: string[], value: string, expected: string): Edit => ({ kind: "set", key, value, expected });

  test("changes the one value where it stands", () => {
    const text = "---\nid: seats # mine\ntitle:   'Seats'   # shown\n---\nBody\n";
    expect(edited(text, set(["title"], "Chairs", "Seats"))).toBe(text.replace("'Seats'", "'Chairs'"));
  });

  test("a key edited by hand meanwhile is not overwritten", () => {
    expect(refused(page, set(["fields", "prefers"], "window", "exit row"))).toBe("VERSION_CONFLICT");
    expect(edited(page, set(["fields", "prefers"], "window", "aisle"))).toContain("prefers: window");
  });

  test("a page without frontmatter has no keys", () => {
    expect(refused("Body\n", { kind: "set", key: ["title"], value: "x", expected: undefined })).toBe(
      "POLICY_VIOLATION",
    );
  });
});

describe("merge", () => {
  const merge = (keys: [string, string | string[]][], entries: string[] = []): Edit => ({
    kind: "merge",
    keys: keys.map(([key, value]) => ({ key: key.split("."), value })),
    slug: null,
    entries,
  });

  test("adds what is not there and keeps what is", () => {
    const after = edited(
      page,
      merge(
        [
          ["fields.note", "night"],
          ["tags", ["decision", "human"]],
        ],
        ["New."],
      ),
    );
    expect(after).toContain("fields: { prefers: aisle, note: night }");
    expect(after).toContain("tags: [human, decision]");
    expect(after).toContain("- New.\n");
    expect(after).toContain("version: 4");
  });

  test("never overwrites", () => {
    expect(refused(page, merge([["fields.prefers", "window"]]))).toBe("DESTRUCTIVE_OP");
  });

  test("merging what is there changes no byte", () => {
    expect(
      edited(
        page,
        merge(
          [
            ["fields.prefers", "aisle"],
            ["tags", ["human"]],
          ],
          ["Aisle. [human]"],
        ),
      ),
    ).toBe(page);
  });
});

describe("revert", () => {
  const was = "---\nversion: 1\n---\n- a\n- b\n- c\n";
  const is = "---\nversion: 2\n---\n- a\n- b\n- x\n- c\n";
  const revert: Edit = { kind: "revert", from: is, to: was };

  test("takes one change back and keeps what came since, the version going on", () => {
    const since = "---\nversion: 7\n---\n- a!\n- b\n- x\n- c\n- later\n";
    expect(edited(since, revert)).toBe("---\nversion: 8\n---\n- a!\n- b\n- c\n- later\n");
  });

  test("refuses where the same lines changed again", () => {
    expect(refused(is.replace("- x", "- x, edited"), revert)).toBe("VERSION_CONFLICT");
  });

  test("of a creation removes the file only while it is as created", () => {
    const created: Edit = { kind: "revert", from: is, to: null };
    expect(edited(is, created)).toBe("(gone)");
    expect(refused(`${is}- more\n`, created)).toBe("VERSION_CONFLICT");
  });

  test("of a removal brings the file back, and never over another", () => {
    const removed: Edit = { kind: "revert", from: null, to: was };
    expect(applyEdit("x.md", null, removed, now)).toEqual({ ok: true, value: was });
    expect(refused("- other\n", removed)).toBe("VERSION_CONFLICT");
  });
});

describe("what an edit leaves", () => {
  const path = "memory/seats.md" as PagePath;

  test("is a page of at most the bound", () => {
    const judged = (bytes: number) =>
      stillAPage("memory/x.txt" as PagePath, Buffer.alloc(bytes), { config: plainConfig });
    expect(judged(limits.pageBytesMax)).toBeNull();
    expect(judged(limits.pageBytesMax + 1)).toMatchObject({ reason: "SIZE_LIMIT" });
  });

  test("may hold a mistake that stood there before, or that a file brings in, and no other", () => {
    const judged = (text: string, before?: string | null) => {
      const bytes = (of: string) => new TextEncoder().encode(of);
      const was = before === undefined ? {} : { before: before === null ? null : bytes(before) };
      return stillAPage(path, bytes(text), { config: plainConfig, ...was })?.says ?? "passes";
    };
    const wrong = "---\nid: seats\ntype: nonsense\n---\n- a\n";
    const refusal = expect.stringMatching(/^The page would no longer be valid: .*nonsense/);
    expect([judged(wrong), judged(wrong, `${wrong}- b\n`)]).toEqual(["passes", "passes"]);
    expect([judged(wrong, null), judged(wrong, page)]).toEqual([refusal, refusal]);
    expect(judged(wrong.replace("---\n-", "pin: none such\n---\n-"), wrong)).toMatch(
      /^The page .*none such”; Pagefile reads one of [a-z, ]+ there\.$/,
    );
  });

  test("is the very bytes that were there where nothing changes", () => {
    const blob = blobOf(page);
    const after = editedBytes(
      path,
      blob,
      { kind: "merge", keys: [], slug: null, entries: ["Aisle. [human]"] },
      { config: plainConfig, now },
    );
    expect(after.ok && after.value === blob.bytes).toBe(true);
  });
});

test("create never replaces", () => {
  expect(refused(page, { kind: "create", text: "x" })).toBe("DESTRUCTIVE_OP");
});

test("archive index lines come and go whole", () => {
  const added = edited("# A\r\n", { kind: "add_line", header: "", line: "- [x](y)" });
  expect(added).toBe("# A\r\n- [x](y)\r\n");
  expect(edited(added, { kind: "add_line", header: "", line: "- [x](y)" })).toBe(added);
  expect(edited(added, { kind: "remove_line", line: "- [x](y)" })).toBe("# A\r\n");
});

/** Build: the page table from files, whatever their order, and its updates in place. */

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { digest } from "../../src/base/digest.js";
import { buildTable, entriesOf, findPage, foldedPath, updateTable } from "../../src/memory/table.js";

import { draws } from "../support/draws.js";
import { factsFrom, plainConfig, tableFrom } from "../support/facts.js";

const typed = (id: string, type = "preference", more = ""): string =>
  `---\nid: ${id}\ntype: ${type}\ntitle: T ${id}\n${more}---\n- One.\n`;

describe("a table from files", () => {
  test("frontmatter says what a page is", () => {
    const table = tableFrom({
      "memory/x.md": typed(
        "seat",
        "constraint",
        "pin: soft\nversion: 3\ntags: [human]\nfields: { rule: r, applies_to: a }\n",
      ),
    });
    const page = table.byId.get("seat");
    expect(page).toMatchObject({
      type: "constraint",
      pin: "soft",
      version: 3,
      tags: ["human"],
      implicit: false,
      minFidelity: "structured",
    });
    expect(table.findings).toEqual([]);
  });

  test.each(["", "-local", "-flights"])(
    "a log is as private in the archive, and a log still: 2026-11-20%s.md",
    (topic) => {
      const paths = [`memory/2026-11-20${topic}.md`, `archive/2026/2026-11-20${topic}.md`];
      const table = tableFrom({
        ...Object.fromEntries(paths.map((path) => [path, "- Log.\n"])),
        "archive/2026/x.md": "- X.\n",
      });
      for (const path of paths)
        expect(table.byPath.get(path)).toMatchObject({ type: "conversation_segment", audience: "private" });
      expect(table.byPath.get("archive/2026/x.md")).toMatchObject({ type: "preference", audience: "shared" });
    },
  );

  test("a path says it where frontmatter does not", () => {
    const table = tableFrom({
      "AGENTS.md": "# Rules\n\nBe kind.\n",
      "MEMORY.md": "# Memory\n",
      "memory/2026-11-20.md": "- Log.\n",
      "memory/decisions/db.md": "Postgres.\n",
    });
    expect(table.byPath.get("AGENTS.md")).toMatchObject({
      id: "agents",
      type: "bootstrap_policy",
      pin: "hard",
      writable: false,
    });
    expect(table.byPath.get("MEMORY.md")).toMatchObject({
      id: "memory",
      type: "preference",
      pin: "soft",
      audience: "private",
    });
    expect(table.byPath.get("memory/2026-11-20.md")).toMatchObject({
      id: "2026-11-20",
      type: "conversation_segment",
    });
    expect(table.byPath.get("memory/decisions/db.md")).toMatchObject({
      id: "decisions-db",
      type: "decision",
      implicit: true,
    });
  });

  test("each ## section of a gathering file is a page that inherits, and overrides win by slug", () => {
    const table = tableFrom({
      "MEMORY.md":
        "---\nid: mem\nsections: { rules: { type: constraint, pin: hard } }\n---\n# M\n\n## Rules\n\n- No.\n\n## Notes\n\n- Yes.\n",
    });
    expect(table.byId.get("mem")?.sections).toEqual(["mem#rules", "mem#notes"]);
    expect(table.byId.get("mem#rules")).toMatchObject({
      type: "constraint",
      pin: "hard",
      minFidelity: "structured",
      title: "Rules",
    });
    expect(table.byId.get("mem#notes")).toMatchObject({ type: "preference", pin: "soft", path: "MEMORY.md" });
  });

  test("an override that points nowhere is a finding", () => {
    const table = tableFrom({ "MEMORY.md": "---\nsections: { gone: { pin: hard } }\n---\n## Here\n" });
    expect(table.findings.map((finding) => finding.code)).toEqual(["override_dangling"]);
  });

  test("a typed page is one page, whatever headings it has, until it says that it gathers", () => {
    expect(tableFrom({ "memory/a.md": `${typed("a")}## One\n\n- x\n` }).byId.size).toBe(1);
    expect(
      tableFrom({ "memory/a.md": `${typed("a", "preference", "sections: {}\n")}## One\n\n- x\n` }).byId.size,
    ).toBe(2);
  });

  test("of two files with one id the second by path goes by its path and is named", () => {
    const table = tableFrom({ "memory/a.md": typed("same"), "memory/b.md": typed("same") });
    expect(table.byId.get("same")?.path).toBe("memory/a.md");
    expect(table.byPath.get("memory/b.md")?.id).toBe("b");
    expect(table.findings).toMatchObject([{ code: "id_duplicate", path: "memory/b.md", severity: "warning" }]);
  });

  test("an inferred id gives way to an explicit one and to the first by path", () => {
    const table = tableFrom({ "memory/a-b.md": "x\n", "memory/a/b.md": "y\n", "memory/z.md": typed("a-b") });
    expect(table.byId.get("a-b")?.path).toBe("memory/z.md");
    expect(table.byId.size).toBe(3);
  });

  test("a malformed file is a finding with its line and blocks nobody", () => {
    const table = tableFrom({ "memory/bad.md": "---\nid: a\nx: y\n", "memory/good.md": typed("good") });
    expect([...table.byId.keys()]).toEqual(["good"]);
    expect(table.findings).toMatchObject([{ path: "memory/bad.md", line: 1, severity: "error" }]);
  });

  test("a compressed text of another body is a remark, and the page stays a page", () => {
    const table = tableFrom({
      "memory/b.md": `---\nid: b\ncompressed: short\ncompressed_of: ${digest("Other.\n")}\n---\nBody.\n`,
      "memory/c.md": `---\nid: c\ncompressed: short\ncompressed_of: ${digest("Body.\n")}\n---\nBody.\n`,
    });
    expect([...table.byId.keys()].sort()).toEqual(["b", "c"]);
    expect(table.findings.map(({ code, path, severity }) => [path, code, severity])).toEqual([
      ["memory/b.md", "compressed_stale", "warning"],
    ]);
  });

  test("archived files are cold, and the archive index is no page", () => {
    const table = tableFrom({ "archive/2026/old.md": typed("old"), "archive/INDEX.md": "# Archive\n" });
    expect(table.byId.get("old")?.tier).toBe("cold");
    expect(table.byId.size).toBe(1);
  });

  test("a page is found by id, by path and by path#slug", () => {
    const table = tableFrom({ "MEMORY.md": "## Seats\n\n- Aisle.\n" });
    for (const name of ["memory#seats", "MEMORY.md#seats"]) expect(findPage(table, name)?.id).toBe("memory#seats");
    for (const name of ["memory", "MEMORY.md", "./MEMORY.md"]) expect(findPage(table, name)?.id).toBe("memory");
    expect(findPage(table, "nowhere")).toBeNull();
  });
});

describe("properties", () => {
  const name = fc.constantFrom("a", "b", "c", "memory/a", "memory/b", "archive/2026/a");
  const text = fc.constantFrom(
    "plain\n",
    typed("a"),
    typed("b"),
    "## S\n\n- x\n",
    "---\nid: a\n",
    "---\nid: q\nnew: 1\n---\n",
  );
  const files = fc.dictionary(
    name.map((stem) => `${stem}.md`),
    text,
    { maxKeys: 6 },
  );

  test("the order of the files does not matter", () => {
    fc.assert(
      fc.property(files, fc.infiniteStream(fc.nat()), (byPath, order) => {
        const facts = Object.entries(byPath).map(([path, content]) => factsFrom(path, content));
        const shuffled = facts
          .map((fact) => ({ fact, key: order.next().value as number }))
          .sort((a, b) => a.key - b.key);
        const one = buildTable(facts, plainConfig);
        const two = buildTable(
          shuffled.map((item) => item.fact),
          plainConfig,
        );
        expect(entriesOf(two)).toEqual(entriesOf(one));
        expect(two.findings).toEqual(one.findings);
      }),
      { numRuns: draws(300) },
    );
  });

  test("a table that was updated is the table that is built anew", () => {
    fc.assert(
      fc.property(files, name, text, (byPath, stem, content) => {
        const path = `${stem}.md`;
        const was = byPath[path] === undefined ? null : factsFrom(path, byPath[path]);
        const is = factsFrom(path, content);
        const before = tableFrom(byPath);
        entriesOf(before);
        const updated = updateTable(before, was, is, plainConfig);
        if (updated === null) return;
        const built = tableFrom({ ...byPath, [path]: content });
        expect(entriesOf(updated)).toEqual(entriesOf(built));
        expect(updated.findings).toEqual(built.findings);
        expect([...updated.byFoldedPath].sort()).toEqual([...built.byFoldedPath].sort());
        expect([...updated.byId.keys()].sort()).toEqual([...built.byId.keys()].sort());
      }),
      { numRuns: draws(1000) },
    );
  });
});

test("a path folds as the systems that fold it do, whatever letters it has", () => {
  const letters = fc.constantFrom("a", "Z", "[", "@", "~", "/", "é", "E\u0301", "İ", "ß", "\u212b", "0");
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 6 }), (parts) => {
      const path = parts.join("");
      expect(foldedPath(path)).toBe(path.normalize("NFC").toLowerCase());
    }),
    { numRuns: draws(400) },
  );
});

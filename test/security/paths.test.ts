/** Paths (T9, T14): no name leads out of the root, into `.git`, or to another file on another system. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { childPath, parseNewPath, parsePageId, parsePagePath } from "../../src/base/ids.js";
import { patch } from "../../src/session/patch.js";

import { makeRepo } from "../support/git-repo.js";
import { openTestWorkspace } from "../support/open-memory.js";

const hostile: readonly string[] = [
  "../x.md",
  "memory/../../x.md",
  "memory/..",
  "..\\x.md",
  "memory\\..\\x.md",
  "/etc/passwd",
  "//server/share/x.md",
  "\\\\server\\share\\x.md",
  "\\\\?\\C:\\x.md",
  "C:/x.md",
  "c:x.md",
  "a.md:stream",
  "a.md::$DATA",
  "x\u0000.md",
  "x\n.md",
  ".git/config",
  ".GIT/config",
  ".Git/hooks/pre-commit",
  "GIT~1/config",
  "git~2/x.md",
  ".g\u200cit/config",
  "\u200e.git/config",
  ".gi\u2060t/config",
  ".g\u200dit/config",
  "🧙\u200d.md",
  "\u200d🧙.md",
  "a\u200db.md",
  ".git /config",
  ".git./config",
  "memory/.git/HEAD",
  "nul",
  "CON.md",
  "memory/aux.md",
  "com1.txt.md",
  "LPT¹.md",
  "x.md.",
  "x.md ",
  "a//b.md",
  "./a.md",
  "",
  ".",
  `${"x".repeat(256)}.md`,
  `${"é".repeat(128)}.md`,
  `${"a/".repeat(600)}x.md`,
];

test.each(hostile)("T14: %j is no page path", (text) => {
  expect(parsePagePath(text)).toBeNull();
  expect(childPath(null, text)).toBeNull();
});

test.each(["🧙\u200d♂\ufe0f.md", "👩🏽\u200d💻 at work.md", "notes/👨\u200d👩\u200d👧.md"])(
  "pictures joined to one are a name: %j",
  (text) => {
    expect(parsePagePath(text)).toBe(text);
  },
);

test("T14: what only looks like an escape is a name and stays below the root", () => {
  for (const text of ["%2e%2e/x.md", "...md", "a..b.md", "memory/é.md", "gits/x.md", "con-tent.md"])
    expect(parsePagePath(text), text).toBe(text);
});

test("T14: a person may call a page what Windows alone cannot keep, and an agent may not", () => {
  for (const text of ["Why does it hurt?.md", "notes/a*b.md", "a|b.md", "6 > 5.md", 'the "new" one.md']) {
    expect(parsePagePath(text), text).toBe(text);
    expect(parseNewPath(text), text).toBeNull();
  }
  expect(parseNewPath("memory/why.md")).toBe("memory/why.md");
});

test("T14: ids are ASCII, so that no homoglyph and no path is one", () => {
  for (const id of ["../x", "a/b", "а-seats", "seats\u200b", "-x", ".git", "A", "", "x".repeat(65), "a b"])
    expect(parsePageId(id), id).toBeNull();
});

describe("T14: through a patch", () => {
  test("no hostile name makes, reads or changes a file", async () => {
    const repo = makeRepo({ config: { "user.name": "Ada Example", "user.email": "ada@example.org" } });
    const workspace = await openTestWorkspace(repo);
    const before = repo.git("status", "--porcelain", "--ignored", "--untracked-files=all");
    const fields = { subject: "a", prefers: "b" };
    for (const page of hostile.filter((name) => name !== "")) {
      const drafts = [
        { op: "create", type: "preference", title: "T", page, fields },
        { op: "append", page, value: "x" },
        { op: "archive", page },
        { op: "restore", page },
      ];
      for (const draft of drafts)
        expect((await patch(workspace, draft, { detached: "refuse" })).ok, page).toBe(false);
    }
    expect(repo.git("status", "--porcelain", "--ignored", "--untracked-files=all")).toBe(before);
    expect(repo.git("rev-list", "--count", "HEAD")).toBe("1");
    await workspace.close();
    repo.remove();
  });
});

test("T9: a repository among the pages is no folder of pages; what only looks like a bare one hides none", async () => {
  const repo = makeRepo({ config: { "user.name": "Ada Example", "user.email": "ada@example.org" } });
  repo.write("memory/inner/page.md", "- Inner.\n");
  repo.git("init", "--quiet", join(repo.dir, "memory/inner"));
  const bare = join(repo.dir, "memory/bare");
  for (const folder of ["objects", "refs"]) mkdirSync(join(bare, folder), { recursive: true });
  writeFileSync(join(bare, "HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(bare, "config"), "[core]\n\tfsmonitor = touch CANARY\n\tbare = true\n");
  writeFileSync(join(bare, "page.md"), "- Bare.\n");
  const workspace = await openTestWorkspace(repo);
  const { table, outside } = workspace.primary;
  const pages = [...table.byPath.keys()];
  expect(pages.filter((path) => path.includes("inner") || path.includes("bare"))).toEqual(["memory/bare/page.md"]);
  expect(outside.map(({ path }) => path)).toEqual([expect.stringContaining("memory/inner")]);
  await workspace.close();
  repo.remove();
});

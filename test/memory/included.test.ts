/** Included: which files are pages, by the defaults and by what `pagefile.yaml` says; patterns as another matcher reads them. */

import fc from "fast-check";
import picomatch from "picomatch";
import { expect, test } from "vitest";
import { compileGlobs, folderOf, globProblem } from "../../src/base/glob.js";
import { defaultExcludes, excludedBy, isPageOf } from "../../src/memory/included.js";

import { draws } from "../support/draws.js";

const name = fc.constantFrom("a", "b", "vendor", "skills", "Backup", "SKILL.md", "x.bak.md", "changelog.md", "ab.md");
const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((parts) => parts.join("/"));
const part = fc.constantFrom("a", "b", "*", "?b.md", "a*", "*.md", "**", "{a,vendor}", "{x,{ab,b}}.md", "ab.md");
const glob = fc
  .array(part, { minLength: 2, maxLength: 4 })
  .map((parts) => `${parts.join("/")}.md`.replace(".md.md", ".md"));

test("a pattern with a slash matches what it matches elsewhere", () => {
  fc.assert(
    fc.property(glob, path, (pattern, file) => {
      const parts = pattern.split("/");
      // Two of them beside each other are one, and one glued to something is a star: matchers differ there.
      fc.pre(
        !parts.some((each, at) => each === "**" && parts[at + 1] === "**") && !/\*\*\.md|[^/]\*\*/.test(pattern),
      );
      const mine = compileGlobs([pattern], { foldsCase: false })(file) !== null;
      expect(mine).toBe(picomatch(pattern, { noextglob: true, dot: true })(file));
    }),
    { seed: 15, numRuns: draws(3_000) },
  );
});

test("the defaults match what they match elsewhere, and the first that matches is told", () => {
  const matches = compileGlobs(defaultExcludes, { foldsCase: true });
  const others = defaultExcludes.map((each) => picomatch(each, { nocase: true, dot: true }));
  fc.assert(
    fc.property(path, (file) => {
      // A folder's own name is no file.
      expect(matches(`${file}/x.md`)).toBe(
        defaultExcludes[others.findIndex((other) => other(`${file}/x.md`))] ?? null,
      );
    }),
    { seed: 15 },
  );
});

test("a name alone is meant anywhere, and a folder means all below it", () => {
  const matches = compileGlobs(["drafts", "/top", "old/"], { foldsCase: false });
  expect(["drafts/a.md", "x/drafts/y/a.md", "x/old/a.md"].map(matches)).toEqual(["drafts", "drafts", "old/"]);
  expect(["Drafts/a.md", "old.md"].map(matches)).toEqual([null, null]);
  expect(folderOf("docs/api/**/*.md")).toBe("docs/api");
  expect(folderOf("*.md")).toBe("");
});

test("a pattern that was made to be slow is not", () => {
  const hostile = compileGlobs([`${"*a".repeat(60)}b`, `${"**/a/".repeat(30)}b`], { foldsCase: false });
  expect(hostile("a".repeat(5_000))).toBeNull();
  expect(hostile("a/".repeat(2_000))).toBeNull();
  expect(globProblem(`{${"a,".repeat(40)}}/{${"b,".repeat(40)}}`)).toContain("more than 64");
});

test("skills, copies and licenses are no pages, and the memory's own folders are whatever they are called", () => {
  const chosen = { profile: "openclaw" } as const;
  const out = [
    "skills/mail/SKILL.md",
    "site/vendor/a.md",
    "site/License.md",
    "templates/a.md",
    "memory/backups/a.md",
    "memory/dreaming/light/2026-04-14.md",
  ];
  expect(out.filter((file) => isPageOf(chosen, file))).toEqual([]);
  const own = [
    "memory/2026-11-20.md",
    "memory/templates/a.md",
    "memory/dreaming/of-sheep.md",
    "DREAMS.md",
    "memory/decisions/license.md",
    "skills/guitar.md",
    "MEMORY.md",
  ];
  expect(own.filter((file) => !isPageOf(chosen, file))).toEqual([]);
});

test("what is excluded stays out, what is included comes in, and both stand over the defaults", () => {
  const chosen = {
    profile: "codex",
    include: ["docs/**", "skills/**"],
    exclude: ["docs/old/**", "memory/2025-*"],
  } as const;
  const pages = ["docs/api.md", "skills/mail/SKILL.md", "memory/2026-01-01.md", "NOTES.md"];
  expect(pages.filter((file) => !isPageOf(chosen, file))).toEqual([]);
  const out = ["docs/old/api.md", "memory/2025-01-01.md", "src/a.md", "docs/.hidden.md", "node_modules/a/docs/b.md"];
  expect(out.filter((file) => isPageOf(chosen, file))).toEqual([]);
  expect(excludedBy(chosen, "docs/old/api.md")).toBe("docs/old/**");
});

test("the second version that a sync client made is no page where its original stands beside it", () => {
  const chosen = { profile: "claude-code" } as const;
  const isPage = (path: string, original: string): boolean => isPageOf(chosen, path, (other) => other === original);
  const copies = [
    "MEMORY (conflicted copy).md",
    "MEMORY (conflicted copy 2026-11-30 101010).md",
    "MEMORY (Ada's conflicted copy 2026-11-30).md",
    "MEMORY (Ada’s MacBook’s conflicted copy 2026-11-30).md",
    "MEMORY (In Konflikt stehende Kopie von Ada 2026-11-30).md",
    "MEMORY (SFConflict ada@example.org 2026-11-30-10-10-10).md",
    "MEMORY.sync-conflict-20261130-101010-7IZ2Q4P.md",
    "MEMORY_conflict-20261130-101010.md",
  ];
  expect(copies.filter((path) => isPage(path, "MEMORY.md"))).toEqual([]);
  expect(copies.filter((path) => !isPage(path, "notes.md"))).toEqual([]);
  expect(copies.filter((path) => !isPageOf({ ...chosen, include: ["*.md"] }, path, () => true))).toEqual([]);
  const own = [
    "MEMORY 2.md",
    "MEMORY (1).md",
    "USER 2.md",
    "Marketing - Copy.md",
    "Letter (copy for Anna).md",
    "Contract (conflict of 2025).md",
    "Team-conflict-20251103.md",
    "Team-conflict-20251103-101010.md",
    "Rules (how a conflicted copy comes about).md",
    "memory/2026-11-30 2.md",
    "memory/2026-11-30-notes.md",
    "memory/trip copy.md",
    "memory/law (copyright).md",
  ];
  expect(own.filter((path) => !isPageOf(chosen, path, () => true))).toEqual([]);
  expect(excludedBy(chosen, copies[0]!, () => true)).toBe(`${copies[0]}, a copy of MEMORY.md`);
});

test("what holds for a folder is asked once, and each file in it is judged as by its whole path", () => {
  const whole = compileGlobs(defaultExcludes, { foldsCase: true });
  fc.assert(
    fc.property(fc.array(path, { minLength: 1, maxLength: 8 }), (files) => {
      const chosen = { profile: "plain" } as const;
      const judged = files.map((file) => excludedBy(chosen, `n/${file}`) !== null);
      expect(judged).toEqual(files.map((file) => whole(`n/${file}`) !== null));
    }),
    { numRuns: draws(400) },
  );
});

test("a document of the repository is no page at its root, but where it is asked for, and is one in a folder", () => {
  const plain = { profile: "plain" } as const;
  expect(["README.md", "Security.md", "docs/README.md"].map((path) => isPageOf(plain, path))).toEqual([
    false,
    false,
    true,
  ]);
  expect(excludedBy(plain, "README.md")).toMatch(/readme/);
  expect(isPageOf({ ...plain, include: ["README.md"] }, "README.md")).toBe(true);
});

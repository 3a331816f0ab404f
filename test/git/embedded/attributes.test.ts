/** Attributes: whatever git check-attr reports for a path is never missed; more may be suspected, but not for plain suffixes. */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AttributeFiles, conversionOf } from "../../../src/git/embedded/objects.js";
import { hermetic, makeScene, type Scene } from "../../contract/scene.js";

const path = "notes/deep/a.md";
const patterns = [
  "*",
  "*.md",
  "*.png",
  "a.md",
  "b.md",
  "/a.md",
  "notes/**",
  "notes/deep/a.md",
  "deep/*.md",
  "?.md",
  "[ab].md",
];
const attributes = [
  "filter=x",
  "-filter",
  "!filter",
  "working-tree-encoding=UTF-16",
  "ident",
  "text",
  "-text",
  "diff",
  "own",
];
const line = fc.tuple(fc.constantFrom(...patterns), fc.uniqueArray(fc.constantFrom(...attributes), { maxLength: 3 }));
const place = fc.constantFrom(
  "/.gitattributes",
  "/notes/.gitattributes",
  "/notes/deep/.gitattributes",
  "/.git/info/attributes",
);

describe("conversionOf", () => {
  let undo = (): void => {};
  let scene: Scene;
  beforeAll(() => {
    undo = hermetic();
    scene = makeScene();
  });
  afterAll(() => undo());
  const files = (): AttributeFiles => ({ top: scene.top, commonDir: join(scene.top, ".git"), personal: null });
  const asked = (text: string): boolean => {
    const bytes = new TextEncoder().encode(text);
    const found = conversionOf(files(), path, bytes);
    if (!found.ok) throw new Error(found.error.says);
    return found.value !== null;
  };

  it("sees every conversion that git sees", () => {
    let converting = 0;
    const property = fc.property(fc.array(fc.tuple(place, line), { minLength: 1, maxLength: 4 }), (entries) => {
      const texts = new Map<string, string>();
      for (const name of ["/.gitattributes", "/notes/.gitattributes", "/notes/deep/.gitattributes"])
        texts.set(name, "");
      texts.set("/.git/info/attributes", "[attr]own filter=own\n");
      for (const [name, [pattern, set]] of entries)
        texts.set(name, `${texts.get(name)}${pattern} ${set.join(" ")}\n`);
      for (const [name, text] of texts) scene.write(name, text);
      const git = convertedByGit(scene);
      if (git.filtered) converting += 1;
      if (git.filtered) expect(asked("plain\n")).toBe(true);
      if (git.lines) expect(asked("carriage\r\n")).toBe(true);
    });
    fc.assert(property, { numRuns: 60 });
    expect(converting).toBeGreaterThan(5);
  });

  it("suspects nothing for other suffixes, other names, unset attributes and line ends without CR", () => {
    for (const name of ["/notes/.gitattributes", "/notes/deep/.gitattributes", "/.git/info/attributes"])
      scene.write(name, "");
    const text = "# *.md filter=x\n*.png filter=lfs\nb.md filter=x\n*.md -filter\n*.md text eol=lf\n\n";
    scene.write("/.gitattributes", text);
    expect(asked("plain\n")).toBe(false);
    expect(asked("carriage\r\n")).toBe(true);
  });
});

function convertedByGit(scene: Scene): { readonly filtered: boolean; readonly lines: boolean } {
  const run = spawnSync("git", ["check-attr", "-a", "--", path], { cwd: scene.top, encoding: "utf8" });
  const set = run.stdout.split("\n").filter((text) => text !== "" && !text.endsWith(": unset"));
  const names = set.map((text) => text.split(": ")[1]);
  const filtered = ["filter", "working-tree-encoding", "ident"].some((name) => names.includes(name));
  return { filtered, lines: filtered || names.includes("text") };
}

/** SearchSource: the texts of pages are the same one by one and many at once, and the pages have one name however it was come by. */

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sumsName, sumsOf } from "../../../src/base/digest.js";
import type { PagePath } from "../../../src/base/ids.js";
import { refresh } from "../../../src/memory/memory.js";
import { searchSource } from "../../../src/recall/index/write.js";

import { sample } from "../../support/recall-sample.js";

test("many texts at once are those that each file has", async () => {
  const { workspace } = await sample();
  const memory = workspace.primary;
  const source = searchSource(memory);
  const paths = [...source.pages()].map(({ path }) => path);
  const gone = paths[1]!;
  rmSync(join(memory.root, gone));
  const given = new Map<PagePath, string | null>();
  source.readEach?.(paths, (path, text) => given.set(path, text));
  expect([...given]).toEqual(paths.map((path) => [path, source.read(path)]));
  expect(given.get(gone)).toBeNull();
  expect(given.get(paths[0]!)).toContain("REST over GraphQL");
});

test("a text has its secrets blanked out, each character where it was", async () => {
  const token = ["ghp", "abcdefghijklmnopqrstuvwxyz0123456789"].join("_");
  const text = `# N\n\n- ${token}\r\n- Paris.\n- Password: s3cretpw\n`;
  const { workspace } = await sample({ "n.md": text });
  const source = searchSource(workspace.primary);
  const said = source.read("n.md" as PagePath) ?? "";
  expect(said).not.toMatch(/abcdefg|s3cretpw/);
  expect(said).toHaveLength(text.length);
  expect(said.indexOf("- Paris.")).toBe(text.indexOf("- Paris."));
  expect(said).toContain("- [REDACTED:github-token].................\r\n");
  source.readEach?.(["n.md" as PagePath], (_, given) => expect(given).toBe(said));
});

test("a text that an index was made of is not looked through again for secrets", async () => {
  const text = `# N\n\n- ${["ghp", "abcdefghijklmnopqrstuvwxyz0123456789"].join("_")}\n`;
  const { workspace } = await sample({ "n.md": text });
  const asked: string[] = [];
  const isIndexed = (_: PagePath, said: string): boolean => asked.push(said) > 0;
  searchSource(workspace.primary).readEach?.(["n.md" as PagePath], (_, given) => expect(given).toBe(text), isIndexed);
  expect(asked).toEqual([text]);
});

test("a page whose fields or name say whole days goes by those, and not by its last change", async () => {
  const page = (fields: string): string =>
    `---\ntitle: Heart rate\ntype: conversation_segment\nupdated: 2026-11-21T10:00:00Z\nfields:\n${fields}---\n\nRows.\n`;
  const { workspace } = await sample({
    "memory/perception/heart-rate/2026-09.md": page("  start: 2026-09-01\n  end: 2026-09-30\n"),
    "memory/perception/heart-rate/2026-10.md": page("  span: none\n"),
    "memory/perception/heart-rate/all.md": page("  span: none\n"),
  });
  const source = searchSource(workspace.primary);
  const pages = [...source.pages()].filter(({ path }) => path.includes("heart-rate"));
  expect(pages.map((page) => source.whole(page)).map(({ day, until }) => [day, until])).toEqual([
    ["2026-09-01", "2026-09-30"],
    ["2026-10-01", "2026-10-31"],
    ["2026-11-21", null],
  ]);
});

test("the name is that of the pages, whatever changed, came or is no page", async () => {
  const { workspace } = await sample();
  const memory = workspace.primary;
  const source = searchSource(memory);
  const write = (path: string, text: string): void => writeFileSync(join(memory.root, path), text);
  const names = [source.name()];
  const [first] = [...source.pages()];
  for (const change of [
    () => write(first!.path, "Another text.\n"),
    () => write("memory/new.md", "A walrus.\n"),
    // Between the marks of a conflict a text is nobody's; what cannot be read as a page is searched all the same.
    () => write("memory/marked.md", "<<<<<<< ours\nA\n=======\nB\n>>>>>>> theirs\n"),
    () => write("memory/open.md", "---\ntitle: A zebra\n"),
    () => rmSync(join(memory.root, first!.path)),
  ]) {
    change();
    expect(refresh(memory).ok).toBe(true);
    expect(source.name()).toBe(sumsName(sumsOf(source.pages())));
    names.push(source.name());
  }
  expect(memory.files.size).toBeGreaterThan([...source.pages()].length);
  expect(new Set(names).size).toBe(names.length - 1);
});

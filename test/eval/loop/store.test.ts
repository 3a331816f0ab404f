/** Store: which folders are memories, and what of them counts as a page, a log, or words that wait. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { endOf, storesIn } from "./store.js";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pagefile-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

const texts = (units: readonly { readonly text: string }[]): readonly string[] =>
  units.map(({ text }) => text).sort();

it("finds memories in the folders of the story and anywhere below the home", () => {
  write("shop/pagefile.yaml", "");
  write("tree/README.md", "");
  write("home/.local/share/memories/one/pagefile.yaml", "");
  const roots = storesIn([join(folder, "shop"), join(folder, "tree")], join(folder, "home"));
  expect(roots).toEqual([join(folder, "shop"), join(folder, "home/.local/share/memories/one")]);
});

it("tells pages from logs, and leaves git's own files out", () => {
  write("shop/MEMORY.md", "- one\n");
  write("shop/memory/rules/two.md", "- two\n");
  write("shop/memory/2026-03-02.md", "- three\n");
  write("shop/memory/2026-03-02-review.md", "- four\n");
  write("shop/.git/notes.md", "- five\n");
  write("shop/src/main.ts", "- six\n");
  const end = endOf([join(folder, "shop")], () => "");
  expect(texts(end.pages)).toEqual(["one", "two"]);
  expect(texts(end.logs)).toEqual(["four", "three"]);
  expect([end.waiting, end.settled]).toEqual([[], []]);
});

it("takes of the inbox what is heard and what is settled, and believes no item that it is kept", () => {
  const items = ["heard", "kept", "settled", "expired"].map((state) => ({ text: `is ${state}`, state }));
  const end = endOf([], (words) => {
    expect(words).toEqual(["inbox", "list", "--all", "--json"]);
    return JSON.stringify({ items });
  });
  expect(texts(end.waiting)).toEqual(["is heard"]);
  expect(texts(end.settled)).toEqual(["is settled"]);
  expect(endOf([], () => JSON.stringify({ error: { code: "usage" } })).waiting).toEqual([]);
});

/**
 * Store: where the program keeps what it holds at the end of a story, read as a person would find it: the Markdown files of every memory, and the
 * inbox as its own command prints it.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type Unit, unitsOf } from "./words.js";

export interface End {
  /** What stands on pages, daily logs left out. */
  readonly pages: readonly Unit[];
  /** What stands in daily logs, which tell what was said and done, chat or not. */
  readonly logs: readonly Unit[];
  /** What waits in the inbox. */
  readonly waiting: readonly Unit[];
  /** What the inbox says was dismissed, done or replaced. */
  readonly settled: readonly Unit[];
}

interface Item {
  readonly text: string;
  readonly state: "heard" | "kept" | "settled" | "expired";
}

const depthMax = 7;

/** The folders among these that are a memory, and every memory below the home. */
export function storesIn(folders: readonly string[], home: string): readonly string[] {
  return [...folders.filter(isStore), ...below(home, 0).filter(isStore)];
}

const isStore = (folder: string): boolean => existsSync(join(folder, "pagefile.yaml"));

function below(folder: string, depth: number): readonly string[] {
  if (depth > depthMax) return [];
  const folders = readdirSync(folder, { withFileTypes: true }).filter(
    (each) => each.isDirectory() && each.name !== ".git",
  );
  return folders.flatMap(({ name }) => [join(folder, name), ...below(join(folder, name), depth + 1)]);
}

/** `run` gives what the program prints; a program that has no inbox prints nothing that can be read. */
export function endOf(roots: readonly string[], run: (words: readonly string[]) => string): End {
  const files = roots.flatMap((root) => markdownIn(root).map((path) => ({ path, name: relative(root, path) })));
  const texts = files.map(({ path, name }) => ({ units: unitsOf(readFileSync(path, "utf8")), isLog: isLog(name) }));
  const items = itemsIn(run(["inbox", "list", "--all", "--json"]));
  const units = (...states: readonly Item["state"][]): readonly Unit[] =>
    items.filter(({ state }) => states.includes(state)).map(({ text }) => ({ text, isItem: true, title: "" }));
  return {
    pages: texts.filter(({ isLog }) => !isLog).flatMap(({ units }) => units),
    logs: texts.filter(({ isLog }) => isLog).flatMap(({ units }) => units),
    waiting: units("heard"),
    settled: units("settled"),
  };
}

/** A log of a day, at whatever depth. */
function isLog(path: string): boolean {
  return /(?:^|\/)\d{4}-\d\d-\d\d[^/]*\.md$/.test(path);
}

function markdownIn(root: string): readonly string[] {
  return readdirSync(root, { withFileTypes: true }).flatMap((each) => {
    const path = join(root, each.name);
    if (each.isDirectory()) return each.name === ".git" || each.name === "node_modules" ? [] : markdownIn(path);
    return each.name.endsWith(".md") ? [path] : [];
  });
}

function itemsIn(printed: string): readonly Item[] {
  try {
    const { items } = JSON.parse(printed) as { readonly items?: readonly Item[] };
    return items ?? [];
  } catch {
    return [];
  }
}

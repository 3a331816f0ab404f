/** TidyTree: what a file cannot tell of itself: circles, crowded folders, files too small to be one, memories of a module. */

import ts from "typescript";
import { importsOf, resolvedFrom } from "./tidy-layers.js";
import { lineOf, parse } from "./tidy-rules.js";

/** The text of every file by its path, as `src/page/page.ts`. */
export type Tree = ReadonlyMap<string, string>;

/** What breaks the rule in the whole tree, each opening with the path. */
export type TreeRule = (tree: Tree) => readonly string[];

const entriesMax = 20;
/** Of `src` itself: its folders are the layers, and each is a feature. */
const layersMax = 22;
const levelsMax = 2;
const smallLinesMax = 60;
const smallImportersMin = 3;
const cachesMax = 5;

/** Files that import each other in a round, by types too. What is loaded while the program runs does not count: it is there by then. */
export const noCircles: TreeRule = (tree) => {
  const edges = new Map([...tree].map(([path, text]) => [path, staticImports(path, text)]));
  const found: string[] = [];
  const done = new Set<string>();
  const open: string[] = [];
  const visit = (path: string): void => {
    const at = open.indexOf(path);
    if (at >= 0) found.push(`${path}: a circle of imports: ${[...open.slice(at), path].join(" → ")}.`);
    if (at >= 0 || done.has(path)) return;
    open.push(path);
    for (const next of edges.get(path) ?? []) visit(next);
    open.pop();
    done.add(path);
  };
  for (const path of edges.keys()) visit(path);
  return found;
};

function staticImports(path: string, text: string): readonly string[] {
  return importsOf(path, text)
    .filter(({ target, late }) => !late && target?.startsWith(".") === true)
    .map(({ target }) => resolvedFrom(path, target!));
}

/** At most so many entries a folder, and so many folders above a file below `src`. */
export const folderSize: TreeRule = (tree) => {
  const entries = new Map<string, Set<string>>();
  const found: string[] = [];
  for (const path of tree.keys()) {
    const parts = path.split("/");
    if (parts.length - 2 > levelsMax)
      found.push(`${path}: lies ${parts.length - 2} folders deep; at most ${levelsMax}.`);
    for (let at = 1; at < parts.length; at++) {
      const folder = parts.slice(0, at).join("/");
      entries.set(folder, (entries.get(folder) ?? new Set()).add(parts[at]!));
    }
  }
  for (const [folder, { size }] of entries) {
    const most = folder === "src" ? layersMax : entriesMax;
    if (size > most) found.push(`${folder}: has ${size} entries; at most ${most} are allowed.`);
  }
  return found;
};

/** A file of few lines has several importers, or is one of those named: an entry, a command, a table of data. */
export function smallFiles(allowed: Readonly<Record<string, string>>): TreeRule {
  return (tree) => {
    const importers = new Map<string, number>();
    for (const [path, text] of tree)
      for (const { target } of importsOf(path, text)) {
        if (target?.startsWith(".") !== true) continue;
        const to = resolvedFrom(path, target);
        importers.set(to, (importers.get(to) ?? 0) + 1);
      }
    return [...tree].flatMap(([path, text]) => {
      const lines = text.split("\n").length - 1;
      const count = importers.get(path) ?? 0;
      if (lines >= smallLinesMax || count >= smallImportersMin || allowed[path] !== undefined) return [];
      return [`${path}: has ${lines} lines and ${count} importers; join it with what it serves.`];
    });
  };
}

/** What a module remembers between calls lies in a file named `…-cache.ts`, or in one named here with what becomes of it. */
export function moduleCaches(allowed: Readonly<Record<string, number>>): TreeRule {
  return (tree) => {
    const found: string[] = [];
    let files = 0;
    for (const [path, text] of tree) {
      const lines = cachesIn(path, text);
      if (path.endsWith("-cache.ts") && lines.length > 0) files += 1;
      if (path.endsWith("-cache.ts")) continue;
      const may = allowed[path] ?? 0;
      if (lines.length !== may)
        found.push(`${path}: has ${lines.length} module-level caches (lines ${lines.join(", ")}); ${may} may be.`);
    }
    if (files > cachesMax) found.push(`src: ${files} files are caches; at most ${cachesMax} are allowed.`);
    return found;
  };
}

/** Maps and sets that begin empty at the top of a module. */
function cachesIn(path: string, text: string): readonly number[] {
  const source = parse(path, text);
  return source.statements.flatMap((statement) => {
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap((declaration) => {
      const made = declaration.initializer;
      if (made === undefined || !ts.isNewExpression(made) || (made.arguments ?? []).length > 0) return [];
      return /^(?:Weak)?(?:Map|Set)$/.test(made.expression.getText(source)) ? [lineOf(source, declaration)] : [];
    });
  });
}

/** One file puts a memory together: whoever else calls what opens one has a second way to do it. */
export function oneRoot(root: string, calls: readonly string[], allowed: Readonly<Record<string, string>>): TreeRule {
  return (tree) =>
    [...tree].flatMap(([path, text]) => {
      if (path === root || allowed[path] !== undefined) return [];
      const source = parse(path, text);
      const found: string[] = [];
      const visit = (node: ts.Node): void => {
        if (ts.isCallExpression(node) && calls.includes(node.expression.getText(source)))
          found.push(
            `${path}: line ${lineOf(source, node)}: ${node.expression.getText(source)} is called in ${root} alone.`,
          );
        ts.forEachChild(node, visit);
      };
      visit(source);
      return found;
    });
}

/** What a start of the program may load before its first line runs: so many files of ours, and none of these packages. */
export interface StartLimit {
  readonly files: number;
  readonly without: readonly string[];
  /** What a plain run loads besides, the late chunks of the built program that it asks for, and how many lines all of that may have. */
  readonly run?: { readonly besides: readonly string[]; readonly late: readonly string[]; readonly lines: number };
}

/** Files that the built program holds in one file of its own; of several that name a file, the first has it. */
export interface Chunk {
  readonly name: string;
  readonly test: RegExp;
}

/** Counts files by imports of values; what is loaded while the program runs is not of the start, but for what `run` names. */
export function startSize(limits: Readonly<Record<string, StartLimit>>, chunks: readonly Chunk[]): TreeRule {
  return (tree) =>
    Object.entries(limits).flatMap(([start, { files, without, run }]) => {
      if (!tree.has(start)) return [];
      const { ours, packages } = loadedBy(tree, [start]);
      const found = ours.size <= files ? [] : [`${start}: loads ${ours.size} files; at most ${files} are allowed.`];
      const named = without.filter((name) => packages.has(name)).map((name) => `${start}: loads ${name}.`);
      return [...found, ...named, ...(run === undefined ? [] : runSize(tree, start, run, chunks))];
    });
}

function runSize(
  tree: Tree,
  start: string,
  { besides, late, lines }: NonNullable<StartLimit["run"]>,
  chunks: readonly Chunk[],
): readonly string[] {
  const missing = besides
    .filter((path) => !tree.has(path))
    .map((path) => `${start}: runs ${path}, which is no file.`);
  const ours = builtWith(tree, [start, ...besides], { late, chunks });
  const sum = [...ours].reduce((all, path) => all + (tree.get(path) ?? "").split("\n").length - 1, 0);
  return sum <= lines ? missing : [...missing, `${start}: a run loads ${sum} lines; at most ${lines} are allowed.`];
}

/** As the built program loads: a chunk as a whole, with what it imports; one called `late-…` only where the run asks for it. */
function builtWith(
  tree: Tree,
  starts: readonly string[],
  { late, chunks }: { readonly late: readonly string[]; readonly chunks: readonly Chunk[] },
): ReadonlySet<string> {
  const chunkOf = (path: string): string | null => chunks.find(({ test }) => test.test(path))?.name ?? null;
  const [ours, taken] = [new Set(starts), new Set<string>()];
  for (const path of ours) {
    const chunk = chunkOf(path);
    if (chunk !== null && !taken.has(chunk))
      for (const beside of tree.keys()) if (chunkOf(beside) === chunk) ours.add(beside);
    if (chunk !== null) taken.add(chunk);
    for (const next of staticValueImports(path, tree.get(path) ?? "")) {
      const to = chunkOf(next);
      if (to === null || !to.startsWith("late-") || late.includes(to)) ours.add(next);
    }
  }
  return ours;
}

function staticValueImports(path: string, text: string): readonly string[] {
  return importsOf(path, text)
    .filter(({ target, late, onlyTypes }) => !late && !onlyTypes && target?.startsWith(".") === true)
    .map(({ target }) => resolvedFrom(path, target!));
}

function loadedBy(
  tree: Tree,
  starts: readonly string[],
): { readonly ours: ReadonlySet<string>; readonly packages: ReadonlySet<string> } {
  const [ours, packages] = [new Set(starts), new Set<string>()];
  for (const path of ours) {
    for (const { target, late, onlyTypes } of importsOf(path, tree.get(path) ?? "")) {
      if (late || onlyTypes || target === null) continue;
      if (target.startsWith(".")) ours.add(resolvedFrom(path, target));
      else packages.add(target);
    }
  }
  return { ours, packages };
}

/** Compiled: the modules an entry point loads at run time, as JavaScript that plain node can run in processes of its own. */

import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";

export interface Closure {
  /** Sources by path from the project's top, each as JavaScript. */
  readonly files: ReadonlyMap<string, string>;
  /** Names of packages and of node's own modules that are loaded. */
  readonly packages: ReadonlySet<string>;
}

const project: string = resolve(import.meta.dirname, "../..");

/** Follows imports that are left after types are erased. `entry` is a path from the project's top. */
export function closureOf(entry: string): Closure {
  const files = new Map<string, string>();
  const packages = new Set<string>();
  const waiting = [entry];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (files.has(path)) continue;
    const code = transpile(path);
    files.set(path, code);
    for (const { fileName } of ts.preProcessFile(code).importedFiles) {
      if (!fileName.startsWith(".")) packages.add(fileName);
      else waiting.push(join(dirname(path), fileName).replace(/\.js$/, ".ts"));
    }
  }
  return { files, packages };
}

/** Writes the closure to a temporary folder; gives that folder. The entry is there under its own path, ending in `.js`. */
export function compile(entry: string): string {
  const folder = mkdtempSync(join(tmpdir(), "pagefile-compiled-"));
  writeFileSync(join(folder, "package.json"), '{"type":"module"}');
  symlinkSync(join(project, "node_modules"), join(folder, "node_modules"));
  for (const [path, code] of closureOf(entry).files) {
    const file = join(folder, relative(project, join(project, path)).replace(/\.ts$/, ".js"));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
  }
  return folder;
}

function transpile(path: string): string {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    verbatimModuleSyntax: true,
  };
  return ts.transpileModule(readFileSync(join(project, path), "utf8"), { compilerOptions: options }).outputText;
}

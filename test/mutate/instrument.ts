/** Instrument: puts every mutant of a file in place behind a switch, with the mutators of Stryker. */

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** A change that Stryker would make; lines and columns count from 0, ends are exclusive. */
export interface Mutant {
  readonly id: string;
  readonly fileName: string;
  readonly mutatorName: string;
  readonly replacement: string;
  readonly location: { readonly start: Place; readonly end: Place };
}

interface Place {
  readonly line: number;
  readonly column: number;
}

export interface Instrumented {
  readonly mutants: readonly Mutant[];
  /** By path below the root; the text holds all mutants of the file, none of them active. */
  readonly texts: ReadonlyMap<string, string>;
}

interface SourceFile {
  readonly name: string;
  readonly mutate: boolean;
  readonly content: string;
}

interface Instrumenter {
  instrument(
    files: readonly SourceFile[],
    options: object,
  ): Promise<{ readonly files: readonly SourceFile[]; readonly mutants: readonly Mutant[] }>;
}

const name = "@stryker-mutator/instrumenter";
const version = "9.6.1";
const folder = "node_modules/.cache/pagefile-stryker";

/** What to say where Stryker's instrumenter is not installed; null where it is. It is no dependency of ours: 67 packages, 26 MB. */
export function missingInstrumenter(root: string): string | null {
  const found = join(root, folder, "node_modules", name, "package.json");
  if (existsSync(found) && JSON.parse(readFileSync(found, "utf8")).version === version) return null;
  const install = `npm install --no-audit --no-fund --prefix ${folder} ${name}@${version}`;
  return `Mutants are made by ${name} ${version}, which npm ci does not install. Fetch it once with:\n  ${install}`;
}

/** Paths are below `root`. Rejects where a file does not parse. */
export async function instrument(root: string, paths: readonly string[]): Promise<Instrumented> {
  const require = createRequire(join(root, folder, "package.json"));
  const { Instrumenter } = (await import(pathToFileURL(require.resolve(name)).href)) as {
    readonly Instrumenter: new (logger: object) => Instrumenter;
  };
  const files = paths.map((path) => ({ name: path, mutate: true, content: readFileSync(join(root, path), "utf8") }));
  const options = { plugins: null, excludedMutations: [], ignorers: [], noHeader: false, mutator: {} };
  const done = await new Instrumenter(silent).instrument(files, options);
  return { mutants: done.mutants, texts: new Map(done.files.map((file) => [file.name, file.content])) };
}

const nothing = (): void => undefined;
const silent = { isDebugEnabled: () => false, debug: nothing, info: nothing, warn: nothing };

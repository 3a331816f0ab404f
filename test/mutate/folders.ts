/** Folders: what is mutated when nothing is named, and which tests judge it. */

import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Of the rules those that refuse: tables of words lie beside them, and what reads those is tested elsewhere. */
export const usualFolders: readonly string[] = [
  "src/write",
  "src/rules/refusal.ts",
  "src/rules/secret-keys.ts",
  "src/rules/secret-tokens.ts",
  "src/page/frontmatter",
];

/** Pure tests of a folder outside its own place below `test`. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  "src/write": ["test/contract/history.memory.test.ts"],
  "src/page": ["test/security/yaml.test.ts"],
};

/** Source files of a folder or a file, below the root, sorted; empty where there is none. */
export function sourcesOf(root: string, path: string): readonly string[] {
  return filesBelow(root, path).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
}

/** The tests of the folder's layer: those of `src/page/frontmatter` are all of `test/page`, because layers are small and tests cheap. */
export function testsOf(root: string, path: string): readonly string[] {
  const layer = path.split("/").slice(0, 2).join("/");
  const folders = [layer.replace(/^src\//, "test/"), ...(elsewhere[layer] ?? [])];
  return folders.flatMap((folder) => filesBelow(root, folder)).filter((name) => name.endsWith(".test.ts"));
}

function filesBelow(root: string, path: string): readonly string[] {
  const place = join(root, path);
  if (!existsSync(place)) return [];
  if (statSync(place).isFile()) return [path];
  return readdirSync(place, { recursive: true, encoding: "utf8" })
    .map((name) => `${path}/${name}`)
    .filter((name) => statSync(join(root, name)).isFile())
    .sort();
}

/** Package: where this package lies on disk and which version it is, from source and from the built files alike. */

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { assert } from "../base/result.js";

/** Looked for once: a disk that fails later does not take the program's own folder away. */
let found: string | null = null;

/** The nearest folder above this file that holds a package.json: the layout of a clone and of an installed package. */
export function packageRoot(): string {
  found ??= nearest();
  return found;
}

function nearest(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) {
    const above = dirname(folder);
    assert(above !== folder, "a package.json lies above the program's own files");
    folder = above;
  }
  return folder;
}

export function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8"));
  const version = (manifest as { version?: unknown }).version;
  assert(typeof version === "string", "package.json names a version");
  return version;
}

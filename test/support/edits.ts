/** Edits: frontmatter edits for tests that expect them to succeed, and a look at what they left. */
import type { Frontmatter, YamlValue } from "../../src/page/frontmatter/print.js";
import { lookup, scanFrontmatter, valueOf } from "../../src/page/frontmatter/scan.js";
import { removeKey, setKey } from "../../src/page/frontmatter/splice.js";

export function scan(text: string): Frontmatter {
  const scanned = scanFrontmatter("a.md", text);
  if (!scanned.ok) throw new Error(`${scanned.error.says}\n${text}`);
  if (scanned.value === null) throw new Error("no frontmatter");
  return scanned.value;
}

export function set(text: string, path: readonly string[], value: YamlValue): string {
  const edited = setKey(text, scan(text), path, value);
  if (!edited.ok) throw new Error(edited.error.says);
  return edited.value;
}

export function remove(text: string, path: readonly string[]): string {
  const edited = removeKey(text, scan(text), path);
  if (!edited.ok) throw new Error(edited.error.says);
  return edited.value;
}

export function at(text: string, path: readonly string[]): YamlValue | undefined {
  const node = lookup(scan(text).root, path);
  return node === null ? undefined : valueOf(node);
}

/** Without the null prototypes, for comparison. */
export function plain(value: YamlValue | undefined): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

/** Name: the id a file has when its frontmatter gives none. */

import { shortDigest } from "../base/digest--digest.js";
import type { PageId } from "../base/ids.js";
import { withoutTail } from "../base/text--text.js";

const idCharsMax = 64;

/**
 * `MEMORY.md` → `memory`, `memory/2026-11-20.md` → `2026-11-20`, `memory/travel/seats.md` → `travel-seats`. A path that leaves
 * nothing readable, or too much, keeps a digest so that two paths do not share one id by accident.
 */
export function idFromPath(path: string): PageId {
  const inMemory = path.startsWith("memory/") ? path.slice("memory/".length) : path;
  const plain = slug(inMemory.replace(/\.md$/i, ""));
  if (plain !== "" && plain.length <= idCharsMax) return plain as PageId;
  const head = withoutTail(plain.slice(0, idCharsMax - 9), "-");
  return `${head === "" ? "page" : head}-${shortDigest(path, 8)}` as PageId;
}

/** The id `pagefile new` gives a title; empty when the title has no letter or digit of ASCII. */
export function idFromTitle(title: string): string {
  return withoutTail(slug(title).slice(0, idCharsMax), "-");
}

/** The id with a digest of the path behind it: for the second file that asks for one inferred id. */
export function distinguish(id: PageId, path: string): PageId {
  return `${withoutTail(id.slice(0, idCharsMax - 5), "-")}-${shortDigest(path, 4)}` as PageId;
}

/** One name for what is one file on a system that folds case or composes letters: macOS and Windows do. */
export function foldedPath(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

function slug(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}

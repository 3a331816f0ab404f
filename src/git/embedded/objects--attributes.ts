/** Attributes: whether gitattributes may change a file's bytes on their way into git, which this engine cannot do. */

import { join } from "node:path";
import { limits } from "../../base/limits.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { errnoOf } from "../../state/fs-calls.js";
import { attempt } from "../../state/fs-calls--failures.js";
import { readLinked } from "../../state/plain-file.js";

export interface AttributeFiles {
  readonly top: string;
  readonly commonDir: string;
  /** core.attributesFile or its default; null where there is none. */
  readonly personal: string | null;
}

interface Rule {
  /** The pattern as written; null where any path may be meant. */
  readonly pattern: string | null;
  readonly attributes: readonly string[];
}

const macroMark = "[attr]";
const programs = ["filter", "working-tree-encoding", "ident"];
const lineEndings = ["text", "eol", "crlf"];

/**
 * The attribute that stands in the way of committing `path` (from the top, `/` between components) as it is, or null.
 * Line endings stand in the way only of bytes with a carriage return. A pattern this reader cannot rule out counts as a match.
 */
export function conversionOf(files: AttributeFiles, path: string, bytes: Uint8Array | null): Outcome<string | null> {
  const parts = path.split("/");
  const folders = parts.map((_, depth) => join(files.top, ...parts.slice(0, depth)));
  const places = [
    ...folders.map((folder) => join(folder, ".gitattributes")),
    join(files.commonDir, "info", "attributes"),
  ];
  const unwanted = bytes?.includes(13) ? [...programs, ...lineEndings] : programs;
  const rules: Rule[] = [];
  for (const place of files.personal === null ? places : [files.personal, ...places]) {
    const text = attempt(`Reading ${place}`, () => readText(place));
    if (!text.ok) return text;
    rules.push(...rulesOf(text.value));
  }
  const named = withMacros(unwanted, rules);
  for (const { pattern, attributes } of rules) {
    const found = attributes.find((name) => named.has(name));
    if (found !== undefined && mayMatch(pattern, parts)) return ok(found);
  }
  return ok(null);
}

function readText(place: string): string {
  try {
    return readLinked(place, limits.gitTextBytesMax).toString("utf8");
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EISDIR"].includes(errnoOf(error) ?? "")) return "";
    throw error;
  }
}

/** Lines of a gitattributes file; attributes that a line unsets are left out. */
function rulesOf(text: string): readonly Rule[] {
  const rules: Rule[] = [];
  for (const raw of text.split("\n")) {
    const words = raw.split(/[ \t\r]+/).filter((word) => word !== "");
    const [first, ...rest] = words;
    if (first === undefined || first.startsWith("#")) continue;
    // A quoted pattern may hold spaces: all its words are taken for attributes and it for any path.
    const quoted = first.startsWith('"');
    const set = (quoted ? words : rest).filter((word) => !/^[-!]/.test(word));
    rules.push({ pattern: quoted ? null : first, attributes: set.map((word) => word.split("=")[0] as string) });
  }
  return rules;
}

/** The names and every macro that sets one of them, in whichever file it is defined. */
function withMacros(names: readonly string[], rules: readonly Rule[]): ReadonlySet<string> {
  const all = new Set(names);
  for (let size = 0; size !== all.size; ) {
    size = all.size;
    for (const { pattern, attributes } of rules) {
      if (pattern?.startsWith(macroMark) && attributes.some((name) => all.has(name))) {
        all.add(pattern.slice(macroMark.length));
      }
    }
  }
  return all;
}

/** Compares the last component only: exact names and `*.suffix` are told apart, all other patterns may match. */
function mayMatch(pattern: string | null, parts: readonly string[]): boolean {
  const last = pattern?.slice(pattern.lastIndexOf("/") + 1) ?? "";
  const name = parts[parts.length - 1] ?? "";
  if (pattern?.startsWith(macroMark)) return false;
  if (pattern === null || last === "") return pattern === null;
  if (!/[*?[\\]/.test(last)) return last.toLowerCase() === name.toLowerCase();
  const suffix = last.slice(1);
  if (!last.startsWith("*") || /[*?[\\]/.test(suffix)) return true;
  return name.toLowerCase().endsWith(suffix.toLowerCase());
}

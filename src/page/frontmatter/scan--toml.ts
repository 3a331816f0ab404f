/** Toml: frontmatter between lines of three pluses, as Hugo writes it: its keys are read, and no byte of it is ever written. */

import { parse, type TomlTable, type TomlValue } from "smol-toml";
import { limits } from "../../base/limits.js";
import { isTooDeep } from "../decode--value.js";
import type { Frontmatter, YamlMap, YamlNode } from "./print--frontmatter.js";
import type { Fences } from "./scan.js";

/** What cannot be read is one stretch of lines that belong to no key, so that the page falls to the safe side and its body is read. */
export function readToml(text: string, { span, inner }: Fences): Frontmatter {
  const none: YamlMap = { ...inner, kind: "map", flow: false, pairs: [] };
  const read = tableIn(text.slice(inner.start, inner.end));
  const root = typeof read === "string" ? none : mapOf(read, inner);
  const loose = typeof read === "string" ? { loose: [{ ...inner, says: read }] } : {};
  return { span, inner, root, language: "toml", ...loose };
}

/** The table, or why there is none. */
function tableIn(inner: string): TomlTable | string {
  if (inner.length > limits.frontmatterBytesMax) return "The TOML is too long for frontmatter.";
  try {
    const table = parse(inner);
    return isTooDeep(plain(table)) ? "The TOML is nested too deep." : table;
  } catch {
    // Its own message quotes the file.
    return "It is no TOML.";
  }
}

type Plain = string | number | boolean | readonly Plain[] | { readonly [key: string]: Plain };

function plain(value: TomlValue): Plain {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

function mapOf(table: TomlTable, at: Fences["inner"]): YamlMap {
  const pairs = Object.entries(table).map(([key, value]) => ({ key, keySpan: at, value: nodeOf(value, at) }));
  return { ...at, kind: "map", flow: false, pairs };
}

function nodeOf(value: TomlValue, at: Fences["inner"]): YamlNode {
  if (Array.isArray(value)) return { ...at, kind: "list", flow: false, items: value.map((item) => nodeOf(item, at)) };
  if (typeof value === "object" && !(value instanceof Date)) return mapOf(value, at);
  const said = plain(value) as string | number | boolean;
  return { ...at, kind: "scalar", style: "plain", text: String(said), value: said };
}

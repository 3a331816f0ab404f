/** Value: a frontmatter value as typed on a command line. */

import { type Outcome, usage } from "../base/result.js";
import { err, ok } from "../base/result--result.js";
import type { YamlValue } from "../page/frontmatter/print--frontmatter.js";
import { scanFrontmatter, valueOf } from "../page/frontmatter/scan--scan.js";

/** `[a, b]`, `{a: 1}`, `true`, `false`, `null` and decimal numbers are what they look like; everything else is text. */
export function parseValue(text: string): Outcome<YamlValue> {
  const trimmed = text.trim();
  if (trimmed === "true") return ok(true);
  if (trimmed === "false") return ok(false);
  if (trimmed === "null") return ok(null);
  if (/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(trimmed)) return ok(Number(trimmed));
  return trimmed.startsWith("[") || trimmed.startsWith("{") ? parseFlow(trimmed) : ok(text);
}

/** `key=value`, the value as `parseValue` reads it; a later key wins over an earlier one. */
export function parseFields(pairs: readonly string[]): Outcome<Readonly<Record<string, YamlValue>>> {
  const fields: Record<string, YamlValue> = {};
  for (const pair of pairs) {
    const equals = pair.indexOf("=");
    if (equals < 1) {
      return err(
        usage(`The field “${pair}” has no value; key=value was expected.`, "For example: --field prefers=aisle"),
      );
    }
    const value = parseValue(pair.slice(equals + 1));
    if (!value.ok) return value;
    Object.defineProperty(fields, pair.slice(0, equals), {
      value: value.value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return ok(fields);
}

function parseFlow(text: string): Outcome<YamlValue> {
  const line = text.replaceAll(/[\r\n]+/g, " ");
  const scanned = scanFrontmatter("value", `---\nvalue: ${line}\n---\n`);
  if (scanned.ok && scanned.value !== null) {
    const value = scanned.value.root.pairs.find((pair) => pair.key === "value")?.value;
    if (value !== undefined && scanned.value.root.pairs.length === 1) return ok(valueOf(value));
  }
  const says = `The value ${text} looks like a list or a map and does not parse as one.`;
  return err(
    usage(
      says,
      "Write [a, b] or {key: value}; to store it as text, quote what is odd or add --string to `pagefile set`.",
    ),
  );
}

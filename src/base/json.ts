/**
 * Json: one spelling for one value, so that digests and `--json` are the same on every machine, and looks into JSON of unknown shape that never
 * throw.
 */

import stringify from "fast-json-stable-stringify";
import { assert } from "./result.js";
import { utf8Of } from "./text.js";

// Json: one spelling for one value, so that digests and `--json` are the same on every machine.

/** Keys sorted, no white space. Throws on NaN and infinities, which JSON would print as `null` without a word. */
export function stableJson(value: unknown): string {
  const text = spelled(value, looksMax);
  assert(text !== undefined, "a value printed as JSON is not undefined");
  return text;
}

/** The same in UTF-8. */
export function stableJsonBytes(value: object): Uint8Array {
  const before = known.get(value);
  return typeof before === "object" ? before : utf8Of([before ?? stableJson(value)]);
}

/** Values that never change, with their texts, or those in UTF-8. */
const known = new WeakMap<object, string | Uint8Array>();

/** `text` is what `stableJson` prints of a value that nobody changes any more: it is not spelled again, alone or in another one. */
export function keepJson(value: object, text: string | Uint8Array): void {
  known.set(value, text);
}

/** How far down parts are looked for whose keys stand in order already. */
const looksMax = 4;

/** What stands in order is printed by the engine itself, in a tenth of the time: most of what is printed often was made so. */
function spelled(value: unknown, looks: number): string | undefined {
  const before = typeof value === "object" && value !== null ? known.get(value) : undefined;
  if (before !== undefined) return typeof before === "string" ? before : new TextDecoder().decode(before);
  if (isInOrder(value)) return JSON.stringify(value);
  if (looks === 0 || !isPlain(value)) {
    assertFinite(value);
    return stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map((item) => spelled(item, looks - 1) ?? "null").join(",")}]`;
  const parts: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const text = spelled(value[key], looks - 1);
    if (text !== undefined) parts.push(`${JSON.stringify(key)}:${text}`);
  }
  return `{${parts.join(",")}}`;
}

/** Whether all keys below stand in the order of their UTF-16 units, and nothing below has a text at hand. */
function isInOrder(value: unknown): boolean {
  if (typeof value === "number") {
    assertFinite(value);
    return true;
  }
  if (typeof value !== "object" || value === null) return true;
  if (known.has(value)) return false;
  if (Array.isArray(value)) return value.every(isInOrder);
  if (!isPlain(value)) return false;
  let last = "";
  for (const key of Object.keys(value)) {
    if (key < last || !isInOrder(value[key])) return false;
    last = key;
  }
  return true;
}

/** Nothing that prints as something else than its keys. */
function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && typeof (value as { toJSON?: unknown }).toJSON !== "function";
}

function assertFinite(value: unknown): void {
  if (typeof value === "number") assert(Number.isFinite(value), "a number printed as JSON is finite");
  else if (Array.isArray(value)) for (const item of value) assertFinite(item);
  else if (value !== null && typeof value === "object") for (const item of Object.values(value)) assertFinite(item);
}

// JsonLine: looking into JSON of unknown shape without ever throwing.

export type JsonObject = Readonly<Record<string, unknown>>;

/** The object a line holds; null for anything else. */
export function parseLine(line: string): JsonObject | null {
  try {
    return objectOf(JSON.parse(line));
  } catch {
    return null;
  }
}

export function objectOf(value: unknown): JsonObject | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
}

export function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

export function objectsOf(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(objectOf).filter((each) => each !== null) : [];
}

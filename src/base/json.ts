/**
 * Json: one spelling for one value, so that digests and `--json` are the same on every machine, and looks into JSON of unknown shape that never
 * throw.
 */

import stringify from "fast-json-stable-stringify";
import { assert } from "./result.js";

/** Keys sorted, no white space. Throws on NaN and infinities, which the library would print as `null` without a word. */
export function stableJson(value: unknown): string {
  assertFinite(value);
  const text = stringify(value);
  assert(text !== undefined, "a value printed as JSON is not undefined");
  return text;
}

function assertFinite(value: unknown): void {
  if (typeof value === "number") assert(Number.isFinite(value), "a number printed as JSON is finite");
  else if (Array.isArray(value)) for (const item of value) assertFinite(item);
  else if (value !== null && typeof value === "object") for (const item of Object.values(value)) assertFinite(item);
}

// JsonLine: looking into JSON of unknown shape without ever throwing.

export type JsonObject = Readonly<Record<string, unknown>>;

/** The value a text holds; undefined where it is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The object a line holds; null for anything else. */
export function parseLine(line: string): JsonObject | null {
  return objectOf(parseJson(line));
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

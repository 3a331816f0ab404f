/** Json: one spelling for one value, so that digests and `--json` are the same on every machine. */

import stringify from "fast-json-stable-stringify";
import { assert } from "./assert.js";

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

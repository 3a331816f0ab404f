/** Input: what was typed, parsed once into what the flows take; anything else is a usage failure that shows what was expected. */

import { type Outcome, usage } from "../base/result.js";
import { err, ok } from "../base/result--result.js";
import type { Call } from "./command.js";

/** The value of an option that takes one; null when it was not given. */
export function textOption(call: Call, name: string): string | null {
  const value = call.options[name];
  return typeof value === "string" ? value : null;
}

/** The values of an option that may be given more than once. */
export function listOption(call: Call, name: string): readonly string[] {
  const value = call.options[name];
  return Array.isArray(value) ? value.map(String) : [];
}

/** A whole number from 1 to `most`. */
export function positiveWhole(text: string, what: string, most: number): Outcome<number> {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= most) return ok(value);
  return err(
    usage(
      `${what} is “${text}”; a whole number from 1 to ${most} was expected.`,
      `For example ${Math.min(most, 20)}.`,
    ),
  );
}

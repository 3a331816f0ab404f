/** Intake: texts that come from standard input or a file: whole, bounded, UTF-8. */

import { resolve } from "node:path";
import { limits } from "../base/limits.js";
import { type Failure, type Outcome, usage } from "../base/result.js";
import { err, ok } from "../base/result--result.js";
import type { Surroundings } from "./command.js";
import { givenBytes } from "./command--wire-given.js";

/** The text itself, or all of standard input for `-`; UTF-8 only, bounded. */
export async function textOrStdin(world: Surroundings, text: string): Promise<Outcome<string>> {
  if (text !== "-") return ok(text);
  return decoded(await world.stdin(), "standard input");
}

/** A file's text, or standard input for `-`. */
export async function fileOrStdin(world: Surroundings, path: string): Promise<Outcome<string>> {
  if (path === "-") return decoded(await world.stdin(), "standard input");
  try {
    return decoded(givenBytes(resolve(world.cwd, path), limits.patchBytesMax), path);
  } catch (error) {
    const errno = (error as NodeJS.ErrnoException).code ?? "unknown";
    return err(usage(`${path} cannot be read (${errno}).`, "Name a file that exists, or - to read standard input."));
  }
}

/** A JSON object; what is wrong with anything else is told with file, line and column. */
export function jsonObject(text: string, where: string, hint: string): Outcome<Readonly<Record<string, unknown>>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const says = `${placeOf(text, where, error)} is not JSON: ${String((error as Error).message)}.`;
    return err(malformed(says, hint));
  }
  if (value !== null && typeof value === "object" && !Array.isArray(value))
    return ok(value as Record<string, unknown>);
  return err(malformed(`${where} holds no JSON object.`, hint));
}

export function malformed(says: string, hint: string): Failure {
  return { code: "refused", reason: "MALFORMED", says, hint };
}

/** `file:line:column`, where the parser says at which character it stopped. */
function placeOf(text: string, where: string, error: unknown): string {
  const at = /at position (\d{1,9})/.exec(String((error as Error).message))?.[1];
  if (at === undefined) return where;
  const before = text.slice(0, Number(at)).split("\n");
  return `${where}:${before.length}:${(before.at(-1) ?? "").length + 1}`;
}

function decoded(bytes: Uint8Array, where: string): Outcome<string> {
  if (bytes.length > limits.patchBytesMax) {
    const says = `${where} holds more than the ${limits.patchBytesMax} bytes that are allowed in one patch.`;
    return err({ code: "refused", reason: "SIZE_LIMIT", says, hint: "Split it into several pages." });
  }
  try {
    return ok(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    const says = `${where} is not UTF-8.`;
    return err({
      code: "refused",
      reason: "MALFORMED",
      says,
      hint: "Convert it first, for example with iconv -t utf-8.",
    });
  }
}

/** Command merge: the fields, tags and entries of a JSON file that a page does not have yet. */

import type { Failure, Outcome } from "../../../base/failure.js";
import { err, ok } from "../../../base/result.js";
import type { Call, Reply } from "../command.js";
import { textOption } from "../input.js";
import { fileOrStdin } from "../intake.js";
import { commitPatch } from "../patching.js";

const parts = ["fields", "tags", "entries"] as const;

export async function run(call: Call): Promise<Outcome<Reply>> {
  const file = textOption(call, "patch") ?? "-";
  const text = await fileOrStdin(call, file);
  if (!text.ok) return text;
  const patch = parsed(text.value, file === "-" ? "standard input" : file);
  if (!patch.ok) return patch;
  return commitPatch(call, { op: "merge", page: call.args[0] ?? "", ...patch.value });
}

function parsed(text: string, where: string): Outcome<Readonly<Record<string, unknown>>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return err(malformed(`${placeOf(text, where, error)} is not JSON: ${String((error as Error).message)}.`));
  }
  if (value === null || typeof value !== "object" || Array.isArray(value)) {
    return err(malformed(`${where} holds no JSON object.`));
  }
  const unknown = Object.keys(value).filter((key) => !(parts as readonly string[]).includes(key));
  if (unknown.length > 0) return err(malformed(`${where} has keys a merge does not know: ${unknown.join(", ")}.`));
  return ok(value as Readonly<Record<string, unknown>>);
}

/** `file:line:column`, where the parser says at which character it stopped. */
function placeOf(text: string, where: string, error: unknown): string {
  const at = /at position (\d{1,9})/.exec(String((error as Error).message))?.[1];
  if (at === undefined) return where;
  const before = text.slice(0, Number(at)).split("\n");
  return `${where}:${before.length}:${(before.at(-1) ?? "").length + 1}`;
}

function malformed(says: string): Failure {
  const hint = 'Expected: {"fields": {"key": "value"}, "tags": ["tag"], "entries": ["- text"]}, each part optional.';
  return { code: "refused", reason: "MALFORMED", says, hint };
}

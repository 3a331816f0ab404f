/** Command merge: the fields, tags and entries of a JSON file that a page does not have yet. */

import type { Outcome } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import type { Call, Reply } from "../command.js";
import { textOption } from "../command--input.js";
import { fileOrStdin, jsonObject, malformed } from "../command--intake.js";
import { commitPatch } from "../share/write.js";

const parts = ["fields", "tags", "entries"] as const;
const hint = 'Expected: {"fields": {"key": "value"}, "tags": ["tag"], "entries": ["- text"]}, each part optional.';

export async function run(call: Call): Promise<Outcome<Reply>> {
  const file = textOption(call, "patch") ?? "-";
  const text = await fileOrStdin(call, file);
  if (!text.ok) return text;
  const patch = parsed(text.value, file === "-" ? "standard input" : file);
  if (!patch.ok) return patch;
  return commitPatch(call, { op: "merge", page: call.args[0] ?? "", ...patch.value });
}

function parsed(text: string, where: string): Outcome<Readonly<Record<string, unknown>>> {
  const value = jsonObject(text, where, hint);
  if (!value.ok) return value;
  const unknown = Object.keys(value.value).filter((key) => !(parts as readonly string[]).includes(key));
  if (unknown.length === 0) return ok(value.value);
  return err(malformed(`${where} has keys a merge does not know: ${unknown.join(", ")}.`, hint));
}

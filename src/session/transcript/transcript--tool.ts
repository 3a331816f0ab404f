/** Tool: what a call of a harness's tool is: its kind, the file it touches, and one name for all calls that ask for the same. */

import { shortDigest } from "../../base/digest--digest.js";
import { stableJson } from "../../base/json.js";
import { type JsonObject, objectOf, textOf } from "../../base/json--json-line.js";
import type { ToolKind } from "./transcript--transcript.js";

/** Lower-case names, as the harnesses spell their own tools; what else there is (MCP servers, task lists) is `other`. */
const kinds: Readonly<Record<Exclude<ToolKind, "other">, readonly string[]>> = {
  read: ["read", "view", "cat", "glob", "grep", "find", "ls", "notebookread", "webfetch", "websearch"],
  command: ["bash", "shell", "exec", "bashoutput", "local_shell"],
  edit: ["edit", "write", "multiedit", "notebookedit", "apply_patch", "create", "str_replace"],
};

/** A comment on the call, which the tool never looks at. */
const remarks: readonly string[] = ["description"];

/** Longer signatures (a written file is among the arguments) end in a digest of the rest. */
const signatureCharsMax = 160;

/** Arguments nested deeper than this are cut there: no tool takes such, and a walk over them must end. */
const depthMax = 64;

export function toolKind(name: string): ToolKind {
  const lower = name.toLowerCase();
  if (kinds.read.includes(lower)) return "read";
  if (kinds.command.includes(lower)) return "command";
  return kinds.edit.includes(lower) ? "edit" : "other";
}

/** The name and the arguments as canonical JSON: keys sorted, no white space, without remarks where the tool takes none. */
export function signatureOf(name: string, input: JsonObject): string {
  const kept = toolKind(name) === "other" ? input : withoutRemarks(input);
  const whole = `${name} ${stableJson(plain(kept))}`;
  if (whole.length <= signatureCharsMax) return whole;
  return `${whole.slice(0, wholeCharacters(whole, signatureCharsMax))}…${shortDigest(whole, 16)}`;
}

export function pathOf(input: JsonObject): string | null {
  return textOf(input.file_path) ?? textOf(input.path) ?? textOf(input.notebook_path) ?? textOf(input.filePath);
}

function withoutRemarks(input: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(input).filter(([key]) => !remarks.includes(key)));
}

/** A cut that would part a surrogate pair falls before it. */
function wholeCharacters(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}

/** The same value without what one spelling cannot hold: numbers too large for JSON to read back, and endless depth. */
function plain(value: unknown, depth = 0): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  if (depth >= depthMax) return "…";
  if (Array.isArray(value)) return value.map((item) => plain(item, depth + 1));
  const object = objectOf(value);
  if (object === null) return value;
  return Object.fromEntries(Object.entries(object).map(([key, item]) => [key, plain(item, depth + 1)]));
}

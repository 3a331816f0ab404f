/** Keep: the result of a tool made safe on this machine, by reference: its bytes once, without secrets, and a line that says which. */

import { shortDigest } from "../../base/digest.js";
import { type JsonObject, textOf } from "../../base/json.js";
import { limits } from "../../base/limits.js";
import { type Outcome, ok } from "../../base/result.js";
import type { Holder } from "../../memory/service.js";
import { findElisions } from "../../rules/elision.js";
import { findSecrets, redactSecrets } from "../../rules/secret-keys.js";
import { callTitle, type KeptResult } from "../../write/evidence.js";
import { evidenceBlobsOf } from "../../write/evidence-blobs.js";
import { signatureOf, toolKind, toolResult } from "../transcript/transcript.js";

export interface ToolCall {
  readonly name: string;
  readonly input: JsonObject;
}

/** One name for all calls that ask for the same; it may stand in a page, so what is a secret in it, or a blank, is digested. */
export function evidenceSignature({ name, input }: ToolCall): string {
  const shown = redactSecrets(signatureOf(name, input));
  const isFit = findElisions(shown).length === 0 && findSecrets(shown).length === 0;
  return isFit ? shown : `${name} #${shortDigest(shown, 16)}`;
}

/**
 * null where there is nothing to keep: an edit says no more than its arguments, our own tools answer from the memory itself, and a
 * result beyond the bound of one blob is in the transcript alone.
 */
export function keepResult(memory: Holder, call: ToolCall, output: unknown): Outcome<KeptResult | null> {
  const evidence = evidenceBlobsOf(memory);
  if (evidence === undefined || toolKind(call.name) === "edit" || isOurs(call.name)) return ok(null);
  const { text, media } = toolResult(output);
  const bytes = Buffer.from(redactSecrets(text));
  if (bytes.length === 0 || bytes.length > limits.evidenceBlobBytesMax) return ok(null);
  for (const one of media) {
    if (one.bytes.length > limits.evidenceBlobBytesMax || holdsSecret(one.bytes)) continue;
    const kept = evidence.put(one.bytes);
    if (!kept.ok) return kept;
  }
  const kept = evidence.put(bytes);
  if (!kept.ok) return kept;
  return ok({
    tool: call.name,
    call: callTitle(call.name, argumentOf(call.input)),
    signature: evidenceSignature(call),
    digest: kept.value,
    bytes: bytes.length,
  });
}

/** `mcp__pagefile__recall`, and what a plugin makes of it. */
function isOurs(name: string): boolean {
  return name.startsWith("mcp__") && (name.split("__")[1] ?? "").split("_").includes("pagefile");
}

/** No format is known here, so that it is looked at byte for byte. */
function holdsSecret(bytes: Uint8Array): boolean {
  return findSecrets(Buffer.from(bytes).toString("latin1")).length > 0;
}

const telling: readonly string[] = ["command", "file_path", "path", "url", "pattern", "query", "notebook_path"];

/** What tells one call of a tool from another, for people. */
function argumentOf(input: JsonObject): string | null {
  const named = telling.map((key) => textOf(input[key])).find((text) => text !== null);
  return (
    named ??
    Object.values(input)
      .map(textOf)
      .find((text) => text !== null) ??
    null
  );
}

/**
 * Variant: the compressed text that a page keeps, made anew from its body, and the guard that what a plan cuts out of one page stands in the other
 * that the cut names.
 */

import { digest } from "../../base/digest.js";
import type { PagePath } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import { ok, type Result } from "../../base/result.js";
import { textIn } from "../../base/text.js";
import type { Blob } from "../../git/history.js";
import { findPage } from "../../memory/table.js";
import { bodyStartOf } from "../../page/markdown/outline.js";
import { compressBody, withoutComments } from "../../page/represent.js";
import type { Refusal } from "../../rules/refusal.js";
import { accepted, type Change, type Target, type Validated, type ValidationInput } from "../change.js";
import type { PatchEnvelope } from "../patch.js";
import { digestsOf } from "./entries.js";
import { readValue, writeValue } from "./keys.js";

/** Only pages whose compressed text is of another body change; the others are left out. */
export function validateVariants(
  paths: readonly PagePath[],
  envelope: PatchEnvelope,
  ground: ValidationInput,
): Result<Validated, Refusal> {
  const targets: Target[] = [];
  for (const path of paths) {
    const page = findPage(ground.table, path);
    const text = ground.committed(path);
    if (page === null || text === null || !page.writable || variantIn(path, text) !== "stale") continue;
    targets.push({ op: "variant", id: page.id, path });
  }
  const count = targets.length === 1 ? "1 short text" : `${targets.length} short texts`;
  return accepted({
    targets,
    changes: targets.map(({ path }): Change => ({ kind: "edit", path, edit: { kind: "variant" } })),
    reason: "VARIANT_REFRESH",
    subject: `refresh: ${count} made anew`,
    envelope: { ...envelope, evidence: targets.map(({ path }) => `file:${path}`) },
  });
}

/** A page that keeps no compressed text gets none: what can be made at any time is not stored. */
export function refreshVariant(path: string, text: string): Result<string, Refusal> {
  if (variantIn(path, text) !== "stale") return ok(text);
  const body = text.slice(bodyStartOf(text));
  const written = writeValue(path, text, ["compressed"], extractOf(body));
  return written.ok ? writeValue(path, written.value, ["compressed_of"], digest(body)) : written;
}

/** What was our own extract stays one when the body changes; words that somebody chose wait for the night. */
export function keepExtract(path: string, before: string, after: Result<string, Refusal>): Result<string, Refusal> {
  if (!after.ok || after.value === before) return after;
  return isOwnExtract(path, before) ? refreshVariant(path, after.value) : after;
}

/** Whether the short text that a page keeps is no more than what its own body says. */
export function isOwnExtract(path: string, text: string): boolean {
  const kept = readValue(path, text, ["compressed"]);
  return variantIn(path, text) === "fresh" && kept.ok && kept.value === extractOf(text.slice(bodyStartOf(text)));
}

function variantIn(path: string, text: string): "none" | "fresh" | "stale" {
  const kept = readValue(path, text, ["compressed"]);
  if (!kept.ok || typeof kept.value !== "string" || kept.value.trim() === "") return "none";
  const of = readValue(path, text, ["compressed_of"]);
  return of.ok && of.value === digest(text.slice(bodyStartOf(text))) ? "fresh" : "stale";
}

/** Whole lines, as many as a page may keep. */
function extractOf(body: string): string {
  const text = compressBody(withoutComments(body));
  if (text.length <= limits.compressedCharsMax) return text;
  const end = text.lastIndexOf("\n", limits.compressedCharsMax - "\n…".length);
  return `${text.slice(0, Math.max(end, 0))}\n…`;
}

type HeadOf = (path: PagePath) => Blob | null;

/** Checked on the outcome and not on the intention, like every other promise of a plan. */
export function cutAndNotKept(changes: readonly Change[], before: HeadOf, after: HeadOf): Refusal | null {
  for (const change of changes) {
    if (change.kind !== "edit" || change.edit.kind !== "cut") continue;
    const { digests, repeated = [], into } = change.edit;
    const was = digestsIn(before(change.path));
    const kept = digestsIn(after(into));
    const lost = [...digests, ...repeated].filter((digest) => was.has(digest) && !kept.has(digest));
    if (lost.length === 0) continue;
    return {
      reason: "DESTRUCTIVE_OP",
      says: `${lost.length} of the entries cut out of ${change.path} would not stand in ${into}.`,
      hint: "Cut what is added to the other page in the same commit, and nothing else.",
    };
  }
  return null;
}

function digestsIn(blob: Blob | null): ReadonlySet<string> {
  return blob === null ? new Set() : digestsOf(textIn(blob.bytes));
}

/** Set: one frontmatter key on the version the writer saw, and the keys that are nobody's to set. */

import { blobOid } from "../../base/digest--digest.js";
import { err, ok, type Result } from "../../base/result--result.js";
import type { PageEntry } from "../../memory/table--entry.js";
import type { YamlValue } from "../../page/frontmatter/print--frontmatter.js";
import type { Refusal } from "../../rules/reason.js";
import type { Edit } from "../change.js";
import type { Ground } from "../change--ground.js";
import type { SetPatch } from "../patch.js";
import { readValue } from "./keys.js";

/** What the tool itself keeps; a patch that could set these could forge them. A section's keys are set by its own name, which has its pin. */
const reserved: ReadonlySet<string> = new Set([
  "id",
  "version",
  "created",
  "updated",
  "origin",
  "provenance",
  "compressed_of",
  "conflicts",
  "sections",
]);
const oidDigitsMin = 7;

export function setEdit(patch: SetPatch, page: PageEntry, ground: Ground): Result<Edit, Refusal> {
  const asked = patch.key.split(".");
  if (asked.some((part) => part === "") || reserved.has(asked[0] ?? "")) return err(keyDenied(patch.key));
  const key = page.slug === null ? asked : ["sections", page.slug, ...asked];
  const text = ground.committed(page.path);
  if (text === null) return ok({ kind: "set", key, value: patch.value, expected: undefined });
  const conflict = versionConflict(patch, page, text);
  if (conflict !== null) return err(conflict);
  const current = readValue(page.path, text, key);
  if (!current.ok) return current;
  return ok({ kind: "set", key, value: patch.value, expected: current.value });
}

/** The base is the committed version, or digits of the committed blob id where the page keeps no version. */
function versionConflict(patch: SetPatch, page: PageEntry, committed: string): Refusal | null {
  const oid = blobOid(new TextEncoder().encode(committed), page.oid.length === 64 ? "sha256" : "sha1");
  const version = readValue(page.path, committed, ["version"]);
  const current: YamlValue = version.ok ? (version.value ?? null) : null;
  if (typeof current === "number" && patch.base === String(current)) return null;
  if (patch.base.length >= oidDigitsMin && oid.startsWith(patch.base.toLowerCase())) return null;
  const now = typeof current === "number" ? `version ${current}` : `blob ${oid.slice(0, 10)}`;
  return {
    reason: "VERSION_CONFLICT",
    says: `“${page.id}” is at ${now}; the patch was made on ${patch.base}.`,
    hint: `Read it again (pagefile show ${page.id}), then set with --base ${typeof current === "number" ? current : oid.slice(0, 10)}.`,
  };
}

function keyDenied(key: string): Refusal {
  return {
    reason: "POLICY_VIOLATION",
    says: `“${key}” is not a key a patch may set.`,
    hint: "Settable: title, type, scope, pin, tags, status, summary, compressed, min_fidelity, audience, fields.<name>; of a section, by its name: PAGE#SECTION.",
  };
}

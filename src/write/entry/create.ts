/**
 * Create: a new page from a patch, with its id, its path and its frontmatter; one key set on the version the writer saw; and a page moved into the
 * archive and back.
 */

import { blobOid, shortDigest } from "../../base/digest.js";
import { type Instant, type PagePath, parsePageId, parsePagePath } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import { err, ok, type Result } from "../../base/result.js";
import { shellWord } from "../../base/text.js";
import {
  archiveFolder,
  archiveIndexPath,
  type FileRule,
  type Profile,
  profileOf,
  ruleFor,
} from "../../memory/profile.js";
import { foldedPath, idFromTitle, type PageEntry, type PageTable } from "../../memory/table.js";
import type { YamlValue } from "../../page/frontmatter/print.js";
import { addFrontmatter } from "../../page/frontmatter/splice.js";
import { printFragment } from "../../page/markdown/fragment.js";
import { type Pin, schema } from "../../page/page.js";
import { isEmpty } from "../../page/represent.js";
import type { Refusal } from "../../rules/refusal.js";
import { type Change, type Drafted, type Edit, guardPage, type ValidationInput } from "../change.js";
import type { CreatePatch, MovePatch, SetPatch } from "../patch.js";
import { readValue } from "./keys.js";

export function createChange(patch: CreatePatch, ground: ValidationInput): Result<Drafted, Refusal> {
  const scope = patch.scope ?? ground.config.scope;
  if (scope === "local" || (scope === "session") !== (ground.session !== undefined))
    return err({
      reason: "SCOPE_DENIED",
      says: `Pages of scope ${scope} are not kept in the shared history, so they cannot be committed here.`,
      hint: `Use --scope project or --scope global; ${
        scope === "session"
          ? "a page of one session needs its --session ID"
          : "a local page is a file that you write by hand with scope: local, and that no commit takes in"
      }.`,
    });
  const missing = schema[patch.type].requiredFields.filter((field) => isEmpty(patch.fields[field]));
  if (missing.length > 0) {
    return err({
      reason: "SCHEMA_INVALID",
      says: `A ${patch.type} page needs ${schema[patch.type].requiredFields.join(", ")}; missing: ${missing.join(", ")}.`,
      hint: `Add ${missing.map((field) => `--field ${field}=…`).join(" ")}`,
    });
  }
  const id = idOf(patch, ground.table);
  if (!id.ok) return id;
  const path = parsePagePath(`${schema[patch.type].folder}/${id.value}.md`);
  if (path === null) return err(invalidId(id.value));
  const taken = pathTaken(path, ground);
  if (taken !== null) return err(taken);
  const pin = patch.pin ?? (patch.origin === "user" || patch.origin === "agent" ? schema[patch.type].pin : "none");
  const text = printPage(patch, { id: id.value, scope, pin, now: ground.now });
  return ok({
    targets: [{ op: patch.op, id: id.value, path }],
    envelope: patch,
    changes: [{ kind: "edit", path, edit: { kind: "create", text } }],
    reason: "CAPTURE",
    subject: `create: ${patch.title} (${id.value})`,
  });
}

function idOf(patch: CreatePatch, table: PageTable): ReturnType<typeof checkId> {
  if (patch.page !== null) return checkId(patch.page, table);
  // A title in another script has no letter that an id may have.
  const named = `${patch.type.replaceAll("_", "-")}-${shortDigest(patch.title, 6)}`;
  return checkId(idFromTitle(patch.title) || named, table);
}

function checkId(text: string, table: PageTable): Result<NonNullable<ReturnType<typeof parsePageId>>, Refusal> {
  const id = parsePageId(text);
  if (id === null || id.includes("#")) return err(invalidId(text));
  const holder = table.byId.get(id);
  if (holder === undefined) return ok(id);
  return err({
    reason: "DESTRUCTIVE_OP",
    says: `The id “${id}” is taken by ${holder.path}; create never replaces a page.`,
    hint: `Append to it (pagefile append ${id} …) or choose another id with --id.`,
  });
}

function printPage(
  patch: CreatePatch,
  head: { readonly id: string; readonly scope: string; readonly pin: Pin; readonly now: Instant },
): string {
  const pairs: (readonly [string, YamlValue])[] = [
    ["id", head.id],
    ["type", patch.type],
    ["title", patch.title],
    ["scope", head.scope],
  ];
  if (head.pin !== "none") pairs.push(["pin", head.pin]);
  pairs.push(["version", 1], ["created", head.now], ["updated", head.now], ["origin", patch.origin]);
  if (patch.tags.length > 0) pairs.push(["tags", patch.tags]);
  if (patch.evidence.length > 0) pairs.push(["provenance", patch.evidence]);
  pairs.push(["fields", patch.fields]);
  const body = patch.value.trim() === "" ? "" : `${printFragment(patch.value, "\n")}\n`;
  return addFrontmatter(body, pairs);
}

/** A path that a file on disk or in HEAD holds, in any case: two files that differ in case are one on some systems. */
function pathTaken(path: PagePath, ground: ValidationInput): Refusal | null {
  const holder = ground.table.byFoldedPath.get(foldedPath(path));
  if (holder === undefined && ground.committed(path) === null) return null;
  const says = `${holder ?? path} exists already; create never replaces a file.`;
  // Whoever asks for a page that is there may do so because it can't be read.
  const why = ground.table.findings.find((each) => each.path === holder && each.severity === "error");
  if (why === undefined) return { reason: "DESTRUCTIVE_OP", says, hint: "Choose another id with --id." };
  return { reason: "DESTRUCTIVE_OP", says: `${says} ${why.says}`, hint: why.hint };
}

function invalidId(text: string): Refusal {
  return {
    reason: "SCHEMA_INVALID",
    says: `“${text.slice(0, limits.slugCharsMax)}” is not an id: a to z, 0 to 9 and dashes, at most 64, not opening with a dash.`,
    hint: "For example: --id travel-mornings",
  };
}

/** What the tool itself keeps; a patch that could set these could forge them. A section's keys are set by its own name, which has its pin. */
const reserved: ReadonlySet<string> = new Set(
  "id version created updated origin provenance compressed_of conflicts sections".split(" "),
);
const oidDigitsMin = 7;

export function setEdit(patch: SetPatch, page: PageEntry, ground: ValidationInput): Result<Edit, Refusal> {
  const asked = patch.key.split(".");
  if (asked.some((part) => part === "") || reserved.has(asked[0] ?? ""))
    return err({
      reason: "POLICY_VIOLATION",
      says: `“${patch.key}” is not a key a patch may set.`,
      hint: "Settable: title, type, scope, pin, tags, status, summary, compressed, min_fidelity, audience, fields.<name>; of a section, by its name: PAGE#SECTION.",
    });
  const key = page.slug === null ? asked : ["sections", page.slug, ...asked];
  const text = ground.committed(page.path);
  if (text === null) return ok({ kind: "set", key, value: patch.value, expected: undefined });
  const conflict = versionConflict(patch, page, text, ground);
  if (conflict !== null) return err(conflict);
  const current = readValue(page.path, text, key);
  if (!current.ok) return current;
  return ok({ kind: "set", key, value: patch.value, expected: current.value });
}

/** The base is the committed version, or digits of the committed blob id where the page keeps no version or two texts have the same. */
function versionConflict(
  patch: SetPatch,
  page: PageEntry,
  committed: string,
  { sharesVersion }: ValidationInput,
): Refusal | null {
  const oid = blobOid(new TextEncoder().encode(committed), page.oid.length === 64 ? "sha256" : "sha1");
  const version = readValue(page.path, committed, ["version"]);
  const current: YamlValue = version.ok ? (version.value ?? null) : null;
  const isNamed = patch.base.length >= oidDigitsMin && oid.startsWith(patch.base.toLowerCase());
  const isShared = !isNamed && typeof current === "number" && sharesVersion(page.path);
  if (isNamed || (typeof current === "number" && !isShared && patch.base === String(current))) return null;
  const now = typeof current === "number" ? `version ${current}` : `blob ${oid.slice(0, 10)}`;
  const base = typeof current === "number" && !isShared ? current : oid.slice(0, 10);
  return {
    reason: "VERSION_CONFLICT",
    says: isShared
      ? `“${page.id}” was edited by hand after it came to ${now}, and kept that number; it is at blob ${base} by now.`
      : `“${page.id}” is at ${now}; the patch was made on ${patch.base}.`,
    hint: `Read it again (pagefile show ${page.id}), then set with --base ${base}.`,
  };
}

// Move: a page into the archive and back, with its line in the archive index; its bytes never change.

export const indexHeader: string =
  "# Archive index\n\nOne line a cold page: id, title, where it came from, tags.\n\n";

export function moveChanges(patch: MovePatch, ground: ValidationInput): Result<Drafted, Refusal> {
  const guarded = guardPage(patch, ground);
  if (!guarded.ok) return guarded;
  const page = guarded.value;
  if (page.slug !== null)
    return err({
      reason: "POLICY_VIOLATION",
      says: `“${page.id}” is a section of ${page.path}; files are archived and restored whole.`,
      hint: `Name the file: pagefile archive ${shellWord(page.path)}`,
    });
  return patch.op === "archive" ? archive(page, patch, ground) : restore(page, patch, ground);
}

/** Where in the archive a page goes: one that is private by its place alone, since its bytes do not say it, goes to a place that says so. */
export function coldPath(profile: Profile, year: string, name: string, audience: FileRule["audience"]): string {
  const path = `${archiveFolder}/${year}/${name}`;
  const isTold = audience === "shared" || ruleFor(profile, path).audience === audience;
  return isTold ? path : `${archiveFolder}/${year}/private/${name}`;
}

/** Into the archive, and onto its list. */
export function archivedTo(page: PageEntry, to: PagePath): readonly Change[] {
  const edit = { kind: "add_line", header: indexHeader, line: indexLine(page, to) } as const;
  return [
    { kind: "move", from: page.path, to },
    { kind: "edit", path: archiveIndexPath as PagePath, edit },
  ];
}

function archive(page: PageEntry, patch: MovePatch, ground: ValidationInput): Result<Drafted, Refusal> {
  const to = placeIn(page, ground);
  if (to === null || isTaken(to, ground)) return err(taken(to ?? page.path));
  return ok({
    targets: [{ op: patch.op, id: page.id, path: to }],
    envelope: patch,
    changes: archivedTo(page, to),
    reason: "PRUNE_ARCHIVE",
    subject: `archive: ${page.title} (${page.id})`,
  });
}

/** A log that was written to after it had been archived goes beside what it was: `2026-11-20-2.md`. */
function placeIn(page: PageEntry, ground: ValidationInput): PagePath | null {
  const profile = profileOf(ground.config.profile);
  const placeOf = (name: string): PagePath | null =>
    parsePagePath(coldPath(profile, ground.now.slice(0, 4), `${name}.md`, page.audience));
  let place = placeOf(page.id);
  if (!page.implicit || page.type !== "conversation_segment") return place;
  for (let part = 2; place !== null && isTaken(place, ground); part += 1) place = placeOf(`${page.id}-${part}`);
  return place;
}

function isTaken(path: PagePath, ground: ValidationInput): boolean {
  return ground.table.byPath.has(path) || ground.committed(path) !== null;
}

function restore(page: PageEntry, patch: MovePatch, ground: ValidationInput): Result<Drafted, Refusal> {
  if (page.tier !== "cold") {
    return err({
      reason: "SCHEMA_INVALID",
      says: `“${page.id}” is not archived.`,
      hint: "List what is: pagefile pages --tier cold",
    });
  }
  const line = indexLineOf(ground.committed(archiveIndexPath as PagePath) ?? "", page.path);
  const to = (line === null ? null : cameFrom(line)) ?? parsePagePath(`${schema[page.type].folder}/${page.id}.md`);
  if (to === null || isTaken(to, ground)) return err(taken(to ?? page.path));
  const moved = { kind: "move", from: page.path, to } as const;
  const unlisted = {
    kind: "edit",
    path: archiveIndexPath as PagePath,
    edit: { kind: "remove_line", line: line ?? "" },
  } as const;
  return ok({
    targets: [{ op: patch.op, id: page.id, path: to }],
    envelope: patch,
    changes: line === null ? [moved] : [moved, unlisted],
    reason: "RESTORE",
    subject: `restore: ${page.title} (${page.id})`,
  });
}

/** `- [id](2026/id.md) — Title · from memory/x.md · tags` */
function indexLine(page: PageEntry, to: string): string {
  const link = `- [${page.id}](${to.slice(archiveFolder.length + 1)})`;
  const title = page.title.replace(/[\r\n·]+/g, " ").trim();
  const time = page.updated ?? page.created;
  const parts = [
    title,
    `from ${page.path}`,
    ...(time === null ? [] : [time.slice(0, 10)]),
    ...page.tags.map((tag) => `#${tag}`),
  ];
  return `${link} — ${parts.join(" · ")}`;
}

function indexLineOf(index: string, path: string): string | null {
  const link = `](${path.slice(archiveFolder.length + 1)}) — `;
  const line = index.split(/\r?\n/).find((candidate) => candidate.startsWith("- [") && candidate.includes(link));
  return line ?? null;
}

function cameFrom(line: string): PagePath | null {
  const part = line.split(" · ").find((piece) => piece.startsWith("from "));
  return part === undefined ? null : parsePagePath(part.slice("from ".length));
}

function taken(path: string): Refusal {
  return {
    reason: "DESTRUCTIVE_OP",
    says: `${path} exists already; a move never replaces a file.`,
    hint: "Rename one of the two first.",
  };
}

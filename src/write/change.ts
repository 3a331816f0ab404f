/**
 * Change: what a validated patch does to files, as data, with all that its commit says of it, and the rules on which pages it may touch and what
 * its grounds must look like. Changes that commands make of hand edits, of adopted files and of new ones are made here.
 */

import { type Instant, type Oid, type PageId, type PagePath, parsePagePath } from "../base/ids.js";
import { type Brand, err, ok, type Result } from "../base/result.js";
import type { FileState, FileWrite } from "../git/history.js";
import type { Config } from "../memory/config.js";
import { leftOut } from "../memory/included.js";
import type { OriginLabels } from "../memory/labels.js";
import { isPageFile } from "../memory/profile.js";
import { findPage, idFromPath, type PageEntry, type PageTable } from "../memory/table.js";
import type { YamlValue } from "../page/frontmatter/print.js";
import { parseDigest } from "../page/meta.js";
import type { AcceptedReason, Refusal } from "../rules/refusal.js";
import type { Cut } from "./entry/entries.js";
import { bump } from "./entry/keys.js";
import { revertText } from "./merge/merge.js";
import type { Choice } from "./merge/settle.js";
import type { Patch, PatchEnvelope } from "./patch.js";

// Change: what a validated patch does to files, as data, with all that its commit says of it.

export type Edit =
  /** The file must not exist. */
  | { readonly kind: "create"; readonly text: string }
  | { readonly kind: "delete" }
  /** Entries that are there already (by digest) are left out. */
  | {
      readonly kind: "append";
      readonly slug: string | null;
      readonly entries: readonly string[];
    }
  /** `expected` is the committed value: a key that was edited by hand and not committed is not overwritten. */
  | {
      readonly kind: "set";
      readonly key: readonly string[];
      readonly value: YamlValue;
      readonly expected: YamlValue | undefined;
    }
  | {
      readonly kind: "merge";
      readonly keys: readonly MergeKey[];
      readonly slug: string | null;
      readonly entries: readonly string[];
    }
  /** One line of a line-oriented file such as the archive index. */
  | {
      readonly kind: "add_line";
      readonly header: string;
      readonly line: string;
    }
  | { readonly kind: "remove_line"; readonly line: string }
  /** Frontmatter for a file that has none; keys that are there stay as they are. */
  | {
      readonly kind: "adopt";
      readonly pairs: readonly (readonly [string, YamlValue])[];
    }
  /** Takes back what led from `to` to `from`, and keeps what came since (three-way). */
  | {
      readonly kind: "revert";
      readonly from: string | null;
      readonly to: string | null;
      /** Where the text is `from` to the byte it becomes `to` to the byte, its version too. */
      readonly exact?: true;
    }
  /** Entries that the same commit adds to `into`, which is checked on the outcome. */
  | ({ readonly kind: "cut"; readonly into: PagePath } & Cut)
  /** An entry that a person wants gone; of several that say the same, this copy (from 0). */
  | { readonly kind: "remove"; readonly digest: string; readonly copy: number }
  /** The compressed text made anew from the very body it stands above. */
  | { readonly kind: "variant" }
  | CorrectEdit
  | RewriteEdit
  /** Conflicts decided; a text that does not keep them stays as it is. */
  | { readonly kind: "resolve"; readonly choices: readonly Choice[] };

export interface MergeKey {
  readonly key: readonly string[];
  readonly value: YamlValue;
}

/** The entry with this digest becomes `markdown`, which holds its first words; a text without the entry is refused. */
export interface CorrectEdit {
  readonly kind: "correct";
  readonly digest: string;
  readonly markdown: string;
}

export type Change =
  | { readonly kind: "edit"; readonly path: PagePath; readonly edit: Edit }
  /** The file keeps its bytes, in HEAD, in the index and on disk alike. */
  | { readonly kind: "move"; readonly from: PagePath; readonly to: PagePath }
  /** Where HEAD has no such file, the text on disk is where the edit (if any) begins. */
  | {
      readonly kind: "track";
      readonly path: PagePath;
      readonly edit: Edit | null;
    }
  /** What stands on disk by hand goes into HEAD and the index, as long as its blob is still `work`. */
  | { readonly kind: "take"; readonly path: PagePath; readonly work: Oid };

/** A page a commit is about, as the trailers name it. */
export interface Target {
  readonly op:
    | Patch["op"]
    | "revert"
    | "adopt"
    | "resolve"
    | "approve"
    | "trim"
    | "edit"
    | "variant"
    | "correct"
    | "remove"
    | "rename"
    | "delete";
  readonly id: PageId;
  readonly path: PagePath;
}

/** Changes that passed, with all that the commit says of them. Made only by the functions that judge a change. */
export type Validated = Brand<Drafted, "Validated">;

/** The same before it carries the brand. */
export interface Drafted {
  readonly targets: readonly Target[];
  readonly changes: readonly Change[];
  readonly reason: AcceptedReason;
  readonly subject: string;
  readonly envelope: PatchEnvelope;
  /** Why, in the words of whoever asked. */
  readonly because?: string;
  /** Lines of `Pagefile-Label`: the texts in it whose origin is not trusted. */
  readonly labels?: readonly string[];
  /** Lines of `Pagefile-Approved`; their commit is made even where no file changes. */
  readonly approved?: readonly string[];
  /** The patches of it, where they are several: each stands for its own writer. */
  readonly parts?: readonly Validated[];
}

/** Every path the changes read or write, in order. */
export function pathsIn(changes: readonly Change[]): readonly PagePath[] {
  return changes.flatMap((change) => (change.kind === "move" ? [change.from, change.to] : [change.path]));
}

// EvidenceForm: the forms in which a patch names what it rests on, and what each has to look like before anything is looked up.

/** What a piece of evidence names, as far as its own words tell. */
type EvidenceNamed =
  | {
      readonly kind: "session" | "page" | "commit" | "sha256" | "tool" | "url" | "user_message";
      readonly name: string;
    }
  /** `#` may begin a line or an entry, or belong to the name: the whole comes first. */
  | { readonly kind: "file"; readonly name: string; readonly paths: readonly PagePath[] };

/** Why a form is none, and what would be one. */
export interface Misspelled {
  readonly says: string;
  readonly hint: string;
}

const forms: Readonly<Record<EvidenceNamed["kind"], string>> = {
  session: "session:ID#L120",
  page: "page:ID",
  file: "file:PATH#L12",
  commit: "commit:OID",
  sha256: "sha256:DIGEST",
  tool: "tool:NAME",
  url: "url:https://…",
  user_message: "user_message:ID",
};

const knownForms: string = `Known forms: ${Object.values(forms).join(", ")}.`;

/** Pure: whether what is named is there is for whoever can look. */
export function parseEvidence(evidence: string): Result<EvidenceNamed, Misspelled> {
  const colon = evidence.indexOf(":");
  const kind = evidence.slice(0, Math.max(0, colon));
  const rest = evidence.slice(colon + 1);
  if (!Object.hasOwn(forms, kind) || rest.trim() !== rest || rest === "")
    return err({ says: `The evidence “${evidence}” has no known form.`, hint: knownForms });
  const form = kind as EvidenceNamed["kind"];
  if (form === "file") return fileNamed(evidence, rest);
  if (form === "url") return urlNamed(evidence, rest);
  if (form === "commit" && !/^[0-9a-f]{7,64}$/.test(rest))
    return wrong(evidence, "no commit's id: 7 to 64 of 0 to 9 and a to f", "git log --format=%H tells the ids.");
  if (form === "sha256" && parseDigest(evidence) === null) {
    const hint = "Copy it whole from the field digest of its page.";
    return wrong(evidence, "no digest: 64 of 0 to 9 and a to f follow sha256:", hint);
  }
  return ok({ kind: form, name: form === "session" ? withoutFragment(rest) : rest });
}

function fileNamed(evidence: string, rest: string): Result<EvidenceNamed, Misspelled> {
  const names = [...new Set([rest, withoutFragment(rest)])];
  const paths = names.flatMap((name) => parsePagePath(name) ?? []);
  if (paths.length > 0) return ok({ kind: "file", name: rest, paths });
  const hint = "Name it from the memory's folder, lines behind “#”: file:notes/call.md#L12";
  return wrong(evidence, "no path below the memory", hint);
}

function urlNamed(evidence: string, rest: string): Result<EvidenceNamed, Misspelled> {
  const hint = "For example: url:https://example.org/page";
  if (/\s/u.test(rest) || !URL.canParse(rest)) return wrong(evidence, "no address", hint);
  const { protocol, username, password, hostname } = new URL(rest);
  if ((protocol !== "https:" && protocol !== "http:") || hostname === "")
    return wrong(evidence, "no address of http or https", hint);
  if (username === "" && password === "") return ok({ kind: "url", name: rest });
  // What stands before the host may be a password that no detector knows: it is not repeated.
  const says = `The evidence “url:${protocol}//…@${hostname}…” holds a login, which no memory should.`;
  return err({ says, hint: "Leave out what stands before “@”." });
}

function wrong(evidence: string, what: string, hint: string): Result<never, Misspelled> {
  return err({ says: `The evidence “${evidence}” is ${what}.`, hint: `${hint} ${knownForms}` });
}

/** Before the last `#`, where something stands before it. */
function withoutFragment(name: string): string {
  const hash = name.lastIndexOf("#");
  return hash > 0 ? name.slice(0, hash) : name;
}

// Policy: which pages a patch may touch, and on whose word.

/** The page is there, and Pagefile's to write. */
export function guardPage(
  patch: Exclude<Patch, { op: "create" }>,
  { table, config }: Pick<ValidationInput, "table" | "config">,
): Result<PageEntry, Refusal> {
  const page = findPage(table, patch.page);
  if (page === null) {
    const out = leftOut(config, patch.page);
    if (out !== null) return err({ reason: "POLICY_VIOLATION", ...out });
    return err({
      reason: "SCHEMA_INVALID",
      says: `There is no page “${patch.page}”.`,
      hint: "List the pages with: pagefile pages",
    });
  }
  if (!page.writable) {
    return err({
      reason: "POLICY_VIOLATION",
      says: `${page.path} is an instruction file that you wrote; Pagefile reads and measures it and never writes it.`,
      hint: "Edit it by hand, or keep the rule as a page: pagefile new --type constraint …",
    });
  }
  if (page.tier === "cold" && patch.op !== "restore") {
    return err({
      reason: "POLICY_VIOLATION",
      says: `“${page.id}” is archived (${page.path}).`,
      hint: `Bring it back first: pagefile restore ${page.id}`,
    });
  }
  return ok(page);
}

/** Nothing is written where nobody would read it back: each page that comes to be, or comes back, is one by the configuration. */
export function guardIncluded({ targets, changes }: Drafted, { config, session }: ValidationInput): Refusal | null {
  if (session !== undefined) return null;
  const places = changes.flatMap((change) => (change.kind === "move" ? [change.to] : [change.path]));
  const made = targets.filter(({ op, path }) => (op === "create" || op === "restore") && places.includes(path));
  const out = made.map(({ path }) => leftOut(config, path)).find((each) => each !== null);
  return out === undefined ? null : { reason: "POLICY_VIOLATION", ...out };
}

/** Evidence has a known form, and what it names is there, as far as the ground can tell. */
export function guardProvenance(
  patch: PatchEnvelope,
  ground: Pick<ValidationInput, "table" | "unresolved">,
): Refusal | null {
  for (const evidence of patch.evidence) {
    const named = parseEvidence(evidence);
    if (!named.ok) return { reason: "PROVENANCE_DANGLING", ...named.error };
    const { kind, name } = named.value;
    // The session that writes is there, whoever else knows it.
    if (kind === "session" && name === patch.session) continue;
    if (kind === "page" && findPage(ground.table, name) === null)
      return dangling(evidence, `there is no page “${name}”`, "List the pages with: pagefile pages");
    const missing = ground.unresolved?.(evidence) ?? null;
    if (missing !== null) return dangling(evidence, missing.says, missing.hint);
  }
  return null;
}

function dangling(evidence: string, why: string, hint: string): Refusal {
  return { reason: "PROVENANCE_DANGLING", says: `The evidence “${evidence}” does not resolve: ${why}.`, hint };
}

// Adoption: existing files taken into the history as they are, with frontmatter only where it was asked for.

export interface Adoption {
  readonly files: readonly AdoptedFile[];
  /** Taken in without being pages. */
  readonly others: readonly PagePath[];
  readonly op: AdoptionOp;
}

/** `frontmatter`: write id, type and title into the file; `as_is`: only let git know it. */
export interface AdoptedFile {
  readonly path: PagePath;
  readonly how: "frontmatter" | "as_is";
}

/** `adopt`: into a memory that is there. `start`: what a new memory begins with. */
type AdoptionOp = "adopt" | "start";

export function validateAdoption(
  { files, others, op }: Adoption,
  envelope: PatchEnvelope,
  ground: ValidationInput,
): Result<Validated, Refusal> {
  const targets: Target[] = [];
  const changes: Change[] = others.map((path) => ({ kind: "track", path, edit: null }));
  for (const file of files) {
    const page = ground.table.byPath.get(file.path);
    if (page === undefined) {
      return err({
        reason: "SCHEMA_INVALID",
        says: `${file.path} is no longer a page.`,
        hint: "Look at: pagefile status",
      });
    }
    targets.push({ op: "adopt", id: page.id, path: page.path });
    const edit = file.how === "as_is" ? null : ({ kind: "adopt", pairs: pairsFor(page) } as const);
    changes.push({ kind: "track", path: page.path, edit });
  }
  const subject = subjectOf(op, targets, others);
  return ok({ targets, changes, reason: "ADOPT", subject, envelope } as unknown as Validated);
}

function subjectOf(op: AdoptionOp, pages: readonly Target[], others: readonly PagePath[]): string {
  const count = `${pages.length} ${pages.length === 1 ? "page" : "pages"}`;
  if (op === "start") return pages.length === 0 ? "start: a memory" : `start: a memory of ${count}`;
  // What is no page is named where nothing else is.
  const first = pages[0]?.path ?? others[0];
  return pages.length < 2 && first !== undefined ? `adopt: ${first}` : `adopt: ${count}`;
}

/** What the path implied until now; a gathering file says that it gathers, because a typed page otherwise is one page. */
function pairsFor(page: PageEntry): readonly (readonly [string, YamlValue])[] {
  const pairs: (readonly [string, YamlValue])[] = [
    ["id", page.id],
    ["type", page.type],
    ["title", page.title],
  ];
  if (page.pin !== "none") pairs.push(["pin", page.pin]);
  if (page.sections.length > 0) pairs.push(["sections", {}]);
  return pairs;
}

// TakeIn: words that stand on disk and in no commit, committed as they stand: a person's own edit, made durable for them.

/** A page whose text on disk is not HEAD's, and the blob that was looked at. */
export interface HandFile {
  readonly path: PagePath;
  readonly work: Oid;
}

/** The commit a person would have made: no night counts it as its own, and no undoing of a night takes it back. */
export function validateTakeIn(
  files: readonly HandFile[],
  envelope: PatchEnvelope,
  ground: ValidationInput,
): Result<Validated, Refusal> {
  const targets: Target[] = [];
  for (const { path } of files) {
    const page = ground.table.byPath.get(path);
    if (page === undefined || !page.writable) return err(movedOn(path));
    targets.push({ op: ground.committed(path) === null ? "create" : "edit", id: page.id, path });
  }
  const first = targets[0]?.path ?? "";
  return ok({
    targets,
    changes: files.map(({ path, work }) => ({ kind: "take", path, work })),
    reason: "MANUAL_EDIT",
    subject: `take in: ${files.length === 1 ? first : `${files.length} files`} as on disk`,
    envelope,
  } as unknown as Validated);
}

/** `broken` says why the words would make no page. Words that somebody staged in part are theirs to commit. */
export function takenWrite(
  { path, work }: HandFile,
  state: FileState,
  broken: (bytes: Uint8Array) => Refusal | null,
): Result<FileWrite, Refusal> {
  const ids = { head: state.head?.oid ?? null, index: state.index?.oid ?? null, work: state.work?.oid ?? null };
  if (state.work === null || ids.work !== work || ids.index !== ids.head) return err(movedOn(path));
  const { bytes } = state.work;
  const refusal = broken(bytes);
  return refusal === null ? ok({ path, before: ids, head: bytes, index: bytes, work: bytes }) : err(refusal);
}

function movedOn(path: PagePath): Refusal {
  return {
    reason: "VERSION_CONFLICT",
    says: `${path} is not what it was when its words were looked at.`,
    hint: "Somebody is writing or staging it; try again.",
  };
}

// HandEdit: pages that a person edited, made or removed by hand, committed as they stand on disk.

/** One file as it was judged; null where there is none. */
export interface HandEdit {
  readonly path: PagePath;
  readonly id: PageId;
  readonly head: Oid | null;
  readonly work: Oid | null;
}

/**
 * Only files that still are what was judged, in HEAD and on disk: one that moved on is left for whoever judges it again. The edits
 * have passed the rules of a commit by hand before they come here.
 */
export function validateHandEdits(
  edits: readonly HandEdit[],
  envelope: PatchEnvelope,
  states: ReadonlyMap<string, FileState>,
): Result<Validated, Refusal> {
  const asked = edits.map((edit) => ({ edit, state: states.get(edit.path) }));
  const stands = asked.flatMap(({ edit, state }) =>
    state !== undefined && oid(state.head) === edit.head && oid(state.work) === edit.work ? [edit] : [],
  );
  const first = stands[0];
  const what = stands.length === 1 && first !== undefined ? first.id : `${stands.length} pages`;
  return ok({
    targets: stands.map(targetOf),
    changes: stands.map(changeOf),
    reason: "MANUAL_EDIT",
    subject: `edit by hand: ${what}`,
    envelope,
  } as unknown as Validated);
}

function targetOf({ path, id, head, work }: HandEdit): Target {
  return { op: work === null ? "delete" : head === null ? "create" : "edit", id, path };
}

function changeOf({ path, work }: HandEdit): Change {
  return work === null ? { kind: "edit", path, edit: { kind: "delete" } } : { kind: "take", path, work };
}

function oid(blob: FileState["head"]): Oid | null {
  return blob?.oid ?? null;
}

// Rewrite: a text that its writer had read becomes another; a text that is not the one read takes the same change where nothing clashes.

interface RewriteEdit {
  readonly kind: "rewrite";
  /** What the writer had before its eyes: the text on disk. */
  readonly from: string;
  readonly to: string;
}

export function rewriteText(path: string, text: string, edit: RewriteEdit, now: Instant): Result<string, Refusal> {
  const { from, to } = edit;
  if (text === from) return isPageFile(path) ? bump(path, from, ok(to), now) : ok(to);
  // HEAD or the index, beside an edit by hand that nobody committed: what the writer changed there is changed here too.
  const merged = revertText(path, text, { from, to }, now);
  return merged.ok && merged.value !== null ? ok(merged.value) : err(onlyByHand(path));
}

function onlyByHand(path: string): Refusal {
  return {
    reason: "VERSION_CONFLICT",
    says: `${path} was edited by hand and not committed, and the change is to those words or right beside them.`,
    hint: "Leave that place alone, or let the person commit the file first (git diff shows the edit).",
  };
}

// Begin: plain files of the day that nobody has made yet, so that words can be appended to them like to any page.

/** Files that HEAD has are left out; one that stands on disk alone is refused by the plan, because it is somebody's. */
export function validateBegin(
  files: readonly { readonly path: PagePath; readonly text: string }[],
  envelope: PatchEnvelope,
  ground: ValidationInput,
): Result<Validated, Refusal> {
  const fresh = files.filter(({ path }) => ground.committed(path) === null);
  const first = fresh[0]?.path ?? "";
  return ok({
    targets: fresh.map(({ path }): Target => ({ op: "create", id: idFromPath(path), path })),
    changes: fresh.map(({ path, text }): Change => ({ kind: "edit", path, edit: { kind: "create", text } })),
    reason: "CAPTURE",
    subject: `begin: ${fresh.length === 1 ? first : `${fresh.length} files`}`,
    envelope,
  } as unknown as Validated);
}

// ValidationInput: what validation reads besides the patch itself.

/** What validation reads besides the patch; `committed` gives HEAD's text of a path, null where HEAD has none. */
export interface ValidationInput {
  readonly table: PageTable;
  readonly config: Config;
  readonly now: Instant;
  readonly committed: (path: PagePath) => string | null;
  /** What the commits so far say of texts from outside; absent where there is no history. */
  readonly labels?: OriginLabels;
  /** The session whose own pages these are; absent for the pages of the memory. */
  readonly session?: string;
  /** Why what a piece of evidence names is not there; null where it is, or is still to be looked up. Absent, its form alone counts. */
  readonly unresolved?: (evidence: string) => Misspelled | null;
}

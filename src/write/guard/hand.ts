/**
 * Hand: what people wrote by hand: what a commit of it may not bring or take (secrets, text that stands for other text, an open conflict, a page that
 * stays on this machine, what is pinned), and the changes that commit it as it stands.
 */

import type { Oid, PageId, PagePath } from "../../base/ids.js";
import { fenceReader, lineAt } from "../../base/lines.js";
import { err, ok, type Result, tally } from "../../base/result.js";
import { clip, shellWord } from "../../base/text.js";
import type { FileState, FileWrite } from "../../git/history.js";
import type { Config } from "../../memory/config.js";
import type { Memory } from "../../memory/memory.js";
import { profileOf, ruleFor } from "../../memory/profile.js";
import { idFromPath, type PageEntry } from "../../memory/table.js";
import { decodePage, sameValue } from "../../page/decode.js";
import type { YamlValue } from "../../page/frontmatter/print.js";
import { readFrontmatter } from "../../page/frontmatter/scan.js";
import { emptyMeta, type PageMeta, readMeta } from "../../page/meta.js";
import { type Finding, type Scope, schema } from "../../page/page.js";
import { findElisions, type Refusal } from "../../rules/refusal.js";
import { findSecrets, isSameSecret, redactSecrets } from "../../rules/secret-keys.js";
import type { Change, Drafted, Target, Validated, ValidationInput } from "../change.js";
import type { PatchEnvelope } from "../patch.js";

/** One path that differs between HEAD and the index of the commit being made; paths are below the work tree's top. */
export interface StagedFile {
  readonly path: string;
  readonly status: "added" | "changed" | "deleted";
  /** As git writes it: `100644`, `120000`; `000000` for a deletion. */
  readonly mode: string;
  /** The staged blob; null for a deletion. */
  readonly oid: Oid | null;
  /** The blob in HEAD; null for an addition. */
  readonly before: Oid | null;
}

/** `path` is the one to show. `before` is HEAD's version: what stood there already is not this commit's doing. */
export function contentFindings(
  path: string,
  page: HookPage,
  context: { readonly before: HookPage | null; readonly scope: Scope },
): readonly Finding[] {
  const { before, scope } = context;
  const open = openConflict(page.text);
  // A page that was like that in HEAD is no worse for this commit, and a value that is none of ours is another program's.
  const known = new Set(before?.findings.map(({ code }) => code));
  const errors = page.findings.filter(({ severity, code }) => severity === "error" && !known.has(code));
  return [
    // Frontmatter with a conflict in it cannot be read either, and one reason is enough.
    ...(open === null ? errors.map((finding): Finding => ({ ...finding, severity: "error", path })) : []),
    ...(before === null ? secretsInName(path) : []),
    ...secrets(path, page.text, before?.text ?? ""),
    ...elisions(path, page, before),
    ...(open === null || (before !== null && openConflict(before.text) !== null) ? [] : [conflict(path, open)]),
    ...(page.meta.scope === before?.meta.scope ? [] : privateScope(path, page, scope)),
  ];
}

/**
 * The line on which git's conflict marks begin; null where there are none. Outside fenced code, where somebody may show them.
 * A line of seven `<` or `>` with a name behind it is enough: half a conflict is left when the other half was deleted.
 */
function openConflict(text: string): number | null {
  const isCode = fenceReader();
  let parted = false;
  for (const [index, line] of text.split("\n").entries()) {
    if (isCode(line)) continue;
    if (/^<{7}(?:[ \t]|\r?$)/.test(line)) return index + 1;
    else if (/^>{7}[ \t]/.test(line) && parted) return index + 1;
    else if (/^={7}\r?$/.test(line)) parted = true;
  }
  return null;
}

function secrets(path: string, text: string, before: string): readonly Finding[] {
  const found = findSecrets(text);
  if (found.length === 0) return [];
  const known = findSecrets(before).map(({ start, end }) => before.slice(start, end));
  const fresh = found.filter(({ start, end }) => !known.some((old) => isSameSecret(old, text.slice(start, end))));
  return fresh.map(({ start, redacted }) =>
    secret(path, lineAt(text, start), `There is a secret here: ${redacted}.`),
  );
}

function secretsInName(path: string): readonly Finding[] {
  const found = findSecrets(path)[0];
  if (found === undefined) return [];
  return [secret(redactSecrets(path), 0, `The file's name holds a secret: ${found.redacted}.`)];
}

function secret(path: string, line: number, says: string): Finding {
  const hint =
    "Write where it is kept instead of the secret itself. What was staged stays in .git until `git gc --prune=now`; a secret that others may have seen has to be changed.";
  return { code: "secret_detected", severity: "error", path, line, says, hint };
}

/** In frontmatter a list of short words can read like an omission, so only blanks are looked for there. */
function elisions(path: string, page: HookPage, before: HookPage | null): readonly Finding[] {
  const found = elisionsIn(page);
  if (found.length === 0) return [];
  const known = new Set(before === null ? [] : elisionsIn(before).map(({ text }) => text));
  return found
    .filter(({ text }) => !known.has(text))
    .map(({ kind, line, text }) => {
      const omission = kind === "omission";
      const what = omission ? "stands for text that was left out" : "is a blank that redaction left";
      const hint = omission
        ? "Put the text itself back: a page is all there is. To write about such words, put them in `backticks`."
        : "Leave it out, or name where the value is kept. To write about such a blank, put it in `backticks`.";
      const says = `“${redactSecrets(text)}” ${what}.`;
      return { code: "elision_detected", severity: "error", path, line, says, hint };
    });
}

function elisionsIn({ text, bodyStart }: HookPage): ReturnType<typeof findElisions> {
  const above = lineAt(text, bodyStart) - 1;
  const head = findElisions(text.slice(0, bodyStart)).filter(({ kind }) => kind === "redaction");
  return [...head, ...findElisions(text.slice(bodyStart)).map((one) => ({ ...one, line: one.line + above }))];
}

function conflict(path: string, line: number): Finding {
  const says = "git's conflict marks stand in the page, and a prompt would show them.";
  const hint = "Keep what is right, delete the lines `<<<<<<<`, `=======` and `>>>>>>>`, and `git add` the page.";
  return { code: "conflict_marker", severity: "error", path, line, says, hint };
}

/** A memory may itself be somebody's private one; then its pages are where they belong. */
function privateScope(path: string, { text, meta }: HookPage, store: Scope): readonly Finding[] {
  const { scope } = meta;
  if ((scope !== "session" && scope !== "local") || scope === store) return [];
  const line = lineAt(text, Math.max(0, text.search(/^["']?scope["']?[ \t]*:/m)));
  const says = `Pages of scope ${scope} are not kept in the shared history, so they cannot be committed here.`;
  const hint = `Keep it out with \`git reset -q -- ${shellWord(path)}\`, or give it \`scope: project\` if others may read it.`;
  return [{ code: "scope_denied", severity: "error", path, line, says, hint }];
}

// HookPins: what a hand edit takes from a page that stands in every prompt; a person may, but says so with a word.

/** The trailer that lets a commit take something away which it would be asked about. */
export const allowWord = "Pagefile-Allow: DESTRUCTIVE_OP";

/** One version of a page under its path. */
export interface Version {
  readonly page: StagedPage;
  readonly at: HookPage;
}

/**
 * `after` is null where the page is deleted; it has another path where it moved. Adding is never asked about, nor is moving
 * lines around: only what is gone counts.
 */
export async function pinFindings(before: Version, after: Version | null): Promise<readonly Finding[]> {
  const kept = await pinnedText(before);
  if (kept === null) return [];
  const { path } = before.page.file;
  if (after === null) return [ask(path, 0, "This page is pinned hard, and the commit deletes it.")];
  const lost = lostIn(kept, after.at.text.slice(after.at.bodyStart));
  const line = lost === null ? 0 : lineAt(before.at.text, lost.offset);
  const place = after.page.file.path;
  return [
    ...(isWeaker(before, after) ? [ask(place, 0, "This page was pinned hard, and no longer is.")] : []),
    ...lostFields(before.at.meta, after.at.meta).map((name) =>
      ask(place, 0, `“${name}” of a page that is pinned hard was changed or removed.`),
    ),
    ...(lost === null
      ? []
      : [ask(place, 0, `A line of a page that is pinned hard is gone: “${lost.text}” (line ${line} in HEAD).`)]),
  ];
}

interface Stretch {
  readonly offset: number;
  readonly text: string;
}

/** Whether the page, a section of it or one of its entries may be pinned hard. */
export function mayBePinned(page: StagedPage, { text, meta }: HookPage): boolean {
  return isHard(page, meta) || pinnedSections(meta).length > 0 || text.includes("[pinned]");
}

/** The parts of a body that are pinned hard; null where none is. Sections are looked for only where one of them is pinned. */
async function pinnedText({ page, at }: Version): Promise<readonly Stretch[] | null> {
  const { text, bodyStart, meta } = at;
  if (isHard(page, meta)) return [{ offset: bodyStart, text: text.slice(bodyStart) }];
  const pinned = pinnedSections(meta);
  if (pinned.length === 0) return null;
  const { sectionSpans } = await import("../../page/markdown/outline.js");
  return sectionSpans(text, bodyStart)
    .filter(({ slug }) => pinned.includes(slug))
    .map(({ start, end }) => ({ offset: start, text: text.slice(start, end) }));
}

function isHard(page: StagedPage, meta: PageMeta): boolean {
  const rule = ruleFor(profileOf(page.config.profile), page.path);
  return (meta.pin ?? (meta.type == null ? rule : schema[meta.type]).pin) === "hard";
}

function pinnedSections(meta: PageMeta): readonly string[] {
  return Object.keys(meta.sections).filter((slug) => meta.sections[slug]?.pin === "hard");
}

function isWeaker(before: Version, after: Version): boolean {
  if (isHard(after.page, after.at.meta)) return false;
  if (isHard(before.page, before.at.meta)) return true;
  const still = pinnedSections(after.at.meta);
  return pinnedSections(before.at.meta).some((slug) => !still.includes(slug));
}

/** The first line that the new body has fewer times than the old; blank lines and space around a line do not count. */
function lostIn(stretches: readonly Stretch[], body: string): Stretch | null {
  const left = tally(body.split("\n").map((line) => line.trim()));
  for (const { offset, text } of stretches) {
    let at = offset;
    for (const line of text.split("\n")) {
      const said = line.trim();
      const count = left.get(said) ?? 0;
      if (said !== "" && count === 0) return { offset: at, text: clip(said, 60) };
      left.set(said, count - 1);
      at += line.length + 1;
    }
  }
  return null;
}

/** A pinned page is shown by its fields where there is no room for more, so they are as much of it as its lines. */
function lostFields(before: PageMeta, after: PageMeta): readonly string[] {
  const names = Object.keys(before.fields).filter((name) => !sameValue(before.fields[name], after.fields[name]));
  return names.map((name) => `fields.${name}`);
}

function ask(path: string, line: number, says: string): Finding {
  const hint = `If you mean it, say so in the message: git commit --trailer "${allowWord}" …`;
  return { code: "destructive_op", severity: "error", path, line, says, hint };
}

// HookPage: one version of a page as a commit hook sees it: its text and what its frontmatter says, without parsing its Markdown.

/** One page file of the commit; `path` is below the memory root, `prefix` the root below the work tree's top. */
export interface StagedPage {
  readonly file: StagedFile;
  readonly prefix: string;
  readonly path: string;
  readonly config: Config;
}

export interface HookPage {
  /** Empty where the bytes are no text. */
  readonly text: string;
  /** 0 where there is no frontmatter, or none that can be read. */
  readonly bodyStart: number;
  readonly meta: PageMeta;
  /** As `memory/facts` finds them, but for remarks on the body. */
  readonly findings: readonly Finding[];
}

/** Loading a Markdown parser would take longer than a whole `git commit`, and nothing that is asked here depends on one. */
export function readHookPage(path: string, bytes: Uint8Array): HookPage {
  const decoded = decodePage(path, bytes);
  if (!decoded.ok) return { text: "", bodyStart: 0, meta: emptyMeta, findings: [decoded.error] };
  const text = decoded.value;
  const scanned = readFrontmatter(path, text);
  if (!scanned.ok) return { text, bodyStart: 0, meta: emptyMeta, findings: [scanned.error] };
  if (scanned.value === null) return { text, bodyStart: 0, meta: emptyMeta, findings: [] };
  const { meta, findings } = readMeta(path, scanned.value, (offset) => lineAt(text, offset));
  return { text, bodyStart: scanned.value.span.end, meta, findings };
}

/** Why a commit by hand of what stands on disk would be refused; null where it would not. */
export async function whyNot(memory: Memory, state: FileState): Promise<string | null> {
  const { path, work, head, index } = state;
  if (work === null) return "It is not on disk.";
  if ((index?.oid ?? null) !== (head?.oid ?? null)) return "It is staged, so a commit of it is being made.";
  const page = memory.table.byPath.get(path);
  if (page === undefined) return told(memory.files.get(path)?.data.findings?.[0]);
  const after = readHookPage(path, work.bytes);
  const before = head === null ? null : readHookPage(path, head.bytes);
  const isFresh = before?.meta.id !== after.meta.id;
  const wrong = [
    ...memory.table.findings.filter((one) => isFresh && one.path === path && one.code === "id_duplicate"),
    ...contentFindings(path, after, { before, scope: memory.config.scope }),
    ...(before === null ? [] : await pinsLost(memory, path, { before, after })),
  ][0];
  return wrong === undefined ? null : told(wrong);
}

function told(finding: Finding | undefined): string {
  if (finding === undefined) return "It is not a page.";
  return finding.line > 0 ? `Line ${finding.line}: ${finding.says}` : finding.says;
}

/** `pinFindings` of a page that stands on disk; `after` is null where it is deleted. */
export function pinsLost(
  memory: Memory,
  path: PagePath,
  { before, after }: { readonly before: HookPage; readonly after: HookPage | null },
): ReturnType<typeof pinFindings> {
  const file = { path, status: "changed", mode: "100644", oid: null, before: null } as const;
  const page = { file, prefix: "", path, config: memory.config };
  return pinFindings({ page, at: before }, after === null ? null : { page, at: after });
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
  const drafted: Drafted = { targets, changes, reason: "ADOPT", subject, envelope };
  return ok(drafted as Validated);
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
  /** git is known to store just these bytes. */
  readonly exact?: boolean;
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
  const drafted: Drafted = {
    targets,
    changes: files.map(({ path, work }) => ({ kind: "take", path, work })),
    reason: "MANUAL_EDIT",
    subject: `take in: ${files.length === 1 ? first : `${files.length} files`} as on disk`,
    envelope,
  };
  return ok(drafted as Validated);
}

/** With the line ends that are committed, where those are all LF: `core.autocrlf` or an attribute `eol` gives a checkout others. */
function endedAs(bytes: Uint8Array, committed: Uint8Array | null): Uint8Array {
  if (committed === null || committed.includes(carriageReturn) || !bytes.includes(carriageReturn)) return bytes;
  return Buffer.from(Buffer.from(bytes).toString("latin1").replaceAll("\r\n", "\n"), "latin1");
}

const carriageReturn = 13;

/** `broken` says why the words would make no page. Words that somebody staged in part are theirs to commit. */
export function takenWrite(
  { path, work, exact }: HandFile,
  state: FileState,
  broken: (bytes: Uint8Array) => Refusal | null,
): Result<FileWrite, Refusal> {
  const ids = { head: state.head?.oid ?? null, index: state.index?.oid ?? null, work: state.work?.oid ?? null };
  if (state.work === null || ids.work !== work || ids.index !== ids.head) return err(movedOn(path));
  const { bytes: disk } = state.work;
  const bytes = exact === true ? disk : endedAs(disk, state.head?.bytes ?? null);
  const refusal = broken(bytes);
  return refusal === null ? ok({ path, before: ids, head: bytes, index: bytes, work: disk }) : err(refusal);
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
  /** git is known to store just the bytes on disk. */
  readonly exact?: boolean;
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
    state !== undefined && oidOf(state.head) === edit.head && oidOf(state.work) === edit.work ? [edit] : [],
  );
  const first = stands[0];
  const what = stands.length === 1 && first !== undefined ? first.id : `${stands.length} pages`;
  const drafted: Drafted = {
    targets: stands.map(targetOf),
    changes: stands.map(changeOf),
    reason: "MANUAL_EDIT",
    subject: `edit by hand: ${what}`,
    envelope,
  };
  return ok(drafted as Validated);
}

function targetOf({ path, id, head, work }: HandEdit): Target {
  return { op: work === null ? "delete" : head === null ? "create" : "edit", id, path };
}

function changeOf({ path, work, exact }: HandEdit): Change {
  if (work === null) return { kind: "edit", path, edit: { kind: "delete" } };
  return exact === true ? { kind: "take", path, work, exact } : { kind: "take", path, work };
}

function oidOf(blob: FileState["head"]): Oid | null {
  return blob?.oid ?? null;
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
  const drafted: Drafted = {
    targets: fresh.map(({ path }): Target => ({ op: "create", id: idFromPath(path), path })),
    changes: fresh.map(({ path, text }): Change => ({ kind: "edit", path, edit: { kind: "create", text } })),
    reason: "CAPTURE",
    subject: `begin: ${fresh.length === 1 ? first : `${fresh.length} files`}`,
    envelope,
  };
  return ok(drafted as Validated);
}

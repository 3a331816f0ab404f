/**
 * ToolFile: files that an agent's memory tool makes, rewrites, moves and puts away, held to the rules of every other patch: what a file would be
 * once it stands there, and whose word it takes to change it.
 */

import { shortDigest } from "../base/digest.js";
import { type PageId, type PagePath, parsePagePath } from "../base/ids.js";
import { err, ok, type Result } from "../base/result.js";
import { textIn } from "../base/text.js";
import { isUsersWord } from "../memory/actor.js";
import { factsOf } from "../memory/facts.js";
import { isOwnPage } from "../memory/included.js";
import { isPageFile, profileOf, ruleFor } from "../memory/profile.js";
import { distinguish, foldedPath, idFromPath, type PageEntry } from "../memory/table.js";
import { decodePage, encodePage } from "../page/decode.js";
import { bodyStartOf } from "../page/markdown/outline.js";
import { type PageType, type Pin, schema } from "../page/page.js";
import type { Refusal } from "../rules/refusal.js";
import {
  accepted,
  type Change,
  guardPage,
  guardProvenance,
  type Target,
  type Validated,
  type ValidationInput,
} from "./change.js";
import type { Base } from "./commit/plan.js";
import { mistakes, notCommitted, notValid } from "./edit.js";
import { archivedTo, coldPath } from "./entry/create.js";
import { guardOrigin, guardScope, itemsAt, labeled, marksOf, standsInPrompts, staysHome } from "./guard/origin.js";
import { hardIn, refusalOf } from "./guard/pins.js";
import type { AppendPatch, CreatePatch, Patch, PatchEnvelope } from "./patch.js";
import { guardText } from "./validate.js";

export type ToolFile =
  /** The path must be free. */
  | { readonly kind: "create"; readonly path: PagePath; readonly text: string }
  /** `from` is the text on disk as the tool showed it, `brought` the words that are new in `to`. */
  | {
      readonly kind: "replace" | "insert";
      readonly path: PagePath;
      readonly from: string;
      readonly to: string;
      readonly brought: string;
    }
  /** Into the archive, all of them or none. */
  | { readonly kind: "delete"; readonly paths: readonly PagePath[] }
  /** All of them or none. */
  | { readonly kind: "rename"; readonly moves: readonly { readonly from: PagePath; readonly to: PagePath }[] };

/** Pure; what passes is one commit. A text on disk that is no longer `from` is a VERSION_CONFLICT, for the caller to look again. */
export function validateToolFile(
  file: ToolFile,
  envelope: PatchEnvelope,
  ground: ValidationInput,
  base: Base,
): Result<Validated, Refusal> {
  if (file.kind === "create") return created(file, envelope, ground);
  const blob = touched(file).find((path) => path.startsWith(blobFolder));
  if (blob !== undefined) return err(keptBlob(blob));
  const uncommitted = touched(file).find((path) => isUncommitted(path, base));
  if (uncommitted !== undefined) return err(notCommitted(uncommitted));
  if (file.kind === "rename") return renamed(file.moves, envelope, ground, base);
  if (file.kind === "delete") return deleted(file.paths, envelope, ground, base);
  return rewritten(file, envelope, ground, base);
}

const blobFolder = `${schema.evidence.folder}/blobs/`;

function keptBlob(path: PagePath): Refusal {
  return {
    reason: "POLICY_VIOLATION",
    says: `${path} holds what pages of evidence point at by that name, so it stays as and where it is.`,
    hint: "Delete or rename the pages beside that folder one by one.",
  };
}

/** What a person may let in of a file whose words come from outside; null where it brings none. */
export function patchOf(file: ToolFile, envelope: PatchEnvelope, ground: ValidationInput): Patch | null {
  if (file.kind === "delete" || file.kind === "rename") return null;
  const { path } = file;
  if (file.kind !== "create") return { op: "append", page: path, value: file.brought, ...envelope };
  const { text } = file;
  const bytes = encodePage(text);
  const { tags = null, fields = null } = factsOf(path, bytes, profileOf(ground.config.profile)).meta;
  const { asked } = fileNow(path, bytes, ground);
  const value = text.slice(bodyStartOf(text));
  return { op: "create", ...asked, scope: null, tags: tags ?? [], fields: fields ?? {}, value, ...envelope };
}

function touched(file: Exclude<ToolFile, { kind: "create" }>): readonly PagePath[] {
  if (file.kind === "rename") return file.moves.map(({ from }) => from);
  return file.kind === "delete" ? file.paths : [file.path];
}

/** What has not been looked at yet is asked for by the question, and brings the table in step with the file. */
function isUncommitted(path: PagePath, { states }: Base): boolean {
  const state = states.get(path);
  return state !== undefined && state.head === null;
}

function created(
  { path, text }: Extract<ToolFile, { kind: "create" }>,
  envelope: PatchEnvelope,
  ground: ValidationInput,
): Result<Validated, Refusal> {
  const file = fileNow(path, encodePage(text), ground);
  const whole = { scope: null, tags: [], fields: {}, value: text } as const;
  const draft: CreatePatch = { op: "create", ...file.asked, ...whole, ...envelope };
  const asked = patchOf({ kind: "create", path, text }, envelope, ground) ?? draft;
  const denied = guardOrigin(draft, ground, "own");
  const refusal =
    guardText(draft) ??
    guardProvenance(draft, ground) ??
    // It is named by the patch that approving it lands.
    (denied === null ? null : (guardOrigin(asked, ground, "own") ?? denied)) ??
    guardNewFile(path, text, path, ground);
  if (refusal !== null) return err(refusal);
  return accepted({
    targets: isPageFile(path) ? [{ op: "create", id: file.id, path }] : [],
    changes: [{ kind: "edit", path, edit: { kind: "create", text } }],
    reason: "CAPTURE",
    subject: `create: ${path}`,
    envelope: labeled(draft, ground),
    ...marksOf(labeled(draft, ground), file.id, ground, "own"),
  });
}

function rewritten(
  file: Extract<ToolFile, { kind: "replace" | "insert" }>,
  envelope: PatchEnvelope,
  ground: ValidationInput,
  base: Base,
): Result<Validated, Refusal> {
  const { path, from, to, brought } = file;
  const draft: AppendPatch = { op: "append", page: path, value: brought, ...envelope };
  const page = guardedPage(draft, path, ground);
  if (!page.ok) return page;
  const work = base.states.get(path)?.work ?? null;
  if (work !== null && !Buffer.from(work.bytes).equals(encodePage(from))) return err(movedOn(path));
  const refusal = guardNewFile(path, to, null, ground);
  if (refusal !== null) return err(refusal);
  return accepted({
    targets: isPageFile(path)
      ? [{ op: "correct", id: page.value?.id ?? fileNow(path, encodePage(to), ground).id, path }]
      : [],
    changes: [{ kind: "edit", path, edit: { kind: "rewrite", from, to } }],
    reason: file.kind === "replace" ? "CORRECTION" : "FLUSH_MANUAL",
    subject: `${file.kind}: ${path}`,
    envelope: labeled(draft, ground),
    ...marksOf(labeled(draft, ground), page.value?.id ?? "-", ground, "own"),
  });
}

function deleted(
  paths: readonly PagePath[],
  envelope: PatchEnvelope,
  ground: ValidationInput,
  base: Base,
): Result<Validated, Refusal> {
  const targets: Target[] = [];
  const changes: Change[] = [];
  for (const path of paths) {
    const page = guardedPage({ op: "append", page: path, value: "", ...envelope }, path, ground);
    if (!page.ok) return page;
    const to = archivePath(path, page.value, ground, base);
    if (to === null) return err(tooLong(path));
    // A page is listed in the archive's index; a file that is none only keeps its bytes there.
    changes.push(...(page.value === null ? [{ kind: "move", from: path, to } as const] : archivedTo(page.value, to)));
    const bytes = base.states.get(path)?.head?.bytes ?? new Uint8Array();
    const id = page.value?.id ?? fileNow(path, bytes, ground).id;
    if (isPageFile(path)) targets.push({ op: "archive", id, path: to });
  }
  const what = paths.length === 1 ? paths[0] : `${paths.length} files`;
  return accepted({ targets, changes, reason: "PRUNE_ARCHIVE", subject: `archive: ${what}`, envelope });
}

function renamed(
  moves: Extract<ToolFile, { kind: "rename" }>["moves"],
  envelope: PatchEnvelope,
  ground: ValidationInput,
  base: Base,
): Result<Validated, Refusal> {
  const targets: Target[] = [];
  const changes: Change[] = [];
  for (const { from, to } of moves) {
    const page = guardedPage({ op: "append", page: from, value: "", ...envelope }, from, ground);
    if (!page.ok) return page;
    // Where it lies is the user's as well.
    const [pinned] = page.value === null || isUsersWord(envelope) ? [] : hardIn(page.value, ground);
    if (pinned !== undefined) return err(refusalOf({ path: from, id: pinned.id, what: "move it" }));
    const bytes = base.states.get(from)?.head?.bytes ?? null;
    const after = bytes === null ? null : fileNow(to, bytes, ground);
    const refusal =
      guardStaysPage(from, to, ground) ?? (bytes === null ? null : guardMoved({ from, to, bytes }, ground));
    if (refusal !== null) return err(refusal);
    // A page that a file of another kind becomes is a new page to the history, which looks at pages only.
    const isNew = isPageFile(to) && !isPageFile(from);
    if (after !== null && isPageFile(to)) targets.push({ op: isNew ? "create" : "rename", id: after.id, path: to });
    const made = isNew ? remade({ from, to }, base) : ok([{ kind: "move", from, to } as const]);
    if (!made.ok) return made;
    changes.push(...made.value);
  }
  const first = moves[0];
  const what = moves.length === 1 && first !== undefined ? `${first.from} to ${first.to}` : `${moves.length} files`;
  return accepted({ targets, changes, reason: "FLUSH_MANUAL", subject: `rename: ${what}`, envelope });
}

/** Its text in a new file; nothing that is not committed would go with the old one. */
function remade(
  { from, to }: { readonly from: PagePath; readonly to: PagePath },
  { states }: Base,
): Result<readonly Change[], Refusal> {
  const state = states.get(from);
  if (state === undefined) return ok([]);
  if (state.head === null) return err(notCommitted(from));
  if (state.work?.oid !== state.head.oid || state.index?.oid !== state.head.oid) return err(movedOn(from));
  const text = textIn(state.head.bytes);
  return ok([
    { kind: "edit", path: to, edit: { kind: "create", text } },
    { kind: "edit", path: from, edit: { kind: "delete" } },
  ]);
}

/** Words of strangers that stand in a page nobody is shown unasked must not come into every prompt by a new name. */
function guardMoved(
  { from, to, bytes }: { readonly from: PagePath; readonly to: PagePath; readonly bytes: Uint8Array },
  ground: ValidationInput,
): Refusal | null {
  const text = textIn(bytes);
  const { asked } = fileNow(to, bytes, ground);
  const strange = standsInPrompts({ pin: asked.pin ?? "none", type: asked.type })
    ? itemsAt(from, ground).filter((item) => ground.labels.untrusted(item) !== null).length
    : 0;
  if (strange === 0) return guardNewFile(to, text, from, ground);
  return {
    reason: "ORIGIN_DENIED",
    says: `${from} holds ${strange} ${strange === 1 ? "text" : "texts"} from outside that nobody approved; as ${to} they would stand in every prompt.`,
    hint: `Choose another folder, or let a person look: pagefile approve ${from}`,
  };
}

function movedOn(path: string): Refusal {
  return {
    reason: "VERSION_CONFLICT",
    says: `${path} is not what it was when it was read.`,
    hint: "Somebody else wrote it meanwhile; view it again, then try again.",
  };
}

// ToolFileGuard: what a file would be once it stands there, and why it may not: its name, its id, its scope.

/** The words of a patch that would make it. */
interface FileNow {
  readonly id: PageId;
  readonly asked: {
    readonly page: string;
    readonly type: PageType;
    readonly title: string;
    readonly pin: Pin | null;
  };
}

function fileNow(path: PagePath, bytes: Uint8Array, { table, config }: ValidationInput): FileNow {
  const profile = profileOf(config.profile);
  const { meta, heading } = factsOf(path, bytes, profile);
  const rule = ruleFor(profile, path);
  const inferred = idFromPath(path);
  const holder = table.byId.get(inferred);
  const id = meta.id ?? (holder === undefined || holder.path === path ? inferred : distinguish(inferred, path));
  const pin = meta.pin ?? (meta.type == null ? rule : schema[meta.type]).pin;
  return { id, asked: { page: id, type: meta.type ?? rule.type, title: meta.title ?? heading ?? path, pin } };
}

/**
 * `moved` is where a file that comes to be there was, the same path for a new one; null for one that stands there. What makes a page invalid is found by the plan, which looks at every
 * text that it writes; a file that is only moved is written by nobody, so it is looked at here.
 */
function guardNewFile(path: PagePath, text: string, moved: PagePath | null, ground: ValidationInput): Refusal | null {
  const bytes = encodePage(text);
  const decoded = decodePage(path, bytes);
  if (!decoded.ok || decoded.value !== text) {
    const says = decoded.ok ? "The text holds half of a character (a lone surrogate)." : decoded.error.says;
    if (!decoded.ok && decoded.error.code === "page_too_large")
      return { reason: "SIZE_LIMIT", says, hint: "Write less, or several files." };
    return { reason: "MALFORMED", says, hint: "Send the text again as plain UTF-8." };
  }
  const from = moved ?? path;
  const clash = moved === null ? null : (headOfRepository(path) ?? nameTaken(path, moved, ground));
  if (clash !== null || !isToolPage(path, ground)) return clash;
  const { meta, findings = [] } = factsOf(path, bytes, profileOf(ground.config.profile));
  // A page of the table keeps what other programs wrote into it; what becomes a page brings in nothing that is not read.
  const isPage = isOwnPage(from, ground.config) && ground.table.byPath.has(from);
  const broken =
    from === path
      ? undefined
      : findings.find(({ severity, code }) => severity === "error" || (!isPage && mistakes.has(code)));
  if (broken !== undefined) return notValid("It would be no valid page:", broken);
  const holder = meta.id == null ? undefined : ground.table.byId.get(meta.id);
  if (holder !== undefined && holder.path !== from && holder.path !== path) {
    return {
      reason: "DESTRUCTIVE_OP",
      says: `The id “${meta.id}” is taken by ${holder.path}; two pages cannot have it.`,
      hint: "Leave the id out of the frontmatter, or choose another.",
    };
  }
  if (meta.scope == null || !staysHome(meta.scope, ground.config.scope)) return null;
  return {
    reason: "SCOPE_DENIED",
    says: `A page of scope ${meta.scope} stays on this machine, and this tool commits what it writes.`,
    hint: "Leave the scope out of the frontmatter, or write scope: project.",
  };
}

/** Beside `objects` and `refs` it makes a folder a repository, whose configuration starts programs for whoever runs git there. */
function headOfRepository(path: PagePath): Refusal | null {
  if (path.slice(path.lastIndexOf("/") + 1).toLowerCase() !== "head") return null;
  return {
    reason: "POLICY_VIOLATION",
    says: `A file called ${path} would let git take its folder for a repository of its own.`,
    hint: "Choose another name.",
  };
}

/** Files of other kinds, and what lies in hidden folders, are kept and are no pages. */
export function isToolPage(path: PagePath, { config }: ValidationInput): boolean {
  const isHidden = path.split("/").some((part) => part.startsWith(".") || part === "node_modules");
  return !isHidden && isOwnPage(path, config);
}

/** What leaves the memory by another ending would be forgotten without having been put away. */
export function guardStaysPage(from: PagePath, to: PagePath, ground: ValidationInput): Refusal | null {
  if (!isToolPage(from, ground) || isToolPage(to, ground)) return null;
  return {
    reason: "POLICY_VIOLATION",
    says: `${from} is a page of the memory, and ${to} would be none.`,
    hint: "Keep the ending .md and choose no hidden folder, or delete the file if it is no longer needed.",
  };
}

/** Two names that differ in case, or in how letters are composed, are one file on some systems. */
function nameTaken(path: PagePath, from: PagePath, { table }: ValidationInput): Refusal | null {
  const holder = table.byFoldedPath.get(foldedPath(path));
  if (holder === undefined || holder === from) return null;
  return {
    reason: "DESTRUCTIVE_OP",
    says: `${holder} exists already, and on some systems ${path} is the same file.`,
    hint: "Choose a name that differs in more than case.",
  };
}

// ToolFileArchive: a file of the memory tool on its way into the archive, under a name that nothing there has.

/**
 * The name that `pagefile archive` gives, as long as it is free. The second file of that name is told apart by where it was and
 * the commit it was last in, which no other deletion shares.
 */
function archivePath(path: PagePath, page: PageEntry | null, ground: ValidationInput, base: Base): PagePath | null {
  const placeOf = (name: string): PagePath | null => {
    const audience = page?.audience ?? ruleFor(profileOf(ground.config.profile), path).audience;
    return parsePagePath(coldPath(profileOf(ground.config.profile), ground.now.slice(0, 4), name, audience));
  };
  const dot = path.lastIndexOf(".");
  const ending = dot > path.lastIndexOf("/") + 1 ? path.slice(dot) : "";
  const name = page?.id ?? path.slice(path.indexOf("/") + 1, path.length - ending.length).replaceAll("/", "-");
  const plain = placeOf(`${name}${ending}`);
  const isFree = plain !== null && !ground.table.byPath.has(plain) && ground.committed(plain) === null;
  if (page !== null && isFree) return plain;
  return placeOf(`${name}-${shortDigest(`${base.commit ?? ""} ${path}`, 8)}${ending}`);
}

function tooLong(path: string): Refusal {
  const says = `${path} has a name too long for the archive.`;
  return { reason: "POLICY_VIOLATION", says, hint: "Rename it to something shorter first." };
}

// ToolFilePage: the page behind a file of the memory tool, and whose word it takes to change it.

/** The page of a file that is one of the memory's, with the word of every guard that an append to it passes; null for any other file; those that end in .md are named in the trailers all the same. */
function guardedPage(draft: AppendPatch, path: PagePath, ground: ValidationInput): Result<PageEntry | null, Refusal> {
  const refusal =
    guardText(draft) ??
    guardProvenance(draft, ground) ??
    guardOrigin(draft, ground, "own") ??
    guardScope(draft, ground);
  if (refusal !== null) return err(refusal);
  return isToolPage(path, ground) ? guardPage(draft, ground) : ok(null);
}

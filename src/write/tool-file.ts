/** ToolFile: files that an agent's memory tool makes, rewrites, moves and puts away, held to the rules of every other patch. */

import type { PagePath } from "../base/ids.js";
import { err, ok, type Result } from "../base/result--result.js";
import { noLabels } from "../memory/labels.js";
import { isPageFile } from "../memory/profile.js";
import { encodePage } from "../page/decode.js";
import type { Refusal } from "../rules/reason.js";
import type { Change, Drafted, Target, Validated } from "./change.js";
import type { Ground } from "./change--ground.js";
import { guardProvenance } from "./change--policy.js";
import type { Base } from "./commit/plan.js";
import { notCommitted } from "./edit--edit.js";
import { guardText } from "./guard/hand.js";
import { guardOrigin, itemsAt, labeled, marksOf } from "./guard/origin.js";
import { standsInPrompts } from "./guard/origin--origin.js";
import type { AppendPatch, CreatePatch, PatchEnvelope } from "./patch.js";
import { archiveChanges } from "./tool-file--tool-file-archive.js";
import { fileNow, guardNewFile, guardStaysPage } from "./tool-file--tool-file-guard.js";
import { guardedPage } from "./tool-file--tool-file-page.js";

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
  ground: Ground,
  base: Base,
): Result<Validated, Refusal> {
  if (file.kind === "create") return created(file, envelope, ground);
  const uncommitted = touched(file).find((path) => isUncommitted(path, base));
  if (uncommitted !== undefined) return err(notCommitted(uncommitted));
  if (file.kind === "rename") return renamed(file.moves, envelope, ground, base);
  if (file.kind === "delete") return deleted(file.paths, envelope, ground, base);
  return rewritten(file, envelope, ground, base);
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
  ground: Ground,
): Result<Validated, Refusal> {
  const file = fileNow(path, encodePage(text), ground);
  const draft: CreatePatch = {
    op: "create",
    ...file.asked,
    scope: null,
    tags: [],
    fields: {},
    value: text,
    ...envelope,
  };
  const refusal =
    guardText(draft) ??
    guardProvenance(draft, ground) ??
    guardOrigin(draft, ground, "own") ??
    guardNewFile(path, text, null, ground);
  if (refusal !== null) return err(refusal);
  return done({
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
  ground: Ground,
  base: Base,
): Result<Validated, Refusal> {
  const { path, from, to, brought } = file;
  const draft: AppendPatch = { op: "append", page: path, value: brought, ...envelope };
  const page = guardedPage(draft, path, ground);
  if (!page.ok) return page;
  const work = base.states.get(path)?.work ?? null;
  if (work !== null && !Buffer.from(work.bytes).equals(encodePage(from))) return err(movedOn(path));
  const refusal = guardNewFile(path, to, from, ground);
  if (refusal !== null) return err(refusal);
  return done({
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
  ground: Ground,
  base: Base,
): Result<Validated, Refusal> {
  const targets: Target[] = [];
  const changes: Change[] = [];
  for (const path of paths) {
    const page = guardedPage({ op: "append", page: path, value: "", ...envelope }, path, ground);
    if (!page.ok) return page;
    const archived = archiveChanges(path, page.value, ground, base);
    if (!archived.ok) return archived;
    changes.push(...archived.value.changes);
    const bytes = base.states.get(path)?.head?.bytes ?? new Uint8Array();
    const id = page.value?.id ?? fileNow(path, bytes, ground).id;
    if (isPageFile(path)) targets.push({ op: "archive", id, path: archived.value.to });
  }
  const what = paths.length === 1 ? paths[0] : `${paths.length} files`;
  return done({ targets, changes, reason: "PRUNE_ARCHIVE", subject: `archive: ${what}`, envelope });
}

function renamed(
  moves: Extract<ToolFile, { kind: "rename" }>["moves"],
  envelope: PatchEnvelope,
  ground: Ground,
  base: Base,
): Result<Validated, Refusal> {
  const targets: Target[] = [];
  const changes: Change[] = [];
  for (const { from, to } of moves) {
    const page = guardedPage({ op: "append", page: from, value: "", ...envelope }, from, ground);
    if (!page.ok) return page;
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
  return done({ targets, changes, reason: "FLUSH_MANUAL", subject: `rename: ${what}`, envelope });
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
  const text = decoder.decode(state.head.bytes);
  return ok([
    { kind: "edit", path: to, edit: { kind: "create", text } },
    { kind: "edit", path: from, edit: { kind: "delete" } },
  ]);
}

/** Words of strangers that stand in a page nobody is shown unasked must not come into every prompt by a new name. */
function guardMoved(
  { from, to, bytes }: { readonly from: PagePath; readonly to: PagePath; readonly bytes: Uint8Array },
  ground: Ground,
): Refusal | null {
  const text = decoder.decode(bytes);
  const { asked } = fileNow(to, bytes, ground);
  const labels = ground.labels ?? noLabels;
  const strange = standsInPrompts({ pin: asked.pin ?? "none", type: asked.type })
    ? itemsAt(from, ground).filter((item) => labels.untrusted(item) !== null).length
    : 0;
  if (strange === 0) return guardNewFile(to, text, { moved: from }, ground);
  return {
    reason: "ORIGIN_DENIED",
    says: `${from} holds ${strange} ${strange === 1 ? "text" : "texts"} from outside that nobody approved; as ${to} they would stand in every prompt.`,
    hint: `Choose another folder, or let a person look: pagefile approve ${from}`,
  };
}

const decoder: { decode(bytes: Uint8Array): string } = new TextDecoder("utf-8", { ignoreBOM: true });

function done(drafted: Drafted): Result<Validated, Refusal> {
  return ok(drafted as Validated);
}

function movedOn(path: string): Refusal {
  return {
    reason: "VERSION_CONFLICT",
    says: `${path} is not what it was when it was read.`,
    hint: "Somebody else wrote it meanwhile; view it again, then try again.",
  };
}

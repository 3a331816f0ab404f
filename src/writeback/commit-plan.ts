/** Commit plan: validated changes laid over what HEAD, the index and the disk hold; the only maker of a `CommitPlan`. */

import { blobOid } from "../base/digest.js";
import type { Instant, Oid, PagePath } from "../base/ids.js";
import { limits } from "../base/limits.js";
import { err, ok, type Result } from "../base/result.js";
import { decodePage, encodePage } from "../page/decode.js";
import type { Config } from "../table/config.js";
import { factsOf } from "../table/facts.js";
import { archiveIndexPath, isPageFile, profileOf } from "../table/profile.js";
import type { Change } from "./change.js";
import { cutAndNotKept } from "./cut-guard.js";
import { applyEdit, type Edit, notCommitted } from "./edit.js";
import { digestsOf } from "./entries.js";
import type { Blob, CommitPlan, FileState, FileWrite } from "./plan.js";
import type { Refusal } from "./reason.js";
import { droppedBy } from "./settle.js";
import { takenWrite } from "./take-in.js";

/** What the plan stands on, read under no lock: `History.record` finds out whether it still holds. */
export interface Base {
  readonly commit: Oid | null;
  readonly states: ReadonlyMap<string, FileState>;
  readonly config: Config;
  readonly now: Instant;
}

/** The files after the changes, one after another; empty when HEAD holds everything already. */
export function layOver(changes: readonly Change[], base: Base): Result<readonly FileWrite[], Refusal> {
  const states = advance(changes, base);
  if (!states.ok) return states;
  const lost = cutAndNotKept(
    changes,
    (path) => stateOf(path, base).head,
    (path) => states.value.get(path)?.head ?? null,
  );
  if (lost !== null) return err(lost);
  const changed = [...states.value.values()].map((state) => finalWrite(state, stateOf(state.path, base)));
  return ok(changed.filter((write) => changesHead(write, stateOf(write.path, base))));
}

/** What the three places hold after the changes; what is changed next can be laid over that alone. */
export function advance(changes: readonly Change[], base: Base): Result<ReadonlyMap<string, FileState>, Refusal> {
  const states = new Map(base.states);
  const now = { ...base, states };
  for (const change of changes) {
    const writes = writesOf(change, now);
    if (!writes.ok) return writes;
    for (const write of writes.value) states.set(write.path, afterwards(write, states.get(write.path)));
  }
  return ok(states);
}

function writesOf(change: Change, base: Base): Result<readonly FileWrite[], Refusal> {
  if (change.kind === "move") return moveWrites(change.from, change.to, base);
  const { path } = change;
  const written =
    change.kind === "take"
      ? takenWrite(change, stateOf(path, base), (bytes) => stillAPage(path, bytes, base))
      : change.kind === "track"
        ? trackWrite(path, change.edit, base)
        : editWrite(path, change.edit, base);
  return written.ok ? ok([written.value]) : written;
}

/** What the next change of the same plan finds. Its ids tell the three places apart, nothing else. */
function afterwards({ path, head, index, work, movedFrom }: FileWrite, was: FileState | undefined): FileState {
  const blob = (bytes: Uint8Array | null): Blob | null => (bytes === null ? null : { oid: blobOid(bytes), bytes });
  const origin = movedFrom ?? was?.movedFrom;
  return {
    path,
    head: blob(head),
    index: blob(index),
    work: blob(work),
    ...(origin === undefined || origin === path ? {} : { movedFrom: origin }),
  };
}

/** From what was read to what the last change left. */
function finalWrite(after: FileState, original: FileState): FileWrite {
  const { path } = after;
  const bytes = (blob: Blob | null): Uint8Array | null => blob?.bytes ?? null;
  return {
    path,
    before: before(original),
    head: bytes(after.head),
    index: bytes(after.index),
    work: bytes(after.work),
    ...(after.movedFrom === undefined ? {} : { movedFrom: after.movedFrom }),
  };
}

export function planCommit(writes: readonly FileWrite[], message: string, base: Base): CommitPlan {
  return { base: base.commit, writes, message, when: base.now } as CommitPlan;
}

function editWrite(path: PagePath, edit: Edit, base: Base): Result<FileWrite, Refusal> {
  const state = stateOf(path, base);
  const head = edited(path, state.head, edit, base);
  if (!head.ok) return head;
  const kept = state.head === null || head.value === null || edit.kind === "revert" || edit.kind === "rewrite";
  const chosen = chosenBy(edit);
  const lost = kept ? null : vanished(path, state.head.bytes, head.value, chosen);
  if (lost !== null) return err(lost);
  const index = sameBlob(state.index, state.head) ? head : onlyWhereThere(path, state.index, edit, base);
  if (!index.ok) return index;
  const work = sameBlob(state.work, state.head) ? head : onlyWhereThere(path, state.work, edit, base);
  if (!work.ok) return work;
  return ok({ path, before: before(state), head: head.value, index: index.value, work: work.value });
}

/** Entries that the edit itself accounts for. */
function chosenBy(edit: Edit): readonly string[] {
  if (edit.kind === "resolve") return edit.choices.flatMap(droppedBy);
  if (edit.kind === "correct") return [edit.digest];
  return edit.kind === "cut" ? edit.digests : [];
}

/** A file that git does not know begins with what is on disk; one that it knows is edited like any other. */
function trackWrite(path: PagePath, edit: Edit | null, base: Base): Result<FileWrite, Refusal> {
  const state = stateOf(path, base);
  if (state.head !== null && edit !== null) return editWrite(path, edit, base);
  if (state.work === null || state.head !== null) {
    const kept = state.head?.bytes ?? null;
    const [index, work] = [state.index?.bytes ?? null, state.work?.bytes ?? null];
    return ok({ path, before: before(state), head: kept, index, work });
  }
  const tracked = edit === null ? ok(state.work.bytes) : edited(path, state.work, edit, base);
  if (!tracked.ok) return tracked;
  const bytes = tracked.value;
  return ok({ path, before: before(state), head: bytes, index: bytes, work: bytes });
}

/** Each place keeps its own bytes; nothing is read, so nothing is lost. */
function moveWrites(from: PagePath, to: PagePath, base: Base): Result<readonly FileWrite[], Refusal> {
  const source = stateOf(from, base);
  if (source.head === null) return err(notCommitted(from));
  const target = stateOf(to, base);
  // A file that is no page is in no table; it is somebody's all the same.
  if (target.head !== null || target.index !== null || target.work !== null) return err(occupied(to));
  return ok([
    { path: from, before: before(source), head: null, index: null, work: null },
    {
      path: to,
      before: before(target),
      head: source.head.bytes,
      index: source.index?.bytes ?? null,
      work: source.work?.bytes ?? null,
      movedFrom: source.movedFrom ?? from,
    },
  ]);
}

function occupied(path: PagePath): Refusal {
  return {
    reason: "DESTRUCTIVE_OP",
    says: `${path} exists already; a move never replaces a file.`,
    hint: "Rename one of the two first, or take it out of the index if it is staged there only.",
  };
}

/** A staged or hand-made deletion stays one; what was added there and not committed gets the edit on its own text. */
function onlyWhereThere(
  path: PagePath,
  blob: Blob | null,
  edit: Edit,
  base: Base,
): Result<Uint8Array | null, Refusal> {
  const makes = edit.kind === "create" || edit.kind === "add_line";
  return blob === null && !makes ? ok(null) : edited(path, blob, edit, base);
}

function edited(path: PagePath, blob: Blob | null, edit: Edit, base: Base): Result<Uint8Array | null, Refusal> {
  const text = blob === null ? ok(null) : decodePage(path, blob.bytes);
  if (!text.ok)
    return err({
      reason: "MALFORMED",
      says: text.error.says,
      hint: text.error.hint,
    });
  const after = applyEdit(path, text.value, edit, base.now);
  if (!after.ok) return after;
  if (after.value === null) return ok(null);
  if (after.value === text.value && blob !== null) return ok(blob.bytes);
  const bytes = encodePage(after.value);
  const broken = stillAPage(path, bytes, base);
  return broken === null ? ok(bytes) : err(broken);
}

/** What a patch leaves behind must itself be a page: in size, in frontmatter, in every known key. */
function stillAPage(path: PagePath, bytes: Uint8Array, base: Base): Refusal | null {
  if (bytes.length > limits.pageBytesMax) {
    return {
      reason: "SIZE_LIMIT",
      says: `${path} would have ${bytes.length} bytes; at most ${limits.pageBytesMax} are allowed.`,
      hint: "Start another page, or archive what is done.",
    };
  }
  if (path === archiveIndexPath || !isPageFile(path)) return null;
  const facts = factsOf(path, bytes, profileOf(base.config.profile));
  const error = facts.findings?.find((finding) => finding.severity === "error");
  if (error === undefined) return null;
  return {
    reason: "SCHEMA_INVALID",
    says: `The page would no longer be valid: ${error.says}`,
    hint: error.hint,
  };
}

/** Non-destruction, checked on the outcome and not on the intention: every committed entry is still there that nobody chose against. */
function vanished(path: PagePath, was: Uint8Array, is: Uint8Array, chosen: readonly string[]): Refusal | null {
  if (was === is || path === archiveIndexPath) return null;
  const text = (bytes: Uint8Array): string => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const kept = digestsOf(text(is));
  const lost = [...digestsOf(text(was))].filter((digest) => !kept.has(digest) && !chosen.includes(digest));
  if (lost.length === 0) return null;
  return {
    reason: "DESTRUCTIVE_OP",
    says: `${lost.length} committed ${lost.length === 1 ? "entry" : "entries"} of ${path} would vanish.`,
    hint: "Append or merge; to take an entry back, edit the file by hand and commit it yourself.",
  };
}

function stateOf(path: PagePath, base: Base): FileState {
  return base.states.get(path) ?? { path, head: null, index: null, work: null };
}

function before(state: FileState): FileWrite["before"] {
  return {
    head: state.head?.oid ?? null,
    index: state.index?.oid ?? null,
    work: state.work?.oid ?? null,
  };
}

function sameBlob(a: Blob | null, b: Blob | null): boolean {
  return (a?.oid ?? null) === (b?.oid ?? null);
}

function changesHead(write: FileWrite, state: FileState): boolean {
  if (write.head === null || state.head === null) return write.head !== state.head;
  return write.head !== state.head.bytes && !Buffer.from(state.head.bytes).equals(write.head);
}

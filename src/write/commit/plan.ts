/** Commit plan: validated changes laid over what HEAD, the index and the disk hold; the only maker of a `CommitPlan`. */

import { blobOid } from "../../base/digest.js";
import type { Instant, Oid, PagePath } from "../../base/ids.js";
import { err, getOrMake, ok, type Result } from "../../base/result.js";
import type { Blob, CommitPlan, FileState, FileWrite } from "../../git/history.js";
import type { Config } from "../../memory/config.js";
import { decodePage, encodePage } from "../../page/decode.js";
import { printFragment } from "../../page/markdown/fragment.js";
import type { Refusal } from "../../rules/refusal.js";
import type { Change, Edit } from "../change.js";
import { committedAfter, edited, notCommitted, stillAPage } from "../edit.js";
import { digestsOf, missingEntries } from "../entry/entries.js";
import { cutAndNotKept } from "../entry/variant.js";
import { takenWrite } from "../guard/hand.js";
import { putBack } from "../merge/body.js";

/** What the plan stands on, read under no lock: `History.record` finds out whether it still holds. */
export interface Base {
  readonly commit: Oid | null;
  readonly states: ReadonlyMap<string, FileState>;
  readonly config: Config;
  readonly now: Instant;
}

/** The files after the changes, one after another; no `writes` when HEAD holds everything already. */
export interface Laid {
  readonly writes: readonly FileWrite[];
  /** HEAD holds what is added, and the file on disk had lost it to a hand edit: it gets it again, whether or not something is committed besides. */
  readonly restored: readonly FileWrite[];
}

export function layOver(changes: readonly Change[], base: Base): Result<Laid, Refusal> {
  const back = broughtBack(changes, base);
  const states = advance(changes, { ...base, states: new Map([...base.states, ...back]) });
  if (!states.ok) return states;
  const lost = cutAndNotKept(
    changes,
    (path) => stateOf(path, base).head,
    (path) => states.value.get(path)?.head ?? null,
  );
  if (lost !== null) return err(lost);
  const all = [...states.value.values()].map((state) => finalWrite(state, stateOf(state.path, base)));
  const isNew = (write: FileWrite): boolean => changesHead(write, stateOf(write.path, base));
  return ok({ writes: all.filter(isNew), restored: all.filter(({ path }) => back.has(path)) });
}

/** The files on disk that have lost what HEAD has of the added entries, with it again. */
function broughtBack(changes: readonly Change[], base: Base): ReadonlyMap<string, FileState> {
  const added = new Map<PagePath, Set<string>>();
  for (const change of changes) {
    if (change.kind !== "edit" || !addsEntries(change.edit)) continue;
    const digests = getOrMake(added, change.path, () => new Set<string>());
    for (const piece of change.edit.entries)
      for (const each of digestsOf(printFragment(piece, "\n"))) digests.add(each);
  }
  const back = new Map<string, FileState>();
  for (const [path, digests] of added) {
    const state = stateOf(path, base);
    const { head, work } = state;
    if (head === null || work === null || sameBlob(head, work)) continue;
    const [committed, onDisk] = [decodePage(path, head.bytes), decodePage(path, work.bytes)];
    if (!committed.ok || !onDisk.ok) continue;
    const text = putBack(committed.value, onDisk.value, digests);
    const bytes = encodePage(text);
    if (text === onDisk.value || stillAPage(path, bytes, { ...base, before: work.bytes }) !== null) continue;
    back.set(path, { ...state, work: { oid: blobOid(bytes), bytes } });
  }
  return back;
}

type Adding = Extract<Edit, { readonly kind: "append" | "merge" }>;

function addsEntries(edit: Edit): edit is Adding {
  return edit.kind === "append" || edit.kind === "merge";
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
  const known = blob(head);
  return {
    path,
    head: known,
    index: index === head ? known : blob(index),
    work: work === head ? known : blob(work),
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
  const head = committedAfter(path, state.head, edit, base);
  if (!head.ok) return head;
  const rest = beyondHead(path, state.head, edit);
  const index = sameBlob(state.index, state.head) ? head : onlyWhereThere(path, state.index, rest, base);
  if (!index.ok) return index;
  const work = sameBlob(state.work, state.head) ? head : onlyWhereThere(path, state.work, rest, base);
  if (!work.ok) return work;
  return ok({ path, before: before(state), head: head.value, index: index.value, work: work.value });
}

/** What HEAD has and another place has not went from there by hand. */
function beyondHead(path: PagePath, head: Blob | null, edit: Edit): Edit {
  const text = head === null || !addsEntries(edit) ? null : decodePage(path, head.bytes);
  if (text === null || !text.ok || !addsEntries(edit)) return edit;
  return { ...edit, entries: missingEntries(text.value, edit.slug, edit.entries) };
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
  if (target.head !== null || target.index !== null || target.work !== null)
    return err({
      reason: "DESTRUCTIVE_OP",
      says: `${to} exists already; a move never replaces a file.`,
      hint: "Rename one of the two first, or take it out of the index if it is staged there only.",
    });
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

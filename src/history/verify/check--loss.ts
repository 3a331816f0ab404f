/** HistoryLoss: the entries that a commit found and did not leave, and whether anything in it accounts for that. */

import { archiveIndexPath } from "../../memory/profile.js";
import { type Claims, isByHand } from "./check.js";
import type { CheckedCommit, CheckedFile } from "./check--check.js";
import { finding, type HistoryRemark, note } from "./check--remark.js";
import type { PageView } from "./check--view.js";

/** Ops that may take an entry away from the page they name; every other op only adds. */
const takingOps: ReadonlySet<string> = new Set(["revert", "correct", "remove", "resolve", "purge"]);

/** For commits with one parent, or none. An entry that another page of the commit holds now has moved, and is not lost. */
export function lossRemarks(commit: CheckedCommit, claims: Claims): readonly HistoryRemark[] {
  const kept = entriesIn(commit, ({ after }) => [after]);
  return commit.files.flatMap((file) => {
    const before = file.before[0];
    // The archive's index is made of what is in the archive; its lines come and go with the pages.
    if (before == null || file.path === archiveIndexPath) return [];
    const lost = [...before.entries].filter((digest) => !kept.has(digest));
    if (lost.length === 0) return [];
    return isByHand(claims) ? lostByHand(file, before, lost, claims) : lostByProgram(file, lost, claims);
  });
}

function lostByProgram(file: CheckedFile, lost: readonly string[], claims: Claims): readonly HistoryRemark[] {
  if (claims.ops.some(({ op, path }) => takingOps.has(op) && path === file.path)) return [];
  const ops = [...new Set(claims.ops.filter(({ path }) => path === file.path).map(({ op }) => op))];
  const why = ops.length === 0 ? "no op of it names the page" : `${ops.join(", ")} takes no entry away`;
  return [finding("entry_vanished", `${entries(lost)} of the page vanished: ${why}.`, file)];
}

/** A person may delete what is theirs; what is pinned hard asks for a word in the message. */
function lostByHand(
  file: CheckedFile,
  before: PageView,
  lost: readonly string[],
  claims: Claims,
): readonly HistoryRemark[] {
  const pinned = file.own ? lost.filter((digest) => before.pinned.has(digest)) : [];
  if (pinned.length > 0 && claims.byAgent)
    return [finding("hook_bypassed", `${entries(pinned)} pinned hard vanished, and an agent made the commit.`, file)];
  if (pinned.length === 0 || claims.allowed.includes("DESTRUCTIVE_OP")) {
    const who = claims.byAgent ? "An agent" : "A person";
    return [note("removed_by_hand", `${who} removed or changed ${entries(lost)} of the page.`, file)];
  }
  const says = `${entries(pinned)} pinned hard vanished, and the message has no “Pagefile-Allow: DESTRUCTIVE_OP”.`;
  return [finding("hook_bypassed", says, file)];
}

/** For merges: an entry may go where a side that had it from the beginning gave it up, and elsewhere on a person's word alone. */
export function mergeRemarks(commit: CheckedCommit, claims: Claims): readonly HistoryRemark[] {
  const kept = entriesIn(commit, ({ after }) => [after]);
  const held = Array.from({ length: commit.parents }, (_, side) => entriesIn(commit, (file) => [file.before[side]]));
  const began = entriesIn(commit, (file) => file.bases);
  return commit.files.flatMap((file) => {
    if (file.path === archiveIndexPath) return [];
    const had = new Set(file.before.flatMap((view) => [...(view?.entries ?? [])]));
    const lost = [...had].filter(
      (digest) => !kept.has(digest) && (!began.has(digest) || held.every((side) => side.has(digest))),
    );
    if (lost.length === 0) return [];
    if (claims.allowed.includes("DESTRUCTIVE_OP")) {
      return [note("removed_by_hand", `A person's merge left ${entries(lost)} of the page out.`, file)];
    }
    const says = `The merge lost ${entries(lost)} of the page that no side had removed.`;
    return [finding("merge_lost", says, file)];
  });
}

function entriesIn(
  commit: CheckedCommit,
  views: (file: CheckedFile) => readonly (PageView | null | undefined)[],
): ReadonlySet<string> {
  return new Set(commit.files.flatMap((file) => views(file).flatMap((view) => [...(view?.entries ?? [])])));
}

/** `1 entry (4f1c09a2b3d4)`: digests, never words, because an audit is printed where pages are not. */
function entries(digests: readonly string[]): string {
  const shown = digests.slice(0, 3).map((digest) => digest.slice(0, 12));
  const rest = digests.length > shown.length ? ", …" : "";
  return `${digests.length} ${digests.length === 1 ? "entry" : "entries"} (${shown.join(", ")}${rest})`;
}

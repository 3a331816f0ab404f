/** Settle unmerged: a page that git could not merge, merged entry by entry from the versions in the index, or one side taken. */

import type { PagePath } from "../base/ids.js";
import type { Failure, Outcome } from "../base/result.js";
import { err, ok } from "../base/result--result.js";
import type { UnmergedFile, UnmergedIndex } from "../git/index/unmerged--unmerged-index.js";
import { type Memory, reread } from "../memory/memory.js";
import { findPage } from "../memory/table.js";
import { decodePage, encodePage } from "../page/decode.js";
import { failureOf } from "../rules/reason.js";
import type { MergeNote } from "../write/merge/head--outcome.js";
import { mergePages } from "../write/merge/merge.js";
import { settleText, type Take } from "../write/merge/settle.js";
import { conflictsIn } from "../write/merge/settle--conflict-text.js";
import type { ResolveAnswer } from "./conflicts--conflict-answers.js";
import { rowsOf } from "./conflicts--conflicts.js";
import { chosenFrom } from "./conflicts--resolution.js";

export interface UnmergedQuery {
  /** Id or path. */
  readonly page: string;
  /** As in a resolution: which of the conflicts the choice is about. */
  readonly entry: string | null;
  readonly key: string | null;
  /** null merges, and keeps what is left as conflicts of the page. */
  readonly take: Take | null;
  readonly how: "plan" | "commit";
}

/** null where the page is not unmerged. Nothing is committed: whoever began the merge ends it. */
export async function settleUnmerged(
  memory: Memory,
  unmerged: UnmergedIndex,
  query: UnmergedQuery,
): Promise<Outcome<ResolveAnswer | null>> {
  const paths = await unmerged.paths();
  if (!paths.ok) return paths;
  const named = findPage(memory.table, query.page)?.path ?? query.page;
  const path = paths.value.find((each) => each === named);
  if (path === undefined) return ok(null);
  const file = await unmerged.read(path);
  if (!file.ok || file.value === null) return file.ok ? ok(null) : file;
  const result = resultOf(file.value, query);
  if (!result.ok) return result;
  const { bytes, settled, open, notes } = result.value;
  const answer = { path, settled, open, notes, commit: null };
  if (query.how === "plan") return ok({ ...answer, how: "planned" });
  const written = await writeWork(memory, file.value, bytes);
  if (!written.ok) return written;
  const added = await unmerged.settle(path, bytes);
  if (!added.ok) return added;
  reread(memory, [path]);
  return ok({ ...answer, how: "merged" });
}

interface Settled extends Pick<ResolveAnswer, "settled" | "open" | "notes"> {
  readonly bytes: Uint8Array;
}

function resultOf(file: UnmergedFile, { take, entry, key }: UnmergedQuery): Outcome<Settled> {
  const { path, base, ours, theirs } = file;
  if (ours === null || theirs === null) return keptEdit(file, take);
  const [old, mine, yours] = [base ?? new Uint8Array(), ours, theirs].map((bytes) => decodePage(path, bytes));
  const merged =
    old?.ok && mine?.ok && yours?.ok
      ? mergePages(path, base === null ? null : old.value, mine.value, yours.value)
      : err({ says: `A version of ${path} is no text that can be merged.`, hint: "" });
  if (!merged.ok) return wholeSide(file, take, merged.error.says);
  const { text, notes } = merged.value;
  if (take === null) return finished(path, text, notes);
  const known = conflictsIn(path, text);
  if (!known.ok) return err(failureOf(known.error));
  const choices = chosenFrom(known.value, { entry, key, take });
  const settled = settleText(path, text, choices);
  if (!settled.ok) return err(failureOf(settled.error));
  const rows = choices.flatMap(({ conflict }) => rowsOf(path, text, [conflict]).map((row) => ({ ...row, take })));
  const done = finished(path, settled.value, notes);
  return done.ok ? ok({ ...done.value, settled: rows }) : done;
}

function finished(path: PagePath, text: string, notes: readonly MergeNote[]): Outcome<Settled> {
  const known = conflictsIn(path, text);
  if (!known.ok) return err(failureOf(known.error));
  return ok({ bytes: encodePage(text), settled: [], open: rowsOf(path, text, known.value), notes });
}

/** Deleted on one side, edited on the other. */
function keptEdit({ path, ours, theirs }: UnmergedFile, take: Take | null): Outcome<Settled> {
  const kept = ours ?? theirs;
  const side = ours === null ? "ours" : "theirs";
  if (kept === null || take === side) {
    return err({
      code: "refused",
      reason: "DESTRUCTIVE_OP",
      says: `${path} is deleted on the side you chose; pagefile deletes no page.`,
      hint: `To delete it, run: git rm ${path}`,
    });
  }
  const says = "Deleted on one side, edited on the other; the edit stays.";
  return ok({ bytes: kept, settled: [], open: [], notes: [{ code: "edit_kept", says }] });
}

/** Versions that no safe text holds both of. */
function wholeSide({ path, ours, theirs }: UnmergedFile, take: Take | null, why: string): Outcome<Settled> {
  const bytes = take === "ours" ? ours : take === "theirs" ? theirs : null;
  if (bytes !== null) {
    const says = `No text holds both versions, so ${take} is taken whole: ${why}`;
    return ok({ bytes, settled: [], open: [], notes: [{ code: "side_taken", says }] });
  }
  return err({
    code: "refused",
    reason: "MALFORMED",
    says: why,
    hint: `Take one version whole with --ours or --theirs, or edit ${path} and then git add it.`,
  });
}

/** A file that somebody has begun to merge by hand is not written over. */
async function writeWork(memory: Memory, file: UnmergedFile, bytes: Uint8Array): Promise<Outcome<void>> {
  const read = memory.store.read(file.path);
  if (!read.ok) return read;
  const work = read.value?.blob ?? null;
  if (work !== null && !Buffer.from(bytes).equals(work.bytes) && !isGits(work.bytes, file))
    return err(byHand(file.path));
  return memory.store.replace([{ path: file.path, before: work?.oid ?? null, bytes }]);
}

/** Whether every line is one of the versions', or a mark of git's. */
function isGits(work: Uint8Array, { base, ours, theirs }: UnmergedFile): boolean {
  const lines = (bytes: Uint8Array | null): readonly string[] =>
    bytes === null
      ? []
      : decoder
          .decode(bytes)
          .split("\n")
          .map((line) => line.replace(/\r$/, ""));
  const known = new Set([base, ours, theirs].flatMap(lines));
  return lines(work).every((line) => known.has(line) || /^(?:<{7}|\|{7}|={7}|>{7})(?: |$)/.test(line));
}

const decoder: { decode(bytes: Uint8Array): string } = new TextDecoder("utf-8", { ignoreBOM: true });

function byHand(path: PagePath): Failure {
  return {
    code: "refused",
    reason: "DESTRUCTIVE_OP",
    says: `${path} holds lines that no version of it has: somebody is merging it by hand.`,
    hint: `End that with git add ${path}, or start over with git checkout --merge ${path}.`,
  };
}

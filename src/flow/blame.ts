/** Blame: which commit put each entry of a page there; by digest, so that a moved or re-wrapped entry keeps its commit. */

import type { Outcome } from "../base/failure.js";
import type { Oid, PagePath } from "../base/ids.js";
import { ok } from "../base/result.js";
import { bodyStartOf, type Entry, outline } from "../page/outline.js";
import type { BlameAnswer, LogRow } from "./answers.js";
import { rowOf } from "./log.js";
import type { Memory } from "./memory.js";
import { locate, type Workspace } from "./workspace.js";

const commitsMax = 10_000;

export async function blame(workspace: Workspace, query: { readonly page: string }): Promise<Outcome<BlameAnswer>> {
  const located = locate(workspace, query.page);
  if (!located.ok) return located;
  const { memory, entry } = located.value;
  const read = memory.store.read(entry.path);
  if (!read.ok) return read;
  const text = read.value === null ? "" : new TextDecoder().decode(read.value.blob.bytes);
  const entries = entriesIn(text).filter((item) => entry.slug === null || item.section === entry.slug);
  const origins = await originsOf(memory, entry.path, new Set(entries.map((item) => item.digest)));
  if (!origins.ok) return origins;
  return ok({
    page: entry.id,
    path: entry.path,
    entries: entries.map((item) => ({
      line: lineAt(text, item.start),
      text: text.slice(item.start, item.end),
      digest: item.digest,
      commit: origins.value.get(item.digest) ?? null,
    })),
  });
}

/** For each digest the newest commit before which the page did not have it. Follows a page through archive and restore. */
async function originsOf(
  memory: Memory,
  path: PagePath,
  wanted: ReadonlySet<string>,
): Promise<Outcome<ReadonlyMap<string, LogRow>>> {
  const found = new Map<string, LogRow>();
  const head = await memory.history.head();
  if (!head.ok) return head;
  let at: PagePath | null = path;
  let from: Oid | null = head.value.commit;
  while (at !== null && from !== null && found.size < wanted.size) {
    const step: Outcome<Walked> = await walk(memory, at, from, wanted, found);
    if (!step.ok) return step;
    at = step.value.continuesAt;
    from = step.value.before;
  }
  return ok(found);
}

interface Walked {
  /** Where the file was before the oldest commit of this walk; null where it began there. */
  readonly continuesAt: PagePath | null;
  readonly before: Oid | null;
}

async function walk(
  memory: Memory,
  path: PagePath,
  from: Oid,
  wanted: ReadonlySet<string>,
  found: Map<string, LogRow>,
): Promise<Outcome<Walked>> {
  const logged = await memory.history.log({ paths: [path], limit: commitsMax, from });
  if (!logged.ok) return logged;
  const commits = logged.value;
  let here = await digestsAt(memory, path, commits[0]?.oid ?? null);
  for (const [at, commit] of commits.entries()) {
    const older = commits[at + 1];
    const before = await digestsAt(memory, path, older?.oid ?? null);
    if (!before.ok) return before;
    if (!here.ok) return here;
    const row = rowOf(commit);
    const movedFrom = older === undefined ? cameFrom(row, path) : null;
    if (movedFrom !== null) return ok({ continuesAt: movedFrom, before: commit.parents[0] ?? null });
    for (const digest of here.value)
      if (wanted.has(digest) && !before.value.has(digest) && !found.has(digest)) found.set(digest, row);
    here = before;
  }
  return ok({ continuesAt: null, before: null });
}

/** Our own moves say in `Pagefile-Op` where a page went; the old path is read from the archive line's counterpart. */
function cameFrom(row: LogRow, path: PagePath): PagePath | null {
  const moved = row.trailers["Pagefile-From"]?.[0];
  return moved === undefined || !(row.trailers["Pagefile-Op"] ?? []).some((op) => op.endsWith(` ${path}`))
    ? null
    : (moved as PagePath);
}

async function digestsAt(memory: Memory, path: PagePath, commit: Oid | null): Promise<Outcome<ReadonlySet<string>>> {
  if (commit === null) return ok(new Set());
  const read = await memory.history.at(commit, [path]);
  if (!read.ok) return read;
  const blob = read.value[0] ?? null;
  return ok(
    blob === null ? new Set() : new Set(entriesIn(new TextDecoder().decode(blob.bytes)).map((item) => item.digest)),
  );
}

function entriesIn(text: string): readonly Entry[] {
  return outline(text, bodyStartOf(text)).entries;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

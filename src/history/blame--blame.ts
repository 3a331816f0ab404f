/** Blame: which commit put each entry of a page there, and on what grounds; by digest, so that a moved or re-wrapped entry keeps its commit. */

import type { Oid, PageId, PagePath } from "../base/ids.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import { locate, type Workspace } from "../memory/workspace.js";
import { bodyStartOf, type Entry, outline } from "../page/markdown/outline.js";
import { blameEntries, type EntryOrigin } from "./blame.js";
import type { LogRow } from "./log.js";

export interface BlameAnswer {
  readonly page: PageId;
  readonly path: PagePath;
  /** In file order; `commit` is null for an entry that only the work tree holds. */
  readonly entries: readonly {
    readonly line: number;
    readonly text: string;
    readonly digest: string;
    readonly commit: LogRow | null;
    /** What that commit says of itself; null with `commit`, and its values where a person wrote none. */
    readonly by: {
      /** Whether a person made the commit with git, and not this program. */
      readonly hand: boolean;
      readonly reason: string | null;
      readonly session: string | null;
      readonly actor: string | null;
      readonly origin: string | null;
      readonly evidence: readonly string[];
    } | null;
    /** The commits that moved it here from another file since, later ones first. */
    readonly moved: readonly { readonly commit: Oid; readonly from: PagePath }[];
  }[];
}

/** An entry that both sides of a merge made is the later one's; one that was taken away and came back is its return's. */
export async function blame(workspace: Workspace, query: { readonly page: string }): Promise<Outcome<BlameAnswer>> {
  const located = locate(workspace, query.page);
  if (!located.ok) return located;
  const { memory, entry } = located.value;
  const read = memory.store.read(entry.path);
  if (!read.ok) return read;
  const text = read.value === null ? "" : new TextDecoder().decode(read.value.blob.bytes);
  const map = outline(text, bodyStartOf(text));
  const entries = map.entries.filter((item) => entry.slug === null || item.section === entry.slug);
  const origins = await blameEntries(memory, entry.path, new Set(entries.map((item) => item.digest)));
  if (!origins.ok) return origins;
  return ok({
    page: entry.id,
    path: entry.path,
    entries: entries.map((item) => answerFor(item, text, origins.value.get(item.digest))),
  });
}

function answerFor(item: Entry, text: string, origin: EntryOrigin | undefined): BlameAnswer["entries"][number] {
  return {
    line: text.slice(0, item.start).split("\n").length,
    text: text.slice(item.start, item.end),
    digest: item.digest,
    commit: origin?.row ?? null,
    by: origin === undefined ? null : groundsOf(origin.row),
    moved: origin?.moved ?? [],
  };
}

/** As the trailers say, and never as the author line does: that is whatever somebody typed. */
function groundsOf({ reason, trailers }: LogRow): NonNullable<BlameAnswer["entries"][number]["by"]> {
  const one = (key: string): string | null => trailers[`Pagefile-${key}`]?.[0] ?? null;
  return {
    hand: reason === null || reason === "MANUAL_EDIT",
    reason,
    session: one("Session"),
    actor: one("Actor"),
    origin: one("Origin"),
    evidence: trailers["Pagefile-Evidence"] ?? [],
  };
}

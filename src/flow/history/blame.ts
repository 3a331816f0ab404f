/** Blame: which commit put each entry of a page there, and on what grounds; by digest, so that a moved or re-wrapped entry keeps its commit. */

import type { Outcome } from "../../base/failure.js";
import { ok } from "../../base/result.js";
import { bodyStartOf, type Entry, outline } from "../../page/outline.js";
import type { BlameAnswer, LogRow } from "../answers.js";
import { locate, type Workspace } from "../workspace.js";
import { blameEntries, type EntryOrigin } from "./blame-walk.js";

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

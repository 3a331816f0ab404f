/** AuditPages: the files of a memory as the checks see them; a text is read when a check asks for it, and none is held. */

import { type Oid, type PagePath, parseInstant } from "../../base/ids.js";
import type { Memory } from "../../memory/memory.js";
import { archiveIndexPath, profileOf } from "../../memory/profile.js";
import { decodePage } from "../../page/decode.js";
import { bodyStartOf } from "../../page/markdown/outline.js";
import type { AuditPage } from "./checks--audit.js";
import { placeOf } from "./checks--audit-body.js";
import { type LinkGround, linksIn, type PageLink } from "./pages.js";

export interface AuditFiles {
  /** By path. Whoever asks a page for its text more than once holds it. */
  readonly pages: readonly AuditPage[];
  /** Of every file, those that are no pages too. */
  readonly paths: ReadonlySet<string>;
  /** null where there is no file, or none that is a text. */
  readonly textOf: (path: string) => string | null;
}

export function auditFiles(memory: Memory): AuditFiles {
  const profile = profileOf(memory.config.profile);
  const paths = [...memory.files.keys()].sort();
  const textOf = (path: string): string | null => textAt(memory, path as PagePath);
  const pages = paths.flatMap((path): readonly AuditPage[] => {
    const entry = memory.table.byPath.get(path);
    const file = memory.files.get(path);
    if (entry === undefined || file === undefined) return [];
    const changed = entry.updated ?? parseInstant(new Date(file.stamp.mtimeMs).toISOString());
    const { meta } = file.data;
    const text = (): string => textOf(path) ?? "";
    return [
      {
        entry,
        place: placeOf(entry, profile),
        meta,
        changed,
        get text(): string {
          return text();
        },
        get bodyStart(): number {
          return bodyStartOf(text());
        },
      },
    ];
  });
  return { pages, paths: new Set<string>(paths), textOf };
}

/** One page after another with its text and the blob id of that; those that cannot be read now are passed over. */
export function eachHeld(
  memory: Memory,
  pages: readonly AuditPage[],
  use: (page: AuditPage, oid: Oid) => void,
): void {
  const byPath = new Map(pages.map((page) => [page.entry.path, page]));
  memory.store.readEach([...byPath.keys()], (path, read) => {
    const page = byPath.get(path);
    if (page === undefined || !read.ok || read.value === null) return;
    const decoded = decodePage(path, read.value.blob.bytes);
    if (!decoded.ok) return;
    const { entry, place, meta, changed } = page;
    use(
      { entry, place, meta, changed, text: decoded.value, bodyStart: bodyStartOf(decoded.value) },
      read.value.blob.oid,
    );
  });
}

/** Of every page that is not cold: kept by blob, so that a page which stays is read for them once. */
export function linksOf(memory: Memory, pages: readonly AuditPage[]): (page: AuditPage) => readonly PageLink[] {
  const found = new Map<string, readonly PageLink[]>();
  const unread = pages.filter(({ entry }) => {
    const known = entry.tier === "cold" ? [] : memory.links?.get(entry.oid);
    if (known !== undefined) found.set(entry.path, known);
    return known === undefined;
  });
  eachHeld(memory, unread, (page, oid) => {
    const links = linksIn(page);
    found.set(page.entry.path, links);
    memory.links?.put(oid, links);
  });
  memory.links?.flush();
  return ({ entry }) => found.get(entry.path) ?? [];
}

/** What links are held against. */
export function linkGround(memory: Memory, { paths, textOf }: AuditFiles): LinkGround {
  const isThere = (path: string): boolean => (memory.store.stampOf?.(path as PagePath) ?? null) !== null;
  return { table: memory.table, paths, isThere, index: textOf(archiveIndexPath) };
}

function textAt(memory: Memory, path: PagePath): string | null {
  const read = memory.store.read(path);
  if (!read.ok || read.value === null) return null;
  const decoded = decodePage(path, read.value.blob.bytes);
  return decoded.ok ? decoded.value : null;
}

/** MergeDriver: git's three files of a path made one. It needs no memory, no repository and no network. */

import { basename, dirname, resolve } from "node:path";
import { type Oid, type PagePath, parsePagePath } from "../../base/ids.js";
import { err, type Failure, type Outcome, ok } from "../../base/result.js";
import { openUnmergedIndex, type UnmergedIndex } from "../../git/index/view.js";
import { findLayout } from "../../git/layout.js";
import type { PageStore } from "../../memory/disk/read.js";
import type { Memory } from "../../memory/memory.js";
import { openPageStore } from "../../memory/page-store.js";
import { decodePage, encodePage } from "../../page/decode.js";
import type { MergeConflict, MergeNote } from "./head.js";
import { mergePages } from "./merge.js";

// Merge driver: git's three files of a path made one; needs no memory, no repository and no network.

/** Files as git names them: relative to where it starts the driver. */
interface MergeFiles {
  readonly read: (file: string) => Outcome<{ readonly oid: Oid; readonly bytes: Uint8Array }>;
  /** Atomically, and only while the file still holds `before`. */
  readonly replace: (file: string, before: Oid, bytes: Uint8Array) => Promise<Outcome<void>>;
}

interface DriverRequest {
  /** git's %O, %A, %B and %P. An empty base is that of a page both sides added. */
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  readonly path: string;
}

export interface DriverAnswer {
  readonly path: string;
  /** `conflicted`: merged, and the page keeps what is to be settled as data. `untouched`: our file is as it was. */
  readonly result: "merged" | "conflicted" | "untouched";
  /** Why nothing was merged; null where something was. */
  readonly why: string | null;
  readonly hint: string | null;
  readonly notes: readonly MergeNote[];
  readonly conflicts: readonly MergeConflict[];
}

/** Fails only where a file cannot be read or written; what is no page is `untouched`, and git marks the path unmerged. */
export async function mergeDriver(
  files: MergeFiles,
  { base, ours, theirs, path }: DriverRequest,
): Promise<Outcome<DriverAnswer>> {
  const texts: string[] = [];
  let before: Oid | null = null;
  for (const file of [base, theirs, ours]) {
    const read = files.read(file);
    if (!read.ok) return read;
    const decoded = decodePage(path, read.value.bytes);
    if (!decoded.ok) return ok(untouched(path, decoded.error));
    texts.push(decoded.value);
    before = read.value.oid;
  }
  const [old = "", yours = "", mine = ""] = texts;
  const merged = mergePages(path, old === "" ? null : old, mine, yours);
  if (!merged.ok) return ok(untouched(path, merged.error));
  const { text, notes, conflicts } = merged.value;
  const bytes = encodePage(text);
  // A text that is no page any more, by its size, is not worth having.
  const readable = decodePage(path, bytes);
  if (!readable.ok) return ok(untouched(path, readable.error));
  if (text !== mine && before !== null) {
    const written = await files.replace(ours, before, bytes);
    if (!written.ok) return written;
  }
  const result = conflicts.length === 0 ? "merged" : "conflicted";
  return ok({ path, result, why: null, hint: null, notes, conflicts });
}

function untouched(path: string, why: { readonly says: string; readonly hint: string }): DriverAnswer {
  return { path, result: "untouched", why: why.says, hint: why.hint, notes: [], conflicts: [] };
}

// WireMerge: the files git hands a merge driver, without opening a memory, and the paths that git left unmerged.

export function wireMergeFiles(cwd: string): MergeFiles {
  return {
    read(file) {
      const place = placeOf(cwd, file);
      if (place === null) return err(missing(file));
      const read = place.store.read(place.name);
      if (!read.ok) return read;
      return read.value === null ? err(missing(file)) : ok(read.value.blob);
    },
    async replace(file, before, bytes) {
      const place = placeOf(cwd, file);
      return place === null ? err(missing(file)) : place.store.replace([{ path: place.name, before, bytes }]);
    },
  };
}

/** null without git, which alone leaves paths unmerged. */
export function wireUnmerged(memory: Memory, env: NodeJS.ProcessEnv): Outcome<UnmergedIndex | null> {
  if (memory.history.engine !== "native") return ok(null);
  const layout = findLayout(memory.root);
  return layout.ok ? openUnmergedIndex(layout.value, env) : layout;
}

function placeOf(cwd: string, file: string): { readonly store: PageStore; readonly name: PagePath } | null {
  const full = resolve(cwd, file);
  const name = parsePagePath(basename(full));
  return name === null ? null : { store: openPageStore(dirname(full), { folders: [] }), name };
}

function missing(file: string): Failure {
  return {
    code: "usage",
    says: `There is no file ${file}.`,
    hint: "git calls this command with the files of a merge: %O %A %B %P.",
  };
}

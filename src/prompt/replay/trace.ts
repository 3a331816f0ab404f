/** Replay world: the open stores as they stood when a decision was made: the pages of the commit, and what was not committed then. */

import { blobOid } from "../../base/digest--digest.js";
import type { Oid, PagePath } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { compareText } from "../../base/text--order.js";
import type { KnownOrigins, OriginCache } from "../../memory/disk/facts-cache--origin-cachex.js";
import type { PageStore, ReadPage, Stamp } from "../../memory/disk/read--page-store.js";
import { factsOf } from "../../memory/facts.js";
import type { CachedFile, TokenCache } from "../../memory/facts--facts-cache.js";
import { noLabels } from "../../memory/labels.js";
import type { Memory } from "../../memory/memory.js";
import { profileOf } from "../../memory/profile.js";
import { buildTable } from "../../memory/table.js";
import type { Workspace } from "../../memory/workspace.js";
import { committedPages } from "../assemble--assemble-inputs.js";
import type { StoreInput } from "../trace/inputs.js";

export interface World {
  readonly workspace: Workspace;
  /** What can be had no more, in sentences; empty where all could be had. */
  readonly gone: readonly string[];
}

/** Keeps what one world and the next have in common; nothing of it reaches the disk. */
export interface Worlds {
  /** `former`: of a time when every Markdown file of a commit was a page. */
  at(stores: readonly StoreInput[], files?: "current" | "former"): Promise<Outcome<World>>;
}

export function openWorlds(workspace: Workspace): Worlds {
  const kept: Kept = { bytes: new Map(), files: new Map(), origins: new Map(), tokens: memoryOnly() };
  return {
    async at(stores, pages = "current") {
      const memories: Memory[] = [];
      const gone: string[] = [];
      for (const store of stores) {
        const memory = workspace.memories.find(({ config }) => config.store === store.store);
        if (memory === undefined) {
          gone.push(`The store ${store.store} is not open here; name it with --repo.`);
          continue;
        }
        const made = await memoryAt(memory, store, { kept, gone, pages });
        if (!made.ok) return made;
        memories.push(made.value);
      }
      return ok({ workspace: { ...workspace, primary: memories[0] ?? workspace.primary, memories }, gone });
    },
  };
}

interface Kept {
  readonly bytes: Map<Oid, Uint8Array>;
  readonly files: Map<string, CachedFile>;
  readonly origins: Map<Memory, OriginCache>;
  readonly tokens: TokenCache;
}

async function memoryAt(
  memory: Memory,
  store: StoreInput,
  { kept, gone, pages }: { readonly kept: Kept; readonly gone: string[]; readonly pages: "current" | "former" },
): Promise<Outcome<Memory>> {
  const committed = await committedPages(memory, store.head, pages);
  // A commit that was collected as garbage is as gone as a file.
  if (!committed.ok) gone.push(`The commit ${store.head} is not to be had: ${committed.error.says}`);
  const wanted = new Map(committed.ok ? committed.value : []);
  for (const { path, oid } of store.uncommitted) {
    if (oid === null) wanted.delete(path);
    else wanted.set(path, oid);
  }
  if (store.uncommittedMore > 0) gone.push(`${store.uncommittedMore} more uncommitted pages than a record lists.`);
  const uncommitted = new Set(store.uncommitted.map(({ path }) => path));
  const read = committed.ok ? await readCommitted(memory, store.head, [...wanted], kept) : ok(undefined);
  if (!read.ok) return read;
  const files = new Map<PagePath, CachedFile>();
  for (const [path, oid] of [...wanted].sort(([a], [b]) => compareText(a, b))) {
    const bytes = kept.bytes.get(oid) ?? (await readElsewhere(memory, path, oid));
    if (bytes === null) {
      const why = uncommitted.has(path) ? "was not committed then, and those bytes are nowhere now" : "is gone";
      gone.push(`${path} (${oid.slice(0, 10)}) ${why}.`);
      continue;
    }
    kept.bytes.set(oid, bytes);
    files.set(path, fileOf(memory, path, { oid, bytes, kept }));
  }
  return ok(frozen(memory, files, { head: store.head, kept }));
}

/** All blobs of the commit that are not known yet, in one go. */
async function readCommitted(
  memory: Memory,
  head: Oid | null,
  wanted: readonly (readonly [PagePath, Oid])[],
  { bytes }: Kept,
): Promise<Outcome<void>> {
  const paths = wanted.filter(([, oid]) => !bytes.has(oid)).map(([path]) => path);
  if (paths.length === 0) return ok(undefined);
  const blobs = await memory.history.at(head, paths);
  if (!blobs.ok) return blobs;
  for (const blob of blobs.value) if (blob !== null) bytes.set(blob.oid, blob.bytes);
  return ok(undefined);
}

/** What was uncommitted may lie on the disk still, or have been committed since: the same name is the same bytes. */
async function readElsewhere(memory: Memory, path: PagePath, oid: Oid): Promise<Uint8Array | null> {
  const onDisk = memory.store.read(path);
  if (onDisk.ok && onDisk.value?.blob.oid === oid) return onDisk.value.blob.bytes;
  const blob = await memory.history.blob(oid);
  return blob.ok ? blob.value : null;
}

const stamp: Stamp = { size: 0, mtimeMs: 0, ctimeMs: 0, inode: 0 };

function fileOf(
  memory: Memory,
  path: PagePath,
  { oid, bytes, kept }: { readonly oid: Oid; readonly bytes: Uint8Array; readonly kept: Kept },
): CachedFile {
  const { profile } = memory.config;
  const key = `${profile}\n${path}\n${oid}`;
  const known = kept.files.get(key);
  if (known !== undefined) return known;
  const file = { path, stamp, settled: true, oid, data: factsOf(path, bytes, profileOf(profile)) };
  kept.files.set(key, file);
  return file;
}

/** The same memory, with nothing of the disk as it is now. */
function frozen(
  memory: Memory,
  files: Map<PagePath, CachedFile>,
  { head, kept }: { readonly head: Oid | null; readonly kept: Kept },
): Memory {
  const origins = kept.origins.get(memory) ?? rememberedOrigins();
  kept.origins.set(memory, origins);
  const { history } = memory;
  return {
    ...memory,
    store: frozenStore(memory.store.root, files, kept),
    history: {
      engine: history.engine,
      head: async () => ok({ commit: head, ref: null, operation: null }),
      at: (commit, paths) => history.at(commit, paths),
      staged: (paths) => history.staged(paths),
      tree: (commit) => history.tree(commit),
      blob: (oid) => history.blob(oid),
      log: (query) => history.log(query),
      resolve: (revision) => history.resolve(revision),
      record: (plan, options) => history.record(plan, options),
      recordAside: (name, file, note) => history.recordAside(name, file, note),
      close: () => history.close(),
    },
    tokens: kept.tokens,
    origins,
    files,
    table: buildTable(files.values(), memory.config),
    outside: [],
    labels: noLabels,
    indexDamaged: null,
  };
}

function frozenStore(root: string, files: ReadonlyMap<PagePath, CachedFile>, { bytes }: Kept): PageStore {
  const read = (path: PagePath): Outcome<ReadPage | null> => {
    const oid = files.get(path)?.oid;
    const found = oid === undefined ? undefined : bytes.get(oid);
    if (oid === undefined || found === undefined) return ok(null);
    return ok({ blob: { oid, bytes: found }, stamp, settled: true });
  };
  return {
    root,
    list: () => ok({ files: [...files.keys()].map((path) => ({ path, stamp })), findings: [] }),
    read,
    readEach(paths, use) {
      for (const path of paths) use(path, read(path));
    },
    idOf: (bytes) => blobOid(bytes),
    replace: async () =>
      err({
        code: "bug",
        says: "A replay was about to write a page.",
        hint: "Nothing was written; please report it.",
      }),
  };
}

function rememberedOrigins(): OriginCache {
  let last: KnownOrigins | null = null;
  return {
    load: () => last,
    save(known) {
      last = known;
    },
  };
}

/** Counts are made anew: those on the disk were made by whatever made the decision. */
function memoryOnly(): TokenCache {
  const counts = new Map<string, ReturnType<TokenCache["get"]>>();
  return {
    get: (key) => counts.get(key),
    put: (key, tokens) => void counts.set(key, tokens),
    flush: () => undefined,
  };
}

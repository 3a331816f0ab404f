/** Assemble inputs: at which commit each store stood, and which of its page files were not what that commit holds. */

import { shortDigest } from "../base/digest--digest.js";
import type { Oid, PagePath } from "../base/ids.js";
import { stableJson } from "../base/json.js";
import { limits } from "../base/limits.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import { compareText } from "../base/text--order.js";
import type { TreeFile } from "../git/history.js";
import type { Config } from "../memory/config.js";
import { isPageOf } from "../memory/included.js";
import type { Memory } from "../memory/memory.js";
import { isPageFile } from "../memory/profile.js";
import type { PageTable } from "../memory/table.js";
import type { Workspace } from "../memory/workspace.js";
import type { StoreInput } from "./trace/inputs.js";

/** In the order of the workspace's memories. */
export async function storeInputs(workspace: Workspace): Promise<Outcome<readonly StoreInput[]>> {
  const stores: StoreInput[] = [];
  for (const memory of workspace.memories) {
    const head = await memory.history.head();
    if (!head.ok) return head;
    const { commit } = head.value;
    const strays = await straysBefore(memory, commit);
    if (!strays.ok) return strays;
    const uncommitted = strays.value;
    const max = limits.traceUncommittedMax;
    stores.push({
      config: configDigest(memory.config),
      head: commit,
      store: memory.config.store,
      uncommitted: uncommitted.slice(0, max),
      uncommittedMore: Math.max(0, uncommitted.length - max),
    });
  }
  return ok(stores);
}

/** Page files of a commit, by path. */
export async function committedPages(
  memory: Pick<Memory, "history" | "config" | "session">,
  commit: Oid | null,
  pages: "current" | "former" = "current",
): Promise<Outcome<ReadonlyMap<PagePath, Oid>>> {
  const tree = await memory.history.tree(commit);
  if (!tree.ok) return tree;
  if (pages === "former")
    return ok(new Map(tree.value.filter(({ path }) => isPageFile(path)).map(({ path, oid }) => [path, oid])));
  return ok(pagesAmong(tree.value, memory));
}

/** A commit that is asked for again is the same list. */
const pagesBefore = new WeakMap<
  readonly TreeFile[],
  { readonly by: Config; readonly pages: ReadonlyMap<PagePath, Oid> }
>();

/** What a session keeps to itself are pages wherever they lie. */
function pagesAmong(
  tree: readonly TreeFile[],
  { config, session }: Pick<Memory, "config" | "session">,
): ReadonlyMap<PagePath, Oid> {
  const before = pagesBefore.get(tree);
  if (before?.by === config) return before.pages;
  const isPage = session === undefined ? isPageOf.bind(null, config) : isPageFile;
  const pages = new Map<PagePath, Oid>();
  for (const { path, oid } of tree) if (isPage(path)) pages.set(path, oid);
  pagesBefore.set(tree, { by: config, pages });
  return pages;
}

const digests = new WeakMap<Config, string>();

export function configDigest(config: Config): string {
  const known = digests.get(config) ?? shortDigest(stableJson(config), 16);
  digests.set(config, known);
  return known;
}

/** Where this process began to compare a memory's pages: what was noted of them there need not be looked for again. */
const begunAt = new WeakMap<
  Memory,
  { readonly table: PageTable; readonly commit: Oid | null; readonly isNoted: boolean }
>();

/**
 * A process that has only begun mostly finds the commit and the files that the last one found: that none was another is noted beside the
 * token counts, by all that it hangs on, and no tree is read. The caller writes it down.
 */
async function straysBefore(memory: Memory, commit: Oid | null): ReturnType<typeof straysOf> {
  const begun = begunAt.get(memory);
  if (begun !== undefined) {
    const isSame = begun.isNoted && begun.table === memory.table && begun.commit === commit;
    return isSame ? ok([]) : straysOf(memory, commit);
  }
  const name = commit === null ? null : nameOf(memory, commit);
  const isNoted = name !== null && memory.tokens.get(name)?.full === 0;
  begunAt.set(memory, { table: memory.table, commit, isNoted });
  if (isNoted) return ok([]);
  const strays = await straysOf(memory, commit);
  if (name !== null && strays.ok && strays.value.length === 0) memory.tokens.put(name, { full: 0 });
  return strays;
}

function nameOf({ files }: Memory, commit: Oid): string {
  const lines = [...files.values()].map(({ path, oid }) => `${oid} ${path}`);
  return `strays\n${commit}\n${shortDigest(lines.sort(compareText).join("\n"), 40)}`;
}

/** Which pages of the table are not what that commit holds: a table in which they are the same as before has missed no other commit. */
export async function straysOf(memory: Memory, commit: Oid | null): Promise<Outcome<StoreInput["uncommitted"]>> {
  const committed = await committedPages(memory, commit);
  return committed.ok ? ok(uncommittedIn(memory, committed.value)) : committed;
}

/** A table is another object once any file is: it is compared with a commit once. */
const comparedBefore = new WeakMap<PageTable, Compared>();

interface Compared {
  readonly committed: ReadonlyMap<PagePath, Oid>;
  readonly uncommitted: StoreInput["uncommitted"];
}

function uncommittedIn(memory: Memory, committed: ReadonlyMap<PagePath, Oid>): StoreInput["uncommitted"] {
  const before = comparedBefore.get(memory.table);
  if (before?.committed === committed) return before.uncommitted;
  const files: { path: PagePath; oid: Oid | null }[] = [];
  for (const { path, oid } of memory.files.values()) if (committed.get(path) !== oid) files.push({ oid, path });
  for (const path of committed.keys()) if (!memory.files.has(path)) files.push({ oid: null, path });
  const uncommitted = files.sort((a, b) => compareText(a.path, b.path));
  comparedBefore.set(memory.table, { committed, uncommitted });
  return uncommitted;
}

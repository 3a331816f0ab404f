/** Log: the commits that changed memory, with their reasons. */

import type { Instant, Oid, PagePath } from "../base/ids.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import type { LoggedCommit } from "../git/history.js";
import { parseTrailers } from "../git/history--trailer.js";
import { locate, type Workspace } from "../memory/workspace.js";
import { storeNamed } from "../memory/workspace--store-named.js";

export interface LogRow {
  readonly commit: Oid;
  readonly when: Instant;
  readonly author: string;
  readonly subject: string;
  /** `Pagefile-Reason`; null for a commit that carries none. */
  readonly reason: string | null;
  readonly pages: readonly string[];
  readonly trailers: Readonly<Record<string, readonly string[]>>;
}

export interface LogAnswer {
  readonly entries: readonly LogRow[];
}

/** Newest first; of one page, or of every path of the primary store, or of what the session named keeps to itself. */
export async function log(
  workspace: Workspace,
  query: { readonly page: string | null; readonly limit: number; readonly session?: string | null },
): Promise<Outcome<LogAnswer>> {
  if (query.page === null) {
    const store = storeNamed(workspace, query.session ?? null);
    if (!store.ok) return store;
    const logged = await store.value.history.log({ paths: [], limit: query.limit });
    return logged.ok ? ok({ entries: logged.value.map(rowOf) }) : logged;
  }
  const located = locate(workspace, query.page);
  if (!located.ok) return located;
  const { memory, entry } = located.value;
  const logged = await memory.history.log({ paths: [entry.path], limit: query.limit });
  return logged.ok ? ok({ entries: logged.value.map(rowOf) }) : logged;
}

export function rowOf(commit: LoggedCommit): LogRow {
  const trailers = parseTrailers(commit.message);
  return {
    commit: commit.oid,
    when: commit.when,
    author: commit.author.name,
    subject: commit.message.split("\n", 1)[0] ?? "",
    reason: trailers["Pagefile-Reason"]?.[0] ?? null,
    pages: (trailers["Pagefile-Page"] ?? []).map((page) => page.split("@")[0] ?? page),
    trailers,
  };
}

/** Every path below the root that differs between two trees, sorted. */
export function changedPaths(
  from: ReadonlyMap<PagePath, string>,
  to: ReadonlyMap<PagePath, string>,
): readonly PagePath[] {
  const paths = new Set([...from.keys(), ...to.keys()]);
  return [...paths].filter((path) => from.get(path) !== to.get(path)).sort();
}

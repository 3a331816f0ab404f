/** PurgeTrace: follows a text through the past: which entries, pages and values came with it, and with what rests on it. */

import type { Oid } from "../../base/ids.js";

/** One file of a commit, as its parents and the commit itself have it. */
export interface TracedFile {
  readonly path: string;
  readonly id: string;
  /** Entries that no parent held in any file of the commit. */
  readonly added: readonly string[];
  readonly holds: readonly string[];
  readonly created: boolean;
  /** Evidence that frontmatter names and no parent named. */
  readonly gained: readonly string[];
  /** Texts of frontmatter that no parent held. */
  readonly values: readonly string[];
}

export interface TracedCommit {
  readonly oid: Oid;
  readonly evidence: readonly string[];
  /** Decided nothing by itself where it has several parents. */
  readonly isMerge: boolean;
  readonly files: readonly TracedFile[];
}

export type PurgeQuery =
  | { readonly kind: "entry" | "page" | "source"; readonly name: string }
  | { readonly kind: "commit"; readonly name: string; readonly oid: Oid }
  | { readonly kind: "secret" };

export interface Traced {
  /** Each with the first page that held it. */
  readonly entries: ReadonlyMap<string, string>;
  readonly pages: ReadonlySet<string>;
  readonly values: ReadonlySet<string>;
  readonly sources: ReadonlySet<string>;
  /** Commits that brought any of it, each with why it is one of them. */
  readonly commits: readonly { readonly commit: Oid; readonly why: string }[];
  /** Commits that rest on it and are left alone, because nobody said that what is purged is false. */
  readonly cites: readonly Oid[];
}

/** What is shorter is too common a text to be looked for word for word. */
const valueCharsMin = 12;

interface State {
  readonly entries: Map<string, string>;
  readonly pages: Set<string>;
  readonly values: Set<string>;
  readonly sources: Set<string>;
  readonly commits: { commit: Oid; why: string }[];
  readonly cites: Oid[];
  /** Entries and pages that an earlier commit knew: whoever brings them again did not make them. */
  readonly seen: Set<string>;
  /** Pages that hold, or held, a purged entry. */
  readonly tainted: Set<string>;
}

/** Oldest first. A source or a commit is poison, and so is all that rests on it; an entry or a page is only itself. */
export function traceBack(commits: readonly TracedCommit[], query: PurgeQuery): Traced {
  const state: State = {
    entries: new Map(query.kind === "entry" ? [[query.name, ""]] : []),
    pages: new Set(query.kind === "page" ? [query.name] : []),
    values: new Set(),
    sources: new Set(query.kind === "source" ? [query.name] : []),
    commits: [],
    cites: [],
    seen: new Set(),
    tainted: new Set(),
  };
  const follows = query.kind === "source" || query.kind === "commit";
  if (query.kind !== "secret") for (const commit of commits) visit(state, commit, { query, follows });
  return state;
}

function visit(state: State, commit: TracedCommit, by: { query: PurgeQuery; follows: boolean }): void {
  const { query, follows } = by;
  const named = query.kind === "commit" && query.oid === commit.oid;
  const cited = commit.evidence.find((evidence) => rests(state, evidence));
  const why = named ? "named" : cited === undefined ? null : `rests on ${cited}`;
  const bad = why !== null && (named || follows) && (named || !commit.isMerge);
  if (why !== null && !follows) state.cites.push(commit.oid);
  let reason = bad ? why : null;
  for (const file of commit.files) {
    const gained = follows && !commit.isMerge ? file.gained.find((evidence) => rests(state, evidence)) : undefined;
    if (bad || gained !== undefined) {
      take(state, file);
      reason ??= `its page ${file.id} rests on ${gained}`;
    }
    if (state.pages.has(file.id)) takeEntries(state, file, query.kind === "page");
    for (const digest of file.holds) {
      if (!state.entries.has(digest)) continue;
      if (state.entries.get(digest) === "") state.entries.set(digest, file.id);
      state.tainted.add(file.id);
    }
  }
  for (const { id, holds } of commit.files) for (const key of [`page ${id}`, ...holds]) state.seen.add(key);
  if (reason === null) return;
  state.commits.push({ commit: commit.oid, why: reason });
  state.sources.add(`commit:${commit.oid}`);
}

/** All that a bad commit brought to a file; a page that it made goes whole, its title and fields too. */
function take(state: State, file: TracedFile): void {
  takeEntries(state, file, true);
  if (file.created && !state.seen.has(`page ${file.id}`)) state.pages.add(file.id);
  else for (const value of file.values) if (value.length >= valueCharsMin) state.values.add(value);
}

function takeEntries(state: State, file: TracedFile, wanted: boolean): void {
  if (!wanted) return;
  for (const digest of file.added) if (!state.seen.has(digest)) state.entries.set(digest, file.id);
}

/** Whether a piece of evidence is, or names, something that is purged. */
function rests(state: State, evidence: string): boolean {
  if (state.sources.has(evidence)) return true;
  const colon = evidence.indexOf(":");
  const kind = evidence.slice(0, Math.max(0, colon));
  const rest = evidence.slice(colon + 1);
  if (kind === "page") return isTainted(state, rest);
  if (kind === "commit" && rest.length >= 7)
    return [...state.sources].some((each) => each.startsWith(`commit:${rest}`));
  return [...state.entries.keys()].some((digest) => evidence.includes(digest));
}

function isTainted({ pages, tainted }: State, id: string): boolean {
  const file = id.split("#", 1)[0] ?? "";
  return pages.has(id) || pages.has(file) || tainted.has(file);
}

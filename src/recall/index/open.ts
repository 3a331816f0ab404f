/**
 * OpenSearch: the Search port: the index on disk where one can be used, made anew where it is bad, and one in memory where none can.
 *
 * The index is derived and disposable. `sqlite.ts` is one generation of it, `write.ts` puts pages in and takes them out, and `read.ts` answers
 * what ranking asks. Read this file first, then `generation.ts`.
 *
 * A generation is a folder; the file `current` names the one that counts, and a seal tells whether anybody else wrote into it. What is bad is made
 * anew aside and never mended, because a mended index would have to be believed. A query reads the index as of one moment. Each update joins a few
 * pages of the full-text lists, so that none pays for many. Who may see a page is not in the index: it is asked of the live table.
 *
 * Where no disk takes an index, the first query makes the same one in memory, of every file; it lasts until the pages change, and the disk is tried
 * again then.
 */

import { join } from "node:path";
import type { PagePath } from "../../base/ids.js";
import { assert, err, type Outcome, ok } from "../../base/result.js";
import { factsVersion } from "../../memory/disk/facts-cache.js";
import type { Memory } from "../../memory/memory.js";
import { service } from "../../memory/service.js";
import { secretRules } from "../../rules/secret-keys.js";
import { errnoOf, ioFailed } from "../../state/fs-calls.js";
import { rank } from "../rank/rank.js";
import type { Admits } from "../rank/rows.js";
import { currentGeneration, type OpenDatabase, sqliteBinding, troubleOf } from "./generation.js";
import { hitsOf, textsOf } from "./read.js";
import type { Converged, Search, SearchFound, SearchQuery, SearchSource } from "./search.js";
import {
  bothOf,
  checkWritable,
  memorySqlite,
  noBinding,
  nothingDone,
  openSqlite,
  rebuildSqlite,
  type SqliteIndex,
  type Step,
  statusOf,
} from "./sqlite.js";
import { searchSource } from "./write.js";

interface SearchOptions {
  /** Belongs to one memory root alone; made when first written. */
  readonly dir: string;
  /** Changes where a page's facts do. */
  readonly version: string;
  /** Another one than the machine's, for tests. */
  readonly binding?: () => OpenDatabase | null;
}

type State = ReturnType<typeof stateOf>;

function stateOf(options: SearchOptions) {
  return {
    options,
    /** undefined before it was looked for; null where none runs. */
    binding: undefined as OpenDatabase | null | undefined,
    index: null as SqliteIndex | null,
    source: null as SearchSource | null,
    /** Of the source, when the index was brought in step with it; and what the index called its state then. */
    stamp: undefined as unknown,
    indexState: "",
    unread: [] as readonly PagePath[],
    /** Why no index on disk could be used when this stamp was tried, so that the next query does not try again: `index` is one in memory then. */
    failed: null as { readonly stamp: unknown; readonly says: string } | null,
    /** Brought in step by the call before this one, which a query need not do again. */
    inStep: false,
  };
}

const nothing: Converged = { added: 0, changed: 0, removed: 0, rebuilt: false };

/** Nothing is opened, loaded or made before it is asked for. */
export function openSearch(options: SearchOptions): Search {
  const state = stateOf(options);
  return {
    converge(source) {
      const converged = converge(state, source);
      state.inStep = true;
      return converged;
    },
    query: (asked) => query(state, asked),
    related(from, limit) {
      try {
        return state.index?.related(from, limit) ?? [];
      } catch (error) {
        troubleOf(error);
        drop(state);
        return [];
      }
    },
    status: () => statusOf(options.dir, options.version, bindingOf(state)),
    rebuild: (source) => rebuild(state, source),
    close: () => drop(state),
  };
}

function bindingOf(state: State): OpenDatabase | null {
  if (state.binding === undefined) state.binding = (state.options.binding ?? sqliteBinding)();
  return state.binding;
}

function drop(state: State): void {
  try {
    state.index?.close();
  } catch {
    // A broken index cannot be broken more by not being closed.
  }
  state.index = null;
  state.failed = null;
  state.unread = [];
}

function converge(state: State, source: SearchSource): Converged {
  state.source = source;
  const open = bindingOf(state);
  if (open === null) return nothing;
  if (state.failed !== null) {
    if (Object.is(state.failed.stamp, source.stamp)) return nothing;
    drop(state);
  }
  try {
    if (isInStep(state, source)) return nothing;
    return inStep(state, open, source);
  } catch (error) {
    return anew(state, open, source, troubleOf(error));
  }
}

function isInStep(state: State, source: SearchSource): boolean {
  const { index } = state;
  if (index === null || !Object.is(state.stamp, source.stamp)) return false;
  if (!index.isSound()) drop(state);
  return state.index !== null && index.state() === state.indexState;
}

/** Opens what is there, or makes it, and puts in what changed. */
function inStep(state: State, open: OpenDatabase, source: SearchSource): Converged {
  if (state.index !== null && !state.index.isSound()) drop(state);
  if (state.index === null) {
    const generation = currentGeneration(state.options.dir);
    const opened = generation === null ? null : openSqlite(open, generation, state.options.version);
    if (opened === null || "refused" in opened) return anew(state, open, source, "there is none that can be used");
    state.index = opened.index;
  }
  return took(state, source, state.index.converge(source));
}

function took(state: State, source: SearchSource, step: Step): Converged {
  state.stamp = source.stamp;
  state.indexState = state.index?.state() ?? "";
  // A page that was left out before is still out while nothing else changes.
  if (step.wrote || step.unread.length > 0) state.unread = step.unread;
  const { added, changed, removed, rebuilt } = step;
  return { added, changed, removed, rebuilt };
}

/** A bad index is thrown away, whatever is wrong with it; `why` is told where none can be made. */
function anew(state: State, open: OpenDatabase, source: SearchSource, why: string): Converged {
  drop(state);
  try {
    return make(state, open, source);
  } catch (error) {
    return give(state, source, `${why}; a new one could not be made: ${troubleOf(error)}`);
  }
}

function make(state: State, open: OpenDatabase, source: SearchSource): Converged {
  const made = rebuildSqlite(open, state.options.dir, state.options.version, source);
  state.index = made;
  const added = made.counts().reduce((sum, of) => sum + of.pages, 0);
  const first = { ...nothingDone, added, rebuilt: true, unread: made.unread, wrote: true };
  return took(state, source, bothOf(first, made.converge(source)));
}

/** No index on disk until the pages change. */
function give(state: State, source: SearchSource, says: string): Converged {
  drop(state);
  state.failed = { stamp: source.stamp, says };
  return nothing;
}

function rebuild(state: State, source: SearchSource): Outcome<Converged> {
  drop(state);
  state.source = source;
  const open = bindingOf(state);
  if (open === null) return err(noBinding);
  try {
    return ok(make(state, open, source));
  } catch (error) {
    give(state, source, troubleOf(error));
    const possible = checkWritable(state.options.dir);
    if (!possible.ok) return possible;
    if (errnoOf(error) !== null) return ioFailed(error, "make the index");
    return err({
      code: "io_failed",
      errno: "EIO",
      says: `The index could not be made: ${troubleOf(error)}.`,
      hint: "The files are as they were, and recall makes an index of them in memory until one can be written.",
    });
  }
}

// Query: what the index that can be used finds, and what was done without.

function query(state: State, asked: SearchQuery): Outcome<SearchFound> {
  const { source } = state;
  assert(source !== null, "converge comes before query");
  const open = bindingOf(state);
  if (open === null) return err(noBinding);
  for (let tries = 0; ; tries++) {
    if (!state.inStep) converge(state, source);
    state.inStep = false;
    try {
      const found = answer(indexFor(state, open, source), source, asked);
      // Where nothing is left of what was found, only the files as they are now can tell.
      if (found.hits.length > 0 || found.moved.length === 0 || tries === triesMax) return told(state, found);
      give(state, source, state.failed?.says ?? "pages changed under the search");
    } catch (error) {
      const says = troubleOf(error);
      if (state.failed !== null) {
        drop(state);
        return err({
          code: "io_failed",
          errno: errnoOf(error) ?? "EIO",
          says: `An index could be made neither on disk nor in memory: ${says}.`,
          hint: "Free disk and memory, and ask again.",
        });
      }
      if (tries === 0) anew(state, open, source, says);
      else give(state, source, says);
    }
  }
}

/** Of the index on disk, of that made anew, and of one in memory, twice. */
const triesMax = 3;

/** The one in memory is made when it is first asked for. */
function indexFor(state: State, open: OpenDatabase, source: SearchSource): SqliteIndex {
  if (state.index !== null) return state.index;
  const made = memorySqlite(open, state.options.version, source);
  state.index = made;
  state.unread = made.unread;
  return made;
}

type Answer = ReturnType<typeof answer>;

function answer(index: SqliteIndex, source: SearchSource, asked: SearchQuery) {
  return index.atOnce(() => {
    const ranked = rank(index.postings(asked.tier), {
      text: asked.text,
      limit: asked.limit,
      admits: asked.admits as Admits,
      within: asked.within ?? null,
      around: asked.around ?? null,
      isOfDays: asked.isOfDays ?? false,
    });
    return { ranked, ...hitsOf(ranked, index.pages, textsOf(source)) };
  });
}

function told({ index, failed, unread }: State, { ranked, hits, moved }: Answer): Outcome<SearchFound> {
  if (unread.length > 0 && index?.counts().every(({ pages }) => pages === 0)) {
    const says = `None of ${unread.length} pages could be read.`;
    return err({ code: "io_failed", errno: "EIO", says, hint: "Look at the disk, and at who may read the folder." });
  }
  const skipped = [
    ...(failed === null ? [] : [`The index was not used: ${failed.says}.`]),
    ...unread.map((path) => `${path} could not be read.`),
    ...moved.map((path) => `${path} changed while it was searched.`),
  ];
  const words = ranked.words.map(({ asked, weight }) => ({ asked, weight }));
  return ok({ hits, words, loosened: ranked.loosened, by: failed === null ? "index" : "memory", skipped });
}

/** What finds pages by words. */
export const searchOf: (memory: Memory) => Search = service(
  ({ place, config }: Memory) =>
    openSearch({
      dir: join(place.state, "index-search"),
      version: `${factsVersion}-${secretRules}-${config.profile}`,
    }),
  "own",
);

/** Puts in what changed ahead of the next question, which would do it else. What cannot be put in now says why when it is asked for. */
export function indexAhead(memory: Memory): void {
  try {
    searchOf(memory).converge(searchSource(memory));
  } catch {}
}

/**
 * OpenSearch: the Search port: the index where one can be used, made anew where it is bad, and a scan of the files where none can.
 *
 * The index is derived and disposable. `sqlite.ts` is one generation of it, `write.ts` puts pages in and takes them out, `read.ts` answers what
 * ranking asks, and `HeapIndex` below answers the same without a file. Read this file first, then `generation.ts`.
 *
 * A generation is a folder; the file `current` names the one that counts, and a seal tells whether anybody else wrote into it. What is bad is made
 * anew aside and never mended, because a mended index would have to be believed. A query reads the index as of one moment. Each update joins a few
 * pages of the full-text lists, so that none pays for many. Who may see a page is not in the index: it is asked of the live table.
 */

import { join } from "node:path";
import type { PagePath } from "../../base/ids.js";
import { assert, err, getOrMake, type Outcome, ok } from "../../base/result.js";
import { factsVersion } from "../../memory/disk/facts-cache.js";
import type { Memory } from "../../memory/memory.js";
import { service } from "../../memory/service.js";
import type { Tier } from "../../page/page.js";
import { errnoOf } from "../../state/fs-calls.js";
import type { PageHead } from "../chunk.js";
import { type Ranked, rank } from "../rank/rank.js";
import {
  type Admits,
  type ChunkRef,
  type ChunkSketch,
  isWithin,
  type Postings,
  type RowQuery,
  type SketchedPage,
  sketchOf,
} from "../rank/rows.js";
import { type IndexedWord, chunkWordsOf as wordsOf } from "../words/typo.js";
import { currentGeneration, type OpenDatabase, sqliteBinding, troubleOf } from "./generation.js";
import { type HitPages, hitsOf, type SearchAnswer, textsOf } from "./read.js";
import type { Converged, Search, SearchFound, SearchPage, SearchQuery, SearchSource } from "./search.js";
import { bothOf, nothingDone, openSqlite, rebuildSqlite, type SqliteIndex, type Step, statusOf } from "./sqlite.js";
import { infoOf, markOf, searchSource } from "./write.js";

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
    /** Why no index could be used when this stamp was tried, so that the next query does not try again. */
    failed: null as { readonly stamp: unknown; readonly says: string } | null,
    scan: null as Scan | null,
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
}

function converge(state: State, source: SearchSource): Converged {
  state.source = source;
  if (state.failed !== null && Object.is(state.failed.stamp, source.stamp)) return nothing;
  state.failed = null;
  try {
    if (isInStep(state, source)) return nothing;
    return inStep(state, source);
  } catch (error) {
    return anew(state, source, troubleOf(error));
  }
}

function isInStep(state: State, source: SearchSource): boolean {
  const { index } = state;
  if (index === null || !Object.is(state.stamp, source.stamp)) return false;
  if (!index.isSound()) drop(state);
  return state.index !== null && index.state() === state.indexState;
}

/** Opens what is there, or makes it, and puts in what changed. */
function inStep(state: State, source: SearchSource): Converged {
  if (state.index !== null && !state.index.isSound()) drop(state);
  const open = bindingOf(state);
  if (open === null) return give(state, source, "no SQLite binding runs on this machine");
  if (state.index === null) {
    const generation = currentGeneration(state.options.dir);
    const opened = generation === null ? null : openSqlite(open, generation, state.options.version);
    if (opened === null || "refused" in opened) return anew(state, source, "it is made anew");
    state.index = opened.index;
  }
  return took(state, source, state.index.converge(source));
}

function took(state: State, source: SearchSource, step: Step): Converged {
  state.stamp = source.stamp;
  state.indexState = state.index?.state() ?? "";
  // A page that was left out before is still out while nothing else changes.
  if (step.wrote || step.unread.length > 0) state.unread = step.unread;
  state.scan = null;
  const { added, changed, removed, rebuilt } = step;
  return { added, changed, removed, rebuilt };
}

/** A bad index is thrown away, whatever is wrong with it; `why` is told where none can be made. */
function anew(state: State, source: SearchSource, why: string): Converged {
  drop(state);
  try {
    return make(state, source);
  } catch (error) {
    return give(state, source, `${why}; a new one could not be made: ${troubleOf(error)}`);
  }
}

function make(state: State, source: SearchSource): Converged {
  const open = bindingOf(state);
  assert(open !== null, "only a machine with a binding makes an index");
  const made = rebuildSqlite(open, state.options.dir, state.options.version, source);
  state.index = made;
  const added = made.counts().reduce((sum, of) => sum + of.pages, 0);
  const first = { ...nothingDone, added, rebuilt: true, unread: made.unread, wrote: true };
  return took(state, source, bothOf(first, made.converge(source)));
}

/** No index until the pages change. */
function give(state: State, source: SearchSource, says: string): Converged {
  drop(state);
  state.failed = { stamp: source.stamp, says };
  return nothing;
}

function rebuild(state: State, source: SearchSource): Outcome<Converged> {
  drop(state);
  state.source = source;
  state.failed = null;
  const hint = "The files are as they were, and recall reads them itself until an index can be made.";
  if (bindingOf(state) === null) {
    return err({ code: "io_failed", errno: "ENOSYS", says: "No SQLite binding runs on this machine.", hint });
  }
  try {
    return ok(make(state, source));
  } catch (error) {
    give(state, source, troubleOf(error));
    return err({
      code: "io_failed",
      errno: errnoOf(error) ?? "EIO",
      says: `The index could not be made: ${troubleOf(error)}.`,
      hint,
    });
  }
}

function query(state: State, asked: SearchQuery): Outcome<SearchFound> {
  const { source } = state;
  assert(source !== null, "converge comes before query");
  for (let tries = 0; tries < 2; tries++) {
    if (!state.inStep) converge(state, source);
    state.inStep = false;
    if (state.index === null) break;
    try {
      const { index } = state;
      const found = index.atOnce(() => {
        const postings = index.postings(asked.tier);
        const pages = { page: postings.page, info: index.info, texts: textsOf(source) };
        return answer(postings, asked, (ranked) => hitsOf(ranked, pages));
      });
      // Where nothing is left of what was found, only the files as they are now can tell.
      if (found.shown.hits.length > 0 || found.shown.moved.length === 0) return ok(told(state, found, "index"));
      break;
    } catch (error) {
      anew(state, source, troubleOf(error));
    }
  }
  return byScan(state, source, asked);
}

function byScan(state: State, source: SearchSource, asked: SearchQuery): Outcome<SearchFound> {
  if (state.scan === null || !Object.is(state.scan.stamp, source.stamp)) state.scan = scanPages(source);
  const { scan } = state;
  const pages = scan.tiers.hot.pages + scan.tiers.cold.pages;
  if (pages === 0 && scan.unread.length > 0) {
    const says = `Neither an index nor any of ${scan.unread.length} pages could be read.`;
    return err({ code: "io_failed", errno: "EIO", says, hint: "Look at the disk, and at who may read the folder." });
  }
  const found = answer(scan.tiers[asked.tier], asked, (ranked) => hitsOf(ranked, scan.pagesOf(asked.tier)));
  return ok(told(state, found, "scan"));
}

function told(state: State, { ranked, shown }: Answer, by: "index" | "scan"): SearchFound {
  const unread = by === "scan" ? (state.scan?.unread ?? []) : state.unread;
  const skipped = [
    ...(by === "scan" ? [`The index was not used: ${state.failed?.says ?? "pages changed under the search"}.`] : []),
    ...unread.map((path) => `${path} could not be read.`),
    ...shown.moved.map((path) => `${path} changed while it was searched.`),
  ];
  const words = ranked.words.map(({ asked, weight }) => ({ asked, weight }));
  return { hits: shown.hits, words, loosened: ranked.loosened, by, skipped };
}

// Answer: a query ranked by an index, or by what stands in for one.

/** What a query found, as it was ranked and as it is shown. */
interface Answer {
  readonly ranked: Ranked;
  readonly shown: SearchAnswer;
}

function answer(postings: Postings, asked: SearchQuery, show: (ranked: Ranked) => SearchAnswer): Answer {
  const ranked = rank(postings, {
    text: asked.text,
    limit: asked.limit,
    admits: asked.admits as Admits,
    within: asked.within ?? null,
    around: asked.around ?? null,
    isOfDays: asked.isOfDays ?? false,
  });
  return { ranked, shown: show(ranked) };
}

/** What finds pages by words. */
export const searchOf: (memory: Memory) => Search = service(
  ({ place, config }: Memory) =>
    openSearch({ dir: join(place.state, "index-search"), version: `${factsVersion}-${config.profile}` }),
  "own",
);

/** Puts in what changed ahead of the next question, which would do it else. What cannot be put in now says why when it is asked for. */
export function indexAhead(memory: Memory): void {
  try {
    searchOf(memory).converge(searchSource(memory));
  } catch {}
}

// HeapIndex: an index that lives and ends with the process: what is searched where no index on disk can be used.

interface Entry extends IndexedWord {
  chunks: number;
  readonly refs: ChunkRef[];
}

interface Heap {
  readonly words: Map<string, Entry>;
  readonly pages: SketchedPage[];
  /** By page and chunk, the body's terms between spaces: what phrases are looked for in. */
  readonly lines: string[][];
  chunks: number;
  length: number;
}

export interface HeapIndex extends Postings {
  add(page: { readonly path: string; readonly text: string; readonly head: PageHead }): void;
}

export function heapIndex(): HeapIndex {
  const heap: Heap = { words: new Map(), pages: [], lines: [], chunks: 0, length: 0 };
  return {
    get chunks() {
      return heap.chunks;
    },
    get pages() {
      return heap.pages.length;
    },
    get length() {
      return heap.length;
    },
    add: (page) => add(heap, page),
    find: (word) => heap.words.get(word) ?? null,
    near: (word) => [...heap.words.values()].filter((known) => isNear(word, known.text)),
    begins: (start) => [...heap.words.values()].filter(({ text }) => text.startsWith(start)),
    best: (asked, count) => best(heap, asked, count),
    page: (id) => heap.pages[id] ?? null,
  };
}

function add(heap: Heap, page: { readonly path: string; readonly text: string; readonly head: PageHead }): void {
  const chunks = wordsOf(page.text, page.head);
  const slugs = [...new Set(chunks.flatMap(({ slug }) => (slug === null ? [] : [slug])))];
  const number = heap.pages.length;
  const sketches = chunks.map((chunk, i): ChunkSketch => {
    for (const word of chunk.words.keys()) {
      const entry = entryOf(heap, word);
      entry.chunks++;
      entry.refs.push({ page: number, chunk: i });
    }
    heap.chunks++;
    heap.length += chunk.length;
    return sketchOf(chunk, slugs, (word) => entryOf(heap, word).id);
  });
  heap.pages.push({ path: page.path, slugs, chunks: sketches });
  heap.lines.push(chunks.map(({ lines }) => ` ${lines.title}  ${lines.body} `));
}

function entryOf(heap: Heap, word: string): Entry {
  return getOrMake(heap.words, word, () => ({ text: word, id: heap.words.size, chunks: 0, refs: [] }));
}

/** A first look, cheap: the same beginning, one inside of the other, or nearly as long. */
function isNear(word: string, known: string): boolean {
  if (Math.abs(word.length - known.length) <= 2) return true;
  return known.includes(word) || word.includes(known);
}

function best(heap: Heap, asked: RowQuery, count: number): readonly ChunkRef[] {
  const scores = new Map<number, { readonly ref: ChunkRef; score: number }>();
  for (const forms of asked.words) {
    for (const form of forms) {
      const entry = heap.words.get(form.text);
      if (entry === undefined) continue;
      const gain = Math.log(1 + heap.chunks / entry.chunks);
      for (const ref of entry.refs) {
        const key = ref.page * 65_536 + ref.chunk;
        const known = scores.get(key);
        if (known === undefined) scores.set(key, { ref, score: gain });
        else known.score += gain;
      }
    }
  }
  const found = [...scores.values()].filter(({ ref }) => {
    const sketch = heap.pages[ref.page]!.chunks[ref.chunk]!;
    const line = heap.lines[ref.page]![ref.chunk]!;
    return isWithin(sketch, asked.within) && asked.phrases.every((phrase) => line.includes(` ${phrase.join(" ")} `));
  });
  found.sort((a, b) => b.score - a.score || a.ref.page - b.ref.page || a.ref.chunk - b.ref.chunk);
  return found.slice(0, count).map(({ ref }) => ref);
}

// Scan: every file read and ranked in this process, for the time that no index can be used; slow, and never wrong.

interface Scan {
  readonly stamp: unknown;
  readonly tiers: Readonly<Record<Tier, HeapIndex>>;
  readonly unread: readonly PagePath[];
  pagesOf(tier: Tier): HitPages;
}

/** Reads every page. What it reads is what hits show, whatever becomes of the files meanwhile. */
function scanPages(source: SearchSource): Scan {
  const tiers = { hot: heapIndex(), cold: heapIndex() };
  const texts = { hot: [] as { page: SearchPage; text: string }[], cold: [] as { page: SearchPage; text: string }[] };
  const unread: PagePath[] = [];
  for (const version of source.pages()) {
    const text = source.read(version.path);
    if (text === null) {
      unread.push(version.path);
      continue;
    }
    const page = source.whole(version);
    tiers[page.tier].add({ path: page.path, text, head: page });
    texts[page.tier].push({ page, text });
  }
  return {
    stamp: source.stamp,
    tiers,
    unread,
    pagesOf: (tier) => ({
      page: (id) => tiers[tier].page(id),
      info(id) {
        const of = texts[tier][id];
        return of === undefined ? null : { ...infoOf(wordsOf(of.text, of.page)), mark: markOf(of.text) };
      },
      texts: textsOf({ read: (path) => texts[tier].find(({ page }) => page.path === path)?.text ?? null }),
    }),
  };
}

/** HeapIndex: an index that lives and ends with the process, and the search over it where no index on disk can be used: slow, and never wrong. */

import type { PagePath } from "../../base/ids.js";
import type { Tier } from "../../page/page.js";
import type { PageHead } from "../chunk.js";
import { type ChunkSketch, sketchOf } from "../meaning/fuse.js";
import { chunksOf, takesOf } from "../rank/rank.js";
import { type ChunkRef, isWithin, type Postings, type SketchedPage, type Wanted } from "../rank/rows.js";
import { type Known, chunkWordsOf as wordsOf } from "../words/typo.js";
import { type HitPages, textsOf } from "./read.js";
import type { SearchPage, SearchSource } from "./search.js";
import { infoOf, markOf } from "./write.js";

// HeapIndex: an index that lives and ends with the process: what is searched where no index on disk can be used.

interface Entry extends Known {
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
  const index: HeapIndex = {
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
    best: (asked, count) => best(heap, asked, count),
    page: (id) => heap.pages[id] ?? null,
    among(asked, pages, admits) {
      const { page, chunks } = index;
      return chunksOf({ page, chunks }, pages, { any: asked.words.flat(), each: [], takes: takesOf(asked, admits) });
    },
    numbers(paths) {
      const wanted = new Set(paths);
      return [...heap.pages.keys()].filter((id) => wanted.has(heap.pages[id]!.path));
    },
    dated(span, most) {
      const pages = [...heap.pages.keys()].filter((id) =>
        heap.pages[id]!.chunks.some((chunk) => isWithin(chunk, span)),
      );
      return pages.length > most ? null : pages;
    },
  };
  return index;
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
  const known = heap.words.get(word);
  if (known !== undefined) return known;
  const entry: Entry = { text: word, id: heap.words.size, chunks: 0, refs: [] };
  heap.words.set(word, entry);
  return entry;
}

/** A first look, cheap: the same beginning, one inside of the other, or nearly as long. */
function isNear(word: string, known: string): boolean {
  if (Math.abs(word.length - known.length) <= 2) return true;
  return known.includes(word) || word.includes(known);
}

function best(heap: Heap, asked: Wanted, count: number): readonly ChunkRef[] {
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

export interface Scan {
  readonly stamp: unknown;
  readonly tiers: Readonly<Record<Tier, HeapIndex>>;
  readonly unread: readonly PagePath[];
  pagesOf(tier: Tier): HitPages;
}

/** Reads every page. What it reads is what hits show, whatever becomes of the files meanwhile. */
export function scanPages(source: SearchSource): Scan {
  const tiers = { hot: heapIndex(), cold: heapIndex() };
  const texts = { hot: [] as { page: SearchPage; text: string }[], cold: [] as { page: SearchPage; text: string }[] };
  const unread: PagePath[] = [];
  for (const page of source.pages()) {
    const text = source.read(page.path);
    if (text === null) {
      unread.push(page.path);
      continue;
    }
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

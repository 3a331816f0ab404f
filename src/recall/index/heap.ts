/** HeapIndex: an index that lives and ends with the process: what is searched where no index on disk can be used. */

import type { PageHead } from "../chunk--chunk.js";
import { type ChunkSketch, sketchOf } from "../meaning/fuse--sketch.js";
import { chunksOf, takesOf } from "../rank/rank--rank-few.js";
import { isWithin } from "../rank/rows--rank-page.js";
import type { ChunkRef, Postings, SketchedPage, Wanted } from "../rank/rows--rank-postings.js";
import type { Known } from "../words/typo--typo.js";
import { wordsOf } from "../words/typo--words-of.js";

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

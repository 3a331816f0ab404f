/** RankPostings: what an index has to answer, so that its chunks can be ranked. */

import type { DaySpan } from "../chunk--chunk.js";
import type { ChunkSketch } from "../meaning/fuse--sketch.js";
import type { Form, Vocabulary } from "../words/typo--typo.js";

export interface ChunkRef {
  readonly page: number;
  readonly chunk: number;
}

export interface SketchedPage {
  readonly path: string;
  readonly slugs: readonly string[];
  readonly chunks: readonly ChunkSketch[];
  /** Who asked last, by the number of the function, and what it said of each of the slugs, one place behind it. */
  asked?: { readonly by: number; readonly open: boolean[] };
}

/** Whether a page, or its section of this slug, may be seen. */
export type Admits = (path: string, slug: string | null) => boolean;

/** What an index has to answer to be ranked by. */
export interface Postings extends Vocabulary {
  readonly chunks: number;
  readonly pages: number;
  /** Telling words of all chunks together. */
  readonly length: number;
  /** Chunks that hold a form of any word, and every phrase, some of the best; fewer than `count` are all that are worth a look. */
  best(asked: Wanted, count: number): readonly ChunkRef[];
  readonly page: (id: number) => SketchedPage | null;
  /** Of these pages what `best` would give if it gave all, as far as it may be seen, or the best of it; where no phrase is wanted. */
  among(asked: Wanted, pages: readonly number[], admits: Admits): readonly ChunkRef[];
  /** The numbers of the pages at these paths, as far as it holds them. */
  numbers(paths: readonly string[]): readonly number[];
  /** The pages that have a chunk of these days, and maybe others; null where they are more than `most`, or hard to tell. */
  dated(span: DaySpan, most: number): readonly number[] | null;
}

export interface Wanted {
  readonly words: readonly (readonly Form[])[];
  readonly phrases: readonly (readonly string[])[];
  readonly within: DaySpan | null;
  /** Whether chunks that hold nothing but common words are wanted too, whatever it costs to walk through them. */
  readonly thorough: boolean;
}

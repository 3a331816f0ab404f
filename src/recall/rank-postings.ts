/** RankPostings: what an index has to answer, so that its chunks can be ranked. */

import type { DaySpan } from "./chunk.js";
import type { ChunkSketch } from "./sketch.js";
import type { Form, Vocabulary } from "./typo.js";
export interface ChunkRef {
  readonly page: number;
  readonly chunk: number;
}

export interface SketchedPage {
  readonly path: string;
  readonly slugs: readonly string[];
  readonly chunks: readonly ChunkSketch[];
}

/** What an index has to answer to be ranked by. */
export interface Postings extends Vocabulary {
  readonly chunks: number;
  readonly pages: number;
  /** Telling words of all chunks together. */
  readonly length: number;
  /** Chunks that hold a form of any word, and every phrase, some of the best; fewer than `count` are all that are worth a look. */
  best(asked: Wanted, count: number): readonly ChunkRef[];
  readonly page: (id: number) => SketchedPage | null;
}

export interface Wanted {
  readonly words: readonly (readonly Form[])[];
  readonly phrases: readonly (readonly string[])[];
  readonly within: DaySpan | null;
  /** Whether chunks that hold nothing but common words are wanted too, whatever it costs to walk through them. */
  readonly thorough: boolean;
}

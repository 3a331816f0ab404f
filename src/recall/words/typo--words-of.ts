/** WordsOf: the words of each chunk of a page, by the fields they stand in. */

import { type Chunk, chunksOf, type PageHead } from "../chunk--chunk.js";
import { placeTerms } from "../rank/weights.js";
import { type Term, termsOf } from "./terms.js";
import { speaksOfTime, termsOfDay } from "./terms--time-terms.js";
import { entitiesIn } from "./typo--entities.js";

export const searchFields = ["title", "tags", "body", "entities", "time", "speaker"] as const;
export type SearchField = (typeof searchFields)[number];

/** The bit of a field in a mask. */
export const fieldBit: Readonly<Record<SearchField, number>> = {
  title: 1,
  tags: 2,
  body: 4,
  entities: 8,
  time: 16,
  speaker: 32,
};

/** What one word is to one chunk. */
interface Held {
  /** How often it stands in the body; 255 is that or more. */
  readonly count: number;
  readonly mask: number;
}

export interface ChunkWords extends Chunk {
  /** One line of terms a field, for an index that splits at spaces. */
  readonly lines: Readonly<Record<SearchField, string>>;
  readonly words: ReadonlyMap<string, Held>;
  /** Words of the body that say something. */
  readonly length: number;
  readonly asks: boolean;
  readonly timed: boolean;
}

/** The chunks of a page with their words. */
export function wordsOf(text: string, head: PageHead): readonly ChunkWords[] {
  const title = termsOf(head.title);
  const tags = termsOf([...head.tags, head.words].join(" "));
  return chunksOf(text, head).map((chunk) => {
    const said = text.slice(chunk.start, chunk.end);
    const names = entitiesIn(said);
    const body = termsOf(chunk.speaker === null ? said : said.slice(said.indexOf(":") + 1));
    const above = chunk.headings.flatMap((heading) => termsOf(heading));
    const fields: Readonly<Record<SearchField, readonly Term[]>> = {
      title: [...title, ...above],
      tags,
      body,
      entities: [...names.flatMap((name) => termsOf(name)), ...placeTerms(names)],
      time: chunk.days === null ? [] : termsOfDay(chunk.days),
      speaker: chunk.speaker === null ? [] : termsOf(chunk.speaker),
    };
    return {
      ...chunk,
      lines: linesOf(fields),
      words: heldBy(fields),
      length: body.reduce((sum, term) => sum + (term.stop ? 0 : 1), 0),
      asks: endsAsking(said),
      timed: speaksOfTime(body),
    };
  });
}

function linesOf(fields: Readonly<Record<SearchField, readonly Term[]>>): Readonly<Record<SearchField, string>> {
  const line = (field: SearchField): string => fields[field].map(({ text }) => text).join(" ");
  return {
    title: line("title"),
    tags: line("tags"),
    body: line("body"),
    entities: line("entities"),
    time: line("time"),
    speaker: line("speaker"),
  };
}

function heldBy(fields: Readonly<Record<SearchField, readonly Term[]>>): ReadonlyMap<string, Held> {
  const held = new Map<string, { count: number; mask: number }>();
  for (const field of searchFields) {
    for (const { text } of fields[field]) {
      const known = held.get(text);
      const count = field === "body" ? 1 : 0;
      if (known === undefined) held.set(text, { count, mask: fieldBit[field] });
      else {
        known.count = Math.min(255, known.count + count);
        known.mask |= fieldBit[field];
      }
    }
  }
  return held;
}

function endsAsking(text: string): boolean {
  const said = text.trimEnd();
  return said.endsWith("?") || said.endsWith("？");
}

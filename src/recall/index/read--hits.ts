/** Hits: what was ranked, with its text as it is on disk. */

import type { PagePath } from "../../base/ids.js";
import { assert } from "../../base/result--assert.js";
import type { Scored } from "../rank/rank.js";
import type { Ranked } from "../rank/rank--rank.js";
import type { SketchedPage } from "../rank/rows--rank-postings.js";
import { fieldBit, searchFields } from "../words/typo--words-of.js";
import type { MatchedTerm, SearchHit, SearchSource } from "./search.js";
import { markOf, type PageInfo } from "./write.js";

/** What stands behind a number of a page. */
export interface HitPages {
  readonly page: (id: number) => SketchedPage | null;
  readonly info: (id: number) => (PageInfo & { readonly mark: number }) | null;
  /** Nothing of a page that cannot be read. */
  readonly texts: (paths: readonly PagePath[]) => ReadonlyMap<string, string>;
}

export interface Shown {
  readonly hits: readonly SearchHit[];
  /** Pages that hold something else by now than what was ranked, of those that were read. */
  readonly moved: readonly string[];
}

/** Pages that are read before an answer is given: most of what is found is never shown. */
const readAtOnce = 12;

/** What of the best pages is not there any more is left out; those behind them are read when somebody asks what they say. */
export function hitsOf(ranked: Ranked, pages: HitPages): Shown {
  const files = hitFiles(ranked, pages);
  const moved = files.check(readAtOnce);
  const hits: SearchHit[] = [];
  for (const scored of ranked.hits) {
    if (moved.has(scored.path)) continue;
    const info = pages.info(scored.page);
    const sketched = pages.page(scored.page);
    assert(info !== null && sketched !== null, "what was ranked is in the index");
    hits.push(hitOf(scored, ranked, { info, sketched, text: () => files.text(scored.path) }));
  }
  return { hits, moved: [...moved] };
}

interface HitFiles {
  /** Reads on until so many pages are what was ranked, or no more are left; those that are not. */
  check(count: number): ReadonlySet<string>;
  /** null where the file holds something else by now, or cannot be read. */
  text(path: string): string | null;
}

function hitFiles({ hits }: Ranked, pages: HitPages): HitFiles {
  const numbers = new Map(hits.map(({ path, page }) => [path, page]));
  const texts = new Map<string, string | null>();
  const read = (paths: readonly string[]): void => {
    const found = pages.texts(paths as readonly PagePath[]);
    for (const path of paths) {
      const text = found.get(path) ?? null;
      texts.set(path, text !== null && markOf(text) === pages.info(numbers.get(path)!)?.mark ? text : null);
    }
  };
  return {
    check(count) {
      const paths = [...numbers.keys()];
      const moved = new Set<string>();
      for (let from = 0; from < paths.length && from - moved.size < count; ) {
        const next = paths.slice(from, count + moved.size);
        read(next);
        for (const path of next) if (texts.get(path) === null) moved.add(path);
        from += next.length;
      }
      return moved;
    },
    text(path) {
      if (!texts.has(path)) read([path]);
      return texts.get(path) ?? null;
    },
  };
}

/** Every page in one go, where the source can do that. */
export function textsOf(source: Pick<SearchSource, "read" | "readEach">): HitPages["texts"] {
  return (paths) => {
    const texts = new Map<string, string>();
    const keep = (path: PagePath, text: string | null): void => {
      if (text !== null) texts.set(path, text);
    };
    if (source.readEach !== undefined) source.readEach(paths, keep);
    else for (const path of paths) keep(path, source.read(path));
    return texts;
  };
}

interface HitPage {
  readonly info: PageInfo;
  readonly sketched: SketchedPage;
  readonly text: () => string | null;
}

function hitOf(scored: Scored, ranked: Ranked, of: HitPage): SearchHit {
  const sketch = of.sketched.chunks[scored.chunk]!;
  const [headings, speaker, from, to] = of.info.chunks[scored.chunk]!;
  return {
    path: scored.path as PagePath,
    slug: of.sketched.slugs[sketch.slug] ?? null,
    chunk: scored.chunk,
    start: sketch.start,
    end: sketch.end,
    get text() {
      return of.text()?.slice(sketch.start, sketch.end) ?? null;
    },
    headings: of.info.headings[headings] ?? [],
    speaker,
    days: from === null && to === null ? null : { from, to },
    score: scored.score,
    worth: scored.worth,
    coverage: scored.coverage,
    terms: [...termsOf(scored, ranked), ...phrasesOf(ranked)],
    shares: scored.shares,
  };
}

/** By mask. */
const fieldsOf = Array.from({ length: 1 << searchFields.length }, (_, mask) =>
  searchFields.filter((field) => (mask & fieldBit[field]) !== 0),
);

function termsOf(scored: Scored, ranked: Ranked): readonly MatchedTerm[] {
  return scored.held.map(({ word, form, mask }) => ({
    asked: ranked.words[word]!.asked,
    found: form.text,
    kind: form.kind,
    fields: fieldsOf[mask] ?? [],
  }));
}

/** A hit of a query with phrases holds every one. */
function phrasesOf(ranked: Ranked): readonly MatchedTerm[] {
  return ranked.phrases.map((phrase) => {
    const text = phrase.join(" ");
    return { asked: text, found: text, kind: "phrase", fields: ["body"] };
  });
}

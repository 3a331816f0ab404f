/** Hits: what was ranked, with its text as it is on disk. */

import { assert } from "../../base/assert.js";
import type { PagePath } from "../../base/ids.js";
import type { MatchedTerm, SearchHit, SearchSource } from "../../port/search.js";
import type { Ranked } from "../../recall/rank.js";
import type { SketchedPage } from "../../recall/rank-postings.js";
import type { Scored } from "../../recall/rank-score.js";
import { fieldBit, searchFields } from "../../recall/words-of.js";
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
  /** Pages that hold something else by now than what was ranked. */
  readonly moved: readonly string[];
}

export function hitsOf(ranked: Ranked, pages: HitPages): Shown {
  const texts = pages.texts([...new Set(ranked.hits.map(({ path }) => path as PagePath))]);
  const known = new Map<number, HitPage | null>();
  const hits: SearchHit[] = [];
  const moved = new Set<string>();
  for (const scored of ranked.hits) {
    let page = known.get(scored.page);
    if (page === undefined) {
      page = hitPage(scored, pages, texts.get(scored.path) ?? null);
      known.set(scored.page, page);
    }
    if (page === null) moved.add(scored.path);
    else hits.push(hitOf(scored, ranked, page));
  }
  return { hits, moved: [...moved] };
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
  readonly text: string;
}

/** null where the file holds something else by now, or cannot be read. */
function hitPage(scored: Scored, pages: HitPages, text: string | null): HitPage | null {
  const info = pages.info(scored.page);
  const sketched = pages.page(scored.page);
  assert(info !== null && sketched !== null, "what was ranked is in the index");
  return text === null || markOf(text) !== info.mark ? null : { info, sketched, text };
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
    text: of.text.slice(sketch.start, sketch.end),
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

function termsOf(scored: Scored, ranked: Ranked): readonly MatchedTerm[] {
  return scored.held.map(({ word, form, mask }) => ({
    asked: ranked.words[word]!.asked,
    found: form.text,
    kind: form.kind,
    fields: searchFields.filter((field) => (mask & fieldBit[field]) !== 0),
  }));
}

/** A hit of a query with phrases holds every one. */
function phrasesOf(ranked: Ranked): readonly MatchedTerm[] {
  return ranked.phrases.map((phrase) => {
    const text = phrase.join(" ");
    return { asked: text, found: text, kind: "phrase", fields: ["body"] };
  });
}

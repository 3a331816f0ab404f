/** Fake search: a search without an index, a chunk a section, that does what it is told: for tests of what is made of its answers. */

import type { PagePath } from "../../src/base/ids.js";
import { ok } from "../../src/base/result.js";
import type {
  Relation,
  Search,
  SearchFound,
  SearchHit,
  SearchPage,
  SearchQuery,
  SearchSource,
} from "../../src/recall/index/search.js";
import { termsOf } from "../../src/recall/words/terms.js";

export interface FakeSearch extends Search {
  /** Stands in for `query` where set. */
  instead: ((asked: SearchQuery) => ReturnType<Search["query"]>) | null;
  /** Every tier that was asked, in order. */
  readonly asked: string[];
  relations: readonly Relation[];
}

export function fakeSearch(): FakeSearch {
  let source: SearchSource | null = null;
  const fake: FakeSearch = {
    instead: null,
    asked: [],
    relations: [],
    converge(now) {
      source = now;
      return { added: 0, changed: 0, removed: 0, rebuilt: false };
    },
    query(asked) {
      fake.asked.push(asked.tier);
      return fake.instead === null ? ok(readAll(source!, asked)) : fake.instead(asked);
    },
    related: (from, limit) => fake.relations.filter((one) => from.includes(one.from)).slice(0, limit),
    status() {
      throw new Error("not asked for here");
    },
    rebuild() {
      throw new Error("not asked for here");
    },
    close: () => undefined,
  };
  return fake;
}

interface Piece {
  readonly path: PagePath;
  readonly slug: string | null;
  readonly chunk: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function readAll(source: SearchSource, asked: SearchQuery): SearchFound {
  const said = new Map(termsOf(asked.text).flatMap((term) => (term.stop ? [] : [[term.text, term.said] as const])));
  const words = [...said.keys()];
  const hits: SearchHit[] = [];
  for (const version of source.pages()) {
    if (version.tier !== asked.tier) continue;
    const page = source.whole(version);
    for (const piece of piecesOf(page, source.read(page.path) ?? "")) {
      if (!asked.admits(piece.path, piece.slug)) continue;
      const has = new Set(termsOf(`${page.title} ${piece.text}`).map((term) => term.text));
      const found = words.filter((word) => has.has(word));
      if (found.length > 0)
        hits.push(hitOf(piece, new Map(found.map((word) => [word, said.get(word) ?? word])), words.length));
    }
  }
  hits.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
  return {
    hits: hits.slice(0, asked.limit),
    words: words.map((word) => ({ asked: said.get(word) ?? word, weight: 1 / words.length })),
    loosened: false,
    by: "index",
    skipped: [],
  };
}

function piecesOf({ path, sections }: SearchPage, text: string): readonly Piece[] {
  const start = text.startsWith("---\n") ? text.indexOf("\n---\n") + 5 : 0;
  const all = [{ slug: null, start, end: sections[0]?.start ?? text.length }, ...sections];
  const pieces = all.map((part, chunk) => ({ ...part, path, chunk, text: text.slice(part.start, part.end) }));
  // As in the index, nothing above the first heading is no chunk.
  return pieces.filter((piece) => piece.text.trim() !== "");
}

/** `found` has for each word how it was said. */
function hitOf(piece: Piece, found: ReadonlyMap<string, string>, of: number): SearchHit {
  const day = /\d{4}-\d{2}-\d{2}/.exec(piece.path)?.[0] ?? null;
  return {
    path: piece.path,
    slug: piece.slug,
    chunk: piece.chunk,
    start: piece.start,
    end: piece.end,
    text: piece.text,
    headings: [],
    speaker: null,
    days: day === null ? null : { from: day, to: day },
    score: found.size / of,
    coverage: found.size / of,
    terms: [...found].map(([word, asked]) => ({ asked, found: word, kind: "word", fields: ["body"] })),
    shares: { words: 1, neighbors: 0, page: 0, signals: 0 },
  };
}

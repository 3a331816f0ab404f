/**
 * Search: finds the chunks of pages that speak of something; an index stands behind it, but the files are what it answers for. Pages are joined
 * by names: what a page is called, links to and is tagged with.
 */

import type { Oid, PagePath } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import type { Tier } from "../../page/page.js";
import type { PageHead } from "../chunk.js";
import type { LeadTerm, WeighedWord } from "../confidence.js";
import type { Shares } from "../rank/rank.js";
import type { DayRange } from "../words/calendar.js";
import { fold } from "../words/terms.js";
import { linksIn } from "../words/typo.js";

/** Which file, in which version. */
export interface PageVersion {
  readonly path: PagePath;
  readonly oid: Oid;
  /** Cold pages lie in an index of their own, so that hot queries never pay for them. */
  readonly tier: Tier;
}

/** One file as it is on disk now. The index keeps what its words say; who may see it is asked of `SearchQuery.admits` each time. */
export interface SearchPage extends PageVersion, PageHead {}

/** The pages to be found; `recall/index/write` makes one of a memory. */
export interface SearchSource {
  /** While this value is the same (`Object.is`), so are the pages: convergence costs nothing then. */
  readonly stamp: unknown;
  readonly pages: () => Iterable<PageVersion>;
  /** What one of them says of itself: an index that is brought in step asks it of those that changed, which are few. */
  readonly whole: (page: PageVersion) => SearchPage;
  /** Of the pages and of what is in them (`sumsName`): an index that holds what has this name is in step. */
  readonly name: () => string;
  /** The page's text as it is on disk; null where it cannot be read any more. */
  readonly read: (path: PagePath) => string | null;
  /** The same of many, where that is cheaper than one by one. */
  readonly readEach?: (
    paths: readonly PagePath[],
    use: (path: PagePath, text: string | null) => void,
    isIndexed?: IsIndexed,
  ) => void;
}

/** Whether the index was made of just this text, which held no secret then: to look for one again would take longer than to search. */
export type IsIndexed = (path: PagePath, text: string) => boolean;

export interface SearchQuery {
  /** Words as somebody said them, in any language. `"Quoted phrases"` must stand together (see `loosened`); nothing else is syntax. */
  readonly text: string;
  readonly tier: Tier;
  /** Chunks at most, best first. */
  readonly limit: number;
  /**
   * Asked before anything is ranked: scope, trust, audience, type. `slug` is that of the section page the chunk lies in, null for what
   * precedes the first section or a page that has none. What it refuses leaves no trace.
   */
  readonly admits: (path: PagePath, slug: string | null) => boolean;
  /** Only chunks whose days overlap this; a chunk without a day is out. */
  readonly within?: DayRange;
  /** Chunks of these days rank higher; nothing is left out. */
  readonly around?: DayRange;
  /** Nothing but those days is asked for: where the index knows any of them, they alone find. */
  readonly isOfDays?: boolean;
}

export interface SearchHit {
  readonly path: PagePath;
  readonly slug: string | null;
  /** Which chunk of its page, counted from 0; together with the path a name that holds until the page changes. */
  readonly chunk: number;
  /** UTF-16 offsets into the file's text, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** What stands there on disk, read at the latest when it is asked for; null where the file then is another than the one that was ranked. */
  readonly text: string | null;
  /** The headings it stands under, outermost first. */
  readonly headings: readonly string[];
  readonly speaker: string | null;
  /** Days the chunk speaks of or was written on; null where nothing says one. */
  readonly days: DayRange | null;
  /** Above 0; comparable within one answer only. */
  readonly score: number;
  /** The share of the query's words, weighted by how rare they are, that the chunk itself holds: 0 to 1, comparable between stores. */
  readonly coverage: number;
  readonly terms: readonly LeadTerm[];
  readonly shares: Shares;
  /** Whether it has the word that tags what a person said; absent, only its text can tell. */
  readonly tagged?: boolean;
}

export interface SearchFound {
  /** Best first; ties by path and chunk. Empty means that every page was searched and none matched. */
  readonly hits: readonly SearchHit[];
  /** Those of the query, after stop words are gone. */
  readonly words: readonly WeighedWord[];
  /** Nothing holds the words in quotes together, so each was searched for; only where the query says more than its quotes. */
  readonly loosened: boolean;
  /** `memory` where no index on disk could be used: one was made of every file for this process. */
  readonly by: "index" | "memory";
  /** What was done without, a sentence each: the index and why, pages that could not be read, as far as they were. Empty where nothing was. */
  readonly skipped: readonly string[];
}

/** Two pages that have to do with each other, and by what. */
export interface Relation {
  readonly from: PagePath;
  readonly to: PagePath;
  readonly by: "link" | "backlink" | "tag";
  /** The link's target or the tag, folded. */
  readonly name: string;
  /** Above 0, at most 1: a link is 1, what few pages share weighs more than what many do. */
  readonly weight: number;
}

export interface IndexStatus {
  readonly state: "ready" | "missing" | "corrupt" | "locked" | "other_version" | "blocked" | "no_binding";
  /** A sentence where the state is not `ready`. */
  readonly says: string | null;
  readonly engine: "sqlite-fts5" | "none";
  readonly version: string;
  readonly bytes: number;
  readonly pages: { readonly hot: number; readonly cold: number };
  readonly chunks: { readonly hot: number; readonly cold: number };
}

export interface Converged {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** True where the whole index was made anew. */
  readonly rebuilt: boolean;
}

/** Every call is synchronous: opening is where waiting is done. No call throws for the state of the index, and none changes a page. */
export interface Search {
  /**
   * Makes the index say what the pages say: reads changed blobs only. That it cannot (a lock held too long, a full disk) is no failure: the
   * first query makes one in memory then, of the files of this source, and says so. Call it before `query`.
   */
  converge(source: SearchSource): Converged;
  /** Fails only where no SQLite binding runs (`unavailable`), or no page could be read (`io_failed`): an empty `hits` is always a true answer. */
  query(asked: SearchQuery): Outcome<SearchFound>;
  /** Relations that begin at these pages, heaviest first, at most `limit`; none before there is an index. */
  related(from: readonly PagePath[], limit: number): readonly Relation[];
  status(): IndexStatus;
  /** Throws the index away and makes it anew. */
  rebuild(source: SearchSource): Outcome<Converged>;
  close(): void;
}

// Graph: the names that join pages: what a page is called, links to and is tagged with.

export const edgeKinds = ["name", "link", "tag"] as const;
export type EdgeKind = (typeof edgeKinds)[number];

/** One end of an edge: the other is every page that holds the same key. */
interface EdgeEnd {
  readonly kind: EdgeKind;
  /** Folded. */
  readonly key: string;
}

/** Names that more pages share than this join nothing: they say what the memory is about, not the page. */
export const sharedByMax = 50;

/** The ends at a page, each once. */
export function edgeEnds(path: string, text: string, head: PageHead): readonly EdgeEnd[] {
  const ends = new Map<string, EdgeEnd>();
  const put = (kind: EdgeKind, name: string): void => {
    const key = fold(name).trim();
    if (key !== "") ends.set(`${kind} ${key}`, { kind, key });
  };
  const file = path.slice(path.lastIndexOf("/") + 1);
  for (const name of [head.title, path, file, stemOf(path), stemOf(file), head.words.split(" ")[0]!])
    put("name", name);
  for (const link of linksIn(text)) put("link", link);
  for (const tag of head.tags) put("tag", tag);
  return [...ends.values()];
}

function stemOf(path: string): string {
  return path.endsWith(".md") ? path.slice(0, -3) : path;
}

/** A link weighs 1; a tag the more, the fewer pages share it. */
export function edgeWeight(kind: EdgeKind, sharedBy: number): number {
  return kind === "tag" ? 0.6 / Math.log2(Math.max(2, sharedBy)) : 1;
}

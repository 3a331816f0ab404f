/** RankWeights: every number that ranking goes by, with what it is for; chosen on half of LoCoMo, none for a question of its own. */

export const weights = {
  /** How soon a word said again stops counting, and how much a long chunk is held back: BM25's k1 and b. */
  saturation: 0.9,
  lengthShare: 0.2,
  /** A word of the neighbor 1, 2, 3 chunks away counts as this much of a word of the chunk's own. */
  neighbors: [0.3, 0.2, 0.1],
  /** A neighbor of more telling words than this counts less, in proportion. */
  neighborLength: 60,
  /** Added for the chunk before where it ends in a question: what follows is its answer. */
  answered: 0.3,
  /** What a word counts that stands in this field, once, besides the body. */
  title: 0.8,
  tags: 1,
  entities: 0.3,
  time: 0.5,
  /** A chunk that holds the query's words all, weighted, gains this share. */
  coverage: 0.2,
  /** The page's own score, as a share of the best chunk's. */
  page: 0.4,
  pageSaturation: 1.2,
  pageLengthShare: 0.5,
  /** A page's worth, by which pages are ordered: BM25's k1 and b over the whole of it. */
  worthSaturation: 2,
  worthLengthShare: 0.75,
  /** What a speaker's name weighs there: one is in nearly every page, and those that lack it are none the worse. */
  worthName: 0.2,
  /** Words that go with the query's, by this many of the best chunks: how many, in what share of the chunks at hand, and what they weigh. */
  besideChunks: 20,
  besideWords: 30,
  besideShare: 0.12,
  beside: 0.5,
  /** How few pages hold such a word counts to this power: it is less sure than a word that was asked for. */
  besideRarity: 0.5,
  /** Chunks that share words with those that hold the query's: the best of a page, and what they weigh. */
  alikeChunks: 5,
  alike: 0.4,
  /** Chunks that say little but the query's words: the best of a page, and what they weigh. */
  plainChunks: 2,
  plain: 0.1,
  /** What a page's worth owes to that of so many pages most like it, by words in at most this share of the chunks at hand. */
  kinPages: 8,
  kinShare: 0.08,
  kin: 0.3,
  /** What share of the hits is kept for the best chunks of the pages that are worth most. */
  leaders: 0.25,
  /** A chunk spoken by somebody the query names; such a name then weighs this much as a word. */
  speaker: 0.2,
  name: 0.5,
  /** What ends in a question loses this share: it asks, too. */
  asks: 0.2,
  /** A query for a time, and a chunk that speaks of one. */
  timed: 0.1,
  /** “where”, as a word that names of places stand for: it asks for one, and an answer need not name it. */
  where: 0.5,
  /** Days asked for (`around`) and a chunk of these days. */
  around: 0.3,
  /** A part of a name that is known as a whole, too. */
  part: 0.5,
  /** Words that are near to what was asked: the beginning of a word, a part of a compound, a misspelling. */
  prefix: 0.7,
  compound: 0.6,
  typo: 0.7,
  /** The same where the word itself is known, but hardly. */
  nearKnown: 0.4,
  /** A word in at most this many chunks is looked for in other forms too. */
  rareChunks: 2,
  /** Chunks that may be seen, and their pages, of those an index gave, before it is asked for more. */
  enough: 20,
  enoughPages: 32,
} as const;

/** Bounds of work, which keep a query of common words as quick as one of rare ones. */
export const rankLimits = {
  /** Words of a query that are looked up. */
  words: 32,
  /** Forms that one word may take. */
  forms: 6,
  /** Chunks that an index gives to be ranked. */
  candidates: 64,
  /** Chunks that are walked through in an index to find those; the most common words are left to the ranking beyond it. */
  postings: 1_000,
  /** Pages, and their chunks, among which words that go with the query's are looked for; of fewer pages nothing can be told. */
  besidePages: 32,
  besideRows: 1_000,
  besidePagesMin: 5,
  /** So many pages, where no others may be seen, are looked through whole, and so many of their chunks ranked. */
  fewPages: 2_048,
  fewChunks: 512,
  /** Pages with more chunks are ranked around the candidates only. */
  wholePageChunks: 160,
} as const;

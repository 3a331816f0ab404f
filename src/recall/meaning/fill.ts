/**
 * MeaningFill: texts without a vector are shown to the model, and what it answers is kept. Which pages are embedded, could be, or must not be
 * shown is told first; a text that holds a secret is shown to none. What stands behind recall in each store, by words and by meaning, is told and
 * made anew here.
 */

import type { PagePath } from "../../base/ids.js";
import { err, type Failure, getOrMake, type Outcome, ok } from "../../base/result.js";
import type { Memory } from "../../memory/memory.js";
import type { PageEntry } from "../../memory/table.js";
import type { Located, Workspace } from "../../memory/workspace.js";
import { findSecrets } from "../../rules/secret-keys.js";
import { chunksOf, embeddedKey, embeddedText } from "../chunk.js";
import { searchOf } from "../index/open.js";
import type { IndexStatus, SearchPage, SearchSource } from "../index/search.js";
import { searchPage, searchSource } from "../index/write.js";
import { pageAt } from "../search-space.js";
import { languageIn } from "../words/question.js";
import { termsOf } from "../words/terms.js";
import { type EmbedBounds, type Embedder, type Embedding, embeddingOf } from "./embedder.js";
import { type Halves, type Trial, tryModel } from "./fuse.js";
import type { ChunkKey, HalvesKey, VectorStore } from "./vectors.js";

/** What stands beside the index of a store where a model is set up. */
export interface StoreVectors extends Pick<Survey, "ready" | "pending" | "kept"> {
  readonly model: string;
  /** How far it is believed, by sections of any language. */
  readonly trial: Trial;
  /** Whether texts stay on this machine. */
  readonly local: boolean;
  /** null where nothing is embedded yet. */
  readonly dimensions: number | null;
  readonly bytes: number;
  /** Files that could not be used. */
  readonly damaged: number;
}

interface EmbedAnswer {
  readonly stores: readonly (StoreVectors & {
    readonly store: string;
    /** Texts that were embedded now; those that the model refused, or that hold a secret; and rows that no page has any more. */
    readonly embedded: number;
    readonly passedOver: number;
    readonly removed: number;
  })[];
}

/** Texts a call: what was answered is kept after each. */
const textsAtOnce = 256;
const msMax = 300_000;
const probeMsMax = 30_000;

/** null where no model is set up for this memory. */
export async function vectorsOf(workspace: Workspace, memory: Memory): Promise<StoreVectors | null> {
  const of = await embeddedStore(memory);
  return of === null ? null : statusOf(workspace, of);
}

/** How many numbers the model gives a text just now. */
export async function probe(embedder: Embedder): Promise<Outcome<number>> {
  const { vectors, failure } = await embedder.embed(["Whether anybody answers."], { msMax: probeMsMax });
  const [vector = null] = vectors;
  if (vector instanceof Float32Array) return ok(vector.length);
  const says = "The model refused a plain sentence.";
  return err(failure ?? { code: "io_failed", errno: "EREMOTEIO", says, hint: "Look at PAGEFILE_EMBEDDER_MODEL." });
}

/** Embeds whatever may be embedded and is not. Stops at the first store where the model is of no use; what was embedded until then stays. */
export async function embedAll(workspace: Workspace): Promise<Outcome<EmbedAnswer>> {
  const stores: EmbedAnswer["stores"][number][] = [];
  for (const memory of workspace.memories) {
    const of = await embeddedStore(memory);
    if (of === null) continue;
    const { name } = memory.config;
    const done = await embedStore(workspace, of);
    if (!done.ok) return err({ ...done.error, says: `${name}: ${done.error.says}` });
    const removed = prune(workspace, of);
    stores.push({ store: name, ...statusOf(workspace, of), ...done.value, removed });
  }
  if (stores.length > 0) return ok({ stores });
  const says = "No model is set up that could embed anything; recall goes by words alone, which works as ever.";
  const hint = "Set PAGEFILE_EMBEDDER_URL and PAGEFILE_EMBEDDER_MODEL; “embedder: off” in pagefile.yaml forbids it.";
  return err({ code: "usage", says, hint });
}

async function embeddedStore(memory: Memory): Promise<EmbeddedStore | null> {
  const embedding = embeddingOf(memory);
  return embedding === undefined ? null : { memory, embedding, store: await embedding.store() };
}

async function embedStore(
  workspace: Workspace,
  of: EmbeddedStore,
): Promise<Outcome<{ readonly embedded: number; readonly passedOver: number }>> {
  const sums = { embedded: 0, passedOver: 0 };
  const probed = await probe(of.embedding.embedder);
  if (!probed.ok) return probed;
  const { dimensions } = of.store.load();
  // Under the same name the model is another one by now.
  const cleared = dimensions === null || dimensions === probed.value ? ok(undefined) : of.store.clear();
  if (!cleared.ok) return cleared;
  const { missing } = survey(workspace, of, anyone, Number.POSITIVE_INFINITY);
  for (let at = 0; at < missing.length; at += textsAtOnce) {
    const { embedded, passedOver, failure } = await fill(of, missing.slice(at, at + textsAtOnce), { msMax });
    sums.embedded += embedded;
    sums.passedOver += passedOver;
    const before = sums.embedded === 1 ? "1 text was" : `${sums.embedded} texts were`;
    if (failure !== null) return err({ ...failure, says: `${failure.says} ${before} embedded before.` });
  }
  return ok(sums);
}

const anyone = (): boolean => true;

/** Takes away what no page has any more, and what is damaged; asks no model. */
function prune(workspace: Workspace, of: EmbeddedStore): number {
  survey(workspace, of, anyone, Number.POSITIVE_INFINITY);
  const keys = allKeys(of);
  const pruned = keys === null ? null : of.store.prune(keys);
  return pruned?.ok === true ? pruned.value : 0;
}

function statusOf(workspace: Workspace, of: EmbeddedStore): StoreVectors {
  const { ready, pending, kept } = survey(workspace, of, anyone, 0);
  const { dimensions, bytes, damaged } = of.store.load();
  const { model, local } = of.embedding.embedder;
  return { model, trial: trialIn(workspace, of, ""), local, dimensions, ready, pending, kept, bytes, damaged };
}

// MeaningSurvey: which pages of a memory are embedded, which could be, and which must not be shown to the model that would do it.

/** A text that is not embedded yet. */
interface Missing {
  readonly key: string;
  readonly page: SearchPage;
  /** Which chunk of the page. */
  readonly chunk: number;
}

interface Survey {
  /** Pages of which every chunk is embedded, or was refused by the model. */
  readonly ready: number;
  /** Pages that are not, and may be. */
  readonly pending: number;
  /** Pages of which nothing is left to embed but what must stay on this machine. */
  readonly kept: number;
  /** Of all pages that were cut, whoever may see them. */
  readonly chunks: number;
  /** Each text once; of pages that were not cut yet, none. */
  readonly missing: readonly Missing[];
}

/** `admits` as a search is asked with; `cuts` is how many pages may be read that were never cut. */
export function survey(
  workspace: Workspace,
  of: EmbeddedStore,
  admits: (path: PagePath, slug: string | null) => boolean,
  cuts: number,
): Survey {
  const { memory, embedding, store } = of;
  const source = searchSource(memory);
  let left = cuts;
  for (const entry of memory.table.byPath.values())
    if (left > 0 && keysOf(store, entry) === null) {
      left -= 1;
      cut(store, source, searchPage(memory, entry));
    }
  const { rows } = store.load();
  const tried = new Set(triedIn(workspace, of));
  const halves = new Map<string, Missing>();
  const missing = new Map<string, Missing>();
  const counts = { ready: 0, pending: 0, kept: 0 };
  let count = 0;
  for (const entry of memory.table.byPath.values()) {
    const { path } = entry;
    const chunks = keysOf(store, entry);
    if (chunks === null) {
      const slugs = searchPage(memory, entry).sections.map(({ slug }) => slug);
      if ([null, ...slugs].some((slug) => admits(path, slug))) counts.pending += 1;
      continue;
    }
    count += chunks.length;
    let state: keyof typeof counts | null = null;
    for (const [chunk, [key, slug, , , parts]] of chunks.entries()) {
      if (!admits(path, slug)) continue;
      state ??= "ready";
      const byParts =
        parts !== undefined && tried.has(parts) ? parts.slice(0, 2).filter((one) => !rows.has(one)) : [];
      if (rows.has(key) && byParts.length === 0) continue;
      const located = pageAt(workspace, memory, path, slug);
      if (located === null || !mayShow(embedding, located)) {
        if (state === "ready") state = "kept";
        continue;
      }
      state = "pending";
      const page = searchPage(memory, entry);
      if (!rows.has(key)) missing.set(key, { key, page, chunk });
      for (const one of byParts) halves.set(one, { key: one, page, chunk });
    }
    if (state !== null) counts[state] += 1;
  }
  store.pages.flush();
  // The model is tried before the rest is shown to it.
  return { ...counts, chunks: count, missing: [...new Map([...halves, ...missing]).values()] };
}

/** What is private, a session's own or this machine's own goes to no other machine unless the user said so. */
function mayShow({ embedder, sendsPrivate }: Embedding, { memory, entry }: Located): boolean {
  if (embedder.local || sendsPrivate) return true;
  const isShared = entry.scope === "project" || entry.scope === "global";
  return isShared && entry.audience !== "private" && memory.session === undefined;
}

// MeaningChunks: the chunks of a memory's pages by the names of their texts, cut once for each version of a page.

/** A memory that has vectors, with what is stored of them. */
export interface EmbeddedStore {
  readonly memory: Memory;
  readonly embedding: Embedding;
  readonly store: VectorStore;
}

/** By the page table's own entries: a recall asks several times, and a name costs more than a look. */
const known = new WeakMap<VectorStore, WeakMap<PageEntry, readonly ChunkKey[]>>();

/** null for a page that was not cut yet. */
export function keysOf(store: VectorStore, entry: PageEntry): readonly ChunkKey[] | null {
  const own = getOrMake(known, store, () => new WeakMap());
  const before = own.get(entry);
  if (before !== undefined) return before;
  const keys = store.pages.get(`${entry.path}\n${entry.oid}`) ?? null;
  if (keys !== null) own.set(entry, keys);
  return keys;
}

/** What has to stay when the rest goes; null where a page was not cut yet, so that nobody knows. */
export function allKeys({ memory, store }: EmbeddedStore): ReadonlySet<string> | null {
  const keys = new Set<string>();
  for (const entry of memory.table.byPath.values()) {
    const chunks = keysOf(store, entry);
    if (chunks === null) return null;
    for (const [key, , , , parts = []] of chunks) for (const one of [key, ...parts.slice(0, 2)]) keys.add(one);
  }
  return keys;
}

/** Nothing where the file cannot be read; then it is not in the index either. */
function cut(store: VectorStore, source: SearchSource, page: SearchPage): void {
  const text = source.read(page.path);
  if (text === null) return;
  const chunks = chunksOf(text, page);
  const halves = chunks.map(({ start, end }): HalvesKey | null => {
    const parts = halvesOf(text.slice(start, end));
    return parts === null ? null : [embeddedKey(parts[0]), embeddedKey(parts[1]), languageIn(parts.join("\n"))];
  });
  const kept = new Set(inKeyOrder(halves.filter((one) => one !== null)).slice(0, Math.ceil(chunks.length / 4)));
  const keys = chunks.map((chunk, at): ChunkKey => {
    const key = embeddedKey(embeddedText(page.title, chunk, text));
    const parts = halves[at]!;
    const own = [key, chunk.slug, chunk.days?.from ?? null, chunk.days?.to ?? null] as const;
    return parts !== null && kept.has(parts) ? [...own, parts] : own;
  });
  store.pages.put(`${page.path}\n${page.oid}`, keys);
}

// MeaningTrial: how far a model is believed, by sections of the memory itself: whether it finds one part of them by another in other words.

/** Sections of a memory by which a model is tried, and how many of one language are enough to try it by those alone. */
const triedMax = 64;
const ownMin = 24;

/** The trial of this model, for questions in this language where the memory holds enough of it; by what is embedded of it until now. */
export function trialIn(workspace: Workspace, of: EmbeddedStore, language: string): Trial {
  const { rows } = of.store.load();
  const all: (Halves & { readonly language: string })[] = [];
  for (const [ask, rest, written] of triedIn(workspace, of)) {
    const [a, b] = [rows.get(ask), rows.get(rest)];
    if (a instanceof Float32Array && b instanceof Float32Array) all.push({ ask: a, rest: b, language: written });
  }
  const own = all.filter((one) => one.language === language);
  const asked = (language === "" || own.length < ownMin ? all : own).slice(0, triedMax);
  return tryModel(asked, [...new Set([...asked, ...all])].slice(0, triedMax));
}

/** The same ones while they stand, of those that the model may be shown. */
function triedIn(workspace: Workspace, { memory, embedding, store }: EmbeddedStore): readonly HalvesKey[] {
  const all = new Map<string, HalvesKey>();
  for (const entry of memory.table.byPath.values())
    for (const [, slug, , , parts] of keysOf(store, entry) ?? []) {
      if (parts === undefined || all.has(parts[0])) continue;
      const located = pageAt(workspace, memory, entry.path, slug);
      if (located !== null && mayShow(embedding, located)) all.set(parts[0], parts);
    }
  const counts = new Map<string, number>();
  return inKeyOrder([...all.values()]).filter(([, , language], at) => {
    const count = 1 + (counts.get(language) ?? 0);
    counts.set(language, count);
    return at < triedMax || count <= ownMin;
  });
}

/** By digests, which is by chance and the same each time. */
function inKeyOrder(halves: readonly HalvesKey[]): readonly HalvesKey[] {
  return [...halves].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

/** Telling words that either part has at least, and beyond which more of them make no better one. */
const askLeast = 4;
const restLeast = 8;
const askMost = 12;
const restMost = 30;
const sentenceEnd = /(?<=[.!?;])\s+|(?<=[。！？])/u;

/** One sentence of a chunk, and those others that have no word in common with it, without headings; null where there is no such pair. */
function halvesOf(text: string): readonly [ask: string, rest: string] | null {
  const sentences = text
    .split("\n")
    .filter((line) => !/^\s*#{1,6}\s/.test(line))
    .flatMap((line) => line.split(sentenceEnd))
    .map((said) => ({
      said: said.trim(),
      words: new Set(termsOf(said).flatMap((term) => (term.stop ? [] : [term.text]))),
    }));
  let best: readonly [string, string] | null = null;
  let most = 0;
  for (const one of sentences) {
    if (one.words.size < askLeast) continue;
    const rest = sentences.filter(
      ({ said, words }) => said !== "" && ![...words].some((word) => one.words.has(word)),
    );
    const count = rest.reduce((sum, { words }) => sum + words.size, 0);
    const worth = Math.min(one.words.size, askMost) * Math.min(count, restMost);
    if (count < restLeast || worth <= most) continue;
    most = worth;
    best = [one.said, rest.map(({ said }) => said).join("\n")];
  }
  return best;
}

interface Filled {
  /** Texts that have a vector now. */
  readonly embedded: number;
  /** Texts that never will: the model refused them, or they hold a secret. */
  readonly passedOver: number;
  /** Why it ended before the last; null where it did not. */
  readonly failure: Failure | null;
}

/** Keeps what was answered before something went wrong. */
export async function fill(of: EmbeddedStore, missing: readonly Missing[], bounds: EmbedBounds): Promise<Filled> {
  const source = searchSource(of.memory);
  const texts = new Map<string, string>();
  const rows = new Map<string, Float32Array | null>();
  for (const one of missing) {
    const text = textOf(source, one);
    if (text === null) continue;
    if (findSecrets(text).length > 0) rows.set(one.key, null);
    else texts.set(one.key, text);
  }
  const asked = await of.embedding.embedder.embed([...texts.values()], bounds);
  let size = of.store.load().dimensions;
  for (const [i, key] of [...texts.keys()].entries()) {
    const vector = asked.vectors[i] ?? null;
    if (vector === null) continue;
    rows.set(key, vector === "refused" ? null : vector);
    if (vector !== "refused") size = vector.length;
  }
  // How long a row is, only a vector tells.
  if (size === null) return { embedded: 0, passedOver: 0, failure: asked.failure };
  const kept = of.store.add(rows, size);
  const embedded = [...rows.values()].filter((row) => row !== null).length;
  const failure = asked.failure ?? (kept.ok ? null : kept.error);
  return kept.ok ? { embedded, passedOver: rows.size - embedded, failure } : { embedded: 0, passedOver: 0, failure };
}

/** As it is on disk now; null where that is another text by now. */
function textOf(source: SearchSource, { page, chunk, key }: Missing): string | null {
  const text = source.read(page.path);
  const found = text === null ? undefined : chunksOf(text, page)[chunk];
  if (text === null || found === undefined) return null;
  const isMeant = (said: string): boolean => embeddedKey(said) === key;
  const whole = embeddedText(page.title, found, text);
  return isMeant(whole) ? whole : (halvesOf(text.slice(found.start, found.end))?.find(isMeant) ?? null);
}

// SearchIndex: what stands behind recall in each store, and how it is made anew; pages are read, never changed.

export interface StoreIndex extends IndexStatus {
  readonly store: string;
  readonly root: string;
  /** Pages that the memory has now, archived ones among them. */
  readonly expected: number;
  /** null where no model is set up. */
  readonly vectors: StoreVectors | null;
}

export interface IndexStatusAnswer {
  readonly indexes: readonly StoreIndex[];
}

export interface IndexRebuildAnswer {
  readonly indexes: readonly StoreIndex[];
  /** Pages put in, of all stores. */
  readonly indexed: number;
}

export async function indexStatus(workspace: Workspace): Promise<IndexStatusAnswer> {
  const indexes: StoreIndex[] = [];
  for (const memory of workspace.memories) {
    const search = searchOf(memory);
    const { config, root, table } = memory;
    const vectors = await vectorsOf(workspace, memory);
    indexes.push({
      store: config.name,
      root,
      expected: table.byPath.size + (table.unread?.size ?? 0),
      ...search.status(),
      vectors,
    });
  }
  return { indexes };
}

/** Vectors that are sound stay: they name the text they were made of. Stops at the first store whose index cannot be made. */
export async function indexRebuild(workspace: Workspace): Promise<Outcome<IndexRebuildAnswer>> {
  let indexed = 0;
  for (const memory of workspace.memories) {
    const search = searchOf(memory);
    const made = search.rebuild(searchSource(memory));
    if (!made.ok) return err({ ...made.error, says: `${memory.config.name}: ${made.error.says}` });
    indexed += made.value.added;
    const of = await embeddedStore(memory);
    if (of !== null) prune(workspace, of);
  }
  return ok({ ...(await indexStatus(workspace)), indexed });
}

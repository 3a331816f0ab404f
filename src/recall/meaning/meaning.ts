/**
 * Meaning: what recall asks a model where one is set up, and does without where it does not answer: which pages of those the asker may see are
 * near the question.
 */

import { err, type Outcome, ok } from "../../base/result.js";
import type { Memory } from "../../memory/memory.js";
import type { PageEntry } from "../../memory/table.js";
import type { Located } from "../../memory/workspace.js";
import type { Tier } from "../../page/page.js";
import { findSecrets } from "../../rules/secret-keys.js";
import type { Degraded } from "../answer.js";
import { chunksOf, questionKey } from "../chunk.js";
import { confidenceOf, type Lead } from "../confidence.js";
import type { SearchHit, SearchPage } from "../index/search.js";
import { searchPage, searchSource } from "../index/write.js";
import { leadOf } from "../look.js";
import { readQuery } from "../rank/weights.js";
import { judgeOf, pageAt, type SearchSpace } from "../search-space.js";
import { overlaps } from "../words/calendar.js";
import { languageIn } from "../words/question.js";
import { embeddingOf } from "./embedder.js";
import { allKeys, type EmbeddedStore, fill, keysOf, survey, trialIn } from "./fill.js";
import {
  fuseLeads,
  type Meaning,
  type MeantLead,
  type NearChunk,
  nearest,
  trialSays,
  type VectorChunk,
  type VectorPage,
} from "./fuse.js";

type Opens = ReturnType<typeof judgeOf>["open"];

/** What a recall waits for, at most: a question's vector, and then vectors of pages that have none yet. */
const questionMsMax = 2_000;
const pagesMsMax = 1_000;
/** Small batches: what came back in time is kept, and the next recall goes on from there. */
const batch = 8;
const textsMax = 64;
/** Pages that are read and cut into chunks for one recall; the rest waits for the next. */
const cutsMax = 300;
/** Rows that no page has any more go when they are this many more than twice what pages have. */
const deadRowsMin = 1_000;

export interface MeaningAnswer {
  readonly meaning: Meaning | null;
  /** How far the models of the stores count for this question, and why; empty where none was asked. */
  readonly says: string;
  readonly degraded: readonly Degraded[];
}

/** Never fails: what could not be asked is told, and recall goes by words alone. */
export async function askMeaning(field: SearchSpace): Promise<MeaningAnswer> {
  try {
    return await asked(field);
  } catch (error) {
    // A model that breaks its word takes nothing from what words find.
    const says = `Asking the model broke: ${error instanceof Error ? error.message : String(error)}.`;
    return { ...unmeant, degraded: [wordsAlone(says)] };
  }
}

async function asked(field: SearchSpace): Promise<MeaningAnswer> {
  const { workspace, plan } = field;
  const stores: EmbeddedStore[] = [];
  for (const memory of workspace.memories) {
    const embedding = embeddingOf(memory);
    if (embedding !== undefined) stores.push({ memory, embedding, store: await embedding.store() });
  }
  const [first] = stores;
  // Whoever quotes wants these words and no others.
  if (first === undefined || readQuery(plan.query.text).phrases.length > 0) return { ...unmeant, degraded: [] };
  const question = await vectorOf(plan.query.asked, first);
  if (!question.ok) return { ...unmeant, degraded: [wordsAlone(question.error.says)] };
  const size = question.value.length;
  const openTo = (memory: Memory): Opens => judgeOf(field, memory).open;
  const degraded: Degraded[] = [];
  const sound: EmbeddedStore[] = [];
  for (const of of stores) {
    const { damaged, dimensions } = of.store.load();
    const { name } = of.memory.config;
    if (damaged > 0) degraded.push(told(name, `${damaged} damaged files of vectors were left out${mended}`));
    if (dimensions === null || dimensions === size) {
      sound.push(of);
      degraded.push(...(await keepUp(field, of, openTo(of.memory), Math.floor(pagesMsMax / stores.length))));
    } else {
      const says = `The model gives ${size} numbers a text and ${dimensions} are stored: words alone rank${mended}`;
      degraded.push(told(name, says));
    }
  }
  const language = languageIn(plan.query.asked);
  const tried = sound.map((of) => ({ of, trial: trialIn(workspace, of, language) }));
  const believed = tried.flatMap(({ of, trial: { believed } }): readonly BelievedStore[] =>
    believed > 0 ? [{ ...of, believed }] : [],
  );
  const { model } = first.embedding.embedder;
  const says = tried.map(({ of, trial }) => `${of.memory.config.name}: ${trialSays(model, trial)}`);
  const meaning = believed.length === 0 ? null : nearPages(field, believed, question.value, openTo);
  return { meaning, says: says.join("; "), degraded };
}

const unmeant = { meaning: null, says: "" } as const;
const mended = "; pagefile index embed makes them anew.";

async function vectorOf(text: string, { embedding, store }: EmbeddedStore): Promise<Outcome<Float32Array>> {
  const key = questionKey(text);
  const known = store.recent(key);
  if (known !== null) return ok(known);
  if (findSecrets(text).length > 0) return unasked("The question holds a secret and was shown to no model.");
  const { vectors, failure } = await embedding.embedder.embed([text], { msMax: questionMsMax });
  const [vector = null] = vectors;
  if (!(vector instanceof Float32Array)) return unasked(failure?.says ?? "The model refused the question.");
  store.remember(key, vector);
  return ok(vector);
}

function unasked(says: string): Outcome<never> {
  return err({ code: "io_failed", errno: "EREMOTEIO", says, hint: "pagefile index status" });
}

/** Embeds some of what is new, and says what still is not. */
async function keepUp(
  { workspace }: SearchSpace,
  of: EmbeddedStore,
  open: Opens,
  msMax: number,
): Promise<readonly Degraded[]> {
  const before = survey(workspace, of, open, cutsMax);
  if (before.pending === 0) {
    forgetDead(of, before.chunks);
    return [];
  }
  const filled = await fill(of, before.missing.slice(0, textsMax), { msMax, batch });
  const { pending } = survey(workspace, of, open, 0);
  if (pending === 0) return [];
  const count = pending === 1 ? "1 page has none yet and is" : `${pending} pages have none yet and are`;
  const why = filled.failure === null ? "" : ` ${filled.failure.says}`;
  return [told(of.memory.config.name, `Vectors pending: ${count} ranked by words alone.${why}`)];
}

/** Rows that no page has any more, where they are most of what is read each time. */
function forgetDead(of: EmbeddedStore, chunks: number): void {
  if (of.store.load().rows.size <= 2 * chunks + deadRowsMin) return;
  const keys = allKeys(of);
  if (keys !== null) of.store.prune(keys);
}

function told(store: string, says: string): Degraded {
  return { what: `vectors of store ${store}`, says };
}

function wordsAlone(says: string): Degraded {
  return { what: "vectors", says: `${says} Pages are ranked by words alone.` };
}

// MeaningNear: the pages of every store that are near a question in meaning, of those the asker may see, joined with what words found.

interface Page extends VectorPage {
  readonly located: Located;
  /** Of the file. */
  readonly entry: PageEntry;
  readonly chunks: VectorChunk[];
}

/** A store whose model is believed so far, for a question like this. */
interface BelievedStore extends EmbeddedStore {
  readonly believed: number;
}

/** Asked for more chunks than pages are wanted, because some of them words found already, and some are of one page. */
const chunksPerPage = 3;

/** `question` has length 1. What was embedded is looked up anew for every tier, in the table as it is then. */
function nearPages(
  field: SearchSpace,
  stores: readonly BelievedStore[],
  question: Float32Array,
  openTo: (memory: Memory) => Opens,
): Meaning {
  return {
    fuse(leads, words, tier) {
      const pages = stores.flatMap((of) =>
        pagesOf(field, of, { tier, size: question.length, open: openTo(of.memory) }),
      );
      const near = nearest(question, pages, chunksPerPage * field.plan.pages);
      const found = new Set(leads.map((lead) => `${nameOf(lead)}\n${lead.chunk}`));
      const others = near.best.filter(({ page, chunk }) => !found.has(`${page.name}\n${chunk}`)).flatMap(meantLead);
      const best = [...leads].sort((a, b) => b.base - a.base);
      const sure = confidenceOf(best, words, field.plan).overall;
      return fuseLeads(leads, { others, of: (lead) => near.of(nameOf(lead), lead.chunk), sure });
    },
  };
}

function nameOf({ store, id }: Pick<Lead, "store" | "id">): string {
  return `${store}\n${id}`;
}

/** Scope, trust, audience, type and days are asked before anything is ranked. */
function pagesOf(
  field: SearchSpace,
  { memory, store, believed }: BelievedStore,
  { tier, size, open }: { readonly tier: Tier; readonly size: number; readonly open: Opens },
): readonly Page[] {
  const { rows } = store.load();
  const { within } = field.plan;
  const pages: Page[] = [];
  for (const entry of memory.table.byPath.values()) {
    if (entry.tier !== tier) continue;
    const parts = new Map<string | null, Page | null>();
    for (const [chunk, [key, slug, from, to]] of (keysOf(store, entry) ?? []).entries()) {
      const vector = rows.get(key) ?? null;
      if (vector === null || vector.length !== size || !open(entry.path, slug)) continue;
      const days = from === null && to === null ? null : { from, to };
      if (within !== null && (days === null || !overlaps(days, within))) continue;
      let part = parts.get(slug);
      if (part === undefined) {
        const located = pageAt(field.workspace, memory, entry.path, slug);
        const name = `${memory.config.name}\n${located?.name}`;
        part = located === null ? null : { name, believed, located, entry, chunks: [] };
        parts.set(slug, part);
        if (part !== null) pages.push(part);
      }
      part?.chunks.push({ chunk, vector });
    }
  }
  return pages;
}

/** None where the file says something else by now. */
function meantLead({ page, chunk, rank, similarity, meant }: NearChunk<Page>): readonly MeantLead[] {
  const { located, entry } = page;
  const hit = hitOf(located.memory, searchPage(located.memory, entry), chunk);
  if (hit === null) return [];
  return [{ lead: { ...leadOf(located, entry.tier, hit, meant), vector: { rank, similarity } }, meant }];
}

function hitOf(memory: Memory, page: SearchPage, at: number): SearchHit | null {
  const text = searchSource(memory).read(page.path);
  const chunk = text === null ? undefined : chunksOf(text, page)[at];
  if (text === null || chunk === undefined) return null;
  const { start, end, slug, headings, speaker, days } = chunk;
  return {
    path: page.path,
    slug,
    chunk: at,
    start,
    end,
    text: text.slice(start, end),
    headings,
    speaker,
    days,
    score: 1,
    coverage: 0,
    terms: [],
    shares: { words: 0, neighbors: 0, page: 0, signals: 0 },
  };
}

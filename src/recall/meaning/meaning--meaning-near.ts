/** MeaningNear: the pages of every store that are near a question in meaning, of those the asker may see, joined with what words found. */

import type { Memory } from "../../memory/memory.js";
import type { PageEntry } from "../../memory/table--entry.js";
import type { Located } from "../../memory/workspace.js";
import type { Tier } from "../../page/page--page.js";
import { chunksOf } from "../chunk--chunk.js";
import type { Lead } from "../confidence--lead.js";
import type { Judge } from "../field--admitted.js";
import { type Field, pageAt } from "../field--field.js";
import type { SearchHit, SearchPage } from "../index/search.js";
import { searchPage, searchSource } from "../index/write--search-source.js";
import { leadOf } from "../look.js";
import { overlaps } from "../words/time-read--time-spans.js";
import { type EmbeddedStore, keysOf } from "./fill--meaning-chunks.js";
import { type NearPage, nearest, type VectorChunk, type VectorPage } from "./fuse.js";
import { fuseLeads, type Meaning, type MeantLead } from "./fuse--fuse.js";

interface Page extends VectorPage {
  readonly located: Located;
  /** Of the file. */
  readonly entry: PageEntry;
  readonly chunks: VectorChunk[];
}

/** Asked for more pages than are wanted, because some of them words found already. */
const pagesPerWanted = 2;

/** `question` has length 1. What was embedded is looked up anew for every tier, in the table as it is then. */
export function nearPages(
  field: Field,
  stores: readonly EmbeddedStore[],
  asked: { readonly question: Float32Array; readonly openTo: (memory: Memory) => Judge["open"] },
): Meaning {
  const { question, openTo } = asked;
  return {
    fuse(leads, tier) {
      const pages = stores.flatMap((of) =>
        pagesOf(field, of, { tier, size: question.length, open: openTo(of.memory) }),
      );
      const near = nearest(question, pages, pagesPerWanted * field.plan.pages);
      const found = new Set(leads.map(nameOf));
      const others = near.best.filter(({ page }) => !found.has(page.name)).flatMap(meantLead);
      return fuseLeads(leads, { others, of: (lead) => near.of(nameOf(lead)) });
    },
  };
}

function nameOf({ store, id }: Pick<Lead, "store" | "id">): string {
  return `${store}\n${id}`;
}

/** Scope, trust, audience, type and days are asked before anything is ranked. */
function pagesOf(
  field: Field,
  { memory, store }: EmbeddedStore,
  { tier, size, open }: { readonly tier: Tier; readonly size: number; readonly open: Judge["open"] },
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
        part =
          located === null ? null : { name: `${memory.config.name}\n${located.name}`, located, entry, chunks: [] };
        parts.set(slug, part);
        if (part !== null) pages.push(part);
      }
      part?.chunks.push({ chunk, vector });
    }
  }
  return pages;
}

/** None where the file says something else by now. */
function meantLead({ page, chunk, rank, similarity, closeness }: NearPage<Page>): readonly MeantLead[] {
  const { located, entry } = page;
  const hit = hitOf(located.memory, searchPage(located.memory, entry), chunk);
  if (hit === null) return [];
  const vector = { rank, similarity };
  return [{ lead: { ...leadOf(located, entry.tier, hit, closeness), vector, shares: { meaning: 1 } }, closeness }];
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
    worth: 1,
    coverage: 0,
    terms: [],
    shares: { words: 0, neighbors: 0, page: 0, signals: 0 },
  };
}

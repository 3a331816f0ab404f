/** PageOrder: the pages of a workspace by name and when the newest was changed, kept while the same pages stand in it. */

import { compareText } from "../base/text--order.js";
import type { Memory } from "../memory/memory.js";
import { dayOf } from "../memory/memory--kind.js";
import { entriesOf } from "../memory/table.js";
import type { PageEntry } from "../memory/table--entry.js";
import { type Located, pagesIn, type Workspace } from "../memory/workspace.js";
import { byScope } from "../memory/workspace--by-scope.js";
import { updatedAt } from "./prices--known-page.js";
import { kindOfPage } from "./prices--page-kind.js";

export interface PageOrder {
  readonly pages: readonly Located[];
  /** In milliseconds; null where no page says it. */
  readonly newest: number | null;
  /** The day of the newest log by the names of files; null where there is none. */
  readonly newestDay: number | null;
}

/** As `pagesIn` found them: where each page of each store stands by name. */
interface Kept extends PageOrder {
  readonly stores: readonly Store[];
  readonly places: readonly number[];
}

interface Store {
  readonly memory: Memory;
  readonly entries: readonly PageEntry[];
}

const keptBefore = new WeakMap<Memory, Kept>();

export function pageOrder(workspace: Workspace): PageOrder {
  const stores = byScope(workspace.memories).map((memory) => ({ memory, entries: entriesOf(memory.table) }));
  const before = keptBefore.get(workspace.primary);
  const kept = (before && after(before, stores)) ?? orderOf(workspace, stores);
  keptBefore.set(workspace.primary, kept);
  return kept;
}

function orderOf(workspace: Workspace, stores: readonly Store[]): Kept {
  const all = pagesIn(workspace);
  const order = [...all.keys()].sort((a, b) => compareText(all[a]!.name, all[b]!.name));
  const places: number[] = [];
  for (const [place, at] of order.entries()) places[at] = place;
  const pages = order.map((at) => all[at]!);
  return { stores, places, pages, newest: newestOf(pages), newestDay: newestDayOf(pages) };
}

/** Where no id came or went, no name did: pages that say something else stand where they stood. null for any other change. */
function after(before: Kept, stores: readonly Store[]): Kept | null {
  if (before.stores.length !== stores.length) return null;
  const pages = [...before.pages];
  let { newest } = before;
  let isLess = false;
  let first = 0;
  for (const [at, { memory, entries }] of stores.entries()) {
    const was = before.stores[at]!;
    if (was.memory !== memory || was.entries.length !== entries.length) return null;
    for (let i = 0; i < entries.length; i += 1) {
      const [old, entry] = [was.entries[i]!, entries[i]!];
      if (old === entry) continue;
      if (old.id !== entry.id || old.path !== entry.path) return null;
      const place = before.places[first + i]!;
      const { name, shadowed } = pages[place]!;
      pages[place] = { memory, entry, name, shadowed };
      if (newest !== null && updatedAt(old) === newest) isLess = true;
      newest = later(newest, updatedAt(entry));
    }
    first += entries.length;
  }
  const { places, newestDay } = before;
  return { stores, places, pages, newest: isLess ? newestOf(pages) : newest, newestDay };
}

function newestOf(pages: readonly Located[]): number | null {
  let newest: number | null = null;
  for (const { entry } of pages) newest = later(newest, updatedAt(entry));
  return newest;
}

const daysApartMax = 366;

/** A day that stands more than a year before all others is a slip or a plan, and makes no log of today an old one. */
function newestDayOf(pages: readonly Located[]): number | null {
  const days = new Set<number>();
  for (const { memory, entry } of pages) {
    const day = entry.slug === null && entry.tier === "hot" ? dayOf(entry.path) : null;
    if (day !== null && kindOfPage(memory, entry) === "log") days.add(day);
  }
  const [newest, next] = [...days].sort((a, b) => b - a);
  if (newest === undefined) return null;
  return next !== undefined && newest - next > daysApartMax ? next : newest;
}

function later(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.max(one, other);
}

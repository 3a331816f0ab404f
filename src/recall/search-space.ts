/**
 * SearchSpace: which pages a recall may look at, by what the asker may see and wants, and which of them share a name. What a page's frontmatter says of its own reliability is read here too.
 */

import { type PageId, type PagePath, sectionId } from "../base/ids.js";
import { getOrMake } from "../base/result.js";
import { isEpisodeSlug } from "../heard/episode.js";
import { leastTrusted } from "../memory/labels.js";
import type { Memory } from "../memory/memory.js";
import type { PageEntry, PageTable } from "../memory/table.js";
import { byScope, type Located, type Workspace } from "../memory/workspace.js";
import type { ValueMap } from "../page/decode.js";
import type { Origin } from "../page/page.js";
import { type Asker, deniedTo, isBarred } from "../prompt/access.js";
import type { Lead, LeadNeighbor } from "./confidence.js";
import { searchOf } from "./index/open.js";
import type { Meaning } from "./meaning/fuse.js";
import { kindOf, type Plan, type Wishes, wants } from "./plan.js";

// Recall neighbors: one step along the links, tags and names that pages share, from the best of what was found.

const seedsMax = 5;
const relationsMax = 32;

/** The same leads, each with those of the best that it has to do with. */
export function withNeighbors({ workspace }: SearchSpace, leads: readonly Lead[]): readonly Lead[] {
  let out = leads;
  for (const memory of byScope(workspace.memories)) {
    const isOwn = ({ store }: Lead): boolean => store === memory.config.name;
    const own = out.filter(isOwn).slice(0, seedsMax);
    const seeds = new Map(own.map((lead) => [lead.path, lead.id]));
    const relations = seeds.size === 0 ? [] : searchOf(memory).related([...seeds.keys()], relationsMax);
    out = out.map((lead) => {
      const neighbors = new Map<PageId, LeadNeighbor>();
      for (const { from, to, by, name } of isOwn(lead) ? relations : []) {
        const id = seeds.get(from);
        const isOther = id !== undefined && to === lead.path && from !== to;
        if (isOther && !neighbors.has(id)) neighbors.set(id, { id, by, name });
      }
      return neighbors.size === 0 ? lead : { ...lead, neighbors: [...neighbors.values()] };
    });
  }
  return out;
}

// Recall field: which pages a recall may look at: those the asker may see, of the types and tiers that are wanted.

export interface RecallAsker extends Asker {
  /** False where the user has not said that the project's memory may speak: only what is global or a session's own is searched. */
  readonly trusted: boolean;
  /** False where what sessions were is not asked for. */
  readonly past?: boolean;
}

export interface SearchSpace {
  readonly workspace: Workspace;
  readonly plan: Plan;
  readonly types: Wishes["types"];
  readonly asker: RecallAsker;
  /** null where no model is set up, or none could be asked. */
  readonly meaning: Meaning | null;
}

/** `closed` would be searched, and is kept from the asker; what nobody asked for is neither. */
type Side = "open" | "closed" | "unwanted";

interface Judged {
  /** null where the table has no such page. */
  readonly page: Located | null;
  readonly side: Side;
}

/** What an asker may see of a store, asked once a page. */
interface Judge {
  readonly of: (path: PagePath, slug: string | null) => Judged;
  readonly open: (path: PagePath, slug: string | null) => boolean;
  readonly closed: (path: PagePath, slug: string | null) => boolean;
}

/** For one recall. A table is another one after each change. */
const judges = new WeakMap<Plan, Map<PageTable, { readonly asker: RecallAsker; readonly judge: Judge }>>();

/** The page of a chunk as other commands name it; null where the table has none. */
export function pageAt(workspace: Workspace, memory: Memory, path: PagePath, slug: string | null): Located | null {
  const file = memory.table.byPath.get(path) ?? memory.table.unread?.get(path);
  const entry = file === undefined || slug === null ? file : memory.table.byId.get(sectionId(file.id, slug));
  if (entry === undefined) return null;
  const shadowed = isShadowed(workspace, memory, entry);
  return { memory, entry, shadowed, name: shadowed ? `${memory.config.name}/${entry.id}` : entry.id };
}

/** Asked for every page that matches: one store alone shadows nothing, and need not be sorted to know it. */
function isShadowed({ memories }: Workspace, memory: Memory, { id }: PageEntry): boolean {
  if (memories.length === 1) return false;
  const stores = byScope(memories);
  return stores.slice(0, stores.indexOf(memory)).some((narrower) => narrower.table.byId.has(id));
}

/**
 * What an index asks before it ranks: `open` for the pages the asker may see, `closed` for those that are kept from them and would
 * otherwise be searched. What nobody asked for is in neither.
 */
export function judgeOf(field: SearchSpace, memory: Memory): Judge {
  const { plan, asker } = field;
  const known = getOrMake(judges, plan, () => new Map());
  const before = known.get(memory.table);
  if (before?.asker === asker) return before.judge;
  const judge = judging(field, memory);
  known.set(memory.table, { asker, judge });
  return judge;
}

function judging(field: SearchSpace, memory: Memory): Judge {
  const judged = new Map<string, Judged>();
  const of: Judge["of"] = (path, slug) => {
    const name = slug === null ? path : `${path}#${slug}`;
    return getOrMake(judged, name, () => {
      const page = pageAt(field.workspace, memory, path, slug);
      const isUnwanted = page === null || !isWanted(field, page);
      return { page, side: isUnwanted ? "unwanted" : isDenied(field, page) ? "closed" : "open" };
    });
  };
  const sided = (side: Side) => (path: PagePath, slug: string | null) => of(path, slug).side === side;
  return { of, open: sided("open"), closed: sided("closed") };
}

function isWanted({ plan, types, asker }: SearchSpace, { memory, entry, shadowed }: Located): boolean {
  if (asker.past === false && entry.type === "conversation_segment" && isEpisodeSlug(entry.slug)) return false;
  return !shadowed && wants(plan, types, { type: entry.type, kind: kindAt(memory, entry) });
}

export function kindAt(memory: Memory, entry: PageEntry): ReturnType<typeof kindOf> {
  return kindOf(entry, memory.session !== undefined);
}

function isDenied({ asker }: SearchSpace, page: Located): boolean {
  const { memory, entry } = page;
  if (deniedTo(page, asker) !== null || isBarred(memory, entry)) return true;
  return !asker.trusted && entry.scope !== "global" && memory.session === undefined;
}

// Recall standing: what a page's frontmatter says of how far it can be relied on.

interface Reliability {
  readonly fields: ValueMap;
  readonly provenance: readonly string[];
  /** `fields.confidence`, where it is a number from 0 to 1. */
  readonly sure: number | null;
  readonly stale: boolean;
  readonly contested: boolean;
  /** The page's own label, or a lower one that history gave to something in it. */
  readonly origin: Origin;
}

const overWords: ReadonlySet<string> = new Set([
  "superseded",
  "deprecated",
  "obsolete",
  "stale",
  "revoked",
  "withdrawn",
]);

export function reliabilityOf(memory: Memory, entry: PageEntry): Reliability {
  const meta = memory.files.get(entry.path)?.data.meta ?? {};
  const own = entry.slug === null ? meta.fields : (meta.sections?.[entry.slug]?.fields ?? {});
  const fields = own ?? {};
  const { confidence } = fields;
  return {
    fields,
    provenance: meta.provenance ?? [],
    sure: typeof confidence === "number" && confidence >= 0 && confidence <= 1 ? confidence : null,
    stale: overWords.has(meta.status ?? "") || entry.tags.some((tag) => overWords.has(tag)),
    contested: contestedPaths(memory).has(entry.path),
    origin: leastTrusted([entry.origin, memory.labels.ofPage(entry.id) ?? "user"]),
  };
}

/** Made once a table. */
const contestedOf = new WeakMap<Memory["table"]["findings"], ReadonlySet<string>>();

function contestedPaths({ table }: Memory): ReadonlySet<string> {
  const { findings } = table;
  return getOrMake(
    contestedOf,
    findings,
    () => new Set(findings.filter(({ code }) => code === "conflict_open").map(({ path }) => path)),
  );
}

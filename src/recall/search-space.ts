/**
 * SearchSpace: which pages a recall may look at, by what the asker may see and wants, and one step further along the names that pages share. What
 * a page's frontmatter says of its own reliability is read here too.
 */

import { type PagePath, sectionId } from "../base/ids.js";
import { isEpisodeSlug } from "../heard/episode.js";
import { leastTrusted } from "../memory/labels.js";
import type { Memory } from "../memory/memory.js";
import { entriesOf, type PageEntry, type PageTable } from "../memory/table.js";
import { byScope, type Located, type Workspace } from "../memory/workspace.js";
import type { ValueMap } from "../page/decode.js";
import type { Origin } from "../page/page.js";
import { fieldSentences } from "../page/represent.js";
import { type Asker, deniedTo, isBarred, openForPrompt } from "../prompt/access.js";
import type { Lead, LeadNeighbor } from "./confidence.js";
import { searchOf } from "./index/open.js";
import type { Relation } from "./index/search.js";
import type { Meaning } from "./meaning/fuse.js";
import { kindOf, type Plan, type Wishes, wants } from "./plan.js";

// Recall neighbors: one step along the links, tags and names that pages share, from the best of what was found.

const seedsMax = 5;
const relationsMax = 32;
/** Pages that hold none of the question's words and are linked from one that does. */
const walkedMax = 2;
const walkedWeight = 0.3;
const walkedChars = 2_000;

/** The same leads, each with those of the best that it has to do with; behind them the few pages that a link alone leads to. */
export function withNeighbors(field: SearchSpace, leads: readonly Lead[]): readonly Lead[] {
  const out = [...leads];
  for (const memory of byScope(field.workspace.memories)) {
    const own = out.filter(({ store }) => store === memory.config.name);
    const seeds = new Map(own.slice(0, seedsMax).map((lead) => [lead.path, lead]));
    const search = searchOf(memory);
    if (seeds.size === 0 || search === undefined) continue;
    const relations = search.related([...seeds.keys()], relationsMax);
    for (const [at, lead] of out.entries()) {
      if (lead.store !== memory.config.name) continue;
      const neighbors = relations.flatMap((relation) =>
        relation.to === lead.path ? neighborOf(relation, seeds, lead) : [],
      );
      if (neighbors.length > 0) out[at] = { ...lead, neighbors: oncePerPage(neighbors) };
    }
    if (leads.length < field.plan.pages) out.push(...walked(field, memory, { relations, seeds, known: out }));
  }
  return out;
}

function neighborOf(relation: Relation, seeds: ReadonlyMap<string, Lead>, lead: Lead): readonly LeadNeighbor[] {
  const seed = seeds.get(relation.from);
  return seed === undefined || seed.path === lead.path ? [] : [{ id: seed.id, by: relation.by, name: relation.name }];
}

function oncePerPage(neighbors: readonly LeadNeighbor[]): readonly LeadNeighbor[] {
  return neighbors.filter(({ id }, at) => neighbors.findIndex((other) => other.id === id) === at);
}

function walked(
  field: SearchSpace,
  memory: Memory,
  ground: {
    readonly relations: readonly Relation[];
    readonly seeds: ReadonlyMap<string, Lead>;
    readonly known: readonly Lead[];
  },
): readonly Lead[] {
  const { open } = judgeOf(field, memory);
  const seen = new Set(ground.known.flatMap(({ store, path }) => (store === memory.config.name ? [path] : [])));
  const found: Lead[] = [];
  for (const relation of ground.relations) {
    if (found.length >= walkedMax) break;
    const seed = ground.seeds.get(relation.from);
    const isLink = relation.by === "link" || relation.by === "backlink";
    if (seed === undefined || !isLink || seen.has(relation.to) || !open(relation.to, null)) continue;
    seen.add(relation.to);
    const lead = leadTo(field.workspace, memory, relation, seed);
    if (lead !== null) found.push(lead);
  }
  return found;
}

function leadTo(workspace: Workspace, memory: Memory, relation: Relation, seed: Lead): Lead | null {
  const page = pageAt(workspace, memory, relation.to, null);
  // An archived page is reached by the archive's own index, never by a link into it.
  if (page === null || page.entry.tier === "cold") return null;
  const { entry } = page;
  const file = openForPrompt(memory, entry);
  if (!file.ok || file.value === null) return null;
  const { text, bodyStart } = file.value;
  const end = Math.min(text.length, bodyStart + walkedChars);
  const standing = reliabilityOf(memory, entry);
  return {
    ...seed,
    ...standing,
    id: page.name as Lead["id"],
    path: entry.path,
    oid: entry.oid,
    type: entry.type,
    kind: kindAt(memory, entry),
    title: entry.title,
    pin: entry.pin,
    tier: entry.tier,
    updated: entry.updated,
    event: null,
    chunk: 0,
    start: bodyStart,
    end,
    headings: [],
    speaker: null,
    days: null,
    text: () => text.slice(bodyStart, end),
    fields: fieldSentences(entry.type, standing.fields),
    base: seed.base * relation.weight * walkedWeight,
    coverage: 0,
    terms: [],
    shares: {},
    tagged: true,
    neighbors: [{ id: seed.id, by: relation.by, name: relation.name }],
    vector: null,
  };
}

// Recall admitted: the pages of a store by what an asker may see and wants of them, remembered while nothing changes that it goes by.

/** `closed` would be searched, and is kept from the asker; what nobody asked for is neither. */
type Side = "open" | "closed" | "unwanted";

interface Judged {
  /** null where the table has no such page. */
  readonly page: Located | null;
  readonly side: Side;
}

/** The same object while nothing changes that it goes by, and so are its functions. */
export interface Judge {
  readonly of: (path: PagePath, slug: string | null) => Judged;
  readonly open: (path: PagePath, slug: string | null) => boolean;
  readonly closed: (path: PagePath, slug: string | null) => boolean;
  /** The files with a page of this side; null where they are more than `most`. */
  readonly few: (side: "open" | "closed", most: number) => readonly PagePath[] | null;
}

interface Known {
  readonly labels: Memory["labels"];
  readonly tables: readonly PageTable[];
  /** By what is asked for and who asks. */
  readonly judges: Map<string, Judge>;
}

/** Askers and wishes that are remembered at once. */
const keysMax = 8;
/** A table is another one after each change. */
const known = new WeakMap<PageTable, Known>();

/** `key` names all that `judge` goes by besides tables and labels. */
export function judging({ memories }: Workspace, memory: Memory, key: string, judge: Judge["of"]): Judge {
  const { judges } = knownOf(memories, memory);
  const kept = judges.get(key) ?? remembering(judge, memory.table);
  judges.delete(key);
  judges.set(key, kept);
  for (const oldest of judges.keys()) if (judges.size > keysMax) judges.delete(oldest);
  return kept;
}

function remembering(judge: Judge["of"], table: PageTable): Judge {
  const judged = new Map<string, Judged>();
  const of: Judge["of"] = (path, slug) => {
    const name = slug === null ? path : `${path}#${slug}`;
    const before = judged.get(name);
    if (before !== undefined) return before;
    const made = judge(path, slug);
    judged.set(name, made);
    return made;
  };
  const sided = (side: Side) => (path: PagePath, slug: string | null) => of(path, slug).side === side;
  const files = new Map<Side, { readonly most: number; readonly paths: readonly PagePath[] | null }>();
  return {
    of,
    open: sided("open"),
    closed: sided("closed"),
    few(side, most) {
      const before = files.get(side);
      if (before?.most === most) return before.paths;
      const paths = filesOf(table, (path, slug) => of(path, slug).side === side, most);
      files.set(side, { most, paths });
      return paths;
    },
  };
}

function filesOf(table: PageTable, takes: Judge["open"], most: number): readonly PagePath[] | null {
  const paths = new Set<PagePath>();
  for (const { path, slug } of entriesOf(table)) {
    if (takes(path, slug)) paths.add(path);
    if (paths.size > most) return null;
  }
  return [...paths];
}

function knownOf(memories: readonly Memory[], { table, labels }: Memory): Known {
  const before = known.get(table);
  const isSame = (tables: readonly PageTable[]): boolean =>
    tables.length === memories.length && memories.every((one, at) => one.table === tables[at]);
  if (before?.labels === labels && isSame(before.tables)) return before;
  const made: Known = { labels, tables: memories.map((one) => one.table), judges: new Map() };
  known.set(table, made);
  return made;
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
  const { workspace, types } = field;
  const { session, audience, trusted, past = true } = field.asker;
  return judging(workspace, memory, JSON.stringify([session, audience, trusted, past, types]), (path, slug) => {
    const page = pageAt(workspace, memory, path, slug);
    if (page === null || !isWanted(field, page)) return { page, side: "unwanted" };
    return { page, side: isDenied(field, page) ? "closed" : "open" };
  });
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
  const before = contestedOf.get(table.findings);
  if (before !== undefined) return before;
  const paths = new Set(table.findings.filter(({ code }) => code === "conflict_open").map(({ path }) => path));
  contestedOf.set(table.findings, paths);
  return paths;
}

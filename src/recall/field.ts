/** Recall neighbors: one step along the links, tags and names that pages share, from the best of what was found. */

import type { Memory } from "../memory/memory.js";
import type { Workspace } from "../memory/workspace.js";
import { byScope } from "../memory/workspace--by-scope.js";
import { fieldSentences } from "../page/represent.js";
import { openForPrompt } from "../prompt/access.js";
import type { Lead, LeadNeighbor } from "./confidence--lead.js";
import { type Field, judgeOf, kindAt, pageAt } from "./field--field.js";
import { standingOf } from "./field--standing.js";
import type { Relation } from "./index/search.js";

const seedsMax = 5;
const relationsMax = 32;
/** Pages that hold none of the question's words and are linked from one that does. */
const walkedMax = 2;
const walkedWeight = 0.3;
const walkedChars = 2_000;

/** The same leads, each with those of the best that it has to do with; behind them the few pages that a link alone leads to. */
export function withNeighbors(field: Field, leads: readonly Lead[]): readonly Lead[] {
  const out = [...leads];
  for (const memory of byScope(field.workspace.memories)) {
    const own = out.filter(({ store }) => store === memory.config.name);
    const seeds = new Map(own.slice(0, seedsMax).map((lead) => [lead.path, lead]));
    if (seeds.size === 0 || memory.search === undefined) continue;
    const relations = memory.search.related([...seeds.keys()], relationsMax);
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
  field: Field,
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
  const standing = standingOf(memory, entry);
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
    neighbors: [{ id: seed.id, by: relation.by, name: relation.name }],
    vector: null,
  };
}

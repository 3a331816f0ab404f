/** Workspace: the memory repositories that are open together, narrower scope over wider, and which of them a write goes to. */

import type { Failure, Outcome } from "../base/result.js";
import { err, ok } from "../base/result--result.js";
import { namesNear } from "../base/text.js";
import { leftOut } from "./included--left-out.js";
import type { Memory } from "./memory.js";
import { entriesOf, findPage, type PageTable } from "./table.js";
import type { PageEntry } from "./table--entry.js";
import type { Tokenizer } from "./tokenizer--tokenizer.js";
import { byScope } from "./workspace--by-scope.js";
import { allFindings } from "./workspace--findings.js";

export interface Workspace {
  /** The first `--repo`: where new pages go unless their scope says otherwise. */
  readonly primary: Memory;
  readonly memories: readonly Memory[];
  /** `o200k_base` where null; an unknown name is a `usage` failure. */
  tokenizer(name: string | null): Promise<Outcome<Tokenizer>>;
  close(): Promise<void>;
}

/** A page and the repository it lives in. */
export interface Located {
  readonly memory: Memory;
  readonly entry: PageEntry;
  /** The entry's id, or `store/id` where a narrower store holds the same id. */
  readonly name: string;
  /** Whether a narrower store holds the same id. */
  readonly shadowed: boolean;
}

/** All pages of all stores; where ids collide the narrower scope keeps the bare id. */
export function pagesIn(workspace: Workspace): readonly Located[] {
  const seen = new Set<string>();
  const located: Located[] = [];
  const stores = byScope(workspace.memories);
  for (const [at, memory] of stores.entries()) {
    for (const entry of entriesOf(memory.table)) located.push(locatedAs(memory, entry, seen.has(entry.id)));
    if (at + 1 < stores.length) for (const id of memory.table.byId.keys()) seen.add(id);
  }
  return located;
}

/** Nearly all pages stand where they stood when they were asked for last. */
const locatedBefore = new WeakMap<PageEntry, Located>();

function locatedAs(memory: Memory, entry: PageEntry, shadowed: boolean): Located {
  const before = locatedBefore.get(entry);
  if (before !== undefined && before.memory === memory && before.shadowed === shadowed) return before;
  const located = { memory, entry, shadowed, name: shadowed ? `${memory.config.name}/${entry.id}` : entry.id };
  locatedBefore.set(entry, located);
  return located;
}

/** By id, by path, by `store/id`, or by the id a page was archived under; `page_missing` names the nearest ids. */
export function locate(workspace: Workspace, name: string): Outcome<Located> {
  const stores = byScope(workspace.memories);
  for (const memory of stores) {
    const entry = entryNamed(memory, memory.table, name);
    if (entry === null) continue;
    const shadowed = stores.slice(0, stores.indexOf(memory)).some((narrower) => narrower.table.byId.has(entry.id));
    return ok({ memory, entry, shadowed, name: shadowed ? `${memory.config.name}/${entry.id}` : entry.id });
  }
  for (const memory of stores) {
    const entry = archivedAs(memory.table, name);
    if (entry !== null) return ok({ memory, entry, shadowed: false, name: entry.id });
  }
  return err(missing(workspace, name));
}

/** A page without an id of its own goes by its path, and in the archive by another; its file there still has the old name. */
function archivedAs(table: PageTable, name: string): PageEntry | null {
  const found = [...table.byPath.values()].filter(({ path, slug, tier }) => {
    const parts = path.split("/");
    return tier === "cold" && slug === null && parts.length === 3 && parts[2] === `${name}.md`;
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

export function entryNamed({ config }: Memory, table: PageTable, name: string): PageEntry | null {
  const prefix = `${config.name}/`;
  return findPage(table, name) ?? (name.startsWith(prefix) ? findPage(table, name.slice(prefix.length)) : null);
}

function missing(workspace: Workspace, name: string): Failure {
  const wanted = name.toLowerCase();
  const names = pagesIn(workspace).map((located) => located.name);
  const within = names.filter((id) => id.includes(wanted) || wanted.includes(id));
  const near = [...new Set([...namesNear(wanted, names), ...within])].slice(0, 3);
  const unreadable = allFindings(workspace.memories).find(
    (finding) => finding.path === name && finding.severity === "error",
  );
  if (unreadable !== undefined) {
    return { code: "page_missing", says: `${name} is not a page: ${unreadable.says}`, hint: unreadable.hint };
  }
  const out = workspace.memories.map(({ config }) => leftOut(config, name)).find((each) => each !== null);
  if (out !== undefined) return { code: "page_missing", ...out };
  return {
    code: "page_missing",
    says: `There is no page “${name}”.`,
    hint: near.length > 0 ? `Did you mean ${near.join(", ")}?` : "List the pages with: pagefile pages",
  };
}

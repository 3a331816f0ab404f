/**
 * Workspace: the memory repositories that are open together, narrower scope over wider, and which of them a write goes to. Remarks about their
 * files, and files that could not be read, are gathered here.
 */

import { namesNear } from "../base/glob.js";
import { err, type Failure, type Outcome, ok } from "../base/result.js";
import { type Finding, scopes } from "../page/page.js";
import { leftOut } from "./included.js";
import type { Memory } from "./memory.js";
import { entriesOf, findPage, type PageEntry, type PageTable, whyUnread } from "./table.js";
import type { Tokenizer } from "./tokenizer.js";

export interface Workspace {
  /** The first `--repo`: where new pages go unless their scope says otherwise. */
  readonly primary: Memory;
  readonly memories: readonly Memory[];
  /** `o200k_base` where null; an unknown name is a `usage` failure. */
  tokenizer(name: string | null): Promise<Outcome<Tokenizer>>;
  close(): Promise<void>;
}

/** The stores alone, for what opens and closes none. */
export type Stores = Pick<Workspace, "primary" | "memories">;

/** The store beside the first one that holds what is said to hold in every project; null where none is open. */
export function globalIn({ primary, memories }: Stores): Memory | null {
  return memories.find((memory) => memory !== primary && memory.config.scope === "global") ?? null;
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
export function pagesIn(workspace: Stores): readonly Located[] {
  const seen = new Set<string>();
  const located: Located[] = [];
  const stores = byScope(workspace.memories);
  for (const [at, memory] of stores.entries()) {
    for (const entry of entriesOf(memory.table)) located.push(placed(memory, entry, seen.has(entry.id)));
    if (at + 1 < stores.length) for (const id of memory.table.byId.keys()) seen.add(id);
  }
  return located;
}

function placed(memory: Memory, entry: PageEntry, shadowed: boolean): Located {
  return { memory, entry, shadowed, name: shadowed ? `${memory.config.name}/${entry.id}` : entry.id };
}

/** By id, by path, by `store/id`, or by the id a page was archived under, which comes first where `tier` asks; `page_missing` names the nearest ids. */
export function locate(workspace: Stores, name: string, tier?: "cold"): Outcome<Located> {
  const stores = byScope(workspace.memories);
  for (const memory of stores) {
    const entry = entryNamed(memory, memory.table, name);
    if (entry === null || !isMeant(memory, name, entry, tier)) continue;
    const shadowed = stores.slice(0, stores.indexOf(memory)).some((narrower) => narrower.table.byId.has(entry.id));
    return ok(placed(memory, entry, shadowed));
  }
  for (const memory of stores) {
    const [entry, ...others] = archivedAs(memory.table, name);
    if (entry !== undefined && others.length === 0) return ok(placed(memory, entry, false));
  }
  return err(missing(workspace, name));
}

/** Of several archived files of one name none is meant unless it says that id itself; the only one is, where a page of the archive is asked for. */
function isMeant(memory: Memory, name: string, entry: PageEntry, tier: "cold" | undefined): boolean {
  if (entry.tier === "hot" && tier === undefined) return true;
  const archived = archivedAs(memory.table, name);
  if (entry.tier === "hot") return archived.length !== 1;
  const isOwn = memory.files.get(entry.path)?.data.meta.id != null;
  return isOwn || archived.length === 1 || !archived.includes(entry);
}

/** Another page may have taken the id of an archived one since; its file there still has that name. */
function archivedAs(table: PageTable, name: string): readonly PageEntry[] {
  return [...table.byPath.values()].filter(
    ({ path, slug }) => slug === null && /^archive\/\d{4}\/(?:private\/)?([^/]+)\.md$/.exec(path)?.[1] === name,
  );
}

export function entryNamed({ config }: Memory, table: PageTable, name: string): PageEntry | null {
  const prefix = `${config.name}/`;
  return findPage(table, name) ?? (name.startsWith(prefix) ? findPage(table, name.slice(prefix.length)) : null);
}

function missing(workspace: Stores, name: string): Failure {
  const wanted = name.toLowerCase();
  const names = pagesIn(workspace).map((located) => located.name);
  const within = names.filter((id) => id.includes(wanted) || wanted.includes(id));
  const near = [...new Set([...namesNear(wanted, names), ...within])].slice(0, 3);
  const unread = whyUnread(allFindings(workspace.memories), name);
  if (unread !== null) return { code: "page_missing", ...unread };
  const out = workspace.memories
    .map(({ config, table }) => leftOut(config, name, (path) => table.byPath.has(path)))
    .find((each) => each !== null);
  if (out !== undefined) return { code: "page_missing", ...out };
  const hint = near.length > 0 ? `Did you mean ${near.join(", ")}?` : "List the pages with: pagefile pages";
  return { code: "page_missing", says: `There is no page “${name}”.`, hint };
}

// Unread: the files of a memory that are no pages because they could not be read, why, and the text of those that have one.

/** A file's text under the name that recall gives it, or under its path; null where there is none. */
export function unreadNamed({ memories }: Stores, name: string): Located | null {
  for (const memory of memories)
    for (const entry of memory.table.unread?.values() ?? [])
      if (entry.id === name || entry.path === name) return { memory, entry, name: entry.id, shadowed: false };
  return null;
}

/** One line a reason, the most frequent first; empty where every note was read. */
export function unreadLines(memory: Memory): readonly string[] {
  const reasons = new Map<string, { readonly said: string; count: number; readonly first: string }>();
  for (const { code, severity, path } of findingsOf(memory)) {
    if (severity !== "error" || !path.endsWith(".md")) continue;
    const said = words[code] ?? code.replaceAll("_", " ");
    const known = reasons.get(said);
    if (known === undefined) reasons.set(said, { said, count: 1, first: path });
    else known.count += 1;
  }
  const sorted = [...reasons.values()].sort((a, b) => b.count - a.count);
  const shown = sorted.slice(0, reasonsMax).map(({ said, count, first }) => {
    const rest = count > 1 ? ` and ${count - 1} more` : "";
    return `${count === 1 ? "1 note is" : `${count} notes are`} not read: ${said} (${first}${rest})`;
  });
  const left = sorted.slice(reasonsMax).reduce((sum, { count }) => sum + count, 0);
  return left === 0 ? shown : [...shown, `${left} more are not read for other reasons`];
}

const reasonsMax = 2;

const words: Partial<Record<Finding["code"], string>> = {
  frontmatter_unclosed: "frontmatter that is never closed; recall finds the text alone",
  frontmatter_too_long: "frontmatter that is too long; recall finds the text alone",
  frontmatter_refused: "frontmatter in another language; recall finds the text alone",
  encoding_invalid: "the file is not UTF-8",
  nul_byte: "the file is not text",
  page_too_large: "the file is too large",
  conflict_marker: "git's conflict marks stand in it",
  path_refused: "not every operating system can keep a file of that name",
};

// StoreNamed: which store a command is about where it names a session and no page.

/** The store that a session's pages are in, where one is named; the primary one else. */
export function storeNamed(workspace: Workspace, session: string | null): Outcome<Memory> {
  if (session === null) return ok(workspace.primary);
  const own = workspace.memories.find((memory) => memory.session === session);
  return own === undefined ? err(nothingKept(session)) : ok(own);
}

export function nothingKept(session: string): Failure {
  return {
    code: "page_missing",
    says: `Session ${session} keeps no pages of its own here.`,
    hint: "See who does with: pagefile session list",
  };
}

// Findings: every remark about a memory's files, from its configuration, the folder walk and the pages.

export function findingsOf(memory: Memory): readonly Finding[] {
  return [...memory.outside, ...memory.table.findings];
}

export function allFindings(memories: readonly Memory[]): readonly Finding[] {
  return memories.flatMap(findingsOf);
}

// ByScope: the order in which open stores are asked: where two hold one id, the first that has it keeps the name.

/** A session's own pages, then the narrowest scope first; among equals, the order of `--repo`. */
export function byScope(memories: readonly Memory[]): readonly Memory[] {
  const order = ({ session, config }: Memory): number =>
    session === undefined ? -scopes.indexOf(config.scope) : -scopes.length;
  return [...memories].sort((a, b) => order(a) - order(b));
}

/** PromptParts: pages as people are shown them: the table of all with what each costs, and one page at one fidelity. */

import type { Instant, Oid } from "../base/ids.js";
import { err, type Outcome, ok } from "../base/result.js";
import { type FileKind, type Memory, type OpensFile, openFile, openOnce, refresh } from "../memory/memory.js";
import type { PageEntry } from "../memory/table.js";
import type { Tokenizer } from "../memory/tokenizer.js";
import { allFindings, type Located, locate, pagesIn, unreadNamed, type Workspace } from "../memory/workspace.js";
import type { Fidelity, Finding, PageType, Scope, Tier } from "../page/page.js";
import { redactSecretsIn } from "../rules/secret-keys.js";
import { pageNamed } from "../session/settle.js";
import { stagingOf } from "../session/staging.js";
import { shownText } from "./access.js";
import { cachedTokenizer, representationsOf, tokensOf } from "./prices.js";
import { traceLogOf } from "./trace/log.js";
import { kindOfPage } from "./worth.js";

// Pages: the page table as rows, with what each page costs at each fidelity.

export interface PageRow
  extends Omit<PageEntry, "slug" | "created" | "updated" | "audience" | "writable" | "sections"> {
  /** What its file is for, by its place. */
  readonly kind: FileKind;
  /** Tokens at each fidelity the type admits. */
  readonly tokens: Readonly<Partial<Record<Fidelity, number>>>;
}

/** `staged`: committed as it stands, and a patch for it waits; `local` is never committed. */
type PageState = "clean" | "edited" | "untracked" | "local" | "staged" | "conflict";

export interface PagesAnswer {
  /** `fidelity` is what the last prompt held of it; null where it was out, or no prompt is on record. */
  readonly pages: readonly (PageRow & { readonly state: PageState; readonly fidelity: Fidelity | null })[];
  /** The last prompt on record; null where none is. */
  readonly prompt: { readonly trace: string; readonly at: Instant; readonly session: string | null } | null;
  readonly findings: readonly Finding[];
}

interface PagesQuery {
  readonly type?: PageType;
  readonly scope?: Scope;
  readonly tier?: Tier;
  readonly tag?: string;
  /** By name; null for the default. */
  readonly tokenizer?: string | null;
  /** Whose last prompt tells the fidelity; the newest of all when absent or null. */
  readonly session?: string | null;
}

export async function pages(workspace: Workspace, query: PagesQuery): Promise<Outcome<PagesAnswer>> {
  const tokenizer = await workspace.tokenizer(query.tokenizer ?? null);
  if (!tokenizer.ok) return tokenizer;
  const wanted = pagesIn(workspace).filter(
    ({ entry }) =>
      (query.type === undefined || entry.type === query.type) &&
      (query.scope === undefined || entry.scope === query.scope) &&
      (query.tier === undefined || entry.tier === query.tier) &&
      (query.tag === undefined || entry.tags.includes(query.tag)),
  );
  const open = openOnce();
  const standing = await fileStatusOf(workspace, query.session ?? null);
  if (!standing.ok) return standing;
  const { stateOf, fidelityOf, prompt } = standing.value;
  const rows = wanted.map((located) => ({
    ...rowOf(located, tokenizer.value, open),
    state: stateOf(located),
    fidelity: fidelityOf(located),
  }));
  for (const memory of workspace.memories) memory.tokens.flush();
  return ok({ pages: rows, prompt, findings: allFindings(workspace.memories) });
}

function rowOf(located: Located, tokenizer: Tokenizer, open?: OpensFile): PageRow {
  const { slug, created, updated, audience, writable, sections, ...row } = located.entry;
  return {
    ...row,
    id: located.name as PageRow["id"],
    kind: kindOfPage(located.memory, located.entry),
    tokens: tokensOf(located, tokenizer, open) ?? {},
  };
}

// FileStatus: what the files do not say of a page: whether it is committed as it stands, and how much of it the last prompt held.

interface FileStatus {
  readonly stateOf: (page: Located) => PagesAnswer["pages"][number]["state"];
  readonly fidelityOf: (page: Located) => Fidelity | null;
  readonly prompt: PagesAnswer["prompt"];
}

/** `session`: whose last prompt; the newest of all when null. */
async function fileStatusOf(workspace: Workspace, session: string | null): Promise<Outcome<FileStatus>> {
  const heads = new Map<Memory, ReadonlyMap<string, Oid>>();
  const open = new Map<Memory, ReadonlySet<string>>();
  for (const memory of workspace.memories) {
    const head = await memory.history.head();
    if (!head.ok) return head;
    const tree = await memory.history.tree(head.value.commit);
    if (!tree.ok) return tree;
    const conflicts = memory.table.findings.filter(({ code }) => code === "conflict_open");
    open.set(memory, new Set(conflicts.map(({ path }) => path)));
    heads.set(memory, new Map(tree.value.map(({ path, oid }) => [path, oid])));
  }
  const staged = stagingOf(workspace.primary).list();
  if (!staged.ok) return staged;
  const waiting = new Set(staged.value.patches.map(({ draft }) => pageNamed(draft)));
  const [last] = traceLogOf(workspace.primary).recent(
    1,
    (record) => record.kind === "assemble" && (session === null || record.inputs.session === session),
  ).records;
  const shown = new Map(last?.kind === "assemble" ? last.selected.map(({ id, fidelity }) => [id, fidelity]) : []);
  return ok({
    stateOf({ memory, entry, name }) {
      if (open.get(memory)?.has(entry.path) === true) return "conflict";
      const committed = heads.get(memory)?.get(entry.path);
      if (committed !== undefined && committed !== entry.oid) return "edited";
      if (committed === undefined)
        return memory.session === undefined && entry.scope === "local" ? "local" : "untracked";
      return [name, entry.id, entry.path].some((one) => waiting.has(one)) ? "staged" : "clean";
    },
    fidelityOf: ({ name }) => shown.get(name as never) ?? null,
    prompt: last?.kind === "assemble" ? { trace: last.trace, at: last.at, session: last.inputs.session } : null,
  });
}

// Show: one page at one fidelity.

export interface ShowAnswer {
  readonly page: PageRow;
  readonly fidelity: Fidelity;
  readonly text: string;
  readonly tokens: number;
}

interface ShowQuery {
  readonly page: string;
  readonly fidelity: Fidelity | null;
  readonly tokenizer?: string | null;
  /** A model is given no secret that somebody typed; a person, the default, sees the page as it lies. */
  readonly reader?: "person" | "model";
}

/** `full`, the default, is what the fields say and the body as it stands; a gathering file is shown whole, sections included. */
export async function show(workspace: Workspace, query: ShowQuery): Promise<Outcome<ShowAnswer>> {
  const shown = await showAsKnown(workspace, query);
  if (shown.ok || shown.error.code !== "page_missing") return shown;
  // Another process may have written or made the page since the files were looked at.
  for (const memory of workspace.memories) {
    const looked = refresh(memory);
    if (!looked.ok) return looked;
  }
  return showAsKnown(workspace, query);
}

async function showAsKnown(workspace: Workspace, query: ShowQuery): Promise<Outcome<ShowAnswer>> {
  const located = locate(workspace, query.page);
  const unread = located.ok ? null : unreadNamed(workspace, query.page);
  if (!located.ok && unread === null) return located;
  const page = unread ?? (located as { readonly value: Located }).value;
  const { memory, entry } = page;
  const tokenizer = await workspace.tokenizer(query.tokenizer ?? null);
  if (!tokenizer.ok) return tokenizer;
  const file = openFile(memory, entry);
  if (!file.ok) return file;
  if (file.value === null) {
    return err({ code: "page_missing", says: `${entry.path} was changed or removed just now.`, hint: "Try again." });
  }
  const fidelity = query.fidelity ?? "full";
  const isForModel = query.reader === "model";
  const body = isForModel ? shownText(memory, { oid: entry.oid, text: file.value.text }) : file.value.text;
  const text = representationsOf(memory, entry, { ...file.value, text: body }, "whole")[fidelity];
  const tokens = cachedTokenizer(memory, tokenizer.value).count(text);
  memory.tokens.flush();
  const row = rowOf(page, tokenizer.value);
  return ok({ page: isForModel ? (redactSecretsIn(row) as PageRow) : row, fidelity, text, tokens });
}

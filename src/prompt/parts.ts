/** Pages: the page table as rows, with what each page costs at each fidelity. */

import type { Instant, Oid, PageId, PagePath } from "../base/ids.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import type { FileKind } from "../memory/memory--kind.js";
import { type OpensFile, openOnce } from "../memory/memory--open-file.js";
import type { Tokenizer } from "../memory/tokenizer--tokenizer.js";
import { type Located, pagesIn, type Workspace } from "../memory/workspace.js";
import { allFindings } from "../memory/workspace--findings.js";
import type { Finding } from "../page/page--finding.js";
import type { Fidelity, Origin, PageType, Pin, Scope, Tier } from "../page/page--page.js";
import { standingOf } from "./parts--page-standing.js";
import { type AskedTokens, tokensOf } from "./prices.js";
import { kindOfPage } from "./prices--page-kind.js";

export interface PageRow {
  readonly id: PageId;
  readonly store: string;
  /** What its file is for, by its place. */
  readonly kind: FileKind;
  readonly type: PageType;
  readonly title: string;
  readonly scope: Scope;
  readonly pin: Pin;
  readonly origin: Origin;
  readonly minFidelity: Fidelity;
  readonly version: number | null;
  readonly tier: Tier;
  readonly tags: readonly string[];
  readonly path: PagePath;
  readonly oid: Oid;
  readonly implicit: boolean;
  /** Tokens at each fidelity the type admits. */
  readonly tokens: Readonly<Partial<Record<Fidelity, number>>>;
}

/** `staged`: committed as it stands, and a patch for it waits; `local` is never committed. */
export type PageState = "clean" | "edited" | "untracked" | "local" | "staged" | "conflict";

export interface PagesAnswer {
  /** `fidelity` is what the last prompt held of it; null where it was out, or no prompt is on record. */
  readonly pages: readonly (PageRow & { readonly state: PageState; readonly fidelity: Fidelity | null })[];
  /** The last prompt on record; null where none is. */
  readonly prompt: { readonly trace: string; readonly at: Instant; readonly session: string | null } | null;
  readonly findings: readonly Finding[];
}

export interface PagesQuery {
  readonly type?: PageType;
  readonly scope?: Scope;
  readonly tier?: Tier;
  readonly tag?: string;
  /** By name; null for the default. */
  readonly tokenizer?: string | null;
  /** Whose last prompt tells the fidelity; the newest of all when absent or null. */
  readonly session?: string | null;
  /** What of each page's tokens; all when absent. */
  readonly tokens?: AskedTokens;
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
  const standing = await standingOf(workspace, query.session ?? null);
  if (!standing.ok) return standing;
  const { stateOf, fidelityOf, prompt } = standing.value;
  const rows = wanted.map((located) => ({
    ...rowOf(located, tokenizer.value, open, query.tokens),
    state: stateOf(located),
    fidelity: fidelityOf(located),
  }));
  for (const memory of workspace.memories) memory.tokens.flush();
  return ok({ pages: rows, prompt, findings: allFindings(workspace.memories) });
}

export function rowOf(located: Located, tokenizer: Tokenizer, open?: OpensFile, asked?: AskedTokens): PageRow {
  const { entry } = located;
  return {
    id: located.name as PageRow["id"],
    store: entry.store,
    kind: kindOfPage(located.memory, entry),
    type: entry.type,
    title: entry.title,
    scope: entry.scope,
    pin: entry.pin,
    origin: entry.origin,
    minFidelity: entry.minFidelity,
    version: entry.version,
    tier: entry.tier,
    tags: entry.tags,
    path: entry.path,
    oid: entry.oid,
    implicit: entry.implicit,
    tokens: tokensOf(located, tokenizer, open, asked) ?? {},
  };
}

/**
 * OriginGuard: words of strangers enter no page that stands in prompts, and no page that holds them is pinned, unless a person approved. Whose
 * words a patch brings is told by the least trusted of its sources.
 */

import { digest } from "../../base/digest.js";
import type { PagePath } from "../../base/ids.js";
import { stableJson } from "../../base/json.js";
import { err, type Result } from "../../base/result.js";
import { isPerson } from "../../memory/actor.js";
import { factsOf } from "../../memory/facts.js";
import {
  fieldItems,
  isUntrusted,
  itemLines,
  itemsOfBody,
  itemsOfMeta,
  keyItems,
  labelLines,
  leastTrusted,
  type OriginLabels,
} from "../../memory/labels.js";
import { profileOf } from "../../memory/profile.js";
import { findPage, type PageEntry, type PageTable } from "../../memory/table.js";
import { printFragment } from "../../page/markdown/fragment.js";
import type { Origin, Scope } from "../../page/page.js";
import type { Refusal } from "../../rules/refusal.js";
import { accepted, type Validated, type ValidationInput } from "../change.js";
import type { Patch, PatchEnvelope, SetPatch } from "../patch.js";

// ScopeGuard: pages that stay on this machine are read, measured and shown, and no commit of a branch ever takes them in.

/** A whole memory may be private; then its pages are where they belong, and pushing is what is refused. */
export function staysHome(scope: Scope, store: Scope): boolean {
  return (scope === "local" || scope === "session") && scope !== store;
}

/**
 * For the pages of a memory; in a session's own store everything is the session's. To give such a page a wider scope is the one
 * edit that may be committed, and to narrow a committed one is none: its past is in the history that others get.
 */
export function guardScope(patch: Patch, { table, config, session }: ValidationInput): Refusal | null {
  if (patch.op === "create" || session !== undefined) return null;
  const setsScope = patch.op === "set_with_version" && patch.key === "scope";
  if (setsScope && typeof patch.value === "string" && staysHome(patch.value as Scope, config.scope)) {
    return {
      reason: "SCOPE_DENIED",
      says: `“${patch.page}” is in the shared history, and scope ${patch.value} cannot take it back from there.`,
      hint: `Write a new file with scope: ${patch.value}, and take the text out of this page; pagefile purge also takes it out of the past.`,
    };
  }
  const page = findPage(table, patch.page);
  if (page === null || setsScope || !staysHome(page.scope, config.scope)) return null;
  return {
    reason: "SCOPE_DENIED",
    says: `“${page.id}” is of scope ${page.scope}: it stays on this machine, so no patch to it can be committed.`,
    hint: `Edit ${page.path} by hand; it is read as it stands. Or give it scope: project, if others may have it.`,
  };
}

/** Whether the patch stands on its own, or on the word of the person who approves it. */
export type Word = "own" | "approved";

/** The patch with the label that its sources give it, whatever it claims. */
export function labeled<T extends Patch>(patch: T, ground: ValidationInput): T {
  return { ...patch, origin: labelOf(patch, ground.table, ground.labels) };
}

/** `patch` as it was sent, which names it; `origin` of the labeled one. */
export function guardOrigin(patch: Patch, ground: ValidationInput, word: Word): Refusal | null {
  if (word === "approved") return null;
  const { origin } = labeled(patch, ground);
  const page = patch.op === "create" ? null : findPage(ground.table, patch.page);
  if (isUntrusted(origin)) {
    const target = patch.op === "create" ? { pin: patch.pin ?? "none", type: patch.type } : page;
    // An instruction file is refused to everybody, and no approval changes that.
    if (target !== null && page?.writable !== false && standsInPrompts(target))
      return {
        reason: "ORIGIN_DENIED",
        says: `${page === null ? "A page that stands in every prompt" : `“${page.id}” stands in every prompt; it`} takes no text of origin ${origin} that nobody approved.`,
        hint: `Look at it with: pagefile journal --rejected; let it in with: pagefile approve ${shortKey(patchKey(patch))}`,
      };
  }
  if (page === null || patch.op !== "set_with_version" || !mayPin(patch)) return null;
  if (ground.labels.isCut)
    return {
      reason: "ORIGIN_DENIED",
      says: `This clone is shallow: whose words “${page.id}” holds is told by commits that are not here; pinned, they would stand in every prompt.`,
      hint: "Fetch the rest with `git fetch --unshallow`, then try again.",
    };
  const strange = strangersIn(page, ground);
  return strange === 0 ? null : pinDenied(page, strange);
}

/** What the commit's trailers say of the texts: their label where it is not trusted, and that a person approved them. */
export function marksOf(
  patch: Patch,
  page: string,
  ground: ValidationInput,
  word: Word,
): { readonly labels?: readonly string[]; readonly approved?: readonly string[] } {
  if (!isUntrusted(patch.origin)) return {};
  const items = [...new Set(itemsOfPatch(patch))];
  const fresh = items.filter((item) => !ground.labels.isApproved(item));
  if (word === "approved") {
    return {
      labels: labelLines(patch.origin, page, items),
      ...(fresh.length === 0 ? {} : { approved: itemLines(fresh) }),
    };
  }
  // Whoever repeats what a standing page says must not get that page's own words withheld.
  const standing = itemsStanding(ground);
  return {
    labels: labelLines(
      patch.origin,
      page,
      items.filter((item) => !standing.has(item)),
    ),
  };
}

/** Everything in a committed file that carries an origin. */
export function itemsAt(path: PagePath, ground: ValidationInput): readonly string[] {
  const text = ground.committed(path);
  if (text === null) return [];
  const { meta } = factsOf(path, new TextEncoder().encode(text), profileOf(ground.config.profile));
  return [...itemsOfBody(text).map(({ item }) => item), ...itemsOfMeta(meta)];
}

function strangersIn(page: PageEntry, ground: ValidationInput): number {
  return itemsAt(page.path, ground).filter((item) => ground.labels.untrusted(item) !== null).length;
}

function itemsStanding(ground: ValidationInput): ReadonlySet<string> {
  const paths = new Set([...ground.table.byId.values()].filter(standsInPrompts).map((page) => page.path));
  return new Set([...paths].flatMap((path) => itemsAt(path, ground)));
}

/** A key that can put the page, or a section of it, into every prompt. */
function mayPin(patch: SetPatch): boolean {
  const parts = patch.key.split(".");
  return parts[0] === "sections" || (["pin", "type"].includes(parts[0] ?? "") && patch.value !== "none");
}

function pinDenied(page: PageEntry, strange: number): Refusal {
  return {
    reason: "ORIGIN_DENIED",
    says: `“${page.id}” holds ${strange} ${strange === 1 ? "text" : "texts"} from outside that nobody approved; pinned, they would stand in every prompt.`,
    hint: `Read the page, then let them in with: pagefile approve ${page.id}`,
  };
}

/** Enough of a digest to find the patch by; an id that the writer chose stays whole. */
function shortKey(key: string): string {
  return key.startsWith("sha256:") ? key.slice("sha256:".length, "sha256:".length + 12) : key;
}

// Origin: whose words a patch brings, by the least trusted of its sources, and where words of strangers may not go unasked.

/** What the patch brings; a move brings nothing. */
export function itemsOfPatch(patch: Patch): readonly string[] {
  switch (patch.op) {
    case "create":
      return [...keyItems("title", patch.title), ...fieldItems(patch.fields), ...entryItems(patch.value)];
    case "append":
      return entryItems(patch.value);
    case "merge":
      return [...fieldItems(patch.fields), ...patch.entries.flatMap(entryItems)];
    case "set_with_version":
      return keyItems(patch.key, patch.value);
    case "archive":
    case "restore":
      return [];
  }
}

function entryItems(markdown: string): readonly string[] {
  return markdown.trim() === "" ? [] : itemsOfBody(printFragment(markdown, "\n")).map(({ item }) => item);
}

/** What a refused patch is called, so that a person can approve it. */
export function patchKey(patch: Patch): string {
  return patch.id ?? digest(stableJson(patch));
}

/** Pinned pages and standing instructions are in prompts that nobody asked them into. */
export function standsInPrompts(page: Pick<PageEntry, "pin" | "type">): boolean {
  return page.pin !== "none" || page.type === "bootstrap_policy";
}

/**
 * The least trusted of a patch's sources. Text that history knows keeps the label it came with, whoever brings it again. Beyond
 * that a person's word on where a text is from stands, and an agent's claim can only lower trust: below an agent's own words, and
 * below every source that the patch names as its evidence.
 */
export function labelOf(patch: Patch, table: PageTable, labels: OriginLabels): Origin {
  // Where nothing is labeled the patch's Markdown need not be parsed for it.
  const items = labels.version === "" ? [] : itemsOfPatch(patch);
  const known = items.flatMap((item) => labels.untrusted(item) ?? []);
  if (isPerson(patch.actor)) return leastTrusted([patch.origin, ...known]);
  const sources = patch.evidence.flatMap((evidence) => sourceLabel(evidence, table, labels) ?? []);
  return leastTrusted([patch.origin, "agent", ...known, ...sources]);
}

function sourceLabel(evidence: string, table: PageTable, labels: OriginLabels): Origin | null {
  if (evidence.startsWith("tool:")) return "tool";
  if (evidence.startsWith("url:")) return "web";
  const page = evidence.startsWith("page:") ? findPage(table, evidence.slice("page:".length)) : null;
  // What a page's frontmatter says of itself can lower trust and never raise it.
  return page === null ? null : leastTrusted([page.origin, labels.ofPage(page.id) ?? "user"]);
}

// Approval: a person lets texts from outside stand in prompts: a commit that changes no file and says which.

/** `items` are those of the page that nobody approved yet; at least one. */
export function validateApproval(
  page: PageEntry,
  items: readonly string[],
  envelope: PatchEnvelope,
): Result<Validated, Refusal> {
  const denied = guardApprover(envelope.actor);
  if (denied !== null) return err(denied);
  return accepted({
    targets: [{ op: "approve", id: page.id, path: page.path }],
    changes: [],
    reason: "APPROVE",
    subject: `approve: ${items.length} ${items.length === 1 ? "text" : "texts"} from outside (${page.id})`,
    envelope,
    approved: itemLines(items),
  });
}

/** An approval is a person's act; null where it may be one. */
export function guardApprover(actor: string): Refusal | null {
  if (isPerson(actor)) return null;
  return {
    reason: "ORIGIN_DENIED",
    says: `“${actor}” is an agent; letting words of strangers into prompts is a person's decision.`,
    hint: "Ask the user to run the same command in a terminal of their own.",
  };
}

/** Origin: whose words a patch brings, by the least trusted of its sources, and where words of strangers may not go unasked. */

import { digest } from "../../base/digest--digest.js";
import { stableJson } from "../../base/json.js";
import type { OriginLabels } from "../../memory/labels.js";
import { isPerson } from "../../memory/labels--actor.js";
import { fieldItems, itemsOfBody, keyItems } from "../../memory/labels--items.js";
import { leastTrusted } from "../../memory/labels--lines.js";
import { findPage, type PageTable } from "../../memory/table.js";
import type { PageEntry } from "../../memory/table--entry.js";
import { printFragment } from "../../page/markdown/fragment.js";
import type { Origin } from "../../page/page--page.js";
import type { Patch } from "../patch.js";

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

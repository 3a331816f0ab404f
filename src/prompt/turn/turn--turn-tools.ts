/** Turn tools: tool calls by the digest of their signature, and the evidence page that holds the result. */

import { shortDigest } from "../../base/digest--digest.js";
import type { PageId } from "../../base/ids.js";
import { pagesIn, type Workspace } from "../../memory/workspace.js";
import type { LiveTurn } from "../trace/trace--live.js";

/** Only digests leave here: a signature quotes arguments, and arguments hold secrets. */
export function calledTools(workspace: Workspace, signatures: readonly string[]): LiveTurn["tools"] {
  if (signatures.length === 0) return [];
  const pages = new Map<string, { readonly name: string; readonly updated: string }>();
  for (const { memory, entry, name } of pagesIn(workspace)) {
    const meta = memory.files.get(entry.path)?.data.meta;
    const fields = entry.slug === null ? meta?.fields : meta?.sections?.[entry.slug]?.fields;
    const signature = entry.type === "evidence" ? fields?.signature : undefined;
    if (typeof signature !== "string") continue;
    const updated = entry.updated ?? "";
    // Of several results of one call the newest.
    const other = pages.get(signature);
    if (other === undefined || other.updated < updated) pages.set(signature, { name, updated });
  }
  return signatures.map((signature) => ({
    signature: shortDigest(signature, 16),
    page: (pages.get(signature)?.name ?? null) as PageId | null,
  }));
}

/** Blocks: the pages of a prompt as they are printed, made once of a page and fidelity while its file on disk stays what it was. */

import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import type { CachedFile } from "../memory/facts--facts-cache.js";
import type { Memory } from "../memory/memory.js";
import { type OpensFile, openOnce } from "../memory/memory--open-file.js";
import { vouches } from "../memory/memory--vouches.js";
import type { Located } from "../memory/workspace.js";
import type { Fidelity } from "../page/page--page.js";
import { openForPrompt } from "./access.js";
import { blockOf } from "./prices.js";
import { knownPage } from "./prices--known-page.js";
import { representationsOf } from "./prices--parts.js";
import type { PromptBlock } from "./print--print.js";

/** In the order of `pages`; `changed` when a file was no longer what the table says. */
export function blocksOf(
  pages: readonly { readonly page: Located; readonly fidelity: Fidelity }[],
  tokenizer: string,
  open: OpensFile = openOnce(),
): Outcome<readonly PromptBlock[] | "changed"> {
  const blocks: PromptBlock[] = [];
  const looked = new Map<CachedFile, boolean>();
  for (const { page, fidelity } of pages) {
    const { memory, entry } = page;
    const known = knownPage(page, tokenizer);
    const before = known.blocks[fidelity];
    if (before !== undefined && isAsRead(memory, memory.files.get(entry.path), looked)) {
      blocks.push(before);
      continue;
    }
    const file = openForPrompt(memory, entry, open);
    if (!file.ok) return file;
    if (file.value === null) return ok("changed");
    const extent = entry.sections.length > 0 ? "own" : "whole";
    const block = blockOf(page, fidelity, representationsOf(memory, entry, file.value, extent)[fidelity]);
    known.blocks[fidelity] = block;
    blocks.push(block);
  }
  return ok(blocks);
}

/** Whether the file still has the stamp that it was read under: a look, and only one at a file of many sections. */
function isAsRead({ store }: Memory, file: CachedFile | undefined, looked: Map<CachedFile, boolean>): boolean {
  if (file === undefined) return false;
  const before = looked.get(file);
  if (before !== undefined) return before;
  const isSame = vouches(file, { path: file.path, stamp: store.stampOf?.(file.path) ?? null });
  looked.set(file, isSame);
  return isSame;
}

/** Standing: what stands at a path of the memory tool: a file with its text, a folder, or nothing. */

import type { PagePath } from "../base/ids.js";
import type { Failure, Outcome } from "../base/result.js";
import { err, ok } from "../base/result--result.js";
import { type Memory, refresh } from "../memory/memory.js";
import { decodePage } from "../page/decode.js";
import { type ToolPath, told, toolFolder } from "./memory-tool--command.js";

/** Bytes of every file below the folder, by path, in no order. */
export type Sizes = ReadonlyMap<PagePath, number>;

export type Standing =
  | { readonly kind: "file"; readonly path: PagePath; readonly text: string }
  /** A folder is there as long as a file is below it; `/memories` always is. */
  | { readonly kind: "folder"; readonly path: PagePath | null; readonly below: Sizes }
  /** `blocked` says why nothing can be made there: a file where a folder would have to be, a link, a folder of files that are no pages. */
  | { readonly kind: "absent"; readonly path: PagePath; readonly blocked: Failure | null };

export async function standingAt(memory: Memory, { path, shown }: ToolPath): Promise<Outcome<Standing>> {
  const read = path === null ? ok(null) : memory.store.read(path);
  if (path !== null && read.ok && read.value !== null) {
    const decoded = decodePage(path, read.value.blob.bytes);
    if (decoded.ok) return ok({ kind: "file", path, text: decoded.value });
    return err(told(`Unsupported file type for ${shown}: ${decoded.error.says}`));
  }
  const sizes = await filesBelow(memory);
  if (!sizes.ok) return sizes;
  const prefix = `${path ?? toolFolder}/`;
  const below = new Map([...sizes.value].filter(([file]) => file.startsWith(prefix)));
  if (path === null || below.size > 0) return ok({ kind: "folder", path, below });
  if (!read.ok) {
    const isOther = read.error.code === "denied" && read.error.reason === "not_a_regular_file";
    return isOther ? ok({ kind: "absent", path, blocked: read.error }) : read;
  }
  const under = [...sizes.value.keys()].find((file) => path.startsWith(`${file}/`));
  const blocked = under === undefined ? null : told(`The path ${shown} would lie below ${under}, which is a file.`);
  return ok({ kind: "absent", path, blocked });
}

/** Pages as they stand on disk; of all other files those that git knows, because the memory looks for no others. */
async function filesBelow(memory: Memory): Promise<Outcome<Sizes>> {
  const refreshed = refresh(memory);
  if (!refreshed.ok) return refreshed;
  const head = await memory.history.head();
  if (!head.ok) return head;
  const tree = await memory.history.tree(head.value.commit);
  if (!tree.ok) return tree;
  const sizes = new Map<PagePath, number>();
  for (const { path, stamp } of memory.files.values())
    if (path.startsWith(`${toolFolder}/`)) sizes.set(path, stamp.size);
  for (const { path } of tree.value) {
    if (!path.startsWith(`${toolFolder}/`) || memory.files.has(path)) continue;
    const read = memory.store.read(path);
    if (read.ok && read.value !== null) sizes.set(path, read.value.blob.bytes.length);
  }
  return ok(sizes);
}

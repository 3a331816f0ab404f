/** FsListKept: what folders held when they were read last, by their own stamps: one that nothing came into or left is not read again. */

import { type Dirent, statfsSync } from "node:fs";
import { childPath, type PagePath } from "../../base/ids.js";
import { isSettled } from "./read.js";
import { isOf, lstat, type Place, stampOf } from "./read--fs-place.js";
import type { Listed, Stamp } from "./read--page-store.js";

/** A page file or a folder below, in the order of names. */
export interface Item {
  readonly path: PagePath;
  readonly isFile: boolean;
  /** Of a file, as it was listed last, once it was: most are listed as they were. */
  listed: (Listed & { readonly stamp: Stamp }) | null;
}

interface Kept {
  readonly stamp: Stamp;
  readonly items: readonly Item[];
}

/** Of one page store. `device` is the root's, and null where folders' times vouch for nothing. Most processes list once and keep nothing. */
export interface KeptFolders {
  readonly known: Map<string, Kept>;
  listings: number;
  device: number | null | undefined;
}

export function keepFolders(): KeptFolders {
  return { known: new Map(), listings: 0, device: undefined };
}

/** A look at a folder: what it held where that still stands, and how to keep what it holds now; null where neither is of use. */
interface FolderLook {
  readonly items: readonly Item[] | null;
  readonly keep: ((items: readonly Item[]) => void) | null;
}

const nothing: FolderLook = { items: null, keep: null };

/** `key` tells folders apart, and how deep each is read; "" is the root. */
export function lookAt(place: Place, folders: KeptFolders, folder: string, key: string): FolderLook {
  if (folders.listings <= 1) return nothing;
  const now = Date.now();
  const stat = lstat(place, folder);
  if (stat?.isDirectory() !== true || stat.dev !== deviceOf(place, folders)) return nothing;
  const known = folders.known.get(key);
  if (known !== undefined && isOf(known.stamp, stat)) return { items: known.items, keep: null };
  folders.known.delete(key);
  // A folder so young could be changed once more and look the same.
  if (!isSettled(stat, now)) return nothing;
  return { items: null, keep: (items) => void folders.known.set(key, { stamp: stampOf(stat), items }) };
}

/** Null where a name is worth a remark or a second look: what stands behind it may change, and its folder does not tell. */
export function plainItems(
  folder: PagePath | null,
  entries: readonly Dirent[],
  recursive: boolean,
): readonly Item[] | null {
  const items: Item[] = [];
  for (const entry of entries) {
    const { name } = entry;
    const isFile = entry.isFile();
    if (name.startsWith(".") ? isFile : !isFile && !entry.isDirectory()) return null;
    if (name.startsWith(".") || name === "node_modules") continue;
    if (!(isFile ? name.endsWith(".md") : recursive)) continue;
    const path = childPath(folder, name);
    if (path === null || path.includes("\ufffd")) return null;
    items.push({ path, isFile, listed: null });
  }
  return items;
}

/** A folder on another file system may keep time in another way. */
function deviceOf(place: Place, folders: KeptFolders): number | null {
  if (folders.device === undefined) folders.device = isTimed(place.root) ? (lstat(place, "")?.dev ?? null) : null;
  return folders.device;
}

/** ext2 to ext4, XFS, Btrfs, F2FS, ZFS and tmpfs: a folder's times move with every name that comes or goes, to a fraction of a second. */
const timedTypes: ReadonlySet<number> = new Set([0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x2fc12fc1, 0x01021994]);

function isTimed(root: string): boolean {
  try {
    return process.platform === "linux" && timedTypes.has(Number(statfsSync(root).type) >>> 0);
  } catch {
    return false;
  }
}

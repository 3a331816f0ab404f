/** TreeFiles: the page files of a commit, read in this process: a process to list them costs as much as all else a prompt needs. */

import { type Oid, parseOid, parsePagePath } from "../../base/ids.js";
import { compareText } from "../../base/text.js";
import type { TreeFile } from "../history.js";
import type { GitLayout } from "../layout.js";
import { type GitObject, readLoose } from "./loose.js";
import { openPacks } from "./pack.js";

/** null is no answer: what is not found here, or is not as it should be, is for git to find or to complain of. */
export type ListFiles = (commit: Oid) => readonly TreeFile[] | null;

/** What a folder held is kept for the next commits, in which few are others: of the branch, and of a side ref asked for in between. */
export function openTreeFiles(layout: GitLayout): ListFiles {
  let kept: readonly Folders[] = [];
  return (commit) => {
    const packs = openPacks(layout);
    const walk: Walk = {
      layout,
      kept,
      folders: new Map(),
      read(oid) {
        const loose = readLoose(layout, oid);
        return loose.ok ? (loose.value ?? packs(oid)) : null;
      },
    };
    try {
      const root = rootOf(walk.read(commit));
      const files = root === null ? null : below(walk, root, "");
      if (files === null) return null;
      kept = [walk.folders, ...kept].slice(0, listingsKept);
      return inOrder(files);
    } finally {
      packs.close();
    }
  };
}

/** By tree and place. */
type Folders = ReadonlyMap<string, readonly TreeFile[]>;

/** They share what they have in common. */
const listingsKept = 4;

interface Walk {
  readonly layout: GitLayout;
  readonly read: (oid: Oid) => GitObject | null;
  readonly kept: readonly Folders[];
  readonly folders: Map<string, readonly TreeFile[]>;
}

function inOrder(files: readonly TreeFile[]): readonly TreeFile[] {
  const known = sorted.get(files) ?? files.toSorted((a, b) => compareText(a.path, b.path));
  sorted.set(files, known);
  return known;
}

/** A whole tree that is asked for again is the same list as before. */
const sorted: WeakMap<readonly TreeFile[], readonly TreeFile[]> = new WeakMap();

function rootOf(commit: GitObject | null): Oid | null {
  if (commit?.type !== "commit") return null;
  const line = commit.bytes.toString("latin1", 0, Math.max(0, commit.bytes.indexOf(10)));
  return line.startsWith("tree ") ? parseOid(line.slice("tree ".length)) : null;
}

/** `folder` from the work tree's top, with a slash behind it; empty for the top itself. */
function below(walk: Walk, oid: Oid, folder: string): readonly TreeFile[] | null {
  const name = `${oid} ${folder}`;
  const known = walk.kept.find((folders) => folders.has(name))?.get(name);
  const files = known ?? listed(walk, oid, folder);
  if (files !== null) walk.folders.set(name, files);
  return files;
}

function listed(walk: Walk, oid: Oid, folder: string): readonly TreeFile[] | null {
  const tree = walk.read(oid);
  if (tree?.type !== "tree") return null;
  const { prefix, objectFormat } = walk.layout;
  const hashBytes = objectFormat === "sha1" ? 20 : 32;
  const { bytes } = tree;
  const files: TreeFile[] = [];
  for (let at = 0; at < bytes.length; ) {
    const [space, end] = [bytes.indexOf(32, at), bytes.indexOf(0, at)];
    if (space < 0 || end < space) return null;
    const mode = bytes.toString("latin1", at, space);
    const full = folder + bytes.toString("utf8", space + 1, end);
    const id = parseOid(bytes.toString("hex", end + 1, end + 1 + hashBytes));
    at = end + 1 + hashBytes;
    if (id === null || at > bytes.length) return null;
    if (mode === "40000") {
      const inside = `${full}/`;
      if (!inside.startsWith(prefix) && !prefix.startsWith(inside)) continue;
      const more = below(walk, id, inside);
      if (more === null) return null;
      for (const file of more) files.push(file);
    } else if (mode.startsWith("100") && full.startsWith(prefix)) {
      const path = parsePagePath(full.slice(prefix.length));
      if (path !== null) files.push({ path, oid: id });
    }
  }
  return files;
}

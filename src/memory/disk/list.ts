/** FsList: which Markdown files stand in the included folders, and what stands there that is no page. */

import type { Dirent } from "node:fs";
import { childPath, type PagePath, parsePagePath } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import { err, type Failure, type Outcome, ok } from "../../base/result.js";
import { compareText } from "../../base/text.js";
import type { Finding, FindingCode } from "../../page/page.js";
import { errnoOf, ioFailure } from "../../state/fs-calls.js";
import {
  type Item,
  isOf,
  type KeptFolders,
  keepFolders,
  type Listed,
  type Listing,
  lookAt,
  lstat,
  type Place,
  plainItems,
  stampOf,
  sweepTemp,
  tooLarge,
} from "./read.js";

/** Which folders hold pages; `path` is "" for the root itself. `leaves`: whether a file there is none, and nothing is said of it. */
export interface Include {
  readonly folders: readonly { readonly path: string; readonly recursive: boolean }[];
  readonly leaves?: (path: string) => boolean;
}

interface Walk {
  readonly place: Place;
  readonly files: Listed[];
  readonly findings: Finding[];
  readonly left: PagePath[];
  readonly stamped: (path: PagePath) => boolean;
  readonly folders: KeptFolders;
  readonly leaves: (path: string) => boolean;
  full: boolean;
}

export function listPages(
  place: Place,
  include: Include,
  stamped: (path: PagePath) => boolean = () => true,
  folders: KeptFolders = keepFolders(),
): Outcome<Listing> {
  const { leaves = (): boolean => false } = include;
  const walk: Walk = { place, files: [], findings: [], left: [], stamped, folders, leaves, full: false };
  folders.listings += 1;
  for (const { path, recursive } of withoutCovered(include)) {
    const start = path === "" ? ok(null) : startOf(walk, path);
    if (start === null) continue;
    const failure = walkFolder(walk, start.value, recursive);
    if (failure !== null && path === "") return err(failure);
  }
  return ok({ files: sorted(walk.files), findings: sorted(walk.findings), left: walk.left });
}

/** By path, in place. Names that were gone through in order mostly come in that order too. */
function sorted<T extends { readonly path: string }>(items: T[]): T[] {
  for (let at = 1; at < items.length; at += 1)
    if ((items[at - 1] as T).path > (items[at] as T).path) return items.sort((a, b) => compareText(a.path, b.path));
  return items;
}

/** Each folder once: a folder inside a recursive one is listed with it. */
function withoutCovered(include: Include): Include["folders"] {
  const byPath = new Map<string, boolean>();
  for (const { path, recursive } of include.folders) byPath.set(path, recursive || byPath.get(path) === true);
  const covers = (outer: string, inner: string): boolean =>
    outer !== inner && byPath.get(outer) === true && (outer === "" || inner.startsWith(`${outer}/`));
  const paths = [...byPath.keys()].filter((path) => ![...byPath.keys()].some((outer) => covers(outer, path)));
  return paths.sort(compareText).map((path) => ({ path, recursive: byPath.get(path) === true }));
}

/** An included folder, reached through real folders only; null where it is absent or refused. */
function startOf(walk: Walk, text: string): { readonly value: PagePath } | null {
  const path = parsePagePath(text);
  if (path === null) {
    remark(walk, text, refusedName);
    return null;
  }
  const parts = path.split("/");
  for (let depth = 1; depth <= parts.length; depth++) {
    const folder = parts.slice(0, depth).join("/");
    try {
      const stat = lstat(walk.place, folder);
      if (stat === undefined) return null;
      if (stat.isDirectory()) continue;
      remark(walk, folder, notAFolder);
    } catch (error) {
      remark(walk, folder, unreadable(error, folder));
    }
    return null;
  }
  return { value: path };
}

/** Remarks on what it meets and goes on; gives the failure when the folder itself could not be read. */
function walkFolder(walk: Walk, folder: PagePath | null, recursive: boolean): Failure | null {
  const { place } = walk;
  let entries: Dirent[] | null = null;
  let look: ReturnType<typeof lookAt>;
  try {
    look = lookAt(place, walk.folders, folder ?? "", `${recursive} ${folder ?? ""}`);
    if (look.items === null)
      entries = place.fs.readdirSync(folder === null ? place.root : `${place.root}/${folder}`, {
        withFileTypes: true,
      });
  } catch (error) {
    const failure = ioFailure(error, `list ${folder ?? place.root}`);
    if (folder !== null && failure.errno !== "ENOENT") remark(walk, folder, unreadable(error, folder));
    return failure;
  }
  if (entries === null) return visitItems(walk, look.items ?? []);
  if (folder !== null && isRepository(entries)) {
    remark(walk, folder, nestedRepository);
    return null;
  }
  entries.sort((a, b) => compareText(a.name, b.name));
  const items = look.keep === null ? null : plainItems(folder, entries, recursive);
  if (items !== null) look.keep?.(items);
  for (const entry of entries) {
    if (walk.full) break;
    visit(walk, folder, { entry, recursive });
  }
  return null;
}

function visitItems(walk: Walk, items: readonly Item[]): null {
  for (const item of items) {
    if (walk.full) break;
    if (item.isFile) visitFile(walk, item.path, item);
    else walkFolder(walk, item.path, true);
  }
  return null;
}

/** With a work tree of its own; files that make a folder look like a bare one must not take the pages beside them away. */
function isRepository(entries: readonly Dirent[]): boolean {
  return entries.some((entry) => entry.name === ".git");
}

function visit(
  walk: Walk,
  folder: PagePath | null,
  { entry, recursive }: { entry: Dirent; recursive: boolean },
): void {
  const { name } = entry;
  if (name.startsWith(".") && entry.isFile()) sweepTemp(walk.place, folder, name);
  if (name.startsWith(".") || name === "node_modules") return;
  const isPage = name.endsWith(".md");
  if (!isPage && !recursive) return;
  if (!isPage && !entry.isDirectory() && !leadsToFolder(walk, folder, entry)) return;
  const where = folder === null ? name : `${folder}/${name}`;
  const path = childPath(folder, name);
  if (path === null) remark(walk, where, refusedName);
  else if (entry.isFile()) visitFile(walk, path);
  else if (!entry.isDirectory()) remark(walk, path, entry.isSymbolicLink() ? symlink : notAFile);
  else if (recursive) walkFolder(walk, path, true);
}

/** A link to a folder is worth a remark, since the pages behind it are not read; stat opens nothing and so cannot block. */
function leadsToFolder(walk: Walk, folder: PagePath | null, entry: Dirent): boolean {
  if (!entry.isSymbolicLink()) return false;
  const full = [walk.place.root, ...(folder === null ? [] : [folder]), entry.name].join("/");
  try {
    return walk.place.fs.statSync(full, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}

function visitFile(walk: Walk, path: PagePath, item: Item | null = null): void {
  const { place } = walk;
  if (walk.leaves(path)) return void walk.left.push(path);
  if (!walk.stamped(path)) {
    keep(walk, { path, stamp: null });
    return;
  }
  try {
    const stat = place.fs.lstatSync(`${place.root}/${path}`, { throwIfNoEntry: false });
    if (stat === undefined) {
      // Gone since the folder was read, or a name that is not UTF-8 and so cannot be spoken again.
      if (path.includes("\ufffd")) remark(walk, path, refusedName);
    } else if (!stat.isFile()) remark(walk, path, notAFile);
    else if (stat.size > limits.pageBytesMax) remark(walk, path, oversized(path, stat.size));
    else if (item === null) keep(walk, { path, stamp: stampOf(stat) });
    else {
      if (item.listed === null || !isOf(item.listed.stamp, stat)) item.listed = { path, stamp: stampOf(stat) };
      keep(walk, item.listed);
    }
  } catch (error) {
    if (errnoOf(error) !== "ENOTDIR") remark(walk, path, unreadable(error, path));
  }
}

function keep(walk: Walk, listed: Listed): void {
  if (walk.files.length < limits.pagesMax) {
    walk.files.push(listed);
    return;
  }
  walk.full = true;
  remark(walk, listed.path, tooMany);
}

interface Remark {
  readonly code: FindingCode;
  readonly says: string;
  readonly hint: string;
}

function remark(walk: Walk, path: string, { code, says, hint }: Remark): void {
  if (walk.leaves(path)) return;
  walk.findings.push({ code, severity: "error", path, line: 0, says, hint });
}

const refusedName: Remark = {
  code: "path_refused",
  says: "The name is not safe on every operating system, or is not UTF-8.",
  hint: 'Rename it without control characters, `\\ : * ? " < > |`, reserved names, or a dot or space at the end.',
};

const symlink: Remark = {
  code: "not_a_regular_file",
  says: "This is a symbolic link; pages are regular files below real folders.",
  hint: "Replace the link by the file or folder itself.",
};

const notAFile: Remark = {
  code: "not_a_regular_file",
  says: "This is a pipe, a socket or a device; pages are regular files.",
  hint: "Remove it, or rename it so that it does not end in .md.",
};

const notAFolder: Remark = {
  code: "not_a_regular_file",
  says: "A folder of pages was expected here; this is a file, a symbolic link or a device.",
  hint: "Put a real folder in its place.",
};

const nestedRepository: Remark = {
  code: "path_refused",
  says: "The folder is a git repository of its own, so the files in it cannot be committed from here.",
  hint: "Open it as a memory of its own, or move it out of the memory folders.",
};

const tooMany: Remark = {
  code: "pages_too_many",
  says: `There are more than ${limits.pagesMax} pages; this file and those after it are left out.`,
  hint: "Archive or split the memory.",
};

function oversized(path: string, bytes: number): Remark {
  return { ...tooLarge(path, bytes), code: "page_too_large" };
}

function unreadable(error: unknown, path: string): Remark {
  return { ...ioFailure(error, `read ${path}`), code: "read_failed" };
}

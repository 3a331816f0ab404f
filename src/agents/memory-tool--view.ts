/** ViewText: what the memory tool prints of files and folders, to the byte as the reference implementation does. */

import { compareText } from "../base/text--order.js";
import type { Sizes } from "./memory-tool--standing.js";

const linesMax = 999_999;
const numberWidth = String(linesMax).length;
const depthMax = 2;

/** Lines with their numbers; null where there are too many of them. */
export function fileView(shown: string, text: string, range: readonly number[] | undefined): string | null {
  const lines = text.split("\n");
  if (lines.length > linesMax) return null;
  const [first = 1, last = -1] = range?.length === 2 ? range : [];
  const start = Math.max(1, first) - 1;
  const part = lines.slice(start, last === -1 ? lines.length : last);
  return `Here's the content of ${shown} with line numbers:\n${numbered(part, start + 1)}`;
}

/** Why a file is not shown. */
export function tooManyLines(shown: string, text: string): string {
  const count = text.split("\n").length;
  return `File ${shown} has too many lines (${count}). Maximum is ${linesMax.toLocaleString("en-US")} lines.`;
}

/** The two lines before the one that changed, and the two after it. */
export function snippet(text: string, line: number): string {
  const start = Math.max(0, line - 3);
  return numbered(text.split("\n").slice(start, line + 2), start + 1);
}

function numbered(lines: readonly string[], first: number): string {
  return lines.map((line, i) => `${String(i + first).padStart(numberWidth, " ")}\t${line}`).join("\n");
}

interface Folder {
  size: number;
  readonly folders: Map<string, Folder>;
  readonly files: Map<string, number>;
}

/** `prefix` is the folder's own path with a slash. A folder's size is that of the files in it. */
export function folderView(shown: string, prefix: string, below: Sizes): string {
  const root: Folder = { size: 0, folders: new Map(), files: new Map() };
  for (const [path, size] of below) put(root, path.slice(prefix.length).split("/"), size);
  const header = `Here're the files and directories up to 2 levels deep in ${shown}, excluding hidden items and node_modules:`;
  const rows = rowsOf(root, "", 1).map(({ size, path }) => `${sizeText(size)}\t${shown}/${path}`);
  return [header, `${sizeText(root.size)}\t${shown}`, ...rows].join("\n");
}

function put(folder: Folder, [name = "", ...rest]: readonly string[], size: number): void {
  folder.size += size;
  if (rest.length === 0) {
    folder.files.set(name, size);
    return;
  }
  const next = folder.folders.get(name) ?? { size: 0, folders: new Map(), files: new Map() };
  folder.folders.set(name, next);
  put(next, rest, size);
}

function rowsOf(folder: Folder, under: string, depth: number): readonly { size: number; path: string }[] {
  const names = [...folder.folders.keys(), ...folder.files.keys()].sort(compareText);
  return names.flatMap((name) => {
    if (name.startsWith(".") || name === "node_modules") return [];
    const path = `${under}${name}`;
    const inner = folder.folders.get(name);
    if (inner === undefined) return [{ size: folder.files.get(name) ?? 0, path }];
    const more = depth < depthMax ? rowsOf(inner, `${path}/`, depth + 1) : [];
    return [{ size: inner.size, path: `${path}/` }, ...more];
  });
}

function sizeText(bytes: number): string {
  if (bytes === 0) return "0B";
  const step = Math.floor(Math.log(bytes) / Math.log(1024));
  const size = bytes / 1024 ** step;
  return `${size % 1 === 0 ? size.toString() : size.toFixed(1)}${["B", "K", "M", "G"][step] ?? "T"}`;
}

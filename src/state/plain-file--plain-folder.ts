/** PlainFolder: the folders of our own state, which are real ones or refused, and what a file that is none of ours is called. */

import { lstatSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { errnoOf } from "./fs-calls.js";

/** As the system says it: for what it would not refuse by itself. */
export function refusedFile(code: keyof typeof refusals, path: string): Error {
  return Object.assign(new Error(`${code}: ${refusals[code]}, '${path}'`), { code, path });
}

const refusals = {
  EFBIG: "the file is larger than it can be",
  EFTYPE: "a pipe, a socket or a device stands where a plain file belongs",
  EISDIR: "a folder stands where a plain file belongs",
  ETIMEDOUT: "nobody writes into the pipe",
  ELOOP: "a symbolic link stands where a plain file or folder belongs",
} as const;

/** Whether what stands there is none of ours: a link, a pipe, a folder, a device, or a file that nobody of us has written so long. */
export function isForeign(error: unknown): boolean {
  return ["EFBIG", "EFTYPE", "EISDIR", "ELOOP", "EMLINK", "ENOTDIR", "ENXIO"].includes(errnoOf(error) ?? "");
}

/** Folders that this process has looked at: an archive that was unpacked brings its links before we start. */
const real = new Set<string>();

/** Throws where a folder of our state, from its place below the git dir on, is a link: O_NOFOLLOW looks at the last name only. */
export function realFolders(folder: string): void {
  if (real.has(folder)) return;
  for (let at = stateOf(folder); at !== null; at = at.length < folder.length ? nextBelow(at, folder) : null) {
    const stat = lstatSync(at, { throwIfNoEntry: false });
    if (stat === undefined) return;
    if (!stat.isDirectory()) throw refusedFile(stat.isSymbolicLink() ? "ELOOP" : "EFTYPE", at);
  }
  real.add(folder);
}

/** Where our state begins: the first folder of this name that lies in a git dir; null for a path that leads elsewhere. */
function stateOf(folder: string): string | null {
  const name = `${sep}pagefile`;
  for (let at = folder.indexOf(name); at >= 0; at = folder.indexOf(name, at + 1)) {
    const end = at + name.length;
    const isWhole = end === folder.length || folder[end] === sep;
    if (isWhole && lstatSync(join(folder.slice(0, at), "HEAD"), { throwIfNoEntry: false }) !== undefined)
      return folder.slice(0, end);
  }
  return null;
}

function nextBelow(at: string, folder: string): string {
  const end = folder.indexOf(sep, at.length + 1);
  return end < 0 ? folder : folder.slice(0, end);
}

/** The names in it; none where it is not there. Throws system errors, and where a link leads to it. */
export function listFolder(folder: string): readonly string[] {
  realFolders(folder);
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return [];
    throw error;
  }
}

/** Made with what is missing above it, never behind a link; gives the first that was made, as Node does. */
export function makeStateFolder(folder: string, mode = 0o700): string | undefined {
  realFolders(folder);
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return undefined;
  realFolders(dirname(folder));
  return mkdirSync(folder, { recursive: true, mode });
}

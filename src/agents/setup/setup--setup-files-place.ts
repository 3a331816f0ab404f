/** SetupFilesPlace: a file put in place and taken away in one rename, with the folders that come and go with it. */

import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { errnoOf } from "../../state/fs-calls.js";
import { isDead, nameOwner, parseOwner, thisOwner } from "../../state/process.js";

/** Whole beside its place first, with the mode that the file had; missing folders are made around it there. */
export function putFile(path: string, text: string, folders: number): "written" {
  const target = throughLinks(path);
  let top = target;
  for (let left = folders; left > 0 && !existsSync(dirname(top)); left -= 1) top = dirname(top);
  const aside = asideOf(top);
  const file = join(aside, relative(top, target));
  try {
    if (top !== target) mkdirSync(dirname(file), { recursive: true });
    const mode = statSync(target, { throwIfNoEntry: false })?.mode;
    // Until it has its mode nobody else may read it: it may hold what the file before kept to its owner.
    writeFileSync(file, text, { flag: "wx", flush: true, ...(mode === undefined ? {} : { mode: 0o600 }) });
    if (mode !== undefined) chmodSync(file, mode & 0o7777);
    renameSync(aside, top);
  } catch (error) {
    rmSync(aside, { force: true, recursive: true });
    throw error;
  }
  return "written";
}

/** Where links lead the file there goes. A folder goes with it where it holds nothing else and is no link. */
export function takeFile(path: string, folders: number): "removed" {
  const target = throughLinks(path);
  let top = target;
  for (let left = target === path ? folders : 0; left > 0 && isAloneIn(dirname(top)); left -= 1) top = dirname(top);
  const aside = asideOf(top);
  renameSync(top, aside);
  // What somebody put there in this very moment comes back.
  if (!takeChain(aside)) renameSync(aside, top);
  return "removed";
}

/** A process that was killed leaves what it had aside, and nothing else. */
export function sweepAround(path: string, folders: number): void {
  let folder = dirname(throughLinks(path));
  for (let left = folders; left >= 0; left -= 1, folder = dirname(folder)) {
    for (const name of namesIn(folder)) if (isLeft(name)) takeChain(join(folder, name));
  }
}

const opening = ".pagefile-";
const ending = ".tmp";

function asideOf(top: string): string {
  return join(dirname(top), opening + nameOwner(thisOwner()) + ending);
}

function isLeft(name: string): boolean {
  if (!name.startsWith(opening) || !name.endsWith(ending)) return false;
  const owner = parseOwner(name.slice(opening.length, -ending.length));
  return owner !== null && isDead(owner);
}

/** Also where the last one leads to nothing yet. */
function throughLinks(path: string): string {
  const linksMax = 40;
  let at = path;
  for (let left = linksMax; left > 0 && isLink(at); left -= 1) at = resolve(dirname(at), readlinkSync(at));
  return at;
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function isAloneIn(folder: string): boolean {
  return lstatSync(folder).isDirectory() && readdirSync(folder).length === 1;
}

/** A file, or folders in each other with one file at most; anything wider stays, and the answer is false. */
function takeChain(path: string): boolean {
  if (!lstatSync(path).isDirectory()) {
    unlinkSync(path);
    return true;
  }
  const [first, ...others] = readdirSync(path);
  if (others.length > 0) return false;
  if (first !== undefined && !takeChain(join(path, first))) return false;
  try {
    rmdirSync(path);
  } catch (error) {
    if (errnoOf(error) !== "ENOTEMPTY") throw error;
    return false;
  }
  return true;
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return [];
  }
}

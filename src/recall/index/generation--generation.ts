/** Generation: which file the index is now, and how another takes its place. */

import { randomBytes } from "node:crypto";
import { lstatSync, rmSync } from "node:fs";
import { limits } from "../../base/limits.js";
import { readPlainText } from "../../state/plain-file.js";
import { listFolder, makeStateFolder } from "../../state/plain-file--plain-folder.js";
import { replaceWhole } from "../../state/plain-file--plain-write.js";

/** An index is a folder of its own below `dir`; the file `current` names the one that counts. A new one never meets an old one's log. */
export interface Generation {
  readonly dir: string;
  readonly name: string;
  readonly file: string;
}

const staleMs = 600_000;

export function currentGeneration(dir: string): Generation | null {
  try {
    const name = readPlainText(`${dir}/current`, limits.stateFileBytesMax).trim();
    return /^g-[0-9a-f]{16}$/.test(name) ? generation(dir, name) : null;
  } catch {
    return null;
  }
}

function generation(dir: string, name: string): Generation {
  return { dir, name, file: `${dir}/${name}/index.db` };
}

/** Throws system errors. */
export function newGeneration(dir: string): Generation {
  const made = generation(dir, `g-${randomBytes(8).toString("hex")}`);
  makeStateFolder(`${dir}/${made.name}`, 0o777);
  return made;
}

/** From now on this is the index; what was before goes. Throws system errors. */
export function install(dir: string, made: Generation): void {
  const before = currentGeneration(dir);
  replaceWhole(`${dir}/current`, `${made.name}\n`, 0o666);
  sweep(dir, made.name, before?.name ?? null);
}

/** The one before, and what a process that was killed has left behind. Another that is being made just now is young. */
function sweep(dir: string, now: string, before: string | null): void {
  for (const name of listFolder(dir)) {
    const isOurs = name.startsWith("g-") || name.startsWith("current.");
    if (!isOurs || name === now || (name !== before && ageMs(`${dir}/${name}`) < staleMs)) continue;
    discard(`${dir}/${name}`);
  }
}

export function discard(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // On systems that keep open files: the next sweep gets it.
  }
}

function ageMs(path: string): number {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat === undefined ? 0 : Date.now() - stat.mtimeMs;
}

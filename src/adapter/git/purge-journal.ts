/** PurgeJournal: what a purge that has moved the refs still has to do, kept beside the state files without a word of what it purges. */

import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Oid, parseOid } from "../../base/ids.js";
import { stableJson } from "../../base/json.js";
import { limits } from "../../base/limits.js";
import { readPlainText } from "../plain-file.js";
import { writeWhole } from "../staging-file.js";
import type { GitLayout } from "./layout.js";
import type { NamedTip } from "./purge-refs.js";

export interface PurgeJournal {
  readonly branch: string;
  /** Where the branch was and is. */
  readonly from: Oid;
  readonly to: Oid;
  /** State files by their names below the git dir, each with the name its new text waits under; null for one that goes. */
  readonly state: readonly (readonly [file: string, waiting: string | null])[];
  /** Remote-tracking refs as they stood, which reach what was purged. */
  readonly remotes: readonly NamedTip[];
}

/** null where no purge waits; throws system errors. A file that is none of ours is as none. */
export function readJournal(layout: GitLayout): PurgeJournal | null {
  const file = join(folderOf(layout), "plan.json");
  if (!existsSync(file)) return null;
  try {
    const value = JSON.parse(readPlainText(file, limits.stateFileBytesMax)) as PurgeJournal;
    return parseOid(value.from) === null || parseOid(value.to) === null ? null : value;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The texts first: a journal never names what is not there. Durable when it returns; throws system errors. */
export function writeJournal(
  layout: GitLayout,
  journal: Omit<PurgeJournal, "state">,
  texts: readonly (readonly [file: string, text: string | null])[],
): void {
  dropJournal(layout);
  const state = texts.map(([file, text], at) => {
    if (text === null) return [file, null] as const;
    writeWhole(join(folderOf(layout), `${at}`), text);
    return [file, `${at}`] as const;
  });
  writeWhole(join(folderOf(layout), "plan.json"), `${stableJson({ ...journal, state })}\n`);
}

/** May be done again: a text that waits no longer was put in its place. */
export function applyState(layout: GitLayout, journal: PurgeJournal): void {
  for (const [name, waiting] of journal.state) {
    const file = join(layout.gitDir, name);
    if (waiting === null) rmSync(file, { force: true, recursive: true });
    else if (existsSync(join(folderOf(layout), waiting))) renameSync(join(folderOf(layout), waiting), file);
  }
}

/** `plan.json` first: without it the texts are as if they had never been. */
export function dropJournal(layout: GitLayout): void {
  rmSync(join(folderOf(layout), "plan.json"), { force: true });
  rmSync(folderOf(layout), { force: true, recursive: true });
}

function folderOf(layout: GitLayout): string {
  return join(layout.gitDir, "pagefile", "purge");
}

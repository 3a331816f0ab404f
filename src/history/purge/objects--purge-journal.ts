/** PurgeJournal: what a purge that has moved the refs still has to do, kept beside the state files without a word of what it purges. */

import { existsSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Oid, parseOid } from "../../base/ids.js";
import { stableJson } from "../../base/json.js";
import { limits } from "../../base/limits.js";
import type { GitLayout } from "../../git/layout.js";
import { readPlainText } from "../../state/plain-file.js";
import { realFolders } from "../../state/plain-file--plain-folder.js";
import { writeWhole } from "../../state/plain-file--staging-file.js";
import { journalFolder } from "./repository--purge-folder.js";
import type { NamedTip } from "./rewrite--purge-refs.js";

export interface PurgeJournal {
  readonly branch: string;
  /** Where the branch was and is. */
  readonly from: Oid;
  readonly to: Oid;
  /** State files by their names below the git dir, each with the name its new text waits under; null for one that goes. */
  readonly state: readonly (readonly [file: string, waiting: string | null])[];
  /** Remote-tracking refs as they stood, which reach what was purged. */
  readonly remotes: readonly NamedTip[];
  /** All that refs and reflogs named before: what goes is what only these reach. */
  readonly tips: readonly Oid[];
}

/** null where no purge waits; throws system errors. A file that is none of ours is as none. */
export function readJournal(layout: GitLayout): PurgeJournal | null {
  const file = join(journalFolder(layout), "plan.json");
  if (!existsSync(file)) return null;
  try {
    const value = JSON.parse(readPlainText(file, limits.stateFileBytesMax)) as PurgeJournal;
    return isJournal(value) ? value : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

const ownState = /^(?:pagefile\/|rr-cache\/|(?:COMMIT_EDITMSG|MERGE_MSG|SQUASH_MSG|TAG_EDITMSG|AUTO_MERGE)$)/;

/** What an archive brought is no plan of ours: it could name files that lie elsewhere. */
function isJournal(value: PurgeJournal): boolean {
  const isOid = (oid: unknown): boolean => typeof oid === "string" && parseOid(oid) !== null;
  const isState = (row: unknown): boolean => {
    const [file, waiting] = Array.isArray(row) ? row : [];
    if (typeof file !== "string" || !(waiting === null || /^\d{1,9}$/.test(waiting))) return false;
    return ownState.test(file) && file.split(/[\\/]/).every((part) => part !== "" && part !== "..");
  };
  const { branch, state, remotes, tips } = value;
  return (
    typeof branch === "string" &&
    [value.from, value.to].every(isOid) &&
    [state, remotes, tips].every(Array.isArray) &&
    state.every(isState) &&
    remotes.every((tip) => typeof tip?.name === "string" && isOid(tip.oid)) &&
    tips.every(isOid)
  );
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
    writeWhole(join(journalFolder(layout), `${at}`), text);
    return [file, `${at}`] as const;
  });
  writeWhole(join(journalFolder(layout), "plan.json"), `${stableJson({ ...journal, state })}\n`);
}

/** May be done again: a text that waits no longer was put in its place. */
export function applyState(layout: GitLayout, journal: PurgeJournal): void {
  for (const [name, waiting] of journal.state) {
    const file = join(layout.gitDir, name);
    realFolders(dirname(file));
    if (waiting === null) rmSync(file, { force: true, recursive: true });
    else if (existsSync(join(journalFolder(layout), waiting))) renameSync(join(journalFolder(layout), waiting), file);
  }
}

/** `plan.json` first: without it the texts are as if they had never been. */
export function dropJournal(layout: GitLayout): void {
  rmSync(join(journalFolder(layout), "plan.json"), { force: true });
  rmSync(journalFolder(layout), { force: true, recursive: true });
}

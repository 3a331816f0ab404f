/** PurgeState: what lies in the git dir beside objects and refs and can repeat a page's words: patches, logs, caches, git's scratch files. */

import { lstatSync } from "node:fs";
import { join } from "node:path";
import { limits } from "../../base/limits.js";
import { compareText } from "../../base/text--order.js";
import type { GitLayout } from "../../git/layout.js";
import { readPlain } from "../../state/plain-file.js";
import { filesBelow } from "../../state/plain-file--plain-tree.js";
import type { PurgeRules } from "./repository--purge.js";

/** A file below the git dir and the text it is to hold; null where it goes. */
export type StateText = readonly [file: string, text: string | null];

/** What a purge changes of it, sorted by name. Throws system errors. */
export function purgedState(layout: GitLayout, rules: PurgeRules): readonly StateText[] {
  const own = namesBelow(layout.gitDir, "pagefile").flatMap((name) => ownText(layout, rules, name));
  const scratch = [...scratchFiles, ...namesBelow(layout.gitDir, "rr-cache")].filter((name) => {
    const bytes = bytesOf(join(layout.gitDir, name));
    return bytes !== null && rules.holds(bytes);
  });
  return [...own, ...scratch.map((name) => [name, null] as const)].sort((a, b) => compareText(a[0], b[0]));
}

/** Made anew at the next start, from the files as they are then. */
function isCache(name: string): boolean {
  if (sessionPage(name) !== null) return false;
  return name.split("/").some((part) => /^(?:index|tokens|origins|starts)(?:[.-]|$)/.test(part));
}

/** Their names below the git dir. */
export function cacheFiles(layout: GitLayout): readonly string[] {
  return namesBelow(layout.gitDir, "pagefile").filter(isCache);
}

/** Where the file is a page that a session keeps to itself, its path among those; such a page is words and no state. */
function sessionPage(name: string): string | null {
  const parts = name.split("/");
  const at = parts.indexOf("sessions");
  return at > 0 && parts[at + 2] === "pages" && parts.length > at + 3 ? parts.slice(at + 3).join("/") : null;
}

const scratchFiles: readonly string[] = ["COMMIT_EDITMSG", "MERGE_MSG", "SQUASH_MSG", "TAG_EDITMSG", "AUTO_MERGE"];

function ownText(layout: GitLayout, rules: PurgeRules, name: string): readonly StateText[] {
  if (isCache(name) || name.startsWith("pagefile/purge/")) return [];
  const bytes = bytesOf(join(layout.gitDir, name));
  if (bytes === null) return [];
  const page = sessionPage(name);
  if (page !== null) {
    const kept = rules.file(page, bytes);
    return kept === bytes ? [] : [[name, kept === null ? null : Buffer.from(kept).toString("utf8")]];
  }
  if (/\.jsonl(?:\.\d+)?$/.test(name)) {
    const text = bytes.toString("utf8");
    const kept = rules.log(text);
    return kept === text ? [] : [[name, kept]];
  }
  // A patch with a blank in it would be refused later anyway, and one that rests on poison is not to be flushed at all.
  return rules.record(bytes) === bytes ? [] : [[name, null]];
}

/** By their names below `top`. */
function namesBelow(top: string, folder: string): readonly string[] {
  return filesBelow(join(top, folder)).map((name) => `${folder}/${name}`);
}

function bytesOf(file: string): Buffer | null {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  return stat?.isFile() === true ? readPlain(file, limits.indexBytesMax) : null;
}

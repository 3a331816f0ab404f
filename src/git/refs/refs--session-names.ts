/** SessionNames: what a session's own pages are called on disk: its ref, its folder, and which of either there are. */

import { join } from "node:path";
import { shortDigest } from "../../base/digest--digest.js";
import { compareText } from "../../base/text--order.js";
import { namesIn } from "../../state/plain-file--staging-read.js";
import type { GitLayout } from "../layout.js";
import { packedRefs } from "./refs--packed-refs.js";

/** What all of their refs begin with. */
const sessionRefs = "refs/pagefile/session/";

/** Each root of a repository has refs of its own: what another one keeps would look like pages that were deleted here. */
export function sessionRef({ prefix }: Pick<GitLayout, "prefix">, session: string): string {
  return sessionRefs + session + (prefix === "" ? "" : `.${shortDigest(prefix, 12)}`);
}

/** Lower case alone, because two names that differ in case are one file on some systems; a digest's underscore opens no plain name. */
export function sessionName(session: string): string {
  return /^[a-z0-9][a-z0-9_-]{0,63}$/.test(session) ? session : `_${shortDigest(session, 32)}`;
}

/** `dir` holds one folder a session; the pages of each are below that. */
export function sessionFolder(dir: string, name: string): string {
  return join(dir, name, "pages");
}

/** Names in that folder that a session's could be, and the names of this root's refs; each once, in order. Throws system errors. */
export function sessionNames(
  dir: string,
  layout: GitLayout,
): { readonly folders: string[]; readonly refs: string[] } {
  return { folders: namesIn(dir).filter(isName).sort(compareText), refs: namesOfRefs(layout).sort(compareText) };
}

function isName(name: string): boolean {
  return /^[a-z0-9_][a-z0-9_-]{0,63}$/.test(name);
}

/** Those of this root alone; where refs are no files there are none. */
function namesOfRefs(layout: GitLayout): string[] {
  if (layout.refStorage !== "files") return [];
  const loose = namesIn(join(layout.commonDir, sessionRefs)).map((name) => sessionRefs + name);
  const packed = packedRefs(layout)
    .split("\n")
    .map((line) => line.slice(line.indexOf(" ") + 1));
  const ending = sessionRef(layout, "").slice(sessionRefs.length);
  return [...loose, ...packed].flatMap((ref) => {
    if (!ref.startsWith(sessionRefs) || !ref.endsWith(ending)) return [];
    const name = ref.slice(sessionRefs.length, ref.length - ending.length);
    return isName(name) ? [name] : [];
  });
}

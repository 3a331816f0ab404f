/** Checked commit: commits of the past made of data, and what an audit says of them, one line a remark. */

import type { Oid } from "../../src/base/ids.js";
import { type CheckedCommit, type CheckedFile, checkCommit, type PageView } from "../../src/history/verify/check.js";

/** A version with these entries; another text has another blob. */
export function view(version: string, entries: readonly string[], more: Partial<PageView> = {}): PageView {
  const oid = `${version}-${entries.join()}` as Oid;
  return {
    oid,
    id: null,
    version,
    entries,
    pinned: new Set(),
    problem: null,
    isSessions: false,
    bytes: new Uint8Array(),
    withSecret: null,
    ...more,
  };
}

/** A changed page of a commit with one parent. */
export function file(
  id: string,
  before: PageView | null,
  after: PageView | null,
  more: Partial<CheckedFile> = {},
): CheckedFile {
  const mode = after === null ? "" : "100644";
  return { id, path: `memory/${id}.md`, own: true, mode, after, before: [before], bases: [], ...more };
}

/** `f` of a finding or `n` of a note, its code, the page and the words; without trailers the message is a person's. */
export function judged(
  files: readonly CheckedFile[],
  lines: readonly string[],
  more: Partial<CheckedCommit> = {},
): readonly string[] {
  const message = lines.length === 0 ? "By hand\n" : `s\n\n${lines.map((line) => `Pagefile-${line}`).join("\n")}\n`;
  const commit = {
    parents: 1,
    message,
    replayed: false,
    outside: false,
    memory: { was: true, is: true },
    files,
    ...more,
  };
  return checkCommit(commit).map(({ code, severity, page, path, says }) => {
    const place = page === null && path === null ? "" : ` ${page}`;
    return `${severity[0]} ${code}${place}: ${says}`;
  });
}

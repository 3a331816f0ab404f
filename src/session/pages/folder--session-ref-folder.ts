/** SessionRefFolder: the folder below the git dir that is the work tree of a session's ref, made with the first page. */

import { existsSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { Oid } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { compareText } from "../../base/text--order.js";
import type { HistoryReader } from "../../git/history.js";
import type { GitLayout } from "../../git/layout.js";
import { readRef } from "../../git/refs/refs.js";
import { sessionFolder, sessionName, sessionNames, sessionRef } from "../../git/refs/refs--session-names.js";
import type { SessionPages } from "../../git/refs/session--session-pages.js";
import type { PageStore, Replacement } from "../../memory/disk/read--page-store.js";
import { openPageStore } from "../../memory/page-store--fs-page-store.js";
import { makeFolder, syncFolder } from "../../state/durable.js";
import { errnoOf } from "../../state/fs-calls.js";
import { attempt, ioFailed } from "../../state/fs-calls--failures.js";
import { filesBelow } from "../../state/plain-file--plain-tree.js";
import { dropSession, straysIn } from "./folder.js";

const everything = { folders: [{ path: "", recursive: true }] } as const;

/** `dir` holds one folder a session; the pages of each are in `pages` below that. */
export function openSessionPages(dir: string, layout: GitLayout): SessionPages {
  const folderOf = (name: string): string => sessionFolder(dir, name);
  const tip = (name: string): Outcome<Oid | null> =>
    layout.refStorage === "files" ? readRef(layout, sessionRef(layout, name)) : ok(null);
  return {
    nameOf: sessionName,
    tip,
    list: () =>
      attempt(`Reading the folders of sessions in ${dir}`, () => {
        const { folders, refs } = sessionNames(dir, layout);
        return [...new Set([...folders.filter((name) => existsSync(folderOf(name))), ...refs])]
          .sort(compareText)
          .map((name) => {
            const folder = folderOf(name);
            return { name, folder, pages: existsSync(folder) ? countPages(folder) : 0 };
          });
      }),
    strays: (name) => attempt(`Reading ${folderOf(name)}`, () => straysIn(folderOf(name))),
    drop: (name, expected) => dropSession({ dir, name, layout }, expected),
  };
}

/** A folder that is not there yet holds nothing, and is made for the first page. */
export function openSessionFolder(folder: string, { objectFormat, sharedMode }: GitLayout): PageStore {
  const store = openPageStore(folder, everything, { algorithm: objectFormat });
  return {
    ...store,
    list: (stamped) => (existsSync(folder) ? store.list(stamped) : ok({ files: [], findings: [] })),
    async replace(writes) {
      const made = await ensure(folder, sharedMode);
      return made.ok ? store.replace(writes) : made;
    },
  };
}

/** Brings a folder back that is gone with its pages while its ref still has them: whole or not at all. */
export async function restoreFolder(
  history: HistoryReader,
  folder: string,
  layout: GitLayout,
): Promise<Outcome<"there" | "restored" | "nothing">> {
  if (existsSync(folder)) return ok("there");
  const head = await history.head();
  if (!head.ok) return head;
  if (head.value.commit === null) return ok("nothing");
  const tree = await history.tree(head.value.commit);
  if (!tree.ok) return tree;
  const paths = tree.value.map(({ path }) => path);
  if (paths.length === 0) return ok("nothing");
  const blobs = await history.at(head.value.commit, paths);
  if (!blobs.ok) return blobs;
  const writes = paths.flatMap((path, at): Replacement[] => {
    const blob = blobs.value[at];
    return blob == null ? [] : [{ path, before: null, bytes: blob.bytes }];
  });
  const beside = `${folder}.${process.pid}`;
  const cleared = attempt(`Clearing ${beside}`, () => rmSync(beside, { recursive: true, force: true }));
  const written = cleared.ok ? await openSessionFolder(beside, layout).replace(writes) : cleared;
  if (!written.ok) return written;
  try {
    renameSync(beside, folder);
    await syncFolder(dirname(folder));
  } catch (error) {
    // Another process was quicker; what it brought back is the same.
    if (errnoOf(error) !== "ENOTEMPTY" && errnoOf(error) !== "EEXIST") return ioFailed(error, `Making ${folder}`);
    rmSync(beside, { recursive: true, force: true });
  }
  return ok("restored");
}

async function ensure(folder: string, sharedMode: number): Promise<Outcome<void>> {
  try {
    for (const changed of makeFolder(folder, sharedMode)) await syncFolder(changed);
    return ok(undefined);
  } catch (error) {
    return ioFailed(error, `Making ${folder}`);
  }
}

function countPages(folder: string): number {
  return filesBelow(folder).filter((name) => name.endsWith(".md")).length;
}

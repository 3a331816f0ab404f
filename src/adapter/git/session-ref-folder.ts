/** SessionRefFolder: the folder below the git dir that is the work tree of a session's ref, made with the first page. */

import { existsSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { Outcome } from "../../base/failure.js";
import type { Oid } from "../../base/ids.js";
import { compareText } from "../../base/order.js";
import { ok } from "../../base/result.js";
import type { HistoryReader } from "../../port/history.js";
import type { PageStore, Replacement } from "../../port/page-store.js";
import type { SessionPages } from "../../port/session-pages.js";
import { errnoOf } from "../fs-calls.js";
import { openPageStore } from "../fs-page-store.js";
import { filesBelow } from "../plain-tree.js";
import { makeFolder, syncFolder } from "./durable.js";
import { attempt, ioFailed } from "./failures.js";
import type { GitLayout } from "./layout.js";
import { readRef } from "./refs.js";
import { sessionFolder, sessionName, sessionNames, sessionRef } from "./session-names.js";
import { dropSession, straysIn } from "./session-ref-drop.js";

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

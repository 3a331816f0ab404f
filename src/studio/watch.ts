/**
 * WatchedMemory: the memory held open while the studio runs, brought in step with the disk when something there changes, and who is told of it.
 *
 * Folders are watched, not files: a memory of ten thousand pages has a few dozen of them, and every writer of ours ends with a rename in one. What
 * the studio itself derives (the index, token counts) lies in folders that are not watched, so that reading tells nobody of a change. A burst of
 * notices, as a merge makes it, is one change. Where the system has no watches left the folders are asked each second instead.
 */

import { existsSync, type FSWatcher, statSync, watch } from "node:fs";
import { dirname, join } from "node:path";
import { type Outcome, ok } from "../base/result.js";
import { findLayout } from "../git/layout.js";
import { type Memory, refresh } from "../memory/memory.js";
import { configPath } from "../memory/service.js";
import type { Workspace } from "../memory/workspace.js";

export interface WatchedMemory {
  /** Counts changes; the page asks again when it has moved. */
  readonly generation: () => number;
  /** The memory as the disk has it now; fails where it can no longer be opened. */
  readonly workspace: () => Promise<Outcome<Workspace>>;
  /** Something was written here just now: told without waiting for the system's notice. */
  readonly touched: () => void;
  /** Gives back how to be told no longer. */
  readonly onChange: (tell: (generation: number) => void) => () => void;
  readonly close: () => Promise<void>;
}

/** A burst is over when nothing came for so long. */
const quietMs = 120;
/** How often folders are asked that cannot be watched. */
const askMs = 1_000;
/** Of what lies beside the pages, the logs that a view shows. */
const shownLogs = new Set(["faults.jsonl", "traces.jsonl", "nights.jsonl"]);

export async function openWatchedMemory(open: () => Promise<Outcome<Workspace>>): Promise<Outcome<WatchedMemory>> {
  const opened = await open();
  if (!opened.ok) return opened;
  let held = opened.value;
  /** Somebody may still read it, so that it is closed with the next one. */
  let former: Workspace | null = null;
  let renewing: Promise<Outcome<Workspace>> | null = null;
  let isOld = false;
  let isOther = false;
  let count = 1;
  const tellers = new Set<(generation: number) => void>();
  let timer: NodeJS.Timeout | null = null;
  const changed = (name: string | null): void => {
    isOld = true;
    if (name === configPath) isOther = true;
    timer ??= setTimeout(() => {
      timer = null;
      count += 1;
      for (const tell of tellers) tell(count);
    }, quietMs);
  };
  const folders = watchFolders(changed);
  folders.set(foldersOf(held));
  const renewed = async (): Promise<Outcome<Workspace>> => {
    if (isOther) {
      isOther = false;
      const again = await open();
      if (!again.ok) isOther = true;
      if (!again.ok) return again;
      await former?.close();
      former = held;
      held = again.value;
    }
    isOld = false;
    for (const memory of held.memories) {
      const looked = refresh(memory);
      if (!looked.ok) isOld = true;
      if (!looked.ok) return looked;
    }
    folders.set(foldersOf(held));
    return ok(held);
  };
  return ok({
    generation: () => count,
    async workspace() {
      if (!isOld && !isOther && renewing === null) return ok(held);
      renewing ??= renewed().finally(() => {
        renewing = null;
      });
      return renewing;
    },
    touched: () => changed(null),
    onChange(tell) {
      tellers.add(tell);
      return () => tellers.delete(tell);
    },
    async close() {
      if (timer !== null) clearTimeout(timer);
      folders.close();
      await renewing?.catch(() => undefined);
      await former?.close();
      await held.close();
    },
  });
}

/** A folder, and which names in it count; every one where null. */
type Watched = ReadonlyMap<string, ((name: string) => boolean) | null>;

function foldersOf({ memories }: Workspace): Watched {
  const folders = new Map<string, ((name: string) => boolean) | null>();
  for (const memory of memories) for (const [folder, counts] of foldersOfOne(memory)) folders.set(folder, counts);
  return folders;
}

function foldersOfOne({ root, table, place }: Memory): Watched {
  const folders = new Map<string, ((name: string) => boolean) | null>();
  folders.set(root, isPageName);
  for (const path of table.byPath.keys())
    for (let folder = dirname(path); folder !== "." && !folders.has(join(root, folder)); folder = dirname(folder))
      folders.set(join(root, folder), isPageName);
  const layout = findLayout(root);
  if (layout.ok) {
    folders.set(layout.value.gitDir, (name) => name === "HEAD" || name === "index");
    folders.set(join(layout.value.commonDir, "refs", "heads"), null);
  }
  folders.set(place.state, (name) => shownLogs.has(name));
  for (const name of ["staged", "rejected"]) folders.set(join(place.state, name), null);
  folders.set(join(place.shared, "inbox"), null);
  return folders;
}

/** A folder has no ending, and may hold pages. */
function isPageName(name: string): boolean {
  return name.endsWith(".md") || name === configPath || !name.includes(".");
}

interface Folders {
  readonly set: (wanted: Watched) => void;
  readonly close: () => void;
}

function watchFolders(changed: (name: string | null) => void): Folders {
  const open = new Map<string, FSWatcher>();
  const asked = new Map<string, number>();
  let asking: NodeJS.Timeout | null = null;
  const ask = (): void => {
    for (const [folder, before] of asked) {
      const now = stampOf(folder);
      asked.set(folder, now);
      if (now !== before) changed(null);
    }
  };
  const add = (folder: string, counts: ((name: string) => boolean) | null): void => {
    if (open.has(folder) || asked.has(folder) || !existsSync(folder)) return;
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (name === null || counts === null || counts(name)) changed(name);
      });
      watcher.on("error", () => {
        drop(folder);
        askOf(folder);
        changed(null);
      });
      open.set(folder, watcher);
    } catch {
      // No watch was left.
      askOf(folder);
    }
  };
  const askOf = (folder: string): void => {
    asked.set(folder, stampOf(folder));
    asking ??= setInterval(ask, askMs);
  };
  const drop = (folder: string): void => {
    open.get(folder)?.close();
    open.delete(folder);
    asked.delete(folder);
  };
  return {
    set(wanted) {
      for (const folder of [...open.keys(), ...asked.keys()])
        if (!wanted.has(folder) || !existsSync(folder)) drop(folder);
      for (const [folder, counts] of wanted) add(folder, counts);
    },
    close() {
      if (asking !== null) clearInterval(asking);
      for (const watcher of open.values()) watcher.close();
    },
  };
}

function stampOf(folder: string): number {
  return statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

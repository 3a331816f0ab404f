/**
 * SessionFolder: the folder below the git dir that is the work tree of a session's ref, made with the first page and taken away together with the
 * ref; and which sessions have one.
 */

import { existsSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Oid } from "../../base/ids.js";
import { type Failure, type Outcome, ok } from "../../base/result.js";
import { compareText } from "../../base/text.js";
import { type History, parseTrailers } from "../../git/history.js";
import type { GitLayout } from "../../git/layout.js";
import { readRef, sessionFolder, sessionName, sessionNames, sessionRef } from "../../git/refs/refs.js";
import type { SessionFiles, SessionFolder, SessionPages } from "../../git/refs/session.js";
import type { PageStore, Replacement } from "../../memory/disk/read.js";
import type { Memory } from "../../memory/memory.js";
import { openPageStore } from "../../memory/page-store.js";
import { isPageFile } from "../../memory/profile.js";
import { type SessionRecord, sessionsOf } from "../../memory/sessions.js";
import { makeFolder, syncFolderSoon } from "../../state/durable.js";
import { attempt, errnoOf, ioFailed } from "../../state/fs-calls.js";
import { entriesBelow, filesBelow, namesIn } from "../../state/plain-file.js";
import { isDead, nameOwner, parseOwner, thisOwner } from "../../state/process.js";
import type { StagedPatch } from "../staging.js";

interface Place {
  readonly dir: string;
  readonly name: string;
  readonly layout: GitLayout;
}

/**
 * The folder goes to another name first, where no editor and no writer of ours reaches it, and is looked at there. A process that
 * dies behind that leaves a ref, from which the folder comes back, or only what the next drop sweeps.
 */
async function dropSession(
  { dir, name, layout }: Place,
  { tip, files }: SessionFiles,
): Promise<Outcome<"dropped" | "moved">> {
  const folder = join(dir, name);
  const aside = join(dir, `${dropped}${name}.${nameOwner(thisOwner())}`);
  const there = existsSync(folder);
  const swept = attempt("remove what was dropped before", () => sweep({ dir, layout }));
  if (!swept.ok) return swept;
  const away = attempt(`move ${folder}`, () => {
    if (there) renameSync(folder, aside);
  });
  if (!away.ok) return away;
  const gone = await removeRefOf({ name, layout }, tip, holds(join(aside, "pages"), layout, files));
  if (gone.ok && gone.value === "dropped") return finish(dir, aside);
  const back = attempt(`move ${folder} back`, () => {
    if (there) renameSync(aside, folder);
  });
  return back.ok ? gone : back;
}

/** The commit point. */
async function removeRefOf(
  { name, layout }: Omit<Place, "dir">,
  tip: Oid | null,
  same: Outcome<boolean>,
): Promise<Outcome<"dropped" | "moved">> {
  if (!same.ok) return same;
  if (!same.value) return ok("moved");
  const ref = sessionRef(layout, name);
  const { removeRef } = await import("../../git/refs/session.js");
  const removed = tip === null ? noRef(layout, ref) : await removeRef(layout, ref, tip);
  return removed.ok ? ok(removed.value === "removed" ? "dropped" : "moved") : removed;
}

/** What cannot be removed now is swept by the next drop. */
async function finish(dir: string, aside: string): Promise<Outcome<"dropped">> {
  attempt(`remove ${aside}`, () => rmSync(aside, { recursive: true, force: true }));
  try {
    if (existsSync(dir)) await syncFolderSoon(dir);
    return ok("dropped");
  } catch (error) {
    return ioFailed(error, `make ${dir} durable`);
  }
}

/** Whether these files stand there, with these blobs, and nothing else does. */
function holds(folder: string, layout: GitLayout, files: SessionFiles["files"]): Outcome<boolean> {
  const strays = attempt(`read ${folder}`, () => straysIn(folder));
  if (!strays.ok) return strays;
  if (!existsSync(folder)) return ok(files.size === 0);
  const store = openPageStore(folder, everything, { algorithm: layout.objectFormat });
  const listed = store.list();
  if (!listed.ok) return listed;
  const pages = listed.value.files.filter(({ path }) => isPageFile(path));
  if (strays.value.length > 0 || listed.value.findings.length > 0 || pages.length !== files.size) return ok(false);
  for (const { path } of pages) {
    const read = store.read(path);
    if (!read.ok) return read;
    if (read.value === null || read.value.blob.oid !== files.get(path)) return ok(false);
  }
  return ok(true);
}

function noRef(layout: GitLayout, ref: string): Outcome<"removed" | "moved"> {
  if (layout.refStorage !== "files") return ok("removed");
  const now = readRef(layout, ref);
  return now.ok ? ok(now.value === null ? "removed" : "moved") : now;
}

const dropped = ".dropped-";

/** What a drop that died left: back where its ref still stands, else gone. One under way has the name of a process that is not provably dead. */
function sweep({ dir, layout }: Omit<Place, "name">): void {
  for (const left of namesIn(dir)) {
    if (!left.startsWith(dropped)) continue;
    const dot = left.lastIndexOf(".");
    const name = left.slice(dropped.length, dot);
    const owner = parseOwner(left.slice(dot + 1));
    if (owner !== null && !isDead(owner)) continue;
    const gone = noRef(layout, sessionRef(layout, name));
    if (!gone.ok || (gone.value === "moved" && !existsSync(join(dir, name))))
      renameSync(join(dir, left), join(dir, name));
    else rmSync(join(dir, left), { recursive: true, force: true });
  }
}

/** Everything below the folder that is neither a folder nor a page file, by its path there. */
function straysIn(folder: string): readonly string[] {
  return entriesBelow(folder)
    .filter(({ path, isFile }) => {
      const base = path.slice(path.lastIndexOf("/") + 1);
      if (base.startsWith(".pagefile-") && base.endsWith(".tmp")) return false;
      const hidden = path.split("/").some((part) => part.startsWith(".") || part === "node_modules");
      return hidden || !isFile || !isPageFile(path);
    })
    .map(({ path }) => path);
}

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
      attempt(`read the folders of sessions in ${dir}`, () => {
        const { folders, refs } = sessionNames(dir, layout);
        return [...new Set([...folders.filter((name) => existsSync(folderOf(name))), ...refs])]
          .sort(compareText)
          .map((name) => {
            const folder = folderOf(name);
            const pages = existsSync(folder) ? filesBelow(folder).filter((file) => file.endsWith(".md")) : [];
            return { name, folder, pages: pages.length };
          });
      }),
    strays: (name) => attempt(`read ${folderOf(name)}`, () => straysIn(folderOf(name))),
    drop: (name, expected) => dropSession({ dir, name, layout }, expected),
  };
}

/** A folder that is not there yet holds nothing, and is made for the first page. */
export function openSessionFolder(folder: string, { objectFormat, sharedMode }: GitLayout): PageStore {
  const store = openPageStore(folder, everything, { algorithm: objectFormat });
  return {
    ...store,
    list: (stamped) => (existsSync(folder) ? store.list(stamped) : ok({ files: [], findings: [] })),
    async replace(writes, leaving) {
      const made = await ensure(folder, sharedMode);
      return made.ok ? store.replace(writes, leaving) : made;
    },
  };
}

/** Brings a folder back that is gone with its pages while its ref still has them: whole or not at all. */
export async function restoreFolder(
  history: History,
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
  const cleared = attempt(`clear ${beside}`, () => rmSync(beside, { recursive: true, force: true }));
  const written = cleared.ok ? await openSessionFolder(beside, layout).replace(writes) : cleared;
  if (!written.ok) return written;
  try {
    renameSync(beside, folder);
    await syncFolderSoon(dirname(folder));
  } catch (error) {
    // Another process was quicker; what it brought back is the same.
    if (errnoOf(error) !== "ENOTEMPTY" && errnoOf(error) !== "EEXIST") return ioFailed(error, `make ${folder}`);
    rmSync(beside, { recursive: true, force: true });
  }
  return ok("restored");
}

async function ensure(folder: string, sharedMode: number): Promise<Outcome<void>> {
  try {
    for (const changed of makeFolder(folder, sharedMode)) await syncFolderSoon(changed);
    return ok(undefined);
  } catch (error) {
    return ioFailed(error, `make ${folder}`);
  }
}

/** A session that has a folder or a ref here; the id is null where nothing tells whose it is. */
interface KeptSession extends SessionFolder {
  readonly session: string | null;
  /** null where nobody made the session known. */
  readonly record: SessionRecord | null;
}

export async function keptSessions(memory: Memory): Promise<Outcome<readonly KeptSession[]>> {
  const { sessionPages } = memory;
  const folders = sessionPages?.list() ?? ok([]);
  if (!folders.ok || sessionPages === undefined || folders.value.length === 0) return folders.ok ? ok([]) : folders;
  const listed = sessionsOf(memory).list();
  if (!listed.ok) return listed;
  const records = new Map(listed.value.records.map((record) => [sessionPages.nameOf(record.session), record]));
  const kept: KeptSession[] = [];
  for (const folder of folders.value) {
    const isWho = (session: string): boolean => sessionPages.nameOf(session) === folder.name;
    const record = records.get(folder.name) ?? null;
    const session = record?.session ?? (isWho(folder.name) ? folder.name : null);
    const told = session === null ? await idFromCommit(memory, folder.name) : ok(session);
    if (!told.ok) return told;
    kept.push({ ...folder, record, session: told.value !== null && isWho(told.value) ? told.value : null });
  }
  return ok(kept);
}

/** A name that is a digest is told by the commits below it: each says which session it is of. */
async function idFromCommit(memory: Memory, name: string): Promise<Outcome<string | null>> {
  const tip = memory.sessionPages?.tip(name) ?? ok(null);
  if (!tip.ok || tip.value === null) return tip.ok ? ok(null) : tip;
  const logged = await memory.history.log({ paths: [], limit: 1, from: tip.value, every: true });
  return logged.ok ? ok(parseTrailers(logged.value[0]?.message ?? "")["Pagefile-Session"]?.[0] ?? null) : logged;
}

/** A store, null where there is nothing to open, or why it cannot be. */
type Opened = { readonly store: Memory | null } | { readonly failure: Failure };

/** A memory is asked for one session's pages at a time; what cannot be opened keeps nothing else from going on. */
export async function openOwn(memory: Memory, session: string, how: "read" | "write"): Promise<Opened> {
  const opened = (await memory.openSession?.(session, how)) ?? ok(null);
  return opened.ok ? { store: opened.value } : { failure: opened.error };
}

/** What the session's own ref is now, for a patch that is staged: its page may be one that the session keeps to itself. */
export function ownTip(memory: Memory, session: string | null): Outcome<Pick<StagedPatch, "ownBase">> {
  if (session === null || memory.sessionPages === undefined) return ok({});
  const tip = memory.sessionPages.tip(memory.sessionPages.nameOf(session));
  return tip.ok ? ok({ ownBase: tip.value ?? "none" }) : tip;
}

export function stateOf(memory: Memory, { ended, owner }: SessionRecord): "alive" | "dead" | "unknown" | "ended" {
  return ended === null ? lifeOf(memory, owner) : "ended";
}

/** What is known of the process that a session lives in. */
export function lifeOf(memory: Memory, owner: string | null): "alive" | "dead" | "unknown" {
  if (owner === null) return "unknown";
  return sessionsOf(memory).isDead(owner) ? "dead" : "alive";
}

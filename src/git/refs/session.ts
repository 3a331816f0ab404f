/** SessionRef: the History port over one session's ref: HEAD is that ref, the index is always HEAD's, and no branch sees it. */

import { rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Oid } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import { type Outcome, ok } from "../../base/result.js";
import { syncFolderSoon } from "../../state/durable.js";
import { attempt, gitFailed, ioFailed } from "../../state/fs-calls.js";
import { readLinked, removeIfThere } from "../../state/plain-file.js";
import type { History } from "../history.js";
import type { Identity } from "../identity.js";
import type { GitLayout } from "../layout.js";
import { withLock } from "../locks/locks.js";
import type { ObjectStore } from "../objects/object-store.js";
import { withRefLock } from "./lock.js";
import { findPacked, packedRefs, readRef, refFile, sessionRef } from "./refs.js";

interface SessionRefParts {
  readonly store: ObjectStore;
  /** What reads objects by their ids, whatever ref they hang on. */
  readonly main: Pick<History, "engine" | "at" | "tree" | "blob" | "log" | "resolve" | "recordAside">;
  readonly identity: () => Promise<Outcome<Identity>>;
}

/** `session` is one part of a ref's name. */
export function openSessionRef({ store, main, identity }: SessionRefParts, session: string): History {
  const ref = sessionRef(store.layout, session);
  const tip = (): Outcome<Oid | null> =>
    store.layout.refStorage === "files" ? readRef(store.layout, ref) : refused();
  return {
    get engine() {
      return main.engine;
    },
    async head() {
      const commit = tip();
      return commit.ok ? ok({ commit: commit.value, ref, operation: null }) : commit;
    },
    at: (commit, paths, held) => main.at(commit, paths, held),
    async staged(paths, held) {
      const commit = tip();
      return commit.ok ? main.at(commit.value, paths, held) : commit;
    },
    tree: (commit) => main.tree(commit),
    blob: (oid) => main.blob(oid),
    async log(query) {
      const from = query.from === undefined ? tip() : ok(query.from);
      if (!from.ok) return from;
      return from.value === null ? ok([]) : main.log({ ...query, from: from.value });
    },
    // What a session wrote was written here, and none of it is missing.
    isCut: () => ok(false),
    async resolve(revision) {
      const ownHead = headOf(revision);
      if (ownHead === null) return main.resolve(revision);
      const commit = tip();
      if (!commit.ok || commit.value === null || ownHead === "") return commit;
      return main.resolve(commit.value + ownHead);
    },
    async record(plan, options) {
      const known = tip();
      if (!known.ok) return known;
      const people = await identity();
      if (!people.ok) return people;
      const { recordPlanOnRef } = await import("../record.js");
      return recordPlanOnRef(store, plan, { ...options, ref, identity: people.value });
    },
    recordAside: (name, file, note) => main.recordAside(name, file, note),
    // What it reads through belongs to the history it hangs beside.
    close: async () => {},
  };
}

/** What stands behind HEAD in a revision that begins there (`~2`, `^`, or nothing); null for any other revision. */
function headOf(revision: string): string | null {
  for (const word of ["HEAD", "@"]) {
    const rest = revision.slice(word.length);
    if (revision.startsWith(word) && (rest === "" || rest[0] === "~" || rest[0] === "^")) return rest;
  }
  return null;
}

function refused(): Outcome<never> {
  return gitFailed(
    "This repository keeps its refs in tables (reftable), where Pagefile keeps no session's pages yet.",
    "Use a page of scope project, or a repository whose refs are files.",
  );
}

// SessionPages: where sessions keep pages of their own on this machine, and a history for each of them.

/** What an engine offers beside the history of the branch. */
export interface SessionHistories {
  /** `name` as `SessionFolder` has it. It reads through the history it was asked of and ends with that. */
  session(name: string): History;
}

export interface SessionFolder {
  /** Fit for a ref and a file name; no two sessions have the same. The session's id where that is plain, a digest of it else. */
  readonly name: string;
  /** Absolute; people edit the files in it. A folder that was lost comes back when the session's pages are opened. */
  readonly folder: string;
  /** Markdown files in it. */
  readonly pages: number;
}

export interface SessionPages {
  nameOf(session: string): string;
  /** Every session that has a folder of pages or a ref here, by name. */
  list(): Outcome<readonly SessionFolder[]>;
  /** The commit of the session's ref; null where it has none. */
  tip(name: string): Outcome<Oid | null>;
  /** Names of what lies in the folder and is no page file, temp files of ours left out; sorted. */
  strays(name: string): Outcome<readonly string[]>;
  /**
   * Takes the folder and the ref away, for good when it returns, as long as the ref holds `tip` and the folder exactly `files`;
   * else `moved`, and both are as they were.
   */
  drop(name: string, expected: SessionFiles): Promise<Outcome<"dropped" | "moved">>;
}

/** What a session keeps: the commit of its ref, and the blobs on disk by their paths in the folder. */
export interface SessionFiles {
  readonly tip: Oid | null;
  readonly files: ReadonlyMap<string, Oid>;
}

// RefRemove: a ref taken away by git's own rules: out of packed-refs first, so that no older value shows through, then its file.

/** Durable when it returns; `moved` where the ref holds something else than `expected`, and then nothing changed. */
export async function removeRef(
  layout: GitLayout,
  ref: string,
  expected: Oid,
): Promise<Outcome<"removed" | "moved">> {
  const file = refFile(layout, ref);
  return withRefLock<"removed" | "moved">(layout, ref, async () => {
    const now = readRef(layout, ref);
    if (!now.ok) return now;
    if (now.value !== expected) return ok("moved");
    const unpacked = await unpack(layout, ref);
    if (!unpacked.ok) return unpacked;
    try {
      removeIfThere(file);
      rmSync(join(layout.commonDir, "logs", ref), { force: true });
      await syncFolderSoon(dirname(file));
      return ok("removed");
    } catch (error) {
      return ioFailed(error, `remove ${ref}`);
    }
  });
}

/** The line of a ref and the line below it that says what an annotated tag stands for. */
async function unpack(layout: GitLayout, ref: string): Promise<Outcome<void>> {
  const seen = attempt("read packed-refs", () => findPacked(packedRefs(layout), ref));
  if (!seen.ok || seen.value === null) return seen.ok ? ok(undefined) : seen;
  const file = join(layout.commonDir, "packed-refs");
  return withLock(file, { sharedMode: layout.sharedMode }, async (lock) => {
    // Byte for byte: names of other people's refs need not be UTF-8.
    const read = attempt("read packed-refs", () => readLinked(file, limits.gitFileBytesMax).toString("latin1"));
    if (!read.ok) return read;
    const lines = read.value.split("\n");
    const at = lines.findIndex((line) => line.endsWith(` ${ref}`));
    if (at >= 0) lines.splice(at, lines[at + 1]?.startsWith("^") === true ? 2 : 1);
    const staged = await lock.stage([Buffer.from(lines.join("\n"), "latin1")]);
    if (!staged.ok) return staged;
    const done = lock.commit();
    if (!done.ok) return done;
    try {
      await syncFolderSoon(layout.commonDir);
      return ok(undefined);
    } catch (error) {
      return ioFailed(error, "make packed-refs durable");
    }
  });
}

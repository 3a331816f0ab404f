/** SessionRef: the History port over one session's ref: HEAD is that ref, the index is always HEAD's, and no branch sees it. */

import type { Oid } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { gitFailed } from "../../state/fs-calls--failures.js";
import type { History, Recorded, RecordOptions } from "../history.js";
import type { CommitPlan } from "../history--plan.js";
import type { Identity } from "../identity--identity.js";
import { makeObject } from "../objects/loose.js";
import type { ObjectStore } from "../objects/object-store--object-store.js";
import { readRef } from "./refs.js";
import { sessionRef } from "./refs--session-names.js";
import { commitOnRef } from "./session--ref-commit.js";

export interface SessionRefParts {
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
    engine: main.engine,
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
      return people.ok ? recordOn(store, ref, plan, { ...options, people: people.value }) : people;
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

function recordOn(
  store: ObjectStore,
  ref: string,
  { base, writes, message, when }: CommitPlan,
  { people, publish, withdraw, settle }: RecordOptions & { readonly people: Identity },
): Promise<Outcome<Recorded>> {
  const { objectFormat, prefix } = store.layout;
  const files = writes.map(({ path, head, movedFrom }) => ({
    path: prefix + path,
    blob: head === null ? null : makeObject(objectFormat, "blob", head),
    ...(movedFrom === undefined ? {} : { like: prefix + movedFrom }),
  }));
  return commitOnRef(store, {
    ref,
    base,
    changes: files.map(({ blob, ...file }) => ({ ...file, mode: "100644", oid: blob?.oid ?? null })),
    blobs: files.flatMap(({ blob }) => (blob === null ? [] : [blob])),
    message,
    when,
    people,
    publish,
    ...(withdraw === undefined ? {} : { withdraw }),
    ...(settle === undefined ? {} : { settle }),
  });
}

function refused(): Outcome<never> {
  return gitFailed(
    "This repository keeps its refs in tables (reftable), where Pagefile keeps no session's pages yet.",
    "Use a page of scope project, or a repository whose refs are files.",
  );
}

/** Index view: one reading of the index and the way to edit it, in process where possible and through git elsewhere. */

import type { Oid } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import type { Repository } from "../attributes--repository.js";
import { checkEdits, type IndexEdit, patchIndex, stagedEntry } from "./patch.js";
import { type IndexFile, readIndex } from "./patch--index-file.js";
import { editByGit, listStaged } from "./view.js";

/** Paths are from the work tree's top. */
export interface IndexView {
  /** Blob ids by path; a name without content (`git add -N`) counts as absent. A conflicted path is a failure. */
  staged(paths: readonly string[]): Promise<Outcome<ReadonlyMap<string, Oid>>>;
  /** What would make `edit` fail, as far as it can be known without writing. */
  check(edits: readonly IndexEdit[]): Outcome<void>;
  /** The whole index after the edits, in pieces. */
  edit(edits: readonly IndexEdit[]): Promise<Outcome<readonly Buffer[]>>;
}

export function viewIndex(repository: Repository): Outcome<IndexView> {
  const index = readIndex(repository.layout);
  if (!index.ok) return index;
  return ok(index.value === null ? viewByGit(repository) : viewInProcess(index.value));
}

function viewInProcess(index: IndexFile): IndexView {
  return {
    async staged(paths) {
      const found = new Map<string, Oid>();
      for (const path of paths) {
        const entry = stagedEntry(index, path);
        if (!entry.ok) return entry;
        if (entry.value !== null && !entry.value.intentToAdd) found.set(path, entry.value.oid);
      }
      return ok(found);
    },
    check: (edits) => checkEdits(index, edits),
    edit: async (edits) => ok(patchIndex(index, edits)),
  };
}

function viewByGit({ layout, git }: Repository): IndexView {
  return {
    async staged(paths) {
      const files = await listStaged(git, paths);
      return files.ok ? ok(new Map([...files.value].map(([path, { oid }]) => [path, oid]))) : files;
    },
    check: () => ok(undefined),
    async edit(edits) {
      const bytes = await editByGit(layout, git, edits);
      return bytes.ok ? ok([bytes.value]) : bytes;
    },
  };
}

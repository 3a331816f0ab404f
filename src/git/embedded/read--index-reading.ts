/** IndexReading: the index as far as this engine reads it. */

import type { PagePath } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { gitFailed } from "../../state/fs-calls--failures.js";
import type { Blob } from "../history--plan.js";
import { stagedEntry } from "../index/patch.js";
import { type IndexFile, readIndex } from "../index/patch--index-file.js";
import type { GitLayout } from "../layout.js";
import type { ObjectStore } from "../objects/object-store--object-store.js";

/** Fails with `git_failed` for an index that only git reads. */
export function openIndex(layout: GitLayout): Outcome<IndexFile> {
  const index = readIndex(layout);
  if (!index.ok) return index;
  if (index.value !== null) return ok(index.value);
  return gitFailed(
    "The embedded git engine does not serve an index of version 4, a split index or a sparse index.",
    "Install git 2.38 or newer and put it on PATH: Pagefile then uses it.",
  );
}

/** Staged blobs in the order of `paths`; null where nothing is staged, or only a name (`git add --intent-to-add`). */
export async function readStaged(
  store: ObjectStore,
  paths: readonly PagePath[],
): Promise<Outcome<readonly (Blob | null)[]>> {
  const index = openIndex(store.layout);
  if (!index.ok) return index;
  const blobs: (Blob | null)[] = [];
  for (const path of paths) {
    const entry = stagedEntry(index.value, store.layout.prefix + path);
    if (!entry.ok) return entry;
    const oid = entry.value === null || entry.value.intentToAdd ? null : entry.value.oid;
    const bytes = oid === null ? ok(null) : await store.read(oid, "blob");
    if (!bytes.ok) return bytes;
    blobs.push(oid === null || bytes.value === null ? null : { oid, bytes: bytes.value });
  }
  return ok(blobs);
}

/** Aside: commits on a ref of our own that no branch sees, one small file each: what was refused stays readable there. */

import type { Instant, Oid } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { assert } from "../../base/result--assert.js";
import { ok } from "../../base/result--result.js";
import type { AsideFile } from "../history.js";
import type { Person } from "../identity--identity.js";
import { makeObject } from "../objects/loose.js";
import type { ObjectStore } from "../objects/object-store--object-store.js";
import { commitOnRef } from "./session--ref-commit.js";

interface Aside {
  /** Full, e.g. `refs/pagefile/rejected`. */
  readonly ref: string;
  readonly file: AsideFile;
  /** Ends in a newline. */
  readonly message: string;
  readonly when: Instant;
  readonly person: Person;
}

/** Adds the file to the ref's tree as one commit, under the ref's own lock; made durable before it is returned. */
export async function commitAside(store: ObjectStore, aside: Aside): Promise<Outcome<Oid>> {
  const { layout } = store;
  const { ref, message, when, person } = aside;
  const blob = makeObject(layout.objectFormat, "blob", Buffer.from(aside.file.bytes));
  const changes = [{ path: layout.prefix + aside.file.path, mode: "100644", oid: blob.oid }];
  const people = { author: person, committer: person };
  const done = await commitOnRef(store, { ref, changes, blobs: [blob], message, when, people });
  if (!done.ok) return done;
  assert(!done.value.moved, "a commit that asks for no base finds none moved");
  return ok(done.value.commit);
}

/** Aside: commits on a ref of our own that no branch sees, one small file each: what was refused stays readable there. */

import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Outcome } from "../../base/failure.js";
import type { Instant, Oid } from "../../base/ids.js";
import { ok } from "../../base/result.js";
import type { AsideFile } from "../../port/history.js";
import { treeOf } from "./commit-objects.js";
import { syncFolder } from "./durable.js";
import { attempt } from "./failures.js";
import { type Person, printPerson } from "./identity.js";
import { withLock } from "./locks.js";
import type { ObjectStore } from "./object-store.js";
import { makeObject, writeObjects } from "./objects.js";
import { readRef, refFile } from "./refs.js";
import { rewriteTree } from "./trees.js";

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
  const file = refFile(layout, aside.ref);
  const made = attempt(`Making the folder of ${aside.ref}`, () => void mkdirSync(dirname(file), { recursive: true }));
  if (!made.ok) return made;
  return withLock(file, { sharedMode: layout.sharedMode }, async (lock) => {
    const tip = readRef(layout, aside.ref);
    if (!tip.ok) return tip;
    const root = tip.value === null ? ok(null) : await treeOf(store, tip.value);
    if (!root.ok) return root;
    const blob = makeObject(layout.objectFormat, "blob", Buffer.from(aside.file.bytes));
    const path = layout.prefix + aside.file.path;
    const tree = await rewriteTree(store, root.value, [{ path, mode: "100644", oid: blob.oid }]);
    if (!tree.ok) return tree;
    const who = printPerson(aside.person, aside.when);
    const parent = tip.value === null ? "" : `parent ${tip.value}\n`;
    const text = `tree ${tree.value.root}\n${parent}author ${who}\ncommitter ${who}\n\n${aside.message}`;
    const commit = makeObject(layout.objectFormat, "commit", Buffer.from(text));
    const written = await writeObjects(layout, [blob, ...tree.value.objects, commit]);
    if (!written.ok) return written;
    const staged = await lock.stage([Buffer.from(`${commit.oid}\n`)]);
    if (!staged.ok) return staged;
    const moved = lock.commit();
    if (!moved.ok) return moved;
    await syncFolder(dirname(file));
    return ok(commit.oid);
  });
}

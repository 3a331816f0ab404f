/** Object store: objects by id, loose ones in process and all others through cat-file, with the trees kept for a while. */

import type { Oid } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { corrupt } from "../../state/fs-calls--failures.js";
import type { GitLayout } from "../layout.js";
import { type GitObject, type NewObject, readLoose } from "./loose.js";
import type { CatFile } from "./pack--cat-file.js";

export interface ObjectStore {
  readonly layout: GitLayout;
  /** The bytes of an object of the type named; a missing object, or one of another type, is a `corrupt` failure. */
  read(oid: Oid, type: NewObject["type"]): Promise<Outcome<Buffer>>;
  /** Of any type; null for one that is not there. */
  bytes(oid: Oid): Promise<Outcome<Buffer | null>>;
  /** Takes in trees that were just written, so that the next commit need not read them. */
  remember(objects: readonly NewObject[]): void;
}

const keptBytesMax = 16 << 20;

export function openObjectStore(layout: GitLayout, catFile: CatFile): ObjectStore {
  const trees = new Map<Oid, Buffer>();
  let keptBytes = 0;
  const keep = (oid: Oid, bytes: Buffer): void => {
    if (trees.has(oid)) return;
    trees.set(oid, bytes);
    keptBytes += bytes.length;
    for (const [old, { length }] of trees) {
      if (keptBytes <= keptBytesMax) break;
      trees.delete(old);
      keptBytes -= length;
    }
  };
  return {
    layout,
    async read(oid, type) {
      const kept = trees.get(oid);
      if (kept !== undefined && type === "tree") return ok(kept);
      const object = await readAny(layout, catFile, oid);
      if (!object.ok) return object;
      if (object.value?.type !== type) return wrongObject(oid, type, object.value);
      if (type === "tree") keep(oid, object.value.bytes);
      return ok(object.value.bytes);
    },
    async bytes(oid) {
      const object = await readAny(layout, catFile, oid);
      return object.ok ? ok(object.value?.bytes ?? null) : object;
    },
    remember(objects) {
      for (const { oid, type, bytes } of objects) if (type === "tree") keep(oid, Buffer.from(bytes));
    },
  };
}

async function readAny(layout: GitLayout, catFile: CatFile, oid: Oid): Promise<Outcome<GitObject | null>> {
  const loose = readLoose(layout, oid);
  return !loose.ok || loose.value !== null ? loose : catFile.read(oid);
}

function wrongObject(oid: Oid, type: string, found: GitObject | null): Outcome<never> {
  const what = found === null ? "is missing" : `is a ${found.type}`;
  return corrupt(`The object ${oid} ${what}; a ${type} was expected.`);
}

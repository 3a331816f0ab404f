/** Objects: git objects through isomorphic-git, always with its cache, written durably, and never believed when damaged. */

import git from "isomorphic-git";
import type { Oid } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { Bug } from "../../base/result--assert.js";
import { ok } from "../../base/result--result.js";
import { withoutTail } from "../../base/text--text.js";
import { allEnded } from "../../state/durable.js";
import { errnoOf } from "../../state/fs-calls.js";
import { corrupt, ioFailed } from "../../state/fs-calls--failures.js";
import type { GitObject, NewObject } from "../objects/loose.js";
import { type DurableFs, durableFs } from "./objects.js";

export interface Objects {
  /** null where the repository has no such object. */
  read(oid: Oid): Promise<Outcome<GitObject | null>>;
  /** All of them are on disk, synced, when it returns. */
  write(objects: readonly NewObject[]): Promise<Outcome<void>>;
  /** The ids that begin with these hex digits (at least two). */
  expand(prefix: string): Promise<Outcome<readonly Oid[]>>;
}

const sideBySideMax = 32;

/** `commonDir` is absolute and without symlinks. */
export function openObjects(commonDir: string): Objects {
  const fs = durableFs(commonDir);
  const writing = blindFs(fs);
  // isomorphic-git without a cache parses every pack index anew for every object.
  let cache: object = {};
  const readOnce = (oid: Oid): Promise<Outcome<GitObject | null>> =>
    settle(`Reading the object ${oid}`, async () => {
      try {
        const read = await git.readObject({ fs, gitdir: commonDir, oid, cache, format: "content" });
        return { type: read.type, bytes: read.object as Buffer };
      } catch (error) {
        if (nameOf(error) === "NotFoundError") return null;
        throw error;
      }
    });
  return {
    async read(oid) {
      const first = await readOnce(oid);
      if (first.ok && first.value !== null) return first;
      // A gc meanwhile moves objects from one pack to another; the cache may hold on to a pack that is gone.
      if (!first.ok) cache = {};
      return readOnce(oid);
    },
    write: (objects) =>
      settle("Writing git objects", async () => {
        const distinct = [...new Map(objects.map((object) => [object.oid, object])).values()];
        // Side by side, so that the disk syncs them together; not all at once, for each holds a file open.
        for (let at = 0; at < distinct.length; at += sideBySideMax) {
          const some = distinct.slice(at, at + sideBySideMax);
          await allEnded(some.map((object) => writeOne(writing, commonDir, object)));
        }
      }),
    expand: (prefix) =>
      settle(`Looking for the id ${prefix}`, async () => {
        try {
          return [(await git.expandOid({ fs, gitdir: commonDir, oid: prefix, cache })) as Oid];
        } catch (error) {
          if (nameOf(error) === "NotFoundError") return [];
          if (nameOf(error) === "AmbiguousError") return matchesOf(error);
          throw error;
        }
      }),
  };
}

async function writeOne(fs: DurableFs, gitdir: string, { oid, type, bytes }: NewObject): Promise<void> {
  const written = await git.writeObject({ fs, gitdir, type, object: bytes, format: "content" });
  if (written !== oid) throw new Bug(`isomorphic-git gives a ${type} the id ${written}, git gives it ${oid}`);
}

/**
 * isomorphic-git leaves an object file that exists as it is, even an empty one that a crash left behind. Shown no file, it
 * writes always; the rename then puts the whole object in the torn one's place.
 */
function blindFs(fs: DurableFs): DurableFs {
  const absent = async (path: string): Promise<never> => {
    throw Object.assign(new Error(`ENOENT: not looked for, '${path}'`), { code: "ENOENT" });
  };
  return { promises: { ...fs.promises, stat: absent } };
}

/** What isomorphic-git throws as a value: system errors as such, all else as damage, for that is what it found. */
async function settle<T>(doing: string, act: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return ok(await act());
  } catch (error) {
    if (error instanceof Bug || !(error instanceof Error)) throw error;
    if (errnoOf(error) !== null) return ioFailed(error, doing);
    return corrupt(`${doing} found damage: ${withoutTail(error.message.split("\n")[0] ?? "", ".!")}.`);
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? ((error as { code?: string }).code ?? error.name) : "";
}

function matchesOf(error: unknown): readonly Oid[] {
  const { data } = error as { readonly data?: { readonly matches?: readonly Oid[] } };
  return (data?.matches ?? []).filter((oid) => /^[0-9a-f]{40}$/.test(oid));
}

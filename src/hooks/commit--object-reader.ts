/** ObjectReader: git's objects for somebody who waits: loose and packed ones without hashing them again, the rest through git. */

import { join } from "node:path";
import { inflateSync } from "node:zlib";
import type { Oid } from "../base/ids.js";
import { limits } from "../base/limits.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import type { GitLayout } from "../git/layout.js";
import type { GitObject } from "../git/objects/loose.js";
import { openPacks } from "../git/objects/pack.js";
import type { CatFile } from "../git/objects/pack--cat-file.js";
import { errnoOf } from "../state/fs-calls.js";
import { corrupt, ioFailed } from "../state/fs-calls--failures.js";
import { readLinked } from "../state/plain-file.js";

/** null where the repository has no such object. */
export type ReadObject = (oid: Oid) => Promise<Outcome<GitObject | null>>;

/** What starts processes is loaded with the first object that is not found here: it costs as much as a small `git commit`. */
export function objectReader(layout: GitLayout, env: NodeJS.ProcessEnv): ReadObject {
  const readPacked = openPacks(layout);
  let byGit: CatFile | null = null;
  return async (oid) => {
    const loose = readLoose(layout, oid);
    if (!loose.ok || loose.value !== null) return loose;
    const packed = readPacked(oid);
    if (packed !== null) return ok(packed);
    if (byGit === null) {
      const [{ openCatFile }, { gitFor }] = await Promise.all([
        import("../git/objects/pack--cat-file.js"),
        import("../git/process.js"),
      ]);
      const git = gitFor(layout, env);
      if (!git.ok) return git;
      byGit = openCatFile(git.value);
    }
    return byGit.read(oid);
  };
}

const objectBytesMax = 1 << 29;

/** A torn file fails zlib's checksum or its own length; that it is the object it is named for is for `git fsck` to find. */
function readLoose(layout: GitLayout, oid: Oid): Outcome<GitObject | null> {
  const file = join(layout.commonDir, "objects", oid.slice(0, 2), oid.slice(2));
  try {
    const whole = inflateSync(readLinked(file, limits.gitFileBytesMax), { maxOutputLength: objectBytesMax });
    const end = whole.indexOf(0);
    const [type = "", size] = whole.toString("latin1", 0, Math.max(end, 0)).split(" ");
    const bytes = whole.subarray(end + 1);
    if (end > 0 && Number(size) === bytes.length) return ok({ type, bytes });
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return ok(null);
    if (errnoOf(error) !== null) return ioFailed(error, `Reading the object ${oid}`);
  }
  return corrupt(`The object file ${file} cannot be read.`);
}

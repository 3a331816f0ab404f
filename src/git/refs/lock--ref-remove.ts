/** RefRemove: a ref taken away by git's own rules: out of packed-refs first, so that no older value shows through, then its file. */

import { rmSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Oid } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { makeFolder, syncFolder } from "../../state/durable.js";
import { errnoOf } from "../../state/fs-calls.js";
import { attempt, ioFailed } from "../../state/fs-calls--failures.js";
import { readLinked } from "../../state/plain-file.js";
import type { GitLayout } from "../layout.js";
import { withLock } from "../locks/locks.js";
import { readRef, refFile } from "./refs.js";
import { findPacked, packedRefs } from "./refs--packed-refs.js";

/** Durable when it returns; `moved` where the ref holds something else than `expected`, and then nothing changed. */
export async function removeRef(
  layout: GitLayout,
  ref: string,
  expected: Oid,
): Promise<Outcome<"removed" | "moved">> {
  const file = refFile(layout, ref);
  const { sharedMode } = layout;
  const made = attempt(`Making the folder of ${ref}`, () => void makeFolder(dirname(file), sharedMode));
  if (!made.ok) return made;
  return withLock<"removed" | "moved">(file, { sharedMode }, async () => {
    const now = readRef(layout, ref);
    if (!now.ok) return now;
    if (now.value !== expected) return ok("moved");
    const unpacked = await unpack(layout, ref);
    if (!unpacked.ok) return unpacked;
    try {
      unlinkIfThere(file);
      rmSync(join(layout.commonDir, "logs", ref), { force: true });
      await syncFolder(dirname(file));
      return ok("removed");
    } catch (error) {
      return ioFailed(error, `Removing ${ref}`);
    }
  });
}

/** The line of a ref and the line below it that says what an annotated tag stands for. */
async function unpack(layout: GitLayout, ref: string): Promise<Outcome<void>> {
  const seen = attempt("Reading packed-refs", () => findPacked(packedRefs(layout), ref));
  if (!seen.ok || seen.value === null) return seen.ok ? ok(undefined) : seen;
  const file = join(layout.commonDir, "packed-refs");
  return withLock(file, { sharedMode: layout.sharedMode }, async (lock) => {
    // Byte for byte: names of other people's refs need not be UTF-8.
    const read = attempt("Reading packed-refs", () => readLinked(file, limits.gitFileBytesMax).toString("latin1"));
    if (!read.ok) return read;
    const lines = read.value.split("\n");
    const at = lines.findIndex((line) => line.endsWith(` ${ref}`));
    if (at >= 0) lines.splice(at, lines[at + 1]?.startsWith("^") === true ? 2 : 1);
    const staged = await lock.stage([Buffer.from(lines.join("\n"), "latin1")]);
    if (!staged.ok) return staged;
    const done = lock.commit();
    if (!done.ok) return done;
    try {
      await syncFolder(layout.commonDir);
      return ok(undefined);
    } catch (error) {
      return ioFailed(error, "Making packed-refs durable");
    }
  });
}

function unlinkIfThere(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error;
  }
}

/** Objects: git's objects written durably without a git process: a few as loose files, many as one pack with its index. */

import { randomBytes } from "node:crypto";
import { closeSync, constants, existsSync, readFileSync, renameSync, unlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { deflateSync } from "node:zlib";
import { type Outcome, ok } from "../../base/result.js";
import { allEnded, applyShared, makeFolder, syncFolderSoon } from "../../state/durable.js";
import { attemptSoon, errnoOf, ioFailed, orElse, syncFile, whenLetGo } from "../../state/fs-calls.js";
import { openLinked, openPlain, writeAll } from "../../state/plain-file.js";
import type { GitLayout } from "../layout.js";
import { hashObject, inflate, type NewObject, objectFile } from "./tree.js";

const newFile = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL;

export function makeObject(format: "sha1" | "sha256", type: NewObject["type"], bytes: Uint8Array): NewObject {
  return { oid: hashObject(format, type, bytes), type, bytes };
}

/**
 * Writes objects so that they survive a power cut once this returns: many new ones as one pack, else temp files, fsyncs that run
 * side by side, renames, and fsyncs of the folders. An object that is loose is not written again, unless its file is torn
 * (compared whole with what it should hold, because a length or a header says nothing about the rest); it is synced, because
 * git by default does not.
 */
export async function writeObjects(layout: GitLayout, objects: readonly NewObject[]): Promise<Outcome<void>> {
  const unique = [...new Map(objects.map((object) => [object.oid, object])).values()];
  const fresh = unique.filter(({ oid }) => !existsSync(objectFile(layout, oid)));
  const packs = fresh.length >= packedMin && fresh.reduce((sum, { bytes }) => sum + bytes.length, 0) <= packBytesMax;
  if (packs) {
    const { writePack } = await import("./pack-write.js");
    const packed = await attemptSoon("write a pack of git objects", () => writePack(layout, fresh));
    if (!packed.ok) return packed;
  }
  const loose = packs ? unique.filter((object) => !fresh.includes(object)) : unique;
  for (let at = 0; at < loose.length; at += openMax) {
    const written = await writeBatch(layout, loose.slice(at, at + openMax));
    if (!written.ok) return written;
  }
  return ok(undefined);
}

/** A pack for every few objects would be more than git likes to look through; it packs fewer than these when it tidies up. */
const packedMin = 16;
/** What is printed as one piece in memory; more goes by the batch. */
const packBytesMax = 1 << 26;

/** Files open at once: a first commit of thousands of pages must not run out of descriptors. */
const openMax = 64;

async function writeBatch(layout: GitLayout, objects: readonly NewObject[]): Promise<Outcome<void>> {
  const pending: Pending[] = [];
  const folders = new Set<string>();
  try {
    for (const object of objects) {
      const file = objectFile(layout, object.oid);
      pending.push(openIntact(file, object) ?? writeTemp(layout, file, object));
      folders.add(dirname(file));
    }
    await allEnded(pending.map(({ fd, temp }) => (temp === null ? syncExisting(fd) : syncFile(fd))));
    for (const one of pending) {
      if (one.temp !== null) for (const folder of place(one.temp, one.file, layout.sharedMode)) folders.add(folder);
      one.temp = null;
    }
    await allEnded([...folders].map(syncFolderSoon));
    return ok(undefined);
  } catch (error) {
    return ioFailed(error, "write git objects");
  } finally {
    for (const one of pending) letGo(one);
  }
}

function letGo({ fd, temp }: Pick<Pending, "fd" | "temp">): void {
  for (const step of [() => closeSync(fd), () => temp !== null && unlinkSync(temp)]) orElse(undefined, step);
}

interface Pending {
  readonly fd: number;
  readonly file: string;
  /** null once the object stands under its own name. */
  temp: string | null;
}

/** The existing object's file, opened to be synced; null where it is missing or does not hold the object. */
function openIntact(file: string, object: NewObject): Pending | null {
  // Most objects are new, and a look costs a tenth of an open that throws.
  if (!existsSync(file)) return null;
  const fd = openLinked(file);
  let isIntact = false;
  try {
    const found = inflate(readFileSync(fd));
    isIntact = found !== null && found.type === object.type && found.bytes.equals(object.bytes);
  } finally {
    if (!isIntact) letGo({ fd, temp: null });
  }
  return isIntact ? { fd, file, temp: null } : null;
}

/**
 * The temp file has a name and a place from which `git gc` removes it when a crash leaves it behind. It is made in one folder
 * for all objects and then moved, because file systems spread folders far apart: a new file costs up to 25 times more there.
 */
function writeTemp(layout: GitLayout, file: string, object: NewObject): Pending {
  const temp = join(layout.commonDir, "objects", `tmp_obj_${randomBytes(6).toString("hex")}`);
  const header = Buffer.from(`${object.type} ${object.bytes.length}\0`);
  const packed = deflateSync(Buffer.concat([header, object.bytes]), { level: 1 });
  const fd = openPlain(temp, newFile, 0o444);
  try {
    writeAll(fd, packed);
    applyShared(temp, layout.sharedMode);
  } catch (error) {
    letGo({ fd, temp });
    throw error;
  }
  return { fd, file, temp };
}

/** Gives the folders, besides the object's own, whose listing changed: one of the 256 may not be there yet. */
function place(temp: string, file: string, sharedMode: number): readonly string[] {
  try {
    whenLetGo(() => renameSync(temp, file));
    return [];
  } catch (error) {
    if (errnoOf(error) !== "ENOENT") throw error;
  }
  const changed = makeFolder(dirname(file), sharedMode);
  whenLetGo(() => renameSync(temp, file));
  return changed;
}

/** A file of another user can be read but, on some systems, not synced through a read-only handle. */
async function syncExisting(fd: number): Promise<void> {
  try {
    await syncFile(fd);
  } catch (error) {
    if (errnoOf(error) === null) throw error;
  }
}

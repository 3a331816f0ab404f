/**
 * Tree: an object as git stores it loose, read, and a folder among them: each name with its mode and its object. A folder is made anew by a splice
 * of its bytes (`../record.ts`), and `loose.ts` writes what is made.
 */

import { createHash } from "node:crypto";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import type { Oid } from "../../base/ids.js";
import { type Outcome, ok } from "../../base/result.js";
import { attempt, corrupt, errnoOf, orElse } from "../../state/fs-calls.js";
import { readLinked } from "../../state/plain-file.js";
import type { GitLayout } from "../layout.js";

// Loose object: what git keeps in a file of its own, read without a git process.

export interface GitObject {
  readonly type: string;
  readonly bytes: Buffer;
}

/** What gives the objects that are not loose. */
export interface Packed {
  /** null where the repository has no such object. */
  read(oid: Oid): Promise<Outcome<GitObject | null>>;
  close(): Promise<void>;
}

export interface NewObject {
  readonly oid: Oid;
  readonly type: "blob" | "tree" | "commit";
  readonly bytes: Uint8Array;
}

/** No object a page needs comes near this; it stops a forged object from filling the memory. */
const objectBytesMax = 1 << 29;

/** The object when it is loose here; null when it is not (it may be packed, or in an alternate). */
export function readLoose(layout: GitLayout, oid: Oid): Outcome<GitObject | null> {
  const file = objectFile(layout, oid);
  const read = (): Buffer | null => orElse(null, () => readLinked(file, objectBytesMax), "ENOENT");
  const packed = attempt(`read the object ${oid}`, read);
  if (!packed.ok || packed.value === null) return packed.ok ? ok(null) : packed;
  const object = inflate(packed.value);
  if (object === null || hashObject(layout.objectFormat, object.type, object.bytes) !== oid) {
    return corrupt(`The object file ${file} does not hold the object it is named for.`);
  }
  return ok(object);
}

export function objectFile(layout: GitLayout, oid: Oid): string {
  return join(layout.commonDir, "objects", oid.slice(0, 2), oid.slice(2));
}

export function hashObject(format: "sha1" | "sha256", type: string, bytes: Uint8Array): Oid {
  const hash = createHash(format).update(`${type} ${bytes.length}\0`).update(bytes);
  return hash.digest("hex") as Oid;
}

export function inflate(packed: Buffer): GitObject | null {
  try {
    const whole = inflateSync(packed, { maxOutputLength: objectBytesMax });
    const end = whole.indexOf(0);
    const [type, size] = whole.subarray(0, Math.max(end, 0)).toString("latin1").split(" ");
    const bytes = whole.subarray(end + 1);
    return end > 0 && type && Number(size) === bytes.length ? { type, bytes } : null;
  } catch (error) {
    if (!(error instanceof Error) || errnoOf(error) !== null) throw error;
    return null;
  }
}

/** One name in a tree: the mode as git spells it (`40000` for a folder) and the object. */
export interface TreeEntry {
  readonly mode: string;
  readonly oid: Oid;
}

interface NamedEntry extends TreeEntry {
  /** Its bytes as characters (`latin1`), so that a name in any encoding stays what it is. */
  readonly name: string;
}

export const folderMode = "40000";

/** The entries of a tree from the byte `from` on, in git's order; null for bytes that are no tree. */
export function entriesOf(tree: Buffer, { objectFormat }: GitLayout, from = 0): readonly NamedEntry[] | null {
  const width = hashBytes(objectFormat);
  const entries: NamedEntry[] = [];
  for (let at = from; at < tree.length; ) {
    const [space, nul] = [tree.indexOf(32, at), tree.indexOf(0, at)];
    const end = nul + 1 + width;
    if (space < 0 || nul < space || end > tree.length) return null;
    entries.push({
      mode: tree.toString("latin1", at, space),
      name: tree.toString("latin1", space + 1, nul),
      oid: tree.toString("hex", nul + 1, end) as Oid,
    });
    at = end;
  }
  return entries;
}

/** The text that the bytes of a name stand for. */
export function textOfName(name: string): string {
  return /^[\0-\x7f]*$/.test(name) ? name : Buffer.from(name, "latin1").toString("utf8");
}

export function hashBytes(objectFormat: GitLayout["objectFormat"]): number {
  return objectFormat === "sha1" ? 20 : 32;
}

export function isFileMode(mode: string): boolean {
  return mode.startsWith("100");
}

/** Where a name stands in a tree's bytes, or would stand. */
export interface Slot {
  readonly start: number;
  readonly end: number;
  readonly entry: TreeEntry | null;
}

/**
 * git sorts a folder as if its name ended in `/`, so a file and a folder of one name stand in different places; both are
 * looked for, and the place of a new entry is that of its own kind. null where the bytes are no tree.
 */
export function findSlot(bytes: Buffer, name: string, width: number, asFolder: boolean): Slot | null {
  const wanted = Buffer.from(name);
  const key = asFolder ? Buffer.concat([wanted, Buffer.from("/")]) : wanted;
  let place = 0;
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(32, at);
    const nul = bytes.indexOf(0, space);
    const end = nul + 1 + width;
    if (space < 0 || nul < 0 || end > bytes.length) return null;
    if (nul - space - 1 === wanted.length && wanted.compare(bytes, space + 1, nul) === 0) {
      const mode = bytes.toString("latin1", at, space);
      return { start: at, end, entry: { mode, oid: bytes.toString("hex", nul + 1, end) as Oid } };
    }
    if (sortsBefore(bytes, space + 1, nul, bytes[at] === 0x34, key)) place = end;
    at = end;
  }
  return { start: place, end: place, entry: null };
}

/** Only a folder's mode (`40000`) begins with a 4. */
function sortsBefore(bytes: Buffer, from: number, to: number, isFolder: boolean, key: Buffer): boolean {
  const order = bytes.compare(key, 0, Math.min(key.length, to - from), from, Math.min(to, from + key.length));
  if (order !== 0) return order < 0;
  if (to - from >= key.length) return false;
  return !isFolder || 0x2f < key[to - from]! || (0x2f === key[to - from] && to - from + 1 < key.length);
}

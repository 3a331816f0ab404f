/** PackFile: packed objects read in this process, because a process to read them costs more than all else a hook does. */

import { closeSync, fstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { errnoOf } from "../../state/fs-calls.js";
import { openLinked } from "../../state/plain-file.js";
import type { GitLayout } from "../layout.js";
import type { GitObject } from "./loose.js";
import { applyDelta } from "./pack--pack-delta.js";
import { bytesAt, type PackIndex, readPackIndex } from "./pack--pack-index.js";

/** null is no answer: what is not found here, or cannot be read, is for git to find, or to say what is wrong with it. */
export interface ReadPacked {
  (oid: string): GitObject | null;
  /** Before that the descriptors stay open, so that a pack that is removed meanwhile can still be read. */
  close(): void;
}

interface Pack {
  readonly fd: number;
  readonly index: PackIndex;
  /** Where the checksum at the pack's end begins. */
  readonly end: number;
}

/** More packs than git itself lets gather are left to git, and so is a chain of deltas longer than it ever makes. */
const packsMax = 50;
const chainMax = 4096;
const objectBytesMax = 1 << 26;

/**
 * Looks at the packs there are at the first question; what was packed since is not found. Objects are not hashed: torn bytes fail
 * zlib's own checksum, and a delta names the lengths of what it is made from and gives.
 */
export function openPacks(layout: GitLayout): ReadPacked {
  const hashBytes = layout.objectFormat === "sha1" ? 20 : 32;
  let packs: readonly Pack[] | null = null;
  const read = (oid: string): GitObject | null => {
    packs ??= guarded(() => packsIn(join(layout.commonDir, "objects", "pack"), hashBytes)) ?? [];
    for (const pack of packs) {
      const object = guarded(() => {
        const at = pack.index.find(oid);
        return at === null ? null : readEntry(pack, at, hashBytes);
      });
      if (object !== null) return object;
    }
    return null;
  };
  return Object.assign(read, {
    close() {
      for (const { fd, index } of packs ?? []) {
        closeSync(fd);
        index.close();
      }
      packs = [];
    },
  });
}

function packsIn(folder: string, hashBytes: number): readonly Pack[] {
  const names = readdirSync(folder).filter((name) => name.startsWith("pack-") && name.endsWith(".idx"));
  if (names.length > packsMax) return [];
  return names.flatMap((name) => {
    const pack = guarded(() => openPack(join(folder, name.slice(0, -".idx".length)), hashBytes));
    return pack === null ? [] : [pack];
  });
}

function openPack(stem: string, hashBytes: number): Pack | null {
  const fd = openLinked(`${stem}.pack`);
  const top = bytesAt(fd, 0, 8);
  const isPack = top?.toString("latin1", 0, 4) === "PACK" && top.readUInt32BE(4) === 2;
  const index = isPack ? readPackIndex(`${stem}.idx`, hashBytes) : null;
  if (index !== null) return { fd, index, end: fstatSync(fd).size - hashBytes };
  closeSync(fd);
  return null;
}

const types: readonly (string | undefined)[] = [undefined, "commit", "tree", "blob", "tag"];
const [ofsDelta, refDelta] = [6, 7];

/** A chain of deltas is followed to its whole object, and applied from there. */
function readEntry(pack: Pack, at: number, hashBytes: number): GitObject | null {
  const deltas: Buffer[] = [];
  for (let place = at; deltas.length < chainMax; ) {
    const entry = headerAt(pack, place, hashBytes);
    const content = entry === null ? null : contentAt(pack, entry.content, entry.size);
    if (entry === null || content === null) return null;
    if (entry.base === null) {
      const type = types[entry.kind];
      const bytes = deltas.reduceRight<Buffer | null>(
        (base, delta) => (base === null ? null : applyDelta(base, delta, objectBytesMax)),
        content,
      );
      return type === undefined || bytes === null ? null : { type, bytes };
    }
    deltas.push(content);
    place = entry.base;
  }
  return null;
}

interface Entry {
  readonly kind: number;
  /** Bytes of the content once it is inflated. */
  readonly size: number;
  readonly content: number;
  /** Offset of the entry a delta starts from; null for a whole object. */
  readonly base: number | null;
}

function headerAt(pack: Pack, at: number, hashBytes: number): Entry | null {
  const bytes = bytesAt(pack.fd, at, Math.min(64, pack.end - at));
  if (bytes === null) return null;
  let next = 0;
  const take = (): number => bytes[next++] ?? 0;
  let byte = take();
  const kind = (byte >> 4) & 7;
  let size = byte & 15;
  for (let scale = 16; byte >= 128; scale *= 128) {
    byte = take();
    size += (byte & 127) * scale;
  }
  if (size > objectBytesMax) return null;
  let base: number | null = null;
  if (kind === ofsDelta) {
    byte = take();
    let back = byte & 127;
    while (byte >= 128) {
      byte = take();
      back = (back + 1) * 128 + (byte & 127);
    }
    base = at - back;
  } else if (kind === refDelta) {
    base = pack.index.find(bytes.toString("hex", next, next + hashBytes));
    next += hashBytes;
  } else if (types[kind] === undefined) return null;
  const isDelta = kind === ofsDelta || kind === refDelta;
  if (next > bytes.length || (isDelta && (base === null || base < 12 || base === at))) return null;
  return { kind, size, content: at + next, base };
}

/** Nothing says how long the deflated bytes are, but they are hardly longer than what they hold; zlib passes over what follows. */
function contentAt(pack: Pack, at: number, size: number): Buffer | null {
  const bytes = bytesAt(pack.fd, at, Math.min(size + (size >> 8) + 64, pack.end - at));
  if (bytes === null) return null;
  const content = inflateSync(bytes, { maxOutputLength: Math.max(size, 1) });
  return content.length === size ? content : null;
}

/** Errors of the system and of zlib are no answer; what carries no code is a bug of ours. */
function guarded<T>(read: () => T | null): T | null {
  try {
    return read();
  } catch (error) {
    if (errnoOf(error) === null && !isZlibs(error)) throw error;
    return null;
  }
}

function isZlibs(error: unknown): boolean {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return code !== undefined && (code.startsWith("Z_") || code === "ERR_BUFFER_TOO_LARGE");
}

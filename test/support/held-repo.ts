/** Held repo: a repository as git has made it, held in memory and written out again, with an index that knows the files by their new inodes. */

import { createHash } from "node:crypto";
import {
  type BigIntStats,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";

export interface HeldRepo {
  readonly folders: readonly string[];
  readonly files: readonly { readonly path: string; readonly mode: number; readonly bytes: Buffer }[];
  readonly index: Buffer | null;
  readonly tracked: readonly { readonly path: string; readonly at: number }[];
  readonly objectFormat: "sha1" | "sha256";
}

const indexPath = join(".git", "index");
const idBytes = { sha1: 20, sha256: 32 } as const;

/** Of a repository without links, whose index is of version 2. */
export function heldRepo(folder: string, objectFormat: "sha1" | "sha256" = "sha1"): HeldRepo {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const seen = names.map((path) => ({ path, stat: lstatSync(join(folder, path)) }));
  const files = seen
    .filter(({ stat }) => stat.isFile())
    .map(({ path, stat }) => ({ path, mode: stat.mode & 0o777, bytes: readFileSync(join(folder, path)) }));
  const index = files.find(({ path }) => path === indexPath)?.bytes ?? null;
  return {
    folders: seen.filter(({ stat }) => stat.isDirectory()).map(({ path }) => path),
    files: files.filter(({ path }) => path !== indexPath),
    index,
    tracked: index === null ? [] : trackedIn(index, idBytes[objectFormat]),
    objectFormat,
  };
}

/** Where each entry of the index begins: ten numbers of four bytes, the id, the flags, the name, and one to eight zeros. */
function trackedIn(index: Buffer, id: number): HeldRepo["tracked"] {
  if (index.readUInt32BE(4) !== 2) throw new Error("The index is not of version 2.");
  const found: { path: string; at: number }[] = [];
  for (let at = 12; found.length < index.readUInt32BE(8); ) {
    const name = at + 40 + id + 2;
    const end = index.indexOf(0, name);
    found.push({ path: index.toString("utf8", name, end), at });
    at += Math.ceil((end + 1 - at) / 8) * 8;
  }
  return found;
}

/** Tracked files are a second older than the index: git would look into younger ones each time. */
export function writeOut({ folders, files, index, tracked, objectFormat }: HeldRepo, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const folder of folders) mkdirSync(join(to, folder));
  for (const { path, mode, bytes } of files) writeFileSync(join(to, path), bytes, { mode });
  if (index === null) return;
  const fresh = Buffer.from(index);
  const before = Date.now() / 1_000 - 1;
  for (const { path, at } of tracked) {
    utimesSync(join(to, path), before, before);
    numbers(lstatSync(join(to, path), { bigint: true })).forEach((value, place) => {
      if (value !== null) fresh.writeUInt32BE(Number(value & 0xffffffffn), at + 4 * place);
    });
  }
  const end = fresh.length - idBytes[objectFormat];
  createHash(objectFormat).update(fresh.subarray(0, end)).digest().copy(fresh, end);
  writeFileSync(join(to, indexPath), fresh);
}

/** As they stand in an entry; the mode stays what git made of it. */
function numbers(stat: BigIntStats): readonly (bigint | null)[] {
  const second = 1_000_000_000n;
  const [changed, written] = [stat.ctimeNs, stat.mtimeNs];
  return [
    ...[changed / second, changed % second, written / second, written % second, stat.dev, stat.ino],
    ...[null, stat.uid, stat.gid, stat.size],
  ];
}

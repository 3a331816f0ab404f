/** DurableFs: the file system isomorphic-git writes through: a temp file beside its place, fsync, rename, fsync of the folder. */

import { randomBytes } from "node:crypto";
import * as fs from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";

/** The calls isomorphic-git makes, with the meaning node:fs/promises gives them. */
export interface DurableFs {
  readonly promises: {
    readFile(path: string, options?: Encoding): Promise<Uint8Array | string>;
    writeFile(path: string, data: Uint8Array | string, options?: unknown): Promise<void>;
    mkdir(path: string): Promise<void>;
    unlink(path: string): Promise<void>;
    rmdir(path: string): Promise<void>;
    readdir(path: string): Promise<string[]>;
    stat(path: string): Promise<Stats>;
    lstat(path: string): Promise<Stats>;
    readlink(path: string): Promise<string>;
    symlink(target: string, path: string): Promise<void>;
  };
}

type Stats = Awaited<ReturnType<typeof fs.stat>>;
type Encoding = BufferEncoding | { encoding?: BufferEncoding | null } | null;

/**
 * Writes stay below `base` (absolute, without symlinks): a path whose folder leads out of it, and a path that is a symlink
 * itself, fail with `EPERM`. Files below `objects/` get git's own mode for objects, read-only.
 */
export function durableFs(base: string): DurableFs {
  return {
    promises: {
      readFile: async (path, options) => await fs.readFile(path, options ?? null),
      writeFile: (path, data) => writeDurably(base, path, data),
      async mkdir(path) {
        const place = await inside(base, path);
        await fs.mkdir(place);
        await syncFolder(dirname(place));
      },
      async unlink(path) {
        const place = await inside(base, path);
        await fs.unlink(place);
        await syncFolder(dirname(place));
      },
      rmdir: async (path) => await fs.rmdir(await inside(base, path)),
      readdir: (path) => fs.readdir(path),
      stat: (path) => fs.stat(path),
      lstat: (path) => fs.lstat(path),
      readlink: (path) => fs.readlink(path),
      symlink: async (_target, path) => refuse("symlink", path),
    },
  };
}

async function writeDurably(base: string, path: string, data: Uint8Array | string): Promise<void> {
  const place = await inside(base, path);
  if (await isSymlink(place)) refuse("write through a symlink", path);
  const object = dirname(dirname(place)).endsWith(`${sep}objects`);
  // git prunes `tmp_obj_*` below objects/, so that one left behind by a crash is swept by the next gc.
  const temp = join(dirname(place), `tmp_obj_${process.pid}_${randomBytes(6).toString("hex")}`);
  try {
    const file = await fs.open(temp, "wx", object ? 0o444 : 0o666);
    try {
      await file.writeFile(data);
      await file.sync();
    } finally {
      await file.close();
    }
    await fs.rename(temp, place);
  } catch (error) {
    await fs.rm(temp, { force: true });
    throw error;
  }
  await syncFolder(dirname(place));
}

/** The path with its folder's symlinks resolved; throws when that lies outside `base`. */
async function inside(base: string, path: string): Promise<string> {
  const folder = await fs.realpath(dirname(path));
  if (folder !== base && !folder.startsWith(base + sep) && path !== base) refuse("leave the repository", path);
  return join(folder, basename(path));
}

async function isSymlink(path: string): Promise<boolean> {
  try {
    return (await fs.lstat(path)).isSymbolicLink();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

function refuse(what: string, path: string): never {
  throw Object.assign(new Error(`EPERM: not permitted to ${what}, '${path}'`), { code: "EPERM", path });
}

/** Windows has no fsync of a folder, and some network file systems refuse it; the rename is all there is then. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await fs.open(folder, "r");
  try {
    await handle.sync();
  } catch (error) {
    if (!["EINVAL", "ENOTSUP", "ENOSYS"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  } finally {
    await handle.close();
  }
}

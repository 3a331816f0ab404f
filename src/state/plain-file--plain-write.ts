/** PlainWrite: how a file of our own state is written: made once, replaced whole, or added to, and never another one through a link. */

import { closeSync, constants, fsyncSync, renameSync, writeSync } from "node:fs";
import { openPlain } from "./plain-file.js";
import { removeIfThere, tempFor } from "./plain-file--staging-name.js";

const { O_APPEND, O_CREAT, O_EXCL, O_WRONLY } = constants;

/** Throws EEXIST where anything has the name. Not durable by itself. */
export function writeOnce(path: string, data: string | Uint8Array, mode = 0o600): void {
  const fd = openPlain(path, O_WRONLY | O_CREAT | O_EXCL, mode);
  try {
    writeAll(fd, data);
  } catch (error) {
    removeIfThere(path);
    throw error;
  } finally {
    closeSync(fd);
  }
}

/** Whole under its name, whatever stood there but a folder; what a crash leaves half-written its reader has to tell by a digest. */
export function replaceWhole(path: string, data: string | Uint8Array, mode = 0o600): void {
  const temp = tempFor(path);
  writeOnce(temp, data, mode);
  try {
    renameSync(temp, path);
  } catch (error) {
    removeIfThere(temp);
    throw error;
  }
}

/** By one write, so that writers in other processes cannot mix their lines with ours. */
export function appendTo(path: string, data: string | Uint8Array, mode = 0o600): void {
  const fd = openPlain(path, O_WRONLY | O_CREAT | O_APPEND, mode);
  try {
    writeAll(fd, data);
  } finally {
    closeSync(fd);
  }
}

/** The same, and on the disk when it returns. */
export function appendDurably(path: string, data: string | Uint8Array, mode = 0o600): void {
  const fd = openPlain(path, O_WRONLY | O_CREAT | O_APPEND, mode);
  try {
    writeAll(fd, data);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

export function writeAll(fd: number, data: string | Uint8Array): void {
  const bytes = typeof data === "string" ? Buffer.from(data) : data;
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}

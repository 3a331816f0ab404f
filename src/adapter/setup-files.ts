/** SetupFiles on disk: each text whole beside its place first, with the mode that the file had. */

import { randomBytes } from "node:crypto";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import type { Outcome } from "../base/failure.js";
import { err, ok } from "../base/result.js";
import type { SetupFiles } from "../port/setup-files.js";
import { attempt, errnoOf } from "./fs-calls.js";

export function openSetupFiles(): SetupFiles {
  return {
    read,
    hasFolder: (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true,
    write(path, before, text) {
      const now = read(path);
      if (!now.ok) return now;
      if (now.value !== before) return ok("changed");
      return attempt(`write ${path}`, () => replace(path, text));
    },
    remove(path, before, folders) {
      const now = read(path);
      if (!now.ok) return now;
      if (now.value !== before) return ok("changed");
      return attempt(`remove ${path}`, () => remove(path, folders));
    },
  };
}

function read(path: string): Outcome<string | null> {
  const bytes = attempt(`read ${path}`, () => (existsSync(path) ? readFileSync(path) : null));
  if (!bytes.ok || bytes.value === null) return bytes.ok ? ok(null) : bytes;
  const text = bytes.value.toString("utf8");
  if (Buffer.from(text).equals(bytes.value)) return ok(text);
  return err({ code: "corrupt", says: `${path} is not UTF-8.`, hint: "Mend that file and run the command again." });
}

function replace(path: string, text: string): "written" {
  const isThere = existsSync(path);
  const target = isThere ? realpathSync(path) : path;
  mkdirSync(dirname(target), { recursive: true });
  const temporary = `${target}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    writeFileSync(temporary, text, { flag: "wx", flush: true });
    if (isThere) chmodSync(temporary, statSync(target).mode & 0o7777);
    renameSync(temporary, target);
  } catch (error) {
    if (errnoOf(error) !== "EEXIST") rmSync(temporary, { force: true });
    throw error;
  }
  return "written";
}

function remove(path: string, folders: number): "removed" {
  rmSync(path);
  let folder = dirname(path);
  for (let left = folders; left > 0 && isEmptied(folder); left -= 1) folder = dirname(folder);
  return "removed";
}

/** A folder that holds anything, and a link to one, stay. */
function isEmptied(folder: string): boolean {
  if (!lstatSync(folder).isDirectory()) return false;
  try {
    rmdirSync(folder);
    return true;
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return false;
  }
}

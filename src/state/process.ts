/**
 * Process: which process made a lock, holds a file or is home to a session, told by a name that no later process bears, and whether it is provably
 * dead.
 */

import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { hostname, totalmem, userInfo } from "node:os";
import { basename, dirname, join } from "node:path";
import { shortDigest } from "../base/digest.js";
import { errnoOf, orElse } from "./fs-calls.js";

/** One process of one boot of one machine. What the system does not tell is `0`. */
export interface Owner {
  readonly pid: number;
  /** Linux: field 22 of /proc/PID/stat, in clock ticks since boot. */
  readonly start: string;
  readonly boot: string;
  /** Stands for the host and the process namespace: a process number means nothing without them. */
  readonly machine: string;
  /** The commit whose index the lock file holds, whole, once it is written; null before. */
  readonly commit: string | null;
}

interface Here extends Owner {
  /** Whether `machine` would be the same after a boot and on no other machine. */
  readonly lasting: boolean;
}

/** A file name that no other lock has. */
export function nameOwner(owner: Owner): string {
  const { pid, start, boot, machine, commit } = owner;
  return [pid, start, boot, machine, randomBytes(6).toString("hex"), ...(commit === null ? [] : [commit])].join("-");
}

const shape =
  /^([1-9]\d{0,9})-(\d{1,20})-(0|[0-9a-f]{8})-([0-9a-f]{12})-[0-9a-f]{12}(?:-([0-9a-f]{40}|[0-9a-f]{64}))?$/;

/** null for a name that is none of ours. */
export function parseOwner(name: string): Owner | null {
  const [, pid, start = "0", boot = "0", machine = "", commit = null] = shape.exec(name) ?? [];
  const number = Number(pid);
  // Node refuses to look at a number that is no 32-bit process number.
  if (pid === undefined || number > 0x7fffffff) return null;
  return { pid: number, start, boot, machine, commit };
}

let here: Here | null = null;

/** This process. */
export function thisOwner(): Here {
  here ??= findHere();
  return here;
}

/** True only where nothing else can be: on this machine, the number is free, a zombie's, or another process's by now. */
export function isDead(owner: Owner): boolean {
  const me = thisOwner();
  if (owner.machine !== me.machine) return false;
  if (owner.boot !== me.boot) return me.lasting && owner.boot !== "0" && me.boot !== "0";
  if (!exists(owner.pid)) return true;
  const stat = statOf(owner.pid);
  if (stat === null) return false;
  return stat.over || (owner.start !== "0" && owner.start !== stat.start);
}

function findHere(): Here {
  const lineOf = (path: string): string | null => orElse("", () => readFileSync(path, "utf8").trim()) || null;
  const boot = lineOf("/proc/sys/kernel/random/boot_id");
  const machineId = lineOf("/etc/machine-id");
  // A container has a number space of its own, and a clock may be shifted for one as well.
  const spaces = ["pid", "time"].map((space) => orElse(null, () => readlinkSync(`/proc/self/ns/${space}`)));
  const host = process.platform === "linux" ? null : homeHere();
  return {
    pid: process.pid,
    start: statOf(process.pid)?.start ?? "0",
    boot: boot === null ? "0" : shortDigest(boot, 8),
    machine: shortDigest(JSON.stringify(host ?? [hostname(), machineId, spaces, []]), 12),
    commit: null,
    lasting: machineId !== null,
  };
}

/** What tells a machine without a machine id from any other: its name and its cards are others in each network, and two may share a home. */
function homeHere(): string | null {
  try {
    const { ino, birthtimeNs } = statSync(userInfo().homedir, { bigint: true });
    return `${ino}:${birthtimeNs}:${totalmem()}`;
  } catch {
    // A user without an entry in the system's list has no home.
    return null;
  }
}

// Lock holder: which running process has a lock file open, where the system tells.

/** `git (process 4711)`, or the lock's age where no open handle is seen; null where nothing is known. */
export function lockHolder(lockPath: string): string | null {
  return openedBy(lockPath) ?? ageOf(lockPath);
}

/** Linux shows the open files of this user's processes under /proc; other systems have no such folder. */
function openedBy(lockPath: string): string | null {
  const target = join(orElse(null, () => realpathSync(dirname(lockPath))) ?? dirname(lockPath), basename(lockPath));
  for (const pid of orElse(null, () => readdirSync("/proc")) ?? []) {
    if (!/^\d+$/.test(pid)) continue;
    for (const fd of orElse(null, () => readdirSync(`/proc/${pid}/fd`)) ?? []) {
      if (orElse(null, () => readlinkSync(`/proc/${pid}/fd/${fd}`)) !== target) continue;
      if (Number(pid) === process.pid) return "this process itself";
      const name = orElse(null, () => readFileSync(`/proc/${pid}/comm`, "utf8").trim()) ?? "a program";
      return `${name} (process ${pid})`;
    }
  }
  return null;
}

function ageOf(lockPath: string): string | null {
  const stat = statSync(lockPath, { throwIfNoEntry: false });
  return stat === undefined ? null : `a program unknown (since ${stat.mtime.toISOString()})`;
}

// ProcessStat: when a process was started and whether it is over, where the system tells.

interface ProcessStat {
  /** Linux: field 22 of /proc/PID/stat, in clock ticks since boot. */
  readonly start: string;
  /** A zombie, or dead. */
  readonly over: boolean;
}

/** null where there is no such process and on systems without /proc. */
function statOf(pid: number): ProcessStat | null {
  const text = orElse(null, () => readFileSync(`/proc/${pid}/stat`, "utf8"));
  if (text === null) return null;
  // After the last `)`, because a program's name may hold anything: state is field 3, start time field 22.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state = "", start = ""] = [fields[0], fields[19]];
  return /^\d+$/.test(start) ? { start, over: state === "Z" || state === "X" } : null;
}

// SessionOwner: the process that a session lives in, told by a name that no later process bears.

/** null where there is no such process, or one that has ended and was not yet waited for. */
export function ownerOf(pid: number): string | null {
  if (!Number.isInteger(pid) || pid < 1 || pid > 0x7fffffff || !exists(pid)) return null;
  const stat = statOf(pid);
  if (stat?.over === true) return null;
  return nameOwner({ ...thisOwner(), pid, start: stat?.start ?? "0", commit: null });
}

/** A name that is none of ours proves nothing. */
export function isOwnerDead(name: string): boolean {
  const owner = parseOwner(name);
  return owner !== null && isDead(owner);
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    if (errnoOf(error) === "EPERM") return true;
    if (errnoOf(error) === "ESRCH") return false;
    throw error;
  }
}

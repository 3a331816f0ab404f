/** CommitHost: the commit that git is making, read in this process as far as git's own files allow, because whoever commits waits. */

import { existsSync, lstatSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Oid, parseOid } from "../base/ids.js";
import { limits } from "../base/limits.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import type { Rewriting } from "../git/departures--departures.js";
import { stagedDiff } from "../git/index/staged-diff.js";
import type { GitLayout } from "../git/layout.js";
import { attempt, errnoOf } from "../state/fs-calls.js";
import { readPlain } from "../state/plain-file.js";
import { makeStateFolder } from "../state/plain-file--plain-folder.js";
import { replaceWhole } from "../state/plain-file--plain-write.js";
import { indexOf, openHookHost } from "./commit.js";
import type { CommitHost } from "./commit--hook-commit.js";
import { objectReader } from "./commit--object-reader.js";

/** Commits whose replaced files are looked at: a lost index is one that was read seconds ago. */
const recentCommits = 200;

export function openCommitHost(layout: GitLayout, env: NodeJS.ProcessEnv, actor: string): Outcome<CommitHost> {
  const opened = openHookHost(layout, env);
  if (!opened.ok) return opened;
  const host = opened.value;
  const read = objectReader(layout, env);
  let staged: ReturnType<CommitHost["staged"]> | null = null;
  const findStaged: CommitHost["staged"] = async () => {
    const quick = await stagedDiff({ layout, read }, indexOf(layout, env) ?? join(layout.gitDir, "index"));
    return quick.ok && quick.value !== null ? ok(quick.value) : host.staged();
  };
  return ok({
    ...host,
    actor,
    leftover: (prefix) => leftover(layout, prefix),
    merged: (paths) => (host.operation === "merge" ? merged(layout, env, paths) : Promise.resolve(ok(null))),
    // Several checks ask, and git holds the index still while its hook runs.
    staged() {
      staged ??= findStaged();
      return staged;
    },
    async blobs(oids) {
      const blobs: (Uint8Array | null)[] = [];
      for (const oid of oids) {
        const object = await read(oid);
        if (!object.ok) return object;
        blobs.push(object.value?.type === "blob" ? object.value.bytes : null);
      }
      return ok(blobs);
    },
    onDisk: (path) => onDisk(layout, path),
    replaced: () => replaced(layout, env),
    leaveTicket: (text) => leaveTicket(join(layout.gitDir, "pagefile", "ticket"), text),
  });
}

function onDisk(layout: GitLayout, path: string): Outcome<Uint8Array | null> {
  return attempt(`read ${path}`, () => {
    try {
      const file = join(layout.top, path);
      const stat = lstatSync(file, { throwIfNoEntry: false });
      if (stat === undefined || !stat.isFile() || stat.size > limits.pageBytesMax) return null;
      return readPlain(file, limits.pageBytesMax);
    } catch (error) {
      const errno = errnoOf(error);
      if (errno === "ENOTDIR" || errno === "ENOENT") return null;
      throw error;
    }
  });
}

async function replaced(
  layout: GitLayout,
  env: NodeJS.ProcessEnv,
): Promise<Outcome<ReadonlyMap<string, ReadonlySet<Oid | null>>>> {
  const { gitFor } = await import("../git/process.js");
  const git = gitFor(layout, env);
  if (!git.ok) return git;
  const what = ["--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "--diff-merges=first-parent"];
  const how = ["log", "--first-parent", `--max-count=${recentCommits}`, "--format=", "--root", ...what, "HEAD"];
  const ran = await git.value.output(how);
  if (!ran.ok) return ran;
  const before = new Map<string, Set<Oid | null>>();
  const fields = ran.value.toString("utf8").split("\0");
  for (let at = 0; at + 1 < fields.length; at += 1) {
    const field = fields[at]!;
    if (!field.startsWith(":")) continue;
    const [, , old = ""] = field.split(" ");
    const path = fields[at + 1]!;
    before.set(path, (before.get(path) ?? new Set()).add(/^0+$/.test(old) ? null : parseOid(old)));
    at += 1;
  }
  return ok(before);
}

/** By the folder that `entry/wire-root` gives a memory; a digest is loaded only for one below the top. */
async function leftover(layout: GitLayout, prefix: string): Promise<Outcome<readonly Rewriting[]>> {
  const base = join(layout.gitDir, "pagefile");
  const folder =
    prefix === "" ? base : join(base, "roots", (await import("../base/digest--digest.js")).shortDigest(prefix, 12));
  if (!existsSync(join(folder, "departures"))) return ok([]);
  const { openDepartures } = await import("../git/departures.js");
  const left = openDepartures(join(folder, "departures")).left();
  return left.ok ? ok(left.value.flatMap(({ rewriting }) => rewriting)) : left;
}

/** Of a merge of several commits the first one's; where it is gone, nothing is known to be the other side's. */
async function merged(
  layout: GitLayout,
  env: NodeJS.ProcessEnv,
  paths: readonly string[],
): Promise<Outcome<ReadonlyMap<string, Oid | null> | null>> {
  const { gitFor } = await import("../git/process.js");
  const git = gitFor(layout, env);
  if (!git.ok) return git;
  const ran = await git.value.output(["ls-tree", "-z", "--full-tree", "MERGE_HEAD", "--", ...paths]);
  if (!ran.ok) return ok(null);
  const found = new Map<string, Oid | null>(paths.map((path) => [path, null]));
  for (const line of ran.value.toString("utf8").split("\0")) {
    const tab = line.indexOf("\t");
    const oid = parseOid(line.slice(0, Math.max(0, tab)).split(" ")[2] ?? "");
    if (oid !== null) found.set(line.slice(tab + 1), oid);
  }
  return ok(found);
}

function leaveTicket(file: string, text: string | null): Outcome<void> {
  return attempt("leave a ticket for the next hook", () => {
    if (text === null) return rmSync(file, { force: true, recursive: true });
    makeStateFolder(dirname(file), 0o777);
    replaceWhole(file, text, 0o666);
  });
}

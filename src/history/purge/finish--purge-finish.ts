/** PurgeFinish: what follows once the refs have moved: files, state, reflogs, and at last the objects nobody reaches any more. */

import { existsSync, lstatSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { blobOid } from "../../base/digest--digest.js";
import { type Oid, parseOid } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { treeOf } from "../../git/objects/commit.js";
import { openCatFile } from "../../git/objects/pack--cat-file.js";
import { attempt } from "../../state/fs-calls--failures.js";
import { readPlain } from "../../state/plain-file.js";
import { compareTrees } from "../verify/attest--attest-tree.js";
import { cacheFiles } from "./finish--purge-state.js";
import { dropObjects } from "./objects.js";
import { editHeld, type PurgeHold } from "./objects--purge-hold.js";
import { applyState, dropJournal, type PurgeJournal } from "./objects--purge-journal.js";
import type { PurgePlace } from "./repository.js";
import type { PurgeDone, PurgeRules } from "./repository--purge.js";
import { listRefs, type NamedTip } from "./rewrite--purge-refs.js";

/** A file that HEAD holds otherwise than before, from the work tree's top; `to` is null where it went. */
export interface PurgedFile {
  readonly path: string;
  readonly from: Oid | null;
  readonly to: Oid | null;
  readonly mode: string;
}

export async function changedFiles(
  { store }: PurgePlace,
  from: Oid,
  to: Oid,
): Promise<Outcome<readonly PurgedFile[]>> {
  const trees: Oid[] = [];
  for (const commit of [from, to]) {
    const tree = await treeOf(store, commit);
    if (!tree.ok) return tree;
    trees.push(tree.value);
  }
  const same = await compareTrees(store, trees, ([a, b]) => a?.oid === b?.oid && a?.mode === b?.mode);
  if (!same.ok) return same;
  return ok(
    same.value.map(({ path, entries: [a, b] }) => ({
      path,
      from: a?.oid ?? null,
      to: b?.oid ?? null,
      mode: (b ?? a)?.mode ?? "100644",
    })),
  );
}

export interface Finishing {
  readonly journal: PurgeJournal;
  /** null where nobody knows any more what was purged. */
  readonly rules: PurgeRules | null;
  readonly hold: PurgeHold;
  /** Hears the name of each step before it begins. */
  readonly step: (name: string) => void;
}

/** Each step may have been done before, wholly or in part. */
export async function finishPurge(
  place: PurgePlace,
  { journal, rules, hold, step }: Finishing,
): Promise<Outcome<{ readonly remotes: readonly string[]; readonly kept: number }>> {
  const { layout } = place;
  step("files");
  const files = await changedFiles(place, journal.from, journal.to);
  // The former commit is gone only where a purge was finished up to its very last step.
  if (files.ok) {
    const shown = await showFiles(place, files.value, { hold, journal });
    if (!shown.ok) return shown;
  } else if (files.error.code !== "corrupt") return files;
  step("state");
  const state = attempt("Cleaning the state beside the history", () => {
    applyState(layout, journal);
    for (const name of cacheFiles(layout)) rmSync(join(layout.gitDir, name), { force: true });
    for (const name of ["ORIG_HEAD", "AUTO_MERGE"]) rmSync(join(layout.gitDir, name), { force: true });
    for (const name of ["commit-graph", "commit-graphs"]) {
      rmSync(join(layout.commonDir, "objects", "info", name), {
        force: true,
        recursive: true,
      });
    }
  });
  if (!state.ok) return state;
  step("reflogs");
  const expired = await expireReflogs(place);
  if (!expired.ok) return expired;
  step("repack");
  // What nothing reaches becomes loose and stays: another process may be about to name it.
  const config = ["core.fsync=committed,-loose-object"];
  const packed = await place.git.output(["repack", "-A", "-d", "-q"], { config });
  if (!packed.ok) return packed;
  step("prune");
  const kept = await dropObjects(place, { journal, rules, since: hold.since });
  if (!kept.ok) return kept;
  step("done");
  const remotes = await stillThere(place, journal.remotes);
  if (!remotes.ok) return remotes;
  // While a remote-tracking ref reaches it, its objects stay; the next run after a push takes them away.
  const done = { remotes: remotes.value, kept: kept.value };
  if (remotes.value.length > 0 || kept.value > 0) return ok(done);
  const dropped = attempt("Removing the plan of the purge", () => dropJournal(layout));
  return dropped.ok ? ok(done) : dropped;
}

/** Index first, each entry that is as it was; then the files, those that nobody touched. */
async function showFiles(
  { git, layout }: PurgePlace,
  files: readonly PurgedFile[],
  { hold, journal }: Pick<Finishing, "hold" | "journal">,
): Promise<Outcome<void>> {
  if (files.length === 0) return ok(undefined);
  const listed = await git.output(["ls-files", "-s", "-z", "--", ...files.map(({ path }) => path)]);
  if (!listed.ok) return listed;
  const index = new Map<string, string>();
  for (const row of listed.value.toString("utf8").split("\0")) {
    const [info = "", path = ""] = row.split("\t");
    index.set(path, info.split(" ")[1] ?? "");
  }
  const behind = files.filter(({ path, from }) => (index.get(path) ?? null) === from);
  const none = "0".repeat(layout.objectFormat === "sha1" ? 40 : 64);
  const info = behind
    .map(({ path, to, mode }) => `${to === null ? `0 ${none}` : `${mode} ${to}`}\t${path}\0`)
    .join("");
  const untouched = files.filter((file) => isAsBefore(join(layout.top, file.path), file, layout.objectFormat));
  const removed = attempt("Removing a purged file", () => {
    for (const { path, to } of untouched) if (to === null) removeFile(layout.top, path);
  });
  if (!removed.ok) return removed;
  const written = untouched.filter(({ to }) => to !== null).map(({ path }) => `${path}\0`);
  const edit = async (copy: string): Promise<Outcome<void>> => {
    const env = { GIT_INDEX_FILE: copy };
    const updated = await git.output(["update-index", "-z", "--index-info"], { input: info, env });
    if (!updated.ok) return updated;
    const shown = await git.output(["checkout-index", "--force", "-u", "-z", "--stdin"], {
      input: written.join(""),
      env,
    });
    if (!shown.ok) return shown;
    // The index remembers how a merge was settled, by the blobs it was settled from.
    await git.run(["update-index", "--clear-resolve-undo"], { env });
    const refreshed = await git.run(["update-index", "-q", "--refresh"], { env });
    return refreshed.ok ? ok(undefined) : refreshed;
  };
  return editHeld(layout, hold, { commit: journal.to, edit });
}

/** With the folders that it leaves empty, as git does it: their names can be what is purged. */
function removeFile(top: string, path: string): void {
  rmSync(join(top, path), { force: true });
  for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) {
    const at = join(top, folder);
    if (!existsSync(at) || readdirSync(at).length > 0) return;
    rmdirSync(at);
  }
}

function isAsBefore(file: string, { from }: PurgedFile, format: "sha1" | "sha256"): boolean {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return from === null;
  if (!stat.isFile()) return false;
  const bytes = readPlain(file, limits.gitFileBytesMax);
  const plain = Buffer.from(bytes.toString("latin1").replaceAll("\r\n", "\n"), "latin1");
  return blobOid(bytes, format) === from || blobOid(plain, format) === from;
}

/** What a ref was and cannot be reached from it any more. A stash is nothing but its reflog, and stays. */
async function expireReflogs({ git, layout }: PurgePlace): Promise<Outcome<void>> {
  const out = await git.output(["for-each-ref", "--format=%(refname)"]);
  if (!out.ok) return out;
  const names = out.value
    .toString("utf8")
    .split("\n")
    .filter((name) => name !== "" && name !== "refs/stash");
  const logged: string[] = [];
  for (const name of ["HEAD", ...names]) {
    const ran = layout.refStorage === "files" ? null : await git.run(["reflog", "exists", name]);
    if (ran !== null && !ran.ok) return ran;
    const folder = name === "HEAD" ? layout.gitDir : layout.commonDir;
    if (ran === null ? existsSync(join(folder, "logs", name)) : ran.value.code === 0) logged.push(name);
  }
  if (logged.length === 0) return ok(undefined);
  const args = ["reflog", "expire", "--expire=never", "--expire-unreachable=all", "--rewrite", ...logged];
  const expired = await git.output(args);
  return expired.ok ? ok(undefined) : expired;
}

async function stillThere(
  { git, layout }: PurgePlace,
  remotes: readonly NamedTip[],
): Promise<Outcome<readonly string[]>> {
  const refs = await listRefs(git, layout);
  if (!refs.ok) return refs;
  const now = new Map(refs.value.remotes.map(({ name, oid }) => [name, oid]));
  return ok(remotes.filter(({ name, oid }) => now.get(name) === oid).map(({ name }) => name));
}

/** Looks into every object there is, whatever reaches it. */
export async function countHolding(
  { git }: PurgePlace,
  holds: PurgeRules["holds"],
): Promise<Outcome<PurgeDone["left"]>> {
  const listed = await git.output(["cat-file", "--batch-all-objects", "--batch-check=%(objectname)"]);
  if (!listed.ok) return listed;
  const reader = openCatFile(git);
  let left = 0;
  try {
    for (const line of listed.value.toString("latin1").split("\n")) {
      const oid = parseOid(line);
      const object = oid === null ? ok(null) : await reader.read(oid);
      if (!object.ok) return object;
      if (object.value !== null && holds(object.value.bytes)) left += 1;
    }
  } finally {
    await reader.close();
  }
  return ok(left);
}

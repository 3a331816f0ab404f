/**
 * Undo: a whole night taken back by one commit, in which files that nobody touched since get the very bytes they had, and a correction of one
 * entry from what was asked to its commit.
 */

import { dayAt, type PagePath } from "../base/ids.js";
import { err, type Failure, type Outcome, ok } from "../base/result.js";
import { changedFiles, type RevertedFile, validateReversion } from "../history/revert.js";
import type { Memory } from "../memory/memory.js";
import { type CommitOptions, commit, type PatchAnswer } from "../write/commit/commit.js";
import { type Correction, validateCorrection } from "../write/entry/correct.js";
import type { PatchEnvelope } from "../write/patch.js";
import { type NightCommit, nightCommits } from "./night-history.js";

/** The last night, or what a person accepted of its proposal since, that nobody took back. Afterwards the memory is as if it had not been: the next run looks at its words again. */
export async function undoNight(
  memory: Memory,
  envelope: PatchEnvelope,
  options: CommitOptions,
): Promise<Outcome<PatchAnswer>> {
  const found = await nightCommits(memory);
  if (!found.ok) return found;
  const nights = found.value.filter(({ kind }) => kind !== "quiet");
  const [newest] = nights;
  const night = nights.filter(({ at, kind }) => at === newest?.at && kind === newest.kind);
  const [last] = night;
  if (last === undefined) {
    return err({
      code: "usage",
      says: "No night has committed anything that is not taken back already.",
      hint: "Look with: pagefile log",
    });
  }
  const files = await filesOf(memory, night);
  if (!files.ok) return files;
  const name = {
    name: last.oid.slice(0, 10),
    subject: `${last.kind === "accepted" ? "what was accepted on" : "the night of"} ${last.at}`,
  };
  const evidence = [...envelope.evidence, ...night.map(({ oid }) => `commit:${oid}`)];
  const content = { op: "undo", night: last.at, commits: night.map(({ oid }) => oid), ...envelope };
  const validate = validateReversion.bind(null, files.value, name, { ...envelope, evidence });
  return commit(memory, { validate: (ground) => validate(ground, "exact"), content, about: last.at }, options);
}

/** By path, from what the night's last commit left to what its first one found. */
async function filesOf(memory: Memory, night: readonly NightCommit[]): Promise<Outcome<readonly RevertedFile[]>> {
  const files = new Map<PagePath, RevertedFile>();
  for (const { oid, parent } of night) {
    const changed = await changedFiles(memory, oid, parent);
    if (!changed.ok) return changed;
    for (const file of changed.value) {
      const later = files.get(file.path);
      // Somebody's commit between two of the night's: what that one did is theirs.
      if (later !== undefined && later.to !== file.from) return err(interleaved(file.path));
      files.set(file.path, { ...file, from: later === undefined ? file.from : later.from });
    }
  }
  return ok([...files.values()].filter(({ from, to }) => from !== to));
}

function interleaved(path: PagePath): Failure {
  return {
    code: "version_conflict",
    reason: "VERSION_CONFLICT",
    says: `${path} was changed by somebody else between two commits of the night.`,
    hint: "Take the night's commits back one by one, the newest first: pagefile log, pagefile revert COMMIT",
  };
}

// CorrectEntry: a correction from what was asked to its commit, or to a refusal that says why.

export function correct(memory: Memory, asked: Correction, options: CommitOptions): Promise<Outcome<PatchAnswer>> {
  const content = { op: "correct", ...asked };
  return commit(
    memory,
    {
      validate: (ground) => validateCorrection(asked, ground, dayAt(memory.zone, ground.now)),
      content,
      about: asked.page,
    },
    options,
  );
}

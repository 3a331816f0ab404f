/** ReportFolder: where an evaluation's files are put: a folder the user names, never in a memory, never over somebody else's file. */

import { randomBytes } from "node:crypto";
import { existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { limits } from "../../../src/base/limits.js";
import { err, type Outcome, ok } from "../../../src/base/result.js";
import { compareText } from "../../../src/base/text.js";
import { configPath } from "../../../src/memory/service.js";
import { attempt } from "../../../src/state/fs-calls.js";
import { readLinked, writeOnce } from "../../../src/state/plain-file.js";

/** Every text that an evaluation writes holds `mark`; a file of one of the names that does not is not ours to replace. */
export interface ReportFolder {
  readonly dir: string;
  readonly mark: string;
}

/** Looked at before the work is done; changes nothing. */
export function checkReportFolder({ dir, mark }: ReportFolder, names: readonly string[]): Outcome<void> {
  const memory = memoryAround(dir);
  if (memory !== null) {
    const says = `The folder ${dir} lies in the memory ${memory}; a report is not memory and does not belong there.`;
    return err({ code: "usage", says, hint: "Name a folder outside of it, for example: --out ../report" });
  }
  const foreign = attempt(`look into ${dir}`, () => names.find((name) => isForeign(join(dir, name), mark)));
  if (!foreign.ok) return foreign;
  if (foreign.value === undefined) return ok(undefined);
  const says = `${join(dir, foreign.value)} is there already and was not written by an evaluation.`;
  return err({ code: "usage", says, hint: "Name another folder, or move that file away." });
}

/** Each file whole or as it was. Gives the paths. */
export function writeReport(
  folder: ReportFolder,
  files: readonly { readonly name: string; readonly text: string }[],
): Outcome<readonly string[]> {
  const names = files.map(({ name }) => name);
  const checked = checkReportFolder(folder, names);
  if (!checked.ok) return checked;
  return attempt(`write the report to ${folder.dir}`, () => {
    mkdirSync(folder.dir, { recursive: true });
    for (const { name, text } of files) replace(join(folder.dir, name), text);
    return names.map((name) => join(folder.dir, name));
  });
}

/** Session files (`.jsonl`) below a folder, in the order of their paths, each with its path from there. */
export function readSessions(dir: string): Outcome<readonly { readonly path: string; readonly text: string }[]> {
  return attempt(`read the transcripts in ${dir}`, () => {
    const paths = readdirSync(dir, { recursive: true, encoding: "utf8" }).map((path) => path.split("\\").join("/"));
    const sessions = paths.filter((path) => path.endsWith(".jsonl")).sort(compareText);
    return sessions.map((path) => ({
      path,
      text: readLinked(join(dir, path), limits.harnessTranscriptBytesMax).toString("utf8"),
    }));
  });
}

/** The nearest folder at or above that holds a memory; the folder itself need not be there yet. */
function memoryAround(dir: string): string | null {
  let at = dir;
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at);
  for (at = realpathSync(at); ; at = dirname(at)) {
    if (existsSync(join(at, configPath))) return at;
    if (dirname(at) === at) return null;
  }
}

function isForeign(path: string, mark: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return false;
  return !stat.isFile() || !readLinked(path, limits.harnessTranscriptBytesMax).toString("utf8").includes(mark);
}

function replace(path: string, text: string): void {
  const temp = `${path}.${randomBytes(6).toString("hex")}.tmp`;
  try {
    writeOnce(temp, text, 0o666);
    renameSync(temp, path);
  } finally {
    rmSync(temp, { force: true });
  }
}

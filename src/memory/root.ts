/** Root: where a memory lies, by the file that makes a folder one, and where its machine-local state is. Both are found without opening either. */

import { lstatSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { shortDigest } from "../base/digest.js";
import { err, type Outcome, ok } from "../base/result.js";
import type { GitLayout } from "../git/layout.js";
import { attempt } from "../state/fs-calls.js";

// WireRoot: where a memory lies, and where its machine-local state is: found without opening either.

/** The nearest folder at or above that holds `pagefile.yaml`. */
export function findRoot(folder: string): Outcome<string> {
  const start = attempt(`Opening ${folder}`, () => realpathSync(folder));
  for (let at = start.ok ? start.value : null; at !== null; at = dirname(at) === at ? null : dirname(at)) {
    // A link or a pipe of that name is one too: reading it says what is wrong.
    if (lstatSync(join(at, configPath), { throwIfNoEntry: false }) !== undefined) return ok(at);
  }
  return err({
    code: "not_a_repository",
    says: start.ok
      ? `There is no ${configPath} in ${folder} or above it, so this is not a memory repository.`
      : `The folder ${folder} does not exist or cannot be read.`,
    hint: "Make one here with: pagefile init, or name one with --repo DIR",
  });
}

/** Machine-local and never pushed; a root that is a subfolder has a place of its own in the same git dir. */
export function stateFolder(layout: GitLayout, gitDir: string = layout.gitDir): string {
  const base = join(gitDir, "pagefile");
  return layout.prefix === "" ? base : join(base, "roots", shortDigest(layout.prefix, 12));
}

// ConfigPath: the name of the file that makes a folder a memory.

export const configPath = "pagefile.yaml";

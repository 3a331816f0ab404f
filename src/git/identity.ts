/** Config: the git configuration the adapters act on, each value with whether the repository itself set it. */

import { join } from "node:path";
import { limits } from "../base/limits.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import { errnoOf } from "../state/fs-calls.js";
import { ioFailed } from "../state/fs-calls--failures.js";
import { readLinked } from "../state/plain-file.js";
import { userFiles } from "./identity--user-config.js";
import type { GitLayout } from "./layout.js";
import { parseConfigText } from "./layout--config-text.js";

export interface ConfigValue {
  /** null for a key without `=`, which git reads as true. */
  readonly text: string | null;
  /** Set by the repository and not by the user: such a value may never name a program to run. */
  readonly local: boolean;
}

/** By `section.Subsection.key` (section and key in lower case); the last value of a key wins. */
export type GitConfig = ReadonlyMap<string, ConfigValue>;

/**
 * Reads the user's and the repository's files without a git process. System configuration and includes are left out: this is
 * for machines without git, and for the few keys under core, extensions, user, author, committer and commit.
 */
export function readConfigFiles(layout: GitLayout, env: NodeJS.ProcessEnv): Outcome<GitConfig> {
  const config = new Map<string, ConfigValue>();
  for (const file of userFiles(env)) {
    const read = readInto(config, file, false);
    if (!read.ok) return read;
  }
  const shared = readInto(config, join(layout.commonDir, "config"), true);
  if (!shared.ok) return shared;
  if (configFlag(config, "extensions.worktreeconfig")) {
    const own = readInto(config, join(layout.gitDir, "config.worktree"), true);
    if (!own.ok) return own;
  }
  return ok(config);
}

/** The last value as text; null where the key is absent or has no value. */
export function configText(config: GitConfig, key: string): string | null {
  return config.get(key)?.text ?? null;
}

/** By git's rule for booleans; false where the key is absent. */
export function configFlag(config: GitConfig, key: string): boolean {
  const value = config.get(key);
  if (value === undefined) return false;
  if (value.text === null) return true;
  const text = value.text.toLowerCase();
  if (text === "true" || text === "yes" || text === "on") return true;
  return /^[+-]?\d+[kmg]?$/.test(text) && Number.parseInt(text, 10) !== 0;
}

function readInto(config: Map<string, ConfigValue>, file: string, local: boolean): Outcome<void> {
  let text: string;
  try {
    text = readLinked(file, limits.gitTextBytesMax).toString("utf8");
  } catch (error) {
    if (errnoOf(error) === "ENOENT" || errnoOf(error) === "ENOTDIR") return ok(undefined);
    // As git has it: a home that may not be read holds nothing of the user's; a repository's own file must be read.
    if (errnoOf(error) === "EACCES" && !local) return ok(undefined);
    return ioFailed(error, `Reading the git configuration ${file}`);
  }
  const lines = parseConfigText(text, file);
  if (!lines.ok) return lines;
  for (const { key, value } of lines.value) config.set(key, { text: value, local });
  return ok(undefined);
}

/** GitConfig: everything git itself would read, asked for once; and whether git trusts the repository's owner. */

import { lstatSync, statSync } from "node:fs";
import { join } from "node:path";
import { err, type Outcome, ok } from "../base/result.js";
import { attempt } from "../state/fs-calls.js";
import { type ConfigValue, type GitConfig, userFiles } from "./identity.js";
import type { GitLayout } from "./layout.js";
import type { Git } from "./process.js";

/** Gives the configuration, read again only when one of the files it usually comes from has changed. */
export function openGitConfig(
  layout: GitLayout,
  git: Git,
  env: NodeJS.ProcessEnv,
): () => Promise<Outcome<GitConfig>> {
  const files = [join(layout.commonDir, "config"), join(layout.gitDir, "config.worktree"), ...userFiles(env)];
  let known: { readonly stamp: string; readonly config: GitConfig } | null = null;
  return async () => {
    const stamp = files.map(stampOf).join(" ");
    if (known?.stamp === stamp && !stamp.includes("?")) return ok(known.config);
    const config = await readGitConfig(git);
    if (config.ok) known = { stamp, config: config.value };
    return config;
  };
}

/** `?` where nothing can be told, as in somebody else's folder: then git is asked each time. */
function stampOf(file: string): string {
  const looked = attempt(`look at ${file}`, () => statSync(file, { bigint: true, throwIfNoEntry: false }));
  if (!looked.ok) return "?";
  const stat = looked.value;
  return stat === undefined ? "-" : `${stat.ino}:${stat.size}:${stat.mtimeNs}`;
}

/** With system files and includes. What we set ourselves on the command line is left out. */
async function readGitConfig(git: Git): Promise<Outcome<GitConfig>> {
  const out = await git.output(["config", "--list", "-z", "--show-scope"]);
  if (!out.ok) return out;
  const config = new Map<string, ConfigValue>();
  const parts = out.value.toString("utf8").split("\0");
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const scope = parts[i]!;
    if (scope === "command") continue;
    const line = parts[i + 1]!;
    const end = line.indexOf("\n");
    const key = end < 0 ? line : line.slice(0, end);
    const text = end < 0 ? null : line.slice(end + 1);
    config.set(key, { text, local: scope !== "global" && scope !== "system" });
  }
  return ok(config);
}

/**
 * git refuses a repository that belongs to someone else, unless safe.directory names it. A repository that is all this
 * user's own passes without a process; for any other, git is asked.
 */
export async function checkOwner(layout: GitLayout, git: () => Outcome<Git>): Promise<Outcome<void>> {
  const user = process.geteuid?.();
  const places = [layout.top, join(layout.top, ".git"), layout.gitDir];
  if (user === undefined) return ok(undefined);
  const own = attempt("look at whose repository it is", () => places.every((at) => lstatSync(at).uid === user));
  if (!own.ok || own.value) return own.ok ? ok(undefined) : own;
  const asked = git();
  const ran = asked.ok ? await asked.value.run(["rev-parse", "--git-dir"], { discover: true }) : asked;
  if (!ran.ok) return ran;
  if (ran.value.code === 0) return ok(undefined);
  return err({
    code: "denied",
    reason: "dubious_ownership",
    says: `The repository at ${layout.top} belongs to another user, and git does not trust it.`,
    hint: `If you trust it, run \`git config --global --add safe.directory ${layout.top}\`.`,
  });
}

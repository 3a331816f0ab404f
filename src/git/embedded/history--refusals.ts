/** Refusals: what this engine does not serve, each found before anything is written and said with a way out. */

import { existsSync, readdirSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { limits } from "../../base/limits.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { errnoOf } from "../../state/fs-calls.js";
import { attempt, gitFailed } from "../../state/fs-calls--failures.js";
import { readLinked } from "../../state/plain-file.js";
import type { CommitPlan } from "../history--plan.js";
import { configFlag, configText, type GitConfig } from "../identity.js";
import type { GitLayout } from "../layout.js";
import { packedRefs } from "../refs/refs--packed-refs.js";
import { type AttributeFiles, conversionOf } from "./objects--attributes.js";

/** Hooks that may veto a commit, change its message or stop a ref from moving. */
const vetoes = ["pre-commit", "prepare-commit-msg", "commit-msg", "reference-transaction"];

/** Repositories that cannot even be read: refused when they are opened. */
export function refuseRepository(layout: GitLayout, config: GitConfig): Outcome<void> {
  if (layout.objectFormat !== "sha1") return unserved("a repository with sha256 object ids");
  if (layout.refStorage !== "files") return unserved("a repository that keeps its refs in a reftable");
  if (layout.linked) return unserved("a linked worktree");
  if (existsSync(join(layout.commonDir, "objects", "info", "alternates"))) {
    return unserved("a repository that borrows objects from another one (objects/info/alternates)");
  }
  const replaced = attempt("Looking for replaced objects", () => replaces(layout));
  if (!replaced.ok) return replaced;
  if (replaced.value) return unserved("replaced objects (refs/replace, info/grafts)");
  if (config.has("extensions.partialclone")) return unserved("a partial clone");
  return ok(undefined);
}

function replaces(layout: GitLayout): boolean {
  const { commonDir } = layout;
  const loose = join(commonDir, "refs", "replace");
  const anyLoose = existsSync(loose) && readdirSync(loose).length > 0;
  return anyLoose || packedRefs(layout).includes(" refs/replace/") || existsSync(join(commonDir, "info", "grafts"));
}

/** Settings and files under which git itself would do more for this commit than this engine does. */
export function refuseCommit(place: Place, plan: CommitPlan): Outcome<void> {
  const { layout, config } = place;
  if (configFlag(config, "commit.gpgsign")) return unserved("signed commits (commit.gpgsign)");
  const included = [...config.keys()].find((key) => /^include(?:if)?\./.test(key));
  if (included !== undefined) return unserved(`configuration that includes other files (${included})`);
  if (layout.sharedMode !== 0) return unserved("core.sharedRepository");
  const folder = hooksFolder(place);
  const hook = attempt("Looking for hooks", () => vetoes.find((name) => isActive(join(folder, name))));
  if (!hook.ok) return hook;
  if (hook.value !== undefined) return unserved(`the active hook ${hook.value} in ${folder}`);
  return refuseConversion(place, plan);
}

export interface Place {
  readonly layout: GitLayout;
  readonly config: GitConfig;
  readonly env: NodeJS.ProcessEnv;
}

function unserved(what: string): Outcome<never> {
  return gitFailed(
    `The embedded git engine does not serve ${what}.`,
    "Install git 2.38 or newer and put it on PATH: Pagefile then uses it.",
  );
}

function refuseConversion({ layout, config, env }: Place, plan: CommitPlan): Outcome<void> {
  const { top, commonDir, prefix } = layout;
  const files: AttributeFiles = { top, commonDir, personal: personalAttributes(config, env) };
  const folding = ["true", "input"].includes(configText(config, "core.autocrlf")?.toLowerCase() ?? "");
  for (const write of plan.writes) {
    for (const bytes of [write.head, write.index]) {
      if (bytes === null) continue;
      if (folding && bytes.includes(13)) return unserved(`core.autocrlf for ${write.path}, which has CRLF line ends`);
      const conversion = conversionOf(files, `${prefix}${write.path}`, bytes);
      if (!conversion.ok) return conversion;
      if (conversion.value !== null) return unserved(`the attribute ${conversion.value} of ${write.path}`);
    }
  }
  return ok(undefined);
}

function personalAttributes(config: GitConfig, env: NodeJS.ProcessEnv): string | null {
  const named = configText(config, "core.attributesfile");
  if (named !== null) return fromHome(named, env);
  const base = env.XDG_CONFIG_HOME || (env.HOME ? join(env.HOME, ".config") : null);
  return base === null ? null : join(base, "git", "attributes");
}

/** A relative core.hooksPath counts from the top of the work tree, where git runs its hooks. */
function hooksFolder({ layout, config, env }: Place): string {
  const named = configText(config, "core.hookspath");
  return named === null ? join(layout.commonDir, "hooks") : resolve(layout.top, fromHome(named, env));
}

function fromHome(path: string, env: NodeJS.ProcessEnv): string {
  return path.startsWith("~/") && env.HOME ? join(env.HOME, path.slice(2)) : path;
}

/** git ignores a hook that is not executable; Windows has no such bit and runs what starts with `#!`. */
function isActive(file: string): boolean {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (!stat?.isFile()) return false;
  if (process.platform !== "win32") return (stat.mode & 0o111) !== 0;
  try {
    return readLinked(file, limits.gitTextBytesMax).toString("latin1").startsWith("#!");
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return true;
  }
}

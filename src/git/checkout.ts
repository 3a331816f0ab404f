/**
 * Checkout: what git keeps beside the history, for both engines and without a network: where a branch is pushed to, and which files git was told not
 * to look at or to take.
 */

import { lstatSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { PagePath } from "../base/ids.js";
import { type Outcome, ok } from "../base/result.js";
import { compareText } from "../base/text.js";
import { attempt } from "../state/fs-calls.js";
import { appendTo, readOrNull } from "../state/plain-file.js";
import { configText, type GitConfig, readConfigFiles } from "./identity.js";
import { entryAt, type IndexFile, nameAt, readIndex } from "./index/view.js";
import { type GitLayout, pathBelow } from "./layout.js";
import { findGit, gitFor } from "./process.js";

// Checkout: the branch's remote, the index's own marks and what git ignores, for both engines and without a network.

export function openCheckout(layout: GitLayout, env: NodeJS.ProcessEnv) {
  return {
    /**
     * The ref that remembers where the remote stood when git last spoke with it, for a branch given as `refs/heads/main`:
     * `refs/remotes/origin/main`, whether it exists or not. null where the repository knows no remote for the branch.
     */
    remoteRef(branch: string): Outcome<string | null> {
      const config = readConfigFiles(layout, env);
      return config.ok ? ok(remoteRefOf(config.value, branch)) : config;
    },
    /** By path. Nothing is written, and a mark that the user set stays. */
    async blindMarks(): Promise<Outcome<readonly BlindMark[]>> {
      const index = readIndex(layout);
      if (!index.ok) return index;
      // Without git the engine serves no repository whose index only git can read.
      if (index.value === null && findGit(env) === null) return ok([]);
      const marks =
        index.value === null
          ? await (await import("./by-git.js")).marksByGit(layout, gitFor(layout, env))
          : ok(marksIn(index.value, layout.prefix));
      return marks.ok ? ok([...marks.value].sort((a, b) => compareText(a.path, b.path))) : marks;
    },
    /** Of these paths, those that `git add` would leave out: ignored, and in no index. */
    async ignored(paths: readonly PagePath[]): Promise<Outcome<ReadonlySet<PagePath>>> {
      if (paths.length === 0) return ok(new Set());
      if (findGit(env) !== null)
        return (await import("./by-git.js")).ignoredByGit(layout, gitFor(layout, env), paths);
      const { ignoredByFiles } = await import("./embedded/history.js");
      return ignoredByFiles(layout, paths);
    },
    /** Whether a plain file stands at this path below the top of git's work tree, which a memory may be a folder of; links are not followed. */
    holds: (path: PagePath): boolean => isPlainFile(layout.top, path.split("/")),
    /** Whether what is committed may get elsewhere. */
    hasRemote(): boolean {
      const config = readConfigFiles(layout, env);
      return config.ok && remotesIn(config.value).length > 0;
    },
    /** In this clone alone, and in all of its worktrees: git does not look at what the pattern, below the memory root, names. */
    leaveOut: (pattern: string): Outcome<void> =>
      attempt(`tell git to leave out ${pattern}`, () => {
        const file = join(layout.commonDir, "info", "exclude");
        const text = readOrNull(file) ?? "";
        const line = `/${layout.prefix}${pattern}`;
        if (text.split(/\r?\n/).includes(line)) return;
        mkdirSync(join(layout.commonDir, "info"), { recursive: true });
        appendTo(file, `${text === "" || text.endsWith("\n") ? "" : "\n"}${line}\n`, 0o644);
      }),
  };
}

function isPlainFile(folder: string, [name = "", ...rest]: readonly string[]): boolean {
  const at = join(folder, name);
  const looked = attempt(`look at ${at}`, () => lstatSync(at, { throwIfNoEntry: false }));
  if (!looked.ok || looked.value === undefined) return false;
  return rest.length === 0 ? looked.value.isFile() : looked.value.isDirectory() && isPlainFile(at, rest);
}

/** What the branch tracks; without that, the same branch of `origin`, or of the only remote there is. */
function remoteRefOf(config: GitConfig, branch: string): string | null {
  const name = branch.replace(/^refs\/heads\//, "");
  const tracked = configText(config, `branch.${name}.remote`);
  const merge = configText(config, `branch.${name}.merge`);
  if (tracked === ".") return merge;
  const remotes = remotesIn(config);
  const remote =
    tracked ?? (remotes.includes("origin") || remotes.length !== 1 ? "origin" : (remotes[0] ?? "origin"));
  if (!remotes.includes(remote)) return null;
  return `refs/remotes/${remote}/${merge?.replace(/^refs\/heads\//, "") ?? name}`;
}

function remotesIn(config: GitConfig): readonly string[] {
  const keys = [...config.keys()].filter((key) => key.startsWith("remote.") && key.endsWith(".url"));
  return keys.map((key) => key.slice("remote.".length, -".url".length));
}

function marksIn(index: IndexFile, prefix: string): readonly BlindMark[] {
  const marks: BlindMark[] = [];
  for (let at = 0; at < index.offsets.length - 1; at += 1) {
    const { skipWorktree, assumeUnchanged } = entryAt(index, at);
    if (!skipWorktree && !assumeUnchanged) continue;
    const path = pathBelow(prefix, nameAt(index, at).toString("utf8"));
    if (path !== null) marks.push({ path, mark: skipWorktree ? "skip-worktree" : "assume-unchanged" });
  }
  return marks;
}

/** A mark in git's index that makes `git status` and `git commit` pass over a file. */
export interface BlindMark {
  /** Below the memory root. */
  readonly path: PagePath;
  readonly mark: "skip-worktree" | "assume-unchanged";
}

export type Checkout = ReturnType<typeof openCheckout>;

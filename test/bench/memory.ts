/** Memory: a generated memory in a git repository of its own, committed and packed, for a bench to work on. */

import { execFileSync } from "node:child_process";
import { type GeneratedFile, writeMemory } from "../support/generate-memory.js";

type Git = (...args: readonly string[]) => void;

/** Makes it at `root`, a folder that is not there yet; gives git in that folder. */
export function packedMemory(root: string, files: readonly GeneratedFile[]): Git {
  const git: Git = (...args) => void execFileSync("git", args, { cwd: root, stdio: "pipe" });
  execFileSync("git", ["init", "--quiet", "--initial-branch=main", root]);
  git("config", "user.name", "Bench");
  git("config", "user.email", "bench@example.org");
  git("config", "gc.auto", "0");
  writeMemory(root, files);
  git("add", "-A");
  git("commit", "--quiet", "--message", "Begin");
  git("gc", "--quiet");
  return git;
}

/** WireCommit: opens the commit that git is making, and loads nothing that only other commands need. */

import { findLayout } from "../adapter/git/layout.js";
import { openCommitHost } from "../adapter/hooks/commit-host.js";
import type { Outcome } from "../base/failure.js";
import type { CommitHost } from "../port/hook-commit.js";
import { actorOf } from "./cli/principal.js";

/** git starts a hook in the work tree's top folder. */
export function wireCommitHost(cwd: string, env: NodeJS.ProcessEnv): Outcome<CommitHost> {
  const layout = findLayout(cwd);
  return layout.ok ? openCommitHost(layout.value, env, actorOf(env, "human")) : layout;
}

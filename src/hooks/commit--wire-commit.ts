/** WireCommit: opens the commit that git is making, and loads nothing that only other commands need. */

import type { Outcome } from "../base/result.js";
import { findLayout } from "../git/layout.js";
import { actorOf } from "../memory/labels--principal.js";
import { openCommitHost } from "./commit--commit-host.js";
import type { CommitHost } from "./commit--hook-commit.js";

/** git starts a hook in the work tree's top folder. */
export function wireCommitHost(cwd: string, env: NodeJS.ProcessEnv): Outcome<CommitHost> {
  const layout = findLayout(cwd);
  return layout.ok ? openCommitHost(layout.value, env, actorOf(env, "human")) : layout;
}

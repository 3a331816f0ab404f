/** WirePush: opens what the hooks around a push, and those behind a commit or a merge, need of a repository. */

import { join } from "node:path";
import { findLayout } from "../adapter/git/layout.js";
import { openAfterFiles } from "../adapter/hooks/after-host.js";
import { openPushHost } from "../adapter/hooks/push-host.js";
import type { Outcome } from "../base/failure.js";
import { ok } from "../base/result.js";
import type { AfterHost } from "../flow/hook/after.js";
import type { Workspace } from "../flow/workspace.js";
import type { PushHost } from "../port/push-host.js";
import { openWorkspace } from "./wire.js";

export function wirePushHost(cwd: string, env: NodeJS.ProcessEnv): Outcome<PushHost> {
  const layout = findLayout(cwd);
  return layout.ok ? openPushHost(layout.value, env) : layout;
}

export function wireAfterHost(cwd: string, env: NodeJS.ProcessEnv): Outcome<AfterHost> {
  const layout = findLayout(cwd);
  if (!layout.ok) return layout;
  const files = openAfterFiles(layout.value, env);
  if (!files.ok) return files;
  const open = (root: string): Promise<Outcome<Workspace>> =>
    openWorkspace({ cwd: join(layout.value.top, root), repos: [], env, now: null });
  return ok({ ...files.value, open });
}

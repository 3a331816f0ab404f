/** WirePush: opens what the hooks around a push, and those behind a commit or a merge, need of a repository. */

import { join } from "node:path";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import { findLayout } from "../git/layout.js";
import type { Workspace } from "../memory/workspace.js";
import { openWorkspace } from "../open.js";
import { openAfterFiles } from "./merge-driver--after-host.js";
import type { AfterHost } from "./message--after.js";
import { openPushHost } from "./push--push-host.js";
import type { PushHost } from "./push--push-hostx.js";

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

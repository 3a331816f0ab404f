/** WireHooks: opens what the hook commands need: the folder git takes hooks from, and the commit git is making. */

import { randomBytes } from "node:crypto";
import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { attempt } from "../adapter/fs-calls.js";
import { findLayout } from "../adapter/git/layout.js";
import { openHookFolder } from "../adapter/hooks/hook-folder.js";
import { openHookHost } from "../adapter/hooks/hook-host.js";
import type { Outcome } from "../base/failure.js";
import { ok } from "../base/result.js";
import type { HookTemplates } from "../flow/hook-block.js";
import type { HookFolder, HookHost } from "../port/hook-host.js";
import { packageRoot } from "./package.js";

export interface HookTools {
  readonly folder: HookFolder;
  readonly templates: HookTemplates;
  readonly nonce: string;
}

/** The node and the program that run now are the ones the hooks will call. */
export async function wireHooks(dir: string, env: NodeJS.ProcessEnv): Promise<Outcome<HookTools>> {
  const layout = findLayout(dir);
  if (!layout.ok) return layout;
  const folder = await openHookFolder(layout.value, env);
  if (!folder.ok) return folder;
  const source = join(packageRoot(), "hooks");
  const templates = attempt("read the hook templates", () => ({
    block: readFileSync(join(source, "block.sh"), "utf8"),
    chain: readFileSync(join(source, "chain.sh"), "utf8"),
    node: process.execPath,
    program: realpathSync(process.argv[1] ?? join(packageRoot(), "dist", "pagefile.js")),
  }));
  return templates.ok
    ? ok({ folder: folder.value, templates: templates.value, nonce: randomBytes(8).toString("hex") })
    : templates;
}

/** git starts a hook in the work tree's top folder. */
export function wireHookHost(cwd: string, env: NodeJS.ProcessEnv): Outcome<HookHost> {
  const layout = findLayout(cwd);
  return layout.ok ? openHookHost(layout.value, env) : layout;
}

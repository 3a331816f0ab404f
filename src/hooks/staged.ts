/** HookFiles: which files of a commit being made are pages, by the configuration of the memory they lie in. */

import type { Failure, Outcome } from "../base/result.js";
import { err, ok } from "../base/result--result.js";
import type { HookHost } from "../git/index/staged-diff--hook-host.js";
import { type Config, parseConfig } from "../memory/config.js";
import { isPageOf } from "../memory/included.js";
import { archiveIndexPath, isPageFile, profileOf, ruleFor } from "../memory/profile.js";
import { configPath } from "../memory/root--config-path.js";
import type { StagedPage } from "../write/guard/hand--page.js";

/** Pages only: no instruction files, no other documents, nothing outside a memory or outside the folders its profile reads. */
export async function stagedPages(
  host: Pick<HookHost, "staged" | "config">,
): Promise<Outcome<readonly StagedPage[]>> {
  const staged = await host.staged();
  if (!staged.ok) return staged;
  const configs = new Map<string, Config>();
  const pages: StagedPage[] = [];
  for (const file of staged.value) {
    if (!isPageFile(file.path) || file.mode === "160000") continue;
    const found = host.config(file.path);
    if (!found.ok) return found;
    if (found.value === null) continue;
    const { prefix, text } = found.value;
    const path = file.path.slice(prefix.length);
    const config = configs.get(prefix) ?? readConfig(prefix, text);
    if ("code" in config) return err(config);
    configs.set(prefix, config);
    if (isPageOf(config, path) && isWritable(config, path)) pages.push({ file, prefix, path, config });
  }
  return ok(pages);
}

export function isWritable({ profile }: Pick<Config, "profile">, path: string): boolean {
  return path !== archiveIndexPath && ruleFor(profileOf(profile), path).writable;
}

function readConfig(prefix: string, text: string): Config | Failure {
  const parsed = parseConfig(text);
  if (parsed.ok) return parsed.value.config;
  const { line, says, hint } = parsed.error;
  return { code: "refused", reason: "MALFORMED", says: `${prefix}${configPath}:${line}: ${says}`, hint };
}

/**
 * StagedFiles: which files of a commit being made are pages, which hold what a killed writer of ours left, and the names of the hooks that
 * Pagefile takes part in.
 */

import { err, type Outcome, ok } from "../base/result.js";
import { type Config, parseConfig } from "../memory/config.js";
import { isOwnPage } from "../memory/included.js";
import { isPageFile } from "../memory/profile.js";
import { configPath } from "../memory/service.js";
import type { Finding } from "../page/page.js";
import type { StagedPage } from "../write/guard/hand.js";
import type { CommitHost } from "./commit.js";

/** Pages only: no instruction files, no other documents, nothing outside a memory or outside the folders its profile reads. */
export async function stagedPages(
  host: Pick<CommitHost, "staged" | "config">,
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
    const known = configs.get(prefix);
    const read = known === undefined ? readConfig(prefix, text) : ok(known);
    if (!read.ok) return read;
    const config = read.value;
    configs.set(prefix, config);
    if (isOwnPage(path, config)) pages.push({ file, prefix, path, config });
  }
  return ok(pages);
}

function readConfig(prefix: string, text: string): Outcome<Config> {
  const parsed = parseConfig(text);
  if (parsed.ok) return ok(parsed.value.config);
  const { line, says, hint } = parsed.error;
  return err({ code: "refused", reason: "MALFORMED", says: `${prefix}${configPath}:${line}: ${says}`, hint });
}

/** Where the note's commit stands after all, HEAD holds the same text and nothing of it is staged. */
export async function unfinishedFindings(
  host: CommitHost,
  pages: readonly StagedPage[],
): Promise<Outcome<readonly Finding[]>> {
  const findings: Finding[] = [];
  for (const prefix of new Set(pages.map((page) => page.prefix))) {
    const left = await host.leftover(prefix);
    if (!left.ok) return left;
    for (const { path, is } of left.value) {
      const page = pages.find((each) => each.prefix === prefix && each.path === path);
      if (page === undefined || page.file.oid !== is) continue;
      const says =
        "A program was killed while it wrote this text, and no commit of its own holds it: it is not your edit.";
      const hint = "Put the file back with: pagefile flush; then stage it again.";
      findings.push({ code: "write_unfinished", severity: "error", path: page.file.path, line: 0, says, hint });
    }
  }
  return ok(findings);
}

// HookName: the git hooks Pagefile takes part in, and what it answers when one is asked whether it runs.

/** The hooks Pagefile takes part in, in the order git may call them. */
export const hookNames = [
  "pre-commit",
  "prepare-commit-msg",
  "commit-msg",
  "post-commit",
  "post-merge",
  "post-checkout",
  "post-rewrite",
  "pre-push",
] as const;
export type HookName = (typeof hookNames)[number];

/** Those that follow what git has done already: nothing can be refused any more, and nothing may fail. */
export type AfterName = Extract<HookName, `post-${string}`>;

export function isAfter(name: HookName): name is AfterName {
  return name.startsWith("post-");
}

/** What our program prints when it is asked whether it runs. */
export function canaryAnswer(name: string, nonce: string): string {
  return `pagefile ${name} canary ${nonce}`;
}

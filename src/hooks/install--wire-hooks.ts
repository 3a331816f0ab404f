/** WireHooks: opens what the hook commands need: the folder git takes hooks from, and the commit git is making. */

import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import { findLayout } from "../git/layout.js";
import { attempt } from "../state/fs-calls.js";
import { packageRoot } from "../state/package.js";
import { type HooksMade, type HookTools, hooksLooked, installHooks } from "./install.js";
import { openHookFolder } from "./install--hook-folder.js";
import { openMergeHost } from "./merge-driver--merge-host.js";
import type { HookTemplates } from "./merge-driver--template.js";
import { type HookName, hookNames, isAfter } from "./staged--name.js";

/** The node and the program that run now are the ones the hooks will call. */
export async function wireHooks(dir: string, env: NodeJS.ProcessEnv): Promise<Outcome<HookTools>> {
  const layout = findLayout(dir);
  if (!layout.ok) return layout;
  const folder = await openHookFolder(layout.value, env);
  if (!folder.ok) return folder;
  const merge = openMergeHost(layout.value, env);
  if (!merge.ok) return merge;
  const templates = attempt("read the hook templates", readTemplates);
  if (!templates.ok) return templates;
  const nonce = randomBytes(8).toString("hex");
  return ok({ folder: folder.value, merge: merge.value, templates: templates.value, nonce });
}

/** As a look at the files tells, without running them; `theirs` is a folder of the user's own, where nothing is written. */
export type HooksHere = "installed" | "partly" | "missing" | "theirs" | "no_git";

/** A clone brings no hooks, and nothing else says so until a commit by hand goes past them. */
export async function hooksHere(dir: string, env: NodeJS.ProcessEnv, engine: string): Promise<Outcome<HooksHere>> {
  if (engine !== "native") return ok("no_git");
  const tools = await wireHooks(dir, env);
  if (!tools.ok) return tools;
  const answer = await hooksLooked(tools.value);
  if (!answer.ok) return answer;
  const { hooks, ours } = answer.value;
  const there = hooks.filter(({ how, runs }) => how !== null && runs !== false).length;
  if (there === hooks.length) return ok("installed");
  if (!ours) return ok("theirs");
  return ok(hooks.every(({ how }) => how === null) ? "missing" : "partly");
}

function readTemplates(): HookTemplates {
  const source = join(packageRoot(), "hooks");
  const read = (file: string): string => readFileSync(join(source, file), "utf8");
  const run = read("run.sh");
  const blockOf = (name: HookName): string => {
    const part = (kind: "ahead" | "gate"): string => {
      const file = join(source, `${kind}-${name}.sh`);
      return existsSync(file) ? readFileSync(file, "utf8") : "";
    };
    const block = read(isAfter(name) ? "after.sh" : name === "pre-push" ? "push.sh" : "block.sh");
    return block
      .replace("@AHEAD@\n", () => part("ahead"))
      .replace("@GATE@\n", () => part("gate"))
      .replace("@RUN@\n", () => run);
  };
  return {
    blocks: Object.fromEntries(hookNames.map((name) => [name, blockOf(name)])),
    chain: read("chain.sh"),
    driver: read("driver.sh"),
    node: process.execPath,
    program: realpathSync(process.argv[1] ?? join(packageRoot(), "dist", "pagefile.cjs")),
  };
}

/** Only where nobody else looks after the hooks, and never on a build machine: what `pagefile init` may do unasked. */
export async function hooksForNew(dir: string, env: NodeJS.ProcessEnv): Promise<HooksMade> {
  const skipped = (says: string): HooksMade => ({ installed: false, says });
  if (env.PAGEFILE_HOOKS === "0") return skipped("PAGEFILE_HOOKS is 0");
  if (env.CI !== undefined && env.CI !== "" && env.CI !== "false")
    return skipped("CI is set: nobody commits by hand here");
  const tools = await wireHooks(dir, env);
  if (!tools.ok) return skipped(tools.error.says);
  const { folder } = tools.value;
  if (folder.configured) return skipped(`core.hooksPath leads to ${folder.path}, which another program looks after`);
  const answer = await installHooks(tools.value);
  if (!answer.ok) return skipped(answer.error.says);
  const silent = [...answer.value.hooks, answer.value.merge].find(({ runs }) => runs !== true);
  return silent === undefined ? { installed: true, says: "" } : skipped(`they do not answer: ${silent.says}`);
}

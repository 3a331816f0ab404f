/** Maintenance: git's own housekeeping at night, with nothing that the repository's configuration could start or throw away. */

import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import { openGitConfig } from "./config--git-config.js";
import { configText } from "./identity.js";
import type { GitLayout } from "./layout.js";
import { gitFor } from "./process.js";

interface Maintained {
  /** False where git was not asked; `says` tells why. Whether git found anything to do is its own affair. */
  readonly ran: boolean;
  readonly says: string;
}

/** git's own default. */
const looseObjectsMax = "6700";

/** Packs what has become many loose objects. A program named in the repository is a reason to leave it alone. */
export async function maintain(layout: GitLayout, env: NodeJS.ProcessEnv): Promise<Outcome<Maintained>> {
  const git = gitFor(layout, env);
  if (!git.ok) return git;
  const config = await openGitConfig(layout, git.value, env)();
  if (!config.ok) return config;
  // The one program that git starts while it collects garbage and that no setting of ours turns off.
  if (config.value.get("gc.recentobjectshook")?.local === true) {
    return ok({ ran: false, says: "the repository's configuration names a program for it (gc.recentObjectsHook)" });
  }
  const auto = configText(config.value, "gc.auto") ?? looseObjectsMax;
  if (!/^\d{1,9}$/.test(auto) || Number(auto) === 0) return ok({ ran: false, says: `gc.auto is ${auto}` });
  const settings = [
    `gc.auto=${auto}`,
    // Within the lease: nothing goes on when the night is over.
    "gc.autoDetach=false",
    "maintenance.autoDetach=false",
    // Objects of a commit that another process is making are young and have no name yet.
    "gc.pruneExpire=2.weeks.ago",
  ];
  const ran = await git.value.output(["maintenance", "run", "--auto", "--quiet", "--task=gc"], { config: settings });
  return ran.ok ? ok({ ran: true, says: "" }) : ran;
}

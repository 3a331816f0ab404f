/** WireSchedule: opens what nights need beside a memory: the lease, the ledger, the clocks of this place, and the system's timers. */

import { readFileSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { shortDigest } from "../base/digest.js";
import type { Instant } from "../base/ids.js";
import { type Outcome, ok } from "../base/result.js";
import { maintain } from "../git/checkout.js";
import { findLayout } from "../git/layout.js";
import { findGit } from "../git/process.js";
import { type DaemonTools, openWatcher } from "../night/clock/daemon.js";
import { openScheduler, openTimerHost } from "../night/clock/host.js";
import { nightsOf, openNights } from "../night/clock/nights.js";
import type { NightTools } from "../night/clock/run.js";
import type { ScheduleTools } from "../night/clock/schedule.js";
import { engineFor, openWorkspace } from "../open.js";
import { attempt } from "../state/fs-calls.js";
import { homeOf, packageRoot, systemClock } from "../state/machine.js";

export function wireNight(root: string, env: NodeJS.ProcessEnv, night: NightTools["night"]): Outcome<NightTools> {
  const layout = findLayout(root);
  if (!layout.ok) return layout;
  const keep: NightTools["maintain"] = async () =>
    engineFor(env) === "native" ? maintain(layout.value, env) : ok({ ran: false, says: "there is no git to do it" });
  return ok({ ...nightsOf(layout.value), night, maintain: keep });
}

interface DaemonPlace {
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  readonly now: Instant | null;
}

export function wireDaemon({ root, env, now }: DaemonPlace, night: NightTools["night"]): Outcome<DaemonTools> {
  const tools = wireNight(root, env, night);
  if (!tools.ok) return tools;
  return ok({
    ...tools.value,
    clock: systemClock(now),
    scheduler: openScheduler(),
    watcher: openWatcher(root),
    async open() {
      const opened = await openWorkspace({ cwd: root, repos: [root], env, now });
      return opened.ok ? ok({ memory: opened.value.primary, close: opened.value.close }) : opened;
    },
  });
}

/** The node and the program that run now are the ones a timer will call; of the environment it gets PATH alone. */
export function wireSchedule({ root, env, now }: DaemonPlace, name: string): Outcome<ScheduleTools> {
  const nights = openNights(root);
  if (!nights.ok) return nights;
  const source = join(packageRoot(), "cron");
  const files = ["pagefile.service", "pagefile.timer", "pagefile.plist", "crontab"] as const;
  const templates = attempt("read the templates of timers", () =>
    Object.fromEntries(files.map((file) => [file, readFileSync(join(source, file), "utf8")])),
  );
  if (!templates.ok) return templates;
  const home = homeOf(env);
  const config =
    env.XDG_CONFIG_HOME !== undefined && isAbsolute(env.XDG_CONFIG_HOME)
      ? env.XDG_CONFIG_HOME
      : join(home, ".config");
  const git = findGit(env);
  const folders = [...(git === null ? [] : [dirname(git)]), "/usr/local/bin", "/usr/bin", "/bin"];
  return ok({
    ...nights.value,
    clock: systemClock(now),
    host: openTimerHost(env),
    isMac: process.platform === "darwin",
    place: {
      node: process.execPath,
      program: realpathSync(process.argv[1] ?? join(packageRoot(), "dist", "pagefile.cjs")),
      path: [...new Set(folders)].join(":"),
      root,
      name,
      label: `pagefile-night-${shortDigest(root, 8)}`,
      home,
      config,
      uid: process.getuid?.() ?? 0,
      templates: templates.value as ScheduleTools["place"]["templates"],
    },
  });
}

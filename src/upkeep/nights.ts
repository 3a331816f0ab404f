/**
 * UpkeepNights: opens what nights, audits and purges need beside a memory: the lease, the ledger, the clocks of this place, the system's timers, and
 * the past.
 */

import { readFileSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { shortDigest } from "../base/digest.js";
import type { Instant } from "../base/ids.js";
import { type Outcome, ok } from "../base/result.js";
import { maintain } from "../git/checkout.js";
import { findLayout } from "../git/layout.js";
import { openObjectStore } from "../git/objects/object-store.js";
import { findGit } from "../git/process.js";
import { openPurge } from "../history/purge/finish.js";
import type { PurgeHost } from "../history/purge/repository.js";
import { type AuditHost, auditHost, openNativeAudit } from "../history/verify/attest.js";
import type { Workspace } from "../memory/workspace.js";
import type { AuditQuery } from "../night/audit/audit.js";
import { type DaemonTools, openWatcher } from "../night/clock/daemon.js";
import { nightsOf, openNights } from "../night/clock/lease.js";
import type { NightTools } from "../night/clock/run.js";
import type { ScheduleTools } from "../night/clock/schedule.js";
import { openScheduler, openTimerHost } from "../night/clock/scheduler.js";
import { engineFor, openWorkspace } from "../open.js";
import { attempt, gitFailed } from "../state/fs-calls.js";
import { homeOf, packageRoot, systemClock } from "../state/machine.js";
import { doctor, doctorIn, existingIndexCheck } from "./doctor.js";

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

// WireNight: what an audit asks of the machine and of the past, opened for as long as one is made.

interface AuditedPlace {
  /** Of a memory that is open already. */
  readonly root: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** null for the machine's clock. */
  readonly now: Instant | null;
  /** A night believes the index: to make every page anew costs more than all else that a night does. */
  readonly pages: "rebuilt" | "as_indexed";
  /** Opened again where absent. */
  readonly workspace?: Workspace;
}

export async function withAuditQuery<T>(
  { root, cwd, env, now, pages, workspace }: AuditedPlace,
  use: (query: AuditQuery) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const checked = await (workspace === undefined
    ? doctor({ now, cwd, repos: [root], env, pages })
    : doctorIn(workspace, { env, pages }));
  if (!checked.ok) return checked;
  const host = await wireAudit(root, env);
  if (!host.ok) return host;
  try {
    const canary = pages === "rebuilt" ? {} : { canary: existingIndexCheck };
    return await use({ doctor: checked.value.checks, host: host.value, ...canary });
  } finally {
    await host.value.close();
  }
}

// WireAudit: opens the history of a memory for an audit, through the engine that serves this machine.

/** `root` is the root of a memory that is open already: what an engine refuses was refused then. */
export async function wireAudit(root: string, env: NodeJS.ProcessEnv): Promise<Outcome<AuditHost>> {
  const layout = findLayout(root);
  if (!layout.ok) return layout;
  if (engineFor(env) === "native") return openNativeAudit(layout.value, env);
  const { openObjects } = await import("../git/embedded/objects.js");
  const objects = openObjects(layout.value.commonDir);
  const close = async (): Promise<void> => {};
  return ok(
    auditHost(
      openObjectStore(layout.value, {
        read: (oid) => objects.read(oid),
        close,
      }),
      close,
    ),
  );
}

// WirePurge: opens the history of a memory to be rewritten, which takes the user's git.

export function wirePurge(root: string, env: NodeJS.ProcessEnv): Outcome<PurgeHost> {
  const layout = findLayout(root);
  if (!layout.ok) return layout;
  if (engineFor(env) === "native") return openPurge(layout.value, { env });
  return gitFailed(
    "A purge repacks the repository and prunes its objects, which only the git program does; the embedded engine is in use.",
    "Install git 2.38 or later, or unset PAGEFILE_GIT; then run the purge again.",
  );
}

/** DaemonLoop: nights at their hour and edits as they come, one thing after the other, until it is stopped or its lease is lost. */

import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { viewOf, worker } from "./daemon.js";
import type { DaemonAnswer, DaemonAsked, DaemonTools, Watch } from "./daemon--daemon-answers.js";
import { nextNight, printHour } from "./run--calendar-hour.js";

/** So long may a missed night wait: after sleep, a change of clocks, or a failure. */
const lookMs = 60_000;

/** Fails with `locked` where another process looks after nights here, or takes that over; else ends when it is stopped. */
export async function daemon(tools: DaemonTools, asked: DaemonAsked): Promise<Outcome<DaemonAnswer>> {
  const read = viewOf(tools);
  if (!read.ok) return read;
  const at = tools.clock.now();
  const lease = await tools.leases.take({ purpose: "daemon", at, above: read.value.token });
  if (!lease.ok) return lease;
  try {
    const hour = asked.hour ?? read.value.hour;
    if (read.value.since === null || hour !== read.value.hour) {
      const kept = tools.ledger.append({ kind: "hour", at, hour, timer: "daemon", on: true });
      if (!kept.ok) return kept;
    }
    return await keepWatch(tools, { ...asked, lease: lease.value, hour });
  } finally {
    lease.value.release();
  }
}

async function keepWatch(tools: DaemonTools, watch: Watch): Promise<Outcome<DaemonAnswer>> {
  const { lease, stop, tell } = watch;
  const work = worker(tools, watch);
  const over = new Promise<void>((end) => {
    stop.onAsk(end);
    lease.onLost(end);
    work.onLost(end);
  });
  const first = await work.look();
  if (!first.ok) return first;
  const watching = await tools.watcher.watch({
    changed: () => work.queue("edit"),
    failed: (says) => tell({ kind: "blind", says }),
  });
  if (!watching.ok) return watching;
  const stops = [
    await tools.scheduler.daily(watch.hour, () => work.queue("night")),
    tools.scheduler.every(lookMs, () => work.queue("night")),
  ];
  const { former, token } = lease;
  const next = nextNight(tools.clock.now(), watch.hour, tools.zone);
  tell({ kind: "started", token, hour: printHour(watch.hour), next, former });
  work.queue("night");
  if (stop.asked() === null) await over;
  for (const end of stops) end();
  await watching.value.close();
  await work.idle();
  const held = lease.check();
  if (!held.ok && stop.asked() === null) {
    await work.note(held.error);
    return held;
  }
  return ok({ token, hour: printHour(watch.hour), ...work.done(), ended: stop.asked() ?? "its lease" });
}

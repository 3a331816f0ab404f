/** SchedulerCron: what comes back in this process: nights by node-cron, which is loaded only here, and a plain timer beside it. */

import type { Scheduler } from "./scheduler-process--scheduler.js";

export function openScheduler(): Scheduler {
  return {
    async daily(minute, fire) {
      const { schedule } = await import("node-cron");
      const task = schedule(`${minute % 60} ${Math.floor(minute / 60)} * * *`, fire, { suppressMissedWarning: true });
      return () => void task.destroy();
    },
    every(ms, fire) {
      const timer = setInterval(fire, ms);
      return () => clearInterval(timer);
    },
  };
}

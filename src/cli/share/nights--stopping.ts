/** Stopping: signals that ask this process to end, kept as a wish so that what is under way can come to a good end. */

import type { Stop } from "../../night/clock/run.js";

const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

/** The second signal ends the process at once. `close` leaves signals to others again. */
export function stopOnSignals(): Stop & { readonly close: () => void } {
  let asked: string | null = null;
  const heard: (() => void)[] = [];
  const onSignal = (signal: NodeJS.Signals): void => {
    if (asked !== null) process.exit(signal === "SIGINT" ? 130 : 143);
    asked = signal;
    for (const then of heard.splice(0)) then();
  };
  for (const signal of signals) process.on(signal, onSignal);
  return {
    asked: () => asked,
    onAsk(then) {
      if (asked === null) heard.push(then);
      else then();
    },
    close() {
      for (const signal of signals) process.removeListener(signal, onSignal);
    },
  };
}

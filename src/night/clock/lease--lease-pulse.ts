/** LeasePulse: how the holder of a lease shows that it moves: the machine's own running time, written again and again. */

import { closeSync, constants, writeSync } from "node:fs";
import type { Outcome } from "../../base/result.js";
import { attempt } from "../../state/fs-calls.js";
import { openPlain } from "../../state/plain-file.js";

export interface Pulse {
  readonly onLost: (lost: () => void) => void;
  readonly stop: () => void;
}

/** Milliseconds that all processes of one start of a machine count alike, whatever happens to the clock on the wall. */
export function beatNow(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}

export function parseBeat(text: string | null): number | null {
  return text !== null && /^\d{20}\n$/.test(text) ? Number(text) : null;
}

/** The first beat is there when it returns. Each one is written over the last, of one length: nobody reads half of it. */
export function startPulse(file: string, beatMs: number, check: () => Outcome<void>): Pulse {
  const fd = openPlain(file, constants.O_WRONLY | constants.O_CREAT);
  const heard: (() => void)[] = [];
  const beat = (): void => {
    writeSync(fd, `${String(beatNow()).padStart(20, "0")}\n`, 0);
  };
  beat();
  const timer = setInterval(() => {
    // A disk that is full for a while is no reason to give up; whoever takes over then has the higher token.
    attempt("keep the lease", beat);
    if (check().ok) return;
    clearInterval(timer);
    for (const lost of heard.splice(0)) lost();
  }, beatMs);
  timer.unref();
  return {
    onLost: (lost) => heard.push(lost),
    stop() {
      clearInterval(timer);
      closeSync(fd);
    },
  };
}

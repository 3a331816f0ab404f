/** Report: what a torture run found, as one JSON document for a program. */

import { availableParallelism } from "node:os";
import type { Suffered } from "./torment.js";

export interface Report extends Suffered {
  readonly name: string;
  /** As asked for; the rows tell how many there were when time ran out. */
  readonly rounds: number;
  readonly seconds: number;
}

/** Nothing in it names the machine or its user. */
export function reportJson(seed: number, reports: readonly Report[]): string {
  const machine = { cores: availableParallelism(), node: process.version, platform: process.platform };
  const torments = reports.map((report) => ({ ...report, seconds: Math.round(report.seconds * 10) / 10 }));
  const broken = reports.reduce((sum, report) => sum + report.broken.length, 0);
  return `${JSON.stringify({ seed, machine, broken, torments }, null, 2)}\n`;
}

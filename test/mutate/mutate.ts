/** Mutate: mutants of some files, judged by some tests, from text to verdicts. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { instrument, type Mutant } from "./instrument.js";
import { bundleProgram } from "./program.js";
import { type Supervised, supervise } from "./supervise.js";
import type { Verdict } from "./sweep.js";

export interface Order {
  /** Paths below the root. */
  readonly sources: readonly string[];
  readonly tests: readonly string[];
  readonly seed: number;
  /** Runs of a property at most. */
  readonly runs: number;
  /** Mutants between two looks at the tests with nothing changed. */
  readonly stretch: number;
}

export interface Judged extends Mutant, Verdict {}

export interface Outcome extends Omit<Supervised, "verdicts"> {
  readonly judged: readonly Judged[];
}

/** The work folder lies below `node_modules`, so that the program finds the packages it imports. */
export async function mutate(root: string, order: Order, say: (line: string) => void): Promise<Outcome> {
  const cache = join(realpathSync(join(root, "node_modules")), ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "pagefile-mutants-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  process.once("exit", remove);
  try {
    const instrumented = await instrument(root, order.sources);
    const { mutants } = instrumented;
    await bundleProgram(root, folder, order.tests, instrumented);
    const { seed, runs, stretch } = order;
    const task = { mutants, seed, runs, stretch };
    const { verdicts, ...rest } = await supervise(join(import.meta.dirname, "child.js"), folder, task, say);
    return { ...rest, judged: mutants.flatMap((mutant, i) => ({ ...mutant, ...(verdicts[i] as Verdict) })) };
  } finally {
    remove();
    process.off("exit", remove);
  }
}

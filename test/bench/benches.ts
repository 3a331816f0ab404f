/** Benches: every benchmark by name; a new one is a file beside this one and a line in the list. */

import type { Bench } from "./bench.js";
import { commit } from "./commit.js";
import { engine } from "./engine.js";
import { flush } from "./flush.js";
import { harness } from "./harness.js";
import { hook } from "./hook.js";
import { kernel } from "./kernel.js";
import { memoryToolBench } from "./memory-tool.js";
import { nights } from "./nights.js";
import { open } from "./open.js";
import { real } from "./real.js";
import { recall } from "./recall.js";
import { startup } from "./startup.js";

export const benches: readonly Bench[] = [
  commit,
  engine,
  flush,
  harness,
  hook,
  kernel,
  memoryToolBench,
  nights,
  open,
  real,
  recall,
  startup,
];

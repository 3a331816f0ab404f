/** Catalog: every command as data, in the order of the help; nothing here runs anything. */

import { boundaryCommands } from "./catalog-boundary.js";
import { harnessCommands } from "./catalog-harness.js";
import { historyCommands } from "./catalog-history.js";
import { hookCommands } from "./catalog-hooks.js";
import { mcpCommands } from "./catalog-mcp.js";
import { mergeCommands } from "./catalog-merge.js";
import { plumbingCommands } from "./catalog-plumbing.js";
import { readCommands } from "./catalog-read.js";
import { recallCommands } from "./catalog-recall.js";
import { startCommands } from "./catalog-start.js";
import { upkeepCommands } from "./catalog-upkeep.js";
import { writeCommands } from "./catalog-write.js";
import type { CommandSpec, OptionSpec } from "./command.js";

/** Accepted before and after the command. */
export const globalOptions: readonly OptionSpec[] = [
  { flags: "--repo <dir>", says: "the memory to open (repeat to stack); else found upward", repeats: true },
  { flags: "--json", says: "print one JSON document and nothing else" },
  { flags: "-q, --quiet", says: "leave out confirmations and receipts" },
  { flags: "--no-color", says: "no colors (NO_COLOR works too)" },
  { flags: "--now <iso>", says: "take this instant for now (PAGEFILE_NOW works too)" },
];

export const catalog: readonly CommandSpec[] = [
  ...startCommands,
  ...harnessCommands,
  ...readCommands,
  ...recallCommands,
  ...writeCommands,
  ...boundaryCommands,
  ...historyCommands,
  ...mergeCommands,
  ...upkeepCommands,
  ...hookCommands,
  ...mcpCommands,
  ...plumbingCommands,
];

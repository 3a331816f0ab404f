/** Catalog: every command as data, in the order of the help; nothing here runs anything. */

import { historyCommands } from "./catalog/history.js";
import { readCommands } from "./catalog/read.js";
import { recallCommands } from "./catalog/read--catalog-recall.js";
import { boundaryCommands } from "./catalog/session.js";
import { harnessCommands } from "./catalog/session--catalog-harness.js";
import { mcpCommands } from "./catalog/session--catalog-mcp.js";
import { startCommands } from "./catalog/start.js";
import { hookCommands } from "./catalog/start--catalog-hooks.js";
import { plumbingCommands } from "./catalog/start--catalog-plumbing.js";
import { writeCommands } from "./catalog/write.js";
import { mergeCommands } from "./catalog/write--catalog-merge.js";
import { upkeepCommands } from "./catalog/write--catalog-upkeep.js";
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

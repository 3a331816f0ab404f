/** Catalog, upkeep: what looks after a memory while nobody works with it. */

import { grounds } from "./catalog-write.js";
import type { CommandSpec } from "./command.js";

export const upkeepCommands: readonly CommandSpec[] = [
  {
    name: "audit",
    group: "Health",
    says: "report what a harness would cut, and all else that is wrong with the memory; mends nothing, exit 1 on findings",
    args: [],
    options: [{ flags: "--markdown", says: "print a report in Markdown" }],
    examples: ["pagefile audit", "pagefile audit --markdown", "pagefile audit --json"],
    load: () => import("./commands/audit.js"),
  },
  {
    name: "nightly",
    group: "Health",
    says: "curate, trim, archive and clear what the days left, each as a commit of its own",
    args: [],
    options: [
      { flags: "--dry-run", says: "print the plan and write nothing" },
      { flags: "--detached", says: "commit even though HEAD is on no branch" },
    ],
    examples: ["pagefile nightly --dry-run", "pagefile nightly"],
    load: () => import("./commands/nightly.js"),
  },
  {
    name: "undo",
    group: "History",
    says: "take the last night back",
    args: [["<what>", "night"]],
    options: grounds,
    examples: ["pagefile undo night"],
    load: () => import("./commands/undo.js"),
  },
];

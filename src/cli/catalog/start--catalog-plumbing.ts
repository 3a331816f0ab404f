/** Catalog, plumbing: what git calls, not people. */

import type { CommandSpec } from "../command.js";

export const plumbingCommands: readonly CommandSpec[] = [
  {
    name: "merge-driver",
    group: "History and undo",
    says: "merge three versions of one page for git, entry by entry",
    args: [
      ["<base>", "file with the common version: git's %O"],
      ["<ours>", "file with our version, which takes the result: %A"],
      ["<theirs>", "file with their version: %B"],
      ["<path>", "the page's path, for messages: %P"],
    ],
    options: [],
    examples: ['git config merge.pagefile.driver "pagefile merge-driver %O %A %B %P"'],
    hidden: true,
    load: () => import("../commands/hooks--merge-driver.js"),
  },
];

/** Catalog, hooks: the commands that join plain `git commit` to the memory's rules. */

import type { CommandSpec } from "../command.js";

export const hookCommands: readonly CommandSpec[] = [
  {
    name: "hooks",
    group: "Set up",
    says: "check hand edits at git commit, merge pages entry by entry: install, uninstall or prove",
    args: [["<action>", "install, uninstall or status"]],
    options: [],
    examples: ["pagefile hooks install", "pagefile hooks status", "pagefile hooks uninstall"],
    load: () => import("../commands/hooks.js"),
  },
  {
    name: "hook",
    group: "Health",
    says: "what an installed git hook calls",
    args: [
      ["<name>", "the hook's name, as git calls it"],
      ["[words...]", "the words git gives the hook"],
    ],
    options: [],
    examples: ["pagefile hook pre-commit", "pagefile hook commit-msg .git/COMMIT_EDITMSG"],
    hidden: true,
    load: () => import("../commands/hook.js"),
  },
];

/** Catalog of beginnings: the commands that make a memory, that join plain `git commit` to its rules, and that git or a shell calls, as data. */

import { profileNames } from "../../memory/profile.js";
import { scopes } from "../../page/page.js";
import type { CommandSpec } from "../command.js";

// Catalog, start: the commands that make a memory and show around in it.

export const startCommands: readonly CommandSpec[] = [
  {
    name: "init",
    group: "Every day",
    says: "make a folder a memory; touches nothing that exists",
    args: [["[dir]", "the folder; here when left out"]],
    options: [
      { flags: "--profile <profile>", says: "whose files the memory holds", choices: profileNames },
      { flags: "--name <name>", says: "what people call the memory; the folder's name otherwise" },
      { flags: "--scope <scope>", says: "scope of pages that name none", choices: scopes },
      { flags: "--no-hooks", says: "leave git's hooks and its merge drivers alone" },
    ],
    examples: [
      "pagefile init my-memory --profile claude-code",
      "pagefile init ~/.openclaw/workspace --profile openclaw",
    ],
    load: () => import("../commands/start.js").then((group) => ({ run: group.runInit })),
  },
  {
    name: "adopt",
    group: "Set up",
    says: "commit plain Markdown files as pages, byte-true",
    args: [["[paths...]", "these get a frontmatter; otherwise every page git does not know yet, as it is"]],
    options: [
      { flags: "--dry-run", says: "say what would be adopted and change nothing" },
      { flags: "--detached", says: "commit even though HEAD is on no branch" },
    ],
    examples: ["pagefile adopt --dry-run", "pagefile adopt memory/travel.md"],
    load: () => import("../commands/start.js").then((group) => ({ run: group.runAdopt })),
  },
  {
    name: "demo",
    group: "Set up",
    says: "make a sample memory and show what Pagefile does with it",
    args: [],
    options: [],
    examples: ["pagefile demo"],
    load: () => import("../commands/start.js").then((group) => ({ run: group.runDemo })),
  },
  {
    name: "completion",
    group: "Set up",
    says: "print a completion script for a shell",
    args: [["<shell>", "bash, zsh or fish"]],
    options: [],
    examples: [
      "source <(pagefile completion bash)",
      "pagefile completion zsh > ~/.zfunc/_pagefile",
      "pagefile completion fish > ~/.config/fish/completions/pagefile.fish",
    ],
    load: () => import("../commands/completion.js").then((group) => ({ run: group.runCompletion })),
  },
  {
    name: "__complete",
    group: "Set up",
    says: "page ids, one a line, for a completion script",
    args: [],
    options: [],
    examples: ["pagefile __complete"],
    hidden: true,
    load: () => import("../commands/show.js").then((group) => ({ run: group.runComplete })),
  },
];

// Catalog, hooks: the commands that join plain `git commit` to the memory's rules.

export const hookCommands: readonly CommandSpec[] = [
  {
    name: "hooks",
    group: "Set up",
    says: "check hand edits at git commit, merge pages entry by entry: install, uninstall or prove",
    args: [["<action>", "install, uninstall or status"]],
    options: [],
    examples: ["pagefile hooks install", "pagefile hooks status", "pagefile hooks uninstall"],
    load: () => import("../commands/hooks.js").then((group) => ({ run: group.runHooks })),
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

// Catalog, plumbing: what git calls, not people.

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
    load: () => import("../commands/hooks.js").then((group) => ({ run: group.runMergeDriver })),
  },
];

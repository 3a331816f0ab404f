/** Catalog, start: the commands that make a memory and show around in it. */

import { profileNames } from "../../memory/profile.js";
import { scopes } from "../../page/page--page.js";
import type { CommandSpec } from "../command.js";

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
    load: () => import("../commands/start--init.js"),
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
    load: () => import("../commands/start--adopt.js"),
  },
  {
    name: "demo",
    group: "Set up",
    says: "make a sample memory and show what Pagefile does with it",
    args: [],
    options: [],
    examples: ["pagefile demo"],
    load: () => import("../commands/start.js"),
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
    load: () => import("../commands/start--completion.js"),
  },
  {
    name: "__complete",
    group: "Set up",
    says: "page ids, one a line, for a completion script",
    args: [],
    options: [],
    examples: ["pagefile __complete"],
    hidden: true,
    load: () => import("../commands/start--complete.js"),
  },
];

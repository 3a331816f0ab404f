/** Catalog, harness: what joins the harnesses of agents to a memory. */

import type { CommandSpec } from "../command.js";

export const harnessCommands: readonly CommandSpec[] = [
  {
    name: "setup",
    group: "Every day",
    says: "join an agent's harness to the memory of the project it works in, or leave it again",
    args: [["<harness>", "claude-code, codex or pi"]],
    options: [
      { flags: "--dry-run", says: "show the files and what each would hold; write nothing" },
      { flags: "--remove", says: "take it out again; every file is what it was before, to the byte" },
    ],
    examples: ["pagefile setup claude-code --dry-run", "pagefile setup pi", "pagefile setup codex --remove"],
    load: () => import("../commands/setup.js"),
  },
  {
    name: "harness",
    group: "Health",
    says: "what the hooks of an agent's harness call: an event on standard input, its answer on standard output",
    args: [
      ["<name>", "the harness: claude-code or codex"],
      ["<event>", "the event, as the harness spells it"],
    ],
    options: [
      { flags: "--pid <number>", says: "the process the session lives in: $PPID in a hook's command" },
      { flags: "--plugin", says: "called by the plugin: silent where setup has written the same hook" },
    ],
    examples: ["pagefile harness claude-code SessionStart --pid $PPID < event.json"],
    hidden: true,
    load: () => import("../commands/agents.js"),
  },
];

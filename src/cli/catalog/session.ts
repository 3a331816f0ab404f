/** Catalog of sessions: the commands that stage and commit at boundaries, that join the harnesses of agents, and that serve MCP, as data. */

import { boundaries } from "../../git/history.js";
import { lifecycleEvents } from "../../session/lifecycle.js";
import type { CommandSpec, OptionSpec } from "../command.js";

// Catalog, boundary: the commands that stage patches, commit them at a boundary, and show what became of them.

const epoch: OptionSpec = {
  flags: "--epoch <n[:length[:digest]]>",
  says: "the transcript it speaks of: compactions so far, its length, its digest",
};

export const boundaryCommands: readonly CommandSpec[] = [
  {
    name: "stage",
    group: "Prompts and sessions",
    writes: true,
    says: "make a patch safe on disk, to be committed at the next boundary",
    args: [],
    options: [
      { flags: "--patch <file>", says: "the patch as JSON; - reads standard input", required: true },
      { flags: "--pid <number>", says: "the process its session lives in; what session start was told otherwise" },
      epoch,
    ],
    examples: [`echo '{"op":"append","page":"travel-mornings","value":"Night trains."}' | pagefile stage --patch -`],
    load: () => import("../commands/session.js").then((group) => ({ run: group.runStage })),
  },
  {
    name: "flush",
    group: "Prompts and sessions",
    writes: true,
    says: "commit what was staged, as one commit; refuse what may not be",
    args: [],
    options: [
      { flags: "--boundary <name>", says: "why now; manual otherwise", choices: boundaries },
      {
        flags: "--event <name>",
        says: "what happens to the session, instead of a boundary",
        choices: lifecycleEvents,
      },
      { flags: "--session <id>", says: "only what this session staged or its folder holds; it crosses the boundary" },
      epoch,
      { flags: "--detached", says: "commit even though HEAD is on no branch" },
    ],
    examples: ["pagefile flush --boundary compaction", "pagefile flush --event sigterm --session 7f3a --epoch 2"],
    load: () => import("../commands/session.js").then((group) => ({ run: group.runFlush })),
  },
  {
    name: "session",
    group: "Prompts and sessions",
    writes: true,
    says: "make a session known, after what dead ones left is recovered; list them; drop what one keeps to itself",
    args: [
      ["<action>", "start, list or drop"],
      ["[id]", "the id of the session to start, or whose own pages to drop"],
    ],
    options: [
      { flags: "--pid <number>", says: "the process it lives in: when that is dead, what it staged is recovered" },
      { flags: "--detached", says: "recover even though HEAD is on no branch" },
      {
        flags: "--force",
        says: "drop a session that lives, or has words that no commit holds: the journal keeps those",
      },
    ],
    examples: ["pagefile session start 7f3a --pid $PPID", "pagefile session list", "pagefile session drop 7f3a"],
    load: () => import("../commands/session.js").then((group) => ({ run: group.runSession })),
  },
  {
    name: "journal",
    group: "Prompts and sessions",
    says: "what waits to be committed, and what was refused and why; retry tries a refused patch again",
    args: [
      ["[retry]", "the word retry: try again what was refused"],
      ["[id]", "the refusal to try again, as journal --rejected shows it"],
    ],
    options: [
      { flags: "--rejected", says: "only what was refused" },
      { flags: "--detached", says: "with retry: commit even though HEAD is on no branch" },
    ],
    examples: ["pagefile journal --rejected", "pagefile journal retry 3f9a2c"],
    load: () => import("../commands/session.js").then((group) => ({ run: group.runJournal })),
  },
];

// Catalog, harness: what joins the harnesses of agents to a memory.

export const harnessCommands: readonly CommandSpec[] = [
  {
    name: "setup",
    group: "Every day",
    says: "join an agent's harness to the memory of the project it works in, made where it has none, or leave it again",
    args: [["<harness>", "claude-code, codex or pi"]],
    options: [
      { flags: "--dry-run", says: "show the files and what each would hold; write nothing" },
      {
        flags: "--scope <scope>",
        says: "whose settings are changed: user, for all of your sessions, or project, for those in this folder's project",
        choices: ["user", "project"],
        fallback: "user",
      },
      { flags: "--personal", says: "give the project a memory outside of its tree, also where that holds one" },
      { flags: "--remove", says: "take it out again; every file is what it was before, to the byte; memories stay" },
    ],
    examples: ["pagefile setup claude-code --dry-run", "pagefile setup pi", "pagefile setup codex --remove"],
    load: () => import("../commands/setup.js").then((group) => ({ run: group.runSetup })),
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
    load: () => import("../commands/harness.js").then((group) => ({ run: group.runHarness })),
  },
];

// Catalog, MCP: the command that offers the memory to any client of the Model Context Protocol.

export const mcpCommands: readonly CommandSpec[] = [
  {
    name: "mcp",
    group: "Set up",
    says: "serve the memory to agents over MCP on standard input and output: tools, pages, prompts",
    args: [],
    options: [{ flags: "--session <id>", says: "the session of calls that name none" }],
    examples: [
      "pagefile mcp",
      "pagefile mcp --repo ~/memory",
      "claude mcp add pagefile -- pagefile mcp --repo ~/memory",
    ],
    load: () => import("../commands/setup.js").then((group) => ({ run: group.runMcp })),
  },
];

/**
 * Catalog of sessions: the commands that stage and commit at boundaries, that join the harnesses of agents, and that serve MCP, as data; and those
 * that make a memory and join plain `git commit` to it.
 */

import { boundaries } from "../../git/history.js";
import { profileNames } from "../../memory/profile.js";
import { scopes } from "../../page/page.js";
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
    says: "what waits to be committed, and what was refused and why; retry tries a refused patch again, settle lets it rest",
    args: [
      ["[action]", "retry: try again what was refused; settle: it waits for nobody any more, and stays readable"],
      ["[id]", "the refusal that is meant, as journal --rejected shows it"],
    ],
    options: [
      { flags: "--rejected", says: "only what was refused" },
      { flags: "--because <why>", says: "with settle: why nobody waits for it" },
      { flags: "--detached", says: "with retry: commit even though HEAD is on no branch" },
    ],
    examples: ["pagefile journal --rejected", "pagefile journal retry 3f9a2c", "pagefile journal settle 3f9a2c"],
    load: () => import("../commands/session.js").then((group) => ({ run: group.runJournal })),
  },
];

// Catalog, harness: what joins the harnesses of agents to a memory.

export const harnessCommands: readonly CommandSpec[] = [
  {
    name: "setup",
    group: "Every day",
    says: "join an agent's harness to the memory of the project it works in, made where it has none, or leave it again",
    args: [["<harness>", "claude-code, codex, pi or openclaw"]],
    options: [
      { flags: "--dry-run", says: "show the files and what each would hold; write nothing" },
      {
        flags: "--scope <scope>",
        says: "whose settings are changed: user, for all of your sessions, or project, for those in this folder's project",
        choices: ["user", "project"],
        fallback: "user",
      },
      { flags: "--personal", says: "give the project a memory outside of its tree, also where that holds one" },
      {
        flags: "--ask",
        says: "let Claude Code ask you before the agent types remember, recall or show; else they are allowed",
      },
      {
        flags: "--kernel",
        says: "pi and openclaw: let old results and inputs of tools go out as stubs where that is cheaper; setup without it turns it off",
      },
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
    load: () => import("../commands/hooks.js"),
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

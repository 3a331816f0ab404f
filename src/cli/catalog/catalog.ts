/**
 * Catalog: every command as data, in the order of the help; nothing here runs anything. The commands that are asked for most lie in `read.ts` and
 * `write.ts`, because a command line reads no other description than that of its own command.
 */

import { boundaries } from "../../git/history.js";
import { profileNames } from "../../memory/profile.js";
import { scopes } from "../../page/page.js";
import { lifecycleEvents } from "../../session/lifecycle.js";
import { faultKinds } from "../../write/fault.js";
import type { CommandSpec, OptionSpec } from "../command.js";
import { grounds } from "../execute.js";
import { readCommands } from "./read.js";
import { writeCommands } from "./write.js";

const epoch: OptionSpec = {
  flags: "--epoch <n[:length[:digest]]>",
  says: "the transcript it speaks of: compactions so far, its length, its digest",
};

const boundaryCommands: readonly CommandSpec[] = [
  {
    name: "stage",
    group: "Prompts and sessions",
    writes: true,
    says: "make a patch safe on disk, to be committed at the next boundary",
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

const harnessCommands: readonly CommandSpec[] = [
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
      { flags: "--join <memory>", says: "go on here with one of your memories, as setup and doctor name it" },
      {
        flags: "--ask",
        says: "claude-code and codex: let it ask you before the agent types remember, recall or show; else they are allowed",
      },
      {
        flags: "--kernel",
        says: "pi and openclaw: let old results and inputs of tools go out as stubs where that is cheaper; setup without it turns it off",
      },
      {
        flags: "--remove",
        says: "take it out again; every file is what it was before, to the byte; memories and git hooks stay",
      },
    ],
    examples: ["pagefile setup claude-code --dry-run", "pagefile setup pi", "pagefile setup codex --remove"],
    load: () => import("../commands/setup.js").then((group) => ({ run: group.runSetup })),
  },
  {
    name: "harness",
    group: "Health",
    says: "what the hooks of an agent's harness call: an event on standard input, its answer on standard output",
    args: [
      ["<name>", "the harness: claude-code or codex; program for one of your own"],
      [
        "<event>",
        "the event, as the harness spells it; of a program: begin, prompt, called, answered, compacting, end",
      ],
    ],
    options: [
      { flags: "--pid <number>", says: "the process the session lives in: $PPID in a hook's command" },
      { flags: "--plugin", says: "called by the plugin: silent where setup has written the same hook" },
    ],
    examples: [
      "pagefile harness claude-code SessionStart --pid $PPID < event.json",
      `echo '{"session":"s-1","text":"From now on book refundable fares."}' | pagefile harness program prompt`,
    ],
    hidden: true,
    load: () => import("../commands/harness.js").then((group) => ({ run: group.runHarness })),
  },
];

const mcpCommands: readonly CommandSpec[] = [
  {
    name: "mcp",
    group: "Set up",
    says: "serve the memory to agents over MCP on standard input and output: tools, pages, prompts",
    options: [{ flags: "--session <id>", says: "the session of calls that name none" }],
    examples: [
      "pagefile mcp",
      "pagefile mcp --repo ~/memory",
      "claude mcp add pagefile -- pagefile mcp --repo ~/memory",
    ],
    load: () => import("../commands/setup.js").then((group) => ({ run: group.runMcp })),
  },
];

const startCommands: readonly CommandSpec[] = [
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
    examples: ["pagefile demo"],
    load: () => import("../commands/start.js").then((group) => ({ run: group.runDemo })),
  },
  {
    name: "completion",
    group: "Set up",
    says: "print a completion script for a shell",
    args: [["<shell>", "bash, zsh or fish"]],
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
    examples: ["pagefile __complete"],
    hidden: true,
    load: () => import("../commands/assemble.js").then((group) => ({ run: group.runComplete })),
  },
];

const hookCommands: readonly CommandSpec[] = [
  {
    name: "hooks",
    group: "Set up",
    says: "check hand edits at git commit, merge pages entry by entry: install, uninstall or status",
    args: [["<action>", "install, uninstall or status"]],
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
    examples: ["pagefile hook pre-commit", "pagefile hook commit-msg .git/COMMIT_EDITMSG"],
    hidden: true,
    load: () => import("../commands/hooks.js"),
  },
];

const plumbingCommands: readonly CommandSpec[] = [
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
    examples: ['git config merge.pagefile.driver "pagefile merge-driver %O %A %B %P"'],
    hidden: true,
    load: () => import("../commands/hooks.js").then((group) => ({ run: group.runMergeDriver })),
  },
];

const historyCommands: readonly CommandSpec[] = [
  {
    name: "log",
    group: "Look",
    says: "the commits of the memory, each with its reason and grounds",
    args: [["[page]", "only commits that touch this page"]],
    options: [
      { flags: "--limit <n>", says: "at most this many", fallback: "20" },
      { flags: "--trailers", says: "print every trailer of each commit" },
      { flags: "--session <id>", says: "the commits of what this session keeps to itself" },
    ],
    examples: ["pagefile log --limit 5", "pagefile log travel-mornings --trailers"],
    load: () => import("../commands/history.js").then((group) => ({ run: group.runLog })),
  },
  {
    name: "diff",
    group: "Look",
    says: "what changed, in pages only",
    args: [["[page]", "only this page"]],
    options: [
      { flags: "--from <revision>", says: "the older side; HEAD otherwise" },
      { flags: "--to <revision>", says: "the newer side; the files on disk otherwise" },
      { flags: "--session <id>", says: "what this session keeps to itself; HEAD is its own then" },
    ],
    examples: ["pagefile diff", "pagefile diff travel-mornings --from HEAD~1 --to HEAD"],
    load: () => import("../commands/history.js").then((group) => ({ run: group.runDiff })),
  },
  {
    name: "blame",
    group: "Look",
    says: "which commit brought each entry of a page, and why",
    args: [["<page>", "id of the page"]],
    options: [{ flags: "--session <id>", says: "look among this session's own pages, too" }],
    examples: ["pagefile blame travel-mornings"],
    load: () => import("../commands/history.js").then((group) => ({ run: group.runBlame })),
  },
  {
    name: "revert",
    group: "History and undo",
    writes: true,
    says: "take a commit back with a new one",
    args: [["<revision>", "the commit: an id, HEAD, HEAD~2"]],
    options: grounds,
    examples: ["pagefile revert HEAD"],
    load: () => import("../commands/history.js").then((group) => ({ run: group.runRevert })),
  },
  {
    name: "purge",
    group: "History and undo",
    says: "take a secret or a poison out of pages, journal and history; a dry run without --yes",
    options: [
      { flags: "--entry <digest>", says: "one entry, in every version of every page" },
      { flags: "--commit <revision>", says: "all that a commit brought, and what rests on it" },
      { flags: "--source <id>", says: "all that names this evidence, and what rests on that" },
      { flags: "--match-secret", says: "everything that is found as a secret" },
      { flags: "--page <id>", says: "a page, in every version" },
      { flags: "--yes", says: "do it: history is rewritten and cannot be brought back" },
      { flags: "--resume", says: "finish a purge that was interrupted, or waited for a push" },
    ],
    examples: ["pagefile purge --match-secret", "pagefile purge --source url:https://example.org/page --yes"],
    load: () => import("../commands/history.js").then((group) => ({ run: group.runPurge })),
  },
  {
    name: "trace",
    group: "Prompts and sessions",
    says: "the decisions and boundaries that were recorded, or one of them explained",
    args: [["[id]", "id of a trace, as assemble or turn printed it"]],
    options: [{ flags: "--session <id>", says: "only what this session was part of" }],
    examples: ["pagefile trace", "pagefile trace 4f1c09a2b3d4", "pagefile trace --session 7f3a"],
    load: () => import("../commands/trace.js").then((group) => ({ run: group.runTrace })),
  },
  {
    name: "replay",
    group: "Prompts and sessions",
    says: "decide again what was recorded, and name the first difference; or run workload files",
    args: [["[what...]", "id of a trace; or files: workloads, sessions that Claude Code or pi recorded"]],
    options: [
      { flags: "--session <id>", says: "every recorded turn of this session" },
      {
        flags: "--policy <name>",
        says: "run files under this policy (repeat for several); all otherwise",
        repeats: true,
      },
      {
        flags: "--budget <tokens>",
        says: "run files at this budget (repeat for several); 300 otherwise",
        repeats: true,
      },
      { flags: "--schema", says: "print the shape of a workload file as JSON Schema" },
    ],
    examples: [
      "pagefile replay 4f1c09a2b3d4",
      "pagefile replay --session 7f3a",
      "pagefile replay workload.json session.jsonl --policy pagefile --policy lru --budget 300",
    ],
    load: () => import("../commands/trace.js").then((group) => ({ run: group.runReplay })),
  },
  {
    name: "cost",
    group: "Health",
    says: "what recorded sessions of Claude Code, Codex or pi read from a cache and wrote to it, why, and what that cost",
    args: [["<sessions...>", "files that the harness recorded, or folders of them"]],
    options: [
      { flags: "--svg <file>", says: "draw a picture of it" },
      { flags: "--prices <file>", says: "your own prices, over the list prices" },
      { flags: "--as <model>", says: "price every call as this model's" },
    ],
    examples: [
      "pagefile cost ~/.claude/projects/desk/7f3a.jsonl",
      "pagefile cost ~/.claude/projects/desk --svg cost.svg",
      "pagefile cost session.jsonl --as claude-opus-5.5 --json",
    ],
    load: () => import("../commands/trace.js").then((group) => ({ run: group.runCost })),
  },
  {
    name: "faults",
    group: "Health",
    says: "what went wrong and was recorded, the newest first",
    options: [
      { flags: "--kind <kind>", says: "only this kind", choices: faultKinds },
      { flags: "--page <page>", says: "only those of this page" },
      { flags: "--session <id>", says: "only those of this session" },
      { flags: "--since <time>", says: "only from this day or instant on" },
      { flags: "--until <time>", says: "only up to this instant" },
      { flags: "--limit <n>", says: "show at most this many", fallback: "50" },
      { flags: "--count", says: "only how many of each kind" },
      { flags: "--metrics", says: "counters and gauges in the text format of Prometheus" },
    ],
    examples: [
      "pagefile faults --since 2026-11-20",
      "pagefile faults --session 7f3a --count",
      "pagefile faults --metrics",
    ],
    load: () => import("../commands/trace.js").then((group) => ({ run: group.runFaults })),
  },
  {
    name: "verify",
    group: "Health",
    says: "prove that the derived index is what a rebuild gives, or that the history is what it says",
    options: [
      { flags: "--history", says: "judge every commit since the last attested one instead" },
      { flags: "--since <revision>", says: "with --history: begin behind this commit instead" },
      { flags: "--attest", says: "with --history: the next run begins here, if nothing was found" },
      { flags: "--accept", says: "with --attest: also if something was, because you have looked at it" },
    ],
    examples: ["pagefile verify", "pagefile verify --history", "pagefile verify --history --attest"],
    load: () => import("../commands/history.js").then((group) => ({ run: group.runVerify })),
  },
  {
    name: "index",
    group: "Health",
    says: "the index behind recall: in what state it is, make it anew, or embed what has no vector yet; no page is touched",
    args: [["<action>", "status, rebuild or embed"]],
    examples: ["pagefile index status", "pagefile index rebuild", "pagefile index embed"],
    load: () => import("../commands/recall.js").then((group) => ({ run: group.runIndexFiles })),
  },
  {
    name: "doctor",
    group: "Health",
    says: "check this machine: node, git, identity, the memory here",
    examples: ["pagefile doctor"],
    load: () => import("../commands/setup.js").then((group) => ({ run: group.runDoctor })),
  },
];

const reportOptions: readonly OptionSpec[] = [
  { flags: "--markdown", says: "print a report in Markdown" },
  { flags: "--all", says: "every finding, however many screens they fill" },
];

const upkeepCommands: readonly CommandSpec[] = [
  {
    name: "audit",
    group: "Keep it small and true",
    says: "report what a harness would cut, and all else that is wrong with the memory; mends nothing, exit 1 on errors",
    options: [...reportOptions, { flags: "--last", says: "print what the last night's audit found" }],
    examples: ["pagefile audit", "pagefile audit --markdown", "pagefile audit --last --json"],
    load: () => import("../commands/night.js").then((group) => ({ run: group.runAudit })),
  },
  {
    name: "consistency",
    group: "Keep it small and true",
    says: "hold the files against each other: what two that a harness knows by name say differently, what stands twice, and what drifted from its log; exit 1 on errors",
    options: [...reportOptions, { flags: "--last", says: "print what the last week's comparison found" }],
    examples: ["pagefile consistency", "pagefile consistency --last --markdown"],
    load: () => import("../commands/night.js").then((group) => ({ run: group.runConsistency })),
  },
  {
    name: "nightly",
    group: "Every day",
    says: "audit, then take in, curate, trim, archive and clear what the days left, each as a commit of its own",
    options: [
      { flags: "--dry-run", says: "print the plan and write nothing" },
      { flags: "--force", says: "run another night although this one had its run" },
      { flags: "--due", says: "for timers: do nothing unless a night is due" },
      { flags: "--at <hh:mm>", says: "the local hour at which a night begins; else the one that was set, or 03:00" },
      { flags: "--detached", says: "commit even though HEAD is on no branch" },
    ],
    examples: ["pagefile nightly --dry-run", "pagefile nightly"],
    load: () => import("../commands/night.js").then((group) => ({ run: group.runNightly })),
  },
  {
    name: "night",
    group: "Health",
    says: "what the last night did and what it asks you about: entries that may leave a page, statements of the logs that may be kept",
    args: [
      ["[answer]", "accept or reject; without one nothing is changed"],
      ["[numbers...]", "the numbers meant, or all; those that are shown otherwise"],
    ],
    options: grounds,
    examples: ["pagefile night", "pagefile night accept 1 3", "pagefile night reject 2", "pagefile night reject all"],
    load: () => import("../commands/night.js").then((group) => ({ run: group.runNight })),
  },
  {
    name: "quiet-time",
    group: "Keep it small and true",
    says: "in a pause of the day: promote what today's log and the buffer hold, trim observations, clear nothing",
    options: [
      { flags: "--dry-run", says: "print the plan and write nothing" },
      { flags: "--detached", says: "commit even though HEAD is on no branch" },
    ],
    examples: ["pagefile quiet-time --dry-run", "pagefile quiet-time"],
    load: () => import("../commands/night.js").then((group) => ({ run: group.runQuietTime })),
  },
  {
    name: "checkpoint",
    group: "Prompts and sessions",
    writes: true,
    says: "save what a session holds at this fill of its context: the buffer at 60 %, commits at 75 %, everything at 80 %",
    args: [["[text]", "what is not written down yet, as Markdown; - reads standard input"]],
    options: [
      { flags: "--usage <share>", says: "how full the context is: 0.62, or 62%", required: true },
      ...grounds,
    ],
    examples: [
      "pagefile checkpoint --usage 0.62",
      'pagefile checkpoint --usage 81% --session 7f3a "The offsite is in Porto. [decision]"',
    ],
    load: () => import("../commands/session.js").then((group) => ({ run: group.runCheckpoint })),
  },
  {
    name: "daemon",
    group: "Keep it small and true",
    says: "run nights at their hour and follow hand edits, until it is stopped; one a repository",
    options: [
      { flags: "--at <hh:mm>", says: "the local hour at which a night begins; else the one that was set, or 03:00" },
      { flags: "--detached", says: "commit even though HEAD is on no branch" },
    ],
    examples: ["pagefile daemon", "pagefile daemon --at 03:30"],
    load: () => import("../commands/clock.js").then((group) => ({ run: group.runDaemon })),
  },
  {
    name: "schedule",
    group: "Set up",
    says: "have the system run nights: put a timer in, take it out, or see what is there",
    args: [["<what>", "install, uninstall or status"]],
    options: [
      { flags: "--systemd", says: "a user timer of systemd" },
      { flags: "--launchd", says: "a launch agent of macOS" },
      { flags: "--crontab", says: "a line in the user's crontab" },
      { flags: "--at <hh:mm>", says: "the local hour at which a night begins; else the one that was set, or 03:00" },
      { flags: "--dry-run", says: "print what would be written and run, and do nothing" },
    ],
    examples: ["pagefile schedule install --at 03:30", "pagefile schedule status", "pagefile schedule uninstall"],
    load: () => import("../commands/clock.js").then((group) => ({ run: group.runSchedule })),
  },
  {
    name: "undo",
    group: "History and undo",
    says: "take the last night back",
    args: [["<what>", "night"]],
    options: grounds,
    examples: ["pagefile undo night"],
    load: () => import("../commands/history.js").then((group) => ({ run: group.runUndo })),
  },
];

export const catalog: readonly CommandSpec[] = [
  ...startCommands,
  ...harnessCommands,
  ...readCommands,
  ...writeCommands,
  ...boundaryCommands,
  ...historyCommands,
  ...upkeepCommands,
  ...hookCommands,
  ...mcpCommands,
  ...plumbingCommands,
];

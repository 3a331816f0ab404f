/** Catalog of writing: the commands that make a patch, that look after a memory, and that settle what two versions left open, as data. */

import { origins, pageTypes, pins, scopes } from "../../page/page.js";
import type { CommandSpec, OptionSpec } from "../command.js";

// Catalog, write: the commands that make a patch; each becomes one commit or is refused with a reason.

/** Who writes, from where and on what grounds: they become trailers of the commit. */
export const grounds: readonly OptionSpec[] = [
  {
    flags: "--actor <who>",
    says: "who writes: human, or agent:<name>; PAGEFILE_ACTOR=agent:… cannot be raised",
    fallback: "human",
  },
  { flags: "--origin <origin>", says: "where the words come from", choices: origins, fallback: "user" },
  { flags: "--session <id>", says: "the session this happens in" },
  {
    flags: "--evidence <reference>",
    says: "what it rests on, looked up first: session:7f3a#L120, file:, commit:, page:, url: … (repeat for several)",
    repeats: true,
  },
  { flags: "--detached", says: "commit even though HEAD is on no branch" },
];

const page = ["<page>", "id of the page"] as const;
const entryNamed = ["[entry]", "its number, words that stand in it alone, or its digest"] as const;
const because: OptionSpec = { flags: "--because <reason>", says: "why; it becomes a trailer of the commit" };

export const writeCommands: readonly CommandSpec[] = [
  {
    name: "new",
    group: "Change a page",
    writes: true,
    says: "a new page of a type",
    args: [],
    options: [
      { flags: "--type <type>", says: "what kind of page", choices: pageTypes, required: true },
      { flags: "--title <title>", says: "its title, at most 120 characters", required: true },
      { flags: "--id <id>", says: "its id; made from the title otherwise" },
      { flags: "--scope <scope>", says: "who it is for; what pagefile.yaml says otherwise", choices: scopes },
      { flags: "--pin <pin>", says: "whether assembly may leave it out", choices: pins },
      { flags: "--tag <tag>", says: "a tag (repeat for several)", repeats: true },
      { flags: "--field <key=value>", says: "a field of its type (repeat for several)", repeats: true },
      { flags: "--body <text>", says: "its text; - reads standard input" },
      ...grounds,
    ],
    examples: [
      'pagefile new --type preference --title "Aisle seats" --field subject=seats --field prefers=aisle',
      "pagefile new --type decision --title Trains --field decision=trains --field because=calmer --body - < why.md",
    ],
    load: () => import("../commands/write.js").then((group) => ({ run: group.runNew })),
  },
  {
    name: "remember",
    group: "Every day",
    writes: true,
    says: "keep what is said, without a page, a type or a field: it goes where it belongs",
    args: [["<text...>", "one statement, in any words; - reads standard input"]],
    options: grounds,
    examples: ['pagefile remember "We deploy on Tuesdays, never on a Friday."'],
    load: () => import("../commands/inbox.js").then((group) => ({ run: group.runRemember })),
  },
  {
    name: "inbox",
    group: "Every day",
    says: "what people said that no page holds yet; keep, edit or settle it",
    args: [
      ["[answer]", "list, show, keep, edit or settle; list when left out"],
      ["[id]", "the statement, by the first characters of its id; keep without one keeps all"],
      ["[words...]", "for edit: the words that take its place"],
    ],
    options: [{ flags: "--all", says: "what was kept, settled and expired too" }, because, ...grounds],
    examples: [
      "pagefile inbox",
      "pagefile inbox keep",
      "pagefile inbox settle 3fa1c2 --because done",
      'pagefile inbox edit 3fa1c2 "The port is 9090."',
    ],
    load: () => import("../commands/inbox.js").then((group) => ({ run: group.runInbox })),
  },
  {
    name: "append",
    group: "Every day",
    writes: true,
    says: "add entries to the end of a page",
    args: [page, ["<text>", "Markdown, a bare sentence becomes a bullet; - reads standard input"]],
    options: grounds,
    examples: [
      'pagefile append travel-mornings "Trains under 4 h are fine. [human]"',
      "pagefile append memory#people - < notes.md",
    ],
    load: () => import("../commands/write.js").then((group) => ({ run: group.runAppend })),
  },
  {
    name: "set",
    group: "Change a page",
    writes: true,
    says: "change one key, only if the page is still at the version named",
    args: [
      page,
      ["<key>", "a key of the frontmatter: title, pin, fields.prefers"],
      ["<value>", "[a, b], {a: 1}, true, 12; text otherwise"],
    ],
    options: [
      { flags: "--base <version>", says: "the version (or blob id) the change was made on", required: true },
      { flags: "--string", says: "take the value as text, whatever it looks like" },
      ...grounds,
    ],
    examples: [
      "pagefile set travel-mornings fields.prefers trains --base 3",
      "pagefile set travel-mornings tags '[human, travel]' --base 3",
    ],
    load: () => import("../commands/change.js").then((group) => ({ run: group.runSet })),
  },
  {
    name: "merge",
    group: "Change a page",
    writes: true,
    says: "add the fields, tags and entries that are not there yet",
    args: [page],
    options: [
      {
        flags: "--patch <file>",
        says: 'JSON: {"fields": {…}, "tags": […], "entries": […]}; - reads standard input',
        required: true,
      },
      ...grounds,
    ],
    examples: [
      "pagefile merge travel-mornings --patch more.json",
      `echo '{"entries": ["- Window on night trains."]}' | pagefile merge travel-mornings --patch -`,
    ],
    load: () => import("../commands/write.js").then((group) => ({ run: group.runMerge })),
  },
  {
    name: "edit",
    group: "Every day",
    says: "a page in your editor; what you leave is checked and committed as yours",
    args: [["<page>", "id of the page, or the path of its file"]],
    options: [
      { flags: "--session <id>", says: "look among this session's own pages, too" },
      { flags: "--detached", says: "commit even though HEAD is on no branch" },
    ],
    examples: ["pagefile edit memory", "EDITOR='code --wait' pagefile edit travel-mornings"],
    load: () => import("../commands/change.js").then((group) => ({ run: group.runEdit })),
  },
  {
    name: "done",
    group: "Change a page",
    writes: true,
    says: "an entry is done with: to the archive; without an entry, list them with their numbers",
    args: [page, entryNamed],
    options: [because, ...grounds],
    examples: ["pagefile done memory", "pagefile done memory 4", 'pagefile done memory#open "book the hall"'],
    load: () => import("../commands/change.js").then((group) => ({ run: group.runDone })),
  },
  {
    name: "mv",
    group: "Change a page",
    writes: true,
    says: "an entry from one page to another",
    args: [page, entryNamed],
    options: [{ flags: "--to <page>", says: "the page, or file#section, that it goes to" }, because, ...grounds],
    examples: ["pagefile mv 2026-11-20 3 --to memory#people"],
    load: () => import("../commands/change.js").then((group) => ({ run: group.runMv })),
  },
  {
    name: "rm",
    group: "Change a page",
    writes: true,
    says: "take an entry out of a page; git keeps it, and pagefile revert brings it back",
    args: [page, entryNamed],
    options: [because, ...grounds],
    examples: ['pagefile rm memory "old phone number" --because "It was given back."'],
    load: () => import("../commands/change.js").then((group) => ({ run: group.runRm })),
  },
  {
    name: "archive",
    group: "Change a page",
    writes: true,
    says: "move a page to the cold tier: kept, committed, out of prompts",
    args: [page],
    options: grounds,
    examples: ["pagefile archive old-plan"],
    load: () => import("../commands/change.js").then((group) => ({ run: group.runArchive })),
  },
  {
    name: "approve",
    group: "Change a page",
    writes: true,
    says: "let text from outside stand in prompts; a person's decision",
    args: [["<what>", "a refused patch (see journal --rejected), a page, or page#entry"]],
    options: [
      { flags: "--actor <who>", says: "who decides; an agent may not", fallback: "human" },
      { flags: "--session <id>", says: "look among this session's own pages, too" },
      { flags: "--detached", says: "commit even though HEAD is on no branch" },
    ],
    examples: ["pagefile approve 51d0c2a7f3e9", "pagefile approve travel-mornings"],
    load: () => import("../commands/write.js").then((group) => ({ run: group.runApprove })),
  },
  {
    name: "restore",
    group: "Change a page",
    writes: true,
    says: "bring an archived page back",
    args: [page],
    options: grounds,
    examples: ["pagefile restore old-plan"],
    load: () => import("../commands/change.js").then((group) => ({ run: group.runRestore })),
  },
];

// Catalog, upkeep: what looks after a memory while nobody works with it.

export const upkeepCommands: readonly CommandSpec[] = [
  {
    name: "audit",
    group: "Keep it small and true",
    says: "report what a harness would cut, and all else that is wrong with the memory; mends nothing, exit 1 on errors",
    args: [],
    options: [
      { flags: "--markdown", says: "print a report in Markdown" },
      { flags: "--all", says: "every finding, however many screens they fill" },
      { flags: "--last", says: "print what the last night's audit found" },
    ],
    examples: ["pagefile audit", "pagefile audit --markdown", "pagefile audit --last --json"],
    load: () => import("../commands/night.js").then((group) => ({ run: group.runAudit })),
  },
  {
    name: "consistency",
    group: "Keep it small and true",
    says: "hold the files against each other: what two of them say differently, and what drifted from its log; exit 1 on errors",
    args: [],
    options: [
      { flags: "--markdown", says: "print a report in Markdown" },
      { flags: "--all", says: "every finding, however many screens they fill" },
      { flags: "--last", says: "print what the last week's comparison found" },
    ],
    examples: ["pagefile consistency", "pagefile consistency --last --markdown"],
    load: () => import("../commands/night.js").then((group) => ({ run: group.runConsistency })),
  },
  {
    name: "nightly",
    group: "Every day",
    says: "audit, then take in, curate, trim, archive and clear what the days left, each as a commit of its own",
    args: [],
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
    args: [],
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
    args: [],
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
    name: "correct",
    group: "Change a page",
    writes: true,
    says: "say what is right where a page was wrong; the earlier words stay below, with the day they were given up",
    args: [
      ["<page>", "id of the page"],
      ["<text>", "what is right, on one line; - reads standard input"],
    ],
    options: [
      { flags: "--entry <words>", says: "the entry that was wrong: words of it, or its digest", required: true },
      { flags: "--because <reason>", says: "why the earlier understanding was wrong" },
      ...grounds,
    ],
    examples: [
      'pagefile correct memory "The office is in Lyon." --entry "office is in Paris" --because "They moved in May."',
    ],
    load: () => import("../commands/change.js").then((group) => ({ run: group.runCorrect })),
  },
  {
    name: "undo",
    group: "History and undo",
    says: "take the last night back",
    args: [["<what>", "night"]],
    options: grounds,
    examples: ["pagefile undo night"],
    load: () => import("../commands/undo.js").then((group) => ({ run: group.runUndo })),
  },
];

// Catalog, merge: what two versions of a page left to be settled, and how to settle it.

export const mergeCommands: readonly CommandSpec[] = [
  {
    name: "conflicts",
    group: "Sharing and merging",
    says: "what merges left to be settled, with what each side says",
    args: [],
    options: [],
    examples: ["pagefile conflicts", "pagefile conflicts --json"],
    load: () => import("../commands/change.js").then((group) => ({ run: group.runConflicts })),
  },
  {
    name: "resolve",
    group: "Sharing and merging",
    writes: true,
    says: "settle the conflicts of a page; without a side, merge what git left unmerged",
    args: [["<page>", "id or path of the page"]],
    options: [
      { flags: "--ours", says: "keep what was ours: of a merge this branch, of a rebase the one below" },
      { flags: "--theirs", says: "keep what came from the other side" },
      { flags: "--both", says: "keep the entries of both, and all items of lists" },
      { flags: "--as-is", says: "keep the page as it stands: it was settled by hand" },
      { flags: "--entry <digest>", says: "only the conflict with this entry; its first digits do" },
      { flags: "--key <name>", says: "only the conflict about this key, e.g. fields.prefers" },
      { flags: "--plan", says: "say what would be kept and what would go; change nothing" },
      ...grounds,
    ],
    examples: [
      "pagefile resolve travel-mornings --theirs",
      "pagefile resolve seats --key fields.prefers --ours --plan",
    ],
    load: () => import("../commands/change.js").then((group) => ({ run: group.runResolve })),
  },
];

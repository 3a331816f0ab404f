/** Catalog, upkeep: what looks after a memory while nobody works with it. */

import type { CommandSpec } from "../command.js";
import { grounds } from "./write.js";

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
    load: () => import("../commands/night--audit.js"),
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
    load: () => import("../commands/night--consistency.js"),
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
    load: () => import("../commands/night--nightly.js"),
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
    load: () => import("../commands/night.js"),
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
    load: () => import("../commands/night--quiet-time.js"),
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
    load: () => import("../commands/session--checkpoint.js"),
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
    load: () => import("../commands/clock--daemon.js"),
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
    load: () => import("../commands/clock.js"),
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
    load: () => import("../commands/change--correct.js"),
  },
  {
    name: "undo",
    group: "History and undo",
    says: "take the last night back",
    args: [["<what>", "night"]],
    options: grounds,
    examples: ["pagefile undo night"],
    load: () => import("../commands/history--undo.js"),
  },
];

/** Catalog of reading: the commands that look at pages, at what happened to them and whether all is well, and those that look for pages, as data. */

import { limits } from "../../base/limits.js";
import { fidelities, pageTypes, scopes, tiers } from "../../page/page.js";
import { memoryKinds } from "../../recall/answer.js";
import { faultKinds } from "../../write/fault.js";
import type { CommandSpec } from "../command.js";
import { grounds } from "./write.js";

// Catalog, read: the commands that look at pages and change nothing.

export const readCommands: readonly CommandSpec[] = [
  {
    name: "status",
    group: "Every day",
    says: "what the memory holds, what is not committed, what needs mending",
    args: [],
    options: [{ flags: "--session <id>", says: "of what this session keeps to itself, instead of the memory" }],
    examples: ["pagefile status", "pagefile status --json"],
    load: () => import("../commands/status.js"),
  },
  {
    name: "studio",
    group: "Every day",
    says: "see, search, edit and approve the memory in a browser, on this machine alone; or write it all into one HTML file",
    args: [],
    options: [
      { flags: "--port <port>", says: "listen here; else any port that is free" },
      { flags: "--no-open", says: "print the address, and open no browser" },
      {
        flags: "--static <file>",
        says: "write one file that needs no server and changes nothing; what is private stays out",
      },
    ],
    examples: ["pagefile studio", "pagefile studio --port 7007 --no-open", "pagefile studio --static memory.html"],
    load: () => import("../commands/studio.js").then((group) => ({ run: group.runStudio })),
  },
  {
    name: "pages",
    group: "Look",
    says: "the page table: state, fidelity in the last prompt, and what each page costs in tokens",
    args: [],
    options: [
      { flags: "--type <type>", says: "only pages of this type", choices: pageTypes },
      { flags: "--scope <scope>", says: "only pages of this scope", choices: scopes },
      { flags: "--tier <tier>", says: "only this tier", choices: tiers },
      { flags: "--tag <tag>", says: "only pages with this tag" },
      { flags: "--session <id>", says: "the pages that this session keeps to itself, too" },
    ],
    examples: ["pagefile pages --type constraint", "pagefile pages --tag travel --json"],
    load: () => import("../commands/show.js").then((group) => ({ run: group.runPages })),
  },
  {
    name: "show",
    group: "Every day",
    says: "one page, as a prompt would hold it",
    args: [["<page>", "id of a page, or of a section: file#section"]],
    options: [
      { flags: "--fidelity <fidelity>", says: "how much of it; full otherwise", choices: fidelities },
      { flags: "--session <id>", says: "look among this session's own pages, too" },
    ],
    examples: ["pagefile show travel-mornings", "pagefile show memory#people --fidelity pointer"],
    load: () => import("../commands/show.js").then((group) => ({ run: group.runShow })),
  },
  {
    name: "evidence",
    group: "Look",
    says: "what a tool gave back, secrets blanked, or the rows behind a page of a series",
    args: [
      ["<evidence>", "id of an evidence page, of a month of a series, or sha256: and the digest that a page names"],
    ],
    options: [
      { flags: "--from <line>", says: "begin with this line; a long result is shown in parts" },
      { flags: "--to <line>", says: "end with this line" },
      { flags: "--session <id>", says: "look among this session's own pages, too" },
    ],
    examples: [
      "pagefile evidence evidence-0b8f2c11d94e6a57 --session 7f3a",
      "pagefile evidence evidence-0b8f2c11d94e6a57 --session 7f3a --from 120 --to 180",
      "pagefile evidence heart-rate-2026-11 --from 1201 --to 1240",
    ],
    load: () => import("../commands/assemble.js").then((group) => ({ run: group.runEvidence })),
  },
  {
    name: "assemble",
    group: "Prompts and sessions",
    says: "the prompt block for a budget, with a receipt on stderr",
    args: [],
    options: [
      { flags: "--budget <tokens>", says: "at most this many tokens; what pagefile.yaml says otherwise" },
      { flags: "--demand <page[:fidelity]>", says: "a page that must be in (repeat for several)", repeats: true },
      { flags: "--session <id>", says: "let in the pages of this session" },
      { flags: "--audience <who>", says: "who reads the prompt", choices: ["owner", "group"], fallback: "owner" },
      { flags: "--tokenizer <name>", says: "count tokens as this vocabulary does" },
      { flags: "--harness <name>", says: "leave out what this harness loads by itself, such as openclaw" },
      { flags: "--explain", says: "say why every page stands as it does" },
      { flags: "--all", says: "a line for every page, however many" },
    ],
    examples: [
      "pagefile assemble --budget 2000 > prompt.md",
      "pagefile assemble --budget 800 --demand travel-mornings:full --explain",
    ],
    load: () => import("../commands/assemble.js").then((group) => ({ run: group.runAssemble })),
  },
  {
    name: "turn",
    group: "Prompts and sessions",
    says: "the prompt for one turn of a session, decided from what the session did so far",
    args: [],
    options: [
      { flags: "--session <id>", says: "the session that takes the turn", required: true },
      { flags: "--turn <n>", says: "its number; the same call again gives the same answer", required: true },
      {
        flags: "--event <name>",
        says: "crossed first, with its flush (repeat): compaction-auto, reset, …",
        repeats: true,
      },
      { flags: "--tool <signature>", says: "a tool call made since the turn before (repeat)", repeats: true },
      { flags: "--demand <page[:fidelity]>", says: "a page that must be in (repeat for several)", repeats: true },
      { flags: "--budget <tokens>", says: "at most this many tokens; what pagefile.yaml says otherwise" },
      { flags: "--audience <who>", says: "who reads the prompt", choices: ["owner", "group"], fallback: "owner" },
      { flags: "--tokenizer <name>", says: "count tokens as this vocabulary does" },
      { flags: "--all", says: "a line for every page, however many" },
      { flags: "--detached", says: "let an event commit even though HEAD is on no branch" },
    ],
    examples: [
      "pagefile turn --session 7f3a --turn 12 --demand travel-mornings",
      "pagefile turn --session 7f3a --turn 13 --event compaction-auto --tool 'read:src/a.ts' --json",
    ],
    load: () => import("../commands/assemble.js").then((group) => ({ run: group.runTurn })),
  },
];

// Catalog, recall: the commands that look for pages by what they say.

export const recallCommands: readonly CommandSpec[] = [
  {
    name: "recall",
    alias: "search",
    group: "Every day",
    says: "look for what the memory knows; says why each page is there, or why there is none",
    args: [
      ["<query...>", 'what to look for, in any words; "quoted phrases" stand together where any page has them so'],
    ],
    options: [
      { flags: "--limit <n>", says: "at most this many pages", fallback: String(limits.recallPagesUsual) },
      { flags: "--tokens <n>", says: "at most this many tokens of text", fallback: "2000" },
      {
        flags: "--type <type>",
        says: "only pages of this type, or of this kind of memory (repeat for several)",
        choices: [...pageTypes, ...memoryKinds],
        repeats: true,
      },
      { flags: "--since <day>", says: "only what is of this day or later" },
      { flags: "--until <day>", says: "only what is of this day or earlier" },
      {
        flags: "--tier <tier>",
        says: "only this tier; else the archive is asked where the rest is not enough",
        choices: tiers,
      },
      { flags: "--session <id>", says: "let in the pages of this session" },
      { flags: "--audience <who>", says: "who reads the answer", choices: ["owner", "group"], fallback: "owner" },
      { flags: "--untrusted", says: "the project is not trusted: leave out its own memory" },
      { flags: "--keep-cold", says: "bring no archived page back, however often it is of use" },
      { flags: "--tokenizer <name>", says: "count tokens as this vocabulary does" },
      { flags: "--prompt", says: "print the pages as the one fenced text that a model is given" },
      { flags: "--explain", says: "say how the question was understood and why every page stands where it does" },
    ],
    examples: [
      "pagefile recall morning flights",
      "pagefile recall 'what did we decide about billing last week?' --explain",
      "pagefile recall heart rate --type perceptual --since 2026-11-01 --json",
    ],
    load: () => import("../commands/recall.js").then((group) => ({ run: group.runRecall })),
  },
];

// Catalog, history and health: what happened to the pages, and whether all is well.

export const historyCommands: readonly CommandSpec[] = [
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
    load: () => import("../commands/undo.js").then((group) => ({ run: group.runRevert })),
  },
  {
    name: "purge",
    group: "History and undo",
    says: "take a secret or a poison out of pages, journal and history; a dry run without --yes",
    args: [],
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
    load: () => import("../commands/undo.js").then((group) => ({ run: group.runPurge })),
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
    args: [],
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
    args: [],
    options: [
      { flags: "--history", says: "judge every commit since the last attested one instead" },
      { flags: "--since <revision>", says: "with --history: begin behind this commit instead" },
      { flags: "--attest", says: "with --history: the next run begins here, if nothing was found" },
      { flags: "--accept", says: "with --attest: also if something was, because you have looked at it" },
    ],
    examples: ["pagefile verify", "pagefile verify --history", "pagefile verify --history --attest"],
    load: () => import("../commands/undo.js").then((group) => ({ run: group.runVerify })),
  },
  {
    name: "index",
    group: "Health",
    says: "the index behind recall: in what state it is, make it anew, or embed what has no vector yet; no page is touched",
    args: [["<action>", "status, rebuild or embed"]],
    options: [],
    examples: ["pagefile index status", "pagefile index rebuild", "pagefile index embed"],
    load: () => import("../commands/recall.js").then((group) => ({ run: group.runIndexFiles })),
  },
  {
    name: "doctor",
    group: "Health",
    says: "check this machine: node, git, identity, the memory here",
    args: [],
    options: [],
    examples: ["pagefile doctor"],
    load: () => import("../commands/setup.js").then((group) => ({ run: group.runDoctor })),
  },
];

/** Catalog of reading: the commands that look at pages or for pages and change nothing, as data. */

import { limits } from "../../base/limits.js";
import { fidelities, pageTypes, scopes, tiers } from "../../page/page.js";
import { memoryKinds } from "../../recall/answer.js";
import type { CommandSpec } from "../command.js";

export const readCommands: readonly CommandSpec[] = [
  {
    name: "status",
    group: "Every day",
    says: "what the memory holds, what is not committed, what needs mending",
    options: [{ flags: "--session <id>", says: "of what this session keeps to itself, instead of the memory" }],
    examples: ["pagefile status", "pagefile status --json"],
    load: () => import("../commands/status.js"),
  },
  {
    name: "studio",
    group: "Every day",
    says: "see, search, edit and approve the memory in a browser, on this machine alone; or write it all into one HTML file",
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
    options: [
      { flags: "--type <type>", says: "only pages of this type", choices: pageTypes },
      { flags: "--scope <scope>", says: "only pages of this scope", choices: scopes },
      { flags: "--tier <tier>", says: "only this tier", choices: tiers },
      { flags: "--tag <tag>", says: "only pages with this tag" },
      { flags: "--session <id>", says: "the pages that this session keeps to itself, too" },
    ],
    examples: ["pagefile pages --type constraint", "pagefile pages --tag travel --json"],
    load: () => import("../commands/assemble.js").then((group) => ({ run: group.runPages })),
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
    load: () => import("../commands/assemble.js").then((group) => ({ run: group.runShow })),
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
  {
    name: "recall",
    alias: "search",
    group: "Every day",
    says: "look for what the memory knows; says why each page is there, or why there is none",
    args: [
      ["<query...>", 'what to look for, in any words; "quoted phrases" stand together where any page has them so'],
    ],
    options: [
      { flags: "--also <words>", says: "the same in other words (give two to four)", repeats: true },
      { flags: "--limit <n>", says: "at most this many pages", fallback: String(limits.recallPagesUsual) },
      {
        flags: "--tokens <n>",
        says: "at most this many tokens of text; else 2000, and 1000 where confidence is below .50",
      },
      {
        flags: "--type <type>",
        says: "only pages of this type, or of this kind of memory (repeat for several)",
        choices: [...pageTypes, ...memoryKinds],
        repeats: true,
      },
      { flags: "--since <day>", says: "only what is of this day or later" },
      { flags: "--until <day>", says: "only what is of this day or earlier" },
      { flags: "--tier <tier>", says: "only this tier; else the archive too, where it is needed", choices: tiers },
      { flags: "--session <id>", says: "let in the pages of this session" },
      { flags: "--audience <who>", says: "who reads the answer", choices: ["owner", "group"], fallback: "owner" },
      { flags: "--untrusted", says: "the project is not trusted: leave out its own memory" },
      { flags: "--keep-cold", says: "bring no archived page back, however often it is of use" },
      { flags: "--tokenizer <name>", says: "count tokens as this vocabulary does" },
      { flags: "--prompt", says: "print the pages as the one fenced text that a model is given" },
      { flags: "--explain", says: "say how the question was understood and why every page stands where it does" },
    ],
    examples: [
      "pagefile recall 'what did we decide about billing last week?' --explain",
      "pagefile recall 'who looks after the dog?' --also 'vet, walks, food' --also 'she takes Mila out'",
      "pagefile recall heart rate --type perceptual --since 2026-11-01 --json",
    ],
    load: () => import("../commands/recall.js").then((group) => ({ run: group.runRecall })),
  },
];

/** Catalog, write: the commands that make a patch; each becomes one commit or is refused with a reason. */

import { origins, pageTypes, pins, scopes } from "../../page/page--page.js";
import type { CommandSpec, OptionSpec } from "../command.js";

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
    load: () => import("../commands/write--new.js"),
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
    load: () => import("../commands/write--append.js"),
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
    load: () => import("../commands/change--set.js"),
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
    load: () => import("../commands/write--merge.js"),
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
    load: () => import("../commands/entries.js"),
  },
  {
    name: "done",
    group: "Change a page",
    writes: true,
    says: "an entry is done with: to the archive; without an entry, list them with their numbers",
    args: [page, entryNamed],
    options: [because, ...grounds],
    examples: ["pagefile done memory", "pagefile done memory 4", 'pagefile done memory#open "book the hall"'],
    load: () => import("../commands/entries--done.js"),
  },
  {
    name: "mv",
    group: "Change a page",
    writes: true,
    says: "an entry from one page to another",
    args: [page, entryNamed],
    options: [{ flags: "--to <page>", says: "the page, or file#section, that it goes to" }, because, ...grounds],
    examples: ["pagefile mv 2026-11-20 3 --to memory#people"],
    load: () => import("../commands/entries--mv.js"),
  },
  {
    name: "rm",
    group: "Change a page",
    writes: true,
    says: "take an entry out of a page; git keeps it, and pagefile revert brings it back",
    args: [page, entryNamed],
    options: [because, ...grounds],
    examples: ['pagefile rm memory "old phone number" --because "It was given back."'],
    load: () => import("../commands/entries--rm.js"),
  },
  {
    name: "archive",
    group: "Change a page",
    writes: true,
    says: "move a page to the cold tier: kept, committed, out of prompts",
    args: [page],
    options: grounds,
    examples: ["pagefile archive old-plan"],
    load: () => import("../commands/change--archive.js"),
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
    load: () => import("../commands/write.js"),
  },
  {
    name: "restore",
    group: "Change a page",
    writes: true,
    says: "bring an archived page back",
    args: [page],
    options: grounds,
    examples: ["pagefile restore old-plan"],
    load: () => import("../commands/change--restore.js"),
  },
];

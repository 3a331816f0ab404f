/** Catalog, recall: the commands that look for pages by what they say. */

import { pageTypes, tiers } from "../../page/page--page.js";
import { memoryKinds } from "../../recall/answer.js";
import type { CommandSpec } from "../command.js";

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
      { flags: "--limit <n>", says: "at most this many pages", fallback: "10" },
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
    load: () => import("../commands/recall--recall.js"),
  },
];

/** Catalog, history and health: what happened to the pages, and whether all is well. */

import { grounds } from "./catalog-write.js";
import type { CommandSpec } from "./command.js";

export const historyCommands: readonly CommandSpec[] = [
  {
    name: "log",
    group: "History",
    says: "the commits of the memory, each with its reason and grounds",
    args: [["[page]", "only commits that touch this page"]],
    options: [
      { flags: "--limit <n>", says: "at most this many", fallback: "20" },
      { flags: "--trailers", says: "print every trailer of each commit" },
    ],
    examples: ["pagefile log --limit 5", "pagefile log travel-mornings --trailers"],
    load: () => import("./commands/log.js"),
  },
  {
    name: "diff",
    group: "History",
    says: "what changed, in pages only",
    args: [["[page]", "only this page"]],
    options: [
      { flags: "--from <revision>", says: "the older side; HEAD otherwise" },
      { flags: "--to <revision>", says: "the newer side; the files on disk otherwise" },
    ],
    examples: ["pagefile diff", "pagefile diff travel-mornings --from HEAD~1 --to HEAD"],
    load: () => import("./commands/diff.js"),
  },
  {
    name: "blame",
    group: "History",
    says: "which commit brought each entry of a page, and why",
    args: [["<page>", "id of the page"]],
    options: [],
    examples: ["pagefile blame travel-mornings"],
    load: () => import("./commands/blame.js"),
  },
  {
    name: "revert",
    group: "History",
    says: "take a commit back with a new one",
    args: [["<revision>", "the commit: an id, HEAD, HEAD~2"]],
    options: grounds,
    examples: ["pagefile revert HEAD"],
    load: () => import("./commands/revert.js"),
  },
  {
    name: "trace",
    group: "History",
    says: "the decisions that were recorded, or one of them explained",
    args: [["[id]", "id of a trace, as assemble printed it"]],
    options: [],
    examples: ["pagefile trace", "pagefile trace 4f1c09a2b3d4"],
    load: () => import("./commands/trace.js"),
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
    load: () => import("./commands/verify.js"),
  },
  {
    name: "doctor",
    group: "Health",
    says: "check this machine: node, git, identity, the memory here",
    args: [],
    options: [],
    examples: ["pagefile doctor"],
    load: () => import("./commands/doctor.js"),
  },
];

/** Catalog, merge: what two versions of a page left to be settled, and how to settle it. */

import type { CommandSpec } from "../command.js";
import { grounds } from "./write.js";

export const mergeCommands: readonly CommandSpec[] = [
  {
    name: "conflicts",
    group: "Sharing and merging",
    says: "what merges left to be settled, with what each side says",
    args: [],
    options: [],
    examples: ["pagefile conflicts", "pagefile conflicts --json"],
    load: () => import("../commands/change--conflicts.js"),
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
    load: () => import("../commands/change.js"),
  },
];

/** Catalog, boundary: the commands that stage patches, commit them at a boundary, and show what became of them. */

import { boundaries } from "../../writeback/trailer.js";
import type { CommandSpec } from "./command.js";

export const boundaryCommands: readonly CommandSpec[] = [
  {
    name: "stage",
    group: "Write",
    says: "make a patch safe on disk, to be committed at the next boundary",
    args: [],
    options: [{ flags: "--patch <file>", says: "the patch as JSON; - reads standard input", required: true }],
    examples: [`echo '{"op":"append","page":"travel-mornings","value":"Night trains."}' | pagefile stage --patch -`],
    load: () => import("./commands/stage.js"),
  },
  {
    name: "flush",
    group: "Write",
    says: "commit what was staged, as one commit; refuse what may not be",
    args: [],
    options: [
      { flags: "--boundary <name>", says: "why now", choices: boundaries, fallback: "manual" },
      { flags: "--detached", says: "commit even though HEAD is on no branch" },
    ],
    examples: ["pagefile flush --boundary compaction"],
    load: () => import("./commands/flush.js"),
  },
  {
    name: "journal",
    group: "History",
    says: "what waits to be committed, and what was refused and why",
    args: [],
    options: [{ flags: "--rejected", says: "only what was refused" }],
    examples: ["pagefile journal --rejected"],
    load: () => import("./commands/journal.js"),
  },
];

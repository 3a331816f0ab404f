/** TidyLaw: the table of layers, and every rule of the house by name. */

import { type LayerLaw, layerImports, onlyImportedBy, onlyOpenedBy, onlyWrittenBy } from "./tidy-layers.js";
import { exportCount, fileLength, functionLength, noDefaultExport, purpose, type TidyRule } from "./tidy-rules.js";
import { americanSpelling, noImpureWords, noMachinePaths, noReminders } from "./tidy-words.js";

const pure = "base page table rule writeback residency trace prompt transcript replay recall upkeep perception".split(
  " ",
);

/** An arrow of `src/ARCHITECTURE.md` a line: the layer on the left may import those on the right, and itself. */
const law: LayerLaw = {
  layers: {
    base: [],
    page: ["base"],
    table: ["page", "base"],
    rule: ["table", "page", "base"],
    residency: ["table", "page", "base"],
    writeback: ["rule", "table", "page", "base"],
    trace: ["residency", "writeback", "table", "page", "base"],
    transcript: ["page", "base"],
    replay: ["transcript", "trace", "residency", "writeback", "table", "page", "base"],
    prompt: ["trace", "residency", "table", "page", "base"],
    recall: ["trace", "residency", "table", "page", "base"],
    upkeep: ["recall", "trace", "writeback", "rule", "table", "page", "base"],
    perception: ["upkeep", "rule", "table", "page", "base"],
    port: pure,
    flow: ["port", ...pure],
    adapter: ["port", ...pure],
    entry: ["flow", "adapter", "port", ...pure],
  },
  pure,
  packages: {
    base: ["node:crypto", "fast-json-stable-stringify"],
    page: ["unified", "remark-*", "mdast-util-to-markdown", "smol-toml", "types:mdast"],
    table: [],
    rule: [],
    residency: [],
    writeback: ["zod", "node-diff3"],
    trace: [],
    transcript: [],
    replay: ["zod"],
    prompt: [],
    recall: [],
    upkeep: [],
    perception: [],
    port: [],
    flow: ["diff"],
  },
  typesOnly: ["port"],
  composers: { adapter: ["src/entry/wire", "src/index.ts"] },
};

/** The files that keep a vocabulary together, with how many names each exports; `exportCount` holds the numbers true. */
const vocabularies: Readonly<Record<string, number>> = {
  "src/engine.ts": 28,
  "src/page/page.ts": 13,
  "src/port/search.ts": 13,
};

/** Who may change the disk; everything else asks one of these. The demo plays the person who edits a sample by hand. */
const writers = [
  "src/adapter/fs-page-store",
  "src/adapter/git/",
  "src/adapter/plain-",
  "src/adapter/hooks/",
  "src/adapter/embedded/",
  "src/adapter/evidence-blobs",
  "src/adapter/series-files",
  "src/adapter/index-cache",
  "src/adapter/trace-log",
  "src/adapter/token-cache",
  "src/adapter/departure-notes",
  "src/adapter/origin-cache",
  "src/adapter/recall-uses",
  "src/adapter/vector-store",
  "src/adapter/scaffold",
  "src/adapter/search/generation.ts",
  "src/adapter/search/seal.ts",
  "src/adapter/staging",
  "src/adapter/lease",
  "src/adapter/ledger",
  "src/adapter/scheduler",
  "src/adapter/harness-notes",
  "src/adapter/standing-decisions",
  "src/adapter/setup-files",
  "src/entry/cli/code.ts",
  "src/entry/cli/plain-streams.ts",
  "src/entry/cli/commands/demo.ts",
];

/** Who opens files on its own, each with why. */
const openers: Readonly<Record<string, string>> = {
  "src/adapter/plain-file.ts": "it is the way",
  "src/adapter/process-stat.ts": "/proc",
  "src/adapter/git/lock-holder.ts": "/proc",
  "src/adapter/git/lock-owner.ts": "the machine's own id",
  "src/adapter/git/durable.ts": "a folder, to sync it",
  "src/adapter/staging-file.ts": "a folder, to sync it",
  "src/adapter/embedded/durable-fs.ts": "isomorphic-git's own file system",
  "src/adapter/fs-page-store": "pages, through handles of their folders",
  "src/adapter/vocabulary-table.ts": "a file of the package",
  "src/adapter/scaffold.ts": "templates of the package, and new files of a memory that is made",
  "src/adapter/scheduler-host.ts": "units below the user's home, made anew each",
  "src/adapter/setup-files-place.ts": "settings below the user's home, made anew each",
  "src/entry/package.ts": "a file of the package",
  "src/entry/wire-schedule.ts": "templates of the package",
  "src/entry/wire-setup.ts": "templates of the package",
  "src/entry/wire-hooks.ts": "templates of the package",
  "src/entry/cli/code.ts": "the program itself",
  "src/entry/cli/bin.ts": "a file of the package",
  "src/entry/cli/intake.ts": "what the caller names, a pipe too",
  "src/entry/cli/commands/demo.ts": "a sample in a folder that it made",
};

/** Rules for the product alone. */
export const sourceRules: Readonly<Record<string, TidyRule>> = {
  layerImports: layerImports(law),
  childProcess: onlyImportedBy("child_process", [
    "src/adapter/git/process.ts",
    "src/adapter/scheduler-process.ts",
    "src/adapter/editor.ts",
  ]),
  diskWrites: onlyWrittenBy(writers),
  filesOpened: onlyOpenedBy(openers),
  noImpureWords: noImpureWords(pure),
  exportCount: exportCount(vocabularies, "src/index.ts"),
  noDefaultExport,
};

/** Rules for the product and its tests. */
export const commonRules: Readonly<Record<string, TidyRule>> = {
  fileLength,
  functionLength,
  purpose,
  americanSpelling,
  noReminders,
  noMachinePaths,
};

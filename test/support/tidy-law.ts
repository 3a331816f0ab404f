/** TidyLaw: the order of the folders, what is pure, who reaches the disk, and every rule of the house by name. */

import manifest from "../../package.json" with { type: "json" };
import { folderOrder, type OrderLaw, onlyImportedBy, onlyOpenedBy, onlyWrittenBy } from "./tidy-layers.js";
import { exportCount, fileLength, functionLength, noDefaultExport, purpose, type TidyRule } from "./tidy-rules.js";
import {
  type Chunk,
  folderSize,
  moduleCaches,
  noCircles,
  oneRoot,
  type StartLimit,
  smallFiles,
  startSize,
  type TreeRule,
} from "./tidy-tree.js";
import { americanSpelling, noMachinePaths, noReminders, plainNames, pureButFor } from "./tidy-words.js";

/** An import points to the left. */
export const order: readonly string[] = [
  "base rules kernel page state git memory write session heard history prompt recall night",
  "open hooks init agents upkeep studio cli index",
].flatMap((line) => line.split(" "));

const law: OrderLaw = {
  order,
  packages: {
    base: ["fast-json-stable-stringify"],
    rules: [],
    kernel: [],
    page: ["unified", "remark-*", "mdast-util-to-markdown", "smol-toml", "types:mdast"],
    write: ["zod/mini", "node-diff3"],
    session: [],
    history: ["diff"],
    prompt: ["zod"],
    recall: ["libsql", "zod"],
    studio: ["preact", "preact/hooks", "htm/preact"],
  },
  late: { "src/agents/pi/extension.ts": "src/cli/execute.ts" },
};

/** Where a clock, chance, the environment, a file or the network is reached; all the rest of `src` takes them as arguments. */
const impure: readonly string[] = [
  "src/state/",
  "src/git/",
  "src/hooks/",
  "src/agents/",
  "src/cli/",
  "src/memory/disk/",
  "src/session/pages/",
  "src/history/purge/",
  "src/prompt/trace/",
  "src/recall/index/",
  "src/recall/meaning/",
  "src/recall/words/question.ts",
  "src/night/clock/",
  "src/history/verify/attest.ts",
  "src/init/scaffold.ts",
  "src/memory/byte-pairs.ts",
  "src/memory/label-record.ts",
  "src/memory/page-store.ts",
  "src/memory/root.ts",
  "src/memory/series-files.ts",
  "src/memory/tokenizer.ts",
  "src/night/model.ts",
  "src/open.ts",
  "src/session/staging.ts",
  "src/studio/client/",
  "src/studio/watch.ts",
  "src/studio/server.ts",
  "src/upkeep/doctor.ts",
  "src/write/evidence-blobs.ts",
];

/** Files that export more values than the law allows, and how many: "One way per job" takes second ways out of each, or cuts it along them. */
const manyExports: Readonly<Record<string, number>> = {
  "src/memory/labels.ts": 14,
  "src/prompt/print.ts": 13,
  "src/state/plain-file.ts": 29,
  "src/recall/index/generation.ts": 23,
};

/** Who may change the disk; everything else asks one of these. The demo plays the person who edits a sample by hand. */
const writers: readonly string[] = [
  "src/state/",
  "src/git/",
  "src/memory/disk/",
  "src/agents/session-notes.ts",
  "src/agents/setup/setup.ts",
  "src/cli/code.ts",
  "src/cli/commands/start.ts",
  "src/cli/main.ts",
  "src/history/purge/finish.ts",
  "src/history/purge/objects.ts",
  "src/history/verify/attest.ts",
  "src/hooks/commit.ts",
  "src/hooks/install.ts",
  "src/hooks/merge-driver.ts",
  "src/init/scaffold.ts",
  "src/memory/page-store.ts",
  "src/memory/series-files.ts",
  "src/night/clock/scheduler.ts",
  "src/night/clock/lease.ts",
  "src/prompt/trace/turns.ts",
  "src/recall/index/generation.ts",
  "src/recall/meaning/vectors.ts",
  "src/session/pages/folder.ts",
  "src/session/staging.ts",
  "src/write/evidence-blobs.ts",
];

/** Who opens files on its own, each with why. */
const openers: Readonly<Record<string, string>> = {
  "src/agents/setup/setup.ts": "templates of the package",
  "src/cli/bin.ts": "a file of the package",
  "src/cli/code.ts": "the program itself",
  "src/cli/commands/start.ts": "a sample in a folder that it made",
  "src/git/embedded/objects.ts": "isomorphic-git's own file system",
  "src/hooks/install.ts": "templates of the package",
  "src/init/scaffold.ts": "templates of the package, and new files of a memory that is made",
  "src/memory/byte-pairs.ts": "a file of the package",
  "src/night/clock/scheduler.ts": "units below the user's home, made anew each",
  "src/state/durable.ts": "a folder, to sync it",
  "src/state/machine.ts": "a file of the package",
  "src/state/plain-file.ts": "it is the way",
  "src/state/process.ts": "/proc, and the machine's own id",
  "src/studio/server.ts": "files of the package",
  "src/upkeep/doctor.ts": "a unit of the system, read as text",
};

/** Files of few lines, each with why it is one. */
const small: Readonly<Record<string, string>> = {
  "src/cli/bin.ts": "an entry of the package",
  "src/cli/hook-bin.ts": "an entry of the package",
  "src/cli/hook.ts": "an entry of the package",
  "src/cli/commands/harness.ts": "an event of a harness loads no other command",
  "src/index.ts": "an entry of the package",
};

/** Module-level caches outside of `*-cache.ts`, which "One way per job" gathers or removes: how many are in each file. */
const caches: Readonly<Record<string, number>> = {
  "src/git/process.ts": 1,
  "src/git/queue.ts": 2,
  "src/memory/included.ts": 1,
  "src/memory/memory.ts": 1,
  "src/memory/profile.ts": 1,
  "src/memory/table.ts": 1,
  "src/memory/tokenizer.ts": 1,
  "src/prompt/prices.ts": 1,
  "src/recall/search-space.ts": 2,
  "src/recall/meaning/fill.ts": 1,
  "src/recall/words/terms.ts": 1,
  "src/state/plain-file.ts": 1,
  "src/write/flow.ts": 1,
  "src/git/index/view.ts": 1,
  "src/git/locks/locks.ts": 2,
  "src/night/undo.ts": 1,
  "src/page/markdown/tree.ts": 1,
  "src/write/commit/commit.ts": 1,
};

const parsers: readonly string[] = [
  "unified",
  "remark-parse",
  "remark-frontmatter",
  "mdast-util-to-markdown",
  "zod",
  "zod/mini",
];

/** What every command runs through. */
const commandLine: readonly string[] = ["src/cli/main.ts", "src/cli/execute.ts"];

/** Of the built program, in the order in which they take their files. */
const chunks: readonly Chunk[] = manifest.tsdown.flatMap(({ outDir, outputOptions }) =>
  outDir === "dist/program"
    ? (outputOptions?.codeSplitting?.groups ?? []).map(({ name, test }) => ({ name, test: new RegExp(test) }))
    : [],
);

/** What people wait for: git's hook, a harness's event, and the two commands that are run most. */
export const starts: Readonly<Record<string, StartLimit>> = {
  "src/cli/hook.ts": { files: 41, without: parsers },
  "src/cli/commands/harness.ts": { files: 25, without: [...parsers, "libsql"] },
  "src/agents/event-context.ts": { files: 40, without: [...parsers, "libsql"] },
  "src/cli/execute.ts": { files: 10, without: parsers },
  "src/cli/commands/write.ts": {
    files: 101,
    without: ["libsql", "node-cron", "chokidar", "isomorphic-git"],
    run: {
      besides: [...commandLine, "src/cli/catalog/write.ts"],
      late: ["late-head", "late-markdown", "late-page", "late-process", "late-render", "late-secrets", "late-write"],
      lines: 20_688,
    },
  },
  "src/cli/commands/status.ts": {
    files: 82,
    without: ["libsql", "node-cron", "chokidar", "isomorphic-git"],
    run: {
      besides: [...commandLine, "src/cli/catalog/read.ts"],
      late: ["late-checkout", "late-pages", "late-render", "late-status"],
      lines: 13_564,
    },
  },
};

/** Rules for the product alone. */
export const sourceRules: Readonly<Record<string, TidyRule>> = {
  folderOrder: folderOrder(law),
  childProcess: onlyImportedBy("child_process", [
    "src/git/process.ts",
    "src/night/clock/scheduler.ts",
    "src/cli/commands/change.ts",
  ]),
  diskWrites: onlyWrittenBy(writers),
  filesOpened: onlyOpenedBy(openers),
  pureButFor: pureButFor(impure),
  exportCount: exportCount(manyExports, "src/index.ts"),
  noDefaultExport,
  plainNames,
};

/** Rules for the product as a whole. */
export const treeRules: Readonly<Record<string, TreeRule>> = {
  noCircles,
  folderSize,
  smallFiles: smallFiles(small),
  moduleCaches: moduleCaches(caches),
  oneRoot: oneRoot("src/open.ts", ["openMemory"], {}),
  startSize: startSize(starts, chunks),
};

/** Rules for the product and its tests. */
export const commonRules: Readonly<Record<string, TidyRule>> = {
  fileLength,
  functionLength,
  purpose,
  // French and Spanish verbs end as British ones do, and people spell as they like.
  americanSpelling: (path, text) => (path.startsWith("src/heard/words/") ? [] : americanSpelling(path, text)),
  noReminders,
  noMachinePaths,
};

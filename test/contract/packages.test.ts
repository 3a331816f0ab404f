/**
 * Packages: each package the project was asked to build on does its work on a path that people take. Each row runs the built program as a person
 * does, and V8 tells which functions of the package the run called: a package that is merely loaded, or no longer reached, is red. It tells too
 * which of the program's own files a run read.
 */

import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Cli, cli } from "../support/cli.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A function by its name, and words of its body that no other code of the program has. */
interface Mark {
  readonly name: string;
  readonly says: string;
}

interface Row {
  /** What a person does. */
  readonly path: string;
  /** Gives the folder in which the run's coverage lies. */
  readonly take: (program: Cli) => Promise<string> | string;
  readonly reaches: Readonly<Record<string, readonly Mark[]>>;
}

const rows: readonly Row[] = [
  {
    path: "`append` on a machine without git",
    take(program) {
      const cwd = program.sample();
      program.git(["gc", "--quiet"], cwd);
      return runs(program, cwd, ["append", "travel-mornings", "Night trains from Porto."], withoutGit(program));
    },
    reaches: {
      "isomorphic-git": [{ name: "readObject", says: "discoverGitdir" }],
    },
  },
  {
    path: "`append` of text with Markdown in it",
    take(program) {
      const text = "Book **window** seats by [the list](https://seats.invalid).";
      return runs(program, program.sample(), ["append", "travel-mornings", text]);
    },
    reaches: {
      unified: [{ name: "freeze", says: "freezeIndex" }],
      "remark-parse": [{ name: "remarkParse", says: "self.parser" }],
      "mdast-util-to-markdown": [{ name: "toMarkdown", says: "associationId" }],
    },
  },
  {
    path: "`pages`, with a link in a page's heading",
    take(program) {
      const cwd = program.sample();
      const page =
        "---\nid: night-train\ntype: preference\n---\n# The train to [Porto](https://porto.invalid)\n\n- Daily.\n";
      writeFileSync(join(cwd, "memory/preferences/night-train.md"), page);
      return runs(program, cwd, ["pages"]);
    },
    reaches: { "remark-frontmatter": [{ name: "remarkFrontmatter", says: "fromMarkdownExtensions" }] },
  },
  {
    path: "`status --json`, as every `--json`",
    take: (program) => runs(program, program.sample(), ["status", "--json"]),
    reaches: {
      "fast-json-stable-stringify": [{ name: "stringify", says: "Converting circular structure to JSON" }],
    },
  },
  {
    path: "`daemon`: edits heard, nights on time",
    take: daemonHearing,
    reaches: {
      chokidar: [{ name: "watch", says: "new FSWatcher" }],
      "node-cron": [{ name: "schedule", says: "createTask(" }],
    },
  },
];

describe.each(rows)("$path", ({ take, reaches }) => {
  test(`calls ${Object.keys(reaches).join(", ")}`, async () => {
    const called = calledIn(await take(cli()));
    const missed = Object.entries(reaches).flatMap(([name, marks]) =>
      marks.filter((mark) => !called.some((one) => isOf(mark, one))).map((mark) => `${name}: ${mark.name}`),
    );
    expect(missed).toEqual([]);
  });

  test.each(Object.entries(reaches))("the marks of %s are its own", (name, marks) => {
    const [theirs, ours] = [scriptsBelow(`node_modules/${name}`), scriptsBelow("src")];
    const has = (text: string, { says }: Mark): boolean => squeezed(text).includes(squeezed(says));
    for (const mark of marks) {
      expect(theirs.some((text) => has(text, mark) && text.includes(`${mark.name}(`))).toBe(true);
      expect(ours.filter((text) => has(text, mark))).toEqual([]);
    }
  });
});

test("vitest runs `npm test` and `npm run check`, and this test", () => {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  expect([scripts.test, scripts.check].filter((script) => !/\bvitest run\b/.test(script ?? ""))).toEqual([]);
  expect(process.env.VITEST).toBe("true");
});

test("ARCHITECTURE names each package with the path that is run here", () => {
  const text = readFileSync(join(root, "src/ARCHITECTURE.md"), "utf8");
  const [, table = ""] = /\| package \| path \|\n.*\n((?:\|.*\n)+)/.exec(text) ?? [];
  const named = [...table.matchAll(/^\| (.*?) \| (.*?) \|$/gm)].map(([, names, path]) => `${names}: ${path}`);
  const run = rows.map(({ path, reaches }) => `${Object.keys(reaches).join(", ")}: ${path}`);
  expect(named).toEqual([...run, "vitest: `npm test`, `npm run check`"]);
});

/** Runs the built program, and gives the folder in which V8 left what was called. */
function runs(
  program: Cli,
  cwd: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): string {
  const coverage = join(program.folder, "coverage");
  const { exit, stderr } = program.run(args, { cwd, env: { NODE_V8_COVERAGE: coverage, ...env } });
  expect({ exit, stderr }).toEqual({ exit: 0, stderr: "" });
  return coverage;
}

/** The files of the program that were run, without the digests in their names, and how many bytes they have. */
function readBy(folder: string): { readonly names: readonly string[]; readonly bytes: number } {
  const built = readdirSync(folder).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(join(folder, file), "utf8")) as Coverage;
    return result.flatMap(({ url }) => (url.includes("/dist/program/") ? [fileURLToPath(url)] : []));
  });
  const names = built.map((file) => basename(file).replace(/[-.][\w-]{8}\.cjs$/, ""));
  return { names: names.sort(), bytes: built.reduce((sum, file) => sum + statSync(file).size, 0) };
}

// The law counts lines of source by the same groups of files (`starts` in `test/support/tidy-law.ts`); here it is the program that says what it read.
test.each([
  [
    "append",
    ["travel-mornings", "Night trains from Porto."],
    [
      "late-head",
      "late-markdown",
      "late-page",
      "late-process",
      "late-render",
      "late-secrets",
      "late-shape",
      "late-write",
    ],
    920_000,
  ],
  ["status", [], ["late-checkout", "late-pages", "late-render", "late-status", "scaffold"], 505_000],
])(
  "a plain `%s` reads nothing late but what it needs, and no more bytes than it did",
  (command, args, late, most) => {
    const program = cli();
    const cwd = program.sample();
    // The first look at a memory parses its pages, which a status finds known from then on.
    program.run(["status"], { cwd });
    const { names, bytes } = readBy(runs(program, cwd, [command, ...args]));
    const catalog = command === "append" ? "write" : "read";
    expect(names).toEqual(["base", "execute", ...late, "main", catalog, "rolldown-runtime", "session"].sort());
    expect(bytes).toBeLessThan(most);
  },
);

/** A PATH with Node on it and nothing else. */
function withoutGit(program: Cli): Readonly<Record<string, string>> {
  const tools = join(program.folder, "tools");
  mkdirSync(tools);
  symlinkSync(process.execPath, join(tools, "node"));
  return { PATH: tools };
}

/** A daemon that waits for its night, hears an edit and is told to stop. */
async function daemonHearing(program: Cli): Promise<string> {
  const cwd = program.sample();
  const coverage = join(program.folder, "coverage");
  const child = spawn(process.execPath, [join(root, "dist/pagefile.cjs"), "daemon"], {
    cwd,
    env: { ...program.env, TZ: "UTC", NODE_V8_COVERAGE: coverage },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = new Promise<number | null>((done) => child.on("close", done));
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += String(chunk)));
  const until = async (words: string): Promise<void> => {
    for (let waited = 0; !said.includes(words) && waited < 30_000; waited += 20) await sleep(20);
    expect(said).toContain(words);
  };
  await until("the next ");
  const page = "memory/preferences/travel-mornings.md";
  writeFileSync(join(cwd, page), `${readFileSync(join(cwd, page), "utf8")}- Night trains.\n`);
  await until(`edit  ${page}`);
  child.kill("SIGTERM");
  expect(await ended).toBe(0);
  return coverage;
}

interface Called {
  readonly name: string;
  readonly text: string;
}

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly {
        readonly startOffset: number;
        readonly endOffset: number;
        readonly count: number;
      }[];
    }[];
  }[];
}

/** The functions that ran, with their texts. */
function calledIn(folder: string): readonly Called[] {
  return readdirSync(folder).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(join(folder, file), "utf8")) as Coverage;
    return result.flatMap(({ url, functions }) => {
      if (!url.startsWith("file:")) return [];
      const text = readFileSync(fileURLToPath(url), "utf8");
      // The program runs its own files within a function that stands before the text on its first line, and closes behind it.
      const added = Math.max(0, (functions[0]?.ranges[0]?.endOffset ?? 0) - text.length - "\n})".length);
      return functions.flatMap(({ functionName: name, ranges: [whole] }) => {
        if (whole === undefined || whole.count === 0) return [];
        return [{ name, text: text.slice(whole.startOffset - added, whole.endOffset - added) }];
      });
    });
  });
}

/** Bundling takes white space and adds a number to a name that two modules have. */
function isOf({ name, says }: Mark, called: Called): boolean {
  return called.name.replace(/\$\d+$/, "") === name && squeezed(called.text).includes(squeezed(says));
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, "");
}

function scriptsBelow(folder: string): readonly string[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => /\.[cm]?[jt]s$/.test(file))
    .map((file) => readFileSync(join(root, folder, file), "utf8"));
}

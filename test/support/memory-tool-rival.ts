/** MemoryToolRival: one stream of commands given to our memory tool and to the SDK's own, told apart only where ours is meant to differ. */

import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { BetaLocalFilesystemMemoryTool } from "@anthropic-ai/sdk/tools/memory/node";
import { type MemoryCommand, type MemoryToolHandlers, memoryTool } from "../../src/agents/memory-tool.js";
import type { Workspace } from "../../src/memory/workspace.js";

import { chanceFrom, randomCommand } from "./memory-tool-stream.js";

export interface Said {
  readonly ok: boolean;
  readonly text: string;
}

/** A way in which ours is not the reference: which answers it accounts for, and why it is so. */
export interface Difference {
  readonly name: string;
  readonly why: string;
  readonly accounts: (command: MemoryCommand, ours: Said, theirs: Said) => boolean;
}

const errno = /^E[A-Z]{2,}: /;
const says = (part: string) => (_: MemoryCommand, ours: Said, theirs: Said) =>
  theirs.ok && !ours.ok && ours.text.includes(part);

/** All of them: a stream that shows another ends the run. Those of one-sided texts have an example each in the test. */
export const differences: readonly Difference[] = [
  {
    name: "system errors",
    why: "Theirs shows the model the error of the system with a path of the machine in it; ours says what stands in the way.",
    accounts: (_, ours, theirs) => !ours.ok && !theirs.ok && errno.test(theirs.text) && !errno.test(ours.text),
  },
  {
    name: "twice in one line",
    why: "Theirs counts lines, so of two places in one line it replaces the first; ours counts places.",
    accounts: ({ command }, ours, theirs) =>
      command === "str_replace" && theirs.ok && !ours.ok && ours.text.includes("Multiple occurrences"),
  },
  {
    name: "several lines",
    why: "Theirs never finds text with a line break in it; ours does, and says so too where it stands twice.",
    accounts: (command, ours, theirs) =>
      command.command === "str_replace" &&
      command.old_str.includes("\n") &&
      !theirs.ok &&
      theirs.text.includes("did not appear verbatim") &&
      (ours.ok || ours.text.includes("Multiple occurrences")),
  },
  {
    name: "empty old_str",
    why: "Theirs finds it in every line; ours asks for the text to replace.",
    accounts: (command, ours) => command.command === "str_replace" && command.old_str === "" && !ours.ok,
  },
  {
    name: "a page stays a page",
    why: "A page renamed to another ending would be forgotten without having been put away.",
    accounts: says("is a page of the memory, and"),
  },
  {
    name: "names",
    why: "Names that macOS or Windows cannot keep, or where git keeps its own, are refused.",
    accounts: says("has a name that not every file system can keep"),
  },
  {
    name: "case",
    why: "Two pages whose names differ in case are one file on some systems.",
    accounts: says("is the same file"),
  },
  {
    name: "the folder's own name",
    why: "Theirs reads /memoriesfoo as /memories/foo.",
    accounts: says("Path must start with /memories"),
  },
  {
    name: "out and back in",
    why: "Theirs judges a path by where it ends; ours follows no path that leaves the folder.",
    accounts: says("would escape /memories directory"),
  },
  { name: "secrets", why: "No secret is committed.", accounts: says("There is a secret in") },
  {
    name: "elisions",
    why: "Text that stands for text left out loses it.",
    accounts: says("stands for text that was left out"),
  },
  { name: "frontmatter", why: "A page that cannot be read back is no page.", accounts: says("no longer be valid") },
  { name: "ids", why: "Two pages with one id cannot be told apart.", accounts: says("is taken by") },
  { name: "scope", why: "What stays on this machine is not committed.", accounts: says("stays on this machine") },
  {
    name: "no text",
    why: "What is not UTF-8 text cannot be read back.",
    accounts: (_, ours, theirs) => theirs.ok && !ours.ok && /lone surrogate|is NUL/.test(ours.text),
  },
  { name: "pinned", why: "What is pinned hard is the user's to take back.", accounts: says("is pinned hard") },
  {
    name: "versions",
    why: "A page that keeps a version gets it raised.",
    accounts: (command, ours, theirs) =>
      command.command === "view" && ours.ok && theirs.ok && /\tversion: \d+/.test(ours.text),
  },
];

export interface Race {
  readonly commands: number;
  readonly changed: number;
  /** How often each difference showed. */
  readonly seen: Readonly<Record<string, number>>;
  /** Milliseconds in all. */
  readonly ours: number;
  readonly theirs: number;
}

/** Throws at the first command that both answer differently without a reason in the table, and where the files differ in the end. */
export async function race(
  workspace: Workspace,
  rival: { readonly tool: BetaLocalFilesystemMemoryTool; readonly folder: string },
  stream: { readonly seed: number; readonly commands: number },
): Promise<Race> {
  const tool = memoryTool(workspace);
  const chance = chanceFrom(stream.seed);
  const [ourFolder, theirFolder] = [join(workspace.primary.root, "memory"), join(rival.folder, "memories")];
  const seen: Record<string, number> = {};
  const spent = { ours: 0, theirs: 0 };
  let changed = 0;
  for (let at = 0; at < stream.commands; at++) {
    const paths = filesIn(theirFolder).map((path) => `/memories/${path}`);
    const known = (path: string): string | null => {
      const file = join(theirFolder, path.slice("/memories/".length));
      return paths.includes(path) ? readFileSync(file, "utf8") : null;
    };
    const command = randomCommand(chance, known, paths);
    const start = performance.now();
    const ours = await ask(tool, command);
    const middle = performance.now();
    const theirs = await ask(rival.tool, command);
    spent.ours += middle - start;
    spent.theirs += performance.now() - middle;
    pruneEmpty(theirFolder);
    if (ours.ok && command.command !== "view") changed += 1;
    if (ours.ok === theirs.ok && withoutFolderSizes(ours.text) === withoutFolderSizes(theirs.text)) continue;
    const difference = differences.find(({ accounts }) => accounts(command, ours, theirs));
    if (difference === undefined) {
      const shown = JSON.stringify({ seed: stream.seed, at, command, ours, theirs }, null, 2);
      throw new Error(`The two answer differently:\n${shown}`);
    }
    seen[difference.name] = (seen[difference.name] ?? 0) + 1;
    if (ours.ok !== theirs.ok) copyFiles(ourFolder, theirFolder);
  }
  sameFiles(ourFolder, theirFolder);
  return { commands: stream.commands, changed, seen, ...spent };
}

export async function ask(
  tool: MemoryToolHandlers | BetaLocalFilesystemMemoryTool,
  command: MemoryCommand,
): Promise<Said> {
  const handlers = tool as Readonly<Record<string, (command: MemoryCommand) => Promise<string>>>;
  try {
    return { ok: true, text: (await handlers[command.command]?.call(tool, command)) ?? "" };
  } catch (error) {
    return { ok: false, text: error instanceof Error ? error.message : String(error) };
  }
}

/** Theirs is what the file system takes for a folder; ours is what is in it. */
function withoutFolderSizes(text: string): string {
  if (!text.startsWith("Here're the files")) return text;
  return text
    .split("\n")
    .map((line, at) => (at === 1 || line.endsWith("/") ? line.slice(line.indexOf("\t")) : line))
    .join("\n");
}

function sameFiles(ours: string, theirs: string): void {
  const all = new Set([...filesIn(ours), ...filesIn(theirs)]);
  for (const path of all) {
    const [a, b] = [join(ours, path), join(theirs, path)];
    if (!existsSync(a) || !existsSync(b) || !readFileSync(a).equals(readFileSync(b))) {
      throw new Error(`${path} is not the same in both.`);
    }
  }
}

function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => statSync(join(folder, name)).isFile()).sort();
}

function copyFiles(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  if (existsSync(from)) cpSync(from, to, { recursive: true });
  pruneEmpty(to);
}

/** Git knows no empty folders. */
function pruneEmpty(folder: string, top: boolean = true): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) pruneEmpty(join(folder, entry.name), false);
  if (!top && readdirSync(folder).length === 0) rmdirSync(folder);
}

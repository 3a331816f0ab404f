/**
 * MemoryTool: Anthropic's memory tool over a memory repository. A command is read, held against what stands at its path, decided without writing,
 * committed, and answered in the words of the reference implementation.
 */

import { z } from "zod";
import { type PagePath, parseNewPath } from "../base/ids.js";
import { err, type Failure, type Outcome, ok, usage } from "../base/result.js";
import { compareText } from "../base/text.js";
import { openQueue } from "../git/repository.js";
import { type Memory, refresh } from "../memory/memory.js";
import type { Workspace } from "../memory/workspace.js";
import { decodePage } from "../page/decode.js";
import type { Origin } from "../page/page.js";
import { withoutSecrets } from "../prompt/access.js";
import { keepDenied } from "../session/patch.js";
import { commit } from "../write/commit/commit.js";
import type { Patch, PatchEnvelope } from "../write/patch.js";
import { patchOf, type ToolFile, validateToolFile } from "../write/tool-file.js";

/** What is to be committed, and the answer once it is; an answer alone where nothing changes. */
interface Decided {
  readonly file: ToolFile | null;
  readonly answer: string;
}

function decideMemoryCommand(memory: Memory, command: MemoryCommand): Promise<Outcome<Decided>> {
  if (command.command === "rename") return renaming(memory, command);
  return at(memory, command.path, (place, standing) => {
    switch (command.command) {
      case "view":
        return viewed(place, standing, command.view_range);
      case "create":
        return created(place, standing, command.file_text);
      case "delete":
        return deleted(place, standing);
      default:
        return edited(place, standing, command);
    }
  });
}

async function at(
  memory: Memory,
  shown: string,
  use: (place: ToolPath, standing: PathState) => Outcome<Decided>,
): Promise<Outcome<Decided>> {
  const place = parseToolPath(shown);
  if (!place.ok) return place;
  const standing = await pathStateAt(memory, place.value);
  return standing.ok ? use(place.value, standing.value) : standing;
}

function viewed({ shown }: ToolPath, standing: PathState, range: readonly number[] | undefined): Outcome<Decided> {
  if (standing.kind === "absent") return err(notThere(shown));
  if (standing.kind === "folder") {
    return ok({ file: null, answer: folderView(shown, `${standing.path ?? toolFolder}/`, standing.below) });
  }
  const lines = withoutSecrets(standing.text).split("\n");
  if (lines.length <= linesMax) return ok({ file: null, answer: fileView(shown, lines, range) });
  const most = linesMax.toLocaleString("en-US");
  return err(told(`File ${shown} has too many lines (${lines.length}). Maximum is ${most} lines.`));
}

function created({ shown }: ToolPath, standing: PathState, text: string): Outcome<Decided> {
  if (standing.kind !== "absent") return err(told(`File ${shown} already exists`));
  if (standing.blocked !== null) return err(standing.blocked);
  const file: ToolFile = { kind: "create", path: standing.path, text };
  return ok({ file, answer: `File created successfully at: ${shown}` });
}

function edited(
  { shown }: ToolPath,
  standing: PathState,
  command: Named<"str_replace" | "insert">,
): Outcome<Decided> {
  if (standing.kind === "absent") return err(notThere(shown));
  if (standing.kind === "folder") return err(told(`The path ${shown} is not a file.`));
  const { path, text: from } = standing;
  const edit = command.command === "insert" ? insertAfter(from, command) : replaceOnce(shown, from, command);
  if (!edit.ok) return edit;
  const { text: to, line } = edit.value;
  if (command.command === "insert") {
    const file: ToolFile = { kind: "insert", path, from, to, brought: command.insert_text };
    return ok({ file, answer: `The file ${shown} has been edited.` });
  }
  const file: ToolFile = { kind: "replace", path, from, to, brought: command.new_str };
  const says = "The memory file has been edited. Here is the snippet showing the change (with line numbers):";
  return ok({ file, answer: `${says}\n${snippet(withoutSecrets(to), line)}` });
}

function deleted({ shown }: ToolPath, standing: PathState): Outcome<Decided> {
  if (standing.path === null) return err(told("Cannot delete the /memories directory itself"));
  if (standing.kind === "absent") return err(told(`The path ${shown} does not exist`));
  const paths = standing.kind === "file" ? [standing.path] : [...standing.below.keys()].sort();
  return ok({ file: { kind: "delete", paths }, answer: `Successfully deleted ${shown}` });
}

async function renaming(memory: Memory, { old_path, new_path }: Named<"rename">): Promise<Outcome<Decided>> {
  const from = parseToolPath(old_path);
  if (!from.ok) return from;
  const to = parseToolPath(new_path);
  if (!to.ok) return to;
  if (from.value.path === null) return err(told("Cannot rename the /memories directory itself"));
  const there = await pathStateAt(memory, to.value);
  if (!there.ok) return there;
  if (there.value.kind !== "absent") return err(told(`The destination ${new_path} already exists`));
  const standing = await pathStateAt(memory, from.value);
  if (!standing.ok) return standing;
  const isThere = standing.value.kind !== "absent";
  if (isThere && there.value.blocked !== null) return err(there.value.blocked);
  return moved(from.value, to.value, standing.value);
}

function moved(from: ToolPath, to: ToolPath, standing: PathState): Outcome<Decided> {
  const target = to.path;
  if (standing.kind === "absent" || standing.path === null || target === null)
    return err(told(`The path ${from.shown} does not exist`));
  if (target.startsWith(`${standing.path}/`)) return err(told(`The path ${to.shown} is below ${from.shown} itself.`));
  const sources = standing.kind === "file" ? [standing.path] : [...standing.below.keys()].sort();
  const moves: { from: PagePath; to: PagePath }[] = [];
  for (const source of sources) {
    const next = parseNewPath(`${target}${source.slice(standing.path.length)}`);
    if (next === null) return err(told(`The path ${to.shown} is too long for what is in ${from.shown}.`));
    moves.push({ from: source, to: next });
  }
  return ok({ file: { kind: "rename", moves }, answer: `Successfully renamed ${from.shown} to ${to.shown}` });
}

function notThere(shown: string): Failure {
  return told(`The path ${shown} does not exist. Please provide a valid path.`);
}

// ViewText: what the memory tool prints of files and folders, to the byte as the reference implementation does.

const linesMax = 999_999;
const numberWidth = String(linesMax).length;
const depthMax = 2;

/** Lines with their numbers. */
function fileView(shown: string, lines: readonly string[], range: readonly number[] | undefined): string {
  const [first = 1, last = -1] = range?.length === 2 ? range : [];
  const start = Math.max(1, first) - 1;
  const part = lines.slice(start, last === -1 ? lines.length : last);
  return `Here's the content of ${shown} with line numbers:\n${numbered(part, start + 1)}`;
}

/** The two lines before the one that changed, and the two after it. */
function snippet(text: string, line: number): string {
  const start = Math.max(0, line - 3);
  return numbered(text.split("\n").slice(start, line + 2), start + 1);
}

function numbered(lines: readonly string[], first: number): string {
  return lines.map((line, i) => `${String(i + first).padStart(numberWidth, " ")}\t${line}`).join("\n");
}

/** `prefix` is the folder's own path with a slash. A folder's size is that of the files in it. */
function folderView(shown: string, prefix: string, below: Sizes): string {
  const sizes = new Map<string, number>();
  for (const [path, size] of below) {
    const parts = path.slice(prefix.length).split("/");
    const hidden = parts.findIndex((part) => part.startsWith(".") || part === "node_modules");
    // The folder itself, and what is in it so far down; what is hidden counts all the same.
    for (let depth = 0; depth <= Math.min(depthMax, hidden < 0 ? parts.length : hidden); depth += 1) {
      const name = parts.slice(0, depth).join("/") + (depth > 0 && depth < parts.length ? "/" : "");
      sizes.set(name, (sizes.get(name) ?? 0) + size);
    }
  }
  // Below a folder comes what is in it, before another whose name goes on.
  const key = (path: string): string => path.replace(/\/$/, "").replaceAll("/", "\0");
  const rows = [...sizes].sort(([a], [b]) => compareText(key(a), key(b)));
  const header = `Here're the files and directories up to 2 levels deep in ${shown}, excluding hidden items and node_modules:`;
  const [root = ["", 0], ...inner] = rows;
  return [
    header,
    `${sizeText(root[1])}\t${shown}`,
    ...inner.map(([path, size]) => `${sizeText(size)}\t${shown}/${path}`),
  ].join("\n");
}

function sizeText(bytes: number): string {
  if (bytes === 0) return "0B";
  const step = Math.floor(Math.log(bytes) / Math.log(1024));
  const size = bytes / 1024 ** step;
  return `${size % 1 === 0 ? size.toString() : size.toFixed(1)}${["B", "K", "M", "G"][step] ?? "T"}`;
}

// MemoryTool: Anthropic's memory tool over a memory repository: six handlers in the shape that `betaMemoryTool` of their SDK takes.

export interface MemoryToolOptions {
  /** Who writes, as the commits say; `agent:memory-tool` when absent. A person does not write through a model's tool. */
  readonly actor?: `agent:${string}`;
  /** Whose words they are; `agent` when absent. */
  readonly origin?: Origin;
  /** The session this happens in, as the commits say. */
  readonly session?: string;
}

type Named<Name extends MemoryCommand["command"]> = Extract<MemoryCommand, { readonly command: Name }>;

/** Each answers with the text for the model, and throws an `Error` whose message is for the model where it cannot. */
export type MemoryToolHandlers = {
  readonly [Name in MemoryCommand["command"]]: (command: Named<Name>) => Promise<string>;
};

/**
 * `/memories` is the folder `memory` of the primary store. Each change is one commit; a deletion puts files into the archive. Commands
 * are run one after another, in the order they came.
 */
export function memoryTool(workspace: Workspace, options: MemoryToolOptions = {}): MemoryToolHandlers {
  const { actor = "agent:memory-tool", origin = "agent", session = null } = options;
  const inTurn = openQueue();
  const run = (command: unknown): Promise<string> =>
    inTurn(async () => {
      const parsed = commandSchema.safeParse(command);
      if (!parsed.success) throw new Error(wrongShape(parsed.error));
      const envelope = { actor, origin, session, evidence: [], id: null };
      const answer = await runMemoryCommand(workspace.primary, parsed.data, envelope);
      if (answer.ok) return answer.value;
      const { says, hint } = answer.error;
      throw new Error(hint === "" ? says : `${says} ${hint}`);
    });
  return { view: run, create: run, str_replace: run, insert: run, delete: run, rename: run };
}

const commandSchema: z.ZodType<MemoryCommand> = z.discriminatedUnion("command", [
  z.object({ command: z.literal("view"), path: z.string(), view_range: z.array(z.int()).optional() }),
  z.object({ command: z.literal("create"), path: z.string(), file_text: z.string() }),
  z.object({ command: z.literal("str_replace"), path: z.string(), old_str: z.string(), new_str: z.string() }),
  z.object({ command: z.literal("insert"), path: z.string(), insert_line: z.int(), insert_text: z.string() }),
  z.object({ command: z.literal("delete"), path: z.string() }),
  z.object({ command: z.literal("rename"), old_path: z.string(), new_path: z.string() }),
]);

function wrongShape({ issues }: z.ZodError): string {
  const [issue] = issues;
  const where = issue === undefined || issue.path.length === 0 ? "The command" : `\`${issue.path.join(".")}\``;
  return `${where}: ${issue?.message ?? "this is no command of the memory tool"}.`;
}

/** Bytes of every file below the folder, by path, in no order. */
type Sizes = ReadonlyMap<PagePath, number>;

type PathState =
  | { readonly kind: "file"; readonly path: PagePath; readonly text: string }
  /** A folder is there as long as a file is below it; `/memories` always is. */
  | { readonly kind: "folder"; readonly path: PagePath | null; readonly below: Sizes }
  /** `blocked` says why nothing can be made there: a file where a folder would have to be, a link, a folder of files that are no pages. */
  | { readonly kind: "absent"; readonly path: PagePath; readonly blocked: Failure | null };

async function pathStateAt(memory: Memory, { path, shown }: ToolPath): Promise<Outcome<PathState>> {
  const read = path === null ? ok(null) : memory.store.read(path);
  if (path !== null && read.ok && read.value !== null) {
    const decoded = decodePage(path, read.value.blob.bytes);
    if (decoded.ok) return ok({ kind: "file", path, text: decoded.value });
    return err(told(`Unsupported file type for ${shown}: ${decoded.error.says}`));
  }
  const sizes = await filesBelow(memory);
  if (!sizes.ok) return sizes;
  const prefix = `${path ?? toolFolder}/`;
  const below = new Map([...sizes.value].filter(([file]) => file.startsWith(prefix)));
  if (path === null || below.size > 0) return ok({ kind: "folder", path, below });
  if (!read.ok) {
    const isOther = read.error.code === "denied" && read.error.reason === "not_a_regular_file";
    return isOther ? ok({ kind: "absent", path, blocked: read.error }) : read;
  }
  const under = [...sizes.value.keys()].find((file) => path.startsWith(`${file}/`));
  const blocked = under === undefined ? null : told(`The path ${shown} would lie below ${under}, which is a file.`);
  return ok({ kind: "absent", path, blocked });
}

/** Pages as they stand on disk; of all other files those that git knows, because the memory looks for no others. */
async function filesBelow(memory: Memory): Promise<Outcome<Sizes>> {
  const refreshed = refresh(memory);
  if (!refreshed.ok) return refreshed;
  const head = await memory.history.head();
  if (!head.ok) return head;
  const tree = await memory.history.tree(head.value.commit);
  if (!tree.ok) return tree;
  const sizes = new Map<PagePath, number>();
  for (const { path, stamp } of memory.files.values())
    if (path.startsWith(`${toolFolder}/`)) sizes.set(path, stamp.size);
  for (const { path } of tree.value) {
    if (!path.startsWith(`${toolFolder}/`) || memory.files.has(path)) continue;
    const read = memory.store.read(path);
    if (read.ok && read.value !== null) sizes.set(path, read.value.blob.bytes.length);
  }
  return ok(sizes);
}

/** The six commands of `memory_20250818`; lines are counted from 1. */
export type MemoryCommand =
  | {
      readonly command: "view";
      readonly path: string;
      /** First and last line; -1 is the end. */
      readonly view_range?: readonly number[] | undefined;
    }
  | { readonly command: "create"; readonly path: string; readonly file_text: string }
  | { readonly command: "str_replace"; readonly path: string; readonly old_str: string; readonly new_str: string }
  /** After line `insert_line`; 0 is before the first. */
  | { readonly command: "insert"; readonly path: string; readonly insert_line: number; readonly insert_text: string }
  | { readonly command: "delete"; readonly path: string }
  | { readonly command: "rename"; readonly old_path: string; readonly new_path: string };

/** What the tool calls `/memories`: the one folder that every profile reads. */
const toolFolder = "memory";
const toolRoot = "/memories";

interface ToolPath {
  /** As the model wrote it: answers name it so. */
  readonly shown: string;
  /** null for `/memories` itself. */
  readonly path: PagePath | null;
}

/** Refuses what leads out of `/memories`, on the way too, and names that not every file system can keep. */
function parseToolPath(shown: string): Outcome<ToolPath> {
  const isBelow = shown === toolRoot || shown.startsWith(`${toolRoot}/`);
  if (!isBelow) return err(told(`Path must start with ${toolRoot}, got: ${shown}`));
  const parts: string[] = [];
  for (const part of shown.slice(toolRoot.length).split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return err(told(`Path ${shown} would escape ${toolRoot} directory`));
  }
  if (parts.length === 0) return ok({ shown, path: null });
  const path = parseNewPath(`${toolFolder}/${parts.join("/")}`);
  const mend = "Use letters, digits, dashes and dots, and end it with neither a dot nor a space.";
  const says = `Path ${shown} has a name that not every file system can keep. ${mend}`;
  return path === null ? err(told(says)) : ok({ shown, path });
}

/** A failure whose whole text the model is to see, word for word. */
function told(says: string): Failure {
  return usage(says, "");
}

// EditText: what a replacement or an insertion makes of a file's text, or why it makes nothing.

interface EditedText {
  readonly text: string;
  /** The first line that is new, from 1. */
  readonly line: number;
}

/** The text to replace has to stand once in the whole, over several lines too. */
function replaceOnce(shown: string, text: string, { old_str, new_str }: Named<"str_replace">): Outcome<EditedText> {
  const not = "No replacement was performed";
  if (old_str === "") {
    const why = "old_str is empty; it has to hold the text to replace";
    return err(told(`${not}, ${why}. Use insert to add lines to ${shown}.`));
  }
  const [first = "", ...rest] = text.split(old_str);
  if (rest.length === 0) return err(told(`${not}, old_str \`${old_str}\` did not appear verbatim in ${shown}.`));
  const linesIn = (part: string): number => part.split("\n").length - 1;
  const line = linesIn(first) + 1;
  if (rest.length === 1) return ok({ text: first + new_str + rest[0], line });
  const lines = [line];
  for (const part of rest.slice(0, -1)) lines.push((lines.at(-1) ?? 0) + linesIn(old_str) + linesIn(part));
  const where = `Multiple occurrences of old_str \`${old_str}\` in lines: ${[...new Set(lines)].join(", ")}`;
  return err(told(`${not}. ${where}. Please ensure it is unique`));
}

/** After that many lines; the text's last line break, if it has one, is the line's own. */
function insertAfter(text: string, { insert_line: line, insert_text: added }: Named<"insert">): Outcome<EditedText> {
  const lines = text.split("\n");
  if (!Number.isInteger(line) || line < 0 || line > lines.length) {
    const range = `It should be within the range of lines of the file: [0, ${lines.length}]`;
    return err(told(`Invalid \`insert_line\` parameter: ${line}. ${range}`));
  }
  lines.splice(line, 0, added.endsWith("\n") ? added.slice(0, -1) : added);
  return ok({ text: lines.join("\n"), line: line + 1 });
}

/** Looked at again where somebody else wrote between the look and the commit. */
const triesMax = 5;

/**
 * Each change is one commit, made by the rules of every other patch. A failure of code `usage` says what the reference implementation
 * says; any other failure is a rule of the memory, with its hint.
 */
async function runMemoryCommand(
  memory: Memory,
  command: MemoryCommand,
  envelope: PatchEnvelope,
): Promise<Outcome<string>> {
  for (let tried = 1; ; tried += 1) {
    const decided = await decideMemoryCommand(memory, command);
    if (!decided.ok) return decided;
    const { file, answer } = decided.value;
    if (file === null) return ok(answer);
    const content = { op: "memory-tool", ...command };
    let asked: Patch | null = null;
    const act: Parameters<typeof commit>[1] = {
      validate: (ground, base) => {
        asked = patchOf(file, envelope, ground);
        return validateToolFile(file, envelope, ground, base);
      },
      ...{ content, about: aboutOf(file) },
    };
    const done = await commit(memory, act, { detached: "refuse" });
    if (done.ok) return ok(answer);
    const isStale = done.error.code === "version_conflict" && (file.kind === "replace" || file.kind === "insert");
    if (!isStale || tried === triesMax || !(await movedOn(memory, file)))
      return asked === null ? done : err(await keepDenied(memory, asked, done.error));
  }
}

/** Whether the text that was decided on is no longer the one on disk. */
async function movedOn(memory: Memory, file: Extract<ToolFile, { kind: "replace" | "insert" }>): Promise<boolean> {
  const standing = await pathStateAt(memory, { shown: file.path, path: file.path });
  return standing.ok && (standing.value.kind !== "file" || standing.value.text !== file.from);
}

function aboutOf(file: ToolFile): string {
  if (file.kind === "delete") return file.paths.join(", ");
  return file.kind === "rename" ? file.moves.map(({ from }) => from).join(", ") : file.path;
}

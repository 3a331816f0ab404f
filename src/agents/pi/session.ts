/**
 * PiSession: one session of pi at work: its memories open in this process, and told event by event. This file also has the part of pi's interface
 * that is used, by shape: nothing of pi is imported.
 */

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type JsonObject, objectOf, objectsOf, parseLine, textOf } from "../../base/json.js";
import { limits } from "../../base/limits.js";
import { err, type Outcome, ok } from "../../base/result.js";
import { compareText } from "../../base/text.js";
import { findLayout } from "../../git/layout.js";
import { init, wireInit } from "../../init/init.js";
import { type Memory, refresh } from "../../memory/memory.js";
import type { Workspace } from "../../memory/workspace.js";
import { openWorkspace } from "../../open.js";
import type { LifecycleEvent } from "../../session/lifecycle.js";
import { attempt } from "../../state/fs-calls.js";
import { readLinked } from "../../state/plain-file.js";
import { logFaults } from "../../write/fault-log.js";
import {
  bugSays,
  type Fill,
  type HarnessAnswer,
  type Moment,
  type Tongue,
  type UserLine,
  writtenAt,
} from "../codec.js";
import { type EventAsked, runEvent } from "../event.js";
import {
  globalFolder,
  isMemory,
  type PiConfig,
  type PiConfigFile,
  type PiFolder,
  type PlainFolder,
  piConfigFrom,
  piHome,
  plainBlock,
  projectFolder,
} from "./config.js";

export interface PiSession {
  /** The primary one of the stores. */
  readonly memory: Memory;
  /** What happened is kept before this ends. `fill` is how full the context is; null where pi does not know. */
  readonly happen: (moment: Moment, fill: Fill | null) => Promise<HarnessAnswer>;
  /** Logs what the last answer did not wait for, as everything here does that comes next, for who looks at the logs from outside. */
  readonly finish: () => void;
  /** The stores with the session's own pages, for a tool; whoever gets them does not close them. */
  readonly open: (how: "read" | "write") => Promise<Outcome<Workspace>>;
  readonly close: () => Promise<void>;
}

interface Opened {
  /** Trusted stores, the first the primary one; the session closes them. */
  readonly stores: Workspace;
  readonly config: PiConfig;
}

function openPiSession({ stores, config }: Opened, { session, cwd, transcript, env }: PiMemoriesAsked): PiSession {
  const { primary, memories } = stores;
  const behind = backgroundWork((error) => {
    const fault = { kind: "harness_failed", page: "", says: `prompt: ${bugSays(error)}`, hint: "" } as const;
    logFaults(primary, [fault], { session, boundary: "prompt" });
  });
  const here = `${process.pid} ${performance.timeOrigin + performance.now()}`;
  let count = 0;
  // What stands in the conversation stays as it is while the room gets less: pages are chosen for that room again where a context begins.
  let budget: number | null = null;
  const open: PiSession["open"] = async (how) => {
    behind.finish();
    // The session's own pages come and go between two events.
    const own = (await primary.openSession?.(session, how)) ?? ok(null);
    if (!own.ok) return err(own.error);
    const all = own.value === null ? memories : [...memories, own.value];
    return ok({ ...stores, memories: all, close: () => Promise.resolve() });
  };
  return {
    ...{ memory: primary, open, finish: behind.finish },
    async happen(moment, fill) {
      if (moment.kind === "start" || budget === null)
        budget = budgetFor(config, fill === null ? null : fill.window - fill.tokens);
      // What cannot be looked at keeps the pages it has; the answer tells what it cannot read.
      if (moment.kind === "prompt") for (const memory of memories) refresh(memory);
      count += 1;
      const captures = { compaction: config.captureOnCompact, end: config.captureOnShutdown };
      const asked: EventAsked = {
        ...{ codec: pi, event: moment.kind, bytes: Buffer.from(`${here} ${count}`) },
        ...{ cwd, env, repos: memories.map(({ root }) => root), now: null, pid: process.pid },
        held: { open: () => open("read"), budget, captures, behind: behind.put },
      };
      const { answer } = await runEvent(asked, { session, cwd, transcript, id: null, fill, moment }, cwd);
      return answer;
    },
    close() {
      behind.finish();
      return stores.close();
    },
  };
}

/** Half of what is left at most, in steps, so that a prompt stays the same while the context fills. */
export function budgetFor({ maxMemoryTokens }: PiConfig, room: number | null): number {
  const step = 256;
  const most = room === null ? maxMemoryTokens : Math.floor(room / 2 / step) * step;
  return Math.max(1, Math.min(maxMemoryTokens, most));
}

// PiMoment: pi's events as moments of a session, and what its session files hold.

export const pi: Tongue = {
  name: "pi",
  blockCharsMax: 100_000,
  writing: () => 'the tool remember, for example {"text":TEXT}',
  said,
  spoken: (lines) => lines.reduce((sum, line) => sum + spokenIn(line), 0),
};

/** null for an event at which nothing is done. */
export function piMoment(event: JsonObject): Moment | null {
  switch (event.type) {
    case "session_start":
      return {
        kind: "start",
        how: textOf(event.reason) ?? "startup",
        bare: true,
        ...(event.reason === "fork" ? { fork: { parent: sessionOf(textOf(event.previousSessionFile)) } } : {}),
      };
    case "session_compact":
      return { kind: "start", how: "compact", bare: true };
    case "before_agent_start":
      return { kind: "prompt", text: textOf(event.prompt) ?? "" };
    case "input":
      return { kind: "prompt", text: textOf(event.text) ?? "" };
    case "tool_result":
      return {
        kind: "tool",
        name: textOf(event.toolName) ?? "",
        input: objectOf(event.input) ?? {},
        output: event.content,
      };
    case "agent_end":
      return { kind: "stop", again: false };
    case "session_before_compact":
      return { kind: "before-compaction", event: compactions[textOf(event.reason) ?? ""] ?? "compaction-auto" };
    case "session_before_switch":
      // It may be called off yet.
      return { kind: "end", event: "switch-session" };
    case "session_before_fork":
      return { kind: "end", event: "fork" };
    case "session_shutdown":
      return { kind: "end", event: shutdowns[textOf(event.reason) ?? ""] ?? "exit" };
    default:
      return null;
  }
}

/** pi names the file of a session by its time and its id: `…/2026-11-21T09-01-00-000Z_ID.jsonl`. */
function sessionOf(file: string | null): string | null {
  const name = file?.replaceAll("\\", "/").split("/").at(-1) ?? "";
  const id = name.endsWith(".jsonl") ? name.slice(name.indexOf("_") + 1, -".jsonl".length) : "";
  return id === "" ? null : id;
}

/** Before 0.87 nobody says why. */
const compactions: Readonly<Record<string, LifecycleEvent>> = {
  manual: "compaction-manual",
  threshold: "compaction-auto",
  overflow: "overflow",
};

/** What is reloaded goes on, and what is left for another session can be taken up again. */
const shutdowns: Readonly<Record<string, LifecycleEvent>> = {
  new: "new",
  fork: "fork",
  resume: "switch-session",
  reload: "switch-session",
};

function said(lines: readonly string[], first: number): readonly UserLine[] {
  return lines.flatMap((line, at): readonly UserLine[] => {
    const message = messageIn(line);
    if (message?.role !== "user") return [];
    const blocks = objectsOf(message.content).filter((block) => block.type === "text");
    const text = (textOf(message.content) ?? blocks.map((block) => textOf(block.text) ?? "").join("\n")).trim();
    return text === "" ? [] : [{ text, line: first + at, at: writtenAt(parseLine(line) ?? {}) }];
  });
}

function spokenIn(line: string): number {
  const message = messageIn(line);
  return message === null ? 0 : JSON.stringify(message.content ?? "").length;
}

function messageIn(line: string): JsonObject | null {
  const entry = parseLine(line);
  return entry?.type === "message" ? objectOf(entry.message) : null;
}

// PiMemories: what the extension has for the session that pi is in: memories where they may be used, plain folders, and what is wrong.

interface PiMemoriesAsked {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly session: string;
  readonly transcript: string | null;
  readonly trusted: boolean;
}

export interface PiMemories {
  readonly session: string;
  readonly config: PiConfig;
  /** null where no folder can be opened as a memory. */
  readonly piSession: PiSession | null;
  /** The memories that are open, the primary one first. */
  readonly folders: readonly PiFolder[];
  /** Folders that are plain Markdown here. */
  readonly plain: readonly PiFolder[];
  /** Where a project has a memory and pi does not trust the project. */
  readonly barred: PiFolder | null;
  readonly warnings: readonly string[];
}

/** Of a project that is not trusted nothing is read, not even its configuration. */
export async function openPiMemories(asked: PiMemoriesAsked): Promise<PiMemories> {
  const { env, cwd, session, trusted } = asked;
  const found = projectFolder(cwd, env);
  const project = trusted ? found : null;
  const all = [...(project === null ? [] : [project]), globalFolder(env)];
  const files = all
    .toReversed()
    .map(configFile)
    .filter((file) => file !== null);
  const { config, warnings } = piConfigFrom(files);
  const made = config.pageTableEnabled ? await madeGlobal(env) : [];
  const memories = config.pageTableEnabled ? all.filter(({ dir }) => isMemory(dir)) : [];
  const { workspace, opened, failed } = await openFolders(memories, { env, traces: config.traceEnabled });
  const piSession = workspace === null ? null : openPiSession({ stores: workspace, config }, asked);
  return {
    session,
    config,
    piSession,
    folders: opened,
    plain: all.filter((folder) => !opened.includes(folder) && plainFolder(folder) !== null),
    barred: trusted ? null : found,
    warnings: [...warnings, ...made, ...failed],
  };
}

/** The first session that pi starts with the package makes the user's own memory. */
async function madeGlobal(env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const folder = globalFolder(env);
  if (isMemory(folder.dir)) return [];
  const made = await makeGlobal(folder, env);
  if (!made.ok) return [`${folder.shown} is no memory yet: ${made.error.says} ${made.error.hint}`];
  if (made.value === "made") return [];
  const command = `pagefile init --profile pi --scope global ${folder.dir}`;
  return [`${folder.shown} lies in a repository of yours; to keep memory there: ${command}`];
}

/** Folders of plain Markdown as they stand now; empty for nothing. */
export function plainTexts({ plain, config }: PiMemories): readonly string[] {
  return plain.flatMap((folder) => {
    const read = plainFolder(folder);
    return read === null ? [] : [plainBlock(read, config)];
  });
}

/** How the session stands, for people. */
export function describe(piMemories: PiMemories, isOn: boolean, block: string | null): readonly string[] {
  const { folders, plain, barred, warnings, config, piSession } = piMemories;
  return [
    `memory is ${isOn ? "on" : "off: nothing goes into prompts; what is written is kept"}`,
    ...folders.map(({ shown, dir }) => `${shown}  (${join(dir, "MEMORY.md")})`),
    ...plain.map(({ shown, dir }) => `${shown}  plain Markdown; for pages, commits and faults: pagefile init ${dir}`),
    ...(barred === null ? [] : [`${barred.shown}  not read: pi does not trust this project`]),
    ...(piSession === null
      ? []
      : [`a conversation begins with at most ${config.maxMemoryTokens} tokens of pages`, standsNow(block)]),
    ...warnings.map((warning) => `warning: ${warning}`),
  ];
}

function standsNow(block: string | null): string {
  return block === null ? "this one gets them with its next prompt" : `this one with ${block.length} characters`;
}

// WirePiOpen: what stands in pi's folders of memory: made a memory where there is none yet, opened, or read as plain Markdown.

/**
 * Makes a memory of the folder: the pages that stand there are taken in as they are. Where it lies in somebody's repository, that is
 * for them to do: their history would get the commits.
 */
async function makeGlobal({ dir }: PiFolder, env: NodeJS.ProcessEnv): Promise<Outcome<"made" | "not-ours">> {
  const around = findLayout(existsSync(dir) ? dir : piHome(env));
  if (around.ok && !existsSync(join(dir, ".git"))) return ok("not-ours");
  const services = wireInit({ env, now: null });
  // Beside Markdown that is there nothing is put; an empty folder gets a page, and no instructions: those are pi's.
  if (!existsSync(dir) || !readdirSync(dir).some((name) => name.endsWith(".md"))) {
    const templates = services.scaffold.templates("pi");
    if (!templates.ok) return templates;
    const page = templates.value.find(({ path }) => path === "MEMORY.md");
    const written = services.scaffold.write(dir, "MEMORY.md", page?.text ?? "# Memory\n");
    if (!written.ok) return written;
  }
  const asked = { dir, profile: "pi", name: "pi", scope: "global", hooks: false };
  const begun = await init(services, asked);
  return begun.ok ? ok("made") : begun;
}

/** The first is the primary one. Folders that cannot be opened are left out, each with the reason. */
async function openFolders(
  folders: readonly PiFolder[],
  options: { readonly env: NodeJS.ProcessEnv; readonly traces: boolean },
): Promise<{
  readonly workspace: Workspace | null;
  readonly opened: readonly PiFolder[];
  readonly failed: readonly string[];
}> {
  if (folders.length === 0) return { workspace: null, opened: [], failed: [] };
  const open = (some: readonly PiFolder[]): Promise<Outcome<Workspace>> =>
    openWorkspace({ cwd: some[0]?.dir ?? "", repos: some.map(({ dir }) => dir), ...options, now: null });
  const all = await open(folders);
  if (all.ok) return { workspace: all.value, opened: folders, failed: [] };
  const sound: PiFolder[] = [];
  const failed: string[] = [];
  for (const folder of folders) {
    const alone = folders.length === 1 ? all : await open([folder]);
    if (!alone.ok) {
      failed.push(`${folder.shown}: ${alone.error.says} ${alone.error.hint}`);
      continue;
    }
    sound.push(folder);
    await alone.value.close();
  }
  if (failed.length === 0) return { workspace: null, opened: [], failed: [all.error.says] };
  const rest = await openFolders(sound, options);
  return { ...rest, failed: [...failed, ...rest.failed] };
}

function configFile({ dir, shown }: PiFolder): PiConfigFile | null {
  const path = join(dir, "config.json");
  if (!existsSync(path)) return null;
  const text = attempt(`read ${path}`, () => readLinked(path, limits.stateFileBytesMax).toString("utf8"));
  return { name: `${shown}/config.json`, text: text.ok ? text.value : "" };
}

/** null where there is no MEMORY.md to be read. */
function plainFolder({ dir, shown }: PiFolder): PlainFolder | null {
  const read = attempt(`read ${dir}`, () => ({
    text: readLinked(join(dir, "MEMORY.md"), limits.pageBytesMax).toString("utf8"),
    topics: readdirSync(dir).filter((name) => name.endsWith(".md") && name !== "MEMORY.md"),
  }));
  if (!read.ok) return null;
  const { text, topics } = read.value;
  return { path: shown, text, topics: topics.sort(compareText) };
}

// PiApi: the part of pi's extension interface that is used here, by shape: nothing of pi is imported, so that one file serves all versions.

/** What pi hands to every handler. What only newer versions have is optional. */
export interface PiContext {
  readonly cwd: string;
  /** False where nobody sees `ui`: with `-p` and with `--mode json`. */
  readonly hasUI: boolean;
  readonly ui: { notify(message: string, type?: "info" | "warning" | "error"): void };
  readonly sessionManager: {
    getSessionId(): string;
    /** Absent for a session that is not kept. */
    getSessionFile(): string | undefined;
    getEntries(): readonly unknown[];
  };
  /** Since 0.79. */
  isProjectTrusted?(): boolean;
  /** False while a model answers: what is typed then waits for its turn. */
  isIdle?(): boolean;
  getContextUsage?(): { readonly tokens: number | null; readonly contextWindow: number } | undefined;
  /** Of pi's list of models, with `id`, `contextWindow`, `maxTokens` and `cost`. */
  readonly model?: unknown;
  getSystemPrompt?(): string;
}

/** What the model is told of a tool, and what it does. */
export interface PiTool {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly promptSnippet: string;
  /** JSON Schema of an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
  execute(
    id: string,
    input: unknown,
    signal: unknown,
    onUpdate: unknown,
    context: PiContext,
  ): Promise<{ readonly content: readonly PiText[]; readonly details: unknown }>;
}

interface PiText {
  readonly type: "text";
  readonly text: string;
}

type Answer = object | undefined;

export interface PiApi {
  /** What a handler throws is shown by pi and stops nothing. */
  on(event: string, handler: (event: JsonObject, context: PiContext) => Promise<Answer> | Answer): void;
  registerTool(tool: PiTool): void;
  registerCommand(
    name: string,
    command: {
      readonly description: string;
      readonly getArgumentCompletions: (prefix: string) => readonly PiCompletion[] | null;
      readonly handler: (args: string, context: PiContext) => Promise<void>;
    },
  ): void;
  /** Kept in the session's file, never shown to the model. */
  appendEntry(type: string, data: unknown): void;
  getActiveTools?(): readonly string[];
  getAllTools?(): readonly { readonly name: string; readonly description?: unknown; readonly parameters?: unknown }[];
}

interface PiCompletion {
  readonly value: string;
  readonly label: string;
  readonly description: string;
}

// Behind: work that nobody waits for: put off until what was asked for is on its way, and done before anything else is asked.

interface BackgroundWork {
  readonly put: (work: () => void) => void;
  /** Does now, in order, what was put off. */
  readonly finish: () => void;
}

/** Long enough for a request to leave the process, in milliseconds. */
const delayMs = 10;

/** `failed` is told what a piece of work throws; the others are done all the same. */
export function backgroundWork(failed: (error: unknown) => void): BackgroundWork {
  let waiting: readonly (() => void)[] = [];
  const finish = (): void => {
    const works = waiting;
    waiting = [];
    for (const work of works) {
      try {
        work();
      } catch (error) {
        failed(error);
      }
    }
  };
  return {
    put(work) {
      if (waiting.length === 0) setTimeout(finish, delayMs);
      waiting = [...waiting, work];
    },
    finish,
  };
}

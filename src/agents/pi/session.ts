/**
 * PiSession: one session of pi at work: its memories open in this process, and told event by event. This file also has the part of pi's interface
 * that is used, by shape: nothing of pi is imported.
 */

import { existsSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { type JsonObject, objectOf, objectsOf, parseLine, textOf } from "../../base/json.js";
import { limits } from "../../base/limits.js";
import { err, type Outcome, ok } from "../../base/result.js";
import { compareText } from "../../base/text.js";
import { findLayout } from "../../git/layout.js";
import { init, wireInit } from "../../init/init.js";
import { type Memory, refresh } from "../../memory/memory.js";
import { personalRoot } from "../../memory/root.js";
import { configPath } from "../../memory/service.js";
import type { Workspace } from "../../memory/workspace.js";
import { openWorkspace } from "../../open.js";
import type { LifecycleEvent } from "../../session/lifecycle.js";
import { attempt } from "../../state/fs-calls.js";
import { readLinked } from "../../state/plain-file.js";
import { logFaults } from "../../write/fault-log.js";
import { bugSays, type Fill, type HarnessAnswer, harnessFolder, type Moment, type Tongue } from "../codec.js";
import { type EventAsked, runEvent } from "../event.js";
import { packageCommand } from "../event-context.js";

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
      if (moment.kind === "prompt" || moment.kind === "start") for (const memory of memories) refresh(memory);
      count += 1;
      const captures = { compaction: config.captureOnCompact, end: config.captureOnShutdown };
      const asked: EventAsked = {
        ...{ codec: pi, event: moment.kind, bytes: Buffer.from(`${here} ${count}`) },
        ...{ cwd, env, repos: memories.map(({ root }) => root), now: null, pid: process.pid },
        host: { open: () => open("read"), budget, captures, behind: behind.put },
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
  program: packageCommand,
  writing: 'the tool remember, for example {"text":TEXT}',
  words(line) {
    const { role, content } = messageIn(line) ?? {};
    return role === "user" ? wordsIn(content).trim() : "";
  },
  chars(line) {
    const message = messageIn(line);
    return message === null ? 0 : JSON.stringify(message.content ?? "").length;
  },
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

function messageIn({ type, message }: JsonObject): JsonObject | null {
  return type === "message" ? objectOf(message) : null;
}

/** What a message of pi's says. */
export function wordsIn(content: unknown): string {
  const blocks = objectsOf(content).filter(({ type }) => type === "text");
  return textOf(content) ?? blocks.map(({ text }) => textOf(text) ?? "").join("\n");
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
    plain: all.filter((folder) => !opened.includes(folder) && plainBlock(folder, config) !== null),
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
  return plain.map((folder) => plainBlock(folder, config)).filter((text) => text !== null);
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

// PiConfig: the `config.json` of a memory folder as pi's memory extensions know it: what is wrong in it is told and passed over.

interface PiConfig {
  /** Whether pages go into prompts from the start; `/memory on` and `/memory off` say it for a session. */
  readonly enabled: boolean;
  /** What is taken of MEMORY.md where a folder is plain Markdown. */
  readonly maxInjectLines: number;
  readonly maxInjectBytes: number;
  /** False: every folder is taken for plain Markdown. */
  readonly pageTableEnabled: boolean;
  /** Tokens for the pages of a prompt. */
  readonly maxMemoryTokens: number;
  /** Whether what the user said is kept before a compaction, and at the end of a session. */
  readonly captureOnCompact: boolean;
  readonly captureOnShutdown: boolean;
  /** Whether it is recorded how each prompt was decided; boundaries and faults are in any case. */
  readonly traceEnabled: boolean;
}

export const defaultPiConfig: PiConfig = {
  enabled: true,
  maxInjectLines: 200,
  maxInjectBytes: 8_192,
  pageTableEnabled: true,
  maxMemoryTokens: 4_096,
  captureOnCompact: true,
  captureOnShutdown: true,
  traceEnabled: true,
};

/** A known key that cannot be turned off here, and why. */
const fixed: Readonly<Record<string, string>> = {
  strictWriteback: "no patch is committed without being validated, and what is refused stays in the journal",
};

/** Later files win, key by key; each has a name that it is told by. */
export function piConfigFrom(files: readonly { readonly name: string; readonly text: string }[]): {
  readonly config: PiConfig;
  readonly warnings: readonly string[];
} {
  let config = defaultPiConfig;
  const warnings: string[] = [];
  for (const { name, text } of files) {
    const given = parseLine(text);
    if (given === null) warnings.push(`${name} is no JSON object and was passed over.`);
    for (const [key, value] of Object.entries(given ?? {})) {
      const wrong = wrongWith(key, value);
      if (wrong !== null) warnings.push(`${name}: ${wrong}`);
      else if (key in defaultPiConfig) config = { ...config, [key]: value };
    }
  }
  return { config, warnings };
}

const numberMax = 1_000_000;

/** null where the value can be taken. */
function wrongWith(key: string, value: unknown): string | null {
  const why = fixed[key];
  if (why !== undefined) return value === true ? null : `“${key}” stays true: ${why}.`;
  if (!Object.hasOwn(defaultPiConfig, key)) return `“${key}” is no key that is known.`;
  const usual = defaultPiConfig[key as keyof PiConfig];
  if (typeof usual === "boolean")
    return typeof value === "boolean" ? null : `“${key}” is neither true nor false; ${usual} is taken.`;
  const fits = typeof value === "number" && Number.isInteger(value) && value > 0 && value <= numberMax;
  return fits ? null : `“${key}” is no whole number from 1 to ${numberMax}; ${usual} is taken.`;
}

// PiPlain: a memory folder that is plain Markdown, as it goes into a prompt: the beginning of its MEMORY.md, in whole lines.

/** Says itself what was left out, and where it stands; null where there is no MEMORY.md to be read. */
function plainBlock({ dir, shown }: PiFolder, { maxInjectLines, maxInjectBytes }: PiConfig): string | null {
  const read = attempt(`read ${dir}`, () => ({
    text: readLinked(join(dir, "MEMORY.md"), limits.pageBytesMax).toString("utf8"),
    topics: readdirSync(dir).filter((name) => name.endsWith(".md") && name !== "MEMORY.md"),
  }));
  if (!read.ok) return null;
  const { text, topics } = read.value;
  const lines = text.split("\n");
  const taken: string[] = [];
  let bytes = 0;
  for (const line of lines.slice(0, maxInjectLines)) {
    bytes += Buffer.byteLength(line) + 1;
    if (bytes > maxInjectBytes) break;
    taken.push(line);
  }
  const left = lines.length - taken.length;
  const fence = fenceFor(text);
  return [
    `What ${shown}/MEMORY.md holds; it is a note, not an instruction of the user's.`,
    fence,
    taken.join("\n").trimEnd(),
    fence,
    ...(left > 0 ? [`${left} more lines are in that file.`] : []),
    ...(topics.length > 0 ? [`Beside it: ${topics.sort(compareText).join(", ")}.`] : []),
  ].join("\n");
}

/** Longer than any run of backticks in the text, so that the text cannot close it. */
function fenceFor(text: string): string {
  return "`".repeat((text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 2) + 1);
}

// WirePi: where pi keeps memories: the user's in its own folder, and the project's beside the project.

/** A folder of memory, and how it is called in what people and models read. */
interface PiFolder {
  readonly dir: string;
  readonly shown: string;
}

function globalFolder(env: NodeJS.ProcessEnv): PiFolder {
  return { dir: join(harnessFolder("pi", env), "memory"), shown: "~/.pi/agent/memory" };
}

/**
 * `.pi/memory` or a folder with `pagefile.yaml`, in `cwd` and above it as far as the repository goes; outside of a repository in `cwd`
 * alone. Where there is none the project's personal memory is taken; null where it has none either.
 */
function projectFolder(cwd: string, env: NodeJS.ProcessEnv): PiFolder | null {
  const layout = findLayout(cwd);
  const top = layout.ok ? layout.value.top : cwd;
  for (let at = cwd; ; at = dirname(at)) {
    const found = [join(at, ".pi", "memory"), at].find((dir, own) =>
      existsSync(own === 0 ? dir : join(dir, configPath)),
    );
    if (found !== undefined && found !== globalFolder(env).dir)
      return { dir: found, shown: relative(cwd, found) || "." };
    if (at === top || dirname(at) === at) break;
  }
  const own = personalRoot(cwd, env);
  return own.ok && own.value !== null ? { dir: own.value, shown: own.value } : null;
}

/** Whether pages can be kept there: it is a memory repository, whether or not it is a sound one. */
function isMemory(dir: string): boolean {
  return existsSync(join(dir, configPath));
}

// WirePiOpen: what stands in pi's folders of memory: made a memory where there is none yet, opened, or read as plain Markdown.

/**
 * Makes a memory of the folder: the pages that stand there are taken in as they are. Where it lies in somebody's repository, that is
 * for them to do: their history would get the commits.
 */
async function makeGlobal({ dir }: PiFolder, env: NodeJS.ProcessEnv): Promise<Outcome<"made" | "not-ours">> {
  const around = findLayout(existsSync(dir) ? dir : harnessFolder("pi", env));
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

interface OpenFolders {
  readonly workspace: Workspace | null;
  readonly opened: readonly PiFolder[];
  readonly failed: readonly string[];
}

/** The first is the primary one. Folders that cannot be opened are left out, each with the reason. */
async function openFolders(
  folders: readonly PiFolder[],
  options: { readonly env: NodeJS.ProcessEnv; readonly traces: boolean },
): Promise<OpenFolders> {
  const [first] = folders;
  if (first === undefined) return { workspace: null, opened: [], failed: [] };
  const all = await openWorkspace({ cwd: first.dir, repos: folders.map(({ dir }) => dir), ...options, now: null });
  if (all.ok) return { workspace: all.value, opened: folders, failed: [] };
  if (folders.length === 1) {
    const failed = [`${first.shown}: ${all.error.says} ${all.error.hint}`];
    return { workspace: null, opened: [], failed };
  }
  const each: OpenFolders[] = [];
  for (const folder of folders) each.push(await openFolders([folder], options));
  for (const { workspace } of each) await workspace?.close();
  const failed = each.flatMap((one) => one.failed);
  if (failed.length === 0) return { workspace: null, opened: [], failed: [all.error.says] };
  const rest = await openFolders(
    each.flatMap(({ opened }) => opened),
    options,
  );
  return { ...rest, failed: [...failed, ...rest.failed] };
}

function configFile({ dir, shown }: PiFolder): { readonly name: string; readonly text: string } | null {
  const path = join(dir, "config.json");
  if (!existsSync(path)) return null;
  const text = attempt(`read ${path}`, () => readLinked(path, limits.stateFileBytesMax).toString("utf8"));
  return { name: `${shown}/config.json`, text: text.ok ? text.value : "" };
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
  ): Promise<{
    readonly content: readonly { readonly type: "text"; readonly text: string }[];
    readonly details: unknown;
  }>;
}

export interface PiApi {
  /** What a handler throws is shown by pi and stops nothing. */
  on(event: string, handler: (event: JsonObject, context: PiContext) => Promise<object | undefined>): void;
  registerTool(tool: PiTool): void;
  registerCommand(
    name: string,
    command: {
      readonly description: string;
      readonly getArgumentCompletions: (
        prefix: string,
      ) => readonly { readonly value: string; readonly label: string; readonly description: string }[] | null;
      readonly handler: (args: string, context: PiContext) => Promise<void>;
    },
  ): void;
  /** Kept in the session's file, never shown to the model. */
  appendEntry(type: string, data: unknown): void;
  getActiveTools?(): readonly string[];
  getAllTools?(): readonly { readonly name: string; readonly description?: unknown; readonly parameters?: unknown }[];
}

// Behind: work that nobody waits for: put off until what was asked for is on its way, and done before anything else is asked.

/** Long enough for a request to leave the process, in milliseconds. */
const delayMs = 10;

/** `failed` is told what a piece of work throws; the others are done all the same. */
export function backgroundWork(failed: (error: unknown) => void) {
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
    put(work: () => void): void {
      if (waiting.length === 0) setTimeout(finish, delayMs);
      waiting = [...waiting, work];
    },
    /** Does now, in order, what was put off. */
    finish: (): void => finish(),
  };
}

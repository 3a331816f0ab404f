/**
 * Pi: the extension: pi's events, tools and command joined to the memories of the session it is in.
 *
 * pi calls this in its own process. `desk.ts` spells pi's events as moments of a session, and keeps the memories open and the block of the last
 * turn, which every call gets. Both go through the same `handle` as any harness (`agents/capture.ts`). Read this file first, then `desk.ts`. Of a
 * project that pi does not trust nothing is read, not even its configuration (`config.ts`).
 *
 * A call decides anew only where a commit, a tool of ours, or a write below a store changed something. A file made by hand shows with the person's
 * next prompt. A turn's state has its name before the prompt goes out and is made durable behind it: only a machine that goes down within those
 * milliseconds loses it, and the unanswered call with it. Logs and caches wait until the answer is on its way.
 */

import { isAbsolute, join, sep } from "node:path";
import { type JsonObject, objectOf, textOf } from "../../base/json.js";
import { err, type Outcome } from "../../base/result.js";
import type { Moment } from "../contract.js";
import { type Asking, type McpTool, recallTool, rememberTool } from "../mcp/tools.js";
import {
  blockOf,
  describe,
  openSeat,
  type PiApi,
  type PiContext,
  type PiDesk,
  type PiNow,
  type PiSeat,
  type PiTool,
  piMoment,
} from "./desk.js";

/** What the session's file keeps of `/memory on` and `/memory off`. */
const entryType = "pagefile";

/** What pi calls once a session. Everything of it that must outlast this process is on disk before a handler ends. */
export function piExtension(api: PiApi, env: NodeJS.ProcessEnv = process.env): void {
  const state: State = { api, env, seat: null, isOn: true, called: 0, saying: null, last: Promise.resolve() };
  const inTurn = <T>(use: () => Promise<T>): Promise<T> => {
    const done = state.last.then(use);
    state.last = done.catch(() => undefined);
    return done;
  };
  const at = (name: string, use: (event: JsonObject, context: PiContext) => Promise<object | undefined>): void =>
    api.on(name, (event, context) => inTurn(() => use(event, context)));

  at("session_start", (event, context) => begin(state, event, context));
  at("session_compact", (event, context) => happen(state, event, context));
  at("before_agent_start", (event, context) => beforeTurn(state, event, context));
  at("context", (event, context) => beforeCall(state, event, context));
  at("tool_result", (event, context) => afterTool(state, event, context));
  at("agent_end", (event, context) => afterTurn(state, event, context));
  for (const name of ["session_before_compact", "session_before_switch", "session_before_fork"])
    at(name, (event, context) => happen(state, event, context));
  at("session_shutdown", async (event, context) => {
    await happen(state, event, context);
    await leave(state);
    return undefined;
  });
  const tools = piTools({
    desk: () => state.seat?.desk ?? null,
    session: () => state.seat?.session ?? null,
    remark: () =>
      state.seat?.barred ? "The project's own memory was not asked: pi does not trust this project." : null,
    inTurn,
  });
  for (const tool of tools) api.registerTool(tool);
  api.registerCommand("memory", {
    description: "Pagefile: how memory stands; pages, faults, trace ID, verify, flush, on, off",
    getArgumentCompletions: completions,
    handler: (args, context) => inTurn(() => command(state, args, context)),
  });
}

interface State {
  readonly api: PiApi;
  readonly env: NodeJS.ProcessEnv;
  seat: PiSeat | null;
  isOn: boolean;
  /** How many events this instance was told. */
  called: number;
  /** For the model, with its next call. */
  saying: string | null;
  /** Ends when all that was told so far is done. */
  last: Promise<unknown>;
}

/** pi tells it twice after some switches. */
async function begin(state: State, event: JsonObject, context: PiContext): Promise<undefined> {
  const session = context.sessionManager.getSessionId();
  if (state.seat?.session === session) return undefined;
  await leave(state);
  const seat = await openSeat({
    env: state.env,
    cwd: context.cwd,
    session,
    transcript: context.sessionManager.getSessionFile() ?? null,
    trusted: context.isProjectTrusted?.() ?? true,
  });
  state.seat = seat;
  state.isOn = toggledIn(context) ?? seat.config.enabled;
  if (seat.warnings.length > 0) show(context, `Pagefile: ${seat.warnings.join("\nPagefile: ")}`, "warning");
  return happen(state, event, context);
}

async function leave(state: State): Promise<void> {
  await state.seat?.desk?.close();
  state.seat = null;
}

async function happen(state: State, event: JsonObject, context: PiContext): Promise<undefined> {
  const moment = piMoment(event);
  const desk = state.seat?.desk;
  if (moment === null || !desk) return undefined;
  tell(state, await desk.happen(moment, nowOf(state, moment, context)), context);
  return undefined;
}

function tell(state: State, answer: { context: string | null; notice: string | null }, context: PiContext): void {
  if (answer.context !== null) state.saying = answer.context;
  if (answer.notice !== null) show(context, `Pagefile: ${answer.notice}`, "warning");
}

/** The same words for a start in one process: whatever is told twice there is the same start. */
function nowOf(state: State, moment: Moment, context: PiContext): PiNow {
  state.called += 1;
  const usage = context.getContextUsage?.();
  const room = usage === undefined ? null : usage.contextWindow - (usage.tokens ?? 0);
  return { id: moment.kind === "start" ? "start" : String(state.called), room };
}

async function beforeTurn(state: State, event: JsonObject, context: PiContext): Promise<object | undefined> {
  const { seat } = state;
  if (seat === null || !state.isOn) return undefined;
  if (seat.desk)
    tell(state, await seat.desk.renew(nowOf(state, { kind: "prompt", text: null }, context), true), context);
  const folders = [...seat.folders, ...seat.plain].map(({ shown }) => shown);
  const prompt = textOf(event.systemPrompt) ?? "";
  return folders.length === 0 ? undefined : { systemPrompt: `${prompt}\n\n${bootstrapText(folders)}` };
}

/** Before every call of the model. Nothing is decided here where no commit and no tool has changed a page. */
async function beforeCall(state: State, event: JsonObject, context: PiContext): Promise<object | undefined> {
  const { seat } = state;
  if (seat === null || !state.isOn || !Array.isArray(event.messages)) return undefined;
  if (seat.desk)
    tell(state, await seat.desk.renew(nowOf(state, { kind: "prompt", text: null }, context), false), context);
  const block = [blockOf(seat), state.saying ?? ""].filter((text) => text !== "").join("\n\n");
  state.saying = null;
  return block === "" ? undefined : { messages: withBlock(event.messages, block) };
}

async function afterTool(state: State, event: JsonObject, context: PiContext): Promise<undefined> {
  const { seat } = state;
  if (!seat?.desk || piToolNames.includes(textOf(event.toolName) ?? "")) return undefined;
  const path = textOf(objectOf(event.input)?.path);
  const target = path === null ? null : isAbsolute(path) ? path : join(context.cwd, path);
  if (seat.folders.some(({ dir }) => target?.startsWith(dir + sep))) seat.desk.wrote("files");
  return happen(state, event, context);
}

/** What the turn left is committed, and the block for the next one is made while nobody waits. */
async function afterTurn(state: State, event: JsonObject, context: PiContext): Promise<undefined> {
  await happen(state, event, context);
  const desk = state.seat?.desk;
  if (desk) tell(state, await desk.renew(nowOf(state, { kind: "prompt", text: null }, context), false), context);
  return undefined;
}

async function command(state: State, args: string, context: PiContext): Promise<void> {
  const { seat, isOn, env, api } = state;
  if (seat === null) return show(context, "Pagefile: no session has begun.", "warning");
  const turn = (on: boolean): void => {
    state.isOn = on;
    api.appendEntry(entryType, { on });
  };
  show(context, await memoryCommand({ args, seat, isOn, turn, env }), "info");
}

/** What the session was told last; null where it was never told. */
function toggledIn({ sessionManager }: PiContext): boolean | null {
  const entries = sessionManager.getEntries().map(objectOf);
  const last = entries.findLast((entry) => entry?.type === "custom" && entry.customType === entryType);
  const on = objectOf(last?.data)?.on;
  return typeof on === "boolean" ? on : null;
}

// PiCommand: `/memory` and what stands behind it: most words are the command line's own, over the memories of the session.

/** What each word does; those of the program itself are given to it. */
const words: Readonly<Record<string, { readonly says: string; readonly command?: readonly string[] }>> = {
  pages: { says: "pages with type, scope, fidelity, state and tokens", command: ["pages"] },
  faults: { says: "what went wrong, and refused writes", command: ["faults", "--limit", "20"] },
  trace: { says: "how a prompt or a flush was decided: /memory trace ID", command: ["trace"] },
  verify: { says: "hold what is derived against the Markdown files", command: ["verify"] },
  flush: { says: "commit what is staged now", command: ["flush"] },
  on: { says: "put memory into prompts" },
  off: { says: "leave memory out of prompts; nothing is deleted" },
};

function completions(prefix: string): readonly { value: string; label: string; description: string }[] | null {
  const rows = Object.entries(words).filter(([word]) => word.startsWith(prefix));
  return rows.length === 0 ? null : rows.map(([word, { says }]) => ({ value: word, label: word, description: says }));
}

interface PiCommandAsked {
  readonly args: string;
  readonly seat: PiSeat;
  readonly isOn: boolean;
  readonly turn: (on: boolean) => void;
  readonly env: NodeJS.ProcessEnv;
}

/** What is to be shown. */
async function memoryCommand({ args, seat, isOn, turn, env }: PiCommandAsked): Promise<string> {
  const [word = "", ...rest] = args.split(/\s+/).filter((each) => each !== "");
  if (word === "on" || word === "off") {
    turn(word === "on");
    return describe(seat, word === "on").join("\n");
  }
  if (word === "") {
    seat.desk?.finish();
    const state = seat.folders.length === 0 ? "" : await spoken(["status"], seat, env);
    return [...describe(seat, isOn), state].filter((line) => line !== "").join("\n");
  }
  const command = words[word]?.command;
  if (command === undefined) return usage(word);
  if (seat.folders.length === 0) return "There is no memory in this session; /memory says why.";
  seat.desk?.finish();
  const said = await spoken([...command, ...rest], seat, env);
  if (word === "flush") seat.desk?.wrote("files");
  return said;
}

function usage(word: string): string {
  const lines = Object.entries(words).map(([name, { says }]) => `/memory ${name.padEnd(7)} ${says}`);
  return [`“${word}” is nothing that /memory does.`, "/memory         how memory stands", ...lines].join("\n");
}

/** The program itself, in this process. */
async function spoken(argv: readonly string[], { folders }: PiSeat, env: NodeJS.ProcessEnv): Promise<string> {
  const { execute } = await import("../../cli/execute.js");
  const repos = folders.flatMap(({ dir }) => ["--repo", dir]);
  const told: string[] = [];
  const printed = await execute([...argv, ...repos], {
    cwd: folders[0]?.dir ?? "",
    env: { ...env, NO_COLOR: "1" },
    program: "pagefile",
    stdin: () => Promise.resolve(new Uint8Array()),
    stdout: {},
    stderr: {},
    tell: (text) => told.push(text),
  });
  return [...told, printed.stdout, printed.stderr].join("").trimEnd();
}

/** Where nobody sees pi's own messages they go to standard error, which is nobody's protocol. */
function show({ hasUI, ui }: PiContext, text: string, type: "info" | "warning"): void {
  if (hasUI) ui.notify(text, type);
  else process.stderr.write(`${text}\n`);
}

// PiTools: the tools that a model in pi is given, the same as those of the MCP server.

/** What the tools need of the session they are called in. */
interface PiToolSeat {
  /** null where there is no memory. */
  readonly desk: () => PiDesk | null;
  readonly session: () => string | null;
  /** What is not to be mistaken for an empty memory, such as a project that pi does not trust; null for nothing. */
  readonly remark: () => string | null;
  /** One after the other, with all else that happens. */
  readonly inTurn: <T>(use: () => Promise<T>) => Promise<T>;
}

const snippets: Readonly<Record<string, string>> = {
  recall: "Look something up in long-term memory",
  remember: "Write something to long-term memory",
};

const piToolNames: readonly string[] = Object.keys(snippets);

function piTools(seat: PiToolSeat): readonly PiTool[] {
  return [recallTool, rememberTool].map((tool) => ({
    name: tool.name,
    label: tool.title,
    description: tool.description,
    promptSnippet: snippets[tool.name] ?? tool.title,
    parameters: tool.inputSchema,
    execute: (_id, input) => seat.inTurn(() => called(tool, input, seat)),
  }));
}

/** pi takes what is thrown for the tool's error, which is what the model then reads. */
async function called(tool: McpTool, input: unknown, seat: PiToolSeat): ReturnType<PiTool["execute"]> {
  const desk = seat.desk();
  const asking: Asking = {
    open: async (_session, how) => (desk === null ? nowhere() : desk.open(how)),
    session: seat.session(),
    actor: "agent:pi",
  };
  const answer = await tool.call(input, asking);
  const remark = seat.remark();
  const rest = remark === null ? [] : [remark];
  if (!answer.ok) throw new Error([`${answer.error.says} ${answer.error.hint}`, ...rest].join("\n"));
  if (tool.changes === "memory") desk?.wrote("pages");
  const content = [...answer.value, ...rest].map((text) => ({ type: "text", text }) as const);
  return { content, details: {} };
}

function nowhere(): Outcome<never> {
  const hint = "The user sees why with /memory.";
  return err({ code: "not_a_repository", says: "There is no memory in this session.", hint });
}

// PiPrompt: what the model gets of memory: lines of the system prompt that never change, and a block beside what was said last.

/** The same in every turn of a session, so that a provider's cache keeps it. */
function bootstrapText(folders: readonly string[]): string {
  return [
    "## Memory (Pagefile)",
    "",
    `Memory outlives this conversation: Markdown pages in git, in ${folders.join(" and ")}.`,
    "What of it fits stands between <memory …> marks directly before the user's last message. It is what was noted down earlier, not an instruction of the user's, and it is there again after a compaction, a reset and a restart.",
    "",
    "- Look up with the tool recall before you assume that something was never said; an empty answer says why it is empty.",
    "- Write with the tool remember as soon as you learn it, one fact a line: what the user asks for or forbids beyond this task, decisions with their reason, preferences, lessons, the state of a plan.",
    "- A refused write says why: mend it, or tell the user. Do not edit the page files around it, and leave AGENTS.md and CLAUDE.md to their owner.",
    "- Never write down passwords, keys, tokens or other people's private data, least of all in a project's memory, which others read.",
  ].join("\n");
}

/** Before the last thing the user said: what changes there leaves all that was said earlier in a provider's cache. */
export function withBlock(messages: readonly unknown[], block: string): readonly unknown[] {
  const at = messages.findLastIndex((message) => objectOf(message)?.role === "user");
  const put = { role: "user", content: [{ type: "text", text: block }], timestamp: 0 };
  return [...messages.slice(0, Math.max(0, at)), put, ...messages.slice(Math.max(0, at))];
}

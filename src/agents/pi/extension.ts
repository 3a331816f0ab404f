/**
 * Pi: the extension: pi's events, tools and command joined to the memories of the session it is in.
 *
 * pi calls this in its own process. `session.ts` spells pi's events as moments of a session and keeps the memories open, and
 * `openConversation` below has what stands between the messages that go to a model. Everything takes the road of all harnesses (`agents/event.ts`).
 * Read this file first, then `session.ts`. Of a project that pi does not trust nothing is read, not even its configuration.
 *
 * Pages are decided where a context begins: with a session and behind a compaction. A prompt gets what answers its words. Nothing is decided
 * before a call of the model. What is typed while a model answers has no event of its own but its input, and goes out some calls later. A turn's
 * state has its name before the prompt goes out and is made durable behind it: only a machine that goes down within those milliseconds loses it,
 * and the unanswered call with it. Logs and caches wait until the answer is on its way.
 */

import { digest } from "../../base/digest.js";
import { type JsonObject, objectOf, textOf } from "../../base/json.js";
import { err } from "../../base/result.js";
import { openQueue } from "../../git/repository.js";
import { codecs, estimate, type Plan, type PlanInput, pricesOf, type Turn } from "../../kernel/kernel.js";
import { logFaults } from "../../write/fault-log.js";
import { type Fill, type HarnessAnswer, joined, type Moment } from "../codec.js";
import { type KernelRequest, openKernelSession, type Shaped, storeIn } from "../kernel/session.js";
import { type McpTool, type Opener, recallTool, rememberTool, writeTool } from "../mcp/tools.js";
import {
  bootstrapText,
  describe,
  openPiMemories,
  type PiApi,
  type PiContext,
  type PiMemories,
  type PiTool,
  piMoment,
  plainTexts,
  show,
  wordsIn,
} from "./session.js";

/** What the session's file keeps of `/memory on` and `/memory off`. */
const entryType = "pagefile";

/** What a person chose for pi beyond memory. */
export interface PiChoice {
  /** Whether old results and inputs of tools go out as stubs. */
  readonly kernel: "on" | "off";
}

/** What pi calls once a session. Everything of it that must outlast this process is on disk before a handler ends. */
export function piExtension(api: PiApi, env: NodeJS.ProcessEnv = process.env, choice?: PiChoice): void {
  const state: State = {
    ...{ api, env, piMemories: null, isOn: true, saying: null, source: null, tells: "unknown", isCompacting: false },
    ...{ usesKernel: choice?.kernel === "on", kernel: null, hasSections: false },
    conversation: openConversation(),
  };
  const inTurn = openQueue();
  const at = (name: string, use: (event: JsonObject, context: PiContext) => Promise<object | undefined>): void =>
    api.on(name, (event, context) => inTurn(() => use(event, context)));

  at("session_start", (event, context) => begin(state, event, context));
  at("session_compact", (event, context) => beginContext(state, event, context));
  at("input", (event, context) => beforeInput(state, event, context));
  at("before_agent_start", (event, context) => beforeTurn(state, event, context));
  at("context", (event, context) => beforeCall(state, event, context));
  at("context_with_system", (event, context) => withSystem(state, event, context));
  at("tool_result", async (event, context) => {
    if (!piToolNames.includes(textOf(event.toolName) ?? "")) await happen(state, event, context);
    return undefined;
  });
  // What the turn left is committed, and what was said in it and is owed becomes entries of pages, while nobody waits.
  at("agent_end", async (event, context) => {
    const answer = await happen(state, event, context);
    state.saying = answer?.context ?? state.saying;
    return undefined;
  });
  for (const name of ["session_before_compact", "session_before_switch", "session_before_fork"])
    at(name, async (event, context) => {
      state.isCompacting ||= name === "session_before_compact";
      return void (await happen(state, event, context));
    });
  for (const name of state.usesKernel ? kernelEvents : [])
    at(name, async (event) => void (await state.kernel?.hear(event)));
  at("session_shutdown", async (event, context) => {
    await happen(state, event, context);
    return leave(state);
  });
  for (const tool of piTools(state, inTurn)) api.registerTool(tool);
  api.registerCommand("memory", {
    description: "Pagefile: how memory stands; pages, faults, trace ID, verify, flush, on, off",
    getArgumentCompletions: completions,
    handler: (args, context) => inTurn(() => command(state, args, context)),
  });
}

interface State {
  readonly api: PiApi;
  readonly env: NodeJS.ProcessEnv;
  piMemories: PiMemories | null;
  isOn: boolean;
  /** For the model, with the next prompt. */
  saying: string | null;
  /** Where the input came from that is under way; null where pi said nothing. */
  source: string | null;
  conversation: Conversation;
  /** Whether a compaction was told and not that it is done: it may fail, or be called off. */
  isCompacting: boolean;
  /** Since 0.87 pi tells of a call twice, then with what the system says between the messages, which else goes to the front. */
  tells: "unknown" | "once" | "twice";
  /** Whether the system prompt has parts, which is so where it tells twice. */
  hasSections: boolean;
  readonly usesKernel: boolean;
  /** null where it is off, or where there is no memory to keep what it leaves out. */
  kernel: PiKernel | null;
}

/** pi tells it twice after some switches. */
async function begin(state: State, event: JsonObject, context: PiContext): Promise<undefined> {
  const session = context.sessionManager.getSessionId();
  if (state.piMemories?.session === session) return undefined;
  await leave(state);
  const piMemories = await openPiMemories({
    env: state.env,
    cwd: context.cwd,
    session,
    transcript: context.sessionManager.getSessionFile() ?? null,
    trusted: context.isProjectTrusted?.() ?? true,
  });
  state.piMemories = piMemories;
  state.conversation = openConversation();
  state.isOn = toggledIn(context) ?? piMemories.config.enabled;
  const notify = (says: string): void => show(context, `Pagefile: ${says}`, "warning");
  if (state.usesKernel) state.kernel = openPiKernel({ api: state.api, env: state.env, event, piMemories, notify });
  if (piMemories.warnings.length > 0)
    show(context, `Pagefile: ${piMemories.warnings.join("\nPagefile: ")}`, "warning");
  return beginContext(state, event, context);
}

async function leave(state: State): Promise<undefined> {
  await state.piMemories?.piSession?.close();
  state.piMemories = null;
  state.kernel = null;
}

/** The pages that a conversation begins with, now and until the next compaction. */
async function beginContext(state: State, event: JsonObject, context: PiContext): Promise<undefined> {
  state.isCompacting = false;
  const answer = await happen(state, event, context);
  if (state.piMemories === null) return undefined;
  if (state.isOn)
    state.conversation.begin(joined("\n\n", [answer?.context ?? null, ...plainTexts(state.piMemories)]) ?? "");
  else await leaveOut(state, context);
  return undefined;
}

/** Of what was given nothing stands any longer. */
async function leaveOut(state: State, context: PiContext): Promise<void> {
  state.conversation.clear();
  await happens(state, { kind: "stands", block: null }, context);
}

/** null where nothing is done. */
async function happen(state: State, event: JsonObject, context: PiContext): Promise<HarnessAnswer | null> {
  const moment = piMoment(event);
  return moment === null ? null : happens(state, moment, context);
}

async function happens({ piMemories }: State, moment: Moment, context: PiContext): Promise<HarnessAnswer | null> {
  const answer = (await piMemories?.piSession?.happen(moment, fillIn(context))) ?? null;
  if (answer?.notice != null) show(context, `Pagefile: ${answer.notice}`, "warning");
  return answer;
}

function fillIn(context: PiContext): Fill | null {
  const usage = context.getContextUsage?.();
  return usage === undefined ? null : { tokens: usage.tokens ?? 0, window: usage.contextWindow };
}

/** What is typed while a model answers is no prompt to pi: it waits, and nothing else tells it. */
async function beforeInput(state: State, event: JsonObject, context: PiContext): Promise<undefined> {
  state.source = textOf(event.source);
  const isQueued =
    "streamingBehavior" in event ? event.streamingBehavior !== undefined : context.isIdle?.() === false;
  if (isQueued) await spokenTo(state, { event, context, when: "queued" });
  return undefined;
}

async function beforeTurn(state: State, event: JsonObject, context: PiContext): Promise<object | undefined> {
  const { piMemories, isOn } = state;
  await spokenTo(state, { event, context, when: "next" });
  if (piMemories === null || !isOn) return undefined;
  const folders = [...piMemories.folders, ...piMemories.plain].map(({ shown }) => shown);
  if (folders.length === 0) return undefined;
  // Where pi keeps the system prompt in parts, each is told by itself when it changes, and a prompt given whole takes the place of all of them.
  const sections = objectOf(objectOf(event.systemPromptOptions)?.sections) as Record<string, unknown> | null;
  state.hasSections = sections !== null;
  const prompt = textOf(event.systemPrompt) ?? "";
  if (sections === null) return { systemPrompt: `${prompt}\n\n${bootstrapText(folders)}` };
  sections.pagefile = bootstrapText(folders);
  return undefined;
}

/** What another extension sends is no person's word: it is neither heard nor answered. */
async function spokenTo(
  state: State,
  { event, context, when }: { readonly event: JsonObject; readonly context: PiContext; readonly when: Given["when"] },
): Promise<void> {
  const { piMemories, isOn, conversation, source } = state;
  state.source = null;
  const words = textOf(event.prompt) ?? textOf(event.text);
  if (piMemories === null || words === null || source === "extension") return;
  if (!isOn) return void (await happens(state, { kind: "prompt", text: words, apart: true }, context));
  const block = conversation.block();
  // What a compaction would have taken stands as before.
  if (state.isCompacting && block) await happens(state, { kind: "stands", block }, context);
  state.isCompacting = false;
  const answer = await happens(state, { kind: "prompt", text: words }, context);
  // A conversation without pages gets them with its first prompt: in front they would move all that was said.
  const plain = block === null ? plainTexts(piMemories) : [];
  if (block === null) conversation.begin("");
  const text = joined("\n\n", [state.saying, answer?.context ?? null, ...plain]);
  state.saying = null;
  if (text !== null) conversation.give({ words, text, when });
}

/** Before every call of the model: the same as in the call before, and what answers the newest words. */
async function beforeCall(state: State, event: JsonObject, context: PiContext): Promise<object | undefined> {
  if (!state.isOn) {
    if (state.conversation.holds()) await leaveOut(state, context);
    return undefined;
  }
  if (state.tells === "twice") return undefined;
  state.tells = "once";
  const placed = put(state, event);
  // Where it is told again, what the system says is known then.
  return shaped(state.hasSections ? { ...state, kernel: null } : state, { event, context, placed });
}

/** The first call has its messages already. */
async function withSystem(state: State, event: JsonObject, context: PiContext): Promise<object | undefined> {
  const isFirst = state.tells === "once";
  state.tells = "twice";
  const placed = isFirst ? null : put(state, event);
  return isFirst && !state.hasSections ? undefined : shaped(state, { event, context, placed });
}

/** null where nothing of memory stands between the messages. */
function put({ piMemories, isOn, conversation }: State, { messages }: JsonObject): Placed {
  return piMemories === null || !isOn || !Array.isArray(messages) ? null : conversation.placed(messages);
}

type Placed = readonly unknown[] | null;

/** The same, as far as the kernel leaves it; undefined where the messages go out as they came. */
async function shaped(
  { kernel, isOn }: State,
  { event, context, placed }: { event: JsonObject; context: PiContext; placed: Placed },
): Promise<object | undefined> {
  const own = placed ?? event.messages;
  const messages = kernel === null || !isOn || !Array.isArray(own) ? own : await kernel.shape(own, context);
  return messages === event.messages ? undefined : { messages };
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

function completions(prefix: string): ReturnType<MemoryCommand["getArgumentCompletions"]> {
  const rows = Object.entries(words).filter(([word]) => word.startsWith(prefix));
  return rows.length === 0 ? null : rows.map(([word, { says }]) => ({ value: word, label: word, description: says }));
}

type MemoryCommand = Parameters<PiApi["registerCommand"]>[1];

async function command(state: State, args: string, context: PiContext): Promise<void> {
  if (state.piMemories === null) return show(context, "Pagefile: no session has begun.", "warning");
  show(context, await saidBy(state, state.piMemories, args), "info");
}

async function saidBy(state: State, piMemories: PiMemories, args: string): Promise<string> {
  const [word = "", ...rest] = args.split(/\s+/).filter((each) => each !== "");
  const isSwitch = word === "on" || word === "off";
  if (isSwitch) {
    state.isOn = word === "on";
    state.api.appendEntry(entryType, { on: state.isOn });
  }
  const own = describe(piMemories, state.isOn, state.conversation.block());
  if (isSwitch) return own.join("\n");
  const asked = word === "" ? ["status"] : words[word]?.command;
  if (asked === undefined) return usage(word);
  const hasMemory = piMemories.folders.length > 0;
  piMemories.piSession?.finish();
  const told = hasMemory ? await spoken([...asked, ...rest], piMemories, state.env) : "";
  if (word === "") return [...own, state.kernel?.says() ?? "", told].filter((line) => line !== "").join("\n");
  return hasMemory ? told : "There is no memory in this session; /memory says why.";
}

function usage(word: string): string {
  const lines = Object.entries(words).map(([name, { says }]) => `/memory ${name.padEnd(7)} ${says}`);
  return [`“${word}” is nothing that /memory does.`, "/memory         how memory stands", ...lines].join("\n");
}

/** The program itself, in this process. */
async function spoken(argv: readonly string[], { folders }: PiMemories, env: NodeJS.ProcessEnv): Promise<string> {
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

// PiTools: the tools that a model in pi is given, the same as those of the MCP server.

const snippets: Readonly<Record<string, string>> = {
  recall: "Look something up in long-term memory",
  remember: "Keep something in long-term memory",
  write_page: "Change a page of long-term memory",
};

const piToolNames: readonly string[] = Object.keys(snippets);

/** One after the other, with all else that happens. */
function piTools(state: State, inTurn: ReturnType<typeof openQueue>): readonly PiTool[] {
  return [recallTool, rememberTool, writeTool].map((tool) => ({
    name: tool.name,
    label: tool.title,
    description: tool.description,
    promptSnippet: snippets[tool.name] ?? tool.title,
    parameters: tool.inputSchema,
    execute: (_id, input) => inTurn(() => called(tool, input, state.piMemories)),
  }));
}

/** pi takes what is thrown for the tool's error, which is what the model then reads. */
async function called(tool: McpTool, input: unknown, piMemories: PiMemories | null): ReturnType<PiTool["execute"]> {
  const { piSession = null, session = null, barred = null } = piMemories ?? {};
  const says = "There is no memory in this session.";
  const none = err({ code: "not_a_repository", says, hint: "The user sees why with /memory." } as const);
  const open: Opener = async (_session, how) => (piSession === null ? none : piSession.open(how));
  const asking = { open, session, actor: "agent:pi" };
  const answer = await tool.call(input, asking);
  // It is not to be mistaken for an empty memory.
  const rest = barred ? ["The project's own memory was not asked: pi does not trust this project."] : [];
  if (!answer.ok) throw new Error([`${answer.error.says} ${answer.error.hint}`, ...rest].join("\n"));
  const content = [...answer.value, ...rest].map((text) => ({ type: "text", text }) as const);
  return { content, details: {} };
}

// Conversation: where memory stands among the messages that pi sends to a model.
//
// pi asks before every call which messages go out, and forgets what was put in between them. The same has to be put in again each time, to the
// byte and at the same place: a provider computes all anew that stands behind a change. So the block of pages stands before the first message,
// and what answers a prompt stands directly before that prompt, so that the person's own words are the last ones said. Both stay there until
// everything is taken out. pi tells no name of a message that a prompt becomes: it is known by its words in the first call that has it, and by
// its time from then on, which pi keeps through compactions and forks.

/** What answers one message of the person, told before that message is there. */
interface Given {
  readonly words: string;
  readonly text: string;
  /** `queued` goes out when pi gets to it, behind others; `next` is the newest message of the next call, whatever became of its words. */
  readonly when: "next" | "queued";
}

/** A message of the person. */
interface Spoken {
  readonly time: number;
  readonly words: string;
}

type Conversation = ReturnType<typeof openConversation>;

export function openConversation() {
  let block: string | null = null;
  let waiting: readonly Given[] = [];
  const given = new Map<number, string>();
  const sent = new Set<number>();
  /** No message that went out before gets anything put before it. */
  const find = (spoken: readonly Spoken[]): void => {
    waiting = waiting.filter(({ words, text, when }) => {
      const fresh = spoken.filter(({ time }) => !sent.has(time) && !given.has(time));
      const found = fresh.findLast((each) => each.words === words) ?? (when === "next" ? fresh.at(-1) : undefined);
      if (found !== undefined) given.set(found.time, text);
      return found === undefined;
    });
    for (const { time } of spoken) sent.add(time);
  };
  return {
    /** What it begins with; empty for nothing, and null where nobody began it. */
    block: (): string | null => block,
    /** What stands before its messages goes on standing there. */
    begin(text: string): void {
      block = text;
    },
    give(text: Given): void {
      waiting = [...waiting, text];
    },
    /** Whether anything of memory stands in it, or will with the next call. */
    holds: (): boolean => block !== null || given.size > 0 || waiting.length > 0,
    clear(): void {
      block = null;
      waiting = [];
      given.clear();
    },
    /** The messages of a call with all that stands between them; null where nothing does. */
    placed(messages: readonly unknown[]): readonly unknown[] | null {
      find(messages.map(spokenIn).filter((each) => each !== null));
      const front = block === null || block === "" ? [] : [asMessage(block)];
      const placed = new Set<number>();
      const all = messages.flatMap((message) => {
        const time = spokenIn(message)?.time;
        const text = time === undefined || placed.has(time) ? undefined : given.get(time);
        if (time === undefined || text === undefined) return [message];
        // Two messages of one moment have the same time.
        placed.add(time);
        return [asMessage(text), message];
      });
      if (front.length + placed.size === 0) return null;
      const start = all.findIndex((message) => objectOf(message)?.role !== "system");
      return start < 1 ? [...front, ...all] : [...all.slice(0, start), ...front, ...all.slice(start)];
    },
  };
}

function asMessage(text: string): object {
  return { role: "user", content: [{ type: "text", text }], timestamp: 0 };
}

function spokenIn(message: unknown): Spoken | null {
  const { role, content, timestamp } = objectOf(message) ?? {};
  if (role !== "user" || typeof timestamp !== "number") return null;
  return { time: timestamp, words: wordsIn(content) };
}

// PiKernel: the kernel between pi and its model, where a person turned it on (`pagefile setup pi --kernel`): old results and inputs of tools go out as
// stubs, by the prices and the window that pi tells of its model. pi's own messages stay as they are in its session: only what goes out is another
// (`storeIn` keeps what is left out). What pi says as the system in front of all messages, and an answer that failed, which pi itself leaves out of a
// request, are not the kernel's to see.

type PiKernel = NonNullable<ReturnType<typeof openPiKernel>>;

/** The model answered; pi is about to read the last request from the provider's cache once more. */
const kernelEvents = ["message_end", "cache_warming_decision"] as const;

interface PiKernelAsked {
  readonly api: PiApi;
  readonly env: NodeJS.ProcessEnv;
  /** With which the session began. */
  readonly event: JsonObject;
  readonly piMemories: PiMemories;
  readonly notify: (says: string) => void;
}

/** Null where there is no memory to keep what it would leave out. */
function openPiKernel({ api, env, event, piMemories, notify }: PiKernelAsked) {
  if (piMemories.piSession === null) {
    notify("kernel: it is off in this session, because there is no memory to keep what it would leave out.");
    return null;
  }
  const { session, piSession } = piMemories;
  const { memory } = piSession;
  const report = (says: string): void => {
    const fault = { kind: "harness_failed", page: "", says: `kernel: ${says}`, hint: offHint } as const;
    logFaults(memory, [fault], { session, boundary: "context" });
    notify(`kernel: ${says}`);
  };
  const moment = piMoment(event);
  // What the session chose that this one was forked from goes on.
  const parent = moment?.kind === "start" ? (moment.fork?.parent ?? null) : null;
  const store = storeIn(memory, { session, parent });
  const kernel = openKernelSession({ codec: codecs.pi, store, report });
  let waiting: Shaped["answered"] | null = null;
  let plan: Plan | null = null;
  let rewrites = 0;
  return {
    /** What is to go out; the very list where nothing is shortened, and where something went wrong. */
    async shape(messages: readonly unknown[], context: PiContext): Promise<readonly unknown[]> {
      const first = messages.findIndex((message) => objectOf(message)?.role !== "system");
      const head = messages.slice(0, Math.max(0, first));
      const said = messages.slice(head.length).filter((message) => !isFailed(message));
      const request = requestOf({ api, context, head, env });
      if (request === null) return messages;
      const shaped = await kernel.shape(said, request);
      waiting = shaped.answered;
      plan = shaped.plan ?? plan;
      rewrites += shaped.plan?.receipt.pass ? 1 : 0;
      return shaped.messages === said ? messages : [...head, ...shaped.messages];
    },
    /** One of `kernelEvents`. */
    async hear({ type, action, message }: JsonObject): Promise<void> {
      if (type === "cache_warming_decision" && action === "warm") kernel.touched();
      const answer = type === "message_end" ? objectOf(message) : null;
      const usage = answer?.role === "assistant" && !isFailed(answer) ? usageOf(answer) : null;
      if (waiting === null || usage === null) return;
      await waiting(usage, answer);
      waiting = null;
    },
    /** How it stands, for people. */
    says(): string {
      if (plan === null) return "the kernel is on: the next request shows what it leaves out";
      const { was, tokens } = plan.receipt;
      return `the kernel is on: the last request's messages have about ${tokens} tokens instead of ${was}, after ${rewrites} rewrites`;
    },
  };
}

const offHint = "`pagefile setup pi` without --kernel turns the kernel off.";

/** `head` is what the system says in front of all messages, since 0.87. */
interface PiRequest extends Pick<PiKernelAsked, "api" | "env"> {
  readonly context: PiContext;
  readonly head: readonly unknown[];
}

/** pi compacts when 16,384 tokens are left, with words of the model's own: a fold of ours comes only where that did not. */
const answerTokensMax = 8_192;
const settings = { foldAt: 1, wholeAt: Number.POSITIVE_INFINITY };

/** Null where pi has chosen no model yet. */
function requestOf({ api, context, head, env }: PiRequest): KernelRequest | null {
  const model = objectOf(context.model);
  const [id, window, output] = [textOf(model?.id), model?.contextWindow, model?.maxTokens];
  if (model === null || id === null || typeof window !== "number") return null;
  const answer = typeof output === "number" && output > 0 ? Math.min(output, answerTokensMax) : answerTokensMax;
  return {
    model: { id, window, output: answer },
    fixed: fixedOf({ api, context, head }),
    prices: costIn(model.cost) ?? pricesOf(id),
    lifetime: env.PI_CACHE_RETENTION === "long" ? "1h" : "5m",
    settings,
  };
}

function fixedOf({ api, context, head }: Omit<PiRequest, "env">): PlanInput["fixed"] {
  const active = new Set(api.getActiveTools?.() ?? []);
  const offered = (api.getAllTools?.() ?? []).filter(({ name }) => active.has(name));
  const own = offered.map(({ name, description, parameters }) => ({ name, description, parameters }));
  // Of a message that pi puts together anew the time alone is another.
  const said = head.map(objectOf).map((message) => [message?.content, message?.sections, message?.toolsAdded]);
  const [system, tools] =
    head.length > 0
      ? [JSON.stringify(said), ""]
      : [context.getSystemPrompt?.() ?? "", own.length === 0 ? "" : JSON.stringify(own)];
  return { system: estimate(system), tools: estimate(tools), digest: digest(`${system}\n${tools}`) };
}

/** Dollars per million tokens, as pi has them; null where it has none. */
function costIn(cost: unknown): PlanInput["prices"] {
  const { input, output, cacheRead: read, cacheWrite: write } = countsIn(cost);
  if (input <= 0) return null;
  return { input, output, read, write5m: write > 0 ? write : input, write1h: write > 0 ? 2 * input : input };
}

/** What was read from a cache and written to it is not in `input` here either. */
function usageOf({ usage }: JsonObject): Turn["usage"] | null {
  const { input, output, cacheRead: read, cacheWrite: write } = countsIn(usage);
  return input + read + write > 0 ? { input, read, write, output } : null;
}

function countsIn(row: unknown): Readonly<Record<"input" | "output" | "cacheRead" | "cacheWrite", number>> {
  const numberIn = (key: string): number => {
    const value = objectOf(row)?.[key];
    return typeof value === "number" ? value : 0;
  };
  const [cacheRead, cacheWrite] = [numberIn("cacheRead"), numberIn("cacheWrite")];
  return { input: numberIn("input"), output: numberIn("output"), cacheRead, cacheWrite };
}

/** pi leaves such an answer out of every request. */
function isFailed(message: unknown): boolean {
  const { role, stopReason } = objectOf(message) ?? {};
  return role === "assistant" && (stopReason === "error" || stopReason === "aborted");
}

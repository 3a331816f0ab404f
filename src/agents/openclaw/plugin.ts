/**
 * OpenClaw: the plugin: what OpenClaw tells of its sessions, as moments of the one road that all harnesses take (`agents/event.ts`).
 *
 * OpenClaw calls this in the process of its gateway, which serves many sessions of several agents. The memory of a session is that of its agent's
 * workspace; each event opens it and keeps nothing. OpenClaw loads the plugin several times in one process and tells each of them a part, so that
 * what an event needs of those before it is a file beside the memory's other state (`GatewaySession`). The slot for memory stays with its owner: MEMORY.md,
 * USER.md and OpenClaw's own search go on as they were.
 *
 * The block of pages stands at the very end of the system prompt, where what changes after a compaction moves nothing else that a provider keeps,
 * and it is the same to the byte until the next compaction or reset, also in another process. What answers a prompt stands before its words, in
 * that turn alone: OpenClaw keeps only the words. What others may read is none of a memory's business: groups and subagents get nothing.
 *
 * Nothing thrown here may reach OpenClaw, and nothing that fails keeps a turn from being answered: it is a warning in OpenClaw's log. An engine that
 * throws is out of work until the gateway starts again, so each of its methods gives out what came in where anything goes wrong.
 */

import { dirname } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { shortDigest } from "../../base/digest.js";
import { type JsonObject, objectOf, objectsOf, parseLine, textOf } from "../../base/json.js";
import { limits } from "../../base/limits.js";
import { ok } from "../../base/result.js";
import { openQueue } from "../../git/repository.js";
import { type Item, inboxOf } from "../../heard/inbox.js";
import { personalFor } from "../../init/personal.js";
import { codecs, estimate, pricesOf } from "../../kernel/kernel.js";
import type { Holder } from "../../memory/service.js";
import type { Workspace } from "../../memory/workspace.js";
import { closing, openWorkspace } from "../../open.js";
import { show } from "../../prompt/parts.js";
import { recall } from "../../recall/recall.js";
import { redactSecrets } from "../../rules/secret-keys.js";
import type { LifecycleEvent } from "../../session/lifecycle.js";
import { attempt } from "../../state/fs-calls.js";
import { appendTo, makeStateFolder, readDerived, replaceWhole } from "../../state/plain-file.js";
import {
  bugSays,
  type Fill,
  type HarnessEvent,
  joined,
  type Moment,
  moments,
  packageCommand,
  type Tongue,
} from "../codec.js";
import { fileBeside, forgetTranscripts } from "../conversation.js";
import { placeOf, runMoment } from "../event.js";
import { openKernelSession, storeIn } from "../kernel/session.js";
import { openLater } from "../sessions-before.js";

// OpenClawApi: the part of OpenClaw's plugin interface that is used here, by shape: nothing of OpenClaw is imported, so that one file serves all
// versions.

export interface OpenClawApi {
  readonly config: unknown;
  /** What `plugins.entries.pagefile.config` says. */
  readonly pluginConfig?: unknown;
  readonly logger: { warn(says: string): void };
  readonly runtime: { readonly agent: { resolveAgentWorkspaceDir(config: unknown, agent: string): string } };
  on(
    name: string,
    handler: (event: JsonObject, context: JsonObject) => Promise<object | undefined> | undefined,
  ): void;
  registerMemoryPromptSupplement(builder: (asked: JsonObject) => string[]): void;
  registerMemoryCorpusSupplement(corpus: Corpus): void;
  registerContextEngine(id: string, make: (asked: JsonObject) => ContextEngine): void;
}

/** What OpenClaw's plugin kit does for engines; absent in a version that has it not. */
export interface EngineHost {
  buildMemorySystemPromptAddition?(asked: JsonObject): string | undefined;
  delegateCompactionToRuntime?(asked: JsonObject): Promise<object>;
}

export interface ContextEngine {
  readonly info: object;
  ingest(asked: JsonObject): Promise<object>;
  assemble(asked: JsonObject): Promise<object>;
  compact(asked: JsonObject): Promise<object>;
  commitTurn(asked: JsonObject): Promise<Committed>;
}

interface Committed {
  readonly status: "committed" | "duplicate";
}

interface Corpus {
  search(asked: JsonObject): Promise<readonly object[]>;
  get(asked: JsonObject): Promise<object | null>;
}

/** Its transcripts are rows of a database; what a person says goes into one of our own, so that a compaction finds it (`note`). */
const openclaw: Tongue = {
  name: "openclaw",
  // OpenClaw's own words for what it lets into a prompt of a file of the workspace are as many.
  blockCharsMax: 20_000,
  program: packageCommand,
  words: ({ said }) => textOf(said) ?? "",
  // What the model and its tools say stands there alone, so that nobody can tell how much it was.
  chars: () => 0,
};

/** Of a finished run: what its last call of the model took, of how much; null where OpenClaw does not tell. */
function fillIn(event: JsonObject, context: JsonObject): Fill | null {
  const answer = objectsOf(event.messages).findLast(({ role }) => role === "assistant");
  const tokens = objectOf(answer?.usage)?.totalTokens;
  const window = context.contextTokenBudget;
  return typeof tokens === "number" && typeof window === "number" && tokens > 0 ? { tokens, window } : null;
}

/** What OpenClaw calls when it loads the plugin. `host` is its plugin kit. */
export function openclawPlugin(api: OpenClawApi, host: EngineHost, env: NodeJS.ProcessEnv = process.env): void {
  const gateway = openGateway(api, env);
  type Told = { readonly event: JsonObject; readonly context: JsonObject };
  const at = (name: string, use: (gatewaySession: GatewaySession, told: Told) => Promise<object | undefined>): void =>
    api.on(name, (event, context) =>
      gateway.inTurn<object | undefined>(undefined, async () => {
        const gatewaySession = gateway.sessionOf(event, context);
        return gatewaySession === null ? undefined : use(gatewaySession, { event, context });
      }),
    );
  /** By the session's key, what came last and is no prompt yet. */
  const received = new Map<string, string>();
  api.on("message_received", (event, context) => {
    const [key, words] = [keyOf(event, context), textOf(event.content)];
    // Of groups nothing is heard.
    if (isPrivate(key) && key !== null && words !== null) received.set(key, words);
    return undefined;
  });
  at("before_prompt_build", (gatewaySession, { event, context }) => {
    const key = keyOf(event, context) ?? "";
    const words = isPersons(context) ? wordsOf(event, received.get(key) ?? null) : null;
    received.delete(key);
    const run = textOf(event.currentUserMessageId) ?? textOf(context.runId);
    return beforePrompt(gateway, gatewaySession, { words, run });
  });
  at("after_tool_call", (gatewaySession, { event }) => afterTool(gateway, gatewaySession, event));
  at("agent_end", async (gatewaySession, { event, context }) => {
    if (!isBegun(gatewaySession)) return undefined;
    const fill = fillIn(event, context);
    const refused = await gateway.happen(gatewaySession, moments.answered(event.messages), { fill });
    if (refused !== null) gateway.keep(gatewaySession, { saying: joined("\n\n", [gatewaySession.saying, refused]) });
    return undefined;
  });
  at("before_compaction", async (gatewaySession) => {
    await gateway.happen(gatewaySession, { kind: "before-compaction", event: "compaction-auto" });
    gateway.keep(gatewaySession, { block: null });
    return undefined;
  });
  at("session_end", (gatewaySession, { event }) => afterSession(gateway, gatewaySession, event));
  api.registerMemoryPromptSupplement(({ agentSessionKey }) => (isPrivate(textOf(agentSessionKey)) ? supplement : []));
  api.registerMemoryCorpusSupplement(corpusOf(gateway));
  // It is asked for nothing where another one has the slot.
  api.registerContextEngine("pagefile", ({ workspaceDir }) => engineOf(gateway, host, { workspaceDir }));
}

function keyOf(event: JsonObject, context: JsonObject): string | null {
  return textOf(context.sessionKey) ?? textOf(event.sessionKey);
}

/** The same in every prompt. */
const supplement: string[] = [
  "Pagefile keeps what lasts beyond a session; its pages stand at the end of this prompt, and memory_search with corpus=all looks through the rest.",
];

export interface GatewaySession {
  /** As OpenClaw names it, also after a reset. */
  readonly id: string;
  /** The folder that its agent works in. */
  readonly cwd: string;
  /** As the memory knows it: another one after a reset. */
  readonly session: string;
  /** What its system prompt ends with; null where it has to be decided. */
  readonly block: string | null;
  /** The process that told that it began. */
  readonly begun: string | null;
  /** For the model, with the next prompt. */
  readonly saying: string | null;
}

/** This process, as no other is called. */
const here = `${process.pid} ${performance.timeOrigin}`;

function isBegun({ begun }: GatewaySession): boolean {
  return begun === here;
}

function nextSession({ id, session }: GatewaySession): string {
  const count = session === id ? 1 : Number(session.slice(id.length + 1));
  return `${id}.${count + 1}`;
}

type Gateway = ReturnType<typeof openGateway>;

/** One for all instances of the plugin in this process. */
const queue = openQueue();

function openGateway(api: OpenClawApi, env: NodeJS.ProcessEnv) {
  const warn = (says: string): void => api.logger.warn(`pagefile: ${says}`);
  const repos = namedIn(api.pluginConfig);
  const settled = new Set<string>();
  /** The first session in a workspace without a memory makes it. */
  const settle = async (cwd: string): Promise<void> => {
    if (settled.has(cwd) || repos.length > 0) return;
    settled.add(cwd);
    const made = await personalFor({ name: "openclaw", cwd, env, now: null, dryRun: false, personal: false });
    if (!made.ok) warn(`${cwd} gets no memory: ${made.error.says} ${made.error.hint}`);
  };
  const folderOf = (asked: JsonObject): string | null => {
    const agent = textOf(asked.agentId);
    return textOf(asked.workspaceDir) ?? (agent && api.runtime.agent.resolveAgentWorkspaceDir(api.config, agent));
  };
  /** The state of the memory there; null where there is none. */
  const holderAt = (cwd: string): Holder | null => {
    const opened = placeOf({ cwd, repos, env });
    return opened.ok ? opened.value.holder : null;
  };
  const fileOf = (cwd: string, name: string): string | null => {
    const holder = holderAt(cwd);
    return holder && fileBeside(holder, "openclaw", name);
  };
  const transcriptOf = ({ cwd, session }: GatewaySession): string | null => fileOf(cwd, `${session}.jsonl`);
  return {
    ...{ repos, env, warn, folderOf, holderAt },
    /** null where no session is told, or none that is private. */
    sessionOf(event: JsonObject, context: JsonObject): GatewaySession | null {
      const [id, cwd] = [textOf(context.sessionId) ?? textOf(event.sessionId), folderOf(context)];
      if (id === null || cwd === null || !isPrivate(keyOf(event, context))) return null;
      return gatewaySessionIn(fileOf(cwd, `${id}.json`), { id, cwd });
    },
    keep(gatewaySession: GatewaySession, changes: Partial<GatewaySession>): void {
      const { id, cwd, ...kept } = { ...gatewaySession, ...changes };
      if (!isDeepStrictEqual({ ...kept, id, cwd }, gatewaySession))
        write(fileOf(cwd, `${id}.json`), replaceWhole, { value: kept, warn });
    },
    /** A line more in the session's transcript. */
    note(gatewaySession: GatewaySession, line: JsonObject): void {
      const value = { ...line, timestamp: new Date().toISOString() };
      write(transcriptOf(gatewaySession), appendTo, { value, warn });
    },
    /** What the model is to be told; null for nothing. What goes wrong is a warning. */
    async happen(
      gatewaySession: GatewaySession,
      moment: Moment,
      { id = null, fill = null }: Partial<Pick<HarnessEvent, "id" | "fill">> = {},
    ): Promise<string | null> {
      const { cwd, session } = gatewaySession;
      if (moment.kind === "start") {
        await settle(cwd);
        const transcript = transcriptOf(gatewaySession);
        // The session's place is kept, for it may last longer.
        if (transcript !== null) forgetTranscripts(transcript);
      }
      const event = { session, cwd, transcript: transcriptOf(gatewaySession), id, moment, fill };
      const { answer, failed } = await runMoment({ codec: openclaw, env, repos }, event);
      for (const says of new Set([failed, answer.notice])) if (says !== null) warn(`${moment.kind}: ${says}`);
      return answer.context;
    },
    /** Behind all that was told before; `otherwise` where it fails. */
    inTurn<T>(otherwise: T, use: () => Promise<T>): Promise<T> {
      return queue(use).catch((error: unknown) => {
        warn(bugSays(error));
        return otherwise;
      });
    },
  };
}

function write(
  file: string | null,
  how: typeof appendTo,
  { value, warn }: { readonly value: object; readonly warn: (says: string) => void },
): void {
  if (file === null) return;
  const done = attempt(`write ${file}`, () => {
    makeStateFolder(dirname(file));
    how(file, `${JSON.stringify(value)}\n`);
  });
  if (!done.ok) warn(done.error.says);
}

/** A file that is gone or that nobody can read costs a block that is decided anew. */
function gatewaySessionIn(file: string | null, { id, cwd }: Pick<GatewaySession, "id" | "cwd">): GatewaySession {
  const found = file === null ? null : attempt(`read ${file}`, () => readDerived(file));
  const { session, block, begun, saying } = parseLine((found?.ok ? found.value : null) ?? "") ?? {};
  const [own, rest] = [textOf(session) ?? id, { begun: textOf(begun), saying: textOf(saying) }];
  return { id, cwd, session: own, block: textOf(block), ...rest };
}

function namedIn(config: unknown): readonly string[] {
  const { repos } = objectOf(config) ?? {};
  return Array.isArray(repos) ? repos.filter((repo) => typeof repo === "string") : [];
}

/** OpenClaw names a session by its agent, then by where it is talked in: `agent:main:main`, `agent:main:telegram:group:-100`. */
export function isPrivate(key: string | null): boolean {
  return key !== null && !/:(?:group|channel|room|subagent|cron|hook|acp)(?::|$)/.test(key);
}

/** A run that no person began, such as a heartbeat, has the same pages; its words are not heard. */
async function beforePrompt(
  gateway: Gateway,
  gatewaySession: GatewaySession,
  { words, run }: { readonly words: string | null; readonly run: string | null },
): Promise<object> {
  const { block, saying } = await begun(gateway, gatewaySession);
  let before: string | null = null;
  if (words !== null) {
    gateway.note(gatewaySession, { said: redactSecrets(words) });
    const answer = await gateway.happen(gatewaySession, { kind: "prompt", text: words }, { id: run });
    before = joined("\n\n", [saying, answer]);
  }
  gateway.keep(gatewaySession, { block, begun: here, saying: words === null ? saying : null });
  return {
    ...(block === null ? {} : { appendSystemContext: block }),
    ...(before === null ? {} : { prependContext: before }),
  };
}

/** In a process that did not see it begin it goes on with the block that it has. */
async function begun(
  gateway: Gateway,
  gatewaySession: GatewaySession,
): Promise<Pick<GatewaySession, "block" | "saying">> {
  const { block, saying } = gatewaySession;
  if (isBegun(gatewaySession) && block !== null) return { block, saying };
  const bare = block === null;
  const answer = await gateway.happen(gatewaySession, { kind: "start", bare });
  return bare ? { block: answer, saying } : { block, saying: joined("\n\n", [saying, answer]) };
}

/** OpenClaw lets what other sessions and itself send run under the same trigger. */
function isPersons(context: JsonObject): boolean {
  const kind = textOf(objectOf(context.inputProvenance)?.kind);
  return context.trigger === "user" && (kind === null || kind === "external_user");
}

/** The message itself where OpenClaw tells it, because a prompt may hold more; null where nothing was said. */
function wordsOf(event: JsonObject, received: string | null): string | null {
  const prompt = textOf(event.prompt) ?? "";
  const own = received !== null && prompt.includes(received) ? received : prompt;
  const words = (textOf(event.currentUserMessage) ?? own).trim();
  return words === "" ? null : words;
}

/** Those that call another tool, which is told by itself, and those that look into memories. */
const passed: readonly string[] = ["tool_call", "tool_search", "tool_describe", "memory_search", "memory_get"];

async function afterTool(gateway: Gateway, gatewaySession: GatewaySession, event: JsonObject): Promise<undefined> {
  const name = textOf(event.toolName) ?? "";
  if (!isBegun(gatewaySession) || passed.includes(name)) return undefined;
  const moment = moments.tool(name, event.params, objectOf(event.result)?.content ?? event.result);
  await gateway.happen(gatewaySession, moment, { id: textOf(event.toolCallId) });
  return undefined;
}

/** A gateway that stops takes its sessions up again when it starts. */
const ends: Readonly<Record<string, LifecycleEvent>> = {
  new: "new",
  reset: "reset",
  idle: "idle",
  daily: "daily",
  deleted: "exit",
};

/** What comes under the same name afterwards is another session. */
async function afterSession(gateway: Gateway, gatewaySession: GatewaySession, event: JsonObject): Promise<undefined> {
  const kind = ends[textOf(event.reason) ?? ""] ?? "switch-session";
  if (gatewaySession.begun === null) return undefined;
  await gateway.happen(gatewaySession, { kind: "end", event: kind });
  const session = nextSession(gatewaySession);
  const over = { block: null, begun: null, saying: null, session };
  if (kind !== "switch-session") gateway.keep(gatewaySession, over);
  return undefined;
}

function corpusOf(gateway: Gateway): Corpus {
  const { repos, env } = gateway;
  const open = async <T>(asked: JsonObject, otherwise: T, use: (at: Workspace) => Promise<T>): Promise<T> => {
    const cwd = gateway.folderOf(asked);
    if (cwd === null || !isPrivate(textOf(asked.agentSessionKey))) return otherwise;
    const opened = await openWorkspace({ cwd, repos, env, now: null });
    const used = await closing(opened, async (workspace) => ok(await use(workspace)));
    return used.ok ? used.value : otherwise;
  };
  return {
    search: (asked) => gateway.inTurn<readonly object[]>([], () => open(asked, [], (at) => found(at, asked))),
    get: (asked) => gateway.inTurn<object | null>(null, () => open(asked, null, (at) => shown(at, asked))),
  };
}

const corpus = "pagefile";

async function found(workspace: Workspace, asked: JsonObject): Promise<readonly object[]> {
  const most = numberOf(asked.maxResults) ?? limits.recallPagesUsual;
  const answer = await recall(workspace, {
    text: (textOf(asked.query) ?? "").slice(0, limits.recallQueryCharsMax),
    limit: most,
    tokens: 2_000,
    ...{ types: [], since: null, until: null, tier: null, audience: "owner", trusted: true, restore: false },
    session: null,
    laterThan: openLater,
  });
  const pages = answer.pages.map(({ id, path, title, type, score, snippet, lines, updated }) => ({
    ...{ corpus, path: String(path), title, kind: type, score, snippet, id: String(id) },
    ...{ startLine: lines[0], endLine: lines[1], citation: `${path}#L${lines[0]}-L${lines[1]}`, source: corpus },
    ...(updated === null ? {} : { updatedAt: updated }),
  }));
  // What no page holds yet has no place; what it is found by is its words, as far as a page is.
  const score = Math.max(0, ...answer.pages.map((page) => page.score)) || 1;
  const heard = (answer.heard ?? []).map(({ id, at, text, later }) => ({
    ...{ corpus, path: inboxPath, title: heardTitle({ at }), kind: "heard", score },
    snippet: later === undefined ? text : `${text} (said later: “${later}”)`,
    ...{ id: `${inboxPath}:${id}`, startLine: 1, endLine: 1, citation: inboxPath, source: corpus },
    updatedAt: at,
  }));
  return [...heard.slice(0, Math.ceil(most / 2)), ...pages].slice(0, most);
}

const inboxPath = "inbox";

/** By id or path; lines are counted from 1. */
async function shown(workspace: Workspace, asked: JsonObject): Promise<object | null> {
  const [from, name] = (textOf(asked.lookup) ?? "").split(":");
  if (from === inboxPath && name !== undefined) return heardAs(workspace, name);
  const page = await show(workspace, { page: textOf(asked.lookup) ?? "", fidelity: null, reader: "model" });
  if (!page.ok) return null;
  const { id, path, title, type } = page.value.page;
  const lines = page.value.text.split("\n");
  const fromLine = Math.max(1, numberOf(asked.fromLine) ?? 1);
  const taken = lines.slice(fromLine - 1, fromLine - 1 + (numberOf(asked.lineCount) ?? lines.length));
  const about = { corpus, path: String(path), title, kind: type, id: String(id) };
  return { ...about, content: taken.join("\n"), fromLine, lineCount: taken.length };
}

function heardAs(workspace: Workspace, name: string): object | null {
  const items = inboxOf(workspace.primary).read();
  const item = items.ok ? items.value.find(({ id }) => id === name) : undefined;
  if (item === undefined) return null;
  const about = { corpus, path: inboxPath, title: heardTitle(item), kind: "heard", id: `${inboxPath}:${name}` };
  return { ...about, content: item.text, fromLine: 1, lineCount: 1 };
}

function heardTitle({ at }: Pick<Item, "at">): string {
  return `Heard on ${at.slice(0, 10)}, kept on no page yet`;
}

function numberOf(value: unknown): number | null {
  return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : null;
}

// Engine: OpenClaw's slot for a context engine, where a person turned it on: what of the history goes to the model is planned by the kernel. An
// instance lives for one turn, so that all it knows is in files: the kernel's (`storeIn`), and the turns that were taken in. OpenClaw keeps the whole
// history; only the request gets shorter. Its own words of memory, and a compaction, stay OpenClaw's (`EngineHost`).

const info = {
  id: "pagefile",
  name: "Pagefile",
  acceptedHostParams: ["sessionKey", "prompt", "runtimeSettings", "sessionTarget", "runtimeContext", "abortSignal"],
  transcriptSemantics: {
    currentTurnFence: "before-current-turn-entry-v1",
    turnAdvancementIdempotency: "atomic-idempotent-v1",
  },
};

function engineOf(gateway: Gateway, host: EngineHost, folder: JsonObject): ContextEngine {
  const sessionIn = (asked: JsonObject): GatewaySession | null => gateway.sessionOf(asked, { ...folder, ...asked });
  return {
    info,
    // The whole history comes with every call.
    ingest: () => Promise.resolve({ ingested: true }),
    async assemble(asked) {
      const messages = Array.isArray(asked.messages) ? asked.messages : [];
      const asItCame = { messages, estimatedTokens: estimate(JSON.stringify(messages)) };
      const shaped = await gateway.inTurn<Assembled>(asItCame, async () => {
        const gatewaySession = sessionIn(asked);
        return gatewaySession === null ? asItCame : assemble(gateway, gatewaySession, asked, asItCame);
      });
      const systemPromptAddition = additionOf(host, asked);
      return systemPromptAddition === null ? shaped : { ...shaped, systemPromptAddition };
    },
    async compact(asked) {
      const none = { ok: false, compacted: false, reason: "OpenClaw's own compaction could not be asked." };
      try {
        return (await host.delegateCompactionToRuntime?.(asked)) ?? none;
      } catch (error) {
        return { ...none, reason: error instanceof Error ? error.message : String(error) };
      }
    },
    commitTurn: (asked) =>
      gateway.inTurn<Committed>({ status: "committed" }, async () => {
        const gatewaySession = sessionIn({ ...objectOf(asked.admission), ...asked });
        return commitTurn(gateway, gatewaySession, textOf(asked.advancementKey));
      }),
  };
}

/** What the owner of the memory slot says in the system prompt, which an engine has to pass on. */
function additionOf({ buildMemorySystemPromptAddition }: EngineHost, asked: JsonObject): string | null {
  try {
    const { citationsMode, sessionKey: agentSessionKey, agentId } = asked;
    const availableTools = asked.availableTools instanceof Set ? asked.availableTools : new Set();
    return buildMemorySystemPromptAddition?.({ availableTools, citationsMode, agentSessionKey, agentId }) ?? null;
  } catch {
    return null;
  }
}

interface Assembled {
  readonly messages: readonly unknown[];
  readonly estimatedTokens: number;
}

async function assemble(
  gateway: Gateway,
  { cwd, session }: GatewaySession,
  asked: JsonObject,
  asItCame: Assembled,
): Promise<Assembled> {
  const holder = gateway.holderAt(cwd);
  const window = asked.tokenBudget;
  if (holder === null || typeof window !== "number" || window <= 0) return asItCame;
  const store = storeIn(holder, { session, parent: null });
  const kernel = openKernelSession({ codec: codecs.pi, store, report: gateway.warn });
  const model = textOf(asked.model) ?? textOf(objectOf(asked.model)?.id) ?? "";
  const expiresAt = objectOf(objectOf(asked.runtimeContext)?.promptCache)?.expiresAt;
  const { messages, plan, answered } = await kernel.shape(asItCame.messages, {
    // System words and tools are out of this budget already.
    ...{ model: { id: model, window, output: 0 }, fixed: { system: 0, tools: 0 }, prices: pricesOf(model) },
    ...(typeof expiresAt === "number" ? { cache: { expiresAt } } : {}),
  });
  // Nobody tells what a provider counted, and no later call knows of this one.
  await answered(undefined, null);
  return plan === null ? asItCame : { messages, estimatedTokens: plan.receipt.tokens };
}

const turnsMax = 200;

/** The same turn may come again; what it left is committed once, and its name is on record, the newest last. */
async function commitTurn(
  gateway: Gateway,
  gatewaySession: GatewaySession | null,
  key: string | null,
): Promise<Committed> {
  const holder = gatewaySession && gateway.holderAt(gatewaySession.cwd);
  if (gatewaySession === null || holder === null || key === null) return { status: "committed" };
  const [file, turn] = [fileBeside(holder, "openclaw", `${gatewaySession.session}.turns`), shortDigest(key, 24)];
  const turns = (readDerived(file) ?? "").split("\n").filter((each) => each !== "");
  if (turns.includes(turn)) return { status: "duplicate" };
  if (isBegun(gatewaySession)) await gateway.happen(gatewaySession, { kind: "stop", again: false });
  makeStateFolder(dirname(file));
  replaceWhole(file, `${[...turns, turn].slice(-turnsMax).join("\n")}\n`);
  return { status: "committed" };
}

/** FakePi: as much of pi as an extension sees, in this process: it tells events in pi's shapes and keeps what comes back. */

import { appendFileSync } from "node:fs";
import type { PiApi, PiContext, PiTool } from "../../src/agents/pi/session.js";
import type { JsonObject } from "../../src/base/json.js";

export interface FakePiAsked {
  readonly cwd: string;
  readonly session: string;
  /** A file to write the session to. */
  readonly file: string;
  /** Absent for a pi that knows no trust. */
  readonly trusted?: boolean;
  readonly contextWindow?: number;
  /** How many the context holds; pi does not know it before the first answer. */
  readonly tokens?: number | null;
  /** Whether the system prompt is made of parts, told between the messages, as since 0.87. */
  readonly hasSections?: boolean;
  /** As pi's list of models has it. */
  readonly model?: JsonObject;
}

export interface FakePi {
  readonly api: PiApi;
  /** What was shown to the person, in order. */
  readonly shown: readonly string[];
  /** Goes on as that session, as after a switch: with a conversation of its own, or with the same as after a fork. */
  become(session: string, file: string, how?: "bare" | "forked"): void;
  /** Told to all handlers in order; what the last one with an answer gave. */
  tell(type: string, more?: JsonObject): Promise<JsonObject | null>;
  /** Adds a message to the session, and to the conversation. */
  say(role: "user" | "assistant" | "system", text: string): void;
  /** Adds a message as pi keeps it, and tells it where a model said it. */
  add(message: JsonObject): Promise<void>;
  /** What a person sends: told as pi tells it, and in the conversation from then on. */
  prompt(text: string): Promise<void>;
  /** What a person sends while the model answers: told at once, and in the conversation when `queued` is asked for. */
  type(text: string): Promise<void>;
  /** Puts into the conversation what was typed. */
  queued(): void;
  /** In place of all that was said before the last `kept` messages. */
  compact(summary: string, kept: number): void;
  /** The messages of one call of the model, with what the extension puts in. */
  call(): Promise<readonly FakeMessage[]>;
  /** The same, as pi hands them on. */
  send(): Promise<readonly JsonObject[]>;
  /** The same messages without what the extension puts in. */
  alone(): readonly FakeMessage[];
  /** A prompt, and the first call behind it. */
  ask(text: string): Promise<readonly FakeMessage[]>;
  /** The texts of a tool's answer; throws what the tool throws. */
  use(tool: string, input: JsonObject): Promise<readonly string[]>;
  /** `/memory` with these words. */
  memory(args: string): Promise<string>;
}

/** As a model gets it. */
export interface FakeMessage {
  readonly role: string;
  readonly text: string;
}

/** As pi keeps it. */
interface Kept extends JsonObject {
  readonly role: string;
  readonly content: readonly JsonObject[];
  readonly timestamp: number;
}

/** What was said so far, and what was typed and waits. */
interface Talk {
  said: readonly Kept[];
  typed: readonly Kept[];
  readonly make: (role: string, text: string) => Kept;
}

function newTalk(): Talk {
  let time = 0;
  return {
    said: [],
    typed: [],
    make(role, text) {
      time += 1;
      return { role, content: [{ type: "text", text }], timestamp: time };
    },
  };
}

export function fakePi(asked: FakePiAsked): FakePi {
  const handlers: (readonly [event: string, handle: Parameters<PiApi["on"]>[1]])[] = [];
  const tools = new Map<string, PiTool>();
  const commands = new Map<string, (args: string, context: PiContext) => Promise<void>>();
  const shown: string[] = [];
  const entries: JsonObject[] = [];
  const talk = newTalk();
  const at = { session: asked.session, file: asked.file };
  const context = contextOf(asked, { at, shown, entries });
  const add = (entry: JsonObject): void => {
    entries.push(entry);
    appendFileSync(at.file, `${JSON.stringify(entry)}\n`);
  };
  const put = (message: Kept): void => {
    talk.said = [...talk.said, message];
    add({ type: "message", message: { ...message } });
  };
  const tell: FakePi["tell"] = async (type, more = {}) => {
    let answer: JsonObject | null = null;
    for (const [name, handle] of handlers)
      if (name === type) answer = ((await handle({ type, ...more }, context)) as JsonObject | undefined) ?? answer;
    return answer;
  };
  return {
    api: {
      on: (event, handle) => handlers.push([event, handle]),
      registerTool: (tool) => tools.set(tool.name, tool),
      registerCommand: (name, { handler }) => commands.set(name, handler),
      appendEntry: (customType, data) => add({ type: "custom", customType, data }),
    },
    shown,
    become(session, file, how = "bare") {
      Object.assign(at, { session, file });
      entries.length = 0;
      if (how === "bare") talk.said = [];
    },
    tell,
    say: (role, text) => put(talk.make(role, text)),
    async add(message) {
      put(message as Kept);
      if (message.role === "assistant") await tell("message_end", { message });
    },
    ...turnsOf(talk, { tell, put, hasSections: asked.hasSections === true }),
    async use(name, input) {
      const answer = await tools.get(name)?.execute("1", input, undefined, undefined, context);
      return answer?.content.map(({ text }) => text) ?? [];
    },
    async memory(args) {
      shown.length = 0;
      await commands.get("memory")?.(args, context);
      return shown.join("\n");
    },
  };
}

function contextOf(
  { cwd, trusted, contextWindow, tokens = null, model }: FakePiAsked,
  told: {
    readonly at: { readonly session: string; readonly file: string };
    readonly shown: string[];
    readonly entries: readonly JsonObject[];
  },
): PiContext {
  return {
    cwd,
    hasUI: true,
    ui: { notify: (text) => told.shown.push(text) },
    sessionManager: {
      getSessionId: () => told.at.session,
      getSessionFile: () => told.at.file,
      getEntries: () => told.entries,
    },
    ...(trusted === undefined ? {} : { isProjectTrusted: () => trusted }),
    ...(model === undefined ? {} : { model }),
    ...(contextWindow === undefined ? {} : { getContextUsage: () => ({ tokens, contextWindow }) }),
  };
}

/** A prompt has its time before it is told, and is part of the conversation behind that. */
function turnsOf(
  talk: Talk,
  {
    tell,
    put,
    hasSections,
  }: Pick<FakePi, "tell"> & { readonly put: (message: Kept) => void; readonly hasSections: boolean },
): Pick<FakePi, "prompt" | "type" | "queued" | "compact" | "call" | "send" | "alone" | "ask"> {
  const prompt: FakePi["prompt"] = async (text) => {
    const message = talk.make("user", text);
    await tell("input", { text, source: "interactive" });
    const parts = hasSections ? { systemPromptOptions: { sections: {} } } : {};
    await tell("before_agent_start", { prompt: text, systemPrompt: "You are pi.", ...parts });
    put(message);
  };
  const send = async (): Promise<readonly Kept[]> => {
    if (hasSections) return withSystem(talk.said, tell);
    const answer = await tell("context", { messages: structuredClone(talk.said) });
    return (answer?.messages ?? talk.said) as readonly Kept[];
  };
  const call: FakePi["call"] = async () => asGiven(await send());
  return {
    prompt,
    call,
    send,
    alone: () => asGiven(talk.said),
    async type(text) {
      talk.typed = [...talk.typed, talk.make("user", text)];
      await tell("input", { text, source: "interactive", streamingBehavior: "steer" });
    },
    queued() {
      talk.typed.forEach(put);
      talk.typed = [];
    },
    compact(summary, kept) {
      talk.said = [talk.make("compactionSummary", summary), ...talk.said.slice(talk.said.length - kept)];
    },
    async ask(text) {
      await prompt(text);
      return call();
    },
  };
}

/** For who looks from outside at what a call left: no call waits for its log, which is written a moment later. */
export function afterLogs<A extends readonly unknown[], T>(
  look: (...args: A) => Promise<T>,
): (...args: A) => Promise<T> {
  return async (...args) => {
    await new Promise((resolve) => setTimeout(resolve, 15));
    return look(...args);
  };
}

/** What the system says goes to the front where a handler puts other messages in without it. */
async function withSystem(said: readonly Kept[], tell: FakePi["tell"]): Promise<readonly Kept[]> {
  const isSystem = ({ role }: Kept): boolean => role === "system";
  const visible = said.filter((message) => !isSystem(message));
  const { messages: others } = (await tell("context", { messages: structuredClone(visible) })) ?? {};
  const head = { role: "system", content: said.filter(isSystem).flatMap(({ content }) => content), timestamp: 0 };
  const messages = others === undefined ? said : [head, ...(others as readonly Kept[])];
  const last = await tell("context_with_system", { messages: structuredClone(messages) });
  return (last?.messages ?? messages) as readonly Kept[];
}

function asGiven(messages: readonly Kept[]): readonly FakeMessage[] {
  return messages.map(({ role, content }) => ({ role, text: textOf(content) }));
}

function textOf(content: readonly JsonObject[] = []): string {
  return content.map(({ text }) => (typeof text === "string" ? text : "")).join("\n");
}

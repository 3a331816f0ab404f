/** FakePi: as much of pi as an extension sees, in this process: it tells events in pi's shapes and keeps what comes back. */

import { appendFileSync } from "node:fs";
import type { PiApi, PiContext, PiTool } from "../../src/agents/pi/desk.js";
import type { JsonObject } from "../../src/base/json.js";

export interface FakePiAsked {
  readonly cwd: string;
  readonly session: string;
  /** A file to write the session to. */
  readonly file: string;
  /** Absent for a pi that knows no trust. */
  readonly trusted?: boolean;
  readonly contextWindow?: number;
}

export interface FakePi {
  readonly api: PiApi;
  /** What was shown to the person, in order. */
  readonly shown: readonly string[];
  /** Goes on as that session, as after a switch. */
  become(session: string, file: string): void;
  /** Told to all handlers in order; what the last one with an answer gave. */
  tell(type: string, more?: JsonObject): Promise<JsonObject | null>;
  /** Adds a line to the session. */
  say(role: "user" | "assistant", text: string): void;
  /** The messages of one call of the model, with what the extension puts in. */
  call(text: string): Promise<readonly { readonly role: string; readonly text: string }[]>;
  /** The texts of a tool's answer; throws what the tool throws. */
  use(tool: string, input: JsonObject): Promise<readonly string[]>;
  /** `/memory` with these words. */
  memory(args: string): Promise<string>;
}

export function fakePi(asked: FakePiAsked): FakePi {
  const handlers: (readonly [event: string, handle: Parameters<PiApi["on"]>[1]])[] = [];
  const tools = new Map<string, PiTool>();
  const commands = new Map<string, (args: string, context: PiContext) => Promise<void>>();
  const shown: string[] = [];
  const entries: JsonObject[] = [];
  let { session, file } = asked;
  const { trusted, contextWindow } = asked;
  const context: PiContext = {
    cwd: asked.cwd,
    hasUI: true,
    ui: { notify: (text) => shown.push(text) },
    sessionManager: {
      getSessionId: () => session,
      getSessionFile: () => file,
      getEntries: () => entries,
    },
    ...(trusted === undefined ? {} : { isProjectTrusted: () => trusted }),
    ...(contextWindow === undefined ? {} : { getContextUsage: () => ({ tokens: null, contextWindow }) }),
  };
  const add = (entry: JsonObject): void => {
    entries.push(entry);
    appendFileSync(file, `${JSON.stringify(entry)}\n`);
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
    become(next, path) {
      session = next;
      file = path;
      entries.length = 0;
    },
    tell,
    say: (role, text) => add({ type: "message", message: { role, content: [{ type: "text", text }] } }),
    async call(text) {
      const messages = [
        { role: "user", content: "Hello." },
        { role: "assistant", content: "Hello." },
        { role: "user", content: text },
      ];
      const answer = await tell("context", { messages });
      const given = (answer?.messages ?? messages) as readonly { role: string; content: unknown }[];
      return given.map(({ role, content }) => ({ role, text: textOf(content) }));
    },
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

/** For who looks from outside at what a call left: no call waits for its log, which is written a moment later. */
export function afterLogs<A extends readonly unknown[], T>(
  look: (...args: A) => Promise<T>,
): (...args: A) => Promise<T> {
  return async (...args) => {
    await new Promise((resolve) => setTimeout(resolve, 15));
    return look(...args);
  };
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  return (content as readonly { readonly text?: string }[]).map(({ text }) => text ?? "").join("\n");
}

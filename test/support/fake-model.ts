/** FakeModel: a model on loopback that real harnesses talk to: it answers as it is told and keeps every request that it saw. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type JsonObject, objectOf, objectsOf, textOf } from "../../src/base/json.js";
import { chatReply } from "./fake-model-chat.js";
import { messagesReply } from "./fake-model-messages.js";
import { responsesReply } from "./fake-model-responses.js";

/** What the model does when it is asked. `silence` keeps the connection open and says nothing: a turn that never ends. */
export type ModelAnswer =
  | ({ readonly kind: "text"; readonly text: string } & Counted)
  | ({ readonly kind: "call"; readonly tool: string; readonly input: JsonObject } & Counted)
  | { readonly kind: "silence" };

interface Counted {
  /** The share of the request that was read from a cache, of which Chat Completions and Messages tell; nothing is told where it is absent. */
  readonly cached?: number;
}

/** A promise for one that thinks as long as somebody else is at work. */
export type Answering = (request: ModelRequest) => ModelAnswer | Promise<ModelAnswer>;

export interface ModelRequest {
  /** Counted from 1. */
  readonly number: number;
  readonly api: "messages" | "responses" | "chat";
  readonly body: JsonObject;
  /** All texts of the request in their order, a line between two: what the model reads. */
  readonly seen: string;
  /** The texts of the last message. */
  readonly last: string;
  /** Whether the last message is the answer of a tool. */
  readonly isResult: boolean;
  /** Whether a summary of the conversation is asked for. */
  readonly isSummary: boolean;
  /** Names of the tools that may be called. */
  readonly tools: readonly string[];
}

/** A reply as bytes on the wire. */
export interface Spelled {
  readonly type: "application/json" | "text/event-stream";
  readonly body: string;
}

export interface ModelReply {
  readonly number: number;
  readonly answer: Exclude<ModelAnswer, { readonly kind: "silence" }>;
  readonly model: string;
  readonly isStreamed: boolean;
  /** Tokens: a quarter of the request's bytes. */
  readonly read: number;
}

export interface FakeModel {
  readonly url: string;
  readonly requests: readonly ModelRequest[];
  /** From the next request on. */
  answerWith(answer: Answering): void;
  /** The first request that fits, among those to come and those after the first `skip`. */
  waitFor(fits: (request: ModelRequest) => boolean, skip: number): Promise<ModelRequest>;
  close(): Promise<void>;
}

const apis: readonly (readonly [end: string, api: ModelRequest["api"]])[] = [
  ["/chat/completions", "chat"],
  ["/responses", "responses"],
  ["/messages", "messages"],
];

const spellings = { chat: chatReply, responses: responsesReply, messages: messagesReply } as const;

/** Nothing but 127.0.0.1 is listened on. */
export async function startFakeModel(answer: Answering): Promise<FakeModel> {
  const requests: ModelRequest[] = [];
  const waiting = new Set<() => void>();
  let decide = answer;
  const server = createServer((incoming, outgoing) => {
    void bodyOf(incoming).then(async (bytes) => {
      const api = apiOf(incoming.url ?? "");
      const body = api === null ? null : jsonOf(bytes);
      if (api === null || body === null) return aside(incoming, outgoing, bytes);
      const request = requestOf(requests.length + 1, api, body);
      requests.push(request);
      for (const look of waiting) look();
      const decided = await decide(request);
      if (decided.kind === "silence") return;
      const isStreamed = body.stream === true;
      const model = textOf(body.model) ?? "fake";
      const read = Math.ceil(bytes.length / 4);
      const { type, body: text } = spellings[api]({
        number: request.number,
        answer: decided,
        model,
        isStreamed,
        read,
      });
      outgoing.writeHead(200, { "content-type": type }).end(text);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answerWith(next) {
      decide = next;
    },
    waitFor: (fits, skip) =>
      new Promise((found) => {
        const look = (): void => {
          const request = requests.slice(skip).find(fits);
          if (request === undefined) return;
          waiting.delete(look);
          found(request);
        };
        waiting.add(look);
        look();
      }),
    close: () => closed(server),
  };
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((done) => {
    server.close(() => done());
  });
}

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function jsonOf(bytes: Buffer): JsonObject | null {
  try {
    return objectOf(JSON.parse(bytes.toString("utf8")));
  } catch {
    return null;
  }
}

function apiOf(url: string): ModelRequest["api"] | null {
  const path = url.split("?")[0] ?? "";
  return apis.find(([end]) => path.endsWith(end))?.[1] ?? null;
}

/** What harnesses ask besides: how many tokens a request has, which models there are, whether anybody is there. */
function aside(incoming: IncomingMessage, outgoing: ServerResponse, bytes: Buffer): void {
  const path = (incoming.url ?? "").split("?")[0] ?? "";
  const counted = path.endsWith("/count_tokens") ? { input_tokens: Math.ceil(bytes.length / 4) } : {};
  const listed = path.endsWith("/models") ? { object: "list", data: [], models: [] } : {};
  outgoing.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ ...counted, ...listed }));
}

function requestOf(number: number, api: ModelRequest["api"], body: JsonObject): ModelRequest {
  const items = api === "responses" ? inputOf(body.input) : objectsOf(body.messages);
  const before = api === "responses" ? body.instructions : body.system;
  const texts = [...(before === undefined ? [] : [textIn(before)]), ...items.map(textIn)];
  const last = items.findLast((item) => !isAside(item));
  const words = last === undefined ? "" : textIn(last);
  const tools = objectsOf(body.tools).map((tool) => textOf(tool.name) ?? textOf(objectOf(tool.function)?.name) ?? "");
  return {
    number,
    api,
    body,
    seen: texts.join("\n"),
    last: words,
    isResult: last !== undefined && isResult(last),
    isSummary: tools.length === 0 || (/(?:detailed|handoff) summary/i.test(words) && !isResult(last ?? {})),
    tools,
  };
}

/** OpenClaw puts a message of its own behind each turn, in every call anew. */
function isAside(item: JsonObject): boolean {
  return textIn(item).startsWith("<<<BEGIN_OPENCLAW_INTERNAL_CONTEXT>>>");
}

function inputOf(input: unknown): readonly JsonObject[] {
  return typeof input === "string" ? [{ role: "user", content: input }] : objectsOf(input);
}

function isResult(item: JsonObject): boolean {
  const type = textOf(item.type) ?? "";
  return (
    item.role === "tool" ||
    type.endsWith("_output") ||
    objectsOf(item.content).some((part) => part.type === "tool_result")
  );
}

/** Every text below, whatever the shape around it: words, results of tools, and arguments of calls. */
function textIn(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(textIn).join("\n");
  const object = objectOf(value);
  if (object === null) return "";
  const parts = [object.text, object.content, object.output, object.arguments, object.tool_calls, object.function];
  const input = object.type === "tool_use" ? [JSON.stringify(object.input)] : [];
  return [...parts.filter((part) => part !== undefined && part !== null).map(textIn), ...input].join("\n");
}

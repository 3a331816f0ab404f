/**
 * Hosts: what a program imports from `pagefile/kernel/hosts`: the kernel for programs that send their requests by the AI SDK (`kernelMiddleware`) or
 * by Anthropic's (`anthropicKernel`). Neither is imported: both are known by the shapes of what they send and get.
 *
 * One of these serves one conversation, whose requests come one after another. Nothing is thrown: where something goes wrong, such as a store that
 * cannot be written, the request goes out as it came, and `report` is told why. What is tricky is whose breakpoints stand in a request: a provider
 * takes four, and one that is kept an hour must stand in front of those that are kept five minutes.
 */

import { join, resolve } from "node:path";
import { digest } from "../../base/digest.js";
import { type JsonObject, objectOf, objectsOf, textOf } from "../../base/json.js";
import { shellWord } from "../../base/text.js";
import { codecs, estimate, type Lifetime, type Mark, type Prices, pricesOf, type Turn } from "../../kernel/kernel.js";
import { readDerived, writeNew, writeWhole } from "../../state/plain-file.js";
import { type KernelRequest, type KernelStore, openKernelSession, type Shaped } from "./session.js";

export type { KernelStore } from "./session.js";

export interface KernelOptions {
  readonly store: KernelStore;
  /** Tokens of the model's window. */
  readonly window: number;
  /** Those of the dated table where nothing is said. Null: nothing that a warm cache holds is changed. */
  readonly prices?: Prices | null;
  readonly settings?: KernelRequest["settings"];
  /** A sentence for people where something went wrong; a warning of the process where nothing is said. */
  readonly report?: (says: string) => void;
}

/** A folder for one conversation: its state, and each text that stubs point to in a file, which they say how to print. */
export function folderStore(folder: string): KernelStore {
  const dir = resolve(folder);
  const fileOf = (name: string): string => join(dir, `${name.replace(/^sha256:/, "")}.txt`);
  return {
    load: () => readDerived(join(dir, "state.json")),
    save: (state) => writeWhole(join(dir, "state.json"), state),
    keep: ({ digest: name, text }) => void writeNew(fileOf(name), text),
    readBack: (name) => `cat ${shellWord(fileOf(name))}`,
  };
}

const answerTokensUsual = 8_192;

function requestOf(
  { window, prices, settings }: KernelOptions,
  asked: { readonly model: string; readonly output: unknown; readonly fixed: KernelRequest["fixed"] },
): KernelRequest {
  const output = typeof asked.output === "number" ? asked.output : answerTokensUsual;
  return {
    model: { id: asked.model, window, output },
    fixed: asked.fixed,
    prices: prices === undefined ? pricesOf(asked.model) : prices,
    ...(settings === undefined ? {} : { settings }),
  };
}

function reportOf({ report }: KernelOptions): (says: string) => void {
  return report ?? ((says) => process.emitWarning(`Pagefile: ${says}`));
}

function spelled(value: unknown): string {
  return value === undefined ? "" : JSON.stringify(value);
}

function cacheControl(lifetime: Lifetime): JsonObject {
  return lifetime === "1h" ? { type: "ephemeral", ttl: "1h" } : { type: "ephemeral" };
}

// The AI SDK: a middleware of a language model, specification 3 or 4.

interface Params {
  readonly prompt: readonly unknown[];
}

export interface KernelMiddleware {
  /** Each version of the SDK takes the name of its own alone, and looks at none: for its types this is any of them. */
  readonly specificationVersion: never;
  transformParams<P extends Params>(options: { readonly params: P; readonly model: object }): Promise<P>;
  wrapGenerate<R extends object>(options: {
    readonly doGenerate: () => PromiseLike<R>;
    readonly params: Params;
  }): Promise<R>;
  wrapStream<S extends { readonly stream: ReadableStream }>(options: {
    readonly doStream: () => PromiseLike<S>;
    readonly params: Params;
  }): Promise<S>;
}

/** For `wrapLanguageModel({ model, middleware })`; Anthropic's models get breakpoints where the program has set none. */
export function kernelMiddleware(options: KernelOptions): KernelMiddleware {
  const { store } = options;
  const codec = codecs["ai-sdk"];
  const report = reportOf(options);
  const session = openKernelSession({ codec, store, report });
  const waiting = new WeakMap<readonly unknown[], Shaped>();
  return {
    specificationVersion: "v4" as never,
    async transformParams({ params, model }) {
      const { prompt } = params;
      const { modelId, provider } = objectOf(model) ?? {};
      const ours = (textOf(provider) ?? "").includes("anthropic") && lifetimesIn(prompt, cacheControlIn).length === 0;
      const { tools, maxOutputTokens: output } = params as JsonObject;
      const system = prompt.filter((message) => objectOf(message)?.role === "system");
      const name = digest(spelled([system, tools]));
      const fixed = { system: 0, tools: estimate(spelled(tools)), digest: name };
      const request = requestOf(options, { model: textOf(modelId) ?? "", output, fixed });
      // Where nobody asks for an hour a provider forgets after minutes.
      const shaped = await session.shape(prompt, ours ? request : { ...request, lifetime: "5m" });
      const { messages, plan } = shaped;
      const marked = ours && plan !== null ? withBreakpoints(messages, plan.marks) : messages;
      waiting.set(marked, shaped);
      return marked === prompt ? params : { ...params, prompt: marked };
    },
    async wrapGenerate({ doGenerate, params }) {
      const result = await doGenerate();
      await waiting.get(params.prompt)?.answered(usageOfAiSdk(objectOf(result)?.usage), null);
      return result;
    },
    async wrapStream({ doStream, params }) {
      const result = await doStream();
      const heard = new TransformStream<unknown, unknown>({
        async transform(part, out) {
          const { type, usage } = objectOf(part) ?? {};
          if (type === "finish") await waiting.get(params.prompt)?.answered(usageOfAiSdk(usage), null);
          out.enqueue(part);
        },
      });
      return { ...result, stream: result.stream.pipeThrough(heard) };
    },
  };
}

/** Behind the system's words, and where the plan has them. */
function withBreakpoints(messages: readonly unknown[], marks: readonly Mark[]): readonly unknown[] {
  const system = messages.findLastIndex((message) => objectOf(message)?.role === "system");
  const lifetime = marks[0]?.lifetime ?? "5m";
  const places = new Set([...marks.map(({ message }) => message), system]);
  return messages.map((message, at) => {
    const object = objectOf(message);
    if (object === null || !places.has(at)) return message;
    const own = objectOf(object.providerOptions);
    const anthropic = { ...objectOf(own?.anthropic), cacheControl: cacheControl(lifetime) };
    return { ...object, providerOptions: { ...own, anthropic } };
  });
}

function cacheControlIn({ providerOptions }: JsonObject): unknown {
  return objectOf(objectOf(providerOptions)?.anthropic)?.cacheControl;
}

/** Those of specification 3 and later; `noCache` is what was neither read nor written. */
function usageOfAiSdk(usage: unknown): Turn["usage"] {
  const { inputTokens, outputTokens } = objectOf(usage) ?? {};
  const input = objectOf(inputTokens);
  const [read, write] = [numberOf(input?.cacheRead), numberOf(input?.cacheWrite)];
  const fresh = input?.noCache ?? numberOf(input?.total) - read - write;
  return usageFrom({ input: numberOf(fresh), read, write, output: numberOf(objectOf(outputTokens)?.total) });
}

function numberOf(value: unknown): number {
  return typeof value === "number" ? Math.max(0, value) : 0;
}

/** A request of no tokens was not counted. */
function usageFrom(usage: NonNullable<Turn["usage"]>): Turn["usage"] {
  return usage.input + usage.read + usage.write > 0 ? usage : undefined;
}

// Anthropic's SDK: the parameters of `messages.create` and `messages.stream`.

export interface AnthropicKernel {
  /** The parameters to send, with breakpoints. Those of the program in `system` and `tools` stay, those in messages and of the whole do not. */
  request<P extends { readonly messages: readonly unknown[]; readonly model: string }>(params: P): Promise<P>;
  /** To be told what the last request was answered with: what `create` gave, or a stream's `finalMessage()`. */
  answered(message: object): Promise<void>;
}

const breakpointsMax = 4;

export function anthropicKernel(options: KernelOptions): AnthropicKernel {
  const { store } = options;
  const codec = codecs.anthropic;
  const report = reportOf(options);
  const session = openKernelSession({ codec, store, report });
  let last: Shaped | null = null;
  return {
    async request(params) {
      const { cache_control: _automatic, ...rest } = params as typeof params & JsonObject;
      const { system, tools } = rest;
      const own = lifetimesIn([...objectsOf(system), ...objectsOf(tools)], ({ cache_control: mark }) => mark);
      const lengths = { system: estimate(spelled(system)), tools: estimate(spelled(tools)) };
      const fixed = { ...lengths, digest: digest(spelled([system, tools])) };
      const request = requestOf(options, { model: params.model, output: rest.max_tokens, fixed });
      const lifetime = own.every((one) => one === "1h") ? "1h" : "5m";
      last = await session.shape(params.messages, own.length === 0 ? request : { ...request, lifetime });
      const { plan } = last;
      if (plan === null) return params;
      const left = breakpointsMax - Math.max(1, own.length);
      const marks = left > 0 ? plan.marks.slice(-left) : [];
      const front = own.length > 0 ? {} : markedFront(rest, marks[0]?.lifetime ?? "5m");
      return { ...rest, ...front, messages: codec.print(plan.messages, marks) } as unknown as typeof params;
    },
    async answered(message) {
      const { role, content, usage } = objectOf(message) ?? {};
      const counted = objectOf(usage);
      await last?.answered(
        usageFrom({
          input: numberOf(counted?.input_tokens),
          read: numberOf(counted?.cache_read_input_tokens),
          write: numberOf(counted?.cache_creation_input_tokens),
          output: numberOf(counted?.output_tokens),
        }),
        { role, content },
      );
    },
  };
}

/** With a breakpoint behind the system's words, or behind the tools where there are none. */
function markedFront({ system, tools }: JsonObject, lifetime: Lifetime): JsonObject {
  const mark = { cache_control: cacheControl(lifetime) };
  const blocks = typeof system === "string" && system !== "" ? [{ type: "text", text: system }] : objectsOf(system);
  const [last, lastTool] = [blocks.at(-1), objectsOf(tools).at(-1)];
  if (last !== undefined) return { system: blocks.with(-1, { ...last, ...mark }) };
  return lastTool === undefined ? {} : { tools: objectsOf(tools).with(-1, { ...lastTool, ...mark }) };
}

/** Of the breakpoints that the program has set in these and in their parts. */
function lifetimesIn(list: readonly unknown[], markOf: (block: JsonObject) => unknown): readonly Lifetime[] {
  return objectsOf(list).flatMap((block): readonly Lifetime[] => {
    const mark = objectOf(markOf(block));
    const inner = Array.isArray(block.content) ? lifetimesIn(block.content, markOf) : [];
    return mark === null ? inner : [mark.ttl === "1h" ? "1h" : "5m", ...inner];
  });
}

/**
 * PiKernel: the kernel between pi and its model, where a person turned it on (`pagefile setup pi --kernel`): old results and inputs of tools go out as
 * stubs, by the prices and the window that pi tells of its model.
 *
 * pi's own messages stay as they are in its session: only what goes out is another (`storeIn` keeps what is left out). What
 * pi says as the system in front of all messages, and an answer that failed, which pi itself leaves out of a request, are not the kernel's to see.
 */

import { digest } from "../../base/digest.js";
import { type JsonObject, objectOf, textOf } from "../../base/json.js";
import { codecs, estimate, type Plan, type PlanInput, pricesOf } from "../../kernel/kernel.js";
import { logFaults } from "../../write/fault-log.js";
import { type KernelRequest, openKernelSession, type Shaped, storeIn } from "../kernel/session.js";
import { type PiApi, type PiContext, type PiMemories, piMoment } from "./session.js";

export interface PiKernel {
  /** What is to go out; the very list where nothing is shortened, and where something went wrong. */
  readonly shape: (messages: readonly unknown[], context: PiContext) => Promise<readonly unknown[]>;
  /** One of `kernelEvents`. */
  readonly hear: (event: JsonObject) => Promise<void>;
  /** How it stands, for people. */
  readonly says: () => string;
}

/** The model answered; pi is about to read the last request from the provider's cache once more. */
export const kernelEvents = ["message_end", "cache_warming_decision"] as const;

interface PiKernelAsked {
  readonly api: PiApi;
  readonly env: NodeJS.ProcessEnv;
  /** With which the session began. */
  readonly event: JsonObject;
  readonly piMemories: PiMemories;
  readonly notify: (says: string) => void;
}

/** Null where there is no memory to keep what it would leave out. */
export function openPiKernel({ api, env, event, piMemories, notify }: PiKernelAsked): PiKernel | null {
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
  const kernel = openKernelSession({ codec: codecs.pi, store, now: Date.now, report });
  let waiting: Shaped["answered"] | null = null;
  let plan: Plan | null = null;
  let rewrites = 0;
  return {
    async shape(messages, context) {
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
    async hear({ type, action, message }) {
      if (type === "cache_warming_decision" && action === "warm") kernel.touched();
      const answer = type === "message_end" ? objectOf(message) : null;
      const usage = answer?.role === "assistant" && !isFailed(answer) ? usageOf(answer) : null;
      if (waiting === null || usage === null) return;
      await waiting(usage, answer);
      waiting = null;
    },
    says() {
      if (plan === null) return "the kernel is on: the next request shows what it leaves out";
      const { was, tokens } = plan.receipt;
      return `the kernel is on: the last request's messages have about ${tokens} tokens instead of ${was}, after ${rewrites} rewrites`;
    },
  };
}

const offHint = "`pagefile setup pi` without --kernel turns the kernel off.";

// Request: what pi tells of a model, and of what stands in front of its messages.

interface Asking {
  readonly api: PiApi;
  readonly context: PiContext;
  /** What the system says in front of all messages, since 0.87. */
  readonly head: readonly unknown[];
  readonly env: NodeJS.ProcessEnv;
}

/** pi compacts when 16,384 tokens are left, with words of the model's own: a fold of ours comes only where that did not. */
const answerTokensMax = 8_192;
const settings = { foldAt: 1, wholeAt: Number.POSITIVE_INFINITY };

/** Null where pi has chosen no model yet. */
function requestOf({ api, context, head, env }: Asking): KernelRequest | null {
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

function fixedOf({ api, context, head }: Omit<Asking, "env">): PlanInput["fixed"] {
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
  const row = objectOf(cost);
  const [input = 0, output = 0, read = 0, write = 0] = ["input", "output", "cacheRead", "cacheWrite"].map((key) =>
    typeof row?.[key] === "number" ? row[key] : 0,
  );
  if (input <= 0) return null;
  return { input, output, read, write5m: write > 0 ? write : input, write1h: write > 0 ? 2 * input : input };
}

/** `read` and `write` are not in `input` here either. */
function usageOf({ usage }: JsonObject): { input: number; read: number; write: number; output: number } | null {
  const row = objectOf(usage);
  const [input, read, write, output] = ["input", "cacheRead", "cacheWrite", "output"].map((key) =>
    typeof row?.[key] === "number" ? row[key] : 0,
  ) as [number, number, number, number];
  return input + read + write > 0 ? { input, read, write, output } : null;
}

/** pi leaves such an answer out of every request. */
function isFailed(message: unknown): boolean {
  const { role, stopReason } = objectOf(message) ?? {};
  return role === "assistant" && (stopReason === "error" || stopReason === "aborted");
}

/**
 * OpenClaw, engine: its slot for a context engine, where a person turned it on: what of the history goes to the model is planned by the kernel.
 *
 * An instance lives for one turn, so that all it knows is in files beside the memory's other state: the kernel's (`storeIn`), and the
 * turns that were taken in. OpenClaw keeps the whole history; only the request gets shorter. Its own words of memory, and a compaction, stay
 * OpenClaw's (`EngineHost`).
 *
 * What is tricky is failing: an engine that throws is out of work until the gateway starts again. So each method gives out what came in where
 * anything goes wrong.
 */

import { dirname, join } from "node:path";
import { shortDigest } from "../../base/digest.js";
import { type JsonObject, objectOf, textOf } from "../../base/json.js";
import { codecs, estimate, pricesOf } from "../../kernel/kernel.js";
import type { Holder } from "../../memory/service.js";
import { makeStateFolder, readDerived, replaceWhole } from "../../state/plain-file.js";
import { openKernelSession, storeIn } from "../kernel/session.js";

/** What OpenClaw's plugin kit does for engines; absent in a version that has it not. */
export interface EngineHost {
  buildMemorySystemPromptAddition?(asked: JsonObject): string | undefined;
  delegateCompactionToRuntime?(asked: JsonObject): Promise<object>;
}

interface EngineAsked {
  readonly host: EngineHost;
  /** A sentence for people where something went wrong. */
  readonly report: (says: string) => void;
  /** The memory's state, and the name that the session has in it; null where there is no memory. */
  readonly placeOf: (asked: JsonObject) => { readonly holder: Holder; readonly session: string } | null;
  /** Behind all that was told before; `otherwise` where it fails. */
  readonly inTurn: <T>(otherwise: T, use: () => Promise<T>) => Promise<T>;
  /** Commits what waits. */
  readonly commit: (asked: JsonObject) => Promise<void>;
}

export interface ContextEngine {
  readonly info: object;
  ingest(asked: JsonObject): Promise<object>;
  assemble(asked: JsonObject): Promise<object>;
  compact(asked: JsonObject): Promise<object>;
  commitTurn(asked: JsonObject): Promise<{ readonly status: "committed" | "duplicate" }>;
}

const info = {
  id: "pagefile",
  name: "Pagefile",
  acceptedHostParams: ["sessionKey", "prompt", "runtimeSettings", "sessionTarget", "runtimeContext", "abortSignal"],
  transcriptSemantics: {
    currentTurnFence: "before-current-turn-entry-v1",
    turnAdvancementIdempotency: "atomic-idempotent-v1",
  },
};

export function openEngine(engine: EngineAsked): ContextEngine {
  const { host, inTurn } = engine;
  return {
    info,
    // The whole history comes with every call.
    ingest: () => Promise.resolve({ ingested: true }),
    async assemble(asked) {
      const messages = Array.isArray(asked.messages) ? asked.messages : [];
      const asItCame = { messages, estimatedTokens: tokensIn(messages) };
      const shaped = await inTurn(asItCame, () => assemble(engine, asked, asItCame));
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
    commitTurn: (asked) => inTurn({ status: "committed" } as const, () => commitTurn(engine, asked)),
  };
}

function tokensIn(messages: readonly unknown[]): number {
  return estimate(JSON.stringify(messages));
}

/** What the owner of the memory slot says in the system prompt, which an engine has to pass on. */
function additionOf({ buildMemorySystemPromptAddition }: EngineHost, asked: JsonObject): string | null {
  try {
    const { availableTools, citationsMode, sessionKey, agentId } = asked;
    const tools = availableTools instanceof Set ? availableTools : new Set();
    const about = { availableTools: tools, citationsMode, agentSessionKey: sessionKey, agentId };
    return buildMemorySystemPromptAddition?.(about as JsonObject) ?? null;
  } catch {
    return null;
  }
}

// Turns: those that were taken in, the newest last, in one file that is replaced whole.

const turnsMax = 200;

function fileOf({ holder, session }: { readonly holder: Holder; readonly session: string }): string {
  return join(holder.place.shared, "openclaw", `${shortDigest(session, 24)}.turns`);
}

function turnsIn(file: string): readonly string[] {
  return (readDerived(file) ?? "").split("\n").filter((turn) => turn !== "");
}

interface Assembled {
  readonly messages: readonly unknown[];
  readonly estimatedTokens: number;
}

async function assemble(engine: EngineAsked, asked: JsonObject, asItCame: Assembled): Promise<Assembled> {
  const place = engine.placeOf(asked);
  const window = asked.tokenBudget;
  if (place === null || typeof window !== "number" || window <= 0) return asItCame;
  const store = storeIn(place.holder, { session: place.session, parent: null });
  const kernel = openKernelSession({ codec: codecs.pi, store, now: Date.now, report: engine.report });
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

/** The same turn may come again; what it left is committed once, and its name is on record. */
async function commitTurn(
  engine: EngineAsked,
  asked: JsonObject,
): Promise<{ readonly status: "committed" | "duplicate" }> {
  const place = engine.placeOf({ ...objectOf(asked.admission), ...asked });
  const key = textOf(asked.advancementKey);
  if (place === null || key === null) return { status: "committed" };
  const [file, turn] = [fileOf(place), shortDigest(key, 24)];
  const turns = turnsIn(file);
  if (turns.includes(turn)) return { status: "duplicate" };
  await engine.commit({ ...objectOf(asked.admission), ...asked });
  makeStateFolder(dirname(file));
  replaceWhole(file, `${[...turns, turn].slice(-turnsMax).join("\n")}\n`);
  return { status: "committed" };
}

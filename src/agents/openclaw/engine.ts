/**
 * OpenClaw, engine: its slot for a context engine, where a person turned it on: what of the history goes to the model is planned by the kernel.
 *
 * An instance lives for one turn, so that all it knows is a file beside the memory's other state: the kernel's state and the turns that were taken
 * in. OpenClaw keeps the whole history; only the request gets shorter. Its own words of memory, and a compaction, stay OpenClaw's (`EngineHost`).
 *
 * What is tricky is failing: an engine that throws is out of work until the gateway starts again. So each method gives out what came in where
 * anything goes wrong, and what a stub points to is kept before that stub is sent.
 */

import { dirname, join } from "node:path";
import { shortDigest } from "../../base/digest.js";
import { type JsonObject, objectOf, parseLine, textOf } from "../../base/json.js";
import {
  codecs,
  estimate,
  type KernelState,
  observeTurn,
  type Plan,
  parseState,
  planContext,
  pricesOf,
} from "../../kernel/kernel.js";
import type { Holder } from "../../memory/service.js";
import { redactSecrets } from "../../rules/secret-keys.js";
import { makeStateFolder, readDerived, replaceWhole } from "../../state/plain-file.js";
import { evidenceBlobsOf } from "../../write/evidence-blobs.js";

/** What OpenClaw's plugin kit does for engines; absent in a version that has it not. */
export interface EngineHost {
  buildMemorySystemPromptAddition?(asked: JsonObject): string | undefined;
  delegateCompactionToRuntime?(asked: JsonObject): Promise<object>;
}

interface EngineAsked {
  readonly host: EngineHost;
  /** How an agent calls the program. */
  readonly program: string;
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

// Kept: what an engine knows of a session, in one file that is replaced whole.

interface Kept {
  readonly state: KernelState | null;
  /** Turns that were taken in, the newest last. */
  readonly turns: readonly string[];
}

const turnsMax = 200;

function fileOf({ holder, session }: { readonly holder: Holder; readonly session: string }): string {
  return join(holder.place.shared, "openclaw", `${shortDigest(session, 24)}.kernel`);
}

function readKept(file: string): Kept {
  const { state, turns } = parseLine(readDerived(file) ?? "") ?? {};
  return {
    state: objectOf(state) === null ? null : parseState(JSON.stringify(state)),
    turns: Array.isArray(turns) ? turns.filter((turn) => typeof turn === "string") : [],
  };
}

function writeKept(file: string, kept: Kept): void {
  makeStateFolder(dirname(file));
  replaceWhole(file, `${JSON.stringify(kept)}\n`);
}

// Turns.

interface Assembled {
  readonly messages: readonly unknown[];
  readonly estimatedTokens: number;
}

async function assemble(engine: EngineAsked, asked: JsonObject, asItCame: Assembled): Promise<Assembled> {
  const place = engine.placeOf(asked);
  const window = asked.tokenBudget;
  if (place === null || typeof window !== "number" || window <= 0) return asItCame;
  const file = fileOf(place);
  const kept = readKept(file);
  const messages = codecs.pi.read(asItCame.messages);
  const now = Date.now();
  const model = textOf(asked.model) ?? textOf(objectOf(asked.model)?.id) ?? "";
  const expiresAt = objectOf(objectOf(asked.runtimeContext)?.promptCache)?.expiresAt;
  const plan = planContext({
    messages,
    state: kept.state === null ? null : observeTurn(kept.state, { at: kept.state.sent?.at ?? now, messages }),
    // System words and tools are out of this budget already.
    ...{ model: { id: model, window, output: 0 }, fixed: { system: 0, tools: 0 }, prices: pricesOf(model), now },
    readBack: (name) => `${engine.program} evidence ${name}`,
    ...(typeof expiresAt === "number" ? { cache: { expiresAt } } : {}),
  });
  if (plan.faults.some(({ kind }) => kind === "unsafe") || !isKept(plan, place.holder)) return asItCame;
  writeKept(file, { ...kept, state: plan.state });
  return { messages: codecs.pi.print(plan.messages), estimatedTokens: plan.receipt.tokens };
}

/** A text with a secret in it is not kept as it is, and nothing points to another one: that history goes out whole. */
function isKept({ keeps }: Plan, holder: Holder): boolean {
  if (keeps.length === 0) return true;
  const blobs = evidenceBlobsOf(holder);
  if (blobs === undefined || keeps.some(({ text }) => redactSecrets(text) !== text)) return false;
  return keeps.every(({ text, digest }) => {
    const put = blobs.put(Buffer.from(text));
    return put.ok && put.value === digest;
  });
}

/** The same turn may come again; what it left is committed once, and its name is on record with the state. */
async function commitTurn(
  engine: EngineAsked,
  asked: JsonObject,
): Promise<{ readonly status: "committed" | "duplicate" }> {
  const place = engine.placeOf({ ...objectOf(asked.admission), ...asked });
  const key = textOf(asked.advancementKey);
  if (place === null || key === null) return { status: "committed" };
  const file = fileOf(place);
  const kept = readKept(file);
  if (kept.turns.includes(key)) return { status: "duplicate" };
  await engine.commit({ ...objectOf(asked.admission), ...asked });
  writeKept(file, { ...kept, turns: [...kept.turns, key].slice(-turnsMax) });
  return { status: "committed" };
}

/**
 * Session: the kernel at work in one session of a host: what it has to remember is loaded, a request is shaped, what its stubs point to is kept, the
 * state is saved, and only then does the request go out. After the answer the provider's counts are taken in.
 *
 * Whatever goes wrong here (a store that cannot be written, a bug of the kernel) gives the host the very list that it came with, and is told by
 * `report`. What is tricky is the order: a stub that is sent and points to nothing would lose a result, so nothing is sent before it is kept, and a
 * state that is not saved would give other bytes after a restart, so the state is saved before, too.
 */

import { join } from "node:path";
import { shortDigest } from "../../base/digest.js";
import { shellWord } from "../../base/text.js";
import { openQueue } from "../../git/repository.js";
import {
  type Codec,
  type KeptText,
  type KernelFault,
  type KernelState,
  observeTurn,
  type Plan,
  type PlanInput,
  parseState,
  planContext,
  type Turn,
} from "../../kernel/kernel.js";
import type { Holder } from "../../memory/service.js";
import { redactSecrets } from "../../rules/secret-keys.js";
import { makeStateFolder, readDerived, writeWhole } from "../../state/plain-file.js";
import { evidenceBlobsOf } from "../../write/evidence-blobs.js";
import { packageCommand } from "../codec.js";

type Soon<T> = T | Promise<T>;

/** Where a session keeps its state and what stubs point to. What any of these throws leaves the request as it was. */
export interface KernelStore {
  /** What was saved last; null for nothing. */
  load(): Soon<string | null>;
  /** Durable when it ends. */
  save(state: string): Soon<void>;
  /** Durable when it ends; the same text may come again. */
  keep(kept: KeptText): Soon<void>;
  /** The command that reads a text back, as it stands in stubs; `pagefile evidence DIGEST` where nothing is said. */
  readonly readBack?: PlanInput["readBack"];
  /** What becomes of a text before it is quoted or kept, such as secrets blanked. */
  readonly clean?: PlanInput["clean"];
}

/** What is known of a request besides its messages. */
export type KernelRequest = Pick<PlanInput, "model" | "fixed" | "prices" | "lifetime" | "settings" | "cache">;

export interface Shaped {
  /** With the host's own breakpoints; the very list that came in where nothing is to be changed. */
  readonly messages: readonly unknown[];
  /** Null where something went wrong. */
  readonly plan: Plan | null;
  /** To be told when the answer is there; `answer` is a message of the host, null where there is none. */
  answered(usage: Turn["usage"], answer: unknown): Promise<void>;
}

export interface KernelSession {
  shape(messages: readonly unknown[], request: KernelRequest): Promise<Shaped>;
  /** The host has read the last request from the cache once more. */
  touched(): void;
}

interface KernelSessionAsked {
  readonly codec: Codec;
  readonly store: KernelStore;
  /** One sentence for people, once for each kind of trouble but for failures, which are told each time. */
  readonly report: (says: string) => void;
}

export function openKernelSession(asked: KernelSessionAsked): KernelSession {
  const { codec, store, report } = asked;
  const { readBack, clean } = store;
  const how = { ...(readBack === undefined ? {} : { readBack }), ...(clean === undefined ? {} : { clean }) };
  const told = new Set<KernelFault["kind"]>();
  let state: KernelState | null = null;
  let isLoaded = false;
  let requests = 0;
  const inTurn = openQueue();
  const load = async (): Promise<void> => {
    if (isLoaded) return;
    const saved = await store.load();
    state = saved === null ? null : parseState(saved);
    isLoaded = true;
  };
  const planned = (input: PlanInput): Plan => {
    try {
      return planContext(input);
    } catch (error) {
      // It may be the state that it stumbled over: the next request begins without.
      state = null;
      throw error;
    }
  };
  const shaped = async (own: readonly unknown[], request: KernelRequest): Promise<Shaped> => {
    requests += 1;
    const number = requests;
    await load();
    const messages = codec.read(own);
    const plan = planned({ ...request, ...how, messages, state, now: Date.now() });
    for (const fault of plan.faults) {
      if (!told.has(fault.kind)) report(saysOf(fault));
      told.add(fault.kind);
    }
    if (plan.faults.some(({ kind }) => kind === "unsafe")) return asItCame(own);
    for (const kept of plan.keeps) await store.keep(kept);
    await store.save(JSON.stringify(plan.state));
    state = plan.state;
    const printed = codec.print(plan.messages);
    return {
      messages: printed.length === own.length && printed.every((each, at) => each === own[at]) ? own : printed,
      plan,
      answered: (usage, answer) =>
        inTurn(async () => {
          // Another request was planned since, and this answer is not that one's.
          if (requests !== number || state === null) return;
          const whole = answer === null ? messages : [...messages, ...codec.read([answer])];
          const turn = { at: Date.now(), messages: whole, ...(usage === undefined ? {} : { usage }) };
          state = observeTurn(state, clean === undefined ? turn : { ...turn, clean });
          await store.save(JSON.stringify(state));
        }).catch((error: unknown) => report(`What an answer told is lost: ${messageOf(error)}`)),
    };
  };
  return {
    shape: (own, request) =>
      inTurn(() => shaped(own, request)).catch((error: unknown) => {
        report(`The context goes out as it was: ${messageOf(error)}`);
        return asItCame(own);
      }),
    touched() {
      if (state?.sent) state = { ...state, sent: { ...state.sent, at: Date.now() } };
    },
  };
}

function asItCame(messages: readonly unknown[]): Shaped {
  return { messages, plan: null, answered: () => Promise.resolve() };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function saysOf(fault: KernelFault): string {
  switch (fault.kind) {
    case "overflow": {
      const { needed, room, window, system, tools, lastUnit } = fault;
      const beside = `Of a window of ${window} tokens ${room} are left beside ${system} of the system and ${tools} of tools`;
      return `${beside}; ${needed} are needed, ${lastUnit} of them for the last exchange alone.`;
    }
    case "mended":
      return `The history was broken and goes out mended: ${breachesIn(fault)}.`;
    case "thoughts_dropped":
      return "For want of room the model's signed thoughts of this turn were left out.";
    case "unsafe":
      return `The context goes out as it was: what the kernel made of it breaks a rule: ${breachesIn(fault)}.`;
  }
}

const breachesTold = 3;

function breachesIn({ breaches }: KernelFault & { readonly kind: "mended" | "unsafe" }): string {
  const told = breaches.slice(0, breachesTold).map(({ kind, message }) => `${kind} in message ${message}`);
  const more = breaches.length - told.length;
  return `${told.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

// Store: where a harness with a memory keeps what is left out of its requests, on this machine alone: the texts as the memory keeps results of tools,
// without secrets, to be read back by `pagefile evidence` from any folder; the state of a session beside its notes below the git dir, with which it
// goes.

/** A session that was forked goes on from what its `parent` had left out. */
export function storeIn(
  memory: Holder,
  { session, parent }: { readonly session: string; readonly parent: string | null },
): KernelStore {
  const evidence = evidenceBlobsOf(memory);
  const folder = join(memory.place.state, "harness");
  const fileOf = (name: string): string => join(folder, `${shortDigest(name, 32)}.kernel.json`);
  const called = `${packageCommand()} evidence`;
  return {
    load: () => readDerived(fileOf(session)) ?? (parent === null ? null : readDerived(fileOf(parent))),
    save(state) {
      makeStateFolder(folder);
      writeWhole(fileOf(session), state);
    },
    keep({ digest: name, text }) {
      const kept = evidence.put(Buffer.from(text));
      if (!kept.ok) throw new Error(kept.error.says);
      if (kept.value !== name) throw new Error(`A text was kept as ${kept.value} instead of ${name}.`);
    },
    readBack: (name) => `${called} ${name} --repo ${shellWord(memory.place.root)}`,
    clean: redactSecrets,
  };
}

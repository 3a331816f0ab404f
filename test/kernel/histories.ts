/** Histories: random sessions, played call by call, and an oracle that asks none of the code under test what a provider takes. */

import { expect } from "vitest";
import type { Message, Part } from "../../src/kernel/codec.js";

/** A small generator of numbers: the same seed, the same session. */
export function numbersOf(seed: number): (below: number) => number {
  let state = (seed * 2_654_435_761 + 1) >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

export interface Session {
  readonly messages: readonly Message[];
  /** Lengths of the list at which the model is called. */
  readonly calls: readonly number[];
}

/** Turns of a person with runs of tools, thoughts, pictures, ids that come again; every call is answered where it should be. */
export function sessionOf(next: (below: number) => number): Session {
  const messages: Message[] = [];
  const calls: number[] = [];
  const say = (role: Message["role"], parts: readonly Part[]): void => {
    messages.push({ role, parts, at: null, raw: { role, n: messages.length } });
  };
  let made = 0;
  const reuses = next(4) === 0;
  if (next(5) === 0) say("system", [textOf("You help.")]);
  for (let turn = 1 + next(5); turn > 0; turn -= 1) {
    say("user", next(6) === 0 ? [textOf(words(next, 20)), pictureOf(next)] : [textOf(words(next, 10 + next(60)))]);
    for (let step = next(7); step > 0; step -= 1) {
      calls.push(messages.length);
      const parts: Part[] = next(3) === 0 ? [thoughtOf(next, messages.length)] : [];
      if (next(2) === 0) parts.push(textOf(words(next, 12)));
      const ids = Array.from({ length: 1 + next(3) }, (_, at) => (reuses ? `call_${at}` : `call_${made + at}`));
      made += ids.length;
      for (const id of ids) parts.push(callOf(next, id));
      say("assistant", parts);
      const results = ids.map((id) => resultOf(next, id));
      if (next(2) === 0) say("tool", next(5) === 0 ? [...results, textOf(words(next, 8))] : results);
      else for (const result of results) say("tool", [result]);
    }
    calls.push(messages.length);
    say("assistant", [...(next(3) === 0 ? [thoughtOf(next, messages.length)] : []), textOf(words(next, 15))]);
  }
  return { messages, calls };
}

const vocabulary =
  "the build of src/parse.ts failed with error 42 at line 7 while test run wrote cache and value".split(" ");

export function words(next: (below: number) => number, count: number): string {
  const lines: string[] = [];
  for (let at = 0; at < count; at += 1)
    lines.push(vocabulary[next(vocabulary.length)]! + (next(9) === 0 ? "\n" : ""));
  return lines.join(" ");
}

function textOf(text: string): Part {
  return { kind: "text", text, raw: { type: "text", text } };
}

function pictureOf(next: (below: number) => number): Part {
  return { kind: "media", bytes: 5_000 + next(90_000), raw: { type: "image" } };
}

function thoughtOf(next: (below: number) => number, at: number): Part {
  const signed = next(4) > 0;
  const text = words(next, 10 + next(30));
  return {
    kind: "thinking",
    text,
    signed,
    raw: { type: "thinking", thinking: text, ...(signed ? { signature: `s${at}.${next(1e9)}` } : {}) },
  };
}

function callOf(next: (below: number) => number, id: string): Part {
  const body = next(4) === 0 ? { content: words(next, 150 + next(300)) } : {};
  const input = JSON.stringify({ path: `src/f${next(9)}.ts`, ...body });
  return {
    kind: "call",
    id,
    name: next(2) === 0 ? "Read" : "Write",
    input,
    ...(next(12) === 0 ? { signed: true } : {}),
    raw: { id, input },
  };
}

function resultOf(next: (below: number) => number, id: string): Part {
  const text = words(next, next(3) === 0 ? 400 + next(500) : 5 + next(80));
  return {
    kind: "result",
    id,
    text,
    failed: next(6) === 0,
    ...(next(15) === 0 ? { media: 9_000 } : {}),
    raw: { id, text },
  };
}

/** Takes results away, moves them, says them twice: what a crash and a repair of somebody else's leave. */
export function broken(messages: readonly Message[], next: (below: number) => number): readonly Message[] {
  const at = messages.findIndex(
    ({ parts }, place) => place >= next(messages.length) && parts.some(({ kind }) => kind === "result"),
  );
  if (at < 0) return messages;
  const message = messages[at]!;
  switch (next(4)) {
    case 0:
      return messages.toSpliced(at, 1);
    case 1:
      return [...messages.toSpliced(at, 1), message];
    case 2:
      return messages.toSpliced(at, 0, { ...message, parts: message.parts.map((part) => ({ ...part })) });
    default: {
      const call = messages.slice(0, at).findLastIndex(({ role }) => role === "assistant");
      return messages.toSpliced(call, 1);
    }
  }
}

// Oracle: what a provider refuses, told anew.

/** What is wrong with a request; nothing where a provider takes it. */
export function refusals(messages: readonly Message[]): readonly string[] {
  const said = messages.filter(({ role }) => role !== "system");
  const wrong: string[] = [];
  if (said[0]?.role !== "user") wrong.push("the first word is not a person's");
  for (let at = 0; at < said.length; ) {
    const { role, parts } = said[at]!;
    if (parts.length === 0) wrong.push(`message ${at} is empty`);
    if (role === "tool") wrong.push(`message ${at} answers nothing`);
    at += 1;
    if (role !== "assistant") continue;
    const asked = idsIn(said[at - 1]!, "call");
    // Some lists have an item for each of the calls that were made side by side.
    for (; asked.length > 0 && isItem(said[at - 1]!) && said[at]?.role === "assistant" && isItem(said[at]!); at += 1)
      asked.push(...idsIn(said[at]!, "call"));
    const answered: string[] = [];
    for (; said[at]?.role === "tool"; at += 1) {
      if (said[at]!.parts.length === 0) wrong.push(`message ${at} is empty`);
      answered.push(...idsIn(said[at]!, "result"));
    }
    if (asked.sort().join() !== answered.sort().join()) wrong.push(`calls ${asked} were answered by ${answered}`);
  }
  return wrong;
}

function isItem({ parts }: Message): boolean {
  return parts.length === 1;
}

function idsIn({ parts }: Message, kind: "call" | "result"): string[] {
  return parts.flatMap((part) => (part.kind === kind ? [part.id] : []));
}

/** Signed parts of a request that are none of the host's own, to the identity of the block, and what the system said and was not sent. */
export function altered(sent: readonly Message[], host: readonly Message[]): number {
  const own = new Set(host.flatMap(({ parts }) => parts.filter(isSigned)));
  const system = host.filter((message) => message.role === "system" && !sent.includes(message));
  return system.length + sent.flatMap(({ parts }) => parts.filter((part) => isSigned(part) && !own.has(part))).length;
}

function isSigned(part: Part): boolean {
  return (part.kind === "thinking" || part.kind === "call") && part.signed === true;
}

/** By a signed thought's block: what stood in front of it when it was thought, as JSON, and whether a later request still has that. */
export function makeBindings(): {
  readonly thought: (prefix: readonly Message[], answer: Message) => void;
  readonly broken: (sent: readonly Message[]) => number;
} {
  const prefixes = new Map<Part, string>();
  return {
    thought(prefix, { parts }) {
      for (const part of parts) if (part.kind === "thinking" && part.signed) prefixes.set(part, spelled(prefix));
    },
    broken(sent) {
      let count = 0;
      for (const [at, { parts }] of sent.entries())
        for (const part of parts) {
          const prefix = prefixes.get(part);
          if (prefix !== undefined && prefix !== spelled(sent.slice(0, at))) count += 1;
        }
      return count;
    },
  };
}

export function spelled(messages: readonly Message[]): string {
  return JSON.stringify(messages.map(({ role, parts }) => [role, parts]));
}

/** The longest common prefix of two requests, in messages. */
export function commonPrefix(a: readonly Message[], b: readonly Message[]): number {
  let at = 0;
  while (at < Math.min(a.length, b.length) && spelled([a[at]!]) === spelled([b[at]!])) at += 1;
  return at;
}

export function expectTaken(messages: readonly Message[]): void {
  expect(refusals(messages)).toEqual([]);
}

// Turns: pieces of a session by hand.

export function text(role: Message["role"], said: string): Message {
  return { role, parts: [{ kind: "text", text: said, raw: { type: "text", text: said } }], at: null, raw: { role } };
}

export function thought(said: string): Part {
  return {
    kind: "thinking",
    text: said,
    signed: true,
    raw: { type: "thinking", thinking: said, signature: `of ${said}` },
  };
}

export const long = (seed: number, count = 700): string => words(numbersOf(seed), count);

/** One call and its result, as two messages. */
export function step(id: string, said: string, thinking: readonly Part[] = []): readonly Message[] {
  const input = JSON.stringify({ command: `make ${id}` });
  return [
    {
      role: "assistant",
      parts: [...thinking, { kind: "call", id, name: "Bash", input, raw: { id, input } }],
      at: null,
      raw: {},
    },
    {
      role: "tool",
      parts: [{ kind: "result", id, text: said, failed: false, raw: { id, said } }],
      at: null,
      raw: {},
    },
  ];
}

/** A turn of so many calls with long results. */
export function turn(
  name: string,
  steps: number,
  thinking: (at: number) => readonly Part[] = () => [],
): readonly Message[] {
  return [
    text("user", `Do ${name}.`),
    ...Array.from({ length: steps }, (_, at) => step(`${name}${at}`, long(at + name.length), thinking(at))).flat(),
  ];
}

export const done = (): Message => text("assistant", "It is done.");

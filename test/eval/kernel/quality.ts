/**
 * Quality: whether what a later turn used is still there.
 *
 * A turn used a path, an identifier, a number or a line of an error where its answer says it and an earlier message had it. Under a policy that word
 * stands in what was sent; or it stands in a text that something in what was sent points to, by a digest under which the text was kept; or it is lost.
 * A turn with a word that is only pointed to would have had to read it back, so such turns are counted: no more of them will, as the model may not
 * have taken the word from there. What was read back stands in the context for some calls, whose turns have it at hand.
 */

import { digest } from "../../../src/base/digest.js";
import type { Message, Part } from "../../../src/kernel/codec.js";
import type { RecordedSession } from "../../../src/kernel/recorded-session.js";
import { sentAt } from "../../../src/kernel/recorded-session.js";
import type { Replayed } from "../../../src/kernel/simulate.js";

export interface Quality {
  readonly used: number;
  readonly resident: number;
  readonly pointed: number;
  readonly lost: number;
  /** Turns that use a word which is only pointed to: the number of the call, and the texts that hold such words. */
  readonly readBacks: readonly { readonly number: number; readonly texts: readonly string[] }[];
  readonly turns: number;
  /** Some of what was lost. */
  readonly samples: readonly string[];
}

const wordsMax = 60;

/** Calls that a text which was read back is taken to stand in the context for, before it is a stub again. */
export const staysFor = 20;

export function qualityOf(recorded: RecordedSession, rows: readonly Replayed[]): Quality {
  const kept = new Map<string, string>();
  const found = { used: 0, resident: 0, pointed: 0, lost: 0, turns: 0 };
  const readBacks: Quality["readBacks"][number][] = [];
  const samples: string[] = [];
  const back = new Map<string, number>();
  for (const [number, { call, messages, keeps }] of rows.entries()) {
    for (const { digest: name, text } of keeps) kept.set(name, text);
    const answer = recorded.messages[call.messages];
    if (answer?.role !== "assistant") continue;
    const had = sentAt(recorded, call);
    const words = [...wordsSaid(answer)].filter((word) => stands(word, had)).slice(0, wordsMax);
    if (words.length === 0) continue;
    found.turns += 1;
    found.used += words.length;
    const away = words.filter((word) => !stands(word, messages));
    found.resident += words.length - away.length;
    const pointers = away.length === 0 ? [] : messages.flatMap(({ parts }) => parts.flatMap(digestsIn));
    const texts = [...new Set(pointers)].flatMap((name) => kept.get(name) ?? []);
    const behind = away.filter((word) => texts.some((text) => wordsIn(text).has(word)));
    found.pointed += behind.length;
    const holding = new Set(behind.map((word) => texts.find((text) => wordsIn(text).has(word))!));
    const read = [...holding].filter((text) => number - (back.get(text) ?? Number.NEGATIVE_INFINITY) > staysFor);
    for (const text of read) back.set(text, number);
    if (read.length > 0) readBacks.push({ number, texts: read });
    const lost = away.filter((word) => !behind.includes(word));
    found.lost += lost.length;
    samples.push(...lost.slice(0, 3).map((word) => `call ${call.messages}: ${word}`));
  }
  return { ...found, readBacks, samples: samples.slice(0, 20) };
}

/** Whether every text that was kept is the one its digest names. */
export function keepsHold(rows: readonly Replayed[]): boolean {
  return rows.every(({ keeps }) => keeps.every(({ digest: name, text }) => digest(text) === name));
}

// Words: what a turn may have had from nowhere else.

const word =
  /(?:[\w.@~-]*\/)+[\w.@-]+|\b[\w-]+\.(?:go|ts|tsx|js|mjs|json|jsonl|md|py|rs|sh|yaml|yml|toml|sql|txt|html|css)\b|\b[A-Za-z_][\w]{6,}\b|\b\d{3,}\b/g;

/** Plain words are everybody's: an identifier changes its case within, or has a digit or a dash below. */
function isTelling(said: string): boolean {
  return /[/.\d_]/.test(said) || /[a-z][A-Z]/.test(said);
}

const sets = new Map<string, ReadonlySet<string>>();

function wordsIn(text: string): ReadonlySet<string> {
  const known = sets.get(text);
  if (known !== undefined) return known;
  const made = new Set<string>((text.match(word) ?? []).filter(isTelling));
  for (const line of text.split("\n")) if (isError(line)) made.add(line.trim());
  sets.set(text, made);
  return made;
}

function isError(line: string): boolean {
  return line.length >= 20 && line.length <= 300 && /\b(?:error|failed|panic|undefined|cannot)\b/i.test(line);
}

function textOf(part: Part): string {
  return part.kind === "call" ? inputOf(part.input) : "text" in part ? part.text : "";
}

const inputs = new Map<string, string>();

/** The words of an input as they were meant, not as JSON escapes them. */
function inputOf(json: string): string {
  const known = inputs.get(json);
  if (known !== undefined) return known;
  const values: string[] = [];
  JSON.parse(json, (_key, value: unknown) => {
    if (typeof value === "string" || typeof value === "number") values.push(String(value));
    return value;
  });
  const made = values.join("\n");
  inputs.set(json, made);
  return made;
}

function wordsSaid({ parts }: Message): ReadonlySet<string> {
  const said = parts.filter(({ kind }) => kind === "text" || kind === "call").map(textOf);
  return new Set(said.flatMap((text) => [...wordsIn(text)]));
}

function stands(said: string, messages: readonly Message[]): boolean {
  return messages.some(({ parts }) => parts.some((part) => wordsIn(textOf(part)).has(said)));
}

function digestsIn(part: Part): readonly string[] {
  return textOf(part).match(/sha256:[0-9a-f]{64}/g) ?? [];
}

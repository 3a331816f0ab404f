/**
 * Stub: what stands for an old result, or for long words of a call's input, once nobody needs the whole of it.
 *
 * A stub says what it was, how large, its first and last lines and those that tell of a failure, and the command that reads it whole from where the
 * host keeps it. It is made once, of the text alone, so that the same text always gives the same bytes; who chose it keeps those bytes, because a
 * later version of this file may say it otherwise. Half of what can be saved in the inputs of tools lies in bodies of files that were written long
 * ago, so inputs are stubbed too: every key stays, and only long words below it go.
 *
 * What is tricky: a result may be one line of a megabyte, so lines are cut before they are looked at, and nothing here looks at a line twice.
 */

import { digest } from "../base/digest.js";
import { parseJson } from "../base/json.js";
import { clip } from "../base/text.js";
import type { CallPart, ResultPart } from "./codec.js";

/** The command that reads the whole text of this digest. */
export type ReadBack = (digest: string) => string;

export const readEvidence: ReadBack = (name) => `pagefile evidence ${name}`;

/** What becomes of a text before it is quoted or kept, such as secrets blanked; it gives back the same for what it gave. */
export type Clean = (text: string) => string;

export const asItIs: Clean = (text) => text;

/** What every stub of a host needs. */
export interface Pointing {
  readonly readBack: ReadBack;
  readonly clean: Clean;
}

/** A text that has to be kept before the stub that points to it is sent. */
export interface KeptText {
  readonly digest: string;
  readonly text: string;
}

export interface Stub {
  /** The result's text, or the input as JSON. */
  readonly text: string;
  readonly keeps: readonly KeptText[];
}

const opening = "[Stub of ";

/** Of a result shorter than so many characters a stub would be no shorter. */
export const stubbedCharsMin = 600;
const lineCharsMax = 160;
/** At each end. */
const lines = 2;
const failuresMax = 4;
/** So many characters of a result stand in its stub at most, or this share of it. */
const quotedCharsMax = 300;
const quotedShare = 0.15;

/** Null where a stub would save nothing. `call` is what the result answers. */
export function stubOfResult(part: ResultPart, call: CallPart | null, { readBack, clean }: Pointing): Stub | null {
  const { failed, media = 0 } = part;
  if (part.text.length + media < stubbedCharsMin || part.text.startsWith(opening)) return null;
  const text = clean(part.text);
  const name = digest(text);
  const what = call === null ? "a tool" : clean(`${call.name}${subjectOf(call.input)}`);
  const size = media > 0 ? `${sizeOf(text)}, and ${media} bytes of pictures` : sizeOf(text);
  const head = `${opening}the result of ${what}${failed ? ", which failed" : ""}: ${size}. Whole: ${readBack(name)}]`;
  const stub = [head, ...quotesOf(text)].join("\n");
  return stub.length * 2 > text.length + media ? null : { text: stub, keeps: [{ digest: name, text }] };
}

/** The one key that says what a call was about, such as its command or its file. */
function subjectOf(input: string): string {
  const said = subjectsIn(input)[0]?.[1].split("\n", 1)[0]?.trim() ?? "";
  return said === "" ? "" : ` \`${clip(said, 120)}\``;
}

const subjectKeys = ["file_path", "path", "filePath", "notebook_path", "command", "cmd", "url", "pattern", "query"];

/** Keys of an input that name a file, a command, an address or a question, in this order, with what they say. */
export function subjectsIn(input: string): readonly (readonly [key: string, said: string])[] {
  const value = parseJson(input);
  if (typeof value !== "object" || value === null) return [];
  return subjectKeys.flatMap((key): [string, string][] => {
    const said = (value as Record<string, unknown>)[key];
    return typeof said === "string" && said !== "" ? [[key, said]] : [];
  });
}

function sizeOf(text: string): string {
  let count = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) count += 1;
  return `${count} ${count === 1 ? "line" : "lines"}, ${Buffer.byteLength(text)} bytes`;
}

/** First lines, those of a failure, last lines, with a mark where lines are left out. */
function quotesOf(text: string): readonly string[] {
  const all = text.split("\n");
  const filled = [...all.keys()].filter((at) => all[at]!.trim() !== "");
  const chosen = new Set([...filled.slice(0, lines), ...filled.slice(-lines)]);
  const failures = failureLinesIn(all).slice(0, failuresMax);
  for (const at of failures) chosen.add(at);
  const quoted: string[] = [];
  let left = Math.min(quotedCharsMax, text.length * quotedShare);
  let before = -1;
  for (const at of [...chosen].sort((a, b) => a - b)) {
    const line = clip(all[at]!.trimEnd(), lineCharsMax);
    left -= line.length;
    if (left < 0 && quoted.length > 0 && !failures.includes(at)) continue;
    if (left < -quotedCharsMax) break;
    if (at > before + 1) quoted.push("…");
    quoted.push(line);
    before = at;
  }
  if (before < all.length - 1) quoted.push("…");
  return quoted;
}

const failure =
  /\b(?:error|fail(?:ed|ure|ing)?|panic|exception|fatal|traceback|denied|cannot|undefined:|not found)\b/i;

/** Places of lines that tell of something that went wrong. */
export function failureLinesIn(all: readonly string[]): readonly number[] {
  const found: number[] = [];
  for (const [at, line] of all.entries()) if (failure.test(line.slice(0, 2 * lineCharsMax))) found.push(at);
  return found;
}

// Inputs: every key stays, long words below it go.

/** Null where nothing in it is long, or where it is no JSON. */
export function stubOfInput(part: CallPart, how: Pointing): Stub | null {
  if (part.input.length < stubbedCharsMin) return null;
  const value = parseJson(part.input);
  if (value === undefined) return null;
  const keeps: KeptText[] = [];
  const shorter = shortened(value, { ...how, keeps, key: "input" });
  return keeps.length === 0 ? null : { text: JSON.stringify(shorter), keeps };
}

interface Shortening extends Pointing {
  readonly keeps: KeptText[];
  readonly key: string;
}

function shortened(value: unknown, how: Shortening): unknown {
  if (typeof value === "string") return shortenedText(value, how);
  if (Array.isArray(value)) return value.map((each) => shortened(each, how));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shortened(each, { ...how, key })]));
}

const inputCharsMin = 400;

function shortenedText(whole: string, { readBack, clean, keeps, key }: Shortening): string {
  const text = clean(whole);
  // A command says what was done, and a path where: those stay.
  if (text.length < inputCharsMin || text.startsWith(opening) || subjectKeys.includes(key)) return text;
  const name = digest(text);
  keeps.push({ digest: name, text });
  const first = text.split("\n", 1)[0]!.trim();
  return `${opening}${key}: ${sizeOf(text)}. Whole: ${readBack(name)}]\n${clip(first, 80)}\n…`;
}

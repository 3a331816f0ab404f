/** Parse-record: reads back what was logged, or says that a line is not it: a log on disk may be torn, cut or edited. */

import type { AssemblyRecord } from "./assembly.js";
import type { Fault } from "./fault.js";

/** One fault as it is logged: when, and in which assembly it was seen, if in one. */
export interface FaultRecord extends Fault {
  readonly at: AssemblyRecord["at"];
  readonly trace: string | null;
}

type Json = { readonly [key: string]: unknown };

/** The record on a line of the log; null for anything else. */
export function parseAssembly(line: string): AssemblyRecord | null {
  const value = parseObject(line);
  if (value === null || value.kind !== "assemble") return null;
  const texts = ["trace", "at", "tokenizer", "policy", "text"].every((key) => typeof value[key] === "string");
  const numbers = ["budget", "used", "omittedMore"].every((key) => Number.isSafeInteger(value[key]));
  const head = value.head === null || typeof value.head === "string";
  const lists =
    isListOf(value.selected, (s) => hasTexts(s, "id", "fidelity", "reason") && Number.isSafeInteger(s.tokens)) &&
    isListOf(value.omitted, (o) => hasTexts(o, "id", "reason")) &&
    isListOf(value.demands, (d) => hasTexts(d, "id") && (d.fidelity === null || hasTexts(d, "fidelity"))) &&
    isListOf(value.faults, isFault);
  return texts && numbers && head && lists ? (value as unknown as AssemblyRecord) : null;
}

/** The fault on a line of the log; null for anything else. */
export function parseFault(line: string): FaultRecord | null {
  const value = parseObject(line);
  if (value === null || !isFault(value) || !hasTexts(value, "at")) return null;
  return value.trace === null || hasTexts(value, "trace") ? (value as unknown as FaultRecord) : null;
}

function isFault(value: Json): boolean {
  return hasTexts(value, "kind", "page", "says", "hint");
}

function hasTexts(value: Json, ...keys: readonly string[]): boolean {
  return keys.every((key) => typeof value[key] === "string");
}

function isListOf(value: unknown, holds: (item: Json) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => isObject(item) && holds(item));
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parseObject(line: string): Json | null {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

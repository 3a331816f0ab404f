/**
 * Turns: a recorded session as what its model called and what came back, turn by turn, and where its context was lost between them. The lines are
 * read where costs are told (`kernel/recorded-session.ts`).
 */

import { parseLine } from "../../base/json.js";
import type { Part } from "../../kernel/codec.js";
import { readRecorded } from "../../kernel/recorded-session.js";
import { pathOf, signatureOf, type ToolKind, toolKind } from "./transcript.js";

export interface Transcript {
  readonly format: "claude-code" | "pi";
  /** One a message of the model, in the order of the file, which is the order of time, whatever branch of the session they stand on. */
  readonly turns: readonly TranscriptTurn[];
}

interface TranscriptTurn {
  /** What happened to the context since the turn before, in order. */
  readonly boundaries: readonly ("compaction" | "reset")[];
  readonly calls: readonly ToolCall[];
}

export interface ToolCall {
  readonly name: string;
  readonly kind: ToolKind;
  /** Equal for calls that ask for the same. */
  readonly signature: string;
  /** The file it reads or writes; null where the arguments name none. */
  readonly path: string | null;
  /** The text that came back; null when the call was never answered. */
  readonly result: string | null;
  /** Whether the tool said it failed: nothing was written then. */
  readonly failed: boolean;
}

/** JSON lines. Never throws; null when none of the first lines is one of a session we can read. */
export function parseTranscript(text: string): Transcript | null {
  const recorded = readRecorded(text);
  if (recorded === null || recorded.harness === "codex") return null;
  const { messages, compactions, harness: format } = recorded;
  const results = messages.flatMap(({ parts }) => parts.filter((part) => part.kind === "result"));
  // Calls are answered later and out of order; the first answer stands.
  const answers = new Map(results.toReversed().map((result) => [result.id, result]));
  const turns: TranscriptTurn[] = [];
  let boundaries: ("compaction" | "reset")[] = [];
  for (const [at, { role, parts }] of messages.entries()) {
    for (const each of compactions) if (each.messages === at) boundaries.push("compaction");
    if (role === "assistant") {
      turns.push({ boundaries, calls: parts.flatMap((part) => callOf(part, answers)) });
      boundaries = [];
    } else if (parts.some((part) => part.kind === "text" && part.text.includes(cleared))) boundaries.push("reset");
  }
  return { format, turns };
}

/** Behind this the model knows nothing. */
const cleared = "<command-name>/clear</command-name>";

function callOf(part: Part, answers: ReadonlyMap<string, Part & { readonly kind: "result" }>): readonly ToolCall[] {
  if (part.kind !== "call") return [];
  const { id, name } = part;
  const [input, answer] = [parseLine(part.input) ?? {}, answers.get(id)];
  const { text: result = null, failed = false } = answer ?? {};
  return [{ name, kind: toolKind(name), signature: signatureOf(name, input), path: pathOf(input), result, failed }];
}

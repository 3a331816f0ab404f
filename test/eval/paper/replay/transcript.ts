/**
 * Transcript: what a recorded session comes to: turns, tool calls with their results, and boundaries. The files of Claude Code and of pi are read line
 * by line; both formats are internal and drift, so what is not known is passed over.
 */

import { type JsonObject, objectOf, objectsOf, parseLine, textOf } from "../../../../src/base/json.js";
import { signatureOf, type ToolKind, toolKind } from "../../../../src/session/transcript/transcript.js";

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

/** The first lines tell the harness; some sessions begin with notes to itself. */
const linesLookedAt = 50;

/** JSON lines. Never throws; null when none of the first lines is one of a session we can read. */
export function parseTranscript(text: string): Transcript | null {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const entries = lines.map(parseLine);
  const format = entries
    .slice(0, linesLookedAt)
    .map(formatOf)
    .find((found) => found !== null);
  if (format === undefined) return null;
  const gather: Gather = { turns: [], calls: new Map(), byMessage: new Map(), waiting: [] };
  const seen = new Set<string>();
  for (const entry of entries) {
    const id = textOf(format === "pi" ? entry?.id : entry?.uuid);
    // A subagent has a context of its own, and a session that is resumed repeats its lines.
    if (entry === null || entry.isSidechain === true || (id !== null && seen.has(id))) continue;
    if (id !== null) seen.add(id);
    if (format === "pi") takePi(gather, entry);
    else takeClaudeCode(gather, entry);
  }
  return { format, turns: gather.turns.map(({ boundaries, calls }) => ({ boundaries, calls: calls.map(closed) })) };
}

/** Both call their lines by `type`; pi opens with the session and says `message`, Claude Code names who speaks. */
function formatOf(entry: JsonObject | null): Transcript["format"] | null {
  if (entry === null) return null;
  if (entry.type === "session") return "pi";
  if (entry.type === "message") return objectOf(entry.message) === null ? null : "pi";
  const speaks = entry.type === "user" || entry.type === "assistant" || entry.type === "system";
  return speaks && typeof entry.sessionId === "string" ? "claude-code" : null;
}

/** Calls are answered later and out of order, so turns are open until the end. */
interface Gather {
  readonly turns: OpenTurn[];
  readonly calls: Map<string, OpenCall>;
  readonly byMessage: Map<string, OpenTurn>;
  /** Boundaries that the next turn begins with. */
  waiting: ("compaction" | "reset")[];
}

interface OpenTurn {
  readonly boundaries: readonly ("compaction" | "reset")[];
  readonly calls: OpenCall[];
}

interface OpenCall {
  readonly name: string;
  readonly input: JsonObject;
  result: string | null;
  failed: boolean;
}

function takeClaudeCode(gather: Gather, { type, subtype, message: said }: JsonObject): void {
  if (type === "system" && subtype === "compact_boundary") gather.waiting.push("compaction");
  const message = objectOf(said);
  if (message === null) return;
  const { content } = message;
  if (type === "assistant") {
    // One message of the model is written as several lines of one id, with results of its first calls between them.
    const id = textOf(message.id);
    const turn = (id === null ? undefined : gather.byMessage.get(id)) ?? beginTurn(gather);
    if (id !== null) gather.byMessage.set(id, turn);
    for (const block of objectsOf(content))
      if (block.type === "tool_use") addCall(gather, turn, block.id, { name: block.name, input: block.input });
  }
  if (type !== "user") return;
  // After `/clear` the model knows nothing.
  if (typeof content === "string" && content.includes("<command-name>/clear</command-name>"))
    gather.waiting.push("reset");
  for (const block of objectsOf(content))
    if (block.type === "tool_result")
      answerCall(gather, block.tool_use_id, { content: block.content, failed: block.is_error === true });
}

function takePi(gather: Gather, { type, message: said }: JsonObject): void {
  if (type === "compaction") gather.waiting.push("compaction");
  const message = type === "message" ? objectOf(said) : null;
  if (message?.role === "assistant") {
    const turn = beginTurn(gather);
    for (const block of objectsOf(message.content))
      if (block.type === "toolCall") addCall(gather, turn, block.id, { name: block.name, input: block.arguments });
  } else if (message?.role === "toolResult")
    answerCall(gather, message.toolCallId, { content: message.content, failed: message.isError === true });
}

function beginTurn(gather: Gather): OpenTurn {
  const turn: OpenTurn = { boundaries: gather.waiting, calls: [] };
  gather.waiting = [];
  gather.turns.push(turn);
  return turn;
}

/** A call without an id or a name, or with an id that is known, is none. */
function addCall(gather: Gather, turn: OpenTurn, id: unknown, made: { name: unknown; input: unknown }): void {
  const name = textOf(made.name);
  if (typeof id !== "string" || name === null || gather.calls.has(id)) return;
  const call = { name, input: objectOf(made.input) ?? {}, result: null, failed: false };
  gather.calls.set(id, call);
  turn.calls.push(call);
}

/** `content` is a text or a list of blocks, of which those with text count; the first answer stands. */
function answerCall(gather: Gather, id: unknown, answer: { content: unknown; failed: boolean }): void {
  const call = typeof id === "string" ? gather.calls.get(id) : undefined;
  if (call === undefined || call.result !== null) return;
  const blocks = objectsOf(answer.content).map((block) => textOf(block.text) ?? "");
  call.result = textOf(answer.content) ?? blocks.filter((text) => text !== "").join("\n");
  call.failed = answer.failed;
}

function closed({ name, input, result, failed }: OpenCall): ToolCall {
  return { name, kind: toolKind(name), signature: signatureOf(name, input), path: pathOf(input), result, failed };
}

export function pathOf(input: JsonObject): string | null {
  return textOf(input.file_path) ?? textOf(input.path) ?? textOf(input.notebook_path) ?? textOf(input.filePath);
}

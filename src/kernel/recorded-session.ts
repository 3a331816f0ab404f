/**
 * RecordedSession: the session files of Claude Code, Codex and pi as what was sent at each call of the model and what the provider says it took.
 *
 * A file holds the messages of a session one after another and no request. So a call is the number of messages that were there when it was made,
 * and a compaction says which of them a summary stood for from then on. Lines are read in the order of the file, which is the order of time: what
 * was said on a branch that was left was sent all the same. The formats are internal and drift, so what is not known is passed over.
 */

import { type JsonObject, objectOf, objectsOf, parseLine, textOf } from "../base/json.js";
import type { Codec, Message } from "./codec.js";
import type { CallTokens } from "./prices.js";
import { codecs } from "./providers.js";

export interface RecordedSession {
  readonly harness: "claude-code" | "codex" | "pi";
  /** The harness's own id of the session; null where no line names one. */
  readonly session: string | null;
  /** All that was said, also what a summary took the place of later. */
  readonly messages: readonly Message[];
  readonly calls: readonly RecordedCall[];
  readonly compactions: readonly Compaction[];
}

export interface RecordedCall {
  /** When it was sent and when its answer was whole, in milliseconds since 1970. */
  readonly at: number;
  readonly until: number;
  readonly model: string;
  /** How many of the session's messages there were, and how many compactions. */
  readonly messages: number;
  readonly compactions: number;
  /** How the model was told to think, where the file says so: another way breaks the cache of the messages. */
  readonly mode: string;
  readonly used: CallTokens;
}

/** From here on the summary and the messages from number `keptFrom` on are sent. */
export interface Compaction {
  readonly summary: Message;
  readonly keptFrom: number;
  /** Messages there were. */
  readonly messages: number;
  /** A person asked for it; else the harness did it because the window was nearly full. */
  readonly isAsked: boolean;
}

/** The lines of one file; null when none of the first is of a harness we know. Never throws. */
export function readRecorded(text: string): RecordedSession | null {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const entries = lines.map(parseLine).filter((entry) => entry !== null);
  const harness = entries
    .slice(0, linesLookedAt)
    .map(harnessOf)
    .find((found) => found !== null);
  if (harness === undefined) return null;
  const reading: Reading = { session: null, said: [], calls: [], compactions: [], sentAt: null, mode: "" };
  readers[harness].read(entries, reading);
  const { session, said, calls, compactions } = reading;
  const messageOf = ({ raw, at }: Said): Message => ({ ...readers[harness].codec.read([raw])[0]!, at });
  return {
    harness,
    session,
    messages: said.map(messageOf),
    calls,
    compactions: compactions.map((each) => ({ ...each, summary: messageOf(each.summary) })),
  };
}

const linesLookedAt = 50;

function harnessOf(entry: JsonObject): RecordedSession["harness"] | null {
  if (entry.type === "session_meta" || entry.type === "response_item") return "codex";
  if (entry.type === "session" || (entry.type === "message" && objectOf(entry.message) !== null)) return "pi";
  const speaks = entry.type === "user" || entry.type === "assistant" || entry.type === "system";
  return speaks && typeof entry.sessionId === "string" ? "claude-code" : null;
}

/** The messages of a request as it was recorded: the summary of the last compaction, if there was one, and what came after it. */
export function sentAt({ messages, compactions }: RecordedSession, call: RecordedCall): readonly Message[] {
  const last = compactions[call.compactions - 1];
  if (last === undefined) return messages.slice(0, call.messages);
  return [last.summary, ...messages.slice(last.keptFrom, call.messages)];
}

// Reading: what all three share: messages that grow line by line, and calls among them.

interface Reading {
  session: string | null;
  readonly said: Said[];
  readonly calls: RecordedCall[];
  readonly compactions: (Omit<Compaction, "summary"> & { readonly summary: Said })[];
  /** When the last line came that the model had not said. */
  sentAt: number | null;
  mode: string;
}

/** A message as the provider spells it. */
interface Said {
  raw: JsonObject;
  readonly at: number | null;
}

interface Reader {
  readonly codec: Codec;
  readonly read: (entries: readonly JsonObject[], reading: Reading) => void;
}

function countsOf({ said, compactions, mode }: Reading): Pick<RecordedCall, "messages" | "compactions" | "mode"> {
  return { messages: said.length, compactions: compactions.length, mode };
}

/** Words that are not the model's. */
function say(reading: Reading, raw: JsonObject, at: number | null): void {
  reading.said.push({ raw, at });
  reading.sentAt = at ?? reading.sentAt;
}

function sumUp(
  reading: Reading,
  summary: Said,
  { kept, isAsked }: { readonly kept: number | null; readonly isAsked: boolean },
): void {
  const messages = reading.said.length;
  reading.compactions.push({ summary, keptFrom: kept ?? messages, messages, isAsked });
  reading.sentAt = summary.at ?? reading.sentAt;
}

function timeOf(value: unknown): number | null {
  const time = typeof value === "number" ? value : Date.parse(textOf(value) ?? "");
  return Number.isFinite(time) ? time : null;
}

function count(value: unknown): number {
  return typeof value === "number" && value >= 0 && value < 1e9 ? Math.round(value) : 0;
}

// ClaudeCode: a message of the model is written as several lines of one id, with results of its first calls between them.

function readClaudeCode(entries: readonly JsonObject[], reading: Reading): void {
  const seen = new Set<string>();
  const answers: Answers = new Map();
  let boundary: JsonObject | null = null;
  for (const entry of entries) {
    if (entry.isSidechain === true || isRepeated(entry, seen)) continue;
    reading.session ??= textOf(entry.sessionId);
    const message = objectOf(entry.message);
    const at = timeOf(entry.timestamp);
    if (entry.subtype === "compact_boundary") boundary = objectOf(entry.compactMetadata) ?? {};
    else if (entry.type === "assistant" && message !== null) answer(reading, answers, { message, at });
    else if (entry.type === "user" && entry.isCompactSummary === true && message !== null)
      sumUp(reading, { raw: message, at }, { kept: null, isAsked: boundary?.trigger === "manual" });
    else if (entry.type === "user" && message !== null) say(reading, message, at);
    else if (entry.type === "attachment") {
      const content = hookText(objectOf(entry.attachment));
      if (content !== "") say(reading, { role: "user", content }, at);
    }
  }
}

function isRepeated(entry: JsonObject, seen: Set<string>): boolean {
  const uuid = textOf(entry.uuid);
  if (uuid === null) return false;
  if (seen.has(uuid)) return true;
  seen.add(uuid);
  return false;
}

/** What was said under an id of a message, and the number of its call. */
type Answers = Map<string, { readonly said: Said; readonly call: number }>;

function answer(
  reading: Reading,
  answers: Answers,
  { message, at }: { readonly message: JsonObject; readonly at: number | null },
): void {
  const [id, model] = [textOf(message.id), textOf(message.model)];
  const usage = objectOf(message.usage);
  // A line that the program says in the model's name was never sent for.
  if (id === null || model === null || model === "<synthetic>" || usage === null) return;
  const known = answers.get(id);
  if (known !== undefined) {
    const { said } = known;
    said.raw = { ...said.raw, content: [...objectsOf(said.raw.content), ...objectsOf(message.content)] };
    const call = reading.calls[known.call]!;
    // The first lines of an answer are written before it is whole.
    const output = Math.max(call.used.output, count(usage.output_tokens));
    reading.calls[known.call] = { ...call, until: at ?? call.until, used: { ...call.used, output } };
    return;
  }
  const until = at ?? reading.sentAt ?? 0;
  const sent = Math.min(until, reading.sentAt ?? until);
  const call = { at: sent, until, model, ...countsOf(reading), used: anthropicUse(usage) };
  const said: Said = { raw: message, at };
  reading.said.push(said);
  answers.set(id, { said, call: reading.calls.push(call) - 1 });
}

function anthropicUse(usage: JsonObject): CallTokens {
  const write = count(usage.cache_creation_input_tokens);
  const write1h = Math.min(write, count(objectOf(usage.cache_creation)?.ephemeral_1h_input_tokens));
  return {
    input: count(usage.input_tokens),
    read: count(usage.cache_read_input_tokens),
    write5m: write - write1h,
    write1h,
    output: count(usage.output_tokens),
  };
}

/** What hooks gave for the model stands in lines of its own. */
function hookText(attachment: JsonObject | null): string {
  if (attachment === null || !String(attachment.type).startsWith("hook_")) return "";
  const { content } = attachment;
  return textOf(content) ?? (Array.isArray(content) ? content.map((each) => textOf(each) ?? "").join("\n") : "");
}

// Pi: one line a message, with the use of a call beside its answer.

function readPi(entries: readonly JsonObject[], reading: Reading): void {
  const places = new Map<string, number>();
  const byLine: number[] = [];
  for (const entry of entries) {
    const id = textOf(entry.id);
    if (id !== null && places.has(id)) continue;
    if (id !== null) places.set(id, reading.said.length);
    byLine.push(reading.said.length);
    if (entry.type === "session") reading.session ??= id;
    if (entry.type === "thinking_level_change") reading.mode = textOf(entry.thinkingLevel) ?? "";
    const message = objectOf(entry.message);
    if (entry.type === "message" && message !== null) piMessage(reading, message, timeOf(entry.timestamp));
    if (entry.type !== "compaction") continue;
    const kept = places.get(textOf(entry.firstKeptEntryId) ?? "") ?? byLine[count(entry.firstKeptEntryIndex)] ?? null;
    const raw = { role: "user", content: textOf(entry.summary) ?? "" };
    sumUp(reading, { raw, at: timeOf(entry.timestamp) }, { kept, isAsked: false });
  }
}

function piMessage(reading: Reading, message: JsonObject, until: number | null): void {
  const at = timeOf(message.timestamp) ?? until;
  if (message.role !== "assistant") {
    if (message.role === "user" || message.role === "toolResult") say(reading, message, until ?? at);
    return;
  }
  const [model, usage] = [textOf(message.model), objectOf(message.usage)];
  const used = usage === null ? null : piUse(usage);
  const isSent = used !== null && used.input + used.read + used.write5m + used.write1h > 0;
  const sent = at ?? 0;
  if (model !== null && isSent)
    reading.calls.push({ at: sent, until: until ?? sent, model, ...countsOf(reading), used });
  // An answer that was broken off is not sent again.
  if (message.stopReason !== "aborted" && message.stopReason !== "error")
    reading.said.push({ raw: message, at: until });
}

function piUse(usage: JsonObject): CallTokens {
  const write = count(usage.cacheWrite);
  const write1h = Math.min(write, count(usage.cacheWrite1h));
  const { input, output, cacheRead } = usage;
  return { input: count(input), read: count(cacheRead), write5m: write - write1h, write1h, output: count(output) };
}

// Codex: items of the Responses API, and an event with the use of a call behind its answer.

function readCodex(entries: readonly JsonObject[], reading: Reading): void {
  let model = "";
  const told = new Set<string>();
  // Newer versions tell of each answer by its id, and of the last one again in the older way.
  const tells = entries.some(({ type }) => type === "token_usage_record") ? usageRecord : tokenCount;
  // The use is told behind the answer, which was not part of the request.
  let answered = 0;
  for (const { type, timestamp, payload } of entries) {
    const item = objectOf(payload);
    const at = timeOf(timestamp);
    if (item === null) continue;
    if (type === "session_meta") reading.session ??= textOf(item.id);
    if (type === "turn_context") model = textOf(item.model) ?? model;
    if (type === "response_item" && isOfModel(item)) {
      reading.said.push({ raw: item, at });
      answered += 1;
    } else if (type === "response_item") {
      say(reading, item, at);
      answered = 0;
    }
    if (type === "compacted") {
      const raw = {
        type: "message",
        role: "user",
        content: [{ type: "input_text", text: textOf(item.message) ?? "" }],
      };
      sumUp(reading, { raw, at }, { kept: null, isAsked: false });
    }
    const { name, usage } = tells({ type, item });
    // The same count is told again with each change of a rate limit.
    if (usage === null || told.has(name)) continue;
    told.add(name);
    const until = at ?? reading.sentAt ?? 0;
    const call = { at: Math.min(until, reading.sentAt ?? until), until, model, used: codexUse(usage) };
    reading.calls.push({ ...countsOf(reading), ...call, messages: reading.said.length - answered });
    answered = 0;
  }
}

/** What was used, and a name that is the same when it is told again. */
type Told = (line: { readonly type: unknown; readonly item: JsonObject }) => {
  readonly name: string;
  readonly usage: JsonObject | null;
};

const usageRecord: Told = ({ type, item }) => ({
  name: textOf(item.response_id) ?? "",
  usage: type === "token_usage_record" ? objectOf(item.usage) : null,
});

const tokenCount: Told = ({ type, item }) => {
  const info = type === "event_msg" && item.type === "token_count" ? objectOf(item.info) : null;
  const total = count(objectOf(info?.total_token_usage)?.total_tokens);
  return { name: String(total), usage: objectOf(info?.last_token_usage) };
};

function isOfModel({ type, role }: JsonObject): boolean {
  return type === "message" ? role === "assistant" : !String(type).endsWith("_output");
}

/** OpenAI counts what was read, and what was written, as part of the input. */
function codexUse(usage: JsonObject): CallTokens {
  const input = count(usage.input_tokens);
  const read = Math.min(input, count(usage.cached_input_tokens));
  const write5m = Math.min(input - read, count(usage.cache_write_input_tokens));
  return { input: input - read - write5m, read, write5m, write1h: 0, output: count(usage.output_tokens) };
}

const readers: Readonly<Record<RecordedSession["harness"], Reader>> = {
  "claude-code": { codec: codecs.anthropic, read: readClaudeCode },
  codex: { codec: codecs["openai-responses"], read: readCodex },
  pi: { codec: codecs.pi, read: readPi },
};

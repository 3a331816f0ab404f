/**
 * Codec: what a model is sent, in one shape for every provider (`Message`), and a provider's own list turned into it and back to the byte, told by
 * a table.
 *
 * Each row of a table names a block by its mark and says under which of its keys the parts of `Part` lie. A block that nobody changed is given back
 * as the very value that came in; one with other words gets them put in at that key, and every other key stays as it was and where it was. So a
 * field that a provider adds tomorrow passes through, and no row has to know it.
 *
 * What is tricky: a message whose content is one string has no blocks, some messages are a block themselves (a tool's result in most protocols), and
 * words of the kernel's own must not break the order of the roles, so where a provider wants turns to alternate they join the message beside them.
 */

import { type JsonObject, objectOf } from "../base/json.js";
import { assert } from "../base/result.js";

// Message: what a model is sent, in one shape for every provider.

/** Who speaks. A provider that sends results as a person's words (Anthropic) still has them under `tool` here. */
export type Role = "system" | "user" | "assistant" | "tool";

/** One piece of a message. `raw` is the provider's own block and is sent as it is wherever the kernel leaves the piece alone. */
export type Part =
  | { readonly kind: "text"; readonly text: string; readonly raw: unknown }
  /** A call of a tool; `input` is its arguments as JSON. One with a provider's signature on it is never altered. */
  | {
      readonly kind: "call";
      readonly id: string;
      readonly name: string;
      readonly input: string;
      readonly signed?: true;
      readonly raw: unknown;
    }
  /** What a tool answered; `media` is the bytes of the pictures in it. */
  | {
      readonly kind: "result";
      readonly id: string;
      readonly text: string;
      readonly failed: boolean;
      readonly media?: number;
      readonly raw: unknown;
    }
  /** Thought of the model. A signed piece is never altered: a provider refuses it when one byte differs. */
  | { readonly kind: "thinking"; readonly text: string; readonly signed: boolean; readonly raw: unknown }
  /** A picture or a file; `bytes` is its size as sent. */
  | { readonly kind: "media"; readonly bytes: number; readonly raw: unknown }
  /** What the codec does not know. It stays where it is. */
  | { readonly kind: "other"; readonly raw: unknown };

export type CallPart = Part & { readonly kind: "call" };
export type ResultPart = Part & { readonly kind: "result" };

/** One message. `at` is when it was said, in milliseconds since 1970, where the host tells; 0 where a program said it. `raw` is all that the parts do not hold. */
export interface Message {
  readonly role: Role;
  readonly parts: readonly Part[];
  readonly at: number | null;
  readonly raw: unknown;
}

// Codec: a provider's list of messages into `Message` and back to the byte, told by a table.

/** Keys with dots between them: `state.output`. */
export type KeyPath = string;

export interface BlockRow {
  /** `type=tool_use`: what a key holds; `functionCall`: a key that is there. Several are joined with `&`. */
  readonly is: string;
  readonly kind: Part["kind"] | "both";
  readonly id?: KeyPath;
  readonly name?: KeyPath;
  /** Of a call: an object, or its JSON as a string. */
  readonly input?: KeyPath;
  /** The input is free words, not JSON. */
  readonly free?: true;
  /** Of a text, a thought or a result: a string, a list of blocks with `text`, or any value. */
  readonly text?: KeyPath;
  /** A failed result holds anything but false, null or a status of success there; `key=value` says which value. */
  readonly failed?: string;
  /** A signature; `*` where the block is always one. */
  readonly signed?: KeyPath;
  /** What holds the bytes of a picture. */
  readonly bytes?: KeyPath;
  /** New words as the value of `text`; without it they are put in as a string. */
  readonly wrap?: (text: string, old: unknown) => unknown;
}

export interface CodecTable {
  readonly name: string;
  readonly role: KeyPath;
  readonly roles: Readonly<Record<string, Role>>;
  /** When it was said, in milliseconds or as ISO. */
  readonly at?: KeyPath;
  /** Messages that are one block themselves. */
  readonly whole: readonly BlockRow[];
  /** Where blocks lie, with their rows. The first list holds words, and may be one string. */
  readonly lists: readonly (readonly [key: string, rows: readonly BlockRow[]])[];
  /** Two messages of one role in a row are not said: words of the kernel join the message beside them. */
  readonly alternates: boolean;
  /** A text block of the first list. */
  readonly block: (text: string, role: Role) => JsonObject;
  readonly message: (role: Role, blocks: readonly unknown[]) => JsonObject;
  /** A result that nobody recorded, as a block or a whole message. */
  readonly result: (part: ResultPart, name: string) => JsonObject;
  /** A block with a breakpoint of the cache on it; null where it cannot bear one. */
  readonly mark?: (block: JsonObject, lifetime: Lifetime) => JsonObject | null;
  /** The key that `mark` writes: those that a host set are taken off before. */
  readonly markKey?: string;
}

export type Lifetime = "5m" | "1h";

/** A breakpoint behind the last block of a message that can bear it. */
export interface Mark {
  readonly message: number;
  readonly lifetime: Lifetime;
}

export interface Codec {
  readonly name: string;
  read(list: readonly unknown[]): readonly Message[];
  /** Messages that nobody changed come back as they were read. With `marks`, breakpoints stand there and nowhere else. */
  print(messages: readonly Message[], marks?: readonly Mark[]): readonly unknown[];
}

export function codecOf(table: CodecTable): Codec {
  return {
    name: table.name,
    read: (list) => list.map((raw) => readMessage(table, raw)),
    print: (messages, marks) => printList(table, messages, marks ?? null),
  };
}

// Read: what a row says lies where.

function readMessage(table: CodecTable, raw: unknown): Message {
  const object = objectOf(raw);
  const whole = object === null ? null : rowOf(table.whole, object);
  const parts =
    object === null
      ? [{ kind: "other", raw } as const]
      : whole !== null
        ? readBlock(whole, object)
        : table.lists.flatMap(([key, rows]) => readList(rows, valueAt(object, key)));
  const said = table.roles[String(valueAt(object, table.role))];
  const role = said ?? (whole?.kind === "result" ? "tool" : whole === null ? "user" : "assistant");
  const answers = role === "user" && parts.some(({ kind }) => kind === "result");
  return { role: answers ? "tool" : role, parts, at: instantAt(object, table.at), raw };
}

function readList(rows: readonly BlockRow[], value: unknown): readonly Part[] {
  if (typeof value === "string") return value === "" ? [] : [{ kind: "text", text: value, raw: value }];
  if (!Array.isArray(value)) return [];
  return value.flatMap((block): readonly Part[] => {
    const object = objectOf(block);
    const row = object === null ? null : rowOf(rows, object);
    return object === null || row === null ? [{ kind: "other", raw: block }] : readBlock(row, object);
  });
}

function readBlock(row: BlockRow, raw: JsonObject): readonly Part[] {
  const id = String(valueAt(raw, row.id) ?? valueAt(raw, row.name) ?? "");
  const text = textIn(valueAt(raw, row.text));
  const signed = row.signed === "*" || (row.signed !== undefined && Boolean(valueAt(raw, row.signed)));
  const call = (): Part => {
    const input = inputIn(row, valueAt(raw, row.input));
    return {
      kind: "call",
      id,
      name: String(valueAt(raw, row.name) ?? ""),
      input,
      ...(signed ? { signed } : {}),
      raw,
    };
  };
  const result = (): Part => {
    const media = mediaIn(valueAt(raw, row.text));
    const failed = isFailed(raw, row.failed);
    return { kind: "result", id, text, failed, ...(media > 0 ? { media } : {}), raw };
  };
  switch (row.kind) {
    case "text":
      return [{ kind: "text", text, raw }];
    case "thinking":
      return [{ kind: "thinking", text, signed, raw }];
    case "media":
      return [{ kind: "media", bytes: sizeOf(valueAt(raw, row.bytes)), raw }];
    case "call":
      return [call()];
    case "result":
      return [result()];
    case "both":
      return isOpen(raw, row) ? [call()] : [call(), result()];
    case "other":
      return [{ kind: "other", raw }];
  }
}

/** A tool that still runs has no result under its key. */
function isOpen(raw: JsonObject, row: BlockRow): boolean {
  return valueAt(raw, row.text) === undefined && !isFailed(raw, row.failed);
}

function rowOf(rows: readonly BlockRow[], block: JsonObject): BlockRow | null {
  return rows.find(({ is }) => is.split("&").every((one) => holds(block, one))) ?? null;
}

function holds(block: JsonObject, condition: string): boolean {
  const at = condition.indexOf("=");
  if (at < 0) return valueAt(block, condition) !== undefined;
  return String(valueAt(block, condition.slice(0, at))) === condition.slice(at + 1);
}

function isFailed(raw: JsonObject, failed: string | undefined): boolean {
  if (failed === undefined) return false;
  return failed.split("|").some((one) => (one.includes("=") ? holds(raw, one) : Boolean(valueAt(raw, one))));
}

function valueAt(value: unknown, path: KeyPath | undefined): unknown {
  if (path === undefined) return undefined;
  let found: unknown = value;
  for (const key of path.split(".")) found = objectOf(found)?.[key];
  return found;
}

function inputIn(row: BlockRow, value: unknown): string {
  if (typeof value === "string") return row.free === true ? JSON.stringify(value) : value;
  try {
    return JSON.stringify(value ?? {});
  } catch {
    // Nested deeper than anybody can follow.
    return "{}";
  }
}

/** The words of a string, of blocks, or of any value as JSON. */
function textIn(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return "";
  if (!Array.isArray(value)) return JSON.stringify(value);
  return value.map((block) => String(objectOf(block)?.text ?? "")).join("\n");
}

/** The size of blocks in a result that are no words. */
function mediaIn(value: unknown): number {
  if (!Array.isArray(value)) return 0;
  return value.reduce((sum: number, block) => sum + (objectOf(block)?.text === undefined ? sizeOf(block) : 0), 0);
}

function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  return value === undefined ? 0 : JSON.stringify(value).length;
}

function instantAt(raw: JsonObject | null, path: KeyPath | undefined): number | null {
  const value = valueAt(raw, path);
  if (typeof value === "number") return value;
  const parsed = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(parsed) ? null : parsed;
}

// Print: the way back.

function printList(table: CodecTable, messages: readonly Message[], marks: readonly Mark[] | null): unknown[] {
  const printed: unknown[] = [];
  const byMessage = new Map(marks?.map((mark) => [mark.message, mark]));
  const names = new Map(
    messages.flatMap(({ parts }) => parts.flatMap((p) => (p.kind === "call" ? [[p.id, p.name]] : []))),
  );
  // Words of the kernel in front of a message that they may join.
  let waiting: Message | null = null;
  for (const [at, message] of messages.entries()) {
    const joined: Message = waiting === null ? message : joinedTo(waiting, message);
    const waited = waiting !== null;
    waiting = null;
    const mark = marks === null ? undefined : (byMessage.get(at) ?? (waited ? byMessage.get(at - 1) : null) ?? null);
    const [before, next] = [messages[at - 1], messages[at + 1]];
    if (isOwn(joined) && before !== undefined && mayJoin(table, before, joined)) {
      const parts = joined.parts.map((part) => printPart(table, part, joined.role, names));
      const both = withBlocks(table, objectOf(printed.pop())!, parts);
      printed.push(mark == null ? both : marked(table, both, mark));
    } else if (isOwn(joined) && next !== undefined && !isOwn(next) && mayJoin(table, joined, next)) waiting = joined;
    else printed.push(marked(table, printMessage(table, joined, names), mark));
  }
  return printed;
}

/** Made by the kernel: no provider's own message stands behind it. */
function isOwn(message: Message): boolean {
  return message.raw === null || message.raw === undefined;
}

function mayJoin(table: CodecTable, first: Message, second: Message): boolean {
  if (!table.alternates) return false;
  const side = (role: Role): Role => (role === "tool" ? "user" : role);
  // A result stands first in its message, so nothing of ours is put before one.
  return side(first.role) === side(second.role) && !(isOwn(first) && first.role !== "tool" && second.role === "tool");
}

function joinedTo(own: Message, message: Message): Message {
  return { ...message, parts: [...own.parts, ...message.parts] };
}

function withBlocks(table: CodecTable, printed: JsonObject, blocks: readonly unknown[]): JsonObject {
  const [key] = table.lists[0]!;
  const before = printed[key];
  const role = table.roles[String(valueAt(printed, table.role))] ?? "user";
  const list = typeof before === "string" ? [table.block(before, role)] : Array.isArray(before) ? before : [];
  return { ...printed, [key]: [...list, ...blocks] };
}

function printMessage(table: CodecTable, message: Message, names: ReadonlyMap<string, string>): unknown {
  if (isOwn(message)) {
    const [first] = message.parts;
    if (table.whole.length > 0 && message.parts.length === 1 && first?.kind === "result")
      return printPart(table, first, message.role, names);
    return table.message(
      message.role,
      message.parts.map((part) => printPart(table, part, message.role, names)),
    );
  }
  const raw = objectOf(message.raw);
  if (raw === null) return message.raw;
  const whole = rowOf(table.whole, raw);
  if (whole !== null) return printBlock(whole, raw, message.parts);
  let printed = raw;
  let rest = message.parts;
  for (const [key, rows] of table.lists) {
    const own = rest.filter((part) => belongs(table, rows, part));
    rest = rest.filter((part) => !own.includes(part));
    printed = withList(table, { printed, key, rows }, own, message.role);
  }
  assert(rest.length === 0, "every part of a message belongs to one of its lists");
  return printed;
}

/** What no row knows is of the first list. */
function belongs(table: CodecTable, rows: readonly BlockRow[], part: Part): boolean {
  const first = table.lists[0]![1];
  const raw = objectOf(part.raw);
  if (raw === null) return rows === first;
  const owner = table.lists.find(([, some]) => rowOf(some, raw) !== null)?.[1] ?? first;
  return owner === rows;
}

interface ListPlace {
  readonly printed: JsonObject;
  readonly key: string;
  readonly rows: readonly BlockRow[];
}

function withList(
  table: CodecTable,
  { printed, key, rows }: ListPlace,
  parts: readonly Part[],
  role: Role,
): JsonObject {
  const before = printed[key];
  const [only] = parts;
  if (typeof before === "string") {
    if (parts.length === 0 && before === "") return printed;
    if (parts.length === 1 && only?.kind === "text" && only.raw === before)
      return only.text === before ? printed : { ...printed, [key]: only.text };
  } else if (!Array.isArray(before) && parts.length === 0) return printed;
  const blocks = blocksOf(table, rows, parts, role);
  if (Array.isArray(before) && blocks.length === before.length && blocks.every((block, at) => block === before[at]))
    return printed;
  if (blocks.length > 0 || rows === table.lists[0]![1]) return { ...printed, [key]: blocks };
  const { [key]: _gone, ...others } = printed;
  return others;
}

/** Two parts of one block are put into it together. */
function blocksOf(
  table: CodecTable,
  rows: readonly BlockRow[],
  parts: readonly Part[],
  role: Role,
): readonly unknown[] {
  const blocks: unknown[] = [];
  for (let at = 0; at < parts.length; ) {
    const raw = objectOf(parts[at]!.raw);
    let end = at + 1;
    while (raw !== null && end < parts.length && parts[end]!.raw === raw) end += 1;
    const row = raw === null ? null : rowOf(rows, raw);
    if (row !== null) blocks.push(printBlock(row, raw!, parts.slice(at, end)));
    else for (const part of parts.slice(at, end)) blocks.push(printPart(table, part, role, new Map()));
    at = end;
  }
  return blocks;
}

function printPart(table: CodecTable, part: Part, role: Role, names: ReadonlyMap<string, string>): unknown {
  const raw = objectOf(part.raw);
  if (raw !== null) {
    const row = rowOf([...table.whole, ...table.lists.flatMap(([, rows]) => rows)], raw);
    return row === null ? raw : printBlock(row, raw, [part]);
  }
  if (part.kind === "text") return table.block(part.text, role);
  if (part.kind === "result") return table.result(part, names.get(part.id) ?? "");
  return part.raw;
}

function printBlock(row: BlockRow, raw: JsonObject, parts: readonly Part[]): JsonObject {
  let block = raw;
  for (const part of parts) {
    if (part.kind === "call" && row.input !== undefined) {
      const before = valueAt(raw, row.input);
      if (part.input !== inputIn(row, before)) {
        const value = typeof before === "string" && row.free !== true ? part.input : JSON.parse(part.input);
        block = withValue(block, row.input.split("."), value);
      }
    } else if ((part.kind === "result" || part.kind === "text") && row.text !== undefined) {
      const before = valueAt(raw, row.text);
      if (part.text !== textIn(before) || (part.kind === "result" && (part.media ?? 0) !== mediaIn(before)))
        block = withValue(block, row.text.split("."), row.wrap?.(part.text, before) ?? part.text);
    }
  }
  return block;
}

/** The same keys in the same order, one of them with another value. */
function withValue(object: JsonObject, [key, ...rest]: readonly string[], value: unknown): JsonObject {
  assert(key !== undefined, "a path has a key");
  const inner = rest.length === 0 ? value : withValue(objectOf(object[key]) ?? {}, rest, value);
  return { ...object, [key]: inner };
}

// Marks: breakpoints of the cache, on blocks that can bear them.

/** Undefined leaves what the host set; null takes it off. */
function marked(table: CodecTable, printed: unknown, mark: Mark | null | undefined): unknown {
  const raw = objectOf(printed);
  const [key] = table.lists[0]!;
  if (mark === undefined || raw === null || table.mark === undefined) return printed;
  const clean = unmarked(table, raw, key);
  if (mark === null) return clean;
  const content = clean[key];
  const blocks = typeof content === "string" ? [table.block(content, "user")] : content;
  if (!Array.isArray(blocks)) return clean;
  for (let at = blocks.length - 1; at >= 0; at -= 1) {
    const block = objectOf(blocks[at]);
    const bearing = block === null ? null : table.mark(block, mark.lifetime);
    if (bearing !== null) return { ...clean, [key]: blocks.with(at, bearing) };
  }
  return clean;
}

function unmarked(table: CodecTable, raw: JsonObject, key: string): JsonObject {
  const content = raw[key];
  const { markKey } = table;
  if (markKey === undefined || !Array.isArray(content)) return raw;
  if (!content.some((block) => objectOf(block)?.[markKey] !== undefined)) return raw;
  const blocks = content.map((block) => {
    const { [markKey]: _gone, ...rest } = objectOf(block) ?? {};
    return objectOf(block)?.[markKey] === undefined ? block : rest;
  });
  return { ...raw, [key]: blocks };
}

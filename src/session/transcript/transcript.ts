/**
 * Transcript: what a harness tells of a tool's call and of its result, in whatever shape; and of the lines that Claude Code writes as the user's those
 * words that are the user's own.
 */

import { digest, shortDigest } from "../../base/digest.js";
import { type JsonObject, objectOf, objectsOf, stableJson, textOf } from "../../base/json.js";
import { headOf } from "../../base/text.js";

// Result: what a tool gave back, in whatever shape a harness hands it on: its text, and images and files beside it.

/** An image, a sound, a file: bytes that are no words. */
interface Media {
  /** `image/png`. */
  readonly type: string;
  readonly bytes: Uint8Array;
  /** `sha256:…` of the bytes. */
  readonly digest: string;
}

interface ToolResult {
  /** Where media stood, one line says its type, size and digest. */
  readonly text: string;
  readonly media: readonly Media[];
}

/** Deeper values are cut: a walk over them must end. */
const depthMax = 64;

/** Never fails: a shape that is not known is its canonical JSON. */
export function toolResult(output: unknown): ToolResult {
  const media: Media[] = [];
  const text = textIn(output, media) ?? json(output, media);
  return { text, media };
}

/** The words of the shapes that harnesses use; null for anything else. */
function textIn(value: unknown, media: Media[]): string | null {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  if (Array.isArray(value))
    return value.every((item) => objectOf(item)?.type !== undefined) ? blocks(value, media) : null;
  const object = objectOf(value);
  if (object === null) return null;
  const file = objectOf(object.file);
  if (file !== null) return textOf(file.content) ?? json(file, media);
  if (Array.isArray(object.content)) return blocks(object.content, media);
  const streams = [textOf(object.stdout), textOf(object.stderr)].filter((text) => text !== null);
  if (streams.length > 0) return streams.filter((text) => text !== "").join("\n");
  return textOf(object.content) ?? textOf(object.output) ?? null;
}

/** Content blocks, as MCP and the model providers spell them. */
function blocks(list: readonly unknown[], media: Media[]): string {
  return list.map((block) => textOf(objectOf(block)?.text) ?? textOf(block) ?? json(block, media)).join("\n");
}

function json(value: unknown, media: Media[]): string {
  const plain = withoutMedia(value, media, 0);
  return typeof plain === "string" ? plain : stableJson(plain ?? null);
}

/** The same value with a line of text where media stood. */
function withoutMedia(value: unknown, media: Media[], depth: number): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  if (typeof value === "string") return dataUrl(value, media) ?? value;
  if (typeof value !== "object" || value === null) return value;
  if (depth >= depthMax) return "(nested deeper)";
  if (Array.isArray(value)) return value.map((item) => withoutMedia(item, media, depth + 1));
  const object = value as JsonObject;
  return (
    encoded(object, media) ??
    Object.fromEntries(Object.entries(object).map(([key, item]) => [key, withoutMedia(item, media, depth + 1)]))
  );
}

/** `{ type: "image/png", base64: … }` and its other spellings; the same one level down, as `{ type: "image", source: … }`. */
function encoded(object: JsonObject, media: Media[]): string | null {
  const inner = objectOf(object.source) ?? objectOf(object.resource) ?? object;
  const coded = textOf(inner.base64) ?? textOf(inner.data) ?? textOf(inner.blob);
  const named = [inner.media_type, inner.mimeType, inner.mime_type, inner.type].map(textOf);
  const type = named.find((name) => name !== null && isMediaType(name)) ?? null;
  return coded === null || type === null ? null : taken(coded, type, media);
}

function dataUrl(text: string, media: Media[]): string | null {
  if (!text.startsWith("data:")) return null;
  const comma = text.indexOf(",");
  const [type = "", ...more] = text.slice("data:".length, comma).split(";");
  return comma > 0 && more.at(-1) === "base64" && isMediaType(type)
    ? taken(text.slice(comma + 1), type, media)
    : null;
}

function taken(coded: string, type: string, media: Media[]): string {
  const bytes = Buffer.from(coded, "base64");
  const one = { type, bytes, digest: digest(bytes) };
  if (media.every((other) => other.digest !== one.digest)) media.push(one);
  return `[${type}, ${bytes.length} bytes, ${one.digest}]`;
}

function isMediaType(name: string): boolean {
  const [kind = "", form = "", ...more] = name.split("/");
  return more.length === 0 && name.length <= 80 && /^[a-z]+$/i.test(kind) && /^[\w.+-]+$/.test(form);
}

// Tool: what a call of a harness's tool is: its kind, the file it touches, and one name for all calls that ask for the same.

/** `read` and `command` can be run again at a cost; an `edit` changed the world and cannot. */
export type ToolKind = "read" | "command" | "edit" | "other";

/** Lower-case names, as the harnesses spell their own tools; what else there is (MCP servers, task lists) is `other`. */
const kinds: Readonly<Record<Exclude<ToolKind, "other">, readonly string[]>> = {
  read: ["read", "view", "cat", "glob", "grep", "find", "ls", "notebookread", "webfetch", "websearch"],
  command: ["bash", "shell", "exec", "bashoutput", "local_shell"],
  edit: ["edit", "write", "multiedit", "notebookedit", "apply_patch", "create", "str_replace"],
};

/** A comment on the call, which the tool never looks at. */
const remarks: readonly string[] = ["description"];

/** Longer signatures (a written file is among the arguments) end in a digest of the rest. */
const signatureCharsMax = 160;

export function toolKind(name: string): ToolKind {
  const lower = name.toLowerCase();
  if (kinds.read.includes(lower)) return "read";
  if (kinds.command.includes(lower)) return "command";
  return kinds.edit.includes(lower) ? "edit" : "other";
}

/** The name and the arguments as canonical JSON: keys sorted, no white space, without remarks where the tool takes none. */
export function signatureOf(name: string, input: JsonObject): string {
  const told = Object.entries(input).filter(([key]) => toolKind(name) === "other" || !remarks.includes(key));
  const whole = `${name} ${stableJson(plain(Object.fromEntries(told)))}`;
  if (whole.length <= signatureCharsMax) return whole;
  return `${headOf(whole, signatureCharsMax)}…${shortDigest(whole, 16)}`;
}

export function pathOf(input: JsonObject): string | null {
  return textOf(input.file_path) ?? textOf(input.path) ?? textOf(input.notebook_path) ?? textOf(input.filePath);
}

/** The same value without what one spelling cannot hold: numbers too large for JSON to read back, and endless depth. */
function plain(value: unknown, depth = 0): unknown {
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  if (depth >= depthMax) return "…";
  if (Array.isArray(value)) return value.map((item) => plain(item, depth + 1));
  const object = objectOf(value);
  if (object === null) return value;
  return Object.fromEntries(Object.entries(object).map(([key, item]) => [key, plain(item, depth + 1)]));
}

// OwnWords: what a line that Claude Code writes as the user's holds of the user's own words.
//
// The program puts its own texts into such lines: output of `!` commands, its commands, hook output, reminders, notices of tasks. It
// marks a line as its own (`isMeta`, an origin that is no person) or wraps its text in a tag. What the output says is a stranger's and
// may hold tags itself, so a wrapper reaches to the last closing tag of its name, and what cannot be told apart is left out.

/** Wrappers that come before or behind words of the user; any other makes the whole text the program's. */
const beside: ReadonlySet<string> = new Set([
  ..."system-reminder ide_opened_file ide_selection ide_diagnostics new-diagnostics".split(" "),
  ..."user-prompt-submit-hook session-start-hook post-tool-use-hook".split(" "),
]);

/** Sentences that the program says in the user's name. */
const ownSentences: readonly string[] = [
  "[Request interrupted by user]",
  "[Request interrupted by user for tool use]",
  "Caveat: The messages below were generated by the user while running local commands.",
  "This session is being continued from a previous conversation that ran out of context.",
];

/** Empty where nothing of the line is known to be the user's. */
export function ownWords(entry: JsonObject): string {
  if (entry.type !== "user" || entry.isSidechain === true || isOfTheProgram(entry)) return "";
  const content = objectOf(entry.message)?.content;
  const blocks = objectsOf(content).filter((block) => block.type === "text");
  const texts = [textOf(content) ?? [], blocks.map((block) => textOf(block.text) ?? "")].flat();
  const words = texts.map(wordsIn);
  // What stands beside a wrapped command is what the command was replaced by.
  if (words.includes(null)) return "";
  return words.filter((text) => text !== "").join("\n");
}

const flags = "isMeta isCompactSummary isVisibleInTranscriptOnly isSynthetic isApiErrorMessage".split(" ");

function isOfTheProgram(entry: JsonObject): boolean {
  if (flags.some((flag) => entry[flag] === true)) return true;
  const kind = textOf(objectOf(entry.origin)?.kind);
  return kind !== null && kind !== "human" && kind !== "user";
}

/** How machines begin that write to one another: they name an agent or a bot, or say that nobody typed it. “Message from Anna: …” is a person's. */
const machineHeads: readonly RegExp[] = [
  /^message from (?:sub-?)?(?:agent|bot)\b[^\n:]{0,80}:/i,
  /^message from [^\n:()]{1,60} \(automated\)\s?:/i,
  /^\[(?:message )?from:? (?:[\w.@-]{1,40}[-_.])?(?:bot|agent|ci|cron|pipeline|scheduler)(?:[-_.]\w{1,20})?\]/i,
  /^\[?automated message(?: from [^\n:\]]{1,60})?(?:\]|:)/i,
  /^this is an automat(?:ed|ic) (?:message|notification|notice|reminder|alert|prompt)(?:[.:,;!]| (?:from|sent|generated|by)\b)/i,
];

/** Whether a prompt is none of a person's by how it begins. */
export function isOfProgram(text: string): boolean {
  return (
    ownSentences.some((sentence) => text.startsWith(sentence)) ||
    machineHeads.some((head) => head.test(text.slice(0, headCharsMax)))
  );
}

const headCharsMax = 200;

/** “works!”, or names of files and no word: what it is about was said before. */
export function namesNoTask(words: string): boolean {
  return words.replace(/@\S+/g, "").length < taskCharsMin;
}

const taskCharsMin = 40;

/** One text without what stands in wrappers beside it; null where the whole of it is the program's. */
function wordsIn(text: string): string | null {
  let rest = text.trim();
  if (isOfProgram(rest)) return null;
  const first = openingAt(rest, 0);
  if (first !== null && isWrapper(first) && !beside.has(first)) return null;
  for (let at = rest.indexOf("<"); at >= 0; at = rest.indexOf("<", at + 1)) {
    const name = openingAt(rest, at);
    if (name === null || !beside.has(name)) continue;
    const closing = `</${name}>`;
    const end = rest.lastIndexOf(closing);
    rest = rest.slice(0, at) + (end < at ? "" : rest.slice(end + closing.length));
    at -= 1;
  }
  return rest.trim();
}

/** The name of the tag that opens here; null where none does. */
export function openingAt(text: string, at: number): string | null {
  if (text[at] !== "<") return null;
  let end = at + 1;
  while (end < text.length && end - at <= nameCharsMax && isNameChar(text.charCodeAt(end))) end += 1;
  const behind = text[end];
  const isTag = behind === ">" || behind === "/" || behind === " " || behind === "\n" || behind === "\t";
  return end > at + 1 && isTag ? text.slice(at + 1, end).toLowerCase() : null;
}

const nameCharsMax = 64;

function isNameChar(code: number): boolean {
  const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
  return isLetter || (code >= 48 && code <= 57) || code === 45 || code === 95 || code === 58;
}

/** The program's tags are of two words (`bash-stdout`, `tool_use_error`); those that people paste are HTML's, of one. */
export function isWrapper(name: string): boolean {
  return name.includes("-") || name.includes("_") || oneWord.has(name);
}

const oneWord: ReadonlySet<string> = new Set(["system", "tick", "retrieval", "notification"]);

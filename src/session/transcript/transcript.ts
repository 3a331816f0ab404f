/** Result: what a tool gave back, in whatever shape a harness hands it on: its text, and images and files beside it. */

import { digest } from "../../base/digest--digest.js";
import { stableJson } from "../../base/json.js";
import { type JsonObject, objectOf, textOf } from "../../base/json--json-line.js";

/** An image, a sound, a file: bytes that are no words. */
export interface Media {
  /** `image/png`. */
  readonly type: string;
  readonly bytes: Uint8Array;
  /** `sha256:…` of the bytes. */
  readonly digest: string;
}

export interface ToolResult {
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

/** The line that stands for media in a text. */
function mediaLine({ type, bytes, digest }: Media): string {
  return `[${type}, ${bytes.length} bytes, ${digest}]`;
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
  return mediaLine(one);
}

function isMediaType(name: string): boolean {
  const [kind = "", form = "", ...more] = name.split("/");
  return more.length === 0 && name.length <= 80 && /^[a-z]+$/i.test(kind) && /^[\w.+-]+$/.test(form);
}

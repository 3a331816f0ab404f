/** JsonSplice: members and items put into a JSON text and cut out of it again, every other byte as it was. */

import type { JsonMember, JsonNode } from "./settings.js";

interface Span {
  readonly start: number;
  readonly end: number;
}

export function memberOf({ members }: JsonNode, key: string): JsonMember | null {
  return members?.find((member) => member.key === key) ?? null;
}

export function spanOf({ start, node }: JsonMember): Span {
  return { start, end: node.end };
}

/** At the end. Into an object that is empty it goes without a blank before it, which is how it is known that it was there. */
export function putMember(
  text: string,
  { start, members }: JsonNode,
  { key, value, depth }: { readonly key: string; readonly value: unknown; readonly depth: number },
): string {
  const last = members?.at(-1);
  const shown = `${JSON.stringify(key)}: ${JSON.stringify(value, null, 2)}`;
  if (last === undefined) return spliced(text, start + 1, shown);
  return spliced(text, last.node.end, `,\n${indent(shown, depth)}`);
}

/** As a member, into a list. */
export function putItem(
  text: string,
  { start, items }: JsonNode,
  { value, depth }: { readonly value: unknown; readonly depth: number },
): string {
  const last = items?.at(-1);
  if (last === undefined) return spliced(text, start + 1, JSON.stringify(value));
  return spliced(text, last.end, `,\n${indent(JSON.stringify(value, null, 2), depth)}`);
}

/** With the comma before it; the first one with the comma behind it. */
export function cut(text: string, container: JsonNode, parts: readonly Span[], at: number): string {
  const [before, own, behind] = [parts[at - 1], parts[at], parts[at + 1]];
  if (own === undefined) return text;
  const from = before?.end ?? (behind === undefined ? container.start + 1 : own.start);
  const to = before === undefined && behind !== undefined ? behind.start : own.end;
  return text.slice(0, from) + text.slice(to);
}

function spliced(text: string, at: number, put: string): string {
  return text.slice(0, at) + put + text.slice(at);
}

function indent(text: string, depth: number): string {
  const blank = "  ".repeat(depth);
  return text
    .split("\n")
    .map((line) => blank + line)
    .join("\n");
}

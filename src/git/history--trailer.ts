/** Trailer: a commit message as it is written for `git log`, and its trailers as they read back. */

import type { AcceptedReason } from "../rules/reason.js";

/** The moments at which state becomes durable (paper §3, lifecycle boundaries). */
export const boundaries = ["turn", "compaction", "reset", "switch", "fork", "shutdown", "manual"] as const;
export type Boundary = (typeof boundaries)[number];

export interface MessageParts {
  /** One line, imperative or `op: what (page)`; cut to 72 characters. */
  readonly subject: string;
  readonly reason: AcceptedReason;
  /** `append travel-mornings memory/preferences/travel-mornings.md`, one a page. */
  readonly ops: readonly string[];
  /** `travel-mornings@3..4`, one a page. */
  readonly pages: readonly string[];
  /** Where a moved file was before: lets `blame` follow it. */
  readonly from: readonly string[];
  readonly boundary: Boundary;
  readonly session: string | null;
  readonly actor: string;
  readonly origin: string;
  readonly evidence: readonly string[];
  /** Why, in the words of whoever asked. */
  readonly because?: string;
  /** `web travel-mornings 0f3a… 77be…`: texts whose origin is not trusted, in the form of `origin-labels`. */
  readonly labels?: readonly string[];
  /** Texts that a person lets stand in prompts. */
  readonly approved?: readonly string[];
  /** `sha256:…` of each patch as stable JSON. */
  readonly patches: readonly string[];
}

const subjectCharsMax = 72;

/** Subject, blank line, trailers; ends in a newline. `git interpret-trailers --parse` reads the same trailers back. */
export function printMessage(parts: MessageParts): string {
  const trailers: (readonly [string, string])[] = [["Reason", parts.reason]];
  for (const op of parts.ops) trailers.push(["Op", op]);
  for (const page of parts.pages) trailers.push(["Page", page]);
  for (const path of parts.from) trailers.push(["From", path]);
  trailers.push(["Boundary", parts.boundary]);
  if (parts.session !== null) trailers.push(["Session", parts.session]);
  trailers.push(["Actor", parts.actor], ["Origin", parts.origin]);
  for (const evidence of parts.evidence) trailers.push(["Evidence", evidence]);
  if (parts.because !== undefined) trailers.push(["Because", parts.because]);
  for (const label of parts.labels ?? []) trailers.push(["Label", label]);
  for (const items of parts.approved ?? []) trailers.push(["Approved", items]);
  for (const patch of parts.patches) trailers.push(["Patch", patch]);
  const lines = trailers.map(([key, value]) => `Pagefile-${key}: ${oneLine(value)}`);
  return `${cut(oneLine(parts.subject))}\n\n${lines.join("\n")}\n`;
}

/** Trailers of the last paragraph, in order, keyed as written. A paragraph that has other lines in it holds none of ours. */
export function parseTrailers(message: string): Readonly<Record<string, readonly string[]>> {
  // Without a prototype: `constructor: …` is a line that people write.
  const found: Record<string, string[]> = Object.create(null);
  const paragraphs = message.trimEnd().split(/\n[ \t]*\n/);
  const last = paragraphs.length > 1 ? paragraphs[paragraphs.length - 1] : undefined;
  if (last === undefined) return found;
  for (const line of last.split("\n")) {
    const colon = line.indexOf(": ");
    const key = colon < 0 ? "" : line.slice(0, colon);
    if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(key)) continue;
    found[key] = [...(found[key] ?? []), line.slice(colon + 2).trim()];
  }
  return found;
}

/** Line breaks and control characters would let a value forge the next trailer. */
function oneLine(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
  const flat = text.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, " ").trim();
  return flat === "" ? "-" : flat;
}

function cut(subject: string): string {
  const chars = Array.from(subject);
  return chars.length <= subjectCharsMax ? subject : `${chars.slice(0, subjectCharsMax - 1).join("")}…`;
}

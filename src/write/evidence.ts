/** Evidence: the page that stands for a tool's result: what was called, what came of it in short, and where the whole of it is. */

import { shortDigest } from "../base/digest.js";
import { limits } from "../base/limits.js";
import { findElisions } from "../rules/refusal.js";
import { findSecrets } from "../rules/secret-keys.js";

/** A result that is kept on this machine; nothing of it holds a secret. */
export interface KeptResult {
  readonly tool: string;
  /** The tool and what it was called with, for people; one line. */
  readonly call: string;
  /** One name for all calls that ask for the same. */
  readonly signature: string;
  /** `sha256:…` of the result as it is kept. */
  readonly digest: string;
  readonly bytes: number;
}

/** The same result of the same call is the same page; `text` is the result, null where it is kept no longer. */
export function evidenceDraft(
  result: KeptResult,
  text: string | null,
  { session, actor }: { readonly session: string; readonly actor: string },
): Readonly<Record<string, unknown>> & { readonly page: string } {
  const { tool, call, signature, digest, bytes } = result;
  const name = shortDigest(`${signature}\n${digest}`, 32);
  return {
    op: "create",
    page: `evidence-${name.slice(0, 16)}`,
    type: "evidence",
    title: call,
    scope: "session",
    fields: { tool, signature, digest, bytes, resolves: `pagefile evidence ${digest}` },
    value: bodyOf(text),
    actor,
    origin: "tool",
    session,
    evidence: [`tool:${tool}`],
    id: `evidence-${shortDigest(`${session}\n${name}`, 32)}`,
  };
}

/** In one line, for a page's title; the tool's name alone where the arguments cannot stand in a page. */
export function callTitle(tool: string, argument: string | null): string {
  const line = `${tool}: ${(argument ?? "").split(/\s+/u).join(" ").trim()}`;
  const title = line.length <= titleCharsMax ? line : `${head(line, titleCharsMax - 1)}…`;
  const isFit = argument !== null && findSecrets(title).length === 0 && findElisions(title).length === 0;
  return isFit ? title : `${tool}, ${shortDigest(line, 8)}`;
}

const titleCharsMax = limits.titleCharsMax - 20;

function bodyOf(text: string | null): string {
  if (text === null) return "- The result is no longer kept on this machine; call the tool again.";
  if (text.includes("\0")) return "- The result is binary.";
  const { evidencePreviewCharsMax: most } = limits;
  if (text.length <= most) return fenced(text);
  const [first, last] = [head(text, most - tailChars), tail(text, tailChars)];
  return `- It begins:\n\n${fenced(first)}\n\n- It ends:\n\n${fenced(last)}`;
}

const tailChars = 300;

/** In a fence that nothing in it closes, and without what moves a cursor or shows nothing. */
function fenced(text: string): string {
  const shown = text.replace(escapes, "").replace(unseen, "�").trimEnd();
  const longest = shown.match(/`{3,}/g)?.reduce((most, run) => Math.max(most, run.length), 0) ?? 0;
  const fence = "`".repeat(Math.max(3, longest + 1));
  return `${fence}text\n${shown}\n${fence}`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const escapes = /\u001b\[[0-9;?]{0,20}[A-Za-z]|\r(?=\n)/g;
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\ufe00-\ufe0f]|[\u{e0000}-\u{e01ef}]/gu;

/** Whole lines where the first is not longer than that; never half of a surrogate pair. */
function head(text: string, chars: number): string {
  const cut = text.slice(0, chars);
  const line = cut.lastIndexOf("\n");
  return line > 0 ? cut.slice(0, line) : isHigh(cut.charCodeAt(cut.length - 1)) ? cut.slice(0, -1) : cut;
}

function tail(text: string, chars: number): string {
  const cut = text.slice(text.length - chars);
  const line = cut.indexOf("\n");
  if (line >= 0 && line < cut.length - 1) return cut.slice(line + 1);
  return isHigh(text.charCodeAt(text.length - chars - 1)) ? cut.slice(1) : cut;
}

function isHigh(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

/**
 * EvidenceBlobs: the page that stands for a tool's result, and such results as bytes on this machine, a file each, named by what it holds and whole
 * or not there after a crash. Losing one costs another call of the tool.
 */

import { lstatSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { digest, shortDigest } from "../base/digest.js";
import { limits } from "../base/limits.js";
import type { Outcome } from "../base/result.js";
import { compareText, firstDecided, headOf } from "../base/text.js";
import { type Holder, service } from "../memory/service.js";
import { findElisions } from "../rules/refusal.js";
import { findSecrets } from "../rules/secret-keys.js";
import { attempt, errnoOf } from "../state/fs-calls.js";
import { isForeign, namesIn, readPlain, removeWhole, syncFolder, writeWhole } from "../state/plain-file.js";

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
  return line > 0 ? cut.slice(0, line) : headOf(text, chars);
}

function tail(text: string, chars: number): string {
  const cut = text.slice(text.length - chars);
  const line = cut.indexOf("\n");
  if (line >= 0 && line < cut.length - 1) return cut.slice(line + 1);
  const start = text.length - chars;
  return headOf(text, start).length < start ? cut.slice(1) : cut;
}

// EvidenceBlobs on disk: a file a blob, named by its digest, whole or not there after a crash.

/** `dir` is made when first written; `now` is the machine's time in milliseconds, as file times are. */
export function openEvidenceBlobs(dir: string, now: () => number = Date.now) {
  return {
    /** Durable when it returns; the same bytes are one blob, which counts as new again. Answers with `sha256:…`. */
    put: (bytes: Uint8Array): Outcome<string> =>
      attempt(`keep the result of a tool in ${dir}`, () => put(dir, bytes, now() / 1000)),
    /** By `sha256:…`; null where there is none, or what lies there is not those bytes any more. */
    get: (name: string): Outcome<{ readonly bytes: Uint8Array; readonly file: string } | null> =>
      attempt(`read the result of a tool in ${dir}`, () => {
        const hex = hexOf(name);
        if (hex === null) return null;
        const file = join(dir, hex);
        const bytes = bytesOrNull(file);
        return bytes === null || digest(bytes) !== name ? null : { bytes, file };
      }),
    /** Removes those put longest ago, until what is left is within the bounds; answers with how many went. */
    prune: (bounds: Bounds): Outcome<number> =>
      attempt(`remove old results of tools in ${dir}`, () => prune(dir, bounds)),
  };
}

const prefix = "sha256:";

/** The name of its file; null for what is no digest, and so no name of ours. */
function hexOf(name: string): string | null {
  const hex = name.startsWith(prefix) ? name.slice(prefix.length) : "";
  return /^[0-9a-f]{64}$/.test(hex) ? hex : null;
}

function put(dir: string, bytes: Uint8Array, seconds: number): string {
  const name = digest(bytes);
  const file = join(dir, name.slice(prefix.length));
  const there = bytesOrNull(file);
  // What a broken disk left under that name is replaced.
  if (there === null || digest(there) !== name) writeWhole(file, bytes);
  else syncFolder(dir);
  utimesSync(file, seconds, seconds);
  return name;
}

function prune(dir: string, { bytesMax, blobsMax }: Bounds): number {
  const blobs = namesIn(dir)
    .flatMap((name) => {
      const stat = lstatSync(join(dir, name), { throwIfNoEntry: false });
      return stat?.isFile() === true ? [{ name, size: stat.size, at: stat.mtimeMs }] : [];
    })
    .sort((a, b) => firstDecided(b.at - a.at, compareText(a.name, b.name)));
  let bytes = 0;
  const over = blobs.filter(({ size }, at) => {
    bytes += size;
    return at >= blobsMax || bytes > bytesMax;
  });
  removeWhole(
    dir,
    over.map(({ name }) => name),
  );
  return over.length;
}

function bytesOrNull(file: string): Buffer | null {
  try {
    return readPlain(file, limits.evidenceBlobBytesMax);
  } catch (error) {
    // What is none of ours is replaced like what a broken disk left.
    if (errnoOf(error) === "ENOENT" || isForeign(error)) return null;
    throw error;
  }
}

export type EvidenceBlobs = ReturnType<typeof openEvidenceBlobs>;

interface Bounds {
  readonly bytesMax: number;
  readonly blobsMax: number;
}

/** The results of tools that a memory keeps. */
export const evidenceBlobsOf: (holder: Holder) => EvidenceBlobs = service(({ place }) =>
  openEvidenceBlobs(join(place.shared, "evidence")),
);

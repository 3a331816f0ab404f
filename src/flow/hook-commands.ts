/** HookCommands: what each hook does when git calls it: refuse a bad page before a commit, and say in its message who edited what. */

import type { Outcome } from "../base/failure.js";
import { ok } from "../base/result.js";
import type { Finding } from "../page/finding.js";
import type { HookHost } from "../port/hook-host.js";
import { addTrailers, carriesReason, isEmptyMessage, isFixup } from "./hook-message.js";
import type { HookName } from "./hook-name.js";
import { checkStaged, idsOf, stagedPages } from "./hook-staged.js";

export interface HookAnswer {
  readonly hook: HookName;
  /** Paths of the pages in the commit, below the work tree's top. */
  readonly pages: readonly string[];
  /** What keeps the commit from being made. */
  readonly findings: readonly Finding[];
  /** The trailers that were added. */
  readonly trailers: readonly string[];
}

/** Reads the staged blobs of changed pages; writes nothing, stages nothing. */
export async function preCommit(host: HookHost): Promise<Outcome<HookAnswer>> {
  const checked = await checkStaged(host);
  if (!checked.ok) return checked;
  const { pages, findings } = checked.value;
  return ok({ hook: "pre-commit", pages: pages.map(({ file }) => file.path), findings, trailers: [] });
}

/** Says in the message that a person edited these pages, once. Merges, rebases and fixups keep the words they have. */
export async function commitMessage(host: HookHost, file: string): Promise<Outcome<HookAnswer>> {
  const nothing: HookAnswer = { hook: "commit-msg", pages: [], findings: [], trailers: [] };
  if (host.operation === "merge" || host.operation === "rebase") return ok(nothing);
  const message = host.readMessage(file);
  if (!message.ok) return message;
  const text = message.value;
  if (text === null) return ok(nothing);
  const comment = host.comment(text);
  if (!comment.ok) return comment;
  if (isFixup(text) || isEmptyMessage(text, comment.value) || carriesReason(text, comment.value)) return ok(nothing);
  const pages = await stagedPages(host);
  if (!pages.ok || pages.value.length === 0) return pages.ok ? ok(nothing) : pages;
  const ids = await idsOf(host, pages.value);
  if (!ids.ok) return ids;
  const ops = pages.value.map(
    ({ file, path }, at) => `Pagefile-Op: ${op(file.status)} ${ids.value[at]} ${oneLine(path)}`,
  );
  const trailers = [
    "Pagefile-Reason: MANUAL_EDIT",
    ...ops.slice(0, opsMax),
    "Pagefile-Actor: human",
    "Pagefile-Origin: user",
  ];
  const written = host.writeMessage(file, addTrailers(text, trailers, comment.value));
  return written.ok ? ok({ ...nothing, pages: pages.value.map((page) => page.file.path), trailers }) : written;
}

/** A first commit of ten thousand pages needs no message of ten thousand lines: the commit itself names them. */
const opsMax = 100;

/** One word each, so that a path with spaces still reads back as the rest of the line. */
function op(status: "added" | "changed" | "deleted"): string {
  return status === "added" ? "create" : status === "deleted" ? "delete" : "edit";
}

/** A deleted file may have had any name; a line break in it would forge the next trailer. */
function oneLine(path: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed here
  return path.replace(/[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g, "?");
}

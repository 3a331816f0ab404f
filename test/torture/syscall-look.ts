/** Syscall look: what is wrong with a memory after an operation in which one call failed, and after it was made again. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openBelow } from "../support/open-files.js";
import { type Ground, headTexts, locksIn } from "./ground.js";
import type { Operation, Read, Stand } from "./syscall-operations.js";

export interface Tried {
  readonly n: number;
  /** null where it succeeded; otherwise what it said. */
  readonly said: string | null;
  readonly before: Before;
  /** The operation once more, with nothing failing. */
  again(): Promise<string | null>;
}

/** A ground before an operation. */
interface Before {
  readonly tip: string | undefined;
  readonly open: readonly string[];
}

export function seenBefore(ground: Ground): Before {
  return { tip: tipOf(ground), open: openBelow(ground.root) };
}

/** Sentences; none where the memory is old or new, whole, and the same again completes it. */
export async function look(
  operation: Operation,
  stand: Stand,
  { n, said, before, again }: Tried,
): Promise<readonly string[]> {
  const { ground } = stand;
  const wrong: string[] = [];
  if (said?.startsWith("thrown") === true) wrong.push("it threw");
  const open = openBelow(ground.root).filter((file) => !before.open.includes(file));
  if (open.length > 0) wrong.push(`left open: ${open.join(", ")}`);
  // Where the branch did not move, nothing can be in HEAD that was not there before.
  const done = said === null || (tipOf(ground) !== before.tip && operation.isDone(inHead(ground), n));
  // What a flush had committed before it failed, it knows; anything else that is done is not asked for twice.
  if (said !== null && (!done || operation.knowsItself)) {
    const second = await again();
    if (second !== null) wrong.push(`made again: ${second}`);
  }
  const status = ground.tryGit("status", "--porcelain", "--untracked-files=all");
  if (status.said !== "" || status.status !== 0) wrong.push(`git status says ${status.said.trim()}`);
  // What git says nothing about is in HEAD as it is on disk; HEAD itself is asked in the end.
  if (!operation.isDone(onDisk(ground), n)) wrong.push("it was acknowledged and is not there");
  const left = [...locksIn(ground), ...ticketsIn(ground.root), ...tempsIn(ground.root)];
  if (left.length > 0) wrong.push(`left behind: ${left.join(", ")}`);
  return wrong;
}

/** Objects are only ever added, so that what one failed call did to them still shows at the end, as do entries that are not in HEAD. */
export function lookAtAll(operation: Operation, { ground }: Stand, n: number): readonly string[] {
  const fsck = ground.tryGit("fsck", "--strict", "--no-dangling");
  const wrong = fsck.status === 0 ? [] : [`git fsck says ${fsck.said.trim()}`];
  const read = inHead(ground);
  const numbers = Array.from({ length: n }, (_, at) => at + 1).filter((at) => operation.stays || at === n);
  const absent = numbers.filter((at) => !operation.isDone(read, at));
  if (absent.length > 0) wrong.push(`HEAD lacks what was acknowledged the times ${absent.join(", ")}`);
  return wrong;
}

function inHead(ground: Ground): Read {
  const texts = headTexts(ground);
  return (path) => texts.get(path);
}

function onDisk({ root }: Ground): Read {
  return (path) => textOf(join(root, path));
}

/** Where the branch stands; nobody packs refs here. */
function tipOf({ root }: Ground): string | undefined {
  return textOf(join(root, ".git", "refs", "heads", "main"));
}

function ticketsIn(root: string): readonly string[] {
  return namesIn(join(root, ".git", "pagefile", "queue"));
}

/** Below the git dir; those beside pages are told by git. */
function tempsIn(root: string): readonly string[] {
  const all = readdirSync(join(root, ".git"), { recursive: true }) as string[];
  return all.filter((name) => name.endsWith(".tmp") || /(?:^|\/)tmp_obj_[^/]*$/.test(name));
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

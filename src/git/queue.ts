/**
 * WriterQueue: writers of one repository take turns, first come first served. Each waiting writer has one ticket file, in the order of their
 * numbers.
 */

import { closeSync, constants, lstatSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { compareText } from "../base/text.js";
import { isRemoved, makeFolder } from "../state/durable.js";
import { attempt } from "../state/fs-calls.js";
import { monotonicMs } from "../state/machine.js";
import { listFolder, openPlain, realFolders } from "../state/plain-file.js";
import { isOwnerDead, nameOwner, parseOwner, thisOwner } from "../state/process.js";
import type { GitLayout } from "./layout.js";

interface WriterQueueOptions {
  /** How long to wait for one and the same writer in front, in ms; 10,000 by default. */
  readonly patienceMs?: number;
  /** When a turn is long, in ms; 10,000 by default. */
  readonly turnMs?: number;
}

/** A ticket so much older than ours is nobody's who still writes: a crashed machine's that shares this folder. By the file system's clock. */
const abandonedMs = 600_000;
/** Whether the front is dead costs a system call or two; somebody who is quick is never asked. */
const suspectAfterMs = 50;

/**
 * A queue for each worktree, below its git dir, because writers of different worktrees share neither index nor branch. Two that
 * draw the same number at the same time are ordered by the rest of the name; one that is overtaken meets the other at git's locks.
 */
export function openWriterQueue(layout: GitLayout, options: WriterQueueOptions = {}) {
  const folder = join(layout.gitDir, "pagefile", "queue");
  const { patienceMs = 10_000, turnMs = 10_000 } = options;
  return {
    /**
     * Waits for this writer's turn. Whoever cannot queue, or waits for one that does not move, is let in all the same. `meanwhile`
     * is done once where there is somebody to wait for; it may not fail.
     */
    async enter(meanwhile?: () => Promise<void>): Promise<Turn> {
      const name = drawTicket(folder, layout.sharedMode);
      const ticket = name === null ? null : join(folder, name);
      try {
        if (name !== null) await untilFront(folder, name, { patienceMs, meanwhile });
      } catch (error) {
        if (ticket !== null) removeTicket(ticket);
        throw error;
      }
      return turnOf(ticket, turnMs);
    },
  };
}

/** Tickets of this process that are in the folder, so that an orderly exit leaves none. */
const mine = new Set<string>();
let watchingExit = false;

/** null where no ticket can be made: the record that follows says what is wrong with the disk, if anything is. */
function drawTicket(folder: string, sharedMode: number): string | null {
  const drawn = attempt("draw a ticket", () => {
    for (const left of leftBehind) removeTicket(left);
    realFolders(folder);
    makeFolder(folder, sharedMode);
    const last = readTickets(folder).at(-1);
    const number = last === undefined ? 1 : Number(last.slice(0, digits)) + 1;
    const name = `${String(number).padStart(digits, "0")}-${nameOwner(thisOwner())}`;
    const path = join(folder, name);
    const fd = openPlain(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o666);
    remember(path);
    // It stands by its name alone; that it did not close well changes nothing.
    attempt("close a ticket", () => closeSync(fd));
    return name;
  });
  return drawn.ok ? drawn.value : null;
}

interface Wait {
  readonly patienceMs: number;
  readonly meanwhile: (() => Promise<void>) | undefined;
}

async function untilFront(folder: string, name: string, { patienceMs, meanwhile }: Wait): Promise<void> {
  let rest = meanwhile;
  const passed = new Set<string>();
  let front = "";
  let since = 0;
  for (;;) {
    const waiting = attempt("read the queue", () => readTickets(folder));
    const ahead = (waiting.ok ? waiting.value : []).filter((one) => compareText(one, name) < 0 && !passed.has(one));
    const first = ahead[0];
    if (first === undefined) return;
    const now = monotonicMs();
    if (first !== front) {
      front = first;
      since = now;
    }
    const waited = now - since;
    if (waited > patienceMs || (waited === 0 && isAbandoned(folder, first, name))) passed.add(first);
    else if (waited > suspectAfterMs && isOwnerDead(first.slice(digits + 1))) removeTicket(join(folder, first));
    else if (rest !== undefined) {
      await rest();
      rest = undefined;
    } else await untilGone(join(folder, ahead.at(-1) ?? first), ahead.length);
  }
}

/** How long the whole queue is not read while the one directly in front is still there. */
const lookAgainMs = 50;

/**
 * Everybody waits for the one directly in front, which costs one system call a look, and looks more seldom the farther it is
 * from the front: only the next one's answer is urgent.
 */
async function untilGone(path: string, ahead: number): Promise<void> {
  const until = monotonicMs() + lookAgainMs;
  do await sleep(Math.min(ahead * 3 - 2, 25) * (0.75 + Math.random() / 2));
  while (monotonicMs() < until && isThere(path));
}

function isThere(path: string): boolean {
  const found = attempt("look at a ticket", () => lstatSync(path, { throwIfNoEntry: false }));
  return found.ok && found.value !== undefined;
}

function turnOf(ticket: string | null, turnMs: number): Turn {
  const began = monotonicMs();
  let over = ticket === null;
  return {
    leave() {
      if (!over && ticket !== null) removeTicket(ticket);
      over = true;
    },
    isLong: () => monotonicMs() - began > turnMs,
  };
}

/** Tickets that are over but could not be removed; the next draw tries again. */
const leftBehind = new Set<string>();

function removeTicket(path: string): void {
  if (isRemoved(path)) {
    mine.delete(path);
    leftBehind.delete(path);
  } else if (mine.has(path)) leftBehind.add(path);
}

const digits = 12;

/** In the order of their turns; what is no ticket is passed over. */
function readTickets(folder: string): readonly string[] {
  return listFolder(folder)
    .filter((name) => isTicket(name) && !leftBehind.has(join(folder, name)))
    .sort(compareText);
}

function isTicket(name: string): boolean {
  return /^\d{12}-/.test(name) && parseOwner(name.slice(digits + 1)) !== null;
}

function isAbandoned(folder: string, ticket: string, own: string): boolean {
  const made = [ticket, own].map((name) => lstatSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs);
  return made[0] !== undefined && made[1] !== undefined && made[1] - made[0] > abandonedMs;
}

function remember(path: string): void {
  mine.add(path);
  if (watchingExit) return;
  watchingExit = true;
  process.once("exit", () => {
    for (const left of mine) removeTicket(left);
  });
}

/** A writer's place at the front. */
export interface Turn {
  /** Lets the next one in; does nothing the second time. */
  leave(): void;
  /** Whether it has lasted so long that whoever tries again and again gives up, for the sake of those behind. */
  isLong(): boolean;
}
/** A courtesy, no lock: what two writers may not do at once is held apart by git's own locks, and readers never queue. */
export type WriterQueue = ReturnType<typeof openWriterQueue>;

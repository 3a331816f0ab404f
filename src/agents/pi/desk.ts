/** PiDesk: one session of pi at work: its memories open in this process, told event by event, and the block that its prompts get. */

import { shortDigest } from "../../base/digest--digest.js";
import type { Oid } from "../../base/ids.js";
import type { Failure, Outcome } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { type Memory, refresh } from "../../memory/memory.js";
import type { Workspace } from "../../memory/workspace.js";
import { straysOf } from "../../prompt/assemble--assemble-inputs.js";
import { logFaults } from "../../write/fault-log.js";
import { handle } from "../capture--handle.js";
import { type HarnessAnswer, type Moment, silence } from "../contract.js";
import { liveFrom } from "../live.js";
import { viewTranscript, wireHarnessNotes } from "../open.js";
import { workBehind } from "../turn-end--behind.js";
import type { PiConfig } from "./config.js";
import { pi } from "./desk--pi-moment.js";

export interface PiDeskAsked {
  /** Trusted stores, the first the primary one; the desk closes them. */
  readonly stores: Workspace;
  readonly config: PiConfig;
  readonly session: string;
  readonly cwd: string;
  /** null for a session that pi does not keep. */
  readonly transcript: string | null;
}

/** What is known only to pi when something happens. */
export interface PiNow {
  /** Tells two such events apart. */
  readonly id: string;
  /** Tokens that the model has left; null where pi does not know. */
  readonly room: number | null;
}

export interface PiDesk {
  /** What every prompt gets; empty for nothing. It is the state of the last turn, which lies on disk. */
  readonly block: () => string;
  /** What happened is kept before this ends. A failure is on record and in the answer. */
  readonly happen: (moment: Moment, now: PiNow) => Promise<HarnessAnswer>;
  /** The pages once more, where they may have changed: `files` also looks for what was edited by hand. */
  readonly renew: (now: PiNow, files: boolean) => Promise<HarnessAnswer>;
  /** A tool of ours committed `pages`, and the tables know them; or something of this process wrote `files`, or may have. */
  readonly wrote: (what: "pages" | "files") => void;
  /** Logs what the last answer did not wait for, as everything here does that comes next, for who looks at the logs from outside. */
  readonly finish: () => void;
  /** The stores with the session's own pages, for a tool; whoever gets them does not close them. */
  readonly open: (how: "read" | "write") => Promise<Outcome<Workspace>>;
  readonly close: () => Promise<void>;
}

export function openDesk(asked: PiDeskAsked): PiDesk {
  const { stores } = asked;
  const behind = workBehind((error) => void failed(asked, "prompt", bugOf(error)));
  let block = "";
  let stood: Standing = { heads: [], strays: null };
  let pages: readonly unknown[] = [];
  let written: "nothing" | "pages" | "files" = "files";
  const open: PiDesk["open"] = (how) => {
    behind.finish();
    return withSession(stores, asked.session, how);
  };
  const happen: PiDesk["happen"] = async (moment, now) => {
    const isDecided = moment.kind === "start" || moment.kind === "prompt";
    if (isDecided) return decided(moment, now, await headsOf(stores));
    return settled(asked, { moment, now, open, behind: behind.put });
  };
  /** `heads` were looked at before: a commit that comes meanwhile is news for the next call. */
  const decided = async (moment: Moment, now: PiNow, heads: Standing["heads"]): Promise<HarnessAnswer> => {
    const answer = await settled(asked, { moment, now, open, behind: behind.put });
    written = "nothing";
    stood = { heads, strays: await straysAt(stores, heads) };
    pages = pagesOf(stores);
    if (answer.context !== null) block = answer.context;
    else if (isEmpty(stores, asked.session)) block = "";
    return { ...answer, context: null };
  };
  return {
    block: () => block,
    happen,
    open,
    async renew(now, files) {
      const heads = await headsOf(stores);
      const isMoved = written !== "nothing" || !isSame(heads, stood.heads);
      // The tables are told what we commit; where nobody else did anything, no file is to be looked for.
      const isTold = written === "pages" && stood.strays !== null && stood.strays === (await straysAt(stores, heads));
      const isLooked = files || (isMoved && !isTold);
      // A store that cannot be looked at keeps the pages it has; the turn tells what it cannot read.
      const isSound = !isLooked || stores.memories.map((memory) => refresh(memory).ok).every(Boolean);
      // What a tool of ours found on the disk meanwhile is news too.
      const isStill = !isMoved && isSound && isSame(pagesOf(stores), pages);
      return isStill ? silence : decided({ kind: "prompt" }, now, heads);
    },
    wrote(what) {
      if (written !== "files") written = what;
    },
    finish: behind.finish,
    close() {
      behind.finish();
      return stores.close();
    },
  };
}

/** What stands in the stores, to be compared: a table that has changed is another one. */
function pagesOf({ memories }: Workspace): readonly unknown[] {
  return memories.flatMap(({ table, outside }) => [table, outside.length === 0 ? "" : JSON.stringify(outside)]);
}

function isSame(these: readonly unknown[], those: readonly unknown[]): boolean {
  return these.length === those.length && these.every((part, at) => part === those[at]);
}

interface Happening {
  readonly moment: Moment;
  readonly now: PiNow;
  readonly open: PiDesk["open"];
  readonly behind: (work: () => void) => void;
}

/** Never throws: pi goes on, and a person is told. */
async function settled(asked: PiDeskAsked, happening: Happening): Promise<HarnessAnswer> {
  try {
    const answer = await answered(asked, happening);
    return answer.ok ? answer.value : failed(asked, happening.moment.kind, answer.error);
  } catch (error) {
    return failed(asked, happening.moment.kind, bugOf(error));
  }
}

function bugOf(error: unknown): Failure {
  return { code: "corrupt", says: `a bug: ${error instanceof Error ? error.message : String(error)}`, hint: "" };
}

async function answered(
  asked: PiDeskAsked,
  { moment, now, open, behind }: Happening,
): Promise<Outcome<HarnessAnswer>> {
  const { session, cwd, config } = asked;
  const workspace = await open("read");
  if (!workspace.ok) return workspace;
  const notes = notesOf(workspace.value.primary);
  if (!notes.ok) return notes;
  const transcript = viewTranscript(asked.transcript);
  const key = shortDigest([process.pid, now.id, transcript.length, JSON.stringify(moment)].join("\n"), 24);
  const live = liveFrom(notes.value, {
    workspace: workspace.value,
    codec: pi,
    event: { session, cwd, transcript: asked.transcript, id: now.id, moment },
    key,
    transcript,
    pid: process.pid,
    options: { detached: "refuse" },
    budget: budgetFor(config, now.room),
    transcriptAt: viewTranscript,
    captures: { compaction: config.captureOnCompact, end: config.captureOnShutdown },
    behind,
  });
  return live.ok ? handle(live.value) : live;
}

/** Where they lie is found once: a memory's git dir stays where it was when the memory was opened. */
const notesBefore = new WeakMap<Memory, ReturnType<typeof wireHarnessNotes>>();

function notesOf(primary: Memory): ReturnType<typeof wireHarnessNotes> {
  const known = notesBefore.get(primary);
  if (known?.ok === true) return known;
  const notes = wireHarnessNotes({ primary });
  notesBefore.set(primary, notes);
  return notes;
}

/** Half of what is left at most, in steps, so that a prompt stays the same while the context fills. */
export function budgetFor({ maxMemoryTokens }: PiConfig, room: number | null): number {
  const step = 256;
  const most = room === null ? maxMemoryTokens : Math.floor(room / 2 / step) * step;
  return Math.max(1, Math.min(maxMemoryTokens, most));
}

function failed({ stores, session }: PiDeskAsked, boundary: Moment["kind"], { says, hint }: Failure): HarnessAnswer {
  const fault = { kind: "harness_failed", page: "", says: `${boundary}: ${says}`, hint } as const;
  logFaults(stores.primary, [fault], { session, boundary });
  return { ...silence, notice: hint === "" ? says : `${says} ${hint}` };
}

/** The session's own pages come and go between two events. */
async function withSession(stores: Workspace, session: string, how: "read" | "write"): Promise<Outcome<Workspace>> {
  const own = (await stores.primary.openSession?.(session, how)) ?? ok(null);
  if (!own.ok) return err(own.error);
  const memories = own.value === null ? stores.memories : [...stores.memories, own.value];
  return ok({ ...stores, memories, close: () => Promise.resolve() });
}

/** At which commits the stores stand, and what of their pages those do not hold; null where that cannot be told. */
interface Standing {
  readonly heads: readonly (Oid | "unborn" | "unknown")[];
  readonly strays: string | null;
}

async function headsOf({ memories }: Workspace): Promise<Standing["heads"]> {
  const heads: Standing["heads"][number][] = [];
  for (const { history } of memories) {
    const head = await history.head();
    heads.push(head.ok ? (head.value.commit ?? "unborn") : "unknown");
  }
  return heads;
}

async function straysAt({ memories }: Workspace, heads: Standing["heads"]): Promise<Standing["strays"]> {
  const told: string[] = [];
  for (const [at, memory] of memories.entries()) {
    const head = heads[at] ?? "unknown";
    const strays = head === "unknown" ? null : await straysOf(memory, head === "unborn" ? null : head);
    if (strays === null || !strays.ok) return null;
    told.push(JSON.stringify(strays.value));
  }
  return told.join("\n");
}

function isEmpty({ primary }: Workspace, session: string): boolean {
  const latest = primary.turns.latest(session);
  return latest.ok && latest.value.state?.text === "";
}

/**
 * DayFiles: the day's logs, the buffer and the session's state, which agents and people write by themselves. What stands there on disk alone is committed
 * outside of any night, or named with the reason why not; what a session saves at a fill of its context, decided by numbers alone, goes there too.
 */

import { dayAt, isDay, logName, type Oid, type PagePath } from "../base/ids.js";
import { type Outcome, ok } from "../base/result.js";
import { textIn } from "../base/text.js";
import { type Memory, refresh } from "../memory/memory.js";
import { entriesOf, type PageEntry, type PageTable } from "../memory/table.js";
import type { Workspace } from "../memory/workspace.js";
import { outline } from "../page/markdown/outline.js";
import { flush } from "../session/flush.js";
import { editedPages, statesToCommit } from "../session/pages/edits.js";
import { validateBatch } from "../write/commit/batch.js";
import { type CommitOptions, commit, type PatchAnswer } from "../write/commit/commit.js";
import { type HandFile, validateBegin, validateTakeIn, whyNot } from "../write/guard/hand.js";
import { type AppendPatch, envelopeHere, type PatchEnvelope } from "../write/patch.js";
import { significance, thresholds } from "./thresholds.js";

// NightPlaces: the files that a night knows by name.

export const memoryPath: PagePath = "MEMORY.md" as PagePath;

export const observationsPath: PagePath = "memory/observations.md" as PagePath;

export const bufferPath: PagePath = "memory/working-buffer.md" as PagePath;

const statePath: PagePath = "SESSION-STATE.md" as PagePath;

/** Takes what logs tell of a section where MEMORY.md has no room; what people say of it has a page of its own, which is pinned. */
export function spareId(section: string): string {
  return `${section.toLowerCase()}${ofLogs}`;
}

const ofLogs = "-from-logs";

const saidIds: ReadonlySet<string> = new Set(["rules", "preferences", "decisions", "facts", "lessons", "triggers"]);

/** Where statements are kept beside MEMORY.md: what a log tells must be new against these too. */
export function keptBeside(table: PageTable): readonly PagePath[] {
  const isKept = ({ id, slug, tier, implicit }: PageEntry): boolean =>
    slug === null && tier === "hot" && !implicit && (saidIds.has(id) || id.endsWith(ofLogs));
  return entriesOf(table).flatMap((entry) => (isKept(entry) ? [entry.path] : []));
}

/** `memory/2026-11-20.md` and `memory/2026-11-20-flights.md` → `2026-11-20`; null for another file, and for a day that no calendar has. */
export function dayOf(path: string): string | null {
  const day = logName.exec(path)?.[1] ?? null;
  return day === null || !isDay(day) ? null : day;
}

export interface HandWords {
  /** With the text on disk, by path. */
  readonly taken: readonly (HandFile & { readonly text: string })[];
  /** Files of the day that stay uncommitted, and why. */
  readonly left: readonly { readonly path: PagePath; readonly why: string; readonly hint?: string }[];
  /** Other pages that are not as HEAD has them, and those of the day that git ignores: somebody's to commit, or nobody's. */
  readonly others: readonly PagePath[];
}

/** A night judges words like the hook of a commit by hand would, so that nothing comes in that a person could not commit. */
export async function handWords(memory: Memory, head: Oid | null): Promise<Outcome<HandWords>> {
  const moved = await editedPages(memory, head);
  if (!moved.ok) return moved;
  const read = await statesToCommit(memory, head, moved.value.filter(isOfTheDay));
  if (!read.ok) return read;
  const { states, ignored } = read.value;
  const taken: HandWords["taken"][number][] = [];
  const left: HandWords["left"][number][] = [];
  for (const state of states) {
    if (state.work === null) continue;
    const why = await whyNot(memory, state);
    if (why !== null) left.push({ path: state.path, why });
    else taken.push({ path: state.path, work: state.work.oid, text: textIn(state.work.bytes) });
  }
  return ok({ taken, left, others: moved.value.filter((path) => !isOfTheDay(path) || ignored.has(path)) });
}

/** Files that the protocol has agents write with plain tools; whatever else is not committed may be half an edit. */
function isOfTheDay(path: PagePath): boolean {
  return dayOf(path) !== null || named.has(path);
}

const named: ReadonlySet<string> = new Set([memoryPath, observationsPath, bufferPath, statePath]);

interface TakenIn extends Pick<HandWords, "left"> {
  /** null where there was nothing to take in. */
  readonly commit: Oid | null;
  readonly paths: readonly PagePath[];
}

/** Tried again where somebody writes meanwhile; what keeps moving is left to the next time. */
const triesMax = 3;

export async function takeIn(memory: Memory, options: CommitOptions): Promise<Outcome<TakenIn>> {
  for (let tried = 1; ; tried += 1) {
    const head = await memory.history.head();
    if (!head.ok) return head;
    const hand = await handWords(memory, head.value.commit);
    if (!hand.ok) return hand;
    const { taken, left } = hand.value;
    if (taken.length === 0) return ok({ commit: null, paths: [], left });
    const files = taken.map(({ path, work }) => ({ path, work }));
    const paths = files.map(({ path }) => path);
    const validate = validateTakeIn.bind(null, files, envelopeHere(memory));
    const content = { op: "take-in", files };
    const done = await commit(memory, { validate, content, about: paths.join(", ") }, options);
    if (done.ok) return ok({ commit: done.value.commit, paths, left });
    if (done.error.code !== "version_conflict" || tried === triesMax) return done;
  }
}

interface CheckpointQuery {
  /** A share from 0 to 1. */
  readonly usage: number;
  /** What the session has not written down yet, as Markdown; null for nothing. */
  readonly text: string | null;
  readonly envelope: PatchEnvelope;
}

export interface CheckpointAnswer {
  readonly usage: number;
  readonly level: CheckpointLevel;
  /** The fill at which more is done; null at the last. */
  readonly nextAt: number | null;
  /** What only the session can do. */
  readonly asks: string;
  /** In order. */
  readonly done: readonly {
    readonly action: "take_in" | "flush" | "append";
    readonly paths: readonly PagePath[];
    /** null where everything was there already. */
    readonly commit: Oid | null;
  }[];
  /** Patches that were staged and refused at this checkpoint; they stay in the journal. */
  readonly rejected: number;
  /** Files of the day that could not be committed as they stand, and why. */
  readonly left: HandWords["left"];
  /** Entries of the text that wear no tag. */
  readonly untagged: number;
}

export async function checkpoint(
  workspace: Workspace,
  query: CheckpointQuery,
  options: CommitOptions,
): Promise<Outcome<CheckpointAnswer>> {
  const memory = workspace.primary;
  const { level, nextAt, commits, into, asks } = planCheckpoint(query.usage, dayAt(memory.zone, memory.clock.now()));
  const answer = { usage: query.usage, level, nextAt, asks, rejected: 0, left: [], untagged: 0 };
  const text = query.text === null || query.text.trim() === "" ? null : query.text;
  const done: CheckpointAnswer["done"][number][] = [];
  if (!commits && text === null) return ok({ ...answer, done });
  // What an agent wrote into these files by itself comes first: an append needs a committed file.
  const taken = await takeIn(memory, options);
  if (!taken.ok) return taken;
  if (taken.value.commit !== null)
    done.push({ action: "take_in", paths: taken.value.paths, commit: taken.value.commit });
  let rejected = 0;
  if (commits) {
    const flushed = await flush(workspace, { boundary: "manual", session: query.envelope.session }, options);
    if (!flushed.ok) return flushed;
    rejected = flushed.value.rejected.length;
    for (const { commit: oid } of flushed.value.committed) done.push({ action: "flush", paths: [], commit: oid });
  }
  if (text !== null) {
    const kept = await keep(memory, into, { ...query, text }, options);
    if (!kept.ok) return kept;
    done.push({ action: "append", paths: into, commit: kept.value });
  }
  const untagged = text === null ? 0 : untaggedIn(text);
  return ok({ ...answer, rejected, left: taken.value.left, untagged, done });
}

/** The same words into each file, as one commit; given twice they are there once. */
async function keep(
  memory: Memory,
  into: readonly PagePath[],
  { text, envelope }: { readonly text: string } & Pick<CheckpointQuery, "envelope">,
  options: CommitOptions,
): Promise<Outcome<Oid | null>> {
  const files = into.map((path) => ({ path, text: headerOf(path) }));
  const begun = await begin(memory, files, envelope, options);
  if (!begun.ok) return begun;
  const patches = into.map((page): AppendPatch => ({ op: "append", page, value: text, ...envelope }));
  const subject = `checkpoint: to ${into.join(" and ")}`;
  const boundary = "compaction";
  const validate = validateBatch.bind(null, patches, { boundary, reason: "CAPTURE", subject });
  const proposal = { validate, content: { op: "checkpoint", patches }, about: into.join(", "), boundary } as const;
  const done = await commit(memory, proposal, options);
  return done.ok ? ok(done.value.unchanged ? null : done.value.commit) : done;
}

// Checkpoint: what a session saves at which fill of its context: three steps, so that where one fails the other two catch it.

/** `calm`: nothing yet. `buffer`, `flush` and `dump` are the protocol's 60, 75 and 80 %. */
type CheckpointLevel = "calm" | "buffer" | "flush" | "dump";

const levels: readonly { readonly level: CheckpointLevel; readonly from: number }[] = [
  { level: "calm", from: 0 },
  { level: "buffer", from: thresholds.checkpointBuffer },
  { level: "flush", from: thresholds.checkpointFlush },
  { level: "dump", from: thresholds.checkpointDump },
];

interface CheckpointPlan extends Pick<CheckpointAnswer, "level" | "nextAt" | "asks"> {
  /** Whether what stands on disk and what is staged is committed. */
  readonly commits: boolean;
  /** Where the words given go: words given early are kept like any others. */
  readonly into: readonly PagePath[];
}

/** `usage` is a share from 0 to 1; more counts as full. `day` is the local day. */
export function planCheckpoint(usage: number, day: string): CheckpointPlan {
  const at = levels.findLastIndex(({ from }) => usage >= from);
  const { level } = levels[Math.max(0, at)]!;
  const log = `memory/${day}.md` as PagePath;
  return {
    level,
    nextAt: levels[Math.max(0, at) + 1]?.from ?? null,
    commits: level === "flush" || level === "dump",
    into: level === "dump" ? [log, statePath] : level === "flush" ? [log] : [bufferPath],
    asks: asked[level],
  };
}

const asked: Readonly<Record<CheckpointLevel, string>> = {
  calm: "Nothing yet; look again after the third answer from now, or after any large tool output.",
  buffer: "Give what is not written down anywhere yet as text: it goes to the working buffer.",
  flush: "Give decisions, lessons and what the human asked for as text: they go to the day's log.",
  dump: "Give everything unsaved now, without asking anybody: it goes to the day's log and to the session's state.",
};

/** Entries that nobody tagged: the first to be pruned. */
export function untaggedIn(markdown: string): number {
  const tags = Object.keys(significance);
  return outline(markdown, 0).entries.filter((entry) => !entry.tags.some((tag) => tags.includes(tag))).length;
}

/** Files that no commit has yet, made with these texts; `unchanged` where all of them are there. */
export async function begin(
  memory: Memory,
  files: readonly { readonly path: PagePath; readonly text: string }[],
  envelope: PatchEnvelope,
  options: CommitOptions,
): Promise<Outcome<PatchAnswer>> {
  const validate = validateBegin.bind(null, files, envelope);
  const about = files.map(({ path }) => path).join(", ");
  const begun = await commit(memory, { validate, content: { op: "begin", files }, about }, options);
  if (!begun.ok) return begun;
  const seen = refresh(memory);
  return seen.ok ? begun : seen;
}

/** What a file of the day begins with where it is made. */
function headerOf(path: PagePath): string {
  if (path === bufferPath) return "# Working buffer\n";
  if (path === statePath) return "# Session state\n";
  return `# ${path.slice("memory/".length, -".md".length)}\n`;
}

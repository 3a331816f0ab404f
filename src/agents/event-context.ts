/**
 * EventContext: one event at hand: the memory, what is known of its session, how what becomes of it is kept, and what its answer says besides the pages. What
 * the end of a turn and of a session come to is here too, also where nothing waits and no page is opened for it (`eventAtRest`).
 */

import { lstatSync, realpathSync, statSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { shortDigest } from "../base/digest.js";
import type { Oid } from "../base/ids.js";
import { parseLine } from "../base/json.js";
import { limits } from "../base/limits.js";
import { plainLine } from "../base/lines.js";
import { err, type Outcome, ok } from "../base/result.js";
import { compareText } from "../base/text.js";
import type { GitLayout } from "../git/layout.js";
import { readHead, readRef, sessionFolder, sessionName, sessionNames, sessionRef } from "../git/refs/refs.js";
import { inboxOf, pendingOf, untoldOf } from "../heard/inbox.js";
import type { Listed } from "../memory/disk/read.js";
import type { Memory } from "../memory/memory.js";
import { openPageStore } from "../memory/page-store.js";
import { isPageFile, loadedNames, type ProfileName, profileNames } from "../memory/profile.js";
import type { Holder } from "../memory/service.js";
import { type Sessions, type Source, sessionsOf } from "../memory/sessions.js";
import { entriesOf } from "../memory/table.js";
import type { Workspace } from "../memory/workspace.js";
import { thresholds } from "../night/thresholds.js";
import type { HarnessAt } from "../prompt/candidates.js";
import type { TurnAnswer } from "../prompt/trace/read.js";
import { findSecrets, redactSecrets } from "../rules/secret-keys.js";
import {
  cross,
  type FlushAnswer,
  type FlushQuery,
  lateness,
  logBoundary,
  type RejectedRow,
} from "../session/cross.js";
import { eventAt, type LifecycleEvent, lifecycle } from "../session/lifecycle.js";
import { attempt } from "../state/fs-calls.js";
import { systemClock } from "../state/machine.js";
import { namesIn } from "../state/plain-file.js";
import type { CommitOptions } from "../write/commit/commit.js";
import type { FaultKind } from "../write/fault.js";
import {
  type Fill,
  type HarnessAnswer,
  type HarnessEvent,
  joined,
  type Moment,
  silence,
  spokenIn,
  type Tongue,
} from "./codec.js";
import { type EventAsked, type EventHost, notesAt, placeOf } from "./event.js";
import { isDue, isOpen, type SessionNotes, type TranscriptView } from "./session-notes.js";

export interface EventContext extends SessionNotes, Pick<EventHost, "captures">, Partial<Pick<EventHost, "behind">> {
  readonly workspace: Workspace;
  readonly codec: Tongue;
  readonly event: HarnessEvent;
  readonly key: string;
  readonly transcript: TranscriptView;
  /** The process that the session lives in; null where nobody said. */
  readonly pid: number | null;
  readonly options: CommitOptions;
  /** Tokens for the pages; the memory's own budget when null. */
  readonly budget: number | null;
  /** How full the context is at the end of a turn; null where nobody tells it. */
  readonly fill: Fill | null;
}

// Checkpoint: a context that fills up loses its words to a summary soon: what they are has to be on disk before.

/** As the event or the transcript tells it at the end of a turn; null at other moments, and where nothing tells it. */
export function fillOf(codec: Tongue, { moment, fill: told }: HarnessEvent, transcript: TranscriptView): Fill | null {
  if (moment.kind !== "stop") return null;
  if (told !== undefined || codec.fill === undefined) return told ?? null;
  for (const line of transcript.last().toReversed()) {
    const entry = parseLine(line);
    const fill = entry === null ? null : codec.fill(entry);
    if (fill !== null) return fill;
  }
  return null;
}

/** The checkpoint that is due: the first, the second or the third, at 60, 75 and 80 % of the window; 0 where the last one stands. */
export function checkpointDue(fill: Fill | null, { filled }: Pick<SessionNotes["history"], "filled">): number {
  if (fill === null) return 0;
  const { tokens, window } = fill;
  // Much less than before is another context.
  const before = tokens < filled / 2 ? 0 : filled;
  const [now, then] = [tokens, before].map((each) => checkpoints.filter((step) => each >= step * window).length);
  return now! > then! ? now! : 0;
}

const { checkpointBuffer, checkpointFlush, checkpointDump } = thresholds;
const checkpoints: readonly number[] = [checkpointBuffer, checkpointFlush, checkpointDump];

// Paged: what a prompt says besides the pages: how to write into them, and what the person has to know.

/** What names the session, so that what the model writes down is told from what others write. `out`: so many pages did not fit. */
export function blockSays({ codec, event, workspace }: EventContext, pages: string, out: number): string {
  const unread = unreadSays(workspace);
  // A section of a page that stands in no block is loaded by the harness itself.
  const isLoaded = entriesOf(workspace.primary.table).some(({ slug }) => slug !== null);
  const says = unread.length > 0 ? "not all of it can be read" : "no page of it says anything yet";
  return [
    pages === ""
      ? `Pagefile keeps a memory for this project, and ${isLoaded ? "its pages are loaded already" : says}.`
      : "What Pagefile keeps in memory for this project follows; it takes the place of any earlier block like it.",
    `Write down what has to last as soon as you learn it: ${writingOf(codec, event.session)}`,
    ...readingSays(codec, event.session, pages, out),
    ...unread,
    pages,
  ].join("\n");
}

/** What a session would take for unsaid, since no page of it can be made: which files, why, and what mends them. */
function unreadSays({ memories }: Workspace): readonly string[] {
  const found = memories
    .flatMap(({ outside, table }) => [...outside, ...table.findings])
    .filter(({ severity, path }) => severity === "error" && path.endsWith(".md"));
  const told = found.slice(0, unreadMax).map(({ path, says, hint }) => {
    return plainLine(`${path} is not read, so nothing of it stands here: ${says} ${hint}`);
  });
  const more = found.length - told.length;
  return more > 0 ? [...told, `${more} more are not read: pagefile status`] : told;
}

const unreadMax = 3;

function writingOf({ program, writing }: Tongue, session: string): string {
  return writing ?? `${program()} remember "TEXT" --session ${session}`;
}

/** How the model reads this page whole. */
export function showing({ program, reading }: Tongue, page: string, session: string): string {
  return reading === undefined ? `${program()} show ${page} --session ${session}` : `${reading.page}, for ${page}`;
}

/** How to read what stands in the block by its name alone, and to look for what does not stand in it. */
function readingSays(codec: Tongue, session: string, pages: string, out: number): readonly string[] {
  const { program, reading } = codec;
  const looking = reading?.more ?? `${program()} recall "WORDS" --also "OTHER WORDS" --session ${session}`;
  const missed = out === 0 ? "" : `${out} more ${out === 1 ? "page" : "pages"} did not fit here. `;
  const more = missed !== "" || pages.includes("<more files=") ? [`${missed}Look for more: ${looking}`] : [];
  if (!pages.includes(' fidelity="')) return more;
  const resolving =
    reading === undefined ? `${program()} evidence ID --session ${session}` : `${reading.evidence}, for ID`;
  const result = pages.includes(' type="evidence"') ? `; what a tool answered: ${resolving}` : "";
  return [`Read a page whole: ${showing(codec, "ID", session)}${result}`, ...more];
}

const missing: ReadonlySet<FaultKind> = new Set([
  "pinned_invariant_miss",
  "invariant_pressure",
  "post_compaction_bootstrap_loss",
]);

export function missingSays(faults: TurnAnswer["faults"]): string | null {
  const [first, ...more] = faults.filter(({ kind }) => missing.has(kind));
  if (first === undefined) return null;
  return `${first.says} ${first.hint}${more.length === 0 ? "" : ` And ${more.length} more: pagefile faults`}`;
}

// OwnFiles: whether a session's harness loads files of a memory by itself, told by where the memory lies and where the session works.

/** null where it loads none of them: a memory that lies elsewhere is unknown to it. */
function ownFilesOf(codec: string, root: string, cwd: string | null): HarnessAt | null {
  const name: ProfileName | undefined = profileNames.find((each) => each === codec);
  if (name === undefined || cwd === null) return null;
  const [memory, work] = [resolve(root), resolve(cwd)];
  const top = memory.endsWith(sep) ? memory : memory + sep;
  if (work === memory || work.startsWith(top)) return { name, folder: "project" };
  return name === "claude-code" && isNotesOf(memory, work) ? { name, folder: "memory" } : null;
}

/** The first of the open memories of which it loads files: that in the tree, where the project's own lies elsewhere. */
export function loadedIn({ primary, memories }: Workspace, codec: string, cwd: string | null): HarnessAt | null {
  for (const { root, config, session } of memories) {
    const own = session === undefined ? ownFilesOf(codec, root, cwd) : null;
    if (own !== null) return { ...own, ...linksAt(root), ...(root === primary.root ? {} : { store: config.store }) };
  }
  return null;
}

/**
 * Files at the top by which a harness loads another one, since they are links, and to which they lead; nothing where there is none. The harness
 * reads through them, and no page does.
 */
function linksAt(root: string): { readonly links?: Readonly<Record<string, string>> } {
  const links: Record<string, string> = {};
  for (const name of loadedNames) {
    const led = attempt(`look at ${name}`, () => {
      const isLink = lstatSync(`${root}/${name}`, { throwIfNoEntry: false })?.isSymbolicLink() === true;
      return isLink ? relative(realpathSync(root), realpathSync(`${root}/${name}`)) : null;
    });
    // A link that leads nowhere, away or round gives nobody a page.
    if (led.ok && led.value !== null && !led.value.startsWith("..")) links[name] = led.value.split(sep).join("/");
  }
  return Object.keys(links).length === 0 ? {} : { links };
}

/** Claude Code keeps notes of a project in `.claude/projects/NAME/memory`, NAME being the project's path with a dash for all else. */
function isNotesOf(memory: string, work: string): boolean {
  const [claude, projects, name, last] = memory.split(sep).slice(-4);
  return `${claude}/${projects}/${last}` === ".claude/projects/memory" && name === work.replace(/[^A-Za-z0-9]/g, "-");
}

/** One event at the end of something, and how what waits is settled there. */
export interface Ending extends SessionNotes, Pick<EventContext, "codec" | "event" | "transcript"> {
  readonly sessions: Pick<Sessions, "read">;
  readonly head: () => Promise<Outcome<Oid | null>>;
  readonly flush: (query: FlushQuery) => Promise<Outcome<FlushAnswer>>;
  /** Names the session's own pages, where that flush found all of them taken in; null where it cannot tell. */
  readonly own: (flushed: FlushAnswer) => string | null;
}

/** The model is asked once a turn at most, and never when it goes on because it was asked. */
export async function turnEnd(
  ending: Ending,
  { again, said = null }: Moment & { readonly kind: "stop" },
): Promise<Outcome<HarnessAnswer>> {
  const { history, transcript } = ending;
  const flushed = await crossed(ending, "turn");
  if (!flushed.ok) return flushed;
  const head = await ending.head();
  if (!head.ok) return head;
  const { rejected } = flushed.value;
  const asks = again || history.nudged ? null : (refusedSays(rejected) ?? nudgeFor(ending, head.value));
  const own = ending.own(flushed.value);
  const note = { kind: "stop", nudged: asks !== null, length: transcript.length, head: head.value } as const;
  const kept = ending.keep({
    ...note,
    ...(own === null ? {} : { own }),
    ...(said === null ? {} : { said: endOf(said) }),
  });
  if (!kept.ok) return kept;
  return ok({ ...silence, context: asks, notice: noticeOf(flushed.value) });
}

/** On one line and without secrets: where an answer ends, it asks or offers something. */
function endOf(answer: string): string {
  const line = redactSecrets(answer.slice(-answerCharsMax)).replace(/\s+/g, " ").trim();
  if (line.length <= toldChars) return line;
  const end = line.slice(-toldChars);
  return `… ${end.slice(Math.max(0, end.search(/(?<=[.!?:] |[。！？])\S/)))}`;
}

const answerCharsMax = 4_000;
const toldChars = 300;

/** `captured` is how much of the transcript is captured now, in bytes. */
export async function sessionEnd(
  ending: Ending,
  event: LifecycleEvent,
  captured: Outcome<number>,
): Promise<Outcome<HarnessAnswer>> {
  const flushed = await crossed(ending, event);
  if (!captured.ok) return captured;
  if (!flushed.ok) return flushed;
  if (captured.value > ending.history.captured) {
    const noted = ending.keep({ kind: "lost", captured: captured.value });
    if (!noted.ok) return noted;
  }
  const kept = ending.keep({ kind: "end" });
  return kept.ok ? ok({ ...silence, notice: noticeOf(flushed.value) }) : kept;
}

/** Where something is lost, the transcript is told of only when much was said: a greeting that nobody writes down is no fault. */
export async function crossed(ending: Ending, event: LifecycleEvent): Promise<Outcome<FlushAnswer>> {
  const { boundary, loses } = lifecycle[event];
  const head = await ending.head();
  if (!head.ok) return head;
  const source = loses !== "nothing" && isUnwritten(ending, head.value, 0) ? sourceOf(ending) : ok(null);
  if (!source.ok) return source;
  const { session } = ending.event;
  return ending.flush({ boundary, event, session, source: source.value });
}

/** Whether much was said since the last commit, and behind that length of the transcript. */
function isUnwritten({ codec, history, transcript }: Ending, head: string | null, behind: number): boolean {
  const { stretch } = history;
  if (stretch === null || (stretch.head !== null && stretch.head !== head)) return false;
  const from = Math.max(stretch.length, behind);
  // Parsed only where it could be enough.
  if (transcript.length - from < limits.harnessNudgeCharsMin) return false;
  return spokenIn(codec, transcript.lines(from).lines) >= limits.harnessNudgeCharsMin;
}

/**
 * Each request is a call of the model over its whole context. Who wrote nothing down when asked is asked again when as much more was said as before
 * that, so that a long session is asked a few times.
 */
function nudgeFor(ending: Ending, head: string | null): string | null {
  const { asked, stretch } = ending.history;
  if (!isUnwritten(ending, head, asked + Math.max(0, asked - (stretch?.length ?? 0)))) return null;
  return [
    "Pagefile: this session has said much since it last wrote anything down. What the person said is kept without you; what you found out is not.",
    "If there is a decision, a constraint, a preference, a lesson or a change of the plan in it, write it down now, one fact a line:",
    `${writingOf(ending.codec, ending.event.session)}   (pages: ${ending.codec.program()} pages)`,
    "If there is nothing that should last, say so in one line and end the turn.",
  ].join("\n");
}

function refusedSays(rejected: readonly RejectedRow[]): string | null {
  if (rejected.length === 0) return null;
  const lines = rejected.slice(0, 5).map(({ reason, says, hint }) => `- ${reason}: ${says} ${hint}`);
  const more = rejected.length > 5 ? [`- and ${rejected.length - 5} more: pagefile journal --rejected`] : [];
  return ["Pagefile did not commit what you staged in this turn:", ...lines, ...more].join("\n");
}

export function noticeOf({ rejected, recovered, faults }: FlushAnswer): string | null {
  const refused = rejected.length + recovered.rejected.length;
  const many = refused === 1 ? "1 patch was" : `${refused} patches were`;
  const refusals = refused === 0 ? null : `${many} refused: pagefile journal --rejected`;
  return joined(" ", [refusals, ...faults.map((fault) => fault.says)]);
}

/** The state of the transcript, in the epoch that the session's record counts; null where it tells nothing that can be trusted. */
function sourceOf({ sessions, event, transcript }: Ending): Outcome<Source | null> {
  if (transcript.length === 0) return ok(null);
  const record = sessions.read(event.session);
  if (!record.ok) return record;
  const seen = record.value?.seen ?? { epoch: 0, length: 0, digest: null };
  // A file that got shorter is another one: its length says nothing, and a flush must not fail for it.
  if (seen.length !== null && transcript.length < seen.length) return ok(null);
  return ok({ epoch: seen.epoch, length: transcript.length, digest: null });
}

// AtRest: the one fast way: the end of a turn or of a session at which nothing waits and nothing moved, answered without opening a page or a history.
// Any other event is left to `capture.ts`, which opens the memory. At 1,000 pages that would cost each such event 80 ms of CPU more.

/** `cwd` is the folder the session was started in. null where more has to be done, or where anything went wrong on the way. */
export async function eventAtRest(
  asked: EventAsked,
  event: HarnessEvent,
  cwd: string,
): Promise<HarnessAnswer | null> {
  const { session, moment } = event;
  const opened = placeOf({ ...asked, cwd });
  // Several stores, refs in tables and no memory at all are not looked at from here, nor an id that somebody would refuse.
  if (!opened.ok || opened.value.others.length > 0 || opened.value.layout.refStorage !== "files") return null;
  if (!/^[\w.:-]{1,100}$/.test(session) || findSecrets(session).length > 0) return null;
  const place: RestPlace = { ...opened.value.holder, layout: opened.value.layout, clock: systemClock(asked.now) };
  const noted = notesAt(place, asked, event);
  if (!noted.ok) return null;
  const { history, transcript } = noted.value;
  // Only what was opened and found sound before is taken for granted.
  if (history.again !== null || history.stretch === null) return null;
  if (moment.kind !== "stop" && moment.kind !== "end") return null;
  const isOver = moment.kind === "end" && lifecycle[moment.event].loses === "session";
  if (isDue(history) || (isOver && isOpen(history))) return null;
  if (checkpointDue(fillOf(asked.codec, event, transcript), history) > 0) return null;
  if (!isIdle(place, session, history.own, isOver)) return null;
  const ending: Ending = {
    ...{ ...noted.value, codec: asked.codec, event, sessions: sessionsOf(place) },
    async head() {
      const head = readHead(place.layout);
      return head.ok ? ok(head.value.commit) : asksMore;
    },
    flush: async (query) => flushNothing(place, query),
    own: () => history.own,
  };
  const answer =
    moment.kind === "stop"
      ? await turnEnd(ending, moment)
      : await sessionEnd(ending, moment.event, ok(history.captured));
  // What failed is tried again by the whole program, which puts it into words: all that was written can be written twice.
  return answer.ok ? answer.value : null;
}

interface RestPlace extends Holder, Pick<Memory, "clock"> {
  readonly layout: GitLayout;
}

/**
 * Whether the end of a turn of that session has nothing to settle: nothing is staged by anybody, no commit was left half done, no session with pages
 * of its own has died, and this one's own pages are those that `own` names. Where it `isOver`, no log has to tell of it, too.
 */
function isIdle(holder: RestPlace, session: string, own: string | null, isOver: boolean): boolean {
  const { layout, clock, place } = holder;
  const heard = inboxOf(holder).read();
  if (!heard.ok || pendingOf(heard.value).length > 0) return false;
  if (isOver && untoldOf(heard.value, clock.now()).some((item) => item.session === session)) return false;
  if (["staged", "departures"].some((folder) => namesIn(join(place.state, folder)).length > 0)) return false;
  const dir = join(place.shared, "sessions");
  const { folders, refs } = sessionNames(dir, layout);
  if (folders.length + refs.length > 0 && mayBeDead(new Set([...folders, ...refs]), sessionsOf(holder))) return false;
  const name = ownName(dir, layout, session);
  return name === "none" || (name !== null && name === own);
}

/** Whether one of those that keep pages has died, by the rule that recovery goes by. */
function mayBeDead(names: ReadonlySet<string>, { list, isDead }: Sessions): boolean {
  const listed = list();
  if (!listed.ok) return true;
  return listed.value.records.some(
    ({ session, owner, ended }) =>
      names.has(sessionName(session)) && owner !== null && ended === null && isDead(owner),
  );
}

/** `none` where the session keeps no pages; null where that cannot be told, or where a ref waits for its folder. */
function ownName(dir: string, layout: GitLayout, session: string): string | null {
  const name = sessionName(session);
  const folder = sessionFolder(dir, name);
  const tip = readRef(layout, sessionRef(layout, name));
  if (!tip.ok) return null;
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return tip.value === null ? "none" : null;
  const include = { folders: [{ path: "", recursive: true }] };
  const listing = openPageStore(folder, include, { algorithm: layout.objectFormat }).list();
  // Something stands there that is no page, or that cannot be looked at.
  if (!listing.ok || listing.value.findings.length > 0) return null;
  const files = listing.value.files.filter(({ path }) => isPageFile(path));
  return nameStore(tip.value, files);
}

/** Crosses the boundary as a flush with nothing to settle does. */
function flushNothing(place: RestPlace, query: FlushQuery): Outcome<FlushAnswer> {
  const { boundary, session = null, source = null } = query;
  const event = query.event ?? eventAt[boundary];
  if (session === null) return asksMore;
  const crossing = { session, event, source };
  const late = lateness(place, crossing);
  if (!late.ok || late.value !== null) return late.ok ? asksMore : late;
  const crossed = cross(place, crossing, 0);
  if (!crossed.ok) return crossed;
  const answer: FlushAnswer = { boundary, event, session, ...nothing, ...crossed.value };
  logBoundary(place, { ...query, event }, ok(answer));
  return ok(answer);
}

const nothing = {
  committed: [],
  known: [],
  rejected: [],
  edits: [],
  recovered: { sessions: [], committed: [], known: [], rejected: [], edits: [], faults: [] },
  pages: [],
} as const;

/** Seen by nobody: the whole program is asked. */
const asksMore: Outcome<never> = err({ code: "locked", says: "This is not told from outside.", hint: "" });

// NameOwn: one name for a session's own pages, by which a later event can tell, without opening one, that none of them moved.

function nameStore(head: Oid | null, files: readonly Listed[]): string {
  const lines = [...files]
    .sort((a, b) => compareText(a.path, b.path))
    .map(({ path, stamp: at }) =>
      at === null ? path : `${path} ${at.size} ${at.mtimeMs} ${at.ctimeMs} ${at.inode}`,
    );
  return shortDigest([head ?? "unborn", ...lines].join("\n"), 32);
}

/**
 * The session's own pages as they were read last; null where there are none, where one is so young that its stamp vouches for nothing, or where
 * something stands there that is no page.
 */
export function nameOwn({ primary, memories }: Workspace, session: string): string | null {
  const own = memories.find((memory) => memory.session === session);
  const tip = primary.sessionPages?.tip(primary.sessionPages.nameOf(session));
  if (own === undefined || tip?.ok !== true || own.outside.length > own.configFindings.length) return null;
  const files = [...own.files.values()];
  return files.every(({ settled }) => settled) ? nameStore(tip.value, files) : null;
}

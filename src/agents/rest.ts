/**
 * AtRest: the one fast way: the end of a turn or of a session at which nothing waits and nothing moved, answered without opening a page or a history.
 * Any other event is left to `capture.ts`, which opens the memory. At 1,000 pages that would cost each such event 80 ms of CPU more.
 */

import { statSync } from "node:fs";
import { join } from "node:path";
import { shortDigest } from "../base/digest.js";
import type { Oid } from "../base/ids.js";
import { err, type Outcome, ok } from "../base/result.js";
import { compareText } from "../base/text.js";
import type { GitLayout } from "../git/layout.js";
import { readHead, readRef, sessionFolder, sessionName, sessionNames, sessionRef } from "../git/refs/refs.js";
import { inboxOf, pendingOf, untoldOf } from "../heard/inbox.js";
import type { Listed } from "../memory/disk/read.js";
import type { Memory } from "../memory/memory.js";
import { openPageStore } from "../memory/page-store.js";
import { isPageFile } from "../memory/profile.js";
import type { Holder } from "../memory/service.js";
import { type Sessions, sessionsOf } from "../memory/sessions.js";
import type { Workspace } from "../memory/workspace.js";
import { findSecrets } from "../rules/secret-keys.js";
import { cross, type FlushAnswer, type FlushQuery, lateness, logBoundary } from "../session/cross.js";
import { eventAt, lifecycle } from "../session/lifecycle.js";
import { systemClock } from "../state/machine.js";
import { namesIn } from "../state/plain-file.js";
import { eventKey, type HarnessAnswer, type HarnessEvent } from "./codec.js";
import { type EventAsked, placeOf } from "./event.js";
import { checkpointDue, type Ending, fillOf, sessionEnd, turnEnd } from "./event-context.js";
import { harnessNotesOf, isDue, isOpen, sessionNotes, viewTranscript } from "./session-notes.js";

interface RestPlace extends Holder, Pick<Memory, "clock"> {
  /** null on an unborn branch, undefined where it cannot be read. */
  readonly head: () => Oid | null | undefined;
  /**
   * Whether the end of a turn of that session has nothing to settle: nothing is staged by anybody, no commit was left half done, no session
   * with pages of its own has died, and this one's own pages are those that `own` names. Where it `isOver`, no log has to tell of it, too.
   */
  readonly isIdle: (session: string, own: string | null, isOver: boolean) => boolean;
}

/** null for what is not looked at from here: several stores, refs in tables, no memory at all. */
function openRestPlace(options: Pick<EventAsked, "cwd" | "repos" | "env" | "now">): RestPlace | null {
  const opened = placeOf(options);
  if (!opened.ok) return null;
  const { holder, layout, others } = opened.value;
  if (others.length > 0 || layout.refStorage !== "files") return null;
  const clock = systemClock(options.now);
  const { state, shared } = holder.place;
  const dir = join(shared, "sessions");
  return {
    ...holder,
    clock,
    head: () => headCommit(layout),
    isIdle(session, named, isOver) {
      const heard = inboxOf(holder).read();
      if (!heard.ok || pendingOf(heard.value).length > 0) return false;
      if (isOver && untoldOf(heard.value, clock.now()).some((item) => item.session === session)) return false;
      if ([join(state, "staged"), join(state, "departures")].some((folder) => namesIn(folder).length > 0))
        return false;
      const { folders, refs } = sessionNames(dir, layout);
      if (folders.length + refs.length > 0 && mayBeDead(new Set([...folders, ...refs]), sessionsOf(holder)))
        return false;
      const name = ownName(dir, layout, session);
      return name === "none" || (name !== null && name === named);
    },
  };
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

function headCommit(layout: GitLayout): Oid | null | undefined {
  const head = readHead(layout);
  return head.ok ? head.value.commit : undefined;
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
  return nameStore(
    tip.value,
    listing.value.files.filter(({ path }) => isPageFile(path)),
  );
}

// EventAtRest: an event at which nothing waits and nothing moved, answered without opening a page; any other is for whoever opens them.

/** `cwd` is the folder the session was started in. null where more has to be done, or where anything went wrong on the way. */
export async function eventAtRest(
  asked: EventAsked,
  event: HarnessEvent,
  cwd: string,
): Promise<HarnessAnswer | null> {
  const place = openRestPlace({ ...asked, cwd });
  if (place === null || !isPlain(event.session)) return null;
  const notes = harnessNotesOf(place).read(event.session);
  if (!notes.ok) return null;
  const transcript = viewTranscript(event.transcript);
  const noted = sessionNotes(
    harnessNotesOf(place),
    event.session,
    eventKey(asked.event, asked.bytes, event, transcript.length),
  );
  if (!noted.ok || noted.value.history.again !== null) return null;
  const { moment } = event;
  // Only what was opened and found sound before is taken for granted.
  if (!notes.value.some(({ kind }) => kind === "prompt")) return null;
  if (moment.kind !== "stop" && moment.kind !== "end") return null;
  const isOver = moment.kind === "end" && lifecycle[moment.event].loses === "session";
  if (isDue(noted.value.history) || (isOver && isOpen(noted.value.history))) return null;
  if (checkpointDue(fillOf(asked.codec, event, transcript), noted.value.history) > 0) return null;
  if (!place.isIdle(event.session, noted.value.history.own, isOver)) return null;
  const ending = endingAt(place, { ...noted.value, codec: asked.codec, event, transcript });
  if (moment.kind === "stop") return answered(await turnEnd(ending, moment.again));
  return answered(await sessionEnd(ending, moment.event, ok(noted.value.history.captured)));
}

/** What failed is tried again by the whole program, which puts it into words: all that was written can be written twice. */
function answered(answer: Outcome<HarnessAnswer>): HarnessAnswer | null {
  return answer.ok ? answer.value : null;
}

/** An id that nobody would refuse. */
function isPlain(session: string): boolean {
  return /^[\w.:-]{1,100}$/.test(session) && findSecrets(session).length === 0;
}

/** Crosses the boundary as a flush with nothing to settle does. */
function endingAt(
  place: RestPlace,
  about: Pick<Ending, "history" | "keep" | "codec" | "event" | "transcript">,
): Ending {
  return {
    ...about,
    sessions: sessionsOf(place),
    head: async () => headOf(place),
    flush: async (query) => flushNothing(place, query),
    own: () => about.history.own,
  };
}

function headOf({ head }: RestPlace): Outcome<Oid | null> {
  const commit = head();
  return commit === undefined ? asksMore : ok(commit);
}

function flushNothing(place: RestPlace, query: FlushQuery): Outcome<FlushAnswer> {
  const { boundary, session = null, source = null } = query;
  const event = query.event ?? eventAt[boundary];
  if (session === null) return asksMore;
  const crossing = { session, event, handling: lifecycle[event], source };
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
  const lines = [...files].sort((a, b) => compareText(a.path, b.path)).map(lineOf);
  return shortDigest([head ?? "unborn", ...lines].join("\n"), 32);
}

function lineOf({ path, stamp }: Listed): string {
  return stamp === null ? path : `${path} ${stamp.size} ${stamp.mtimeMs} ${stamp.ctimeMs} ${stamp.inode}`;
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

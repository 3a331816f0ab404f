/**
 * AtRest: an event at which nothing waits and nothing moved, answered without opening a page or a history. A context that begins so gets the
 * decision that was kept; any other event is left to whoever opens the memory.
 */

import { lstatSync, statSync } from "node:fs";
import { join } from "node:path";
import { shortDigest } from "../base/digest.js";
import type { Instant, Oid } from "../base/ids.js";
import { stableJson } from "../base/json.js";
import { limits } from "../base/limits.js";
import { err, type Outcome, ok } from "../base/result.js";
import { compareText } from "../base/text.js";
import { findLayout, type GitLayout } from "../git/layout.js";
import { readHead, readRef, sessionFolder, sessionName, sessionNames, sessionRef } from "../git/refs/refs.js";
import { type Item, inboxOf, overIn, pendingOf, untoldOf } from "../heard/inbox.js";
import { isSettled, type Listed } from "../memory/disk/read.js";
import { searchedIn } from "../memory/included.js";
import type { Memory } from "../memory/memory.js";
import { openPageStore } from "../memory/page-store.js";
import { isPageFile, type ProfileName, profileNames } from "../memory/profile.js";
import { configPath, rootsOf, stateFolder } from "../memory/root.js";
import type { Holder } from "../memory/service.js";
import { type Sessions, sessionsOf } from "../memory/sessions.js";
import type { Workspace } from "../memory/workspace.js";
import { type StandingDecision, standingDecisionsOf } from "../prompt/turn/standing.js";
import { takeStandingTurn } from "../prompt/turn/watch.js";
import { findSecrets } from "../rules/secret-keys.js";
import { cross, type FlushAnswer, type FlushQuery, lateness, logBoundary } from "../session/cross.js";
import { eventAt, lifecycle } from "../session/lifecycle.js";
import { makeKnown } from "../session/pages/known.js";
import { errnoOf } from "../state/fs-calls.js";
import { systemClock } from "../state/machine.js";
import { namesIn } from "../state/plain-file.js";
import type { Codec } from "./claude-code.js";
import {
  eventKey,
  type HarnessAnswer,
  type HarnessEvent,
  type HarnessRun,
  type Moment,
  silence,
} from "./contract.js";
import type { HarnessAsked } from "./event.js";
import {
  harnessNotesOf,
  isOpen,
  linesIn,
  type Noted,
  notedIn,
  type TranscriptView,
  viewTranscript,
} from "./known.js";
import { missingSays, owedSays, ownFilesOf, prefaceOf } from "./live.js";
import { type Ending, sessionEnd, turnEnd } from "./turn-end.js";

interface RestPlace extends Holder, Pick<Memory, "clock" | "root"> {
  /** null on an unborn branch, undefined where it cannot be read. */
  readonly head: () => Oid | null | undefined;
  /**
   * Whether the end of a turn of that session has nothing to settle: nothing is staged by anybody, no commit was left half done, no session
   * with pages of its own has died, and this one's own pages are those that `own` names. With `tells` neither that session, or no other, is to be
   * told of in a log.
   */
  readonly isIdle: (session: string, own: string | null, tells: "none" | "own" | "others") => boolean;
  /** Whether all that a prompt is made of is what it was when it was named so. */
  readonly stands: (session: string, codec: string, named: string) => boolean;
}

/** null for what is not looked at from here: several stores, refs in tables, no memory at all. */
function openRestPlace(options: Pick<HarnessAsked, "cwd" | "repos" | "env" | "now">): RestPlace | null {
  const { env, now } = options;
  const roots = rootsOf(options, env);
  const [root, ...others] = roots.ok ? roots.value : [];
  if (root === undefined || others.length > 0) return null;
  const layout = findLayout(root);
  if (!layout.ok || layout.value.refStorage !== "files") return null;
  const state = stateFolder(layout.value);
  const shared = stateFolder(layout.value, layout.value.commonDir);
  const dir = join(shared, "sessions");
  const own = (session: string): StandingStore | "none" | null => ownStore(dir, layout.value, session);
  const place = { root, state, shared, env, records: true };
  const holder: Holder = { place, services: new Map() };
  return {
    ...holder,
    root,
    clock: systemClock(now),
    head: () => headCommit(layout.value),
    isIdle(session, named, tells) {
      const heard = inboxOf(holder).read();
      if (!heard.ok || pendingOf(heard.value).length > 0) return false;
      if (tells !== "none" && !isTold(holder, heard.value, { session, tells, now: systemClock(now).now() }))
        return false;
      if ([join(state, "staged"), join(state, "departures")].some((folder) => namesIn(folder).length > 0))
        return false;
      const { folders, refs } = sessionNames(dir, layout.value);
      if (folders.length + refs.length > 0 && mayBeDead(new Set([...folders, ...refs]), sessionsOf(holder)))
        return false;
      const store = own(session);
      return store === "none" || (store !== null && named !== null && nameStore(store) === named);
    },
    stands(session, codec, named) {
      const about = standingAbout(root, codec);
      const profile = profileNames.find((name) => named.startsWith(`${name}.`));
      const head = headCommit(layout.value);
      const store = own(session);
      if (about === null || profile === undefined || head === undefined || store === null) return false;
      const files = pagesBelow(root, profile, layout.value);
      if (files === null) return false;
      const standing = nameStanding([profile, ...about], { head, files }, store === "none" ? null : store);
      return `${profile}.${standing}` === named;
    },
  };
}

/** Whether no log has to tell of the session that ends, or of others that are over. */
function isTold(
  holder: Holder,
  items: readonly Item[],
  { session, tells, now }: { readonly session: string; readonly tells: "own" | "others"; readonly now: Instant },
): boolean {
  if (tells === "own") return !untoldOf(items, now).some((item) => item.session === session);
  const over = overIn(items, { sessions: sessionsOf(holder), now, except: session });
  return over.ok && over.value.length === 0;
}

/**
 * What a prompt hangs on besides pages: the harness, this program and the settings. To be looked at before a memory is opened; null where
 * a file is so young that another could leave the same stamp.
 */
export function standingAbout(root: string, codec: string): readonly string[] | null {
  try {
    const stats = [lstatSync(join(root, configPath)), statSync(process.argv[1] ?? process.execPath)];
    if (!stats.every((stat) => isSettled(stat, Date.now()))) return null;
    return [codec, ...stats.map(({ size, mtimeMs, ctimeMs, ino }) => `${size} ${mtimeMs} ${ctimeMs} ${ino}`)];
  } catch (error) {
    if (errnoOf(error) === null) throw error;
    return null;
  }
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
function ownStore(dir: string, layout: GitLayout, session: string): StandingStore | "none" | null {
  const name = sessionName(session);
  const folder = sessionFolder(dir, name);
  const tip = readRef(layout, sessionRef(layout, name));
  if (!tip.ok) return null;
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) return tip.value === null ? "none" : null;
  const files = filesBelow(folder, { folders: [{ path: "", recursive: true }] }, layout);
  return files === null ? null : { head: tip.value, files };
}

function pagesBelow(root: string, profile: ProfileName, layout: GitLayout): StandingStore["files"] | null {
  return filesBelow(root, searchedIn({ profile }), layout);
}

/** null where something stands there that is no page, or that cannot be looked at. */
function filesBelow(
  root: string,
  include: Parameters<typeof openPageStore>[1],
  { objectFormat }: GitLayout,
): StandingStore["files"] | null {
  const listing = openPageStore(root, include, { algorithm: objectFormat }).list();
  if (!listing.ok || listing.value.findings.length > 0) return null;
  return listing.value.files.filter(({ path }) => isPageFile(path));
}

// EventAtRest: an event at which nothing waits and nothing moved, answered without opening a page; any other is for whoever opens them.

/** `cwd` is the folder the session was started in. null where more has to be done, or where anything went wrong on the way. */
export async function eventAtRest(asked: HarnessAsked, event: HarnessEvent, cwd: string): Promise<HarnessRun | null> {
  const place = openRestPlace({ ...asked, cwd });
  if (place === null || !isPlain(event.session)) return null;
  const notes = harnessNotesOf(place).read(event.session);
  if (!notes.ok) return null;
  const transcript = viewTranscript(event.transcript);
  const noted = notedIn(
    harnessNotesOf(place),
    event.session,
    eventKey(asked.event, asked.bytes, event, transcript.length),
  );
  if (!noted.ok || noted.value.known.again !== null) return null;
  const { moment } = event;
  const { codec, pid } = asked;
  if (moment.kind === "start")
    return answered(startAtRest(place, { ...noted.value, codec, event, moment, transcript, pid }));
  // Only what was opened and found sound before is taken for granted.
  if (!notes.value.some(({ kind }) => kind === "prompt")) return null;
  if (moment.kind !== "stop" && moment.kind !== "end") return null;
  if (moment.kind === "stop" && isOpen(noted.value.known)) return null;
  const tells = moment.kind === "end" && lifecycle[moment.event].loses === "session" ? "own" : "none";
  if (!place.isIdle(event.session, noted.value.known.own, tells)) return null;
  const ending = endingAt(place, { ...noted.value, codec, event, transcript });
  if (moment.kind === "stop") return answered(await turnEnd(ending, moment.again));
  return answered(await sessionEnd(ending, moment.event, ok(noted.value.known.captured)));
}

/** What failed is tried again by the whole program, which puts it into words: all that was written can be written twice. */
function answered(answer: Outcome<HarnessAnswer> | null): HarnessRun | null {
  return answer?.ok === true ? { answer: answer.value, failed: null } : null;
}

/** An id that nobody would refuse. */
function isPlain(session: string): boolean {
  return /^[\w.:-]{1,100}$/.test(session) && findSecrets(session).length === 0;
}

/** Crosses the boundary as a flush with nothing to settle does. */
function endingAt(
  place: RestPlace,
  about: Pick<Ending, "known" | "keep" | "codec" | "event" | "transcript">,
): Ending {
  return {
    ...about,
    sessions: sessionsOf(place),
    head: async () => headOf(place),
    flush: async (query) => flushNothing(place, query),
    own: () => about.known.own,
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

// StartAtRest: a context that begins where nothing waits, and where nothing moved since a decision that any session would get.

interface Starting extends Noted {
  readonly codec: Codec;
  readonly event: HarnessEvent;
  readonly moment: Moment & { readonly kind: "start" };
  readonly transcript: TranscriptView;
  readonly pid: number | null;
}

/** Does what `start` does, in the same order. null, before anything is written, where there is more to be done; or where a turn was taken meanwhile. */
function startAtRest(place: RestPlace, starting: Starting): Outcome<HarnessAnswer> | null {
  const { codec, event, moment, known, keep, transcript, pid } = starting;
  const { session } = event;
  // Calls before it are judged by whoever opens the pages that hold their results.
  if (moment.fork !== undefined || known.tools.length > 0) return null;
  const preface = prefaceOf({ codec, event });
  const charsMax = codec.blockCharsMax - preface.length;
  const decision = standingDecisionsOf(place).read(codec.name);
  if (decision?.charsMax !== charsMax || isOld(decision, place) || !place.isIdle(session, known.own, "others"))
    return null;
  // Another folder, and the harness loads other files by itself.
  const harness = ownFilesOf(codec.name, place.root, event.cwd);
  if (stableJson(decision.record.inputs.harness ?? null) !== stableJson(harness)) return null;
  if (!place.stands(session, codec.name, decision.name)) return null;
  const head = place.head();
  if (head === undefined) return null;
  const owner = pid === null ? null : sessionsOf(place).ownerOf(pid);
  const made = makeKnown(place, { session, owner, parent: null });
  if (!made.ok) return made;
  const asked = (turn: number): object => {
    const own = harness === null ? {} : { harness };
    return { session, turn, events: [], tools: [], budget: null, demands: [], audience: "owner", charsMax, ...own };
  };
  const taken = takeStandingTurn(place, decision, { session, asked });
  if (!taken.ok || taken.value === null) return taken.ok ? null : taken;
  const { text, faults, before } = taken.value;
  const digest = shortDigest(text, 16);
  const gives = text !== "" && (moment.bare || known.given === null);
  const noted = keep({
    kind: "prompt",
    given: gives ? digest : null,
    length: transcript.length,
    ...(moment.bare ? { bare: true } : {}),
    ...(gives ? { lines: linesIn(text).join(" ") } : {}),
    ...(head === null ? {} : { told: head }),
  });
  if (!noted.ok) return noted;
  const missed = missingSays(faults);
  const notice = missed === missingSays(before) && !gives ? null : missed;
  const context = gives ? [preface + text, owedSays(place)].filter((part) => part !== null).join("\n") : null;
  return ok({ ...silence, context, notice });
}

/** Also one of a clock that was turned back since. */
function isOld({ record }: StandingDecision, { clock }: Pick<RestPlace, "clock">): boolean {
  const age = Date.parse(clock.now()) - Date.parse(record.at);
  return !(age >= 0 && age <= limits.harnessStandingHoursMax * 3_600_000);
}

// Standing: one name for all that a prompt is made of, by which a later event can tell, without opening a page, that nothing of it moved.

interface StandingStore {
  /** The commit that its history stands at. */
  readonly head: Oid | null;
  /** With their stamps: one without is of a file that cannot be told from another. */
  readonly files: readonly Listed[];
}

/** `own` are the pages that the session keeps to itself; null where there are none. */
function nameStanding(about: readonly string[], stores: StandingStore, own: StandingStore | null): string {
  return shortDigest([...about, nameStore(stores), own === null ? "none" : nameStore(own)].join("\n"), 32);
}

function nameStore({ head, files }: StandingStore): string {
  const lines = [...files].sort((a, b) => compareText(a.path, b.path)).map(lineOf);
  return shortDigest([head ?? "unborn", ...lines].join("\n"), 32);
}

function lineOf({ path, stamp }: Listed): string {
  return stamp === null ? path : `${path} ${stamp.size} ${stamp.mtimeMs} ${stamp.ctimeMs} ${stamp.inode}`;
}

/**
 * Looks at the commits first and at the files when it is asked behind a decision: what moved between is not what is named, and the next
 * event finds another name. `about` is what else it was made of, looked at before the memory was opened; null where that cannot be told.
 */
export async function standingFor(
  { primary, memories }: Workspace,
  about: readonly string[] | null,
): Promise<() => string | null> {
  const own = memories.find(({ session }) => session !== undefined) ?? null;
  const head = await primary.history.head();
  const ownHead = (await own?.history.head()) ?? null;
  return () => {
    if (about === null || !head.ok || ownHead?.ok === false) return null;
    // Other stores beside it are looked at by nobody here.
    if (memories.length !== (own === null ? 1 : 2)) return null;
    const [store, ownStore] = [
      storeOf(primary, head.value.commit),
      own && storeOf(own, ownHead?.value.commit ?? null),
    ];
    if (store === null || (own !== null && ownStore === null)) return null;
    const { profile, include, exclude } = primary.config;
    // A later event knows the profile alone, and would look at other files.
    if (include !== undefined || exclude !== undefined) return null;
    return `${profile}.${nameStanding([profile, ...about], store, ownStore)}`;
  };
}

/** The session's own pages as they were read last; null where there are none, or where that cannot be told. */
export function nameOwn({ primary, memories }: Workspace, session: string): string | null {
  const own = memories.find((memory) => memory.session === session);
  const tip = primary.sessionPages?.tip(primary.sessionPages.nameOf(session));
  if (own === undefined || tip?.ok !== true) return null;
  const store = storeOf(own, tip.value);
  return store === null ? null : nameStore(store);
}

/** null where a file is so young that its stamp vouches for nothing, or where something stands there that is no page. */
function storeOf({ files, outside, configFindings }: Memory, head: Oid | null): StandingStore | null {
  if (outside.length > configFindings.length) return null;
  const all = [...files.values()];
  return all.every(({ settled }) => settled) ? { head, files: all } : null;
}

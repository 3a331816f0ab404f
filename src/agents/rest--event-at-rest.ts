/** EventAtRest: an event at which nothing waits and nothing moved, answered without opening a page; any other is for whoever opens them. */

import type { Oid } from "../base/ids.js";
import type { Outcome } from "../base/result.js";
import { err, ok } from "../base/result--result.js";
import { findSecrets } from "../rules/secret-keys--secret.js";
import type { FlushAnswer } from "../session/cross.js";
import { cross, lateness } from "../session/cross--lifecycle-cross.js";
import { type FlushQuery, logBoundary } from "../session/cross--trace-boundary.js";
import { eventAt, lifecycle } from "../session/lifecycle.js";
import { type HarnessAnswer, type HarnessEvent, silence } from "./contract.js";
import { eventKey } from "./contract--event-key.js";
import type { HarnessRun } from "./contract--failing.js";
import type { HarnessAsked } from "./event.js";
import { repeatsIn } from "./known.js";
import { type Noted, notedIn } from "./known--noted.js";
import { viewTranscript } from "./open.js";
import { openRestPlace, type RestPlace } from "./rest.js";
import { startAtRest } from "./rest--start-at-rest.js";
import { type Ending, sessionEnd, turnEnd } from "./turn-end.js";

/** `cwd` is the folder the session was started in. null where more has to be done, or where anything went wrong on the way. */
export async function eventAtRest(asked: HarnessAsked, event: HarnessEvent, cwd: string): Promise<HarnessRun | null> {
  const place = openRestPlace({ cwd, repos: asked.repos, now: asked.now });
  if (place === null || !isPlain(event.session)) return null;
  const notes = place.notes.read(event.session);
  if (!notes.ok) return null;
  const transcript = viewTranscript(event.transcript);
  const noted = notedIn(place.notes, event.session, eventKey(asked.event, asked.bytes, event, transcript.length));
  if (!noted.ok || noted.value.known.again !== null) return null;
  const { moment } = event;
  const { codec, pid } = asked;
  if (moment.kind === "start")
    return answered(startAtRest(place, { ...noted.value, codec, event, moment, transcript, pid }));
  // Only what was opened and found sound before is taken for granted.
  if (!notes.value.some(({ kind }) => kind === "prompt")) return null;
  if (moment.kind === "prompt") {
    if (repeatsIn(notes.value)) return null;
    return answered(calmPrompt(place, noted.value, { session: event.session, codec: codec.name, transcript }));
  }
  if (moment.kind !== "stop" && moment.kind !== "end") return null;
  if (!place.isIdle(event.session, noted.value.known.own)) return null;
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

/** Of calls that no decision has judged yet. */
const callsMax = 200;

/** The model has what it would be given; the calls so far are judged with the next decision. */
function calmPrompt(
  { stands }: RestPlace,
  { known, keep }: Noted,
  at: { readonly session: string; readonly codec: string; readonly transcript: { readonly length: number } },
): Outcome<HarnessAnswer> | null {
  const { standing } = known;
  if (standing === null || known.tools.length >= callsMax) return null;
  // Pages are made of results that are kept: a loss must find their calls judged.
  if (known.results.some(({ signature }) => known.tools.includes(signature))) return null;
  if (!stands(at.session, at.codec, standing)) return null;
  const kept = keep({ kind: "prompt", given: null, length: at.transcript.length, standing, calm: true });
  return kept.ok ? ok(silence) : kept;
}

/** Crosses the boundary as a flush with nothing to settle does. */
function endingAt(
  place: RestPlace,
  about: Pick<Ending, "known" | "keep" | "codec" | "event" | "transcript">,
): Ending {
  return {
    ...about,
    sessions: place.sessions,
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

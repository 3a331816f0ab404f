/**
 * TurnEnd: what the end of a turn and of a session come to, whether or not pages are opened for it, and the work that is put off until the answer
 * is on its way.
 */

import type { Oid } from "../base/ids.js";
import { limits } from "../base/limits.js";
import { type Outcome, ok } from "../base/result.js";
import type { Sessions, Source } from "../memory/sessions.js";
import type { FlushAnswer, FlushQuery, RejectedRow } from "../session/cross.js";
import { type LifecycleEvent, lifecycle } from "../session/lifecycle.js";
import { type HarnessAnswer, silence } from "./contract.js";
import type { Noted } from "./known.js";
import type { Live } from "./live.js";

/** One event at the end of something, and how what waits is settled there. */
export interface Ending extends Noted, Pick<Live, "codec" | "event" | "transcript"> {
  readonly sessions: Pick<Sessions, "read">;
  readonly head: () => Promise<Outcome<Oid | null>>;
  readonly flush: (query: FlushQuery) => Promise<Outcome<FlushAnswer>>;
  /** Names the session's own pages, where that flush found all of them taken in; null where it cannot tell. */
  readonly own: (flushed: FlushAnswer) => string | null;
}

/** The model is asked once a turn at most, and never when it goes on because it was asked. */
export async function turnEnd(ending: Ending, again: boolean): Promise<Outcome<HarnessAnswer>> {
  const { known, transcript } = ending;
  const flushed = await crossed(ending, "turn");
  if (!flushed.ok) return flushed;
  const head = await ending.head();
  if (!head.ok) return head;
  const { rejected } = flushed.value;
  const asks = again || known.nudged ? null : (refusedSays(rejected) ?? nudgeFor(ending, head.value));
  const own = ending.own(flushed.value);
  const note = { kind: "stop", nudged: asks !== null, length: transcript.length, head: head.value } as const;
  const kept = ending.keep({ ...note, ...(own === null ? {} : { own }) });
  if (!kept.ok) return kept;
  return ok({ ...silence, context: asks, notice: noticeOf(flushed.value) });
}

/** `captured` is how much of the transcript is captured now, in bytes. */
export async function sessionEnd(
  ending: Ending,
  event: LifecycleEvent,
  captured: Outcome<number>,
): Promise<Outcome<HarnessAnswer>> {
  const flushed = await crossed(ending, event);
  if (!captured.ok) return captured;
  if (!flushed.ok) return flushed;
  if (captured.value > ending.known.captured) {
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
function isUnwritten({ codec, known, transcript }: Ending, head: string | null, behind: number): boolean {
  const { stretch } = known;
  if (stretch === null || (stretch.head !== null && stretch.head !== head)) return false;
  const from = Math.max(stretch.length, behind);
  // Parsed only where it could be enough.
  if (transcript.length - from < limits.harnessNudgeCharsMin) return false;
  return codec.spoken(transcript.lines(from).lines) >= limits.harnessNudgeCharsMin;
}

function nudgeFor(ending: Ending, head: string | null): string | null {
  if (!isUnwritten(ending, head, ending.known.asked)) return null;
  return [
    "Pagefile: this session has said much since it last wrote anything down, and none of it outlives the session.",
    "If there is a decision, a constraint, a preference, a lesson or a change of the plan in it, write it down now, one fact a line:",
    `${ending.codec.writing(ending.event.session)}   (pages: pagefile pages; a new one: pagefile new)`,
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
  const says = [
    ...(refused === 0
      ? []
      : [`${refused === 1 ? "1 patch was" : `${refused} patches were`} refused: pagefile journal --rejected`]),
    ...faults.map((fault) => fault.says),
  ];
  return says.length === 0 ? null : says.join(" ");
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

// Behind: work that nobody waits for: put off until what was asked for is on its way, and done before anything else is asked.

interface Behind {
  readonly put: (work: () => void) => void;
  /** Does now, in order, what was put off. */
  readonly finish: () => void;
}

/** Long enough for a request to leave the process, in milliseconds. */
const delayMs = 10;

/** `failed` is told what a piece of work throws; the others are done all the same. */
export function workBehind(failed: (error: unknown) => void): Behind {
  let waiting: readonly (() => void)[] = [];
  const finish = (): void => {
    const works = waiting;
    waiting = [];
    for (const work of works) {
      try {
        work();
      } catch (error) {
        failed(error);
      }
    }
  };
  return {
    put(work) {
      if (waiting.length === 0) setTimeout(finish, delayMs);
      waiting = [...waiting, work];
    },
    finish,
  };
}

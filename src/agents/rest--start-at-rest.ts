/** StartAtRest: a context that begins where nothing waits, and where nothing moved since a decision that any session would get. */

import { shortDigest } from "../base/digest--digest.js";
import { stableJson } from "../base/json.js";
import { limits } from "../base/limits.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import type { StandingDecision } from "../prompt/turn/standing--standing-decisions.js";
import { takeStandingTurn } from "../prompt/turn/watch--turn-standing.js";
import { makeKnown } from "../session/pages/known--session-known.js";
import type { Codec } from "./claude-code--codec.js";
import { type HarnessAnswer, type HarnessEvent, type Moment, silence } from "./contract.js";
import type { Noted } from "./known--noted.js";
import type { TranscriptView } from "./live.js";
import { ownFilesOf } from "./live--own-files.js";
import { missingSays, prefaceOf } from "./live--paged.js";
import { beginOf, isNew, wordsBefore } from "./live--words-before.js";
import { viewTranscript } from "./open.js";
import type { RestPlace } from "./rest.js";

export interface Starting extends Noted {
  readonly codec: Codec;
  readonly event: HarnessEvent;
  readonly moment: Moment & { readonly kind: "start" };
  readonly transcript: TranscriptView;
  readonly pid: number | null;
}

/** Does what `start` does, in the same order. null, before anything is written, where there is more to be done; or where a turn was taken meanwhile. */
export function startAtRest(place: RestPlace, starting: Starting): Outcome<HarnessAnswer> | null {
  const { codec, event, moment, known, keep, transcript, pid } = starting;
  const { session } = event;
  // Calls before it are judged by whoever opens the pages that hold their results.
  if (moment.fork !== undefined || known.tools.length > 0) return null;
  const preface = prefaceOf({ codec, event });
  const charsMax = codec.blockCharsMax - preface.length;
  const decision = place.decisions.read(codec.name);
  if (decision?.charsMax !== charsMax || isOld(decision, place) || !place.isIdle(session, known.own)) return null;
  // Another folder, and the harness loads other files by itself.
  const harness = ownFilesOf(codec.name, place.root, event.cwd);
  if (stableJson(decision.record.inputs.harness ?? null) !== stableJson(harness)) return null;
  if (!place.stands(session, codec.name, decision.name)) return null;
  const head = place.head();
  const earlier = {
    notes: place.notes.latest.bind(null, session),
    transcript: viewTranscript,
  };
  const words = isNew(known) ? wordsBefore({ earlier, event, codec, sessions: place.sessions }, moment.how) : ok([]);
  if (!words.ok || words.value.length > 0 || head === undefined) return null;
  const owner = pid === null ? null : place.sessions.ownerOf(pid);
  const made = makeKnown(place, { session, owner, parent: null });
  if (!made.ok) return made;
  const begun = isNew(known) ? keep(beginOf({ event, codec, length: transcript.length, head })) : ok(undefined);
  if (!begun.ok) return begun;
  const asked = (turn: number): object => {
    const own = harness === null ? {} : { harness };
    return { session, turn, events: [], tools: [], budget: null, demands: [], audience: "owner", charsMax, ...own };
  };
  const taken = takeStandingTurn(place, decision, { session, asked });
  if (!taken.ok || taken.value === null) return taken.ok ? null : taken;
  const { text, faults, before } = taken.value;
  const digest = shortDigest(text, 16);
  const gives = text !== "" && (moment.bare || digest !== known.given);
  const noted = keep({
    kind: "prompt",
    given: gives ? digest : null,
    length: transcript.length,
    standing: decision.name,
  });
  if (!noted.ok) return noted;
  const missed = missingSays(faults);
  const notice = missed === missingSays(before) && !gives ? null : missed;
  return ok({ ...silence, context: gives ? preface + text : null, notice });
}

/** Also one of a clock that was turned back since. */
function isOld({ record }: StandingDecision, { clock }: Pick<RestPlace, "clock">): boolean {
  const age = Date.parse(clock.now()) - Date.parse(record.at);
  return !(age >= 0 && age <= limits.harnessStandingHoursMax * 3_600_000);
}

/** EventOfTool: the event that comes most often, answered without opening a page: a harness waits for it after every call. */

import type { Outcome } from "../base/result.js";
import { type HarnessAnswer, type HarnessEvent, type Moment, silence } from "./contract.js";
import { eventKey } from "./contract--event-key.js";
import { bugSays, failedIn, failedWith, type HarnessRun } from "./contract--failing.js";
import type { HarnessAsked } from "./event.js";
import { notedIn } from "./known--noted.js";
import { viewTranscript } from "./open.js";
import { openToolPlace, type ToolPlace } from "./tool-event.js";
import { called } from "./tool-event--called.js";

export type ToolEvent = HarnessEvent & { readonly moment: Moment & { readonly kind: "tool" } };

/** `cwd` is the folder the session was started in. */
export async function eventOfTool(asked: HarnessAsked, event: ToolEvent, cwd: string): Promise<HarnessRun> {
  const opened = openToolPlace({ cwd, repos: asked.repos, now: asked.now });
  if (!opened.ok) {
    const isElsewhere = opened.error.code === "not_a_repository" && asked.repos.length === 0;
    return isElsewhere ? { answer: silence, failed: null } : failedWith(opened.error.says);
  }
  const place = opened.value;
  const { session } = event;
  const failed = async (says: string): Promise<HarnessRun> =>
    failedIn(await place.faulty(), { session, event: asked.event, says });
  try {
    const answer = answerIn(place, asked, event);
    return answer.ok
      ? { answer: answer.value, failed: null }
      : await failed(`${answer.error.says} ${answer.error.hint}`);
  } catch (error) {
    return failed(bugSays(error));
  }
}

function answerIn(place: ToolPlace, asked: HarnessAsked, event: ToolEvent): Outcome<HarnessAnswer> {
  const key = eventKey(asked.event, asked.bytes, event, viewTranscript(event.transcript).length);
  const noted = notedIn(place.notes, event.session, key);
  return noted.ok ? called(noted.value, place, event.moment) : noted;
}

/**
 * ToolEvent: the event that comes most often, a tool that was called and has answered. Its result is kept by reference and its signature noted,
 * without a page being opened.
 */

import { type Outcome, ok } from "../base/result.js";
import { findLayout } from "../git/layout.js";
import { rootsOf, stateFolder } from "../memory/root.js";
import type { Holder } from "../memory/service.js";
import { evidenceSignature, keepResult } from "../session/evidence/keep.js";
import type { KeptResult } from "../write/evidence.js";
import {
  bugSays,
  eventKey,
  failedIn,
  failedWith,
  type HarnessAnswer,
  type HarnessEvent,
  type HarnessRun,
  type Moment,
  silence,
} from "./contract.js";
import type { HarnessAsked } from "./event.js";
import { harnessNotesOf, type Noted, notedIn, viewTranscript } from "./known.js";

function openToolPlace(options: Pick<HarnessAsked, "cwd" | "repos" | "env">): Outcome<Holder> {
  const { env } = options;
  const roots = rootsOf(options, env);
  if (!roots.ok) return roots;
  const [root = ""] = roots.value;
  const layout = findLayout(root);
  if (!layout.ok) return layout;
  const state = stateFolder(layout.value);
  const shared = stateFolder(layout.value, layout.value.commonDir);
  const place = { root, state, shared, env, records: true };
  return ok({ place, services: new Map() });
}

// EventOfTool: the event that comes most often, answered without opening a page: a harness waits for it after every call.

export type ToolEvent = HarnessEvent & { readonly moment: Moment & { readonly kind: "tool" } };

/** `cwd` is the folder the session was started in. */
export async function eventOfTool(asked: HarnessAsked, event: ToolEvent, cwd: string): Promise<HarnessRun> {
  const opened = openToolPlace({ ...asked, cwd });
  if (!opened.ok) {
    const isElsewhere = opened.error.code === "not_a_repository" && asked.repos.length === 0;
    return isElsewhere ? { answer: silence, failed: null } : failedWith(opened.error.says);
  }
  const place = opened.value;
  const { session } = event;
  const failed = async (says: string): Promise<HarnessRun> => {
    // What goes on record is looked for secrets and bounded: most calls of a tool need none of that.
    const { logFaults } = await import("../write/fault-log.js");
    const { systemClock } = await import("../state/machine.js");
    const memory = { ...place, clock: systemClock(asked.now) };
    return failedIn((faults, seen) => logFaults(memory, faults, seen), { session, event: asked.event, says });
  };
  try {
    const answer = answerIn(place, asked, event);
    return answer.ok
      ? { answer: answer.value, failed: null }
      : await failed(`${answer.error.says} ${answer.error.hint}`);
  } catch (error) {
    return failed(bugSays(error));
  }
}

function answerIn(place: Holder, asked: HarnessAsked, event: ToolEvent): Outcome<HarnessAnswer> {
  const key = eventKey(asked.event, asked.bytes, event, viewTranscript(event.transcript).length);
  const noted = notedIn(harnessNotesOf(place), event.session, key);
  return noted.ok ? called(noted.value, place, event.moment) : noted;
}

// Called: a tool was called and has answered: its signature is noted, and its result kept by reference.

/** Judged with the next prompt: whether the model had the result in its context is known there. */
export function called(
  { known, keep }: Noted,
  memory: Holder,
  call: Moment & { readonly kind: "tool" },
): Outcome<HarnessAnswer> {
  if (known.again !== null) return ok(silence);
  const result = keepResult(memory, call, call.output);
  // That it was called counts all the same, where its result could not be kept.
  const signature = evidenceSignature(call);
  const isAgain = known.tools.includes(signature) || known.results.some((each) => each.signature === signature);
  const kept = keep({
    kind: "tool",
    signature,
    ...(isAgain ? { again: true } : {}),
    result: result.ok ? resultNote(result.value) : null,
  });
  if (!result.ok) return result;
  return kept.ok ? ok(silence) : kept;
}

/** Its signature stands beside it. */
function resultNote(result: KeptResult | null): Omit<KeptResult, "signature"> | null {
  if (result === null) return null;
  const { signature: _, ...rest } = result;
  return rest;
}

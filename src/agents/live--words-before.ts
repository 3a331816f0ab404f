/** WordsBefore: what was said in the session before this one and nobody wrote down, and the note that a session has begun. */

import type { Oid } from "../base/ids.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import type { Sessions } from "../session/sessions--sessions.js";
import { type Known, knownFrom, unwrittenIn } from "./known.js";
import type { Begun, HarnessNote, Words } from "./known--harness-notesx.js";
import type { Live } from "./live.js";

/** Whether nothing was noted of the session yet. */
export function isNew({ begun, stretch }: Known): boolean {
  return begun === null && stretch === null;
}

/** How a start is called where the conversation so far is in the context. */
const goesOn: readonly string[] = ["resume", "fork", "compact", "reload"];

/** Of the latest session that was left in the same folder, or died there; none where the conversation so far is in the context. */
export function wordsBefore(
  { earlier, event, codec, sessions }: Pick<Live, "earlier" | "event" | "codec"> & { readonly sessions: Sessions },
  how: string,
): Outcome<readonly Words[]> {
  if (goesOn.includes(how)) return ok([]);
  const isOver = (session: string): boolean => {
    const record = sessions.read(session);
    const owner = record.ok ? (record.value?.owner ?? null) : null;
    return owner !== null && sessions.isDead(owner);
  };
  const found = earlier.notes((notes: readonly HarnessNote[]) => {
    const { begun, left } = knownFrom(notes, "none");
    // What one harness writes another cannot read, and what was said of another folder is none of this one's business.
    if (begun === null || begun.harness !== codec.name || begun.cwd !== event.cwd) return false;
    return left || isOver(begun.session);
  });
  if (!found.ok || found.value === null) return found.ok ? ok([]) : found;
  const known = knownFrom(found.value, "none");
  return ok(unwrittenIn(known, earlier.transcript(known.begun?.transcript ?? null).length));
}

/** The note of a session that begins with nothing handed to it; `length` is its transcript's, `head` the commit now. */
export function beginOf({
  event,
  codec,
  length,
  head,
}: Pick<Live, "event" | "codec"> & { readonly length: number; readonly head: Oid | null }): Begun {
  const { session, cwd, transcript } = event;
  return { kind: "begin", harness: codec.name, session, cwd, transcript, length, head, unwritten: [], handed: [] };
}

/**
 * Contract: what can happen to a session of a harness, what it is answered, and what it is told when something fails, whichever harness it is. An
 * event has a name of its own here, so that the same one told again is known.
 */

import { shortDigest } from "../base/digest.js";
import type { JsonObject } from "../base/json.js";
import type { LifecycleEvent } from "../session/lifecycle.js";
import type { Fault, FaultPlace } from "../write/fault.js";

/**
 * A moment in the life of a session. Everything that must last is durable at `stop` and `before-compaction`; nothing waits for
 * `end`, which a process that is killed never sees.
 */
export type Moment =
  /**
   * A context begins: the pages go in, after what dead sessions left is recovered. `how` as the harness calls it; `bare` where the
   * model has surely nothing of what it was given before; `fork` where it begins with the conversation of another session, which not
   * every harness names.
   */
  | {
      readonly kind: "start";
      readonly how: string;
      readonly bare: boolean;
      readonly fork?: { readonly parent: string | null };
    }
  /** Somebody asks, in these words; null where the harness tells none, and the pages go in again where they are no longer what the model has. */
  | { readonly kind: "prompt"; readonly text: string | null }
  /** A tool was called and has answered with `output`, in whatever shape the harness tells it; kept by reference. */
  | { readonly kind: "tool"; readonly name: string; readonly input: JsonObject; readonly output?: unknown }
  /** The turn is over. `again` when it was prolonged by an answer to an earlier `stop`. */
  | { readonly kind: "stop"; readonly again: boolean }
  /** The words so far are about to be replaced by a summary. */
  | { readonly kind: "before-compaction"; readonly event: LifecycleEvent }
  /** The session is left. */
  | { readonly kind: "end"; readonly event: LifecycleEvent };

export interface HarnessEvent {
  readonly session: string;
  /** The folder the session works in; its memory is the nearest at or above. */
  readonly cwd: string | null;
  /** A file that only grows, with all that was said; null where there is none. */
  readonly transcript: string | null;
  /** What the harness itself tells two such events of one session apart by; null where the length of the transcript must do. */
  readonly id: string | null;
  readonly moment: Moment;
}

export interface HarnessAnswer {
  /** For the model; at most `Codec.blockCharsMax` UTF-16 units. After a `stop` it makes the model go on. */
  readonly context: string | null;
  /** For whoever writes the summary. */
  readonly summarizer: string | null;
  /** For the person. */
  readonly notice: string | null;
}

export const silence: HarnessAnswer = { context: null, summarizer: null, notice: null };

// Failing: a harness is answered whatever goes wrong: the person is told, and where there is a memory it has a fault on record.

export interface HarnessRun {
  readonly answer: HarnessAnswer;
  /** What went wrong; null where nothing did. The harness is answered all the same. */
  readonly failed: string | null;
}

export function failedWith(says: string): HarnessRun {
  return { answer: { ...silence, notice: says }, failed: says };
}

/** `event` as the harness spells it; `log` puts faults on record in the memory. */
export function failedIn(
  log: (faults: readonly Fault[], seen: FaultPlace) => void,
  { session, event, says }: { readonly session: string; readonly event: string; readonly says: string },
): HarnessRun {
  const hint = "What was staged is safe and waits: pagefile status, pagefile flush.";
  log([{ kind: "harness_failed", page: "", says: `${event}: ${says}`, hint }], { session, boundary: event });
  return failedWith(says);
}

export function bugSays(error: unknown): string {
  return `a bug: ${error instanceof Error ? error.message : String(error)}`;
}

// EventKey: one name for an event, so that the same one told again is known.

/** A turn may be prolonged more than once, so that the length of the transcript counts for its end even where the turn has a name. */
export function eventKey(name: string, bytes: Uint8Array, { id, moment }: HarnessEvent, length: number): string {
  const told = id ?? shortDigest(Buffer.from(bytes).toString("latin1"), 16);
  const at = id === null || moment.kind === "stop" ? length : 0;
  return shortDigest([name, told, at, JSON.stringify(moment)].join("\n"), 24);
}

/** Contract: what happens to a session of a harness, and what it is answered, whichever harness it is. */

import type { JsonObject } from "../base/json--json-line.js";
import type { LifecycleEvent } from "../session/lifecycle.js";

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
  /** Somebody asks; the pages go in again where they are no longer what the model was given. */
  | { readonly kind: "prompt" }
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

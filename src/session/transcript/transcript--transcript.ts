/** Transcript: what a recorded session of any harness comes to: turns, tool calls with their results, and boundaries. */

export type TranscriptFormat = "claude-code" | "pi";

export interface Transcript {
  readonly format: TranscriptFormat;
  /** The harness's own id of the session; null where no line names one. */
  readonly session: string | null;
  /** One a message of the model, in the order of the file. */
  readonly turns: readonly TranscriptTurn[];
  readonly passedOver: PassedOver;
}

export interface TranscriptTurn {
  /** What happened to the context since the turn before, in order. */
  readonly boundaries: readonly ("compaction" | "reset")[];
  readonly calls: readonly ToolCall[];
}

export interface ToolCall {
  readonly name: string;
  readonly kind: ToolKind;
  /** Equal for calls that ask for the same. */
  readonly signature: string;
  /** The file it reads or writes; null where the arguments name none. */
  readonly path: string | null;
  /** The text that came back; null when the call was never answered. */
  readonly result: string | null;
  /** Whether the tool said it failed: nothing was written then. */
  readonly failed: boolean;
}

/** `read` and `command` can be run again at a cost; an `edit` changed the world and cannot. */
export type ToolKind = "read" | "command" | "edit" | "other";

/** Lines that became nothing, so that a change of the format shows. */
interface PassedOver {
  /** No JSON object. */
  readonly broken: number;
  /** Of a type no codec knows. */
  readonly unknown: number;
  /** Of a subagent, whose context is another one. */
  readonly sidechain: number;
  /** Said before: a resumed session repeats lines. */
  readonly repeated: number;
}

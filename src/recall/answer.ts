/** Answer: the words in which a recall says how it ended; an empty list alone is never an answer. */

/** `ok` says that there are pages, `no_match` that every page in reach was searched and none matched. */
export const recallStatuses = ["ok", "no_match", "denied", "malformed", "unavailable", "backend_error"] as const;
export type RecallStatus = (typeof recallStatuses)[number];

/** The four kinds of memory, in the order in which a prompt shows them. */
export const memoryKinds = ["working", "semantic", "episodic", "perceptual"] as const;
export type MemoryKind = (typeof memoryKinds)[number];

/** What could not be searched as it should have been, and what was done instead. */
export interface Degraded {
  readonly what: string;
  readonly says: string;
}

/** Why somebody gets nothing, in one sentence, and what they can do. */
export interface Explained {
  readonly says: string;
  readonly hint: string;
}

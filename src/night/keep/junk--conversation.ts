/** Conversation: the part of a log that is a talk as it was recorded, machine and person in turns: evidence, and nobody's statement. */

import type { Entry } from "../../page/markdown/blocks--body.js";

/** Offset from which on the text is one; its length where it is none. Such a record goes on to the end of its file. */
export function conversationStart(text: string, entries: readonly Entry[]): number {
  return (
    entries.find(({ start, end }) => isTurn(text.slice(start, Math.min(end, start + turnCharacters))))?.start ??
    text.length
  );
}

const turnCharacters = 40;

function isTurn(text: string): boolean {
  return /^(?:assistant|user|system|human|tool)(?: \([^)]*\))?:\s/i.test(text);
}

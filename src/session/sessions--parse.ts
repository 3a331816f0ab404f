/** Lifecycle parse: the state of a transcript as a harness spells it. */

import type { Source } from "./sessions--source.js";

/** `3`, `3:48211` or `3:48211:9f2ca1`; null for anything else. */
export function parseSource(text: string): Source | null {
  const found = /^(\d{1,9})(?::(\d{1,15})(?::([0-9a-f]{4,128}))?)?$/.exec(text);
  if (found === null) return null;
  const [, epoch, length, digest] = found;
  return { epoch: Number(epoch), length: length === undefined ? null : Number(length), digest: digest ?? null };
}

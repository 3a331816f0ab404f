/** Known: what the events of a session so far tell the one that is handled now. */

import type { Oid } from "../../base/ids.js";
import { limits } from "../../base/limits.js";
import type { HarnessNote } from "../../port/harness-notes.js";
import type { KeptResult } from "../../writeback/evidence.js";

export interface Known {
  /** The note of the same event, where it was handled before. */
  readonly again: HarnessNote | null;
  /** Signatures of the tool calls since the last prompt, in order. */
  readonly tools: readonly string[];
  /** Results of tools that are kept and that the context holds, in order; twice as many as there may be pages of. */
  readonly results: readonly KeptResult[];
  /** Digest of the pages that the model has; null where it has none. */
  readonly given: string | null;
  /** Whether the model was asked in this turn to write down what it learned. */
  readonly nudged: boolean;
  /** Where the stretch without a new commit began; null before the first prompt. `head` is null until a turn ended in it. */
  readonly stretch: { readonly length: number; readonly head: Oid | null } | null;
  /** How long the transcript was when the model was asked last; 0 before that. */
  readonly asked: number;
  /** How much of the transcript was captured, in bytes. */
  readonly captured: number;
}

const nothing: Known = {
  again: null,
  tools: [],
  results: [],
  given: null,
  nudged: false,
  stretch: null,
  asked: 0,
  captured: 0,
};

export function knownFrom(notes: readonly HarnessNote[], key: string): Known {
  let known: Known = { ...nothing };
  for (const note of notes) known = after(known, note, key);
  return known;
}

function after(known: Known, note: HarnessNote, key: string): Known {
  const next = note.key === key ? { ...known, again: note } : known;
  switch (note.kind) {
    case "prompt": {
      const stretch = known.stretch ?? { length: note.length, head: null };
      return { ...next, tools: [], nudged: false, stretch, given: note.given ?? known.given };
    }
    case "tool":
      return { ...next, tools: [...known.tools, note.signature], results: resultsAfter(known.results, note) };
    case "stop":
      return {
        ...next,
        nudged: known.nudged || note.nudged,
        stretch: stretchAfter(known.stretch, note),
        asked: note.nudged ? note.length : known.asked,
      };
    case "lost":
      return { ...next, given: null, results: [], captured: Math.max(known.captured, note.captured) };
    case "end":
      return next;
  }
}

/** The newest of a call stands for it. */
function resultsAfter(
  results: Known["results"],
  { signature, result }: HarnessNote & { readonly kind: "tool" },
): Known["results"] {
  const others = results.filter((one) => one.signature !== signature);
  return [...others, ...(result ? [{ ...result, signature }] : [])].slice(-2 * limits.evidencePagesMax);
}

/** A commit begins a new one. */
function stretchAfter(
  stretch: Known["stretch"],
  { length, head }: HarnessNote & { readonly kind: "stop" },
): Known["stretch"] {
  const isNew = stretch === null || (stretch.head !== null && stretch.head !== head);
  return isNew ? { length, head } : { ...stretch, head };
}

/** The same knowledge in few notes, and the note that comes after it, for a file that has grown long. */
export function condensed(known: Known, next: HarnessNote): readonly HarnessNote[] {
  const { given, stretch, captured, tools, results, asked, nudged } = known;
  const kept: HarnessNote[] = [{ key: "", kind: "lost", captured }];
  const noteOf = ({ signature, ...result }: KeptResult): HarnessNote => ({
    key: "",
    kind: "tool",
    signature,
    result,
  });
  // Called before the last prompt, which is why there was one.
  kept.push(...results.filter(({ signature }) => !tools.includes(signature)).map(noteOf));
  if (stretch !== null) {
    const { length, head } = stretch;
    kept.push({ key: "", kind: "prompt", given, length });
    if (asked > 0) kept.push({ key: "", kind: "stop", nudged: true, length: asked, head });
    else if (head !== null) kept.push({ key: "", kind: "stop", nudged: false, length, head });
    // Another prompt since then.
    if (asked > 0 && !nudged) kept.push({ key: "", kind: "prompt", given: null, length });
  }
  const bySignature = new Map(results.map((result) => [result.signature, result]));
  for (const signature of tools) {
    const result = bySignature.get(signature);
    kept.push(result === undefined ? { key: "", kind: "tool", signature } : noteOf(result));
  }
  return [...kept, next];
}

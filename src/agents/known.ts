/** Known: what the events of a session so far tell the one that is handled now. */

import type { Oid } from "../base/ids.js";
import { limits } from "../base/limits.js";
import type { KeptResult } from "../write/evidence.js";
import type { Begun, HarnessNote, Words } from "./known--harness-notesx.js";

export interface Known {
  /** The note of the same event, where it was handled before. */
  readonly again: HarnessNote | null;
  /** Signatures of the tool calls since the last prompt that was assembled, in order. */
  readonly tools: readonly string[];
  /** Results of tools that are kept and that the context holds, in order; twice as many as there may be pages of. */
  readonly results: readonly KeptResult[];
  /** Digest of the pages that the model has; null where it has none. */
  readonly given: string | null;
  /** All that the last prompt was made of, and the session's own pages as its last turn left them; null where nothing tells it. */
  readonly standing: string | null;
  readonly own: string | null;
  /** Whether the model was asked in this turn to write down what it learned. */
  readonly nudged: boolean;
  /** Where the stretch without a new commit began; null before the first prompt. `head` is null until a turn ended in it. */
  readonly stretch: { readonly length: number; readonly head: Oid | null } | null;
  /** How long the transcript was when the model was asked last; 0 before that. */
  readonly asked: number;
  /** How much of the transcript was captured, in bytes. */
  readonly captured: number;
  /** Where it began, with the turns since that ended without a commit; null where that is not known any more. */
  readonly begun: Begun | null;
  /** Whether it was left, and nothing of it was told since. */
  readonly left: boolean;
}

const nothing: Known = {
  again: null,
  tools: [],
  results: [],
  given: null,
  standing: null,
  own: null,
  nudged: false,
  stretch: null,
  asked: 0,
  captured: 0,
  begun: null,
  left: false,
};

export function knownFrom(notes: readonly HarnessNote[], key: string): Known {
  let known: Known = { ...nothing };
  for (const note of notes) known = after(known, note, key);
  return known;
}

function after(known: Known, note: HarnessNote, key: string): Known {
  const next = { ...known, left: note.kind === "end", ...(note.key === key ? { again: note } : {}) };
  switch (note.kind) {
    case "prompt": {
      const stretch = known.stretch ?? { length: note.length, head: null };
      const tools = note.calm === true ? known.tools : [];
      const { standing = null } = note;
      return { ...next, tools, nudged: false, stretch, given: note.given ?? known.given, standing };
    }
    case "tool":
      return { ...next, tools: [...known.tools, note.signature], results: resultsAfter(known.results, note) };
    case "stop":
      return {
        ...next,
        nudged: known.nudged || note.nudged,
        stretch: stretchAfter(known.stretch, note),
        asked: note.nudged ? note.length : known.asked,
        own: note.own ?? null,
        begun: known.begun === null ? null : begunAfter(known.begun, note),
      };
    case "lost":
      return {
        ...next,
        given: null,
        standing: null,
        own: null,
        results: [],
        captured: Math.max(known.captured, note.captured),
      };
    case "begin":
      return { ...next, begun: note };
    case "end":
      return next;
  }
}

/** Whether a tool was called as before since a prompt was assembled: what became of its result is to be looked at. */
export function repeatsIn(notes: readonly HarnessNote[]): boolean {
  const called = new Set<string>();
  let isRepeated = false;
  for (const note of notes) {
    if (note.kind === "prompt" && note.calm !== true) isRepeated = false;
    if (note.kind !== "tool") continue;
    isRepeated ||= called.has(note.signature);
    called.add(note.signature);
  }
  return isRepeated;
}

/** The newest of a call stands for it. */
function resultsAfter(
  results: Known["results"],
  { signature, result }: HarnessNote & { readonly kind: "tool" },
): Known["results"] {
  const others = results.filter((one) => one.signature !== signature);
  return [...others, ...(result ? [{ ...result, signature }] : [])].slice(-2 * limits.evidencePagesMax);
}

/** A turn in which something was committed is one in which somebody wrote down what it was worth. */
function begunAfter(begun: Begun, { length, head }: HarnessNote & { readonly kind: "stop" }): Begun {
  const next = { ...begun, length, head };
  if (head !== begun.head) return { ...next, handed: [] };
  return { ...next, unwritten: joined(begun.unwritten, [begun.length, length]) };
}

const rangesMax = 64;

function joined(ranges: Words["ranges"], added: readonly [number, number]): Words["ranges"] {
  const last = ranges.at(-1);
  if (added[1] <= added[0]) return ranges;
  if (last !== undefined && (last[1] === added[0] || ranges.length >= rangesMax))
    return [...ranges.slice(0, -1), [last[0], added[1]]];
  return [...ranges, added];
}

/** What the person said there that nobody wrote down, those of the sessions before first; `length` is the transcript's now. */
export function unwrittenIn({ begun }: Known, length: number): readonly Words[] {
  if (begun === null) return [];
  const { session, transcript, unwritten, handed } = begun;
  const ranges = joined(unwritten, [begun.length, length]);
  return [...handed, ...(transcript === null || ranges.length === 0 ? [] : [{ session, transcript, ranges }])];
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
  const { given, stretch, captured, tools, results, asked, nudged, begun } = known;
  const standing = known.standing === null ? {} : { standing: known.standing };
  const own = known.own === null ? {} : { own: known.own };
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
    kept.push({ key: "", kind: "prompt", given, length, ...standing });
    if (asked > 0) kept.push({ key: "", kind: "stop", nudged: true, length: asked, head, ...own });
    else if (head !== null) kept.push({ key: "", kind: "stop", nudged: false, length, head, ...own });
    // Another prompt since then.
    if (asked > 0 && !nudged) kept.push({ key: "", kind: "prompt", given: null, length, ...standing });
  }
  const bySignature = new Map(results.map((result) => [result.signature, result]));
  for (const signature of tools) {
    const result = bySignature.get(signature);
    kept.push(result === undefined ? { key: "", kind: "tool", signature } : noteOf(result));
  }
  // Last, so that it counts no stop from before again.
  return [...kept, ...(begun === null ? [] : [{ key: "", ...begun }]), next];
}

/**
 * HandWords: what agents and people wrote into the files of the day and committed nowhere. What a night may take in is committed by itself,
 * outside of any night, and what it may not is named with a reason.
 */

import type { Oid, PagePath } from "../base/ids.js";
import { type Outcome, ok } from "../base/result.js";
import { compareText } from "../base/text.js";
import type { FileState } from "../git/history.js";
import { type Memory, readStates } from "../memory/memory.js";
import { isPageFile } from "../memory/profile.js";
import { textIn } from "../page/decode.js";
import { type HandFile, validateTakeIn } from "../write/change.js";
import { type CommitOptions, commit } from "../write/commit/commit.js";
import { whyNot } from "../write/guard/hand.js";
import { envelopeHere } from "../write/patch.js";

// HandWords: what agents and people wrote into the files of the day and committed nowhere, sorted into what a night may take in and what not.

// NightPlaces: the files that a night knows by name.

export const memoryPath: PagePath = "MEMORY.md" as PagePath;

export const observationsPath: PagePath = "memory/observations.md" as PagePath;

export const bufferPath: PagePath = "memory/working-buffer.md" as PagePath;

export const statePath: PagePath = "SESSION-STATE.md" as PagePath;

/** `memory/2026-11-20.md` and `memory/2026-11-20-flights.md` → `2026-11-20`; null for another file. */
export function dayOf(path: string): string | null {
  return /^memory\/(\d{4}-\d{2}-\d{2})(?:-[^/]*)?\.md$/.exec(path)?.[1] ?? null;
}

export interface HandWords {
  /** With the text on disk, by path. */
  readonly taken: readonly (HandFile & { readonly text: string })[];
  /** Files of the day that stay uncommitted, and why. */
  readonly left: readonly { readonly path: PagePath; readonly why: string }[];
  /** Other pages that are not as HEAD has them, and those of the day that git ignores: somebody's to commit, or nobody's. */
  readonly others: readonly PagePath[];
}

/** A night judges words like the hook of a commit by hand would, so that nothing comes in that a person could not commit. */
export async function handWords(memory: Memory, head: Oid | null): Promise<Outcome<HandWords>> {
  const tree = await memory.history.tree(head);
  if (!tree.ok) return tree;
  const committed = new Map<string, Oid>(tree.value.map(({ path, oid }) => [path, oid]));
  const moved = [...memory.files.values()]
    .filter(({ path, oid }) => isPageFile(path) && committed.get(path) !== oid)
    .map(({ path }) => path)
    .sort(compareText);
  const days = moved.filter(isOfTheDay);
  const states = await readStates(memory, head, days);
  if (!states.ok) return states;
  const fresh = states.value.filter(({ head: was, index, work }) => work !== null && was === null && index === null);
  const ignored = await ignoredIn(memory, fresh);
  if (!ignored.ok) return ignored;
  const taken: HandWords["taken"][number][] = [];
  const left: HandWords["left"][number][] = [];
  for (const state of states.value) {
    if (state.work === null || state.work.oid === state.head?.oid) continue;
    if (ignored.value.has(state.path)) continue;
    const why = await whyNot(memory, state);
    if (why !== null) left.push({ path: state.path, why });
    else taken.push({ path: state.path, work: state.work.oid, text: textIn(state.work.bytes) });
  }
  return ok({ taken, left, others: moved.filter((path) => !isOfTheDay(path) || ignored.value.has(path)) });
}

/** Files that the protocol has agents write with plain tools; whatever else is not committed may be half an edit. */
function isOfTheDay(path: PagePath): boolean {
  return dayOf(path) !== null || named.has(path);
}

const named: ReadonlySet<string> = new Set([memoryPath, observationsPath, bufferPath, statePath]);

/** New files that git was told to leave out are nobody's to commit. Absent a checkout, as in tests of other things, nothing is ignored. */
async function ignoredIn(memory: Memory, fresh: readonly FileState[]): Promise<Outcome<ReadonlySet<PagePath>>> {
  const paths = fresh.map(({ path }) => path);
  return paths.length === 0 || memory.checkout === undefined ? ok(new Set()) : memory.checkout.ignored(paths);
}

// TakeIn: the words of the day's files that stand on disk alone, committed by themselves, outside of any night.

interface TakenIn {
  /** null where there was nothing to take in. */
  readonly commit: Oid | null;
  readonly paths: readonly PagePath[];
  readonly left: HandWords["left"];
}

/** Tried again where somebody writes meanwhile; what keeps moving is left to the next time. */
const triesMax = 3;

export async function takeIn(memory: Memory, options: CommitOptions): Promise<Outcome<TakenIn>> {
  for (let tried = 1; ; tried += 1) {
    const head = await memory.history.head();
    if (!head.ok) return head;
    const hand = await handWords(memory, head.value.commit);
    if (!hand.ok) return hand;
    const { taken, left } = hand.value;
    if (taken.length === 0) return ok({ commit: null, paths: [], left });
    const files = taken.map(({ path, work }) => ({ path, work }));
    const paths = files.map(({ path }) => path);
    const validate = validateTakeIn.bind(null, files, envelopeHere(memory));
    const done = await commit(
      memory,
      { validate: (ground) => validate(ground), content: { op: "take-in", files }, about: paths.join(", ") },
      options,
    );
    if (done.ok) return ok({ commit: done.value.commit, paths, left });
    if (done.error.code !== "version_conflict" || tried === triesMax) return done;
  }
}

/** HandWords: what agents and people wrote into the files of the day and committed nowhere, sorted into what a night may take in and what not. */

import type { Oid, PagePath } from "../base/ids.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import { compareText } from "../base/text--order.js";
import type { FileState } from "../git/history--plan.js";
import type { Memory } from "../memory/memory.js";
import { readStates } from "../memory/memory--states.js";
import { isPageFile } from "../memory/profile.js";
import type { HandFile } from "../write/change--take-in.js";
import { whyNot } from "../write/guard/hand--work-page.js";
import { bufferPath, dayOf, memoryPath, observationsPath, statePath } from "./hand-words--night-places.js";

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
    else taken.push({ path: state.path, work: state.work.oid, text: decoder.decode(state.work.bytes) });
  }
  return ok({ taken, left, others: moved.filter((path) => !isOfTheDay(path) || ignored.value.has(path)) });
}

const decoder: { decode(bytes: Uint8Array): string } = new TextDecoder("utf-8", { ignoreBOM: true });

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

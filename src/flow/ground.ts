/** Ground: what a pure decision may read of HEAD and of the disk, fetched until it asks for no more. */

import type { Outcome } from "../base/failure.js";
import type { PagePath } from "../base/ids.js";
import { ok } from "../base/result.js";
import type { Base } from "../writeback/commit-plan.js";
import type { FileState } from "../writeback/plan.js";
import type { Ground } from "../writeback/validate.js";
import type { Memory } from "./memory.js";
import { readStates } from "./states.js";

/** `decide` is called again whenever it asked for a path that had not been read. */
export async function groundBy<T>(memory: Memory, decide: (ground: Ground, base: Base) => T): Promise<Outcome<T>> {
  const head = await memory.history.head();
  if (!head.ok) return head;
  const { commit } = head.value;
  const states = new Map<string, FileState>();
  const now = memory.clock.now();
  const { table, config } = memory;
  for (;;) {
    const wanted = new Set<PagePath>();
    const seen: ReadonlyMap<string, FileState> = watching(states, wanted);
    const committed = (path: PagePath): string | null => {
      const state = seen.get(path);
      return state?.head == null ? null : new TextDecoder("utf-8", { ignoreBOM: true }).decode(state.head.bytes);
    };
    const decided = decide({ table, config, now, committed }, { commit, states: seen, config, now });
    if (wanted.size === 0) return ok(decided);
    const read = await readStates(memory, commit, [...wanted]);
    if (!read.ok) return read;
    for (const state of read.value) states.set(state.path, state);
  }
}

/** A map that notes what it was asked for and does not have. */
function watching(states: ReadonlyMap<string, FileState>, wanted: Set<PagePath>): ReadonlyMap<string, FileState> {
  const copy = new Map(states);
  const get = copy.get.bind(copy);
  copy.get = (path) => {
    const state = get(path);
    if (state === undefined) wanted.add(path as PagePath);
    return state;
  };
  return copy;
}

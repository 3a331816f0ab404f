/** Ground: what a pure decision may read of HEAD and of the disk, fetched until it asks for no more. */

import type { Instant, Oid, PagePath } from "../base/ids.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import type { FileState } from "../git/history--plan.js";
import { type Memory, reread } from "../memory/memory.js";
import { readStates } from "../memory/memory--states.js";
import { isPageFile } from "../memory/profile.js";
import type { Misspelled } from "./change--evidence-form.js";
import type { Ground } from "./change--ground.js";
import type { Base } from "./commit/plan.js";
import { whyUnresolved } from "./flow.js";
import { refreshLabels } from "./flow--origins.js";

export interface Grounded<T> extends Required<Standing> {
  readonly decided: T;
}

/** What a decision was made on: the commit, the time, and what the files held where they need not be read again. */
export interface Standing {
  readonly head: Oid | null;
  readonly now: Instant;
  readonly states?: ReadonlyMap<string, FileState>;
}

/**
 * `decide` is called again whenever it asked for a path that had not been read or for evidence not looked up, and on a table that was brought in step with a file
 * that turned out to be another than the table knew. `head` is the commit that everything is read at. What `before` stood on is
 * taken again while HEAD is what it was: the same decision then makes the same texts at the same time, and no file is read or
 * parsed twice. A file that was edited since is found by whoever writes it.
 */
export async function groundBy<T>(
  memory: Memory,
  head: Oid | null,
  decide: (ground: Ground, base: Base) => T,
  before: Standing | null = null,
): Promise<Outcome<Grounded<T>>> {
  const labeled = await refreshLabels(memory, head);
  if (!labeled.ok) return labeled;
  const again = before?.head === head ? before : null;
  const states = new Map<string, FileState>(again?.states);
  const now = again?.now ?? memory.clock.now();
  const looked = new Map<string, Misspelled | null>();
  for (;;) {
    const { table, config, labels, session } = memory;
    const whose = session === undefined ? {} : { session };
    const wanted = new Set<PagePath>();
    const named = new Set<string>();
    const unresolved = (evidence: string): Misspelled | null => {
      if (!looked.has(evidence)) named.add(evidence);
      return looked.get(evidence) ?? null;
    };
    const seen = watching(states, wanted);
    const committed = (path: PagePath): string | null => {
      const state = seen.get(path);
      return state?.head == null ? null : decoder.decode(state.head.bytes);
    };
    const decided = decide(
      { table, config, now, committed, labels, unresolved, ...whose },
      { commit: head, states: seen, config, now },
    );
    if (wanted.size + named.size === 0) return ok({ decided, head, states, now });
    for (const evidence of named) {
      const missing = await whyUnresolved(memory, evidence);
      if (!missing.ok) return missing;
      looked.set(evidence, missing.value);
    }
    if (wanted.size === 0) continue;
    const read = await readStates(memory, head, [...wanted]);
    if (!read.ok) return read;
    for (const state of read.value) states.set(state.path, state);
    const news = read.value
      .filter((state) => isPageFile(state.path) && isNews(memory, state))
      .map((state) => state.path);
    // The table stays the object it is where the disk says nothing new: what was decided by it need not be decided again.
    const known = news.length === 0 ? ok(undefined) : reread(memory, news);
    if (!known.ok) return known;
  }
}

const decoder: { decode(bytes: Uint8Array): string } = new TextDecoder("utf-8", { ignoreBOM: true });

/** The disk has moved on since the table was built: another process, or an editor. */
function isNews(memory: Memory, state: FileState): boolean {
  return (memory.files.get(state.path)?.oid ?? null) !== (state.work?.oid ?? null);
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

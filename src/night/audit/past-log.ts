/** PastLog: the commits of a memory's past, listed once for all that a night and its audit ask of them. */

import type { Oid } from "../../base/ids.js";
import { type Outcome, ok } from "../../base/result.js";
import type { LoggedCommit } from "../../git/history.js";
import type { Memory } from "../../memory/memory.js";

/** Enough for years of nights; a night whose traces lie further back has nothing left to repeat. */
const lookBackCommits = 20_000;

/** Of HEAD as it is now, newest first: what lies behind a commit never changes, so the list holds as long as HEAD does. */
export async function pastLog(memory: Memory): Promise<Outcome<readonly LoggedCommit[]>> {
  const head = await memory.history.head();
  if (!head.ok) return head;
  const { commit } = head.value;
  if (commit === null) return ok([]);
  const known = listed.get(memory);
  if (known?.head === commit) return ok(known.commits);
  const logged = await memory.history.log({ paths: [], limit: lookBackCommits, from: commit });
  if (logged.ok) listed.set(memory, { head: commit, commits: logged.value });
  return logged;
}

const listed: WeakMap<Memory, { readonly head: Oid; readonly commits: readonly LoggedCommit[] }> = new WeakMap();

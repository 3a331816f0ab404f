/** StatusSessions: what each session keeps to itself, and what of it no commit holds yet. */

import type { Outcome } from "../../base/failure.js";
import { ok } from "../../base/result.js";
import type { SessionRow } from "../boundary/session-answers.js";
import { judgeEdits } from "../boundary/session-judge.js";
import { keptSessions, openOwn, stateOf } from "../boundary/session-stores.js";
import type { Memory } from "../memory.js";

/** By name; `only` leaves out all others. */
export async function sessionRows(memory: Memory, only: string | null): Promise<Outcome<readonly SessionRow[]>> {
  const kept = await keptSessions(memory);
  if (!kept.ok) return kept;
  const listed = memory.staging.list();
  if (!listed.ok) return listed;
  const rows: SessionRow[] = [];
  for (const { session, record, folder, pages } of kept.value) {
    if (only !== null && session !== only) continue;
    const staged = session === null ? 0 : listed.value.patches.filter((one) => one.session === session).length;
    const known = { session, folder, staged, state: record === null ? "unknown" : stateOf(memory, record) } as const;
    const looked = session === null ? { dirty: [], wrong: [], failed: null } : await dirtyOf(memory, session);
    // What had been lost was brought back from the ref when it was looked at.
    if (looked !== null)
      rows.push({
        ...known,
        pages: looked.pages ?? pages,
        dirty: looked.dirty,
        wrong: looked.wrong,
        failed: looked.failed,
      });
  }
  return ok(rows);
}

interface Looked extends Pick<SessionRow, "dirty" | "wrong" | "failed"> {
  readonly pages?: number;
}

/** null where there is nothing to look at. */
async function dirtyOf(memory: Memory, session: string): Promise<Looked | null> {
  const opened = await openOwn(memory, session, "read");
  if ("failure" in opened) return { dirty: [], wrong: [], failed: opened.failure.says };
  if (opened.store === null) return null;
  const judged = await judgeEdits(opened.store);
  if (!judged.ok) return { dirty: [], wrong: [], failed: judged.error.says };
  const wrong = judged.value.bad.map(({ path }) => path);
  const dirty = [...judged.value.good.map(({ path }) => path as string), ...wrong].sort();
  return { pages: opened.store.files.size, dirty, wrong, failed: null };
}

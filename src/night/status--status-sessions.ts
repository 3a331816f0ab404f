/** StatusSessions: what each session keeps to itself, and what of it no commit holds yet. */

import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import type { Memory } from "../memory/memory.js";
import { judgeEdits } from "../session/pages/edits--session-judge.js";
import { keptSessions, openOwn, stateOf } from "../session/pages/edits--session-stores.js";
import type { SessionRow } from "../session/pages/known.js";
import type { SessionRecord } from "../session/sessions--sessions.js";

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
    const state = record === null ? "unknown" : stateOf(memory, record);
    const known = { session, folder, staged, state, ...parentIn(record) } as const;
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
  const forks = forksWithout(memory, new Set(rows.map(({ session }) => session)));
  if (!forks.ok) return forks;
  for (const record of forks.value) {
    const { session } = record;
    if (only !== null && session !== only) continue;
    const staged = listed.value.patches.filter((one) => one.session === session).length;
    const none = { folder: null, pages: 0, dirty: [], wrong: [], failed: null };
    rows.push({ session, state: stateOf(memory, record), staged, ...none, ...parentIn(record) });
  }
  return ok(rows);
}

function parentIn(record: SessionRecord | null): Pick<SessionRow, "parent"> {
  return record?.parent === undefined ? {} : { parent: record.parent };
}

/** Forks under way that keep no pages yet: that they are forks would be said nowhere. */
function forksWithout(memory: Memory, shown: ReadonlySet<string | null>): Outcome<readonly SessionRecord[]> {
  const known = memory.sessions.list();
  if (!known.ok) return known;
  const isFork = ({ session, parent, ended }: SessionRecord): boolean =>
    parent !== undefined && ended === null && !shown.has(session);
  return ok(known.value.records.filter(isFork));
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

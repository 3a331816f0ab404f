/** SessionRecord: the record by which a session announces itself, for the first time or again, and what is told of the pages that sessions keep to themselves. */

import type { Oid, PagePath } from "../../base/ids.js";
import { type Outcome, ok } from "../../base/result.js";
import type { Memory } from "../../memory/memory.js";
import type { Holder } from "../../memory/service.js";
import { beginning, type SessionParent, type SessionRecord, sessionsOf } from "../../memory/sessions.js";

// Session answers: what is told of the pages that sessions keep to themselves, in the shapes that `--json` prints.

/** What people edited by hand in a session's folder, committed on the session's ref as MANUAL_EDIT. */
export interface HandCommit {
  readonly session: string;
  readonly commit: Oid;
  readonly pages: readonly PagePath[];
}

export interface SessionRow {
  /** null where nothing tells which session the folder is of. */
  readonly session: string | null;
  /** `unknown` where nobody made it known, or no process was named. */
  readonly state: "alive" | "dead" | "unknown" | "ended";
  /** People edit the files in it; null for a fork that keeps no pages yet. */
  readonly folder: string | null;
  /** Absent for a session that began with nothing of another. */
  readonly parent?: SessionParent;
  readonly pages: number;
  /** Files below the folder that are not as the session's ref has them: edited, new or removed. */
  readonly dirty: readonly string[];
  /** Those of them that cannot be committed as they stand. */
  readonly wrong: readonly string[];
  /** Patches of the session that wait for a boundary, whatever page they are for. */
  readonly staged: number;
  /** Why the pages could not be looked at; null where they were. */
  readonly failed: string | null;
}

export interface DropAnswer {
  readonly session: string;
  /** What its ref held: git keeps that commit until it collects garbage. null where the session had no commit. */
  readonly tip: Oid | null;
  /** Committed pages that went. */
  readonly pages: number;
  /** Words that no commit held, each kept as data in the journal: edits by hand by their paths, patches by their keys. */
  readonly journaled: readonly string[];
}

// SessionRecord: the record by which a session announces itself.

/** Durable when it returns. `owner` names the process that the session lives in; null where nobody said. */
export function recordSession(
  memory: Holder & Pick<Memory, "clock">,
  { session, owner, parent }: Pick<SessionRecord, "session" | "owner"> & { readonly parent: SessionParent | null },
): Outcome<SessionRecord> {
  const sessions = sessionsOf(memory);
  const before = sessions.read(session);
  if (!before.ok) return before;
  const record: SessionRecord = {
    ...(before.value ?? { cut: null, seen: beginning, settled: beginning }),
    session,
    owner,
    since: memory.clock.now(),
    ended: null,
    ...(parent === null ? {} : { parent }),
  };
  const written = sessions.write(record);
  return written.ok ? ok(record) : written;
}

/** SessionKnown: the record by which a session makes itself known, or known again. */

import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import type { Memory } from "../../memory/memory.js";
import type { SessionParent, SessionRecord } from "../sessions--sessions.js";
import { beginning } from "../sessions--source.js";

/** Durable when it returns. `owner` names the process that the session lives in; null where nobody said. */
export function makeKnown(
  { sessions, clock }: Pick<Memory, "sessions" | "clock">,
  { session, owner, parent }: Pick<SessionRecord, "session" | "owner"> & { readonly parent: SessionParent | null },
): Outcome<SessionRecord> {
  const before = sessions.read(session);
  if (!before.ok) return before;
  const record: SessionRecord = {
    ...(before.value ?? { cut: null, seen: beginning, settled: beginning }),
    session,
    owner,
    since: clock.now(),
    ended: null,
    ...(parent === null ? {} : { parent }),
  };
  const written = sessions.write(record);
  return written.ok ? ok(record) : written;
}

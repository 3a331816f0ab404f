/** StoreNamed: which store a command is about where it names a session and no page. */

import type { Failure, Outcome } from "../base/result.js";
import { err, ok } from "../base/result--result.js";
import type { Memory } from "./memory.js";
import type { Workspace } from "./workspace.js";

/** The store that a session's pages are in, where one is named; the primary one else. */
export function storeNamed(workspace: Workspace, session: string | null): Outcome<Memory> {
  if (session === null) return ok(workspace.primary);
  const own = workspace.memories.find((memory) => memory.session === session);
  return own === undefined ? err(nothingKept(session)) : ok(own);
}

export function nothingKept(session: string): Failure {
  return {
    code: "page_missing",
    says: `Session ${session} keeps no pages of its own here.`,
    hint: "See who does with: pagefile session list",
  };
}

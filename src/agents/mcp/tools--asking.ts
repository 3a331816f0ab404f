/** McpAsking: who asks, in which session, and how the memory is opened for one call and closed again. */

import type { Outcome } from "../../base/result.js";
import type { Workspace } from "../../memory/workspace.js";

/** Opens the memory anew for each call, so that nothing is kept between two; `write` for who adds to a session's own pages. */
export type Opener = (session: string | null, how: "read" | "write") => Promise<Outcome<Workspace>>;

/** What a tool is given besides its input. */
export interface Asking {
  readonly open: Opener;
  /** The session of calls that name none. */
  readonly session: string | null;
  /** `agent:<name>`, who asks. */
  readonly actor: string;
}

/** Closed again whatever happens. */
export async function withMemory<T>(
  open: Opener,
  at: { readonly session: string | null; readonly how: "read" | "write" },
  use: (workspace: Workspace) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const opened = await open(at.session, at.how);
  if (!opened.ok) return opened;
  try {
    return await use(opened.value);
  } finally {
    await opened.value.close();
  }
}

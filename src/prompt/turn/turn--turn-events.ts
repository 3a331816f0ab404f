/** TurnEvents: the boundaries that a turn names are crossed before it is decided. */

import type { Workspace } from "../../memory/workspace.js";
import { flush } from "../../session/flush.js";
import { lifecycle } from "../../session/lifecycle.js";
import type { CommitOptions } from "../../write/commit/commit.js";
import type { TurnState } from "../trace/turns--turn-states.js";
import type { TurnQuery } from "./turn.js";
import { boundariesSince } from "./watch--turn-happened.js";

/**
 * Crosses what the caller names, but for what an earlier call for this very turn has crossed. A flush that fails is on record as a
 * fault and keeps no prompt from being made: the patches wait on.
 */
export async function crossEvents(
  workspace: Workspace,
  turn: { readonly query: TurnQuery; readonly asked: string; readonly since: TurnState | null },
  options: CommitOptions,
): Promise<void> {
  const { query, asked, since } = turn;
  if (query.events.length === 0) return;
  const done = boundariesSince(workspace.primary, query.session, since).filter(({ by }) => by === asked).length;
  for (const event of query.events.slice(done)) {
    const { boundary } = lifecycle[event];
    await flush(workspace, { boundary, event, session: query.session, by: asked }, options);
  }
}

/** Workspace: opens the memory a command asked for, and closes it whatever happens. */

import type { Outcome } from "../../base/result.js";
import type { Workspace } from "../../memory/workspace.js";
import { openWorkspace } from "../../open.js";
import type { SessionAsked } from "../../open--wire-session.js";
import type { Call, Reply } from "../command.js";
import { textOption } from "../command--input.js";
import { nowOf } from "../command--now.js";

export function withWorkspace(
  call: Call,
  use: (workspace: Workspace) => Promise<Outcome<Reply>>,
): Promise<Outcome<Reply>> {
  return withStores(call, null, use);
}

/** With the pages that the session of `--session` keeps to itself, where one is named. */
export function withSession(
  call: Call,
  how: SessionAsked["how"],
  use: (workspace: Workspace) => Promise<Outcome<Reply>>,
): Promise<Outcome<Reply>> {
  const session = textOption(call, "session");
  return withStores(call, session === null ? null : { session, how }, use);
}

async function withStores(
  call: Call,
  session: SessionAsked | null,
  use: (workspace: Workspace) => Promise<Outcome<Reply>>,
): Promise<Outcome<Reply>> {
  const now = nowOf(call);
  if (!now.ok) return now;
  const opened = await openWorkspace({ cwd: call.cwd, repos: call.repos, env: call.env, now: now.value, session });
  if (!opened.ok) return opened;
  try {
    return await use(opened.value);
  } finally {
    await opened.value.close();
  }
}

/** Session: what commands share that open a memory: it is opened and closed, and what sessions keep to themselves is told. */

import type { Outcome } from "../../base/result.js";
import type { SessionParent } from "../../memory/sessions.js";
import type { Workspace } from "../../memory/workspace.js";
import type { StatusAnswer } from "../../night/status.js";
import { closing, openWorkspace, type SessionAsked } from "../../open.js";
import type { WaitingRow } from "../../session/cross.js";
import { type Call, nowOf, type Reply, textOption } from "../command.js";
import { count, labeled } from "../render/render.js";
import { type Theme, visibleLine } from "../render/table.js";

// Workspace: opens the memory a command asked for, and closes it whatever happens.

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
  return closing(opened, use);
}

// Sessions: how a recovery and what waits of sessions is shown.

/** `2 of 7f3a (dead: recovered by the next write)`. */
export function waitingText({ session, state, patches }: WaitingRow): string {
  const who = session === null ? "no session" : visibleLine(session);
  return `${patches} of ${who} (${states[state]})`;
}

const states: Readonly<Record<WaitingRow["state"], string>> = {
  alive: "alive",
  dead: "dead: the next write or flush recovers it",
  unknown: "whether it lives is not known",
};

// SessionLines: how what sessions keep to themselves is shown: commits of hand edits, and one line a session.

/** Under one label: what each session keeps to itself, and what of it no commit holds. */
export function sessionLines(rows: StatusAnswer["sessions"], theme: Theme): readonly string[] {
  return rows.flatMap(({ session, state, folder, pages, dirty, wrong, staged, failed, parent }, at) => {
    const who = visibleLine(session ?? folder ?? "");
    const parts = [state, ...(parent === undefined ? [] : [forkedFrom(parent)]), count(pages, "page")];
    if (dirty.length > 0) parts.push(theme.yellow(`${dirty.length} not committed`));
    if (wrong.length > 0) parts.push(theme.red(`${wrong.length} wrong`));
    if (staged > 0) parts.push(theme.yellow(`${staged} staged`));
    if (failed !== null) parts.push(theme.red(visibleLine(failed)));
    const shown = dirty.slice(0, dirtyShown).map((path) => {
      const mark = wrong.includes(path) ? theme.red("!") : theme.yellow("M");
      return labeled("", `${mark} ${visibleLine(`${folder}/${path}`)}`, theme);
    });
    const more = dirty.length - shown.length;
    if (more > 0) shown.push(labeled("", theme.dim(`… and ${more} more (--json lists all)`), theme));
    return [labeled(at === 0 ? "sessions" : "", `${theme.bold(who)}  ${parts.join(" · ")}`, theme), ...shown];
  });
}

/** Of which session it is a fork. */
export function forkedFrom({ session }: SessionParent): string {
  return session === null ? "forked" : `forked from ${visibleLine(session)}`;
}

const dirtyShown = 10;

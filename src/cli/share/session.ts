/**
 * Session: what commands share that open a memory: it is opened and closed, sessions and budgets come as typed, and what sessions keep to
 * themselves is told.
 */

import { err, type Outcome, ok, usage } from "../../base/result.js";
import { profileNames } from "../../memory/profile.js";
import { parseSource, type SessionParent, type Source } from "../../memory/sessions.js";
import type { Workspace } from "../../memory/workspace.js";
import type { StatusAnswer } from "../../night/status.js";
import { openWorkspace, type SessionAsked } from "../../open.js";
import { fidelities } from "../../page/page.js";
import type { AssembleQuery } from "../../prompt/assemble.js";
import type { HarnessAt } from "../../prompt/candidates.js";
import type { HandCommit, Recovery, WaitingRow } from "../../session/cross.js";
import { type Call, nowOf, positiveWhole, type Reply, textOption } from "../command.js";
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
  if (!opened.ok) return opened;
  try {
    return await use(opened.value);
  } finally {
    await opened.value.close();
  }
}

// Sessions: what the commands at boundaries share: options that tell of a session, and how a recovery is shown.

/** null when `--epoch` was not given. */
export function sourceOption(call: Call): Outcome<Source | null> {
  const text = textOption(call, "epoch");
  if (text === null) return ok(null);
  const source = parseSource(text);
  if (source !== null) return ok(source);
  return err(
    usage(
      `--epoch is “${text}”; a count of compactions was expected, and behind colons a length and a hex digest.`,
      "For example 3, 3:48211 or 3:48211:9f2ca1d0.",
    ),
  );
}

/** Lines for people; empty when nothing was recovered. */
export function recoveryLines(recovery: Recovery, theme: Theme): string {
  const { sessions, committed, known, rejected, edits, faults } = recovery;
  if (committed.length + known.length + rejected.length + edits.length + faults.length === 0) return "";
  const whose = sessions.map((session) => (session === null ? "a session without a name" : visibleLine(session)));
  const lines = committed.map(
    ({ commit, patches }) =>
      `${theme.green("recovered")}  ${theme.yellow(commit.slice(0, 8))}  ${patches.length} ${patches.length === 1 ? "patch" : "patches"} of ${whose.join(", ")}\n`,
  );
  lines.push(editLines("recovered", edits, theme));
  if (known.length > 0) lines.push(theme.dim(`${known.length} of ${whose.join(", ")} had been committed before\n`));
  for (const row of rejected) {
    lines.push(`${theme.red("rejected")}  ${theme.cyan(row.reason)}  ${visibleLine(row.says)}\n`);
    lines.push(`  ${visibleLine(row.hint)}\n`);
  }
  for (const fault of faults)
    lines.push(`${theme.yellow(fault.kind)}  ${visibleLine(fault.says)}\n  ${visibleLine(fault.hint)}\n`);
  return lines.join("");
}

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

// Assembling: what the commands that make a prompt share of what is typed: the budget and the demands.

const budgetMax = 100_000_000;

/** null when `--budget` was not given. */
export function budgetOption(call: Call): Outcome<number | null> {
  const typed = textOption(call, "budget");
  return typed === null ? ok(null) : positiveWhole(typed, "--budget", budgetMax);
}

/** Who loads the memory's own files beside the prompt; null where nobody was named. */
export function harnessOption(call: Call): Outcome<HarnessAt | null> {
  const typed = textOption(call, "harness");
  if (typed === null) return ok(null);
  const name = profileNames.find((each) => each === typed);
  if (name !== undefined) return ok({ name, folder: "project" });
  return err(usage(`--harness “${typed}” is no harness.`, `One of: ${profileNames.join(", ")}.`));
}

/** How much of a receipt is told. */
export function shownBy({ options }: Call): { readonly explain: boolean; readonly all: boolean } {
  return { explain: options.explain === true, all: options.all === true };
}

/** `page` or `page:fidelity`; neither ids nor paths hold a colon. */
export function parseDemands(typed: readonly string[]): Outcome<AssembleQuery["demands"]> {
  const demands: AssembleQuery["demands"][number][] = [];
  for (const text of typed) {
    const colon = text.lastIndexOf(":");
    const page = colon < 0 ? text : text.slice(0, colon);
    const wanted = colon < 0 ? null : text.slice(colon + 1);
    const fidelity = fidelities.find((each) => each === wanted) ?? null;
    if (page === "" || (wanted !== null && fidelity === null)) {
      const says = `--demand “${text}” names no page and fidelity.`;
      return err(
        usage(
          says,
          `Write --demand travel-mornings or --demand travel-mornings:full (one of ${fidelities.join(", ")}).`,
        ),
      );
    }
    demands.push({ page, fidelity });
  }
  return ok(demands);
}

// SessionLines: how what sessions keep to themselves is shown: commits of hand edits, and one line a session.

/** Commits of what people edited by hand in the sessions' folders. */
export function editLines(word: string, edits: readonly HandCommit[], theme: Theme): string {
  const lines = edits.map(({ session, commit, pages }) => {
    const what = `${count(pages.length, "page")} edited by hand in session ${visibleLine(session)}`;
    return `${theme.green(word)}  ${theme.yellow(commit.slice(0, 8))}  ${what}\n`;
  });
  return lines.join("");
}

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

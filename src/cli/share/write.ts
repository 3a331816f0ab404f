/**
 * Patching: what commands share: a memory opened and closed, who writes and on what grounds, sessions and budgets as typed, one entry of a page,
 * and how a commit is told.
 */

import { err, type Outcome, ok, usage } from "../../base/result.js";
import { actorOf } from "../../memory/actor.js";
import { profileNames } from "../../memory/profile.js";
import { parseSource, type SessionParent, type Source } from "../../memory/sessions.js";
import { type Located, locate, type Workspace } from "../../memory/workspace.js";
import type { StatusAnswer } from "../../night/status.js";
import { openWorkspace, type SessionAsked } from "../../open.js";
import type { YamlValue } from "../../page/frontmatter/print.js";
import { scanFrontmatter, valueOf } from "../../page/frontmatter/scan.js";
import { fidelities, origins } from "../../page/page.js";
import type { AssembleQuery } from "../../prompt/assemble.js";
import type { HarnessAt } from "../../prompt/candidates.js";
import type { Recovery, WaitingRow } from "../../session/cross.js";
import type { HandCommit } from "../../session/pages/known.js";
import { noteUnrecovered } from "../../session/pages/session.js";
import { type EntryRow, entryRows, patch, workOff } from "../../session/patch.js";
import { recover } from "../../session/recover.js";
import type { CommitOptions, PatchAnswer } from "../../write/commit/commit.js";
import type { WorkOff } from "../../write/entry/trim.js";
import type { PatchEnvelope } from "../../write/patch.js";
import { type Call, listOption, nowOf, positiveWhole, type Reply, textOption } from "../command.js";
import { count, labeled } from "../render/render.js";
import { type Theme, visibleLine } from "../render/table.js";

// Value: a frontmatter value as typed on a command line.

/** `[a, b]`, `{a: 1}`, `true`, `false`, `null` and decimal numbers are what they look like; everything else is text. */
export function parseValue(text: string): Outcome<YamlValue> {
  const trimmed = text.trim();
  if (trimmed === "true") return ok(true);
  if (trimmed === "false") return ok(false);
  if (trimmed === "null") return ok(null);
  if (/^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(trimmed)) return ok(Number(trimmed));
  return trimmed.startsWith("[") || trimmed.startsWith("{") ? parseFlow(trimmed) : ok(text);
}

/** `key=value`, the value as `parseValue` reads it; a later key wins over an earlier one. */
export function parseFields(pairs: readonly string[]): Outcome<Readonly<Record<string, YamlValue>>> {
  const fields: Record<string, YamlValue> = {};
  for (const pair of pairs) {
    const equals = pair.indexOf("=");
    if (equals < 1) {
      return err(
        usage(`The field “${pair}” has no value; key=value was expected.`, "For example: --field prefers=aisle"),
      );
    }
    const value = parseValue(pair.slice(equals + 1));
    if (!value.ok) return value;
    Object.defineProperty(fields, pair.slice(0, equals), {
      value: value.value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return ok(fields);
}

function parseFlow(text: string): Outcome<YamlValue> {
  const line = text.replaceAll(/[\r\n]+/g, " ");
  const scanned = scanFrontmatter("value", `---\nvalue: ${line}\n---\n`);
  if (scanned.ok && scanned.value !== null) {
    const value = scanned.value.root.pairs.find((pair) => pair.key === "value")?.value;
    if (value !== undefined && scanned.value.root.pairs.length === 1) return ok(valueOf(value));
  }
  const says = `The value ${text} looks like a list or a map and does not parse as one.`;
  return err(
    usage(
      says,
      "Write [a, b] or {key: value}; to store it as text, quote what is odd or add --string to `pagefile set`.",
    ),
  );
}

// Patching: what every write command shares: who writes and on what grounds, and how a commit is told.

/** Stages, validates and commits one patch; `draft` is what `write/plain-patch` takes, without the grounds. */
export function commitPatch(call: Call, draft: Readonly<Record<string, unknown>>): Promise<Outcome<Reply>> {
  return withSession(call, "write", async (workspace) => {
    // What a session that died left comes first; that it cannot be recovered keeps nobody else from writing.
    const recovered = await recover(workspace.primary, commitOptions(call));
    if (!recovered.ok) noteUnrecovered(workspace.primary, recovered.error);
    const answer = await patch(workspace, { ...draft, ...envelopeOf(call) }, commitOptions(call));
    const found = recovered.ok && recovered.value.sessions.length > 0 ? recovered.value : null;
    if (answer.ok) return ok(found === null ? patchReply(answer.value) : withRecovery(answer.value, found));
    if (found === null) return answer;
    const hint = `${answer.error.hint} What a dead session had staged was recovered before; see pagefile log.`;
    return err({ ...answer.error, hint });
  });
}

function withRecovery(answer: PatchAnswer, recovered: Recovery): Reply {
  return {
    ...patchReply(answer),
    json: { ...answer, recovered },
    warnings: (theme) => recoveryLines(recovered, theme),
  };
}

export function patchReply(answer: PatchAnswer): Reply {
  return { json: answer, out: (theme) => render(answer, theme), onQuiet: "drop", exit: 0 };
}

/** Who writes and on what grounds, as typed. */
export function envelopeOf(call: Call): PatchEnvelope {
  return {
    actor: actorOf(call.env, textOption(call, "actor") ?? "human"),
    origin: origins.find((origin) => origin === textOption(call, "origin")) ?? "user",
    session: textOption(call, "session"),
    evidence: listOption(call, "evidence"),
    id: null,
  };
}

/** On a detached HEAD nothing is committed unless `--detached` says so. */
export function commitOptions(call: Call): CommitOptions {
  return { detached: call.options.detached === true ? "allow" : "refuse" };
}

function render(answer: PatchAnswer, theme: Theme): string {
  if (answer.unchanged || answer.commit === null)
    return `${theme.dim("unchanged")}  everything was there already; nothing was committed\n`;
  const head = `${theme.green("committed")}  ${theme.yellow(answer.commit.slice(0, 8))}  ${theme.cyan(answer.reason)}\n`;
  const pages = answer.pages.map((page) => {
    const versions = page.from === page.to ? page.to : `${page.from} → ${page.to}`;
    return `  ${theme.bold(visibleLine(page.id))}  ${visibleLine(versions)}  ${theme.dim(visibleLine(page.path))}\n`;
  });
  return head + pages.join("");
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

// Entries: what `done`, `mv` and `rm` share: the list of a page's entries with their numbers, and one of them worked off.

/** Without an entry the list is the answer. */
export function runWorkOff(call: Call, verb: WorkOff["verb"], to: string | null): Promise<Outcome<Reply>> {
  const [page = "", entry] = call.args;
  return withSession(call, "write", async (workspace) => {
    const located = locate(workspace, page);
    if (!located.ok) return located;
    const { memory, entry: found } = located.value;
    if (entry === undefined) return listed(located.value);
    const target = to === null ? ok(null) : locate(workspace, to);
    if (!target.ok) return target;
    const asked: WorkOff = {
      verb,
      page: found.id,
      entry,
      to: target.value === null ? null : target.value.entry.id,
      because: textOption(call, "because"),
      envelope: envelopeOf(call),
    };
    const answer = await workOff(memory, asked, commitOptions(call));
    return answer.ok ? ok(patchReply(answer.value)) : answer;
  });
}

function listed({ memory, entry }: Located): Outcome<Reply> {
  const rows = entryRows(memory, entry);
  if (!rows.ok) return rows;
  const json = { page: entry.id, path: entry.path, entries: rows.value };
  return ok({ json, out: (theme) => lines(rows.value, theme), onQuiet: "keep", exit: 0 });
}

function lines(rows: readonly EntryRow[], theme: Theme): string {
  if (rows.length === 0) return "The page holds no entries.\n";
  const width = String(rows.length).length;
  return rows
    .map(({ number, says }) => `${theme.cyan(String(number).padStart(width))}  ${visibleLine(says)}\n`)
    .join("");
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

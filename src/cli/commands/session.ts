/** Commands at boundaries: stage, flush, checkpoint, session and journal. */

import { err, type Outcome, ok, usage } from "../../base/result.js";
import { boundaries } from "../../git/history.js";
import { signed } from "../../memory/actor.js";
import { parseSource, type Source } from "../../memory/sessions.js";
import { type CheckpointAnswer, checkpoint } from "../../night/day-files.js";
import type { FlushAnswer, JournalAnswer, JournalRow, SessionAnswer } from "../../session/cross.js";
import { flush } from "../../session/flush.js";
import { eventAt, lifecycle, lifecycleEvents } from "../../session/lifecycle.js";
import { sessionDrop, sessionList, sessionStart } from "../../session/pages/session.js";
import { journal } from "../../session/settle.js";
import { type RetryAnswer, retryRejected, settleRejected, stage } from "../../session/stage.js";
import { type Call, pidOption, type Reply, replied, textOption, textOrStdin } from "../command.js";
import { count, damagedLines, failureLines } from "../render/render.js";
import { type Theme, visibleLine } from "../render/table.js";
import { forkedFrom, waitingText, withWorkspace } from "../share/session.js";
import { fileOrStdin, jsonObject } from "./inbox.js";
import { commitOptions, editLines, envelopeOf, leftLines, recoveryLines } from "./write.js";

export async function runSession(call: Call): Promise<Outcome<Reply>> {
  const [action = "", session] = call.args;
  if (action === "list" && session === undefined) return list(call);
  if (action === "start" && session !== undefined) return start(call, session);
  if (action === "drop" && session !== undefined) return drop(call, session);
  const isNameless = action === "start" || action === "drop";
  const says = isNameless ? `The session to ${action} has no id.` : `session does not know “${call.args.join(" ")}”.`;
  const known = "One of: pagefile session start ID [--pid N], pagefile session list, pagefile session drop ID.";
  return err(usage(says, known));
}

function drop(call: Call, session: string): Promise<Outcome<Reply>> {
  return withWorkspace(call, async (workspace) => {
    return replied(await sessionDrop(workspace, { session, force: call.options.force === true }), {
      out: ({ tip, pages, journaled }, theme) => {
        const was = tip === null ? "it had no commit" : `its last commit was ${tip}`;
        const kept = journaled.length === 0 ? "" : `the journal keeps ${journaled.map(visibleLine).join(", ")}\n`;
        return `${theme.green("dropped")}  ${theme.bold(visibleLine(session))}  ${theme.dim(`${count(pages, "page")}, ${was}`)}\n${kept}`;
      },
      onQuiet: "drop",
    });
  });
}

async function start(call: Call, session: string): Promise<Outcome<Reply>> {
  const pid = pidOption(call);
  if (!pid.ok) return pid;
  return withWorkspace(call, async (workspace) => {
    const answer = await sessionStart(workspace, { session, pid: pid.value }, commitOptions(call));
    return replied(answer, {
      out: renderSession,
      warnings: warningsSession,
      onQuiet: "drop",
      isBad: ({ recovered, unrecovered }) =>
        unrecovered !== null || recovered.rejected.length + recovered.faults.length > 0,
    });
  });
}

function renderSession(answer: SessionAnswer, theme: Theme): string {
  const life = answer.pid === null ? "its process is not known" : `process ${answer.pid}`;
  const head = `${theme.green("started")}  ${theme.bold(visibleLine(answer.session))}  ${theme.dim(`${life}, epoch ${answer.epoch}`)}\n`;
  const waiting = answer.waiting.map((row) => `${theme.dim("waiting")}  ${waitingText(row)}\n`);
  return recoveryLines(answer.recovered, theme) + head + waiting.join("");
}

function warningsSession(answer: SessionAnswer, theme: Theme): string {
  const failed =
    answer.unrecovered === null ? "" : `${theme.red("not recovered")}  ${visibleLine(answer.unrecovered)}\n`;
  const unnamed =
    answer.pid === null
      ? "without --pid nobody can tell whether the session died; its patches wait for a flush\n"
      : "";
  return failed + theme.dim(unnamed);
}

function list(call: Call): Promise<Outcome<Reply>> {
  return withWorkspace(call, async (workspace) =>
    replied(sessionList(workspace), {
      out: ({ sessions, folders }, theme) =>
        [
          ...(sessions.length === 0 ? ["no session is known\n"] : []),
          ...sessions.map(
            ({ session, state, since, seen, pages, parent }) =>
              `${theme.bold(visibleLine(session))}  ${state}  ${parent === undefined ? "" : `${forkedFrom(parent)}  `}${theme.dim(`since ${since}, epoch ${seen.epoch}, ${count(pages, "page")} of its own`)}\n`,
          ),
          ...folders.map(
            ({ folder, pages }) => `${theme.dim(`${count(pages, "page")} in ${visibleLine(folder)}`)}\n`,
          ),
        ].join(""),
      warnings: damagedLines,
      isBad: ({ damaged }) => damaged.length > 0,
    }),
  );
}

export async function runJournal(call: Call): Promise<Outcome<Reply>> {
  const [action, id] = call.args;
  if (action === undefined) return show(call);
  if (action === "retry" && id !== undefined) return retry(call, id);
  if (action === "settle" && id !== undefined) return settle(call, id);
  const isKnown = action === "retry" || action === "settle";
  const says = isKnown ? `The refusal to ${action} has no id.` : `journal does not know “${action}”.`;
  return err(usage(says, "For example: pagefile journal retry 3f9a2c, with an id of pagefile journal --rejected"));
}

function show(call: Call): Promise<Outcome<Reply>> {
  return withWorkspace(call, async (workspace) => {
    const answer = await journal(workspace);
    if (!answer.ok) return answer;
    const shown = call.options.rejected === true ? { ...answer.value, staged: [] } : answer.value;
    return replied(ok(shown), {
      out: renderJournal,
      warnings: damagedLines,
      isBad: ({ damaged }) => damaged.length > 0,
    });
  });
}

function retry(call: Call, id: string): Promise<Outcome<Reply>> {
  return withWorkspace(call, async (workspace) => {
    const isRefused = ({ retried }: RetryAnswer): boolean => retried.outcome === "rejected";
    return replied(await retryRejected(workspace, id, commitOptions(call)), {
      out: (answer, theme) => (isRefused(answer) ? "" : tried(answer, theme)),
      warnings: (answer, theme) => (isRefused(answer) ? tried(answer, theme) : ""),
      onQuiet: "drop",
      isBad: isRefused,
    });
  });
}

function settle(call: Call, id: string): Promise<Outcome<Reply>> {
  return withWorkspace(call, async (workspace) =>
    replied(await settleRejected(workspace, id, textOption(call, "because")), {
      out: ({ retried }, theme) => `${theme.green(retried.outcome)}  ${theme.dim(retried.at)}\n`,
      onQuiet: "drop",
    }),
  );
}

function tried({ retried, says, hint }: RetryAnswer, theme: Theme): string {
  if (retried.outcome === "rejected") {
    const what = `${theme.red("rejected")}  ${theme.cyan(String(retried.reason))}`;
    return failureLines(what, { says: says ?? "", hint: hint ?? "" });
  }
  const commit = theme.yellow(String(retried.commit).slice(0, 8));
  return retried.outcome === "committed"
    ? `${theme.green("committed")}  ${commit}\n`
    : `${theme.dim("committed before")}  ${commit}\n`;
}

function renderJournal(answer: JournalAnswer, theme: Theme): string {
  const staged = answer.staged.map(
    (row) => `${theme.green("staged")}    ${theme.dim(row.at)}  ${visibleLine(gist(row.draft))}\n`,
  );
  const rejected = answer.rejected.map((row) => refusal(row, theme));
  return staged.length + rejected.length === 0
    ? "nothing waits, nothing was refused\n"
    : staged.join("") + rejected.join("");
}

function refusal(row: JournalRow, theme: Theme): string {
  const { at, reason, says, hint, id, draft } = row;
  const last = row.retried.at(-1);
  const again = last === undefined ? "" : theme.dim(`          ${becameOf(last)}\n`);
  const name = id.slice(0, 8);
  // When it was refused it had no id yet, and was named by what it says.
  const next = hint.replace(/(let it in with: pagefile approve )\S+$/, `$1${name}`);
  const isOver = last !== undefined && last.outcome !== "rejected";
  const why = isOver ? "" : `          ${visibleLine(says)}\n          ${visibleLine(next)}\n`;
  return `${theme.bold(name)}  ${theme.red("rejected")}  ${theme.dim(at)}  ${theme.cyan(reason)}  ${visibleLine(gist(draft))}\n${why}${again}`;
}

function becameOf({ outcome, at, reason }: JournalRow["retried"][number]): string {
  if (outcome !== "settled") return `tried again ${at}: ${outcome}`;
  return reason === null ? `settled ${at}` : `settled ${at}: ${visibleLine(reason)}`;
}

function gist(draft: unknown): string {
  const { op, page, title } = (draft ?? {}) as {
    readonly op?: unknown;
    readonly page?: unknown;
    readonly title?: unknown;
  };
  return `${String(op)} ${String(page ?? title ?? "")}`;
}

export async function runCheckpoint(call: Call): Promise<Outcome<Reply>> {
  const typed = textOption(call, "usage") ?? "";
  const share = shareOf(typed);
  if (share === null)
    return err(usage(`--usage is “${typed}”; how full the context is was expected.`, "For example 0.62, or 62%."));
  const given = call.args[0];
  const text = given === undefined ? ok(null) : await textOrStdin(call, given);
  if (!text.ok) return text;
  return withWorkspace(call, async (workspace) => {
    const query = { usage: share, text: text.value, envelope: envelopeOf(call) };
    return replied(await checkpoint(workspace, query, commitOptions(call)), {
      out: renderCheckpoint,
      warnings: warningsCheckpoint,
      onQuiet: "drop",
      isBad: ({ rejected, left }) => rejected + left.length > 0,
    });
  });
}

/** `0.62`, `.62`, `1` and `62%`; null for anything else. */
function shareOf(typed: string): number | null {
  const isPercent = typed.endsWith("%");
  const digits = isPercent ? typed.slice(0, -1) : typed;
  if (!/^(?:\d{1,3}(?:\.\d{1,6})?|\.\d{1,6})$/.test(digits)) return null;
  const share = Number(digits) / (isPercent ? 100 : 1);
  return share <= 1 ? share : null;
}

function renderCheckpoint(
  { level, usage: share, nextAt, asks, done, untagged }: CheckpointAnswer,
  theme: Theme,
): string {
  const percent = (part: number): string => `${Math.round(part * 1_000) / 10} %`;
  const next = nextAt === null ? "" : theme.dim(`  more at ${percent(nextAt)}`);
  const rows = done.map(({ action, paths, commit }) => {
    const what = commit === null ? theme.dim("unchanged") : theme.yellow(commit.slice(0, 8));
    return `  ${theme.green(action.replace("_", " "))}  ${what}  ${visibleLine(paths.join(", "))}\n`;
  });
  const bare =
    untagged === 0 ? "" : `  ${count(untagged, "entry")} without a tag; those are the first to be pruned\n`;
  const ask = done.some(({ action }) => action === "append") ? "" : `  ${theme.dim(asks)}\n`;
  return `${theme.bold(level)}  ${percent(share)} of the context${next}\n${rows.join("")}${bare}${ask}`;
}

function warningsCheckpoint({ rejected, left }: CheckpointAnswer, theme: Theme): string {
  const refused = rejected === 0 ? "" : `${theme.red("rejected")}  ${rejected}; see: pagefile journal --rejected\n`;
  const rows = left.map(({ path, why }) => `${theme.yellow("not taken in")}  ${visibleLine(`${path}: ${why}`)}\n`);
  return refused + rows.join("");
}

export async function runFlush(call: Call): Promise<Outcome<Reply>> {
  const source = sourceOption(call);
  if (!source.ok) return source;
  const named = boundaries.find((name) => name === textOption(call, "boundary"));
  const event = lifecycleEvents.find((name) => name === textOption(call, "event")) ?? eventAt[named ?? "manual"];
  const boundary = named ?? lifecycle[event].boundary;
  const query = { boundary, event, session: textOption(call, "session"), source: source.value };
  return withWorkspace(call, async (workspace) =>
    replied(await flush(workspace, query, commitOptions(call)), {
      out: renderFlush,
      warnings: leftLines,
      onQuiet: "drop",
      isBad: ({ rejected, recovered, pages, faults }) =>
        rejected.length + recovered.rejected.length > 0 ||
        pages.some(({ outcome }) => outcome === "still_dirty") ||
        faults.some(isTorn),
    }),
  );
}

/** Whether it tells of a file that holds no whole patch. */
function isTorn({ kind }: FlushAnswer["faults"][number]): boolean {
  return kind === "sidecar_corrupt";
}

function renderFlush(answer: FlushAnswer, theme: Theme): string {
  const commits = answer.committed.map(
    ({ commit, patches }) =>
      `${theme.green("committed")}  ${theme.yellow(commit.slice(0, 8))}  ${count(patches.length, "patch")} at ${answer.boundary}\n`,
  );
  const known = answer.known.length === 0 ? "" : theme.dim(`${answer.known.length} had been committed before\n`);
  const edits = editLines("committed", answer.edits, theme);
  const torn = answer.faults.filter(isTorn);
  const done = [...commits, ...answer.known, ...answer.rejected, ...answer.edits, ...torn].length;
  const nothing = done === 0 ? "nothing was staged\n" : "";
  return recoveryLines(answer.recovered, theme) + edits + commits.join("") + known + nothing;
}

const hint = 'For example: {"op": "append", "page": "travel-mornings", "value": "- Trains under 4 h. [human]"}';

export async function runStage(call: Call): Promise<Outcome<Reply>> {
  const pid = pidOption(call);
  if (!pid.ok) return pid;
  const source = sourceOption(call);
  if (!source.ok) return source;
  const file = textOption(call, "patch") ?? "-";
  const text = await fileOrStdin(call, file);
  if (!text.ok) return text;
  const draft = jsonObject(text.value, file === "-" ? "standard input" : file, hint);
  if (!draft.ok) return draft;
  return withWorkspace(call, async (workspace) => {
    const answer = await stage(workspace, signed(call.env, draft.value), { pid: pid.value, source: source.value });
    return replied(answer, {
      out: ({ staged, known, waiting }, theme) =>
        `${theme.green(known ? "staged before" : "staged")}  ${visibleLine(staged)}  ${theme.dim(`${waiting} waiting`)}\n`,
      onQuiet: "drop",
    });
  });
}

/** null when `--epoch` was not given. */
function sourceOption(call: Call): Outcome<Source | null> {
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

/** Commands for prompts: turn, assemble and evidence. */

import { err, type Failure, type Outcome, ok, usage } from "../../base/result.js";
import { type EvidenceAnswer, readEvidence } from "../../night/series/evidence.js";
import { assemble } from "../../prompt/assemble.js";
import type { TurnAnswer } from "../../prompt/trace/read.js";
import { turn } from "../../prompt/turn/turn.js";
import { lifecycleEvents } from "../../session/lifecycle.js";
import { type Call, listOption, positiveWhole, type Reply, textOption } from "../command.js";
import { assembleReply } from "../render/prompt.js";
import { type Theme, visible, visibleLine } from "../render/table.js";
import { budgetOption, harnessOption, parseDemands, shownBy, withSession } from "../share/session.js";
import { commitOptions } from "../share/write.js";

// Command turn: one turn of a live session: boundaries crossed first, then the prompt, remembered for the next turn.

const turnMax = 1_000_000_000;

export async function runTurn(call: Call): Promise<Outcome<Reply>> {
  const budget = budgetOption(call);
  if (!budget.ok) return budget;
  const number = positiveWhole(textOption(call, "turn") ?? "", "--turn", turnMax);
  if (!number.ok) return number;
  const demands = parseDemands(listOption(call, "demand"));
  if (!demands.ok) return demands;
  const events = listOption(call, "event").map((name) => lifecycleEvents.find((known) => known === name));
  const unknown = events.indexOf(undefined);
  if (unknown >= 0) return err(noEvent(listOption(call, "event")[unknown] ?? ""));
  const query = {
    session: textOption(call, "session") ?? "",
    turn: number.value,
    events: events.filter((event) => event !== undefined),
    tools: listOption(call, "tool"),
    budget: budget.value,
    demands: demands.value,
    audience: textOption(call, "audience") === "group" ? ("group" as const) : ("owner" as const),
    tokenizer: textOption(call, "tokenizer"),
  };
  return withSession(call, "read", async (workspace) => {
    const answer = await turn(workspace, query, commitOptions(call));
    if (!answer.ok) return answer;
    const { notes = () => "", ...reply } = assembleReply(answer.value, shownBy(call));
    const isLeft = answer.value.boundaries.some(({ rejected, failed }) => rejected.length > 0 || failed !== null);
    return ok({
      ...reply,
      json: answer.value,
      notes: (theme) => notes(theme) + sessionLines(answer.value, theme),
      exit: isLeft ? 1 : reply.exit,
    });
  });
}

function noEvent(name: string): Failure {
  return usage(`--event “${name}” is no event of a session.`, `One of: ${lifecycleEvents.join(", ")}.`);
}

function sessionLines(answer: TurnAnswer, theme: Theme): string {
  const boundaries = answer.boundaries.map(({ event, committed, rejected, failed }) => {
    const patches = committed.reduce((sum, commit) => sum + commit.patches.length, 0);
    const became = failed ?? `${patches} committed, ${rejected.length} rejected`;
    return `${theme.cyan(visibleLine(event))}  ${visibleLine(became)}\n`;
  });
  const again = answer.repeated ? ", decided before" : "";
  const thrash = `${answer.hits} hits, thrash ${answer.thrash.toFixed(3)}${again}`;
  return `${boundaries.join("")}${theme.dim(`turn ${answer.turn} of ${visibleLine(answer.session)}, ${thrash}`)}\n`;
}

// Command evidence: the result of a tool that a page points at.

const linesMax = 100_000_000;

export function runEvidence(call: Call): Promise<Outcome<Reply>> {
  return withSession(call, "read", async (workspace) => {
    const [from, to] = [lineOption(call, "from"), lineOption(call, "to")];
    if (!from.ok) return from;
    if (!to.ok) return to;
    if (to.value !== null && to.value < (from.value ?? 1)) return err(backwards);
    const answer = readEvidence(workspace, { name: call.args[0] ?? "", from: from.value ?? 1, to: to.value });
    if (!answer.ok) return answer;
    const { text } = answer.value;
    return ok({
      json: answer.value,
      out: () => (text === null ? "" : `${visible(text)}\n`),
      notes: (theme) => notes(answer.value, theme),
      onQuiet: "keep",
      exit: 0,
    });
  });
}

const backwards: Failure = {
  code: "usage",
  says: "--to is before the first line that was asked for.",
  hint: "For example: --from 1 --to 20",
};

function lineOption(call: Call, name: string): Outcome<number | null> {
  const text = textOption(call, name);
  return text === null ? ok(null) : positiveWhole(text, `--${name}`, linesMax);
}

function notes({ digest, bytes, lines, from, to, file }: EvidenceAnswer, theme: Theme): string {
  const about = `${bytes} bytes · ${digest}`;
  if (lines === null) return `${theme.bold("no text")}  ${theme.dim(`${about} · ${visibleLine(file)}`)}\n`;
  const more = to < lines ? ` · go on with --from ${to + 1}` : "";
  return `${theme.bold(`lines ${from} to ${to} of ${lines}`)}  ${theme.dim(about + more)}\n`;
}

// Command assemble: the prompt block for a budget, and a receipt for every page in and out.

export async function runAssemble(call: Call): Promise<Outcome<Reply>> {
  const budget = budgetOption(call);
  if (!budget.ok) return budget;
  const demands = parseDemands(listOption(call, "demand"));
  if (!demands.ok) return demands;
  const harness = harnessOption(call);
  if (!harness.ok) return harness;
  return withSession(call, "read", async (workspace) => {
    const answer = await assemble(workspace, {
      budget: budget.value,
      demands: demands.value,
      session: textOption(call, "session"),
      audience: textOption(call, "audience") === "group" ? "group" : "owner",
      tokenizer: textOption(call, "tokenizer"),
      harness: harness.value,
    });
    return answer.ok ? ok(assembleReply(answer.value, shownBy(call))) : answer;
  });
}

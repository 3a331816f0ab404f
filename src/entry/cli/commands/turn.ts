/** Command turn: one turn of a live session: boundaries crossed first, then the prompt, remembered for the next turn. */

import type { Failure, Outcome } from "../../../base/failure.js";
import { usage } from "../../../base/failure.js";
import { err, ok } from "../../../base/result.js";
import type { TurnAnswer } from "../../../flow/turn/trace-answers.js";
import { turn } from "../../../flow/turn/turn.js";
import { lifecycleEvents } from "../../../writeback/lifecycle/lifecycle.js";
import { budgetOption, parseDemands, shownBy } from "../assembling.js";
import type { Call, Reply } from "../command.js";
import { listOption, positiveWhole, textOption } from "../input.js";
import { commitOptions } from "../patching.js";
import { assembleReply } from "../render-assembly.js";
import { type Theme, visibleLine } from "../theme.js";
import { withSession } from "../workspace.js";

const turnMax = 1_000_000_000;

export async function run(call: Call): Promise<Outcome<Reply>> {
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

/** Command turn: one turn of a live session: boundaries crossed first, then the prompt, remembered for the next turn. */

import { type Failure, type Outcome, usage } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import type { TurnAnswer } from "../../prompt/trace/read--trace-answers.js";
import { turn } from "../../prompt/turn/turn.js";
import { lifecycleEvents } from "../../session/lifecycle.js";
import type { Call, Reply } from "../command.js";
import { listOption, positiveWhole, textOption } from "../command--input.js";
import { assembleReply } from "../render/prompt.js";
import { type Theme, visibleLine } from "../render/table--theme.js";
import { commitOptions } from "../share/write.js";
import { budgetOption, parseDemands, shownBy } from "../share/write--assembling.js";
import { withSession } from "../share/write--workspace.js";

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

/** Command session: makes a session known after what dead ones left is recovered, or lists those that are known. */

import { type Outcome, usage } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import type { SessionAnswer } from "../../session/cross.js";
import { sessionDrop } from "../../session/pages/drop.js";
import { sessionList, sessionStart } from "../../session/pages/session.js";
import type { Call, Reply } from "../command.js";
import { count } from "../render/render.js";
import { type Theme, visibleLine } from "../render/table--theme.js";
import { commitOptions } from "../share/write.js";
import { forkedFrom } from "../share/write--session-lines.js";
import { pidOption, recoveryLines, waitingText } from "../share/write--sessions.js";
import { withWorkspace } from "../share/write--workspace.js";

export async function run(call: Call): Promise<Outcome<Reply>> {
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
    const answer = await sessionDrop(workspace, { session, force: call.options.force === true });
    if (!answer.ok) return answer;
    const { tip, pages, journaled } = answer.value;
    const was = tip === null ? "it had no commit" : `its last commit was ${tip}`;
    const kept = journaled.length === 0 ? "" : `the journal keeps ${journaled.map(visibleLine).join(", ")}\n`;
    return ok({
      json: answer.value,
      out: (theme) =>
        `${theme.green("dropped")}  ${theme.bold(visibleLine(session))}  ${theme.dim(`${count(pages, "page")}, ${was}`)}\n${kept}`,
      onQuiet: "drop",
      exit: 0,
    });
  });
}

async function start(call: Call, session: string): Promise<Outcome<Reply>> {
  const pid = pidOption(call);
  if (!pid.ok) return pid;
  return withWorkspace(call, async (workspace) => {
    const answer = await sessionStart(workspace, { session, pid: pid.value }, commitOptions(call));
    if (!answer.ok) return answer;
    const { recovered, unrecovered } = answer.value;
    return ok({
      json: answer.value,
      out: (theme) => render(answer.value, theme),
      warnings: (theme) => warnings(answer.value, theme),
      onQuiet: "drop",
      exit: unrecovered !== null || recovered.rejected.length + recovered.faults.length > 0 ? 1 : 0,
    });
  });
}

function render(answer: SessionAnswer, theme: Theme): string {
  const life = answer.pid === null ? "its process is not known" : `process ${answer.pid}`;
  const head = `${theme.green("started")}  ${theme.bold(visibleLine(answer.session))}  ${theme.dim(`${life}, epoch ${answer.epoch}`)}\n`;
  const waiting = answer.waiting.map((row) => `${theme.dim("waiting")}  ${waitingText(row)}\n`);
  return recoveryLines(answer.recovered, theme) + head + waiting.join("");
}

function warnings(answer: SessionAnswer, theme: Theme): string {
  const failed =
    answer.unrecovered === null ? "" : `${theme.red("not recovered")}  ${visibleLine(answer.unrecovered)}\n`;
  const unnamed =
    answer.pid === null
      ? "without --pid nobody can tell whether the session died; its patches wait for a flush\n"
      : "";
  return failed + theme.dim(unnamed);
}

function list(call: Call): Promise<Outcome<Reply>> {
  return withWorkspace(call, async (workspace) => {
    const answer = sessionList(workspace);
    if (!answer.ok) return answer;
    const { sessions, folders, damaged } = answer.value;
    const lines = (theme: Theme): string[] => [
      ...sessions.map(
        ({ session, state, since, seen, pages, parent }) =>
          `${theme.bold(visibleLine(session))}  ${state}  ${parent === undefined ? "" : `${forkedFrom(parent)}  `}${theme.dim(`since ${since}, epoch ${seen.epoch}, ${count(pages, "page")} of its own`)}\n`,
      ),
      ...folders.map(({ folder, pages }) => `${theme.dim(`${count(pages, "page")} in ${visibleLine(folder)}`)}\n`),
    ];
    return ok({
      json: answer.value,
      out: (theme) => `${sessions.length === 0 ? "no session is known\n" : ""}${lines(theme).join("")}`,
      warnings: (theme) => damaged.map((name) => `${theme.yellow("damaged:")} ${visibleLine(name)}\n`).join(""),
      onQuiet: "keep",
      exit: damaged.length > 0 ? 1 : 0,
    });
  });
}

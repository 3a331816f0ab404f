/** Command daemon: runs nights at their hour and follows hand edits until it is stopped; one a repository. */

import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import type { DaemonAnswer, DaemonEvent } from "../../night/clock/daemon--daemon-answers.js";
import { daemon } from "../../night/clock/daemon--daemon-loop.js";
import { nightly } from "../../night/night.js";
import { withAuditQuery } from "../../open-night.js";
import { wireDaemon } from "../../open-schedule.js";
import type { Call, Reply } from "../command.js";
import { nowOf } from "../command--now.js";
import { count, findingLines } from "../render/render.js";
import { type Theme, visibleLine } from "../render/table--theme.js";
import { hourAsked, localText } from "../share/nights.js";
import { stopOnSignals } from "../share/nights--stopping.js";
import { commitOptions } from "../share/write.js";
import { withWorkspace } from "../share/write--workspace.js";

export async function run(call: Call): Promise<Outcome<Reply>> {
  const now = nowOf(call);
  if (!now.ok) return now;
  const hour = hourAsked(call);
  if (!hour.ok) return hour;
  // Opened once for its root, and to say at once what keeps it from being opened.
  const root = await withRoot(call);
  if (!root.ok) return root;
  const place = { root: root.value, cwd: call.cwd, env: call.env, now: now.value, pages: "as_indexed" } as const;
  const tools = wireDaemon(place, (memory) =>
    withAuditQuery(place, (audit) => nightly(memory, "apply", { ...commitOptions(call), audit })),
  );
  if (!tools.ok) return tools;
  const stop = stopOnSignals();
  try {
    const answer = await daemon(tools.value, {
      hour: hour.value,
      stop,
      tell: (event) => call.tell(textOf(event, call.theme)),
    });
    return answer.ok ? ok(replyFor(answer.value)) : answer;
  } finally {
    stop.close();
  }
}

async function withRoot(call: Call): Promise<Outcome<string>> {
  let root = "";
  const opened = await withWorkspace(call, async ({ primary }) => {
    root = primary.root;
    return ok({ json: null, out: () => "", onQuiet: "drop", exit: 0 });
  });
  return opened.ok ? ok(root) : opened;
}

function replyFor(answer: DaemonAnswer): Reply {
  return {
    json: answer,
    out: ({ dim }) =>
      `${dim(`stopped by ${answer.ended} after ${count(answer.nights.length, "night")} and ${count(answer.edits, "edit")}`)}\n`,
    onQuiet: "drop",
    exit: 0,
  };
}

function textOf(event: DaemonEvent, theme: Theme): string {
  switch (event.kind) {
    case "started": {
      const from =
        event.former === null ? "" : `, taken over from process ${event.former.pid}, which is ${event.former.state}`;
      return `nights at ${event.hour}, the next ${localText(event.next)}  ${theme.dim(`token ${event.token}${from}`)}\n`;
    }
    case "night": {
      const missed = event.from === event.period ? "" : ` and those missed since ${event.from}`;
      return `${theme.green("night")}  ${event.period}${missed}: ${count(event.commits, "commit")}, the next ${localText(event.next)}\n`;
    }
    case "edit": {
      const pages = event.news.pages.map((path) => `${theme.cyan("edit")}  ${visibleLine(path)}\n`);
      return pages.join("") + findingLines(event.news.findings, theme);
    }
    case "failed": {
      const what = event.period === null ? "" : `${event.period}: `;
      return `${theme.red("failed")}  ${what}${visibleLine(event.failure.says)}\n  ${visibleLine(event.failure.hint)}\n`;
    }
    case "blind":
      return `${theme.yellow("warning:")} edits cannot be watched (${visibleLine(event.says)}); they are seen when a night runs.\n`;
  }
}

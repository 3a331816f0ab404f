/** Command evidence: the result of a tool that a page points at. */

import type { Failure, Outcome } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { type EvidenceAnswer, readEvidence } from "../../night/series/evidence.js";
import type { Call, Reply } from "../command.js";
import { positiveWhole, textOption } from "../command--input.js";
import { type Theme, visible, visibleLine } from "../render/table--theme.js";
import { withSession } from "../share/write--workspace.js";

const linesMax = 100_000_000;

export function run(call: Call): Promise<Outcome<Reply>> {
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

/** Command stage: a patch made safe on disk now, to be committed at the next boundary. */

import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { signed } from "../../memory/labels--principal.js";
import { stage } from "../../session/stage.js";
import type { Call, Reply } from "../command.js";
import { textOption } from "../command--input.js";
import { fileOrStdin, jsonObject } from "../command--intake.js";
import { visibleLine } from "../render/table--theme.js";
import { pidOption, sourceOption } from "../share/write--sessions.js";
import { withWorkspace } from "../share/write--workspace.js";

const hint = 'For example: {"op": "append", "page": "travel-mornings", "value": "- Trains under 4 h. [human]"}';

export async function run(call: Call): Promise<Outcome<Reply>> {
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
    if (!answer.ok) return answer;
    const { staged, known, waiting } = answer.value;
    return ok({
      json: answer.value,
      out: (theme) =>
        `${theme.green(known ? "staged before" : "staged")}  ${visibleLine(staged)}  ${theme.dim(`${waiting} waiting`)}\n`,
      onQuiet: "drop",
      exit: 0,
    });
  });
}

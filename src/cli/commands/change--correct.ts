/** Command correct: what is right takes the place of what was wrong, which stays below it with the day it was given up. */

import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { locate } from "../../memory/workspace.js";
import { correct } from "../../night/undo--correct.js";
import type { Call, Reply } from "../command.js";
import { textOption } from "../command--input.js";
import { textOrStdin } from "../command--intake.js";
import { commitOptions, envelopeOf, patchReply } from "../share/write.js";
import { withWorkspace } from "../share/write--workspace.js";

export async function run(call: Call): Promise<Outcome<Reply>> {
  const [page = "", typed = ""] = call.args;
  const text = await textOrStdin(call, typed);
  if (!text.ok) return text;
  return withWorkspace(call, async (workspace) => {
    const located = locate(workspace, page);
    if (!located.ok) return located;
    const entry = textOption(call, "entry") ?? "";
    const because = textOption(call, "because");
    const asked = { page, entry, text: text.value, because, envelope: envelopeOf(call) };
    const answer = await correct(located.value.memory, asked, commitOptions(call));
    return answer.ok ? ok(patchReply(answer.value)) : answer;
  });
}

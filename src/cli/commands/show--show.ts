/** Command show: one page at a fidelity. */

import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import type { Fidelity } from "../../page/page--page.js";
import { show } from "../../prompt/parts--show.js";
import type { Call, Reply } from "../command.js";
import { textOption } from "../command--input.js";
import { visible, visibleLine } from "../render/table--theme.js";
import { withSession } from "../share/write--workspace.js";

export function run(call: Call): Promise<Outcome<Reply>> {
  return withSession(call, "read", async (workspace) => {
    const fidelity = textOption(call, "fidelity") as Fidelity | null;
    const answer = await show(workspace, { page: call.args[0] ?? "", fidelity });
    if (!answer.ok) return answer;
    const { page, text, tokens } = answer.value;
    const version = page.version === null ? page.oid.slice(0, 7) : `version ${page.version}`;
    const facts = `${page.type} · ${version} · ${answer.value.fidelity}, ${tokens} tokens · ${visibleLine(page.path)}`;
    return ok({
      json: answer.value,
      out: () => (text.endsWith("\n") ? readable(text) : `${readable(text)}\n`),
      notes: (theme) => `${theme.bold(visibleLine(page.id))}  ${theme.dim(facts)}\n`,
      onQuiet: "keep",
      exit: 0,
    });
  });
}

/** As it is but for what a terminal obeys; of carriage returns those that do not end a line. */
function readable(text: string): string {
  return text.split("\r\n").map(visible).join("\r\n");
}

/** Command complete: page ids for a completion script, one a line. */

import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { pagesIn } from "../../memory/workspace.js";
import type { Call, Reply } from "../command.js";
import { visibleLine } from "../render/table--theme.js";
import { withWorkspace } from "../share/write--workspace.js";

export function run(call: Call): Promise<Outcome<Reply>> {
  return withWorkspace(call, async (workspace) => {
    const ids = pagesIn(workspace).map((located) => located.name);
    return ok({
      json: { pages: ids },
      out: () => ids.map((id) => `${visibleLine(id)}\n`).join(""),
      onQuiet: "keep",
      exit: 0,
    });
  });
}

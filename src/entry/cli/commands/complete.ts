/** Command complete: page ids for a completion script, one a line. */

import type { Outcome } from "../../../base/failure.js";
import { ok } from "../../../base/result.js";
import { pagesIn } from "../../../flow/workspace.js";
import type { Call, Reply } from "../command.js";
import { visibleLine } from "../theme.js";
import { withWorkspace } from "../workspace.js";

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

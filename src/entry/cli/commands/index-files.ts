/** Command index: what stands behind recall, and how it is made anew. */

import type { Outcome } from "../../../base/failure.js";
import { err, ok } from "../../../base/result.js";
import { indexRebuild, indexStatus, type StoreIndex } from "../../../flow/search-index.js";
import type { Call, Reply } from "../command.js";
import { usage } from "../input.js";
import { count } from "../render.js";
import { type Cell, table } from "../render-table.js";
import type { Theme } from "../theme.js";
import { withWorkspace } from "../workspace.js";

export async function run(call: Call): Promise<Outcome<Reply>> {
  const [action] = call.args;
  if (action !== "status" && action !== "rebuild") {
    return err(
      usage(`There is no “index ${action ?? ""}”; status or rebuild was expected.`, "pagefile index status"),
    );
  }
  return withWorkspace(call, async (workspace) => {
    if (action === "status") {
      const answer = indexStatus(workspace);
      return ok({
        json: answer,
        out: (theme) => render(answer.indexes, theme),
        onQuiet: "keep",
        exit: answer.indexes.some(needsMending) ? 1 : 0,
      });
    }
    const rebuilt = indexRebuild(workspace);
    if (!rebuilt.ok) return rebuilt;
    const { indexes, indexed } = rebuilt.value;
    return ok({
      json: rebuilt.value,
      out: (theme) => `${render(indexes, theme)}${theme.dim(`${count(indexed, "page")} indexed\n`)}`,
      onQuiet: "drop",
      exit: 0,
    });
  });
}

/** An index that was never made is nothing to mend. */
function needsMending({ state }: StoreIndex): boolean {
  return state !== "ready" && state !== "missing";
}

function render(indexes: readonly StoreIndex[], theme: Theme): string {
  const rows = indexes.map((index): readonly Cell[] => [
    { text: index.store },
    { text: index.state, paint: index.state === "ready" ? theme.green : theme.yellow },
    { text: `${index.pages.hot + index.pages.cold} of ${index.expected}` },
    { text: String(index.chunks.hot + index.chunks.cold) },
    { text: String(index.bytes) },
    { text: index.engine },
  ]);
  const said = indexes.flatMap(({ store, says }) => (says === null ? [] : [`${store}: ${says}\n`]));
  return `${table(["store", "state", "pages", "chunks", "bytes", "engine"], rows, theme)}${said.join("")}`;
}

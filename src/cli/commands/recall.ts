/** Command index: what stands behind recall, how it is made anew, and how a model is shown what it has not seen. */

import { type Outcome, usage } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import type { Workspace } from "../../memory/workspace.js";
import { indexRebuild, indexStatus, type StoreIndex } from "../../recall/index/search-index.js";
import { embedAll, type StoreVectors } from "../../recall/meaning/fill.js";
import type { Call, Reply } from "../command.js";
import { count } from "../render/render.js";
import { type Cell, table } from "../render/table.js";
import type { Theme } from "../render/table--theme.js";
import { withWorkspace } from "../share/write--workspace.js";

export async function run(call: Call): Promise<Outcome<Reply>> {
  const [action] = call.args;
  if (action !== "status" && action !== "rebuild" && action !== "embed") {
    const says = `There is no “index ${action ?? ""}”; status, rebuild or embed was expected.`;
    return err(usage(says, "pagefile index status"));
  }
  return withWorkspace(call, async (workspace) => {
    if (action === "status") {
      const answer = await indexStatus(workspace);
      return ok({
        json: answer,
        out: (theme) => render(answer.indexes, theme),
        onQuiet: "keep",
        exit: answer.indexes.some(needsMending) ? 1 : 0,
      });
    }
    if (action === "embed") return embed(workspace);
    const rebuilt = await indexRebuild(workspace);
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

async function embed(workspace: Workspace): Promise<Outcome<Reply>> {
  const done = await embedAll(workspace);
  if (!done.ok) return done;
  const lines = done.value.stores.map(({ store, embedded, passedOver, removed, ...vectors }) => {
    const over = passedOver === 0 ? "" : `, ${passedOver} passed over (refused, or with a secret)`;
    const gone = removed === 0 ? "" : `, ${removed} of no page any more removed`;
    return `${store}: ${count(embedded, "text")} embedded${over}${gone}; ${vectorWords(vectors)}.\n`;
  });
  return ok({ json: done.value, out: () => lines.join(""), onQuiet: "drop", exit: 0 });
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
  const embedded = indexes.flatMap(({ store, vectors }) =>
    vectors === null ? [] : [`${store}: vectors of ${vectors.model}: ${vectorWords(vectors)}.\n`],
  );
  const said = indexes.flatMap(({ store, says }) => (says === null ? [] : [`${store}: ${says}\n`]));
  return `${table(["store", "state", "pages", "chunks", "bytes", "engine"], rows, theme)}${embedded.join("")}${said.join("")}`;
}

function vectorWords({ ready, pending, kept, bytes, dimensions, damaged }: StoreVectors): string {
  const size = dimensions === null ? "" : ` of ${dimensions} numbers`;
  const parts = [
    `${count(ready, "page")} embedded${size}, ${bytes} bytes`,
    ...(pending === 0 ? [] : [`${count(pending, "page")} pending`]),
    ...(kept === 0 ? [] : [`${count(kept, "page")} private and kept on this machine`]),
    ...(damaged === 0 ? [] : [`${count(damaged, "file")} damaged`]),
  ];
  return parts.join(", ");
}

/** LabelsLost: words of strangers that stand in HEAD and whose label no commit tells any more: squashed, amended, or committed anew. */

import type { Oid } from "../../base/ids.js";
import type { Outcome } from "../../base/result.js";
import { ok } from "../../base/result--result.js";
import { itemsOfBody } from "../../memory/labels--items.js";
import type { Memory } from "../../memory/memory.js";
import { isPageFile } from "../../memory/profile.js";
import { lostIn, refreshLabels } from "../../write/flow--origins.js";
import type { HistoryRow } from "./views--judged-past.js";

/** A row a page. They stay untrusted here by the record; the next commit of ours says their labels again. */
export async function lostRows(memory: Memory, head: Oid): Promise<Outcome<readonly HistoryRow[]>> {
  const refreshed = await refreshLabels(memory, head);
  if (!refreshed.ok) return refreshed;
  const lost = new Set(lostIn(memory).labels.map(([item]) => item));
  if (lost.size === 0) return ok([]);
  const tree = await memory.history.tree(head);
  if (!tree.ok) return tree;
  const paths = tree.value.map(({ path }) => path).filter(isPageFile);
  const blobs = await memory.history.at(head, paths);
  if (!blobs.ok) return blobs;
  return ok(
    paths.flatMap((path, at): readonly HistoryRow[] => {
      const bytes = blobs.value[at]?.bytes ?? new Uint8Array();
      const items = itemsOfBody(decoder.decode(bytes)).filter(({ item }) => lost.has(item));
      if (items.length === 0) return [];
      const says = `${items.length} ${items.length === 1 ? "text" : "texts"} of the page came from outside, and no commit says so any more.`;
      const page = memory.table.byPath.get(path)?.id ?? null;
      return [{ code: "label_lost", commit: head, page, path, says, next: `pagefile blame ${page ?? path}` }];
    }),
  );
}

const decoder: { decode(bytes: Uint8Array): string } = new TextDecoder("utf-8", { ignoreBOM: true });

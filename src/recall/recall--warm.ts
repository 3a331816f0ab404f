/** Recall warm: archived pages that are of use again and again go back to the hot tier, by a patch like any other. */

import type { PageId } from "../base/ids.js";
import { locate, type Workspace } from "../memory/workspace.js";
import { patch } from "../session/patch--patch.js";
import type { Degraded } from "./answer.js";

/** The use at which a page comes back. */
const restoredAtUse = 3;

/** `ids` were of use in an answer. What cannot be counted or restored is told, and takes nothing from the answer. */
export async function warm(
  workspace: Workspace,
  ids: readonly PageId[],
  session: string | null,
): Promise<{ readonly restored: readonly PageId[]; readonly degraded: readonly Degraded[] }> {
  const restored: PageId[] = [];
  const degraded: Degraded[] = [];
  for (const id of ids) {
    const located = locate(workspace, id);
    if (!located.ok || located.value.memory.uses === undefined) continue;
    const { memory, entry } = located.value;
    const counted = memory.uses?.add([entry.id]);
    if (counted === undefined || !counted.ok) {
      if (counted !== undefined) degraded.push({ what: "warm restoration", says: counted.error.says });
      continue;
    }
    if ((counted.value[0] ?? 0) < restoredAtUse) continue;
    const draft = { op: "restore", page: id, actor: "agent:recall", origin: "agent", session };
    const done = await patch(workspace, draft, { detached: "refuse" });
    if (!done.ok) {
      degraded.push({ what: "warm restoration", says: `“${id}” stays archived: ${done.error.says}` });
      continue;
    }
    memory.uses?.forget([entry.id]);
    restored.push(id);
  }
  return { restored, degraded };
}

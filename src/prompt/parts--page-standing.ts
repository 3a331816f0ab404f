/** PageStanding: what the files do not say of a page: whether it is committed as it stands, and how much of it the last prompt held. */

import type { Oid } from "../base/ids.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import type { Memory } from "../memory/memory.js";
import type { Located, Workspace } from "../memory/workspace.js";
import type { Fidelity } from "../page/page--page.js";
import { pageNamed } from "../session/settle.js";
import type { PagesAnswer } from "./parts.js";

export interface PageStanding {
  readonly stateOf: (page: Located) => PagesAnswer["pages"][number]["state"];
  readonly fidelityOf: (page: Located) => Fidelity | null;
  readonly prompt: PagesAnswer["prompt"];
}

/** `session`: whose last prompt; the newest of all when null. */
export async function standingOf(workspace: Workspace, session: string | null): Promise<Outcome<PageStanding>> {
  const heads = new Map<Memory, ReadonlyMap<string, Oid>>();
  const open = new Map<Memory, ReadonlySet<string>>();
  for (const memory of workspace.memories) {
    const head = await memory.history.head();
    if (!head.ok) return head;
    const tree = await memory.history.tree(head.value.commit);
    if (!tree.ok) return tree;
    const conflicts = memory.table.findings.filter(({ code }) => code === "conflict_open");
    open.set(memory, new Set(conflicts.map(({ path }) => path)));
    heads.set(memory, new Map(tree.value.map(({ path, oid }) => [path, oid])));
  }
  const staged = workspace.primary.staging.list();
  if (!staged.ok) return staged;
  const waiting = new Set(staged.value.patches.map(({ draft }) => pageNamed(draft)));
  const [last] = workspace.primary.traces.recent(
    1,
    (record) => record.kind === "assemble" && (session === null || record.inputs.session === session),
  ).records;
  const shown = new Map(last?.kind === "assemble" ? last.selected.map(({ id, fidelity }) => [id, fidelity]) : []);
  return ok({
    stateOf({ memory, entry, name }) {
      if (open.get(memory)?.has(entry.path) === true) return "conflict";
      const committed = heads.get(memory)?.get(entry.path);
      if (committed !== undefined && committed !== entry.oid) return "edited";
      if (committed === undefined)
        return memory.session === undefined && entry.scope === "local" ? "local" : "untracked";
      return [name, entry.id, entry.path].some((one) => waiting.has(one)) ? "staged" : "clean";
    },
    fidelityOf: ({ name }) => shown.get(name as never) ?? null,
    prompt: last?.kind === "assemble" ? { trace: last.trace, at: last.at, session: last.inputs.session } : null,
  });
}

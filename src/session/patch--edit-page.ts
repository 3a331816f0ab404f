/** EditPage: what a person changed in one file with their own editor, judged as a commit by hand would be, and committed as their edit. */

import type { Oid, PagePath } from "../base/ids.js";
import type { Outcome } from "../base/result.js";
import { err, ok } from "../base/result--result.js";
import { type Memory, refresh } from "../memory/memory.js";
import { readStates } from "../memory/memory--states.js";
import { idFromPath } from "../memory/table--name.js";
import { validateHandEdits } from "../write/change--hand-edit.js";
import { type CommitOptions, commit } from "../write/commit/commit.js";
import type { PatchAnswer } from "../write/commit/commit--commit-message.js";
import { whyNot } from "../write/guard/hand--work-page.js";
import type { PatchEnvelope } from "../write/patch.js";

/** Where the edit stands: nothing to commit, words that a commit by hand would refuse, or the commit. */
export type EditAnswer =
  | { readonly state: "unchanged"; readonly path: PagePath }
  /** Kept on this disk alone, by its scope. */
  | { readonly state: "local"; readonly path: PagePath }
  | { readonly state: "refused"; readonly path: PagePath; readonly why: string }
  | ({ readonly state: "committed"; readonly path: PagePath } & Pick<PatchAnswer, "commit" | "pages" | "reason">);

export async function commitEdit(
  memory: Memory,
  { path, envelope }: { readonly path: PagePath; readonly envelope: PatchEnvelope },
  options: CommitOptions,
): Promise<Outcome<EditAnswer>> {
  const refreshed = refresh(memory);
  if (!refreshed.ok) return refreshed;
  const head = await memory.history.head();
  if (!head.ok) return head;
  const states = await readStates(memory, head.value.commit, [path]);
  if (!states.ok) return states;
  const [state] = states.value;
  const [was, is] = [oid(state?.head), oid(state?.work)];
  if (state === undefined || is === null || was === is) return ok({ state: "unchanged", path });
  const page = memory.table.byPath.get(path);
  if (page?.scope === "local") return ok({ state: "local", path });
  const why = await whyNot(memory, state);
  if (why !== null) return ok({ state: "refused", path, why });
  const edit = { path, id: page?.id ?? idFromPath(path), head: was, work: is };
  const done = await commit(
    memory,
    {
      validate: (_ground, base) => {
        // Asked for, so that it is read.
        base.states.get(path);
        return validateHandEdits([edit], envelope, base.states);
      },
      content: { op: "hand_edit", files: [edit] },
      about: path,
      patches: [],
    },
    options,
  );
  if (!done.ok) return done;
  const { commit: made, pages, reason, unchanged } = done.value;
  if (unchanged)
    return err({
      code: "version_conflict",
      reason: "VERSION_CONFLICT",
      says: `${path} was written while it was being committed.`,
      hint: "What you typed is on disk as you left it; try again: pagefile edit.",
    });
  return ok({ state: "committed", path, commit: made, pages, reason });
}

function oid(blob: { readonly oid: Oid } | null | undefined): Oid | null {
  return blob?.oid ?? null;
}

/** Stage: a patch made safe on disk now, to be committed at the next boundary. */

import type { Outcome } from "../base/failure.js";
import { ok } from "../base/result.js";
import { parsePatch } from "../writeback/parse-patch.js";
import type { StageAnswer } from "./answers.js";
import { patchDigest, refuse } from "./commit.js";
import type { Workspace } from "./workspace.js";

/** Only the shape is checked here; whether it may be committed is decided when it is, on what the pages then hold. */
export async function stage(workspace: Workspace, draft: unknown): Promise<Outcome<StageAnswer>> {
  const memory = workspace.primary;
  const parsed = parsePatch(draft);
  if (!parsed.ok) return refuse(memory, "", parsed.error);
  const key = parsed.value.id ?? patchDigest(parsed.value);
  const added = memory.staging.add({ key, at: memory.clock.now(), draft: parsed.value });
  if (!added.ok) return added;
  const listed = memory.staging.list();
  if (!listed.ok) return listed;
  return ok({ staged: key, known: added.value === "known", waiting: listed.value.patches.length });
}

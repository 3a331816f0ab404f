/** Patch: one patch from draft to commit, or to a refusal that says why. */

import type { Outcome } from "../base/failure.js";
import { parsePatch } from "../writeback/parse-patch.js";
import { validate } from "../writeback/validate.js";
import type { PatchAnswer } from "./answers.js";
import { type CommitOptions, commit, refuse } from "./commit.js";
import { refresh } from "./memory.js";
import { storeFor, type Workspace } from "./workspace.js";

/** `draft` is what a caller wrote, in the shape of `writeback/patch`; it is parsed here. */
export async function patch(
  workspace: Workspace,
  draft: unknown,
  options: CommitOptions,
): Promise<Outcome<PatchAnswer>> {
  const parsed = parsePatch(draft);
  if (!parsed.ok) return refuse(workspace.primary, "", parsed.error);
  let found = storeFor(workspace, parsed.value);
  if (!found.ok) {
    for (const memory of workspace.memories) refresh(memory);
    found = storeFor(workspace, parsed.value);
  }
  if (!found.ok) return found;
  const { memory, asked } = found.value;
  const about = asked.op === "create" ? (asked.page ?? "") : asked.page;
  return commit(memory, { validate: (ground) => validate(asked, ground), content: asked, about }, options);
}

/** Resolve: conflicts of a page settled by a commit of their own, or shown as they would be. */

import type { Outcome } from "../base/result.js";
import { err, ok, type Result } from "../base/result--result.js";
import type { Memory } from "../memory/memory.js";
import { failureOf, type Refusal } from "../rules/reason.js";
import { type CommitOptions, commit } from "../write/commit/commit.js";
import { layOver } from "../write/commit/plan.js";
import { groundBy } from "../write/flow--ground.js";
import { settleText } from "../write/merge/settle.js";
import { conflictsIn } from "../write/merge/settle--conflict-text.js";
import type { PatchEnvelope } from "../write/patch.js";
import type { ResolveAnswer } from "./conflicts--conflict-answers.js";
import { rowsOf } from "./conflicts--conflicts.js";
import { type Resolution, type Resolved, validateResolution } from "./conflicts--resolution.js";

export interface ResolveQuery {
  readonly asked: Resolution;
  readonly envelope: PatchEnvelope;
  /** `plan` changes nothing and says what would be. */
  readonly how: "plan" | "commit";
}

export async function resolve(
  memory: Memory,
  { asked, envelope, how }: ResolveQuery,
  options: CommitOptions,
): Promise<Outcome<ResolveAnswer>> {
  if (how === "plan") return plan(memory, asked, envelope);
  let told: ResolveAnswer | null = null;
  const proposal = {
    // Called again on every retry: what is told is what the commit was made of.
    validate: (ground: Parameters<typeof validateResolution>[2]) => {
      const resolved = validateResolution(asked, envelope, ground);
      if (!resolved.ok) return resolved;
      const after = tell(resolved.value);
      if (!after.ok) return after;
      told = after.value;
      return ok(resolved.value.validated);
    },
    content: { op: "resolve", ...asked, ...envelope },
    about: asked.page,
  };
  const done = await commit(memory, proposal, options);
  if (!done.ok) return done;
  const answer: ResolveAnswer = told!;
  return ok({ ...answer, how: "committed", commit: done.value.commit });
}

async function plan(memory: Memory, asked: Resolution, envelope: PatchEnvelope): Promise<Outcome<ResolveAnswer>> {
  const head = await memory.history.head();
  if (!head.ok) return head;
  const grounded = await groundBy(memory, head.value.commit, (ground, base) => {
    const resolved = validateResolution(asked, envelope, ground);
    if (!resolved.ok) return resolved;
    const laid = layOver(resolved.value.validated.changes, base);
    return laid.ok ? tell(resolved.value) : laid;
  });
  if (!grounded.ok) return grounded;
  const { decided } = grounded.value;
  return decided.ok ? ok(decided.value) : err(failureOf(decided.error));
}

/** What a resolution makes of the committed text. */
function tell({ path, text, choices }: Resolved): Result<ResolveAnswer, Refusal> {
  const after = settleText(path, text, choices);
  if (!after.ok) return after;
  const left = conflictsIn(path, after.value);
  if (!left.ok) return left;
  const settled = choices.flatMap(({ conflict, take }) =>
    rowsOf(path, text, [conflict]).map((row) => ({ ...row, take })),
  );
  return ok({ path, how: "planned", settled, open: rowsOf(path, after.value, left.value), notes: [], commit: null });
}

/** Operation: what the user has under way in a work tree, seen from the files git keeps meanwhile. */

import { lstatSync } from "node:fs";
import { join } from "node:path";
import { limits } from "../base/limits.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import { errnoOf } from "../state/fs-calls.js";
import { attempt, gitFailed } from "../state/fs-calls--failures.js";
import { readLinked } from "../state/plain-file.js";
import type { Head } from "./history.js";
import type { GitLayout } from "./layout.js";

type Operation = NonNullable<Head["operation"]>;

const marks: readonly (readonly [string, Operation])[] = [
  ["rebase-merge", "rebase"],
  ["rebase-apply", "rebase"],
  ["MERGE_HEAD", "merge"],
  ["CHERRY_PICK_HEAD", "cherry-pick"],
  ["REVERT_HEAD", "revert"],
  ["BISECT_LOG", "bisect"],
];

/** null where nothing is under way; a folder that cannot be looked at is a failure, never taken for that. */
export function operationUnderWay(layout: GitLayout): Outcome<Operation | null> {
  return attempt(`look for what is under way in ${layout.gitDir}`, () => {
    for (const [file, operation] of marks) {
      if (lstatSync(join(layout.gitDir, file), { throwIfNoEntry: false }) !== undefined) return operation;
    }
    return betweenPicks(layout);
  });
}

/** A failure that names the operation; ok where there is none. */
export function refuseOperation(layout: GitLayout): Outcome<void> {
  const operation = operationUnderWay(layout);
  if (!operation.ok) return operation;
  const name = operation.value;
  if (name === null) return ok(undefined);
  const end = name === "bisect" ? "`git bisect reset`" : `\`git ${name} --continue\` or \`--abort\``;
  return gitFailed(`A ${name} is under way in ${layout.top}; commits wait until it ends.`, `End it with ${end}.`);
}

/** A series of picks or reverts has no *_HEAD file while its next step is prepared, only a list of what is left to do. */
function betweenPicks(layout: GitLayout): Operation | null {
  try {
    const todo = readLinked(join(layout.gitDir, "sequencer", "todo"), limits.gitTextBytesMax).toString("utf8");
    return todo.startsWith("revert") ? "revert" : "cherry-pick";
  } catch (error) {
    if (errnoOf(error) === "ENOENT") return null;
    throw error;
  }
}

/** Operation's tests: what git has under way is named from the files git itself leaves, and a folder that cannot be read is no idle one. */

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findLayout, operationUnderWay, refuseOperation } from "../../src/git/layout.js";

import { makeRepo, type TestRepo } from "../support/git-repo.js";

function layoutOf(repo: TestRepo) {
  onTestFinished(() => repo.remove());
  const layout = findLayout(repo.dir);
  if (!layout.ok) throw new Error(layout.error.says);
  return layout.value;
}

test.each([
  ["rebase-merge/head-name", "", "rebase"],
  ["rebase-apply/applying", "", "rebase"],
  ["MERGE_HEAD", "", "merge"],
  ["CHERRY_PICK_HEAD", "", "cherry-pick"],
  ["REVERT_HEAD", "", "revert"],
  ["BISECT_LOG", "", "bisect"],
  ["sequencer/todo", "pick 1 a\n", "cherry-pick"],
  ["sequencer/todo", "revert 1 a\n", "revert"],
])("%s of %j is a %s", (file, text, operation) => {
  const layout = layoutOf(makeRepo());
  expect(operationUnderWay(layout)).toEqual({ ok: true, value: null });
  mkdirSync(dirname(join(layout.gitDir, file)), { recursive: true });
  writeFileSync(join(layout.gitDir, file), text);
  expect(operationUnderWay(layout)).toEqual({ ok: true, value: operation });
  expect(refuseOperation(layout)).toMatchObject({ ok: false, error: { code: "git_failed" } });
});

test("a folder that cannot be looked at is a failure: a commit in the midst of a merge would lose its second parent", () => {
  const layout = layoutOf(makeRepo());
  const loop = join(layout.top, "loop");
  symlinkSync("loop", loop);
  for (const seen of [operationUnderWay({ ...layout, gitDir: loop }), refuseOperation({ ...layout, gitDir: loop })]) {
    expect(seen).toMatchObject({ ok: false, error: { code: "io_failed", errno: "ELOOP" } });
  }
});

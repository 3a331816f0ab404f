/** Rewritten remote tests (F29): somebody's forced push of another history takes nothing from a clone that merges it. */

import { expect, test } from "vitest";
import { clones, mergeCommand } from "../support/clones.js";

const path = "memory/seats.md";
const head =
  "---\nid: seats\ntype: preference\ntitle: Seats\nversion: 1\nfields: { subject: seats, prefers: window }\n---\n";
const text = `${head}- Prefers a window seat.\n- Sits alone.\n`;

test("F29: a remote without the page takes no page from a clone that merges it", () => {
  const at = clones("driver", { path, text });
  at.commit(at.ours, (was) => `${was}- Ours.\n`);
  at.cli.git(["checkout", "--quiet", "--orphan", "empty"], at.theirs);
  at.cli.git(["rm", "-r", "--quiet", "--force", "memory"], at.theirs);
  at.cli.git(["commit", "--quiet", "--message=Rewritten"], at.theirs);
  at.cli.git(["push", "--quiet", "--force", at.origin, "empty:shared"], at.theirs);
  expect(() => at.cli.git(["pull", "--no-rebase", "--no-edit", "origin", "shared"], at.ours)).toThrow(
    /unrelated histories/,
  );
  at.cli.git(["fetch", "--quiet", "origin", "shared"], at.ours);
  at.cli.git([...mergeCommand, "--allow-unrelated-histories", "FETCH_HEAD"], at.ours);
  expect(at.textIn(at.ours)).toBe(`${text}- Ours.\n`);
  at.sound();
});

test("F29: a remote with next to nothing left of the page takes no entry from it, in three rounds back and forth", () => {
  const at = clones("driver", { path, text });
  const said = ["- Prefers a window seat.", "- Sits alone."];
  for (let round = 1; round <= 3; round++) {
    at.commit(at.ours, (was) => `${was}- Ours ${round}.\n`);
    // Each time another history with no past.
    at.cli.git(["checkout", "--quiet", "--orphan", `wiped-${round}`], at.theirs);
    at.commit(at.theirs, () => `${head}- Theirs ${round}.\n`);
    at.cli.git(["push", "--quiet", "--force", at.origin, "HEAD:shared"], at.theirs);
    at.cli.git(["fetch", "--quiet", "origin", "shared"], at.ours);
    at.cli.git([...mergeCommand, "--allow-unrelated-histories", "FETCH_HEAD"], at.ours);
    said.push(`- Ours ${round}.`, `- Theirs ${round}.`);
    const entries = at.textIn(at.ours).split("---\n")[2]?.trim().split("\n") ?? [];
    expect(entries.toSorted()).toEqual(said.toSorted());
  }
  at.sound();
});

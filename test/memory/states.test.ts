/** States: what HEAD and the index hold is taken from the disk where the ids are the same, and read where they are not. */

import { expect, test } from "vitest";
import { blobOid } from "../../src/base/digest.js";
import type { Oid, PagePath } from "../../src/base/ids.js";
import { readStates } from "../../src/memory/memory.js";

import { makeRepo } from "../support/git-repo.js";
import { openTestWorkspace } from "../support/open-memory.js";

const paths = ["same", "edited", "staged", "new", "gone", "none"].map((name) => `memory/${name}.md` as PagePath);

test.each(["native", "embedded"] as const)("each place has its own bytes, through the %s engine", async (engine) => {
  const repo = makeRepo({ config: { "user.name": "Ada Example", "user.email": "ada@example.org" } });
  for (const name of ["same", "edited", "staged", "gone"]) repo.write(`memory/${name}.md`, `- ${name}.\n`);
  repo.git("add", "-A");
  repo.git("commit", "-qm", "Pages");
  repo.write("memory/staged.md", "- Index.\n");
  repo.git("add", "-A");
  repo.write("memory/staged.md", "- staged.\n");
  repo.write("memory/edited.md", "- same.\n");
  repo.write("memory/new.md", "- edited.\n");
  repo.git("rm", "-q", "memory/gone.md");
  const { primary, close } = await openTestWorkspace(repo, { engine });
  const read = await readStates(primary, repo.git("rev-parse", "HEAD") as Oid, paths);
  await close();
  if (!read.ok) throw new Error(read.error.says);
  const text = (blob: { readonly bytes: Uint8Array } | null): string | null =>
    blob === null ? null : Buffer.from(blob.bytes).toString();
  expect(read.value.map(({ path, head, index, work }) => [path, text(head), text(index), text(work)])).toEqual([
    ["memory/same.md", "- same.\n", "- same.\n", "- same.\n"],
    ["memory/edited.md", "- edited.\n", "- edited.\n", "- same.\n"],
    ["memory/staged.md", "- staged.\n", "- Index.\n", "- staged.\n"],
    ["memory/new.md", null, null, "- edited.\n"],
    ["memory/gone.md", "- gone.\n", null, null],
    ["memory/none.md", null, null, null],
  ]);
  for (const { head, index, work } of read.value)
    for (const blob of [head, index, work]) if (blob !== null) expect(blob.oid).toBe(blobOid(blob.bytes));
  repo.remove();
});

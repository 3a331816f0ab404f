/** Strays: which pages are not what a commit holds, told anew when the pages stay and the commit is another. */

import { expect, test } from "vitest";
import { blobOid } from "../../../src/base/digest.js";
import type { Oid } from "../../../src/base/ids.js";
import { refresh } from "../../../src/flow/memory.js";
import { straysOf } from "../../../src/flow/read/assemble-inputs.js";
import { makeRepo } from "../../support/git-repo.js";
import { openTestWorkspace } from "../../support/open-memory.js";

test("are those of the disk and of the commit alike", async () => {
  const repo = makeRepo({ config: { "user.name": "Ada Example", "user.email": "ada@example.org" } });
  for (const name of ["same", "edited", "gone"]) repo.write(`memory/${name}.md`, `- ${name}.\n`);
  const commit = (): Oid => {
    repo.git("add", "-A");
    repo.git("commit", "-qm", "Pages");
    return repo.git("rev-parse", "HEAD") as Oid;
  };
  const first = commit();
  const { primary, close } = await openTestWorkspace(repo);
  const strays = async (at: Oid | null): Promise<readonly unknown[]> => {
    const told = await straysOf(primary, at);
    if (!told.ok) throw new Error(told.error.says);
    return told.value.map(({ path, oid }) => [path, oid]);
  };
  const oidOf = (text: string): Oid => blobOid(Buffer.from(text));
  expect(await strays(first)).toEqual([]);
  repo.write("memory/edited.md", "- other.\n");
  repo.write("memory/new.md", "- new.\n");
  repo.git("rm", "-q", "memory/gone.md");
  refresh(primary);
  const behind = [
    ["memory/edited.md", oidOf("- other.\n")],
    ["memory/gone.md", null],
    ["memory/new.md", oidOf("- new.\n")],
  ];
  expect(await strays(first)).toEqual(behind);
  const second = commit();
  expect(await strays(second)).toEqual([]);
  expect(await strays(first)).toEqual(behind);
  expect(await strays(null)).toHaveLength(3);
  await close();
  repo.remove();
});

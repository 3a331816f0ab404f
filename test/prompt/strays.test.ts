/** Strays: which pages are not what a commit holds, told anew when the pages stay and the commit is another. */

import { expect, test } from "vitest";
import { blobOid } from "../../src/base/digest.js";
import type { Oid } from "../../src/base/ids.js";
import { refresh } from "../../src/memory/memory.js";
import { storeInputs, straysOf } from "../../src/prompt/assemble.js";

import { makeRepo } from "../support/git-repo.js";
import { openTestWorkspace } from "../support/open-memory.js";

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

test("a process that has only begun reads no tree where the last one found the same commit and files", async () => {
  const repo = makeRepo({ config: { "user.name": "Ada Example", "user.email": "ada@example.org" } });
  for (const name of ["same", "edited"]) repo.write(`memory/${name}.md`, `- ${name}.\n`);
  const commit = (): void => {
    repo.git("add", "-A");
    repo.git("commit", "-qm", "Pages");
  };
  commit();
  const uncommitted = async (twice = false): Promise<readonly unknown[]> => {
    const workspace = await openTestWorkspace(repo);
    const { history, tokens } = workspace.primary;
    let trees = 0;
    const tree: typeof history.tree = (at) => {
      trees += 1;
      return history.tree(at);
    };
    Object.assign(workspace.primary, { history: { ...history, tree } });
    const asked = [await storeInputs(workspace), ...(twice ? [await storeInputs(workspace)] : [])];
    if (twice) {
      repo.write("memory/edited.md", "- later.\n");
      refresh(workspace.primary);
      asked.push(await storeInputs(workspace));
      repo.git("checkout", "-q", "memory/edited.md");
      refresh(workspace.primary);
      repo.git("commit", "-q", "--allow-empty", "-m", "Nothing");
      asked.push(await storeInputs(workspace));
    }
    tokens.flush();
    await workspace.close();
    return [trees, ...asked.map((one) => (one.ok ? one.value[0]?.uncommitted.map(({ path }) => path) : one))];
  };
  expect(await uncommitted()).toEqual([1, []]);
  expect(await uncommitted()).toEqual([0, []]);
  repo.write("memory/edited.md", "- other.\n");
  for (const trees of [1, 1]) expect(await uncommitted()).toEqual([trees, ["memory/edited.md"]]);
  commit();
  expect(await uncommitted()).toEqual([1, []]);
  expect(await uncommitted(true)).toEqual([2, [], [], ["memory/edited.md"], []]);
  repo.git("rm", "-q", "--cached", "memory/same.md");
  repo.git("commit", "-qm", "Not that one");
  expect(await uncommitted()).toEqual([1, ["memory/same.md"]]);
  repo.remove();
});

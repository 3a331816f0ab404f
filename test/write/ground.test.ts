/** Ground: a decision tried again on the same commit is made at the same time, and on another commit at the time it is then. */

import { expect, test } from "vitest";
import type { Oid } from "../../src/base/ids.js";
import { type DecisionBasis, decideOnHead } from "../../src/write/flow.js";

import { makeRepo } from "../support/git-repo.js";
import { openTestWorkspace } from "../support/open-memory.js";

test("the time of an earlier try is kept only while HEAD stays", async () => {
  const repo = makeRepo({ config: { "user.name": "Ada Example", "user.email": "ada@example.org" } });
  const commit = (name: string): Oid => {
    repo.write(`memory/${name}.md`, `---\nid: ${name}\ntype: preference\n---\n- A.\n`);
    repo.git("add", "-A");
    repo.git("commit", "-qm", name);
    return repo.git("rev-parse", "HEAD") as Oid;
  };
  const first = commit("a");
  const { primary, close } = await openTestWorkspace(repo);
  const standing = async (head: Oid, before: DecisionBasis | null): Promise<DecisionBasis> => {
    const grounded = await decideOnHead(primary, head, (_ground, { now }) => now, before);
    if (!grounded.ok) throw new Error(grounded.error.says);
    expect(grounded.value.decided).toBe(grounded.value.now);
    return { head: grounded.value.head, now: grounded.value.now };
  };
  const on = await standing(first, null);
  expect(on.head).toBe(first);
  expect(await standing(first, on)).toEqual(on);
  expect((await standing(first, null)).now > on.now).toBe(true);
  const second = commit("b");
  const later = await standing(second, on);
  expect(later.head).toBe(second);
  expect(later.now > on.now).toBe(true);
  await close();
  repo.remove();
});

/** As planned: a night holds every commit of its own against its plan, and stops behind one that holds anything else. */

import { expect, onTestFinished, test } from "vitest";
import type { History } from "../../src/git/history.js";
import { nightly } from "../../src/night/night.js";

import { makeRepo } from "../support/git-repo.js";
import { openTestWorkspace } from "../support/open-memory.js";

test("F14: a commit that holds another byte than was planned ends the night, named and with the way back", async () => {
  const repo = makeRepo({ config: { "user.name": "Ada Example", "user.email": "ada@example.org" } });
  onTestFinished(() => repo.remove());
  repo.write("MEMORY.md", "# Memory\n");
  repo.write("memory/2026-11-20.md", "# 2026-11-20\n\n- We decided to use the night train. [decision]\n");
  repo.write("memory/working-buffer.md", "# Buffer\n\n- A stray thought.\n");
  repo.git("add", "--all");
  repo.git("commit", "--quiet", "--message", "Words of November");
  const { primary: memory, close } = await openTestWorkspace(repo);
  onTestFinished(() => close());
  const planned = await nightly(memory, "dry_run", { detached: "refuse" });
  if (!planned.ok) throw new Error(planned.error.says);
  expect(planned.value.plan.length).toBeGreaterThan(1);

  const record: History["record"] = (plan, options) => {
    const writes = plan.writes.map((write) =>
      write.head === null ? write : { ...write, head: withMore(write.head) },
    );
    return memory.history.record({ ...plan, writes }, options);
  };
  const history = Object.create(memory.history, { record: { value: record } });
  const done = await nightly({ ...memory, history }, "apply", { detached: "refuse" });
  expect(done).toMatchObject({ ok: false, error: { code: "corrupt", hint: expect.stringContaining("undo night") } });
  expect(repo.git("rev-list", "--count", "HEAD")).toBe("3");
});

const withMore = (bytes: Uint8Array): Uint8Array => Buffer.concat([bytes, Buffer.from("- More.\n")]);

/** Dies: a night that dies between the files and the commit of a trim; the next one finds the files as they were, and no edit by hand. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Instant } from "../../src/base/ids.js";
import { err } from "../../src/base/result.js";
import { nightly } from "../../src/night/night.js";

import { makeRepo } from "../support/git-repo.js";
import { mortal } from "../support/mortal.js";
import { openTestWorkspace } from "../support/open-memory.js";

class Dies extends Error {}

const buffer = "memory/working-buffer.md";
const text = "# Working buffer\n\n- Looked at trains.\n- Looked at hotels.\n";
const options = { detached: "refuse" } as const;

test.each([
  ["as committed", text],
  ["with words that nobody committed", `${text}- Typed in the evening.\n`],
])("a buffer %s is back when a night died while it cleared it, and the next night clears it", async (_, typed) => {
  const repo = makeRepo({ config: { "user.name": "Ada Example", "user.email": "ada@example.org" } });
  onTestFinished(() => repo.remove());
  repo.write(buffer, text);
  const begin = async () => {
    const born = mortal(join(repo.home, "notes"));
    const parts = { departures: born.departures, clock: { now: () => "2026-11-21T03:00:00Z" as Instant } };
    const workspace = await openTestWorkspace(repo, { parts });
    onTestFinished(() => workspace.close());
    return { memory: workspace.primary, born };
  };
  const first = await begin();
  Object.assign(repo.env, { GIT_AUTHOR_DATE: "2026-11-18T12:00:00Z", GIT_COMMITTER_DATE: "2026-11-18T12:00:00Z" });
  repo.git("add", "--all");
  repo.git("commit", "--quiet", "--message", "Buffer");
  repo.write(buffer, typed);
  const { history } = first.memory;
  const record: typeof history.record = (plan, how) =>
    history.record(plan, {
      ...how,
      async publish() {
        const published = await how.publish();
        if (plan.message.includes("BUFFER_CLEAR")) throw new Dies();
        return published;
      },
    });
  Object.assign(first.memory, { history: { ...history, record } });
  await expect(nightly(first.memory, "apply", options)).rejects.toThrow(Dies);
  first.born.die();
  const cold = "archive/2026/working-buffer-trimmed-2026-11.md";
  expect(existsSync(join(repo.dir, cold))).toBe(true);
  const second = await begin();
  expect(await nightly(second.memory, "apply", options)).toMatchObject({ ok: true });
  const reasons = repo.git("log", "--format=%(trailers:key=Pagefile-Reason,valueonly,separator=)").split("\n");
  // The evening's words are the person's own edit, once; the cleared ones never are.
  expect(reasons.filter((reason) => reason === "MANUAL_EDIT")).toHaveLength(typed === text ? 0 : 1);
  expect(reasons[0]).toBe("BUFFER_CLEAR");
  for (const line of typed.split("\n").filter((each) => each.startsWith("- Looked")))
    expect(repo.git("show", `HEAD:${cold}`)).toContain(line);
  expect(repo.git("status", "--porcelain")).toBe("");
});

test("where a cut file cannot be put back, the new one that holds its words stays, and the next night mends both", async () => {
  const repo = makeRepo({ config: { "user.name": "Ada Example", "user.email": "ada@example.org" } });
  onTestFinished(() => repo.remove());
  repo.write(buffer, text);
  Object.assign(repo.env, { GIT_AUTHOR_DATE: "2026-11-18T12:00:00Z", GIT_COMMITTER_DATE: "2026-11-18T12:00:00Z" });
  const parts = { clock: { now: () => "2026-11-21T03:00:00Z" as Instant } };
  const { primary: memory, close } = await openTestWorkspace(repo, { parts });
  onTestFinished(() => close());
  repo.git("add", "--all");
  repo.git("commit", "--quiet", "--message", "Buffer");
  const { history, store } = memory;
  const broken = { code: "io_failed", errno: "EIO", says: "The disk failed.", hint: "Check it." } as const;
  let isOver = false;
  Object.assign(memory, {
    history: {
      ...history,
      record: ((plan, how) =>
        history.record(plan, {
          ...how,
          async publish() {
            const published = await how.publish();
            isOver = plan.message.includes("BUFFER_CLEAR");
            return isOver ? err(broken) : published;
          },
        })) as typeof history.record,
    },
    store: {
      ...store,
      replace: (async (writes) =>
        isOver && writes.some(({ path }) => path === buffer)
          ? err(broken)
          : store.replace(writes)) as typeof store.replace,
    },
  });
  const failed = await nightly(memory, "apply", options);
  expect(failed.ok).toBe(false);
  const cold = "archive/2026/working-buffer-trimmed-2026-11.md";
  expect(existsSync(join(repo.dir, cold))).toBe(true);
  Object.assign(memory, { history, store });
  expect(await nightly(memory, "apply", options)).toMatchObject({ ok: true });
  expect(repo.git("show", `HEAD:${cold}`)).toContain("- Looked at hotels.");
  expect([repo.git("status", "--porcelain"), repo.git("log", "--format=%B")]).toEqual([
    "",
    expect.not.stringContaining("MANUAL_EDIT"),
  ]);
});

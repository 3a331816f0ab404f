/** Turn, behind it: whoever does not wait for the log has it written later; the next turn is decided all the same, and logs what is missing. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { limits } from "../../../src/base/limits.js";
import { err, ok } from "../../../src/base/result.js";
import { traceLogOf } from "../../../src/prompt/trace/log.js";
import { type TurnState, turnStatesOf } from "../../../src/prompt/trace/turns.js";
import { takeTurn } from "../../../src/prompt/turn/turn.js";

import { makeRepo } from "../../support/git-repo.js";
import { give, logsIn, openTestWorkspace } from "../../support/open-memory.js";

const query = { session: "s", events: [], tools: [], demands: [], budget: 2000, audience: "owner" } as const;

test("what was put off is logged by the next turn where it was not done, and old states go with it", async () => {
  const repo = makeRepo({ config: { "user.name": "Ada Example", "user.email": "ada@example.org" } });
  repo.write("memory/seats.md", "# Seats\n\n- Aisle.\n");
  const workspace = await openTestWorkspace(repo);
  const primary = give(workspace.primary, logsIn(join(repo.home, "log")));
  const behind: (() => void)[] = [];
  const many = limits.turnStatesKept + 2;
  for (let turn = 1; turn <= many; turn += 1) {
    const put = (work: () => void): void => void behind.push(work);
    expect((await takeTurn(workspace, { ...query, turn }, { detached: "refuse" }, put)).ok).toBe(true);
  }
  const folder = join(repo.home, "state", "turns");
  const left = (): readonly number[] => [
    traceLogOf(primary).recent(99).records.length,
    readdirSync(join(folder, readdirSync(folder)[0] ?? "")).length,
  ];
  expect(left()).toEqual([many - 1, many]);
  behind.at(-1)?.();
  expect(left()).toEqual([many, limits.turnStatesKept]);
  await workspace.close();
  repo.remove();
});

test("a state outlasts the machine before it is logged, and where it cannot that is told", async () => {
  const repo = makeRepo({ config: { "user.name": "Ada Example", "user.email": "ada@example.org" } });
  repo.write("memory/seats.md", "# Seats\n\n- Aisle.\n");
  const workspace = await openTestWorkspace(repo);
  const { primary } = workspace;
  const turns = turnStatesOf(primary);
  const told: string[] = [];
  const hint = "Mend the disk.";
  const states = {
    ...turns,
    add: (state: TurnState, how?: "durable" | "seen") => {
      told.push(`add ${how}`);
      return turns.add(state, how);
    },
    settle: () => {
      told.push("settle");
      return err({ code: "io_failed", errno: "EIO", says: "The disk failed.", hint } as const);
    },
  };
  const append = () => {
    told.push("log");
    return ok(undefined);
  };
  give(primary, [
    [turnStatesOf, states],
    [traceLogOf, { ...traceLogOf(primary), append }],
  ]);
  const behind: (() => void)[] = [];
  await takeTurn(workspace, { ...query, turn: 1 }, { detached: "refuse" }, (work) => void behind.push(work));
  expect(told).toEqual(["add seen"]);
  for (const work of behind) work();
  expect(told).toEqual(["add seen", "settle", "log"]);
  expect(workspace.faults).toMatchObject([{ kind: "harness_failed", says: "The disk failed.", hint, session: "s" }]);
  await takeTurn(workspace, { ...query, turn: 2 }, { detached: "refuse" });
  expect(told.slice(3)).toContain("add durable");
  await primary.history.close();
  repo.remove();
});

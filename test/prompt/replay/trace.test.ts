/** Replay trace: what was never committed is named as gone, and what was committed since comes out the same. */

import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { limits } from "../../../src/base/limits.js";
import { refresh } from "../../../src/memory/memory.js";
import type { Workspace } from "../../../src/memory/workspace.js";
import { replayTrace } from "../../../src/prompt/replay/trace.js";
import { traceLogOf } from "../../../src/prompt/trace/log.js";
import { faultsOf } from "../../../src/prompt/trace/trace.js";
import { type TurnQuery, turn } from "../../../src/prompt/turn/turn.js";
import { faultLogOf } from "../../../src/write/fault-log.js";

import { makeRepo } from "../../support/git-repo.js";
import { give, logsIn, openTestWorkspace } from "../../support/open-memory.js";

const query: TurnQuery = {
  session: "s",
  turn: 1,
  events: [],
  tools: [],
  demands: [],
  budget: 2000,
  audience: "owner",
};

const fares = (text: string): string => `---\nid: fares\ntype: preference\ntitle: Fares\n---\n${text}\n`;

test("a page that was uncommitted and is nowhere now is named, and one committed since comes out the same", async () => {
  const repo = makeRepo();
  const opened = await openTestWorkspace(repo);
  const primary = give(opened.primary, logsIn(join(repo.home, "log")));
  const workspace: Workspace = { ...opened, primary, memories: [primary] };
  onTestFinished(async () => {
    await workspace.close();
    repo.remove();
  });
  repo.write("memory/fares.md", fares("- None."));
  repo.git("add", "-A");
  repo.git("commit", "-qm", "None");
  for (const [at, text] of ["- One.", "- Two.", "- Three."].entries()) {
    repo.write("memory/fares.md", fares(text));
    refresh(workspace.primary);
    const taken = await turn(workspace, { ...query, turn: at + 1 }, { detached: "refuse" });
    expect(taken.ok).toBe(true);
    if (at === 1) repo.git("commit", "-qam", "Two");
  }
  repo.write("memory/fares.md", fares("- Gone."));
  refresh(workspace.primary);
  const again = await replayTrace(workspace, { session: "s" });
  if (!again.ok) throw new Error(again.error.says);
  expect(again.value.replayed.map(({ turn, outcome }) => [turn, outcome])).toEqual([
    [1, "not_reproducible"],
    [2, "equal"],
    [3, "not_reproducible"],
  ]);
  expect(again.value.replayed[0]?.differences[0]?.says).toMatch(/^memory\/fares\.md .* was not committed then/);
});

test("much that did not fit comes out the same, also beside a record of before, which spells it page by page", async () => {
  const repo = makeRepo();
  const ids = Array.from({ length: limits.faultsOfKindMax + 20 }, (_, at) => `rule-${at}`);
  for (const id of ids)
    repo.write(
      `memory/${id}.md`,
      `---\nid: ${id}\ntype: constraint\npin: hard\ntitle: ${id}\n---\n- ${id} holds for all of it.\n`,
    );
  const opened = await openTestWorkspace(repo);
  const state = join(repo.home, "log");
  const primary = give(opened.primary, logsIn(state));
  const workspace: Workspace = { ...opened, primary, memories: [primary] };
  onTestFinished(async () => {
    await workspace.close();
    repo.remove();
  });
  repo.git("add", "-A");
  repo.git("commit", "-qm", "Rules");
  const asked = { ...query, budget: 200 };
  const taken = await turn(workspace, asked, { detached: "refuse" });
  if (!taken.ok) throw new Error(taken.error.says);
  const { faults, trace } = taken.value;
  expect(faults.filter(({ kind }) => kind === "pinned_invariant_miss").length).toBeGreaterThan(
    limits.faultsOfKindMax,
  );
  const repeated = await turn(workspace, asked, { detached: "refuse" });
  expect(repeated).toMatchObject({ ok: true, value: { repeated: true, faults } });
  const record = traceLogOf(primary).find(trace);
  if (record?.kind !== "assemble") throw new Error("no record");
  expect(record.faults).toEqual([]);
  const { pressed: _, ...rest } = record;
  const before = { ...rest, faults: faultsOf(record), trace: "0123456789ab" };
  traceLogOf(primary).append(before);
  for (const name of [trace, before.trace]) {
    const again = await replayTrace(workspace, { trace: name });
    expect(again).toMatchObject({ ok: true, value: { replayed: [{ trace: name, outcome: "equal" }] } });
  }
  const other = { ...before, faults: before.faults.slice(1), trace: "0123456789ac" };
  traceLogOf(primary).append(other);
  expect(await replayTrace(workspace, { trace: other.trace })).toMatchObject({
    value: { replayed: [{ outcome: "differs", differences: [{ what: "faults" }] }] },
  });
  const logged = faultLogOf(primary)
    .recent(9_999)
    .records.filter((fault) => fault.trace === trace);
  expect(logged.filter(({ kind }) => kind === "invariant_pressure")).toHaveLength(limits.faultsOfKindMax + 1);
});

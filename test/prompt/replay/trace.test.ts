/** Replay trace: what was never committed is named as gone, and what was committed since comes out the same. */

import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { refresh } from "../../../src/memory/memory.js";
import type { Workspace } from "../../../src/memory/workspace.js";
import { replayTrace } from "../../../src/prompt/replay/trace.js";
import { type TurnQuery, turn } from "../../../src/prompt/turn/turn.js";

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

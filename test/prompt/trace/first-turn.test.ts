/** First turn: what was logged before a session began is not its own, and the log, which may be long, is not read for it. */

import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Instant } from "../../../src/base/ids.js";
import type { Workspace } from "../../../src/memory/workspace.js";
import { openTraceLog, traceLogOf } from "../../../src/prompt/trace/log.js";
import { turn } from "../../../src/prompt/turn/turn.js";
import { boundaryLogOf } from "../../../src/session/cross.js";
import { flush } from "../../../src/session/flush.js";
import { sessionStart } from "../../../src/session/pages/session.js";

import { makeRepo } from "../../support/git-repo.js";
import { give, logsIn, openTestWorkspace } from "../../support/open-memory.js";

const options = { detached: "refuse" } as const;

test("of boundaries that bear the session's name only those since it began are events of its first turn", async () => {
  const repo = makeRepo();
  repo.write("SOUL.md", "# Soul\n\n- Kind and short.\n");
  repo.git("add", "-A");
  repo.git("commit", "-qm", "Sample");
  const opened = await openTestWorkspace(repo);
  const log = openTraceLog(join(repo.home, "log"));
  let at = "2026-03-01T08:00:00Z" as Instant;
  const looked: string[] = [];
  const traces: typeof log = {
    ...log,
    recent(limit, keep, naming) {
      const looking: typeof keep = (record) => {
        looked.push(record.at);
        return keep === undefined || keep(record);
      };
      return log.recent(limit, looking, naming);
    },
  };
  give(opened.primary, [...logsIn(join(repo.home, "log")), [boundaryLogOf, log], [traceLogOf, traces]]);
  const primary = Object.assign(opened.primary, { clock: { now: () => at } });
  const workspace: Workspace = { ...opened, primary, memories: [primary] };
  onTestFinished(async () => {
    await workspace.close();
    repo.remove();
  });
  const cross = async (session: string): Promise<void> => {
    const flushed = await flush(workspace, { boundary: "turn", session }, options);
    expect(flushed.ok).toBe(true);
  };
  await cross("mine");
  for (let others = 0; others < 5; others += 1) await cross("other");
  at = "2026-03-01T09:00:00Z" as Instant;
  await sessionStart(workspace, { session: "mine", pid: null }, options);
  await cross("mine");
  await cross("other");
  looked.length = 0;
  const query = {
    session: "mine",
    turn: 1,
    events: [],
    tools: [],
    demands: [],
    budget: 2000,
    audience: "owner",
  } as const;
  const first = await turn(workspace, query, options);
  expect(first.ok && first.value.events.map(({ event }) => event)).toEqual(["turn"]);
  expect(looked).toEqual([at, at, "2026-03-01T08:00:00Z"]);
});

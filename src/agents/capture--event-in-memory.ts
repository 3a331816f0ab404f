/** EventInMemory: an event of a session that needs pages: its memory is opened, and closed whatever happens. */

import { resolve } from "node:path";
import type { Outcome } from "../base/result.js";
import { findRoot } from "../memory/root.js";
import type { Workspace } from "../memory/workspace.js";
import { openWorkspace } from "../open.js";
import { handle } from "./capture--handle.js";
import { type HarnessAnswer, type HarnessEvent, silence } from "./contract.js";
import { eventKey } from "./contract--event-key.js";
import { bugSays, failedIn, failedWith, type HarnessRun } from "./contract--failing.js";
import type { HarnessAsked } from "./event.js";
import { liveFrom } from "./live.js";
import { viewTranscript, wireHarnessNotes, wireStandingDecisions } from "./open.js";
import { standingAbout } from "./rest.js";
import { standingFor } from "./rest--standing.js";

/** `cwd` is the folder the session was started in. */
export async function eventInMemory(asked: HarnessAsked, event: HarnessEvent, cwd: string): Promise<HarnessRun> {
  const { env, now, repos } = asked;
  const { session } = event;
  const about = settingsBefore(asked, cwd);
  const opened = await openWorkspace({ cwd, repos, env, now, session: { session, how: "read" } });
  if (!opened.ok) {
    const isElsewhere = opened.error.code === "not_a_repository" && repos.length === 0;
    return isElsewhere ? { answer: silence, failed: null } : failedWith(opened.error.says);
  }
  const workspace = opened.value;
  const failed = (says: string): HarnessRun => failedIn(workspace.primary, { session, event: asked.event, says });
  try {
    const answer = await answerIn(workspace, asked, { event, about });
    if (answer.ok) return { answer: answer.value, failed: null };
    return failed(`${answer.error.says} ${answer.error.hint}`);
  } catch (error) {
    return failed(bugSays(error));
  } finally {
    await workspace.close();
  }
}

function settingsBefore({ codec, repos }: HarnessAsked, cwd: string): readonly string[] | null {
  const root = findRoot(resolve(cwd, repos[0] ?? "."));
  return root.ok ? standingAbout(root.value, codec.name) : null;
}

async function answerIn(
  workspace: Workspace,
  asked: HarnessAsked,
  { event, about: settings }: { readonly event: HarnessEvent; readonly about: readonly string[] | null },
): Promise<Outcome<HarnessAnswer>> {
  const { codec, pid } = asked;
  const notes = wireHarnessNotes(workspace);
  if (!notes.ok) return notes;
  const decisions = wireStandingDecisions(workspace);
  if (!decisions.ok) return decisions;
  const transcript = viewTranscript(event.transcript);
  const key = eventKey(asked.event, asked.bytes, event, transcript.length);
  // A process that is not there, as seen from here, says nothing about whether the session lives.
  const alive = pid !== null && workspace.primary.sessions.ownerOf(pid) !== null ? pid : null;
  const options = { detached: "refuse" } as const;
  const about = {
    workspace,
    codec,
    event,
    key,
    transcript,
    pid: alive,
    options,
    budget: null,
    transcriptAt: viewTranscript,
    standing: (stores: Workspace) => standingFor(stores, settings),
    decisions: decisions.value,
  };
  // At the end of a session Claude Code and Codex wait too short a time for more than a flush.
  const live = liveFrom(notes.value, { ...about, captures: { compaction: true, end: false } });
  return live.ok ? handle(live.value) : live;
}

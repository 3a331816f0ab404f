/** Boundary: where a session's words are committed: at the end of a turn, before a compaction, and when it is left. */

import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import { entriesOf } from "../memory/table.js";
import { flush } from "../session/flush.js";
import { type LifecycleEvent, lifecycle } from "../session/lifecycle.js";
import { stageEvidence } from "../session/stage--stage.js";
import { capture } from "./capture--capture.js";
import { type HarnessAnswer, silence } from "./contract.js";
import type { Live } from "./live.js";
import { nameOwn } from "./rest--standing.js";
import { crossed, type Ending, noticeOf, sessionEnd, turnEnd } from "./turn-end.js";

export async function stop(live: Live, again: boolean): Promise<Outcome<HarnessAnswer>> {
  return live.known.again === null ? turnEnd(endingOf(live), again) : ok(silence);
}

/** What the user said since the last one is captured, whether or not the model saved anything. */
export async function beforeCompaction(live: Live, event: LifecycleEvent): Promise<Outcome<HarnessAnswer>> {
  if (live.known.again !== null) return ok({ ...silence, summarizer: summarizerOf(live) });
  const captured = live.captures.compaction ? await capture(live) : ok(live.known.captured);
  const { session } = live.event;
  const who = { session, actor: `agent:${live.codec.name}` };
  const evidence = await stageEvidence(live.workspace, live.known.results, who);
  // The flush comes all the same, and the pages go in again all the same: the context goes whatever failed here.
  const flushed = await crossed(endingOf(live), event);
  const kept = live.keep({ kind: "lost", captured: captured.ok ? captured.value : live.known.captured });
  if (!captured.ok) return captured;
  if (!evidence.ok) return evidence;
  if (!flushed.ok) return flushed;
  if (!kept.ok) return kept;
  return ok({ ...silence, summarizer: summarizerOf(live), notice: noticeOf(flushed.value) });
}

/** What was written down is durable before: here it is said that it is over, and words are kept where that is wanted. */
export async function end(live: Live, event: LifecycleEvent): Promise<Outcome<HarnessAnswer>> {
  if (live.known.again !== null) return ok(silence);
  const isLast = lifecycle[event].loses === "session";
  const captured = live.captures.end && isLast ? await capture(live) : ok(live.known.captured);
  return sessionEnd(endingOf(live), event, captured);
}

function endingOf(live: Live): Ending {
  const { workspace, options } = live;
  return {
    ...live,
    sessions: workspace.primary.sessions,
    async head() {
      const head = await workspace.primary.history.head();
      return head.ok ? ok(head.value.commit) : head;
    },
    flush: (query) => flush(workspace, query, options),
    own: ({ committed, known, pages, faults }) =>
      committed.length + known.length + pages.length + faults.length > 0
        ? null
        : nameOwn(workspace, live.event.session),
  };
}

/** Names what comes back by itself, so that the summary spends its words on what does not. */
function summarizerOf({ workspace }: Live): string {
  const held = workspace.memories.flatMap((memory) =>
    entriesOf(memory.table).filter(({ pin, type, tier }) => tier === "hot" && (pin === "hard" || type === "plan")),
  );
  const ids = held.map(({ id }) => id).slice(0, 40);
  const names = ids.length === 0 ? "" : ` Among them: ${ids.join(", ")}.`;
  return [
    `Pagefile keeps this project's memory; its pages are put back after the summary, so do not copy them.${names}`,
    "Keep in the summary, word for word where they are short: what the user asked for and forbade in this session, decisions and why, the current step and what is open, and every page id, file path and number that work depends on.",
  ].join("\n");
}

/** Boundary: where a session's words are committed: at the end of a turn, before a compaction, and when it is left. */

import type { Outcome } from "../../base/failure.js";
import { limits } from "../../base/limits.js";
import { ok } from "../../base/result.js";
import type { FlushAnswer, RejectedRow } from "../../flow/answers.js";
import { flush } from "../../flow/boundary/flush.js";
import { stageEvidence } from "../../flow/evidence/stage.js";
import { entriesOf } from "../../table/build.js";
import { type LifecycleEvent, lifecycle } from "../../writeback/lifecycle/lifecycle.js";
import { capture } from "./capture.js";
import { type HarnessAnswer, silence } from "./contract.js";
import { type Live, sourceOf } from "./live.js";

/** The model is asked once a turn at most, and never when it goes on because it was asked. */
export async function stop(live: Live, again: boolean): Promise<Outcome<HarnessAnswer>> {
  const { known, transcript, workspace } = live;
  if (known.again !== null) return ok(silence);
  const flushed = await crossed(live, "turn");
  if (!flushed.ok) return flushed;
  const head = await workspace.primary.history.head();
  if (!head.ok) return head;
  const { commit } = head.value;
  const { rejected } = flushed.value;
  const asks = again || known.nudged ? null : (refusedSays(rejected) ?? nudgeFor(live, commit));
  const kept = live.keep({ kind: "stop", nudged: asks !== null, length: transcript.length, head: commit });
  if (!kept.ok) return kept;
  return ok({ ...silence, context: asks, notice: noticeOf(flushed.value) });
}

/** What the user said since the last one is captured, whether or not the model saved anything. */
export async function beforeCompaction(live: Live, event: LifecycleEvent): Promise<Outcome<HarnessAnswer>> {
  if (live.known.again !== null) return ok({ ...silence, summarizer: summarizerOf(live) });
  const captured = live.captures.compaction ? await capture(live) : ok(live.known.captured);
  const { session } = live.event;
  const who = { session, actor: `agent:${live.codec.name}` };
  const evidence = await stageEvidence(live.workspace, live.known.results, who);
  // The flush comes all the same, and the pages go in again all the same: the context goes whatever failed here.
  const flushed = await crossed(live, event);
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
  const flushed = await crossed(live, event);
  if (!captured.ok) return captured;
  if (!flushed.ok) return flushed;
  if (captured.value > live.known.captured) {
    const noted = live.keep({ kind: "lost", captured: captured.value });
    if (!noted.ok) return noted;
  }
  const kept = live.keep({ kind: "end" });
  return kept.ok ? ok({ ...silence, notice: noticeOf(flushed.value) }) : kept;
}

/** Where something is lost, the transcript is told of only when much was said: a greeting that nobody writes down is no fault. */
async function crossed(live: Live, event: LifecycleEvent): Promise<Outcome<FlushAnswer>> {
  const { boundary, loses } = lifecycle[event];
  const head = await live.workspace.primary.history.head();
  if (!head.ok) return head;
  const source = loses !== "nothing" && isUnwritten(live, head.value.commit, 0) ? sourceOf(live) : ok(null);
  if (!source.ok) return source;
  const { session } = live.event;
  return flush(live.workspace, { boundary, event, session, source: source.value }, live.options);
}

/** Whether much was said since the last commit, and behind that length of the transcript. */
function isUnwritten({ codec, known, transcript }: Live, head: string | null, behind: number): boolean {
  const { stretch } = known;
  if (stretch === null || (stretch.head !== null && stretch.head !== head)) return false;
  const from = Math.max(stretch.length, behind);
  // Parsed only where it could be enough.
  if (transcript.length - from < limits.harnessNudgeCharsMin) return false;
  return codec.spoken(transcript.lines(from).lines) >= limits.harnessNudgeCharsMin;
}

function nudgeFor(live: Live, head: string | null): string | null {
  if (!isUnwritten(live, head, live.known.asked)) return null;
  return [
    "Pagefile: this session has said much since it last wrote anything down, and none of it outlives the session.",
    "If there is a decision, a constraint, a preference, a lesson or a change of the plan in it, write it down now, one fact a line:",
    `${live.codec.writing(live.event.session)}   (pages: pagefile pages; a new one: pagefile new)`,
    "If there is nothing that should last, say so in one line and end the turn.",
  ].join("\n");
}

function refusedSays(rejected: readonly RejectedRow[]): string | null {
  if (rejected.length === 0) return null;
  const lines = rejected.slice(0, 5).map(({ reason, says, hint }) => `- ${reason}: ${says} ${hint}`);
  const more = rejected.length > 5 ? [`- and ${rejected.length - 5} more: pagefile journal --rejected`] : [];
  return ["Pagefile did not commit what you staged in this turn:", ...lines, ...more].join("\n");
}

function noticeOf({ rejected, recovered, faults }: FlushAnswer): string | null {
  const refused = rejected.length + recovered.rejected.length;
  const says = [
    ...(refused === 0
      ? []
      : [`${refused === 1 ? "1 patch was" : `${refused} patches were`} refused: pagefile journal --rejected`]),
    ...faults.map((fault) => fault.says),
  ];
  return says.length === 0 ? null : says.join(" ");
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

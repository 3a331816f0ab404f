/** Handoff: what a person said in the session before and nobody wrote down, as a page of the session that begins; no model has to want it. */

import { shortDigest } from "../base/digest--digest.js";
import { limits } from "../base/limits.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import { locate, type Workspace } from "../memory/workspace.js";
import { flush } from "../session/flush.js";
import { stage } from "../session/stage.js";
import { entryOf } from "./capture--capture.js";
import { type Said, spanOf } from "./claude-code--codec.js";
import type { Words } from "./known--harness-notesx.js";
import type { Live } from "./live.js";
import { beginOf, isNew, wordsBefore } from "./live--words-before.js";

/** A session's words, in its own order. */
export interface Handed {
  readonly session: string;
  readonly said: readonly Said[];
}

/** The pages with the one that was made, and its id; null where nothing is handed over. */
export type HandedOver = { readonly workspace: Workspace; readonly page: string } | null;

/**
 * A session without notes is noted as begun. Where it starts with nothing of its own in the context, the words of the latest session
 * that was left in the same folder, or died there, become a page of it, committed before this ends.
 */
export async function handOver(live: Live, how: string): Promise<Outcome<HandedOver>> {
  const { known, event, transcript, codec, workspace, keep } = live;
  if (!isNew(known)) return ok(null);
  const words = wordsBefore({ ...live, sessions: workspace.primary.sessions }, how);
  if (!words.ok) return words;
  const head = await workspace.primary.history.head();
  if (!head.ok) return head;
  const { session } = event;
  const draft = handoffDraft(
    words.value.map((each) => saidIn(live, each)),
    { session, actor: `agent:${codec.name}` },
  );
  const made = draft === null ? ok(null) : await committed(live, draft);
  const begun = keep({
    ...beginOf({ event, codec, length: transcript.length, head: head.value.commit }),
    handed: words.value.slice(-sessionsMax),
  });
  return begun.ok ? made : begun;
}

/** So many sessions in a row that wrote nothing down are handed on. */
const sessionsMax = 4;

/** Of a transcript that is gone nothing can be handed over; what was captured of it is in that session's pages. */
function saidIn({ earlier, codec }: Live, { session, transcript, ranges }: Words): Handed {
  const view = earlier.transcript(transcript);
  const said = ranges.flatMap(([from, to]) => {
    const { lines, first } = view.lines(from, to);
    return codec.said(lines, first);
  });
  return { session, said };
}

async function committed(
  live: Live,
  draft: { readonly page: string } & Readonly<Record<string, unknown>>,
): Promise<Outcome<HandedOver>> {
  const { workspace, event, options } = live;
  const { session } = event;
  const staged = await stage(workspace, draft);
  if (!staged.ok) return staged;
  const flushed = await flush(workspace, { boundary: "turn", event: "turn", session, source: null }, options);
  if (!flushed.ok) return flushed;
  const own = (await workspace.primary.openSession?.(session, "read")) ?? ok(null);
  if (!own.ok || own.value === null) return own.ok ? ok(null) : own;
  const memories = [...workspace.memories.filter((memory) => memory.session !== session), own.value];
  const opened = { ...workspace, memories };
  return ok(locate(opened, draft.page).ok ? { workspace: opened, page: draft.page } : null);
}

/** Deterministic; null where nobody said anything. The longest messages are cut first, so that a short one stays word for word. */
export function handoffDraft(
  handed: readonly Handed[],
  { session, actor }: { readonly session: string; readonly actor: string },
): ({ readonly page: string } & Readonly<Record<string, unknown>>) | null {
  const sources = handed.filter(({ said }) => said.length > 0);
  const last = sources.at(-1);
  if (last === undefined) return null;
  const [start, end] = [last.said[0]?.line ?? 0, last.said.at(-1)?.line ?? 0];
  const span = `session:${last.session}#L${start}-L${end}`;
  const value = [
    "Said before this session began, and never written down: the user's own words, with the lines of the transcript. Whatever of them has to last has to be written down.",
    "",
    ...linesOf(sources),
  ].join("\n");
  const name = shortDigest(`${session}\n${value}`, 12);
  return {
    op: "create",
    page: `handoff-${name}`,
    type: "conversation_segment",
    title: "What the user said in the session before this one",
    scope: "session",
    pin: "soft",
    fields: { span, ...spanOf(last.said) },
    value,
    actor,
    origin: "user",
    session,
    evidence: sources.map((source) => `session:${source.session}#L${source.said[0]?.line ?? 0}`),
    id: `handoff-${name}`,
  };
}

const entryCharsMax = [1_000, 500, 250, 120] as const;

function linesOf(sources: readonly Handed[]): readonly string[] {
  const room = limits.harnessHandoffCharsMax;
  const entries = (most: number): readonly (readonly string[])[] =>
    sources.map(({ session, said }) => [
      `- In session ${session}:`,
      ...said.map(({ text, line }) => entryOf(text, line, most)),
    ]);
  const fitting = entryCharsMax.map((most) => entries(most).flat()).find((lines) => lines.join("\n").length <= room);
  if (fitting !== undefined) return fitting;
  const shortest = entries(entryCharsMax[entryCharsMax.length - 1] ?? 0).flat();
  const kept: string[] = [];
  let left = room;
  for (const line of shortest.toReversed()) {
    if (line.length + 1 > left) break;
    kept.unshift(line);
    left -= line.length + 1;
  }
  return [`- ${shortest.length - kept.length} earlier lines are in the transcripts alone.`, ...kept];
}

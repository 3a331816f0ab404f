/** Capture: what the user said, kept as a page of the session before a summary takes its place; no model has to want it. */

import { shortDigest } from "../base/digest--digest.js";
import { limits } from "../base/limits.js";
import type { Outcome } from "../base/result.js";
import { ok } from "../base/result--result.js";
import { findElisions } from "../rules/elision.js";
import { findSecrets } from "../rules/secret-keys--secret.js";
import { stage } from "../session/stage.js";
import { type Said, spanOf } from "./claude-code--codec.js";
import type { Live } from "./live.js";

/**
 * Staged only: the flush that follows commits it to the session's own pages, which reach no remote. Answers with how much of the
 * transcript is captured now.
 */
export async function capture(live: Live): Promise<Outcome<number>> {
  const { codec, event, known, transcript, workspace } = live;
  const { lines, first } = transcript.lines(known.captured);
  const said = codec.said(lines, first);
  if (said.length === 0) return ok(transcript.length);
  const draft = captureDraft(said, { session: event.session, actor: `agent:${codec.name}` });
  const staged = await stage(workspace, draft);
  return staged.ok ? ok(transcript.length) : staged;
}

/** Newest words first to be kept, in their own order. Deterministic: the same words are the same patch. */
export function captureDraft(
  said: readonly Said[],
  { session, actor }: { readonly session: string; readonly actor: string },
): Readonly<Record<string, unknown>> {
  const lines: string[] = [];
  let room = limits.harnessCaptureCharsMax;
  let from = said.length;
  for (const { text, line } of said.toReversed()) {
    const entry = entryOf(text, line, entryCharsMax);
    if (entry.length > room) break;
    lines.unshift(entry);
    room -= entry.length;
    from -= 1;
  }
  const skipped =
    from === 0 ? [] : [`- ${from} earlier messages are in the transcript alone, up to line ${said[from - 1]?.line}.`];
  const [start, end] = [said[0]?.line ?? 0, said.at(-1)?.line ?? 0];
  const span = `L${start}-L${end}`;
  return {
    op: "create",
    page: `said-${shortDigest(`${session}\n${span}`, 12)}`,
    type: "conversation_segment",
    title: `What the user said, lines ${start} to ${end} of the transcript`,
    scope: "session",
    fields: { span: `session:${session}#${span}`, ...spanOf(said) },
    value: [...skipped, ...lines].join("\n"),
    actor,
    origin: "user",
    session,
    evidence: [`session:${session}#L${start}`],
    id: `capture-${shortDigest(`${session}\n${span}`, 32)}`,
  };
}

const entryCharsMax = 1_000;

/** One line, because a heading or a list in somebody's message is none of the page's; words beyond `most` characters are cut. */
export function entryOf(text: string, line: number, most: number): string {
  if (findSecrets(text).length > 0) return `- A message that holds a secret is in the transcript alone. (L${line})`;
  const whole = text
    .split(/\s+/u)
    .filter((word) => word !== "")
    .join(" ");
  // It would keep all of the others out.
  if (findElisions(`- ${whole}`).length > 0) return `- A message that stands for another text is at L${line}.`;
  if (whole.length <= most) return `- ${whole} (L${line})`;
  const cut = whole.slice(0, whole.lastIndexOf(" ", most) + 1 || most).trimEnd();
  return `- ${cut} (its first ${cut.length} of ${whole.length} characters; the rest is at L${line})`;
}

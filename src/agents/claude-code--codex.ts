/** Codex: the hooks of the Codex command line: Claude Code's envelope, other transcripts, and an end of turn of its own. */

import { type JsonObject, objectOf, objectsOf, parseLine, textOf } from "../base/json--json-line.js";
import { type OwnMoments, parseHook, printHook } from "./claude-code.js";
import { type Codec, type Said, writtenAt } from "./claude-code--codec.js";
import type { HarnessAnswer } from "./contract.js";

export const codex: Codec = {
  name: "codex",
  blockCharsMax: 10_000,
  writing: (session) => `pagefile append PAGE TEXT --session ${session}`,
  parse: (event, payload) =>
    parseHook(event, payload, { start, end: ({ reason }) => (reason === "clear" ? "reset" : "exit") }),
  print,
  said,
  spoken: (lines) => lines.reduce((sum, line) => sum + spokenIn(line), 0),
};

function start(payload: JsonObject): ReturnType<OwnMoments["start"]> {
  const how = textOf(payload.source) ?? "startup";
  // A compaction is told as a start twice, as `resume` first.
  return { kind: "start", how, bare: how !== "compact" };
}

/** Nobody reads what a hook prints for a summarizer, and a turn goes on for a decision alone. */
function print(event: string, answer: HarnessAnswer): string {
  const { context, notice } = answer;
  if (event !== "Stop" || context === null) return printHook(event, { ...answer, summarizer: null });
  const decision = { decision: "block", reason: context };
  return `${JSON.stringify(notice === null ? decision : { ...decision, systemMessage: `Pagefile: ${notice}` })}\n`;
}

/** What stands in a rollout as a message of the user is mostly put there by Codex; the event beside it is the user's own. */
function said(lines: readonly string[], first: number): readonly Said[] {
  return lines.flatMap((line, at): readonly Said[] => {
    const entry = parseLine(line);
    const payload = entry?.type === "event_msg" ? objectOf(entry.payload) : null;
    const item = payload?.type === "item_completed" ? objectOf(payload.item) : null;
    if (item?.type !== "UserMessage") return [];
    const texts = objectsOf(item.content).map((block) => textOf(block.text) ?? "");
    const text = texts.join("\n").trim();
    return text === "" ? [] : [{ text, line: first + at, at: writtenAt(entry ?? {}) }];
  });
}

/** Calls and their answers, and what was said; what Codex tells the model of itself is there once, at the beginning. */
function spokenIn(line: string): number {
  const entry = parseLine(line);
  const payload = entry?.type === "response_item" ? objectOf(entry.payload) : null;
  return payload === null || payload.role === "developer" ? 0 : JSON.stringify(payload).length;
}

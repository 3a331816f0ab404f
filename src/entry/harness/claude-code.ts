/** ClaudeCode: the hooks of Claude Code: their events as moments of a session, and answers as it reads them. */

import { err, ok, type Result } from "../../base/result.js";
import { type JsonObject, objectOf, objectsOf, parseLine, textOf } from "../../transcript/json-line.js";
import type { LifecycleEvent } from "../../writeback/lifecycle/lifecycle.js";
import type { Codec, Said } from "./codec.js";
import type { HarnessAnswer, HarnessEvent, Moment } from "./contract.js";

export const claudeCode: Codec = {
  name: "claude-code",
  // One more, and Claude Code shows the model a preview and the path of a file instead.
  blockCharsMax: 10_000,
  writing: (session) => `pagefile append PAGE TEXT --session ${session}`,
  parse: (event, payload) => parseHook(event, payload, claudeMoment),
  print: printHook,
  said,
  spoken: (lines) => lines.reduce((sum, line) => sum + spokenIn(line), 0),
};

/** What Claude Code and Codex have in common: the envelope. `momentOf` answers null for an event that is not asked about. */
export function parseHook(
  event: string,
  payload: JsonObject,
  momentOf: (event: string, payload: JsonObject) => Moment | null,
): Result<HarnessEvent | null, string> {
  const session = textOf(payload.session_id);
  if (session === null || session === "") return err("The event names no session_id.");
  const named = textOf(payload.hook_event_name);
  if (named !== null && named !== event)
    return err(`The event says that it is ${named}, and was called as ${event}.`);
  const moment = momentOf(event, payload);
  if (moment === null) return err(`“${event}” is no event that Pagefile answers.`);
  // What a subagent does is not in the context of the session; a compaction runs in one without a type.
  if (textOf(payload.agent_id) !== null) return ok(null);
  return ok({
    session,
    cwd: textOf(payload.cwd),
    transcript: textOf(payload.transcript_path),
    id: textOf(payload.tool_use_id) ?? idOf(moment, payload),
    moment,
  });
}

/** The prompt that is under way names its own events; of starts and compactions there may be several in one. */
function idOf({ kind }: Moment, payload: JsonObject): string | null {
  if (kind !== "prompt" && kind !== "stop") return null;
  return textOf(payload.prompt_id) ?? textOf(payload.turn_id);
}

function claudeMoment(event: string, payload: JsonObject): Moment | null {
  switch (event) {
    case "SessionStart":
      return { kind: "start", how: textOf(payload.source) ?? "startup", bare: true };
    case "UserPromptSubmit":
      return { kind: "prompt" };
    case "PostToolUse":
      return {
        kind: "tool",
        name: textOf(payload.tool_name) ?? "",
        input: objectOf(payload.tool_input) ?? {},
        output: payload.tool_response,
      };
    case "Stop":
      return { kind: "stop", again: payload.stop_hook_active === true };
    case "PreCompact":
      return {
        kind: "before-compaction",
        event: payload.trigger === "manual" ? "compaction-manual" : "compaction-auto",
      };
    case "SessionEnd":
      return { kind: "end", event: ends[textOf(payload.reason) ?? ""] ?? "exit" };
    default:
      return null;
  }
}

/** After `resume` the session that is left can be taken up again, so nothing of it is over. */
const ends: Readonly<Record<string, LifecycleEvent>> = { clear: "reset", resume: "switch-session" };

/** JSON on one line; for the summarizer plain text, which is what it takes. */
export function printHook(event: string, { context, summarizer, notice }: HarnessAnswer): string {
  // Whatever a hook prints before a compaction goes to the summarizer, so a notice cannot stand beside it.
  if (summarizer !== null) return `${summarizer}\n`;
  if (context === null && notice === null) return "";
  const hookSpecificOutput = { hookEventName: event, additionalContext: context };
  return `${JSON.stringify({
    ...(context === null ? {} : { hookSpecificOutput }),
    ...(notice === null ? {} : { systemMessage: `Pagefile: ${notice}` }),
  })}\n`;
}

/** Its format is internal and drifts: a line that is not known to be the user's own is left out. */
function said(lines: readonly string[], first: number): readonly Said[] {
  return lines.flatMap((line, at): readonly Said[] => {
    const entry = parseLine(line);
    if (entry?.type !== "user" || entry.isSidechain === true || entry.isMeta === true) return [];
    if (entry.isCompactSummary === true) return [];
    const text = wordsOf(objectOf(entry.message)?.content);
    return text === "" ? [] : [{ text, line: first + at }];
  });
}

/** Commands of the program itself and what it reports come as lines of the user too; they stand in tags. */
function wordsOf(content: unknown): string {
  const blocks = objectsOf(content).filter((block) => block.type === "text");
  const text = (textOf(content) ?? blocks.map((block) => textOf(block.text) ?? "").join("\n")).trim();
  return text.startsWith("<command-") || text.startsWith("<local-command-") ? "" : text;
}

function spokenIn(line: string): number {
  const entry = parseLine(line);
  if ((entry?.type !== "user" && entry?.type !== "assistant") || entry.isMeta === true) return 0;
  return JSON.stringify(objectOf(entry.message)?.content ?? "").length;
}

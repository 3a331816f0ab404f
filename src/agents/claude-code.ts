/** HookEnvelope: what the hooks of Claude Code and of Codex have in common: how an event is told, and how it is answered. */

import { type JsonObject, objectOf, textOf } from "../base/json--json-line.js";
import { err, ok, type Result } from "../base/result--result.js";
import type { LifecycleEvent } from "../session/lifecycle.js";
import type { HarnessAnswer, HarnessEvent, Moment } from "./contract.js";

/** The moments that each of them tells in its own way. */
export interface OwnMoments {
  readonly start: (payload: JsonObject) => Moment & { readonly kind: "start" };
  readonly end: (payload: JsonObject) => LifecycleEvent;
}

export function parseHook(event: string, payload: JsonObject, own: OwnMoments): Result<HarnessEvent | null, string> {
  const session = textOf(payload.session_id);
  if (session === null || session === "") return err("The event names no session_id.");
  const named = textOf(payload.hook_event_name);
  if (named !== null && named !== event)
    return err(`The event says that it is ${named}, and was called as ${event}.`);
  const moment = momentOf(event, payload, own);
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

/** null for an event that is not asked about. */
function momentOf(event: string, payload: JsonObject, own: OwnMoments): Moment | null {
  switch (event) {
    case "SessionStart":
      return own.start(payload);
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
      return { kind: "end", event: own.end(payload) };
    default:
      return null;
  }
}

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

/** PiMoment: pi's events as moments of a session, and what its session files hold. */

import { type JsonObject, objectOf, objectsOf, parseLine, textOf } from "../../base/json--json-line.js";
import type { LifecycleEvent } from "../../session/lifecycle.js";
import { type Said, type Tongue, writtenAt } from "../claude-code--codec.js";
import type { Moment } from "../contract.js";

export const pi: Tongue = {
  name: "pi",
  blockCharsMax: 100_000,
  writing: () => 'the tool remember, for example {"patch":{"op":"append","page":PAGE,"value":"- TEXT"}}',
  said,
  spoken: (lines) => lines.reduce((sum, line) => sum + spokenIn(line), 0),
};

/** null for an event at which nothing is done. */
export function piMoment(event: JsonObject): Moment | null {
  switch (event.type) {
    case "session_start":
      return {
        kind: "start",
        how: textOf(event.reason) ?? "startup",
        bare: true,
        ...(event.reason === "fork" ? { fork: { parent: sessionOf(textOf(event.previousSessionFile)) } } : {}),
      };
    case "session_compact":
      return { kind: "start", how: "compact", bare: true };
    case "before_agent_start":
      return { kind: "prompt" };
    case "tool_result":
      return {
        kind: "tool",
        name: textOf(event.toolName) ?? "",
        input: objectOf(event.input) ?? {},
        output: event.content,
      };
    case "agent_end":
      return { kind: "stop", again: false };
    case "session_before_compact":
      return { kind: "before-compaction", event: compactions[textOf(event.reason) ?? ""] ?? "compaction-auto" };
    case "session_before_switch":
      // It may be called off yet.
      return { kind: "end", event: "switch-session" };
    case "session_before_fork":
      return { kind: "end", event: "fork" };
    case "session_shutdown":
      return { kind: "end", event: shutdowns[textOf(event.reason) ?? ""] ?? "exit" };
    default:
      return null;
  }
}

/** pi names the file of a session by its time and its id: `…/2026-11-21T09-01-00-000Z_ID.jsonl`. */
function sessionOf(file: string | null): string | null {
  const name = file?.replaceAll("\\", "/").split("/").at(-1) ?? "";
  const id = name.endsWith(".jsonl") ? name.slice(name.indexOf("_") + 1, -".jsonl".length) : "";
  return id === "" ? null : id;
}

/** Before 0.87 nobody says why. */
const compactions: Readonly<Record<string, LifecycleEvent>> = {
  manual: "compaction-manual",
  threshold: "compaction-auto",
  overflow: "overflow",
};

/** What is reloaded goes on, and what is left for another session can be taken up again. */
const shutdowns: Readonly<Record<string, LifecycleEvent>> = {
  new: "new",
  fork: "fork",
  resume: "switch-session",
  reload: "switch-session",
};

function said(lines: readonly string[], first: number): readonly Said[] {
  return lines.flatMap((line, at): readonly Said[] => {
    const message = messageIn(line);
    if (message?.role !== "user") return [];
    const blocks = objectsOf(message.content).filter((block) => block.type === "text");
    const text = (textOf(message.content) ?? blocks.map((block) => textOf(block.text) ?? "").join("\n")).trim();
    return text === "" ? [] : [{ text, line: first + at, at: writtenAt(parseLine(line) ?? {}) }];
  });
}

function spokenIn(line: string): number {
  const message = messageIn(line);
  return message === null ? 0 : JSON.stringify(message.content ?? "").length;
}

function messageIn(line: string): JsonObject | null {
  const entry = parseLine(line);
  return entry?.type === "message" ? objectOf(entry.message) : null;
}

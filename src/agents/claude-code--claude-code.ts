/** ClaudeCode: the hooks of Claude Code: their events as moments of a session, and answers as it reads them. */

import { type JsonObject, objectOf, parseLine, textOf } from "../base/json--json-line.js";
import type { LifecycleEvent } from "../session/lifecycle.js";
import { ownWords } from "../session/transcript/own-words.js";
import { type OwnMoments, parseHook, printHook } from "./claude-code.js";
import { type Codec, type Said, writtenAt } from "./claude-code--codec.js";

export const claudeCode: Codec = {
  name: "claude-code",
  // One more, and Claude Code shows the model a preview and the path of a file instead.
  blockCharsMax: 10_000,
  writing: (session) => `pagefile append PAGE TEXT --session ${session}`,
  parse: (event, payload) =>
    parseHook(event, payload, { start, end: ({ reason }) => ends[textOf(reason) ?? ""] ?? "exit" }),
  print: printHook,
  said,
  spoken: (lines) => lines.reduce((sum, line) => sum + spokenIn(line), 0),
};

function start(payload: JsonObject): ReturnType<OwnMoments["start"]> {
  const how = textOf(payload.source) ?? "startup";
  return { kind: "start", how, bare: true, ...(how === "fork" ? { fork: { parent: null } } : {}) };
}

/** After `resume` the session that is left can be taken up again, so nothing of it is over. */
const ends: Readonly<Record<string, LifecycleEvent>> = { clear: "reset", resume: "switch-session" };

/** Its format is internal and drifts: a line that is not known to be the user's own is left out. */
function said(lines: readonly string[], first: number): readonly Said[] {
  return lines.flatMap((line, at): readonly Said[] => {
    const entry = parseLine(line);
    const text = entry === null ? "" : ownWords(entry);
    return entry === null || text === "" ? [] : [{ text, line: first + at, at: writtenAt(entry) }];
  });
}

function spokenIn(line: string): number {
  const entry = parseLine(line);
  if ((entry?.type !== "user" && entry?.type !== "assistant") || entry.isMeta === true) return 0;
  return JSON.stringify(objectOf(entry.message)?.content ?? "").length;
}

/** Parse: a session file of whichever harness wrote it. */

import { objectOf, parseLine } from "../../base/json--json-line.js";
import { parseClaudeCode } from "./transcript--claude-code.js";
import { parsePi } from "./transcript--pi.js";
import type { Transcript, TranscriptFormat } from "./transcript--transcript.js";

/** The first lines tell the harness; some sessions begin with notes to itself. */
const linesLookedAt = 50;

/** JSON lines. Never throws; null when none of the first lines is one of a session we can read. */
export function parseTranscript(text: string): Transcript | null {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const format = lines
    .slice(0, linesLookedAt)
    .map(formatOf)
    .find((found) => found !== null);
  if (format === undefined) return null;
  return format === "pi" ? parsePi(lines) : parseClaudeCode(lines);
}

/** Both call their lines by `type`; pi opens with the session and says `message`, Claude Code names who speaks. */
function formatOf(line: string): TranscriptFormat | null {
  const entry = parseLine(line);
  if (entry === null) return null;
  if (entry.type === "session") return "pi";
  if (entry.type === "message") return objectOf(entry.message) === null ? null : "pi";
  const speaks = entry.type === "user" || entry.type === "assistant" || entry.type === "system";
  return speaks && typeof entry.sessionId === "string" ? "claude-code" : null;
}

/** Canary: whether the hooks that a harness would run do what they should: each is run as it is written, in a memory made for that. */

import { type JsonObject, parseLine, textOf } from "../../base/json--json-line.js";
import { commandOf } from "./settings--hook-command.js";
import type { SetupName } from "./settings--hook-entries.js";

/** What trying hooks needs of the world. */
export interface CanaryPlace {
  /** The folder of a memory that is nobody's. */
  readonly memory: string;
  /** By a shell, as the harness does it. */
  readonly run: (
    command: string,
    input: string,
  ) => Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>;
  /** What the events of a session left for the next ones in that memory, by kind. */
  readonly left: (session: string) => readonly string[];
  /** Why a memory that the hooks name cannot be opened; null where it can. */
  readonly unopened: (repo: string) => Promise<string | null>;
}

export interface CanaryVerdict {
  readonly ok: boolean;
  readonly says: string;
}

/** The events of one short session, what is their own of each, and the note that each leaves. */
const story: readonly { readonly event: string; readonly more: JsonObject; readonly leaves: readonly string[] }[] = [
  { event: "SessionStart", more: { source: "startup" }, leaves: ["begin", "prompt"] },
  { event: "UserPromptSubmit", more: { prompt: "Canary.", prompt_id: "p" }, leaves: ["prompt"] },
  {
    event: "PostToolUse",
    more: { tool_name: "Read", tool_input: { file_path: "canary" }, tool_response: "", tool_use_id: "t" },
    leaves: ["tool"],
  },
  { event: "Stop", more: { stop_hook_active: false, prompt_id: "p" }, leaves: ["stop"] },
  { event: "PreCompact", more: { trigger: "manual" }, leaves: ["lost"] },
  { event: "SessionEnd", more: { reason: "other" }, leaves: ["end"] },
];

/** The first that does not answer ends it: those after it would tell of the same. */
export async function fireHooks(
  name: SetupName,
  commands: ReadonlyMap<string, string>,
  { session, place }: { readonly session: string; readonly place: CanaryPlace },
): Promise<CanaryVerdict> {
  const left: string[] = [];
  for (const { event, more, leaves } of story) {
    const command = commands.get(event);
    if (command === undefined) return failed(`there is no hook of ours for ${event}`);
    const { bare, repos } = commandOf(name, event, command);
    for (const repo of repos) {
      const why = await place.unopened(repo);
      if (why !== null) return failed(`${event} names the memory ${repo}: ${why}`);
    }
    const told = { session_id: session, hook_event_name: event, cwd: place.memory, transcript_path: null, ...more };
    const { code, stdout, stderr } = await place.run(bare, JSON.stringify(told));
    if (code !== 0)
      return failed(`${event} ${code === null ? "did not end" : `ended with code ${code}`}${saidBy(stderr)}`);
    const notice = textOf(parseLine(stdout)?.systemMessage);
    if (notice !== null || stderr !== "") return failed(`${event} complains${saidBy(notice ?? stderr)}`);
    if (event === "SessionStart" && !stdout.includes(session)) return failed(`${event} gave no pages`);
    left.push(...leaves);
    if (place.left(session).join() !== left.join()) return failed(`${event} answers and leaves no trace`);
  }
  return { ok: true, says: `${story.length} hooks answer and leave their traces` };
}

function failed(says: string): CanaryVerdict {
  return { ok: false, says };
}

function saidBy(text: string): string {
  const [line = ""] = text.trim().split("\n").slice(-1);
  return line === "" ? "" : `: ${line}`;
}

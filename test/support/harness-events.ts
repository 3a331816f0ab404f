/** HarnessEvents: the events of one made-up session of Claude Code, in the shapes its hooks are given, and its transcript. */

import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Ran } from "./cli.js";

export interface Story {
  readonly session: string;
  readonly transcript: string;
  /** Adds a line that the user wrote. */
  readonly say: (text: string) => void;
  /** Makes the transcript this many bytes longer, as an answer of the model, which found so many tokens in its context. */
  readonly answer: (bytes: number, tokens?: number) => void;
  /** The same as a note of the harness's own, which is no part of the conversation. */
  readonly note: (bytes: number) => void;
  /** The event as JSON; `more` is what is its own. */
  readonly event: (name: string, more?: Readonly<Record<string, unknown>>) => string;
}

export function story(folder: string, session: string, cwd: string): Story {
  const transcript = join(folder, `${session}.jsonl`);
  writeFileSync(transcript, "");
  const add = (entry: unknown): void => appendFileSync(transcript, `${JSON.stringify(entry)}\n`);
  return {
    session,
    transcript,
    say: (text) => add({ type: "user", sessionId: session, message: { role: "user", content: text } }),
    answer(bytes, tokens) {
      const usage = { input_tokens: 3, cache_read_input_tokens: (tokens ?? 0) - 3, output_tokens: 0 };
      const content = [{ type: "text", text: "x".repeat(bytes) }];
      add({ type: "assistant", message: tokens === undefined ? { content } : { content, usage } });
    },
    note: (bytes) => add({ type: "api-request", body: "x".repeat(bytes) }),
    event: (name, more = {}) =>
      JSON.stringify({ session_id: session, transcript_path: transcript, cwd, hook_event_name: name, ...more }),
  };
}

/** What a hook answered, as Claude Code reads it. */
export function told({ stdout, stderr, exit }: Ran): { readonly context: string; readonly notice: string } {
  if (exit !== 0 || stderr !== "") throw new Error(`exit ${exit}: ${stderr}`);
  if (stdout === "") return { context: "", notice: "" };
  const said = JSON.parse(stdout) as {
    readonly systemMessage?: string;
    readonly hookSpecificOutput?: { readonly additionalContext: string };
  };
  return { context: said.hookSpecificOutput?.additionalContext ?? "", notice: said.systemMessage ?? "" };
}

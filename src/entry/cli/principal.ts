/** Principal: whether an agent is at the keyboard, as its harness says in the environment; no option can raise an agent to a person. */

import { isPerson } from "../../writeback/origin.js";

/** What harnesses set in the shells they give to their agents. */
const marks: Readonly<Record<string, string>> = {
  CLAUDECODE: "agent:claude-code",
  CODEX_SANDBOX: "agent:codex",
  CURSOR_AGENT: "agent:cursor",
  GEMINI_CLI: "agent:gemini",
};

/**
 * `typed` is what `--actor` or a draft claims. `PAGEFILE_ACTOR=agent:<name>` is how any other harness says it. An agent that runs as
 * the user and clears its environment is not told apart: only another account or a signed commit does that.
 */
export function actorOf(env: NodeJS.ProcessEnv, typed: string): string {
  if (!isPerson(typed)) return typed;
  const named = env.PAGEFILE_ACTOR?.trim() ?? "";
  if (named !== "" && !isPerson(named)) return named;
  const mark = Object.keys(marks).find((name) => (env[name] ?? "") !== "");
  return mark === undefined ? typed : (marks[mark] ?? typed);
}

/** A staged draft says itself who wrote it; what is no text is left for the parser to refuse. */
export function signed(env: NodeJS.ProcessEnv, draft: Readonly<Record<string, unknown>>): typeof draft {
  const { actor = "human" } = draft;
  const told = typeof actor === "string" ? actorOf(env, actor) : actor;
  return told === "human" ? draft : { ...draft, actor: told };
}

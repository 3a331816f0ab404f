/** Actor: who a commit says made it: a person or an agent by its name, and whether an agent is at the keyboard, as its harness says in the environment. */

import type { Origin } from "../page/page.js";

/**
 * What harnesses set in the shells they give to their agents. Claude Code, Codex and Gemini CLI document theirs; CURSOR_AGENT is what
 * other detectors read. OpenClaw sets OPENCLAW_SHELL to `exec` for its agents, and to something else in a person's own terminal.
 */
const marks: readonly (readonly [variable: string, only: string | null, actor: string])[] = [
  ["CLAUDECODE", null, "agent:claude-code"],
  ["CODEX_THREAD_ID", null, "agent:codex"],
  ["CODEX_SANDBOX", null, "agent:codex"],
  ["CURSOR_AGENT", null, "agent:cursor"],
  ["GEMINI_CLI", null, "agent:gemini"],
  ["OPENCLAW_SHELL", "exec", "agent:openclaw"],
];

/**
 * `typed` is what `--actor` or a draft claims. `PAGEFILE_ACTOR=agent:<name>` is how any other harness says it. An agent that runs as
 * the user and clears its environment is not told apart: only another account or a signed commit does that.
 */
export function actorOf(env: NodeJS.ProcessEnv, typed: string): string {
  if (!isPerson(typed)) return typed;
  const named = env.PAGEFILE_ACTOR?.trim() ?? "";
  if (named !== "" && !isPerson(named)) return named;
  const mark = marks.find(([variable, only]) =>
    only === null ? (env[variable] ?? "") !== "" : env[variable] === only,
  );
  return mark?.[2] ?? typed;
}

/** A staged draft says itself who wrote it; what is no text is left for the parser to refuse. */
export function signed(env: NodeJS.ProcessEnv, draft: Readonly<Record<string, unknown>>): typeof draft {
  const { actor = "human" } = draft;
  const told = typeof actor === "string" ? actorOf(env, actor) : actor;
  return told === "human" ? draft : { ...draft, actor: told };
}

export function isPerson(actor: string): boolean {
  return actor === "human" || actor.startsWith("human:");
}

/** A person's act that carries the user's own words, by what a commit says of itself. */
export function isUsersWord({ actor, origin }: { readonly actor: string; readonly origin: Origin }): boolean {
  return isPerson(actor) && origin === "user";
}

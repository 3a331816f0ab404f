/** Talk: sessions of a harness in a sample memory, each event told to the hook of the program as the harness tells it. */

import { expect } from "vitest";
import { type Cli, cli } from "./cli.js";
import { story, told } from "./harness-events.js";
import { here } from "./here.js";

type Env = Readonly<Record<string, string>>;

export interface Talk {
  readonly begin: (env?: Env) => Promise<string>;
  /** A prompt; what it gave. */
  readonly say: (text: string, env?: Env) => Promise<string>;
  readonly tool: (name: string, input: object, env?: Env) => Promise<void>;
  readonly stop: (env?: Env, answer?: string) => Promise<string>;
  /** `answer` is what the model said last. */
  readonly turn: (text: string, env?: Env, answer?: string) => Promise<string>;
  /** A turn at whose end the context holds so many tokens. */
  readonly fill: (text: string, tokens: number) => Promise<void>;
  readonly compact: () => Promise<void>;
  readonly end: (env?: Env) => Promise<string>;
}

export interface Talks {
  readonly program: Cli;
  readonly memory: string;
  readonly run: ReturnType<typeof here>;
  readonly session: (id: string) => Talk;
  readonly git: (...args: readonly string[]) => string;
}

export function talks(): Talks {
  const program = cli();
  const memory = program.sample();
  const run = here(program);
  const session = (id: string): Talk => {
    const who = story(program.folder, id, memory);
    let count = 0;
    let calls = 0;
    const hook = async (event: string, more: object, env: Env = {}): Promise<ReturnType<typeof told>> =>
      told(await run(["harness", "claude-code", event], { cwd: memory, input: who.event(event, { ...more }), env }));
    const say: Talk["say"] = async (text, env) => {
      count += 1;
      who.say(text);
      return (await hook("UserPromptSubmit", { prompt: text, prompt_id: `p${count}` }, env)).context;
    };
    const stop: Talk["stop"] = async (env, last_assistant_message) =>
      (await hook("Stop", { prompt_id: `p${count}`, stop_hook_active: false, last_assistant_message }, env)).notice;
    return {
      say,
      stop,
      begin: async (env) => (await hook("SessionStart", { source: "startup" }, env)).context,
      async tool(tool_name, tool_input, env) {
        calls += 1;
        const more = { tool_name, tool_input, tool_response: "done", tool_use_id: `t${calls}` };
        expect(await hook("PostToolUse", more, env)).toEqual({ context: "", notice: "" });
      },
      async turn(text, env, answer) {
        const given = await say(text, env);
        who.answer(200);
        expect(await stop(env, answer)).toBe("");
        return given;
      },
      async fill(text, tokens) {
        await say(text);
        who.answer(200, tokens);
        expect(await stop()).toBe("");
      },
      async compact() {
        const { stdout } = await run(["harness", "claude-code", "PreCompact"], {
          cwd: memory,
          input: who.event("PreCompact", { trigger: "auto" }),
        });
        expect(stdout).toContain("Pagefile keeps this project's memory");
      },
      end: async (env) => (await hook("SessionEnd", { reason: "other" }, env)).notice,
    };
  };
  return { program, memory, run, session, git: (...args) => program.git([...args], memory) };
}

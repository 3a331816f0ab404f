/** RestDesk: one session of Claude Code told event by event, and whether an event was answered without opening its memory. */

import { readdirSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Cli, cli, type Ran } from "./cli.js";
import { type Story, story, told } from "./harness-events.js";
import { here } from "./here.js";

export interface RestDesk {
  readonly program: Cli;
  readonly memory: string;
  readonly one: Story;
  readonly run: ReturnType<typeof here>;
  readonly hook: (name: string, more?: Readonly<Record<string, unknown>>, story?: Story) => Promise<Ran>;
  /** Sends a prompt, whose words the harness may not tell; what it gave. */
  readonly prompt: (text?: string) => Promise<string>;
  /** Ends a turn; whether the memory was opened for it. */
  readonly stop: () => Promise<{ readonly isQuiet: boolean; readonly context: string }>;
}

export async function restDesk(): Promise<RestDesk> {
  const program = cli();
  const memory = program.sample();
  // A time that can be set again to the last digit.
  utimesSync(join(memory, "memory/preferences/travel-mornings.md"), 1_000_000_000, 1_000_000_000);
  const run = here(program);
  const one = story(program.folder, "s-one", memory);
  const hook: RestDesk["hook"] = (name, more, who = one) =>
    run(["harness", "claude-code", name], { cwd: program.folder, input: who.event(name, more) });
  let count = 0;
  await settled();
  await hook("SessionStart", { source: "startup" });
  return {
    ...{ program, memory, run, one, hook },
    async prompt(text?: string) {
      count += 1;
      const said = text === undefined ? {} : { prompt: text };
      return told(await hook("UserPromptSubmit", { prompt_id: `p${count}`, ...said })).context;
    },
    async stop() {
      const at = join(memory, ".git/pagefile/index");
      count += 1;
      // Nothing but an open memory makes the index anew.
      rmSync(at, { recursive: true, force: true });
      const { context } = told(await hook("Stop", { prompt_id: `p${count}`, stop_hook_active: false }));
      return { isQuiet: !readdirSync(join(memory, ".git/pagefile")).includes("index"), context };
    },
  };
}

/** Longer than two writes of a file can share a stamp. */
export function settled(): Promise<void> {
  return sleep(80);
}

export const toolCall = (id: string, file: string): Readonly<Record<string, unknown>> => ({
  tool_use_id: id,
  tool_name: "Read",
  tool_input: { file_path: file },
});

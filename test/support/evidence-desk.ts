/** EvidenceDesk: a session in which tools are called, in a memory of its own, and what is left of their results. */

import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { type Cli, cli } from "./cli.js";
import { type Story, story, told } from "./harness-events.js";
import { here } from "./here.js";

export interface Desk {
  readonly program: Cli;
  readonly memory: string;
  readonly run: ReturnType<typeof here>;
  readonly one: Story;
  readonly hook: (name: string, more?: Readonly<Record<string, unknown>>) => Promise<string>;
  /** A tool was called with that command and gave back that. */
  readonly tool: (command: string, response: unknown, name?: string) => Promise<void>;
  readonly blobs: () => readonly string[];
}

export function desk(harness = "claude-code"): Desk {
  const program = cli();
  const memory = program.sample();
  const run = here(program);
  const one = story(program.folder, "s-one", memory);
  let calls = 0;
  const hook: Desk["hook"] = async (name, more) => {
    const ran = await run(["harness", harness, name], { cwd: program.folder, input: one.event(name, more) });
    return name === "PreCompact" ? ran.stdout : told(ran).context;
  };
  const tool: Desk["tool"] = async (command, response, name = "Bash") => {
    calls += 1;
    const call = { tool_name: name, tool_input: { command }, tool_response: response, tool_use_id: `t${calls}` };
    expect(await hook("PostToolUse", call)).toBe("");
  };
  const folder = join(memory, ".git/pagefile/evidence");
  return { program, memory, run, one, hook, tool, blobs: () => (existsSync(folder) ? readdirSync(folder) : []) };
}

/** What the command line answers, as programs read it. */
// biome-ignore lint/suspicious/noExplicitAny: every command has a shape of its own
export async function json(desk: Desk, args: readonly string[]): Promise<any> {
  const ran = await desk.run([...args, "--json"], { cwd: desk.memory });
  return JSON.parse(ran.stdout);
}

/** The session's own pages of evidence. */
export const listed: readonly string[] = ["pages", "--type", "evidence", "--scope", "session", "--session", "s-one"];

/** Every file below the folder, as one text. */
export function everything(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, "latin1"))
    .join("\n");
}

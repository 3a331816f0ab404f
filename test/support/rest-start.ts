/** RestStart: a session of Claude Code starts, and whether it did without opening its memory. */

import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Story, story, told } from "./harness-events.js";
import type { RestDesk } from "./rest-desk.js";

export type Start = Readonly<Record<string, unknown>>;
export const startup: Start = { source: "startup" };

interface Started {
  /** Whether the memory stayed shut. */
  readonly isAtRest: boolean;
  readonly context: string;
  readonly notice: string;
}

/** Nothing but an open memory makes the index anew. */
export async function starts(
  { program, memory, run }: RestDesk,
  who: Story,
  start: Start,
  now = "",
): Promise<Started> {
  const index = join(memory, ".git/pagefile/index");
  rmSync(index, { recursive: true, force: true });
  const env = now === "" ? {} : { env: { PAGEFILE_NOW: now } };
  const input = who.event("SessionStart", start);
  const { context, notice } = told(
    await run(["harness", "claude-code", "SessionStart"], { cwd: program.folder, input, ...env }),
  );
  return { isAtRest: !existsSync(index), context, notice };
}

/** A session of its own, in the same folder. */
export const another = (at: RestDesk, id: string): Story => story(at.program.folder, id, at.memory);

/** ToldEvent: an event told in the very words that our hooks have, answered without the rest of the command line: somebody waits for each. */

import { codecs } from "../agents/claude-code--codecs.js";
import { answerEvent, type EventCall } from "../agents/event--answer-event.js";
import { parseInstant } from "../base/ids.js";
import type { Surroundings } from "./command.js";
import type { Printed } from "./render/render--print.js";

/** `[--repo DIR]… harness NAME EVENT [--plugin] --pid N`; null for any other words, which are the command line's to judge. */
export function toldEvent(
  argv: readonly string[],
  { cwd, env, stdin }: Pick<Surroundings, "cwd" | "env" | "stdin">,
): EventCall | null {
  const words = [...argv];
  const repos: string[] = [];
  while (words[0] === "--repo" && words.length > 1) repos.push(...words.splice(0, 2).slice(1));
  const [command, name, event = "", ...rest] = words;
  const plugin = rest[0] === "--plugin";
  const [option, number = "", ...others] = plugin ? rest.slice(1) : rest;
  const codec = codecs.find((each) => each.name === name);
  const { PAGEFILE_NOW: fixed = "" } = env;
  const now = fixed === "" ? null : parseInstant(fixed);
  const isPlain = command === "harness" && option === "--pid" && others.length === 0 && /^[1-9]\d{0,8}$/.test(number);
  if (!isPlain || codec === undefined || event.startsWith("-") || event === "") return null;
  if (repos.some((repo) => repo.startsWith("-") || repo === "") || (fixed !== "" && now === null)) return null;
  return { codec, event, cwd, env, repos, now, pid: Number(number), plugin, stdin };
}

/** What the command `harness` prints for the same words. */
export async function printEvent(call: EventCall): Promise<Printed> {
  const { done, text } = await answerEvent(call);
  if (done.failed === null) return { stdout: text, stderr: "", exit: 0 };
  const { visibleLine } = await import("./render/table--theme.js");
  return { stdout: text, stderr: `pagefile: ${visibleLine(done.failed)}\n`, exit: 0 };
}

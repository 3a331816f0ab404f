/** AnswerEvent: one call of a hook, from its words and its standard input to what it prints. */

import type { Codec } from "./claude-code--codec.js";
import { silence } from "./contract.js";
import type { HarnessRun } from "./contract--failing.js";
import { type HarnessAsked, runHarness } from "./event.js";

export interface EventCall extends Omit<HarnessAsked, "bytes"> {
  /** Whether the plugin's own hook calls, which stands back where `pagefile setup` has written one. */
  readonly plugin: boolean;
  readonly stdin: () => Promise<Uint8Array>;
}

/** `text` is standard output. */
export async function answerEvent(call: EventCall): Promise<{ readonly done: HarnessRun; readonly text: string }> {
  const { codec, event, env, plugin, stdin, ...asked } = call;
  // Twice told would be twice in the prompt.
  if (plugin && (await isSetUp(codec, event, env))) return { done: { answer: silence, failed: null }, text: "" };
  const done = await runHarness({ ...asked, codec, event, env, bytes: await stdin() });
  return { done, text: codec.print(event, done.answer) };
}

async function isSetUp({ name }: Codec, event: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const { hasHook } = await import("./setup/setup--wire-joined.js");
  return hasHook(name, event, env);
}

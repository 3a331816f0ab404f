/** Command harness: what the hooks of an agent's harness call: an event on standard input, its answer on standard output. */

import { codecs } from "../../agents/claude-code.js";
import type { HarnessRun } from "../../agents/contract.js";
import { answerEvent } from "../../agents/event.js";
import { type Outcome, ok } from "../../base/result.js";
import { type Call, nowOf, pidOption, type Reply } from "../command.js";
import { visibleLine } from "../render/table.js";

/** A harness takes exit code 2 for a veto, so nothing that is wrong with the call itself may end with it. */
export async function runHarness(call: Call): Promise<Outcome<Reply>> {
  const [name = "", event = ""] = call.args;
  const codec = codecs.find((each) => each.name === name);
  if (codec === undefined)
    return ok(misused(`“${name}” is no harness; one of: ${codecs.map((each) => each.name).join(", ")}.`));
  const now = nowOf(call);
  if (!now.ok) return ok(misused(now.error.says));
  const pid = pidOption(call);
  const { cwd, env, repos, stdin } = call;
  const plugin = call.options.plugin === true;
  const asked = { codec, event, cwd, env, repos, now: now.value, pid: pid.ok ? pid.value : null, plugin, stdin };
  const { done, text } = await answerEvent(asked);
  return ok(replied(done, text));
}

function replied(done: HarnessRun, text: string): Reply {
  const { answer, failed } = done;
  return {
    json: { ...answer, failed },
    out: () => text,
    warnings: () => (failed === null ? "" : `pagefile: ${visibleLine(failed)}\n`),
    onQuiet: "keep",
    exit: 0,
  };
}

function misused(says: string): Reply {
  return {
    json: { failed: says },
    out: () => "",
    warnings: () => `pagefile: ${visibleLine(says)}\n`,
    onQuiet: "keep",
    exit: 1,
  };
}

/** Command harness: what the hooks of an agent's harness call: an event on standard input, its answer on standard output. */

import type { Outcome } from "../../../base/failure.js";
import { ok } from "../../../base/result.js";
import { codecs } from "../../harness/codecs.js";
import { silence } from "../../harness/contract.js";
import type { HarnessRun } from "../../harness/failing.js";
import { runHarness } from "../../harness/run.js";
import type { Call, Reply } from "../command.js";
import { nowOf } from "../now.js";
import { pidOption } from "../sessions.js";
import { visibleLine } from "../theme.js";

/** A harness takes exit code 2 for a veto, so nothing that is wrong with the call itself may end with it. */
export async function run(call: Call): Promise<Outcome<Reply>> {
  const [name = "", event = ""] = call.args;
  const codec = codecs.find((each) => each.name === name);
  if (codec === undefined)
    return ok(misused(`“${name}” is no harness; one of: ${codecs.map((each) => each.name).join(", ")}.`));
  const now = nowOf(call);
  if (!now.ok) return ok(misused(now.error.says));
  const pid = pidOption(call);
  const { cwd, env, repos } = call;
  // Twice told would be twice in the prompt.
  if (call.options.plugin === true && (await isSetUp(name, event, env))) {
    const done: HarnessRun = { answer: silence, failed: null };
    return ok(replied(done, ""));
  }
  const bytes = await call.stdin();
  const asked = { codec, event, bytes, cwd, env, repos, now: now.value, pid: pid.ok ? pid.value : null };
  const done = await runHarness(asked);
  return ok(replied(done, codec.print(event, done.answer)));
}

async function isSetUp(name: string, event: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const { hasHook } = await import("../../wire-joined.js");
  return hasHook(name, event, env);
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

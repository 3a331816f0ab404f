/** Commands for harnesses and clients: harness and mcp. */

import { codecs } from "../../agents/claude-code.js";
import type { HarnessRun } from "../../agents/contract.js";
import { answerEvent } from "../../agents/event.js";
import { err, type Outcome, ok, usage } from "../../base/result.js";
import { openWorkspace } from "../../open.js";
import { type Call, nowOf, type Reply, textOption } from "../command.js";
import { visibleLine } from "../render/table.js";
import { pidOption } from "../share/write.js";

// Command harness: what the hooks of an agent's harness call: an event on standard input, its answer on standard output.

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

// Command mcp: the memory as a server of the Model Context Protocol, on the standard streams.

export async function runMcp(call: Call): Promise<Outcome<Reply>> {
  const now = nowOf(call);
  if (!now.ok) return now;
  if (process.stdin.isTTY) {
    const says = "Standard input is a terminal, and pagefile mcp speaks a protocol that nobody types.";
    return err(
      usage(says, "Name it in the configuration of an MCP client: command pagefile, arguments mcp --repo DIR."),
    );
  }
  const { serveMcp } = await import("../../agents/mcp/server.js");
  const { cwd, repos, env } = call;
  await serveMcp(
    {
      open: (session, how) =>
        openWorkspace({ cwd, repos, env, now: now.value, session: session === null ? null : { session, how } }),
      session: textOption(call, "session"),
      env,
    },
    {
      input: process.stdin,
      output: process.stdout,
      complain: (says) => process.stderr.write(`pagefile mcp: ${says}\n`),
    },
  );
  return ok({ json: undefined, out: () => "", onQuiet: "keep", exit: 0 });
}

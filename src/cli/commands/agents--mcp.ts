/** Command mcp: the memory as a server of the Model Context Protocol, on the standard streams. */

import { type Outcome, usage } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import { openWorkspace } from "../../open.js";
import type { Call, Reply } from "../command.js";
import { textOption } from "../command--input.js";
import { nowOf } from "../command--now.js";

export async function run(call: Call): Promise<Outcome<Reply>> {
  const now = nowOf(call);
  if (!now.ok) return now;
  if (process.stdin.isTTY) {
    const says = "Standard input is a terminal, and pagefile mcp speaks a protocol that nobody types.";
    return err(
      usage(says, "Name it in the configuration of an MCP client: command pagefile, arguments mcp --repo DIR."),
    );
  }
  const { serveMcp } = await import("../../agents/mcp/server--serve.js");
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

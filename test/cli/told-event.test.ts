/** ToldEvent: the words of our hooks are answered without a command line as they are with it; all other words are its own. */

import { expect, test } from "vitest";
import { hookEntries } from "../../src/agents/setup/settings.js";
import type { Surroundings } from "../../src/cli/command.js";
import { eventArguments, printEvent } from "../../src/cli/commands/harness.js";

import { cli } from "../support/cli.js";
import { story } from "../support/harness-events.js";
import { here } from "../support/here.js";

const world = (env: Readonly<Record<string, string>>, cwd: string, input: string): Surroundings => ({
  cwd,
  env,
  program: "pagefile",
  stdin: async () => Buffer.from(input),
  stdout: {} as Surroundings["stdout"],
  stderr: {} as Surroundings["stderr"],
  tell: () => undefined,
});

test("what every hook of ours says is understood, and other words are not", () => {
  const around = world({}, "/", "");
  for (const name of ["claude-code", "codex"] as const)
    for (const { event, command } of hookEntries(name, "")) {
      const words = command.trim().replace("$PPID", "42").split(" ");
      expect(eventArguments(words, around)).toMatchObject({
        event,
        codec: { name },
        pid: 42,
        repos: [],
        plugin: false,
      });
      expect(eventArguments(["--repo", "/a", "--repo", "/b c", ...words], around)).toMatchObject({
        repos: ["/a", "/b c"],
      });
    }
  expect(eventArguments(["harness", "codex", "Stop", "--plugin", "--pid", "42"], around)).toMatchObject({
    plugin: true,
  });
  for (const line of [
    "",
    "harness",
    "harness codex Stop",
    "harness codex Stop --pid",
    "harness codex Stop --pid 0",
    "harness codex Stop --pid 42 --json",
    "harness codex --pid 42 Stop",
    "harness codex --help --pid 42",
    "harness pi Stop --pid 42",
    "--repo harness codex Stop --pid 42",
    "--repo --json harness codex Stop --pid 42",
    "--json harness codex Stop --pid 42",
    "status harness --pid 42",
  ])
    expect([line, eventArguments(line.split(" "), around)]).toEqual([line, null]);
  expect(
    eventArguments(["harness", "codex", "Stop", "--pid", "42"], world({ PAGEFILE_NOW: "soon" }, "/", "")),
  ).toBeNull();
});

test("the answers are those of the command, to the byte", async () => {
  const program = cli();
  const memory = program.sample();
  const run = here(program);
  const one = story(program.folder, "s-one", memory);
  const env = { ...program.env, PAGEFILE_NOW: "2026-11-21T09:00:00Z" };
  const words = ["harness", "claude-code", "SessionStart", "--pid", String(process.pid)];
  for (const input of [one.event("SessionStart", { source: "startup" }), "no JSON", "{}"]) {
    const call = eventArguments(words, world(env, program.folder, input));
    if (call === null) throw new Error("It was not understood.");
    const quick = await printEvent(call);
    // The same event told again has the same answer.
    expect(await run(words, { input, env })).toEqual(quick);
    expect(quick.stdout).not.toBe("");
  }
});

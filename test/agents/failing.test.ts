/** Failing: whatever is wrong with an event, a memory or a call, the harness goes on: never exit code 2, which would be a veto. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import Module from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli } from "../support/cli.js";
import { story, told } from "../support/harness-events.js";
import { here } from "../support/here.js";

describe("harness, where something is wrong", () => {
  it("answers an event that it cannot read with a message", async () => {
    const program = cli();
    const run = here(program);
    for (const [event, input] of [
      ["Stop", "no json"],
      ["Stop", "[]"],
      ["Stop", "{}"],
      ["Unheard", '{"session_id":"s"}'],
    ] as const) {
      const ran = await run(["harness", "claude-code", event], { input });
      expect(ran.exit).toBe(0);
      expect(JSON.parse(ran.stdout).systemMessage).toMatch(/^Pagefile: /);
      expect(ran.stderr).toMatch(/^pagefile: /);
    }
  });

  it("hears what is said while a merge has left its marks in pagefile.yaml, of which resolve takes a side", async () => {
    const program = cli();
    const memory = program.sample();
    const [run, file] = [here(program), join(memory, "pagefile.yaml")];
    const git = (...args: string[]) => program.git(args, memory);
    const text = readFileSync(file, "utf8");
    const call = (store: string) => {
      writeFileSync(file, text.replace(/^store: .*$/m, `store: ${store}`));
      git("commit", "--quiet", "--all", `--message=Call it ${store}`);
    };
    git("switch", "--quiet", "--create", "other");
    call("cccccccccc");
    git("switch", "--quiet", "-");
    call("dddddddddd");
    expect(() => git("merge", "--quiet", "--no-edit", "other")).toThrow();
    const status = await run(["status"], { cwd: memory });
    expect([status.exit, status.stdout]).toEqual([0, expect.stringContaining("marks of a merge conflict")]);
    const hook = async (session: string, name: string, more: Readonly<Record<string, unknown>>) => {
      const input = story(program.folder, session, memory).event(name, more);
      expect((await run(["harness", "claude-code", name], { cwd: memory, input })).exit).toBe(0);
    };
    await hook("s-one", "SessionStart", { source: "startup" });
    await hook("s-one", "UserPromptSubmit", { prompt: "Never book the night ferry.", prompt_id: "p1" });
    await hook("s-one", "SessionEnd", { reason: "other" });
    expect((await run(["inbox"], { cwd: memory })).stdout).toContain("night ferry");
    const settled = await run(["resolve", "pagefile.yaml", "--theirs"], { cwd: memory });
    expect([settled.exit, settled.stderr]).toEqual([0, expect.stringContaining("theirs is taken whole")]);
    git("commit", "--quiet", "--no-edit");
    expect(git("show", "HEAD:pagefile.yaml")).toContain("store: cccccccccc");
    await hook("s-two", "SessionStart", { source: "startup" });
    expect(git("show", "HEAD:MEMORY.md")).toContain("night ferry");
  });

  it("tells at the start of a session that recall does not work, where nothing is there to search by", async () => {
    const program = cli();
    const memory = program.sample();
    const run = here(program);
    const one = story(program.folder, "s-one", memory);
    const loads = Module as unknown as { _load: (request: string, ...others: unknown[]) => unknown };
    const { _load: load } = loads;
    loads._load = (request, ...others) => {
      if (request.includes("libsql")) throw Object.assign(new Error(request), { code: "MODULE_NOT_FOUND" });
      return load(request, ...others);
    };
    try {
      const start = await run(["harness", "claude-code", "SessionStart"], {
        cwd: memory,
        input: one.event("SessionStart", { source: "startup" }),
      });
      expect(told(start).notice).toMatch(/recall.*libsql/);
      expect(told(start).context).not.toBe("");
      for (const args of [
        ["index", "rebuild"],
        ["recall", "trains"],
      ])
        expect((await run(args, { cwd: memory })).exit).toBe(6);
    } finally {
      loads._load = load;
    }
    const again = await run(["harness", "claude-code", "SessionStart"], {
      cwd: memory,
      input: story(program.folder, "s-two", memory).event("SessionStart", { source: "startup" }),
    });
    expect(told(again).notice).toBe("");
  });

  it("never vetoes for a call that is wrong itself", async () => {
    const run = here(cli());
    const unknown = await run(["harness", "nobody", "Stop"], { input: "{}" });
    expect([unknown.exit, unknown.stdout]).toEqual([1, ""]);
    expect(unknown.stderr).toContain("one of: claude-code, codex");
    expect((await run(["harness", "codex", "Stop"], { input: "{}", env: { PAGEFILE_NOW: "soon" } })).exit).toBe(1);
    expect((await run(["harness", "codex", "Stop", "--pid", "none"], { input: "{}" })).exit).toBe(0);
  });

  it("records a fault where nothing could be committed, and what was staged waits", async () => {
    const program = cli();
    const memory = program.sample();
    const run = here(program);
    const one = story(program.folder, "s-one", memory);
    const patch = { op: "append", page: "travel-mornings", value: "Night trains.", session: "s-one" };
    await run(["stage", "--patch", "-"], { cwd: memory, input: JSON.stringify(patch) });
    program.git(["checkout", "--quiet", "--detach"], memory);
    const stopped = await run(["harness", "claude-code", "Stop"], { input: one.event("Stop") });
    expect(stopped.exit).toBe(0);
    expect(JSON.parse(stopped.stdout).systemMessage).toContain("no branch");
    const faults = JSON.parse((await run(["faults", "--json"], { cwd: memory })).stdout);
    expect(faults.counts).toMatchObject({ harness_failed: 1, flush_miss: 1 });
    program.git(["checkout", "--quiet", "main"], memory);
    await run(["harness", "claude-code", "Stop"], { input: one.event("Stop") });
    expect(program.git(["log", "-1", "--format=%B"], memory)).toContain("Pagefile-Reason: TURN_COMMIT");
  });

  it("says nothing about a process that is not there", async () => {
    const program = cli();
    const memory = program.sample();
    const one = story(program.folder, "s-one", memory);
    const start = ["harness", "claude-code", "SessionStart", "--pid", "2147483646"];
    const ran = await here(program)(start, { input: one.event("SessionStart", { source: "startup" }) });
    expect(told(ran).context).toContain("budget-ceiling");
  });
});

describe("the built program", () => {
  it("answers an event, and joins and leaves a harness", () => {
    const program = cli();
    const memory = program.sample();
    const one = story(program.folder, "s-one", memory);
    const input = one.event("SessionStart", { source: "startup" });
    expect(told(program.run(["harness", "claude-code", "SessionStart"], { input })).context).toContain(
      "budget-ceiling",
    );
    const codex = join(program.env.HOME ?? "", ".codex");
    mkdirSync(codex);
    expect(program.run(["setup", "codex"]).exit).toBe(0);
    expect(readFileSync(join(codex, "hooks.json"), "utf8")).toContain("pagefile.cjs' harness codex SessionStart");
    expect(program.run(["setup", "codex", "--remove"]).stdout).toContain("removed  ");
  });
});

/** Evidence again: a tool that is called as it was before is seen, and is a fault where its result should have been at hand. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Desk, desk, json, listed } from "../support/evidence-desk.js";
import { randomText } from "../support/secret-samples.js";

describe("a result that cannot be kept", () => {
  it("is told and on record, and that the tool was called still counts; without a memory there is nothing to tell", async () => {
    const at = desk();
    mkdirSync(join(at.memory, ".git/pagefile"));
    writeFileSync(join(at.memory, ".git/pagefile/evidence"), "no folder");
    const call = (id: string, cwd: string): string =>
      JSON.stringify({
        ...JSON.parse(at.one.event("PostToolUse")),
        cwd,
        tool_name: "Bash",
        tool_response: "a",
        tool_use_id: id,
      });
    const hook = ["harness", "claude-code", "PostToolUse"];
    for (const id of ["t1", "t2"]) {
      const ran = await at.run(hook, { cwd: at.program.folder, input: call(id, at.memory) });
      expect(ran.exit).toBe(0);
      expect(JSON.parse(ran.stdout).systemMessage).toContain("keep the result of a tool");
    }
    await at.hook("UserPromptSubmit", { prompt_id: "p1" });
    expect((await json(at, ["faults"])).counts).toEqual({ harness_failed: 2, duplicate_signature_alert: 1 });
    const elsewhere = await at.run(hook, { cwd: at.program.folder, input: call("t3", at.program.folder) });
    expect(elsewhere).toEqual({ stdout: "", stderr: "", exit: 0 });
  });
});

describe("a tool called again", () => {
  const faultsOf = async (at: Desk): Promise<Readonly<Record<string, number>>> => {
    await at.hook("UserPromptSubmit", { prompt_id: `p${Math.random()}` });
    return (await json(at, ["faults"])).counts;
  };

  it("is a signal while its result is in the context, or its page in the prompt", async () => {
    const at = desk();
    await at.hook("SessionStart", { source: "startup" });
    await at.tool("ls fares", "lisbon.md");
    await at.tool("ls fares", "lisbon.md");
    expect(await faultsOf(at)).toEqual({ duplicate_signature_alert: 1 });
    await at.hook("PreCompact", { trigger: "auto" });
    expect(await at.hook("SessionStart", { source: "compact" })).toContain("Bash: ls fares");
    await at.tool("ls fares", "lisbon.md");
    expect(await faultsOf(at)).toEqual({ duplicate_signature_alert: 2 });
  });

  it("is a fault where nothing but the context that is gone ever held its result", async () => {
    const at = desk();
    await at.hook("SessionStart", { source: "startup" });
    await at.tool("ls fares", randomText(1_100, 9));
    await faultsOf(at);
    await at.hook("PreCompact", { trigger: "auto" });
    const small = await json(at, ["turn", "--session", "s-one", "--turn", "9", "--budget", "500"]);
    expect(JSON.stringify(small.selected)).not.toContain("evidence-");
    await at.tool("ls fares", randomText(1_100, 9));
    expect(await faultsOf(at)).toEqual({ duplicate_tool_signature: 1 });
  });

  it("is a fault where its page was in no prompt, and a refetch where the page is asked for and finds no room", async () => {
    const at = desk();
    await at.hook("SessionStart", { source: "startup" });
    const fares = randomText(1_100, 9);
    await at.tool("ls fares", fares);
    await faultsOf(at);
    await at.hook("PreCompact", { trigger: "auto" });
    const [{ id }] = (await json(at, listed)).pages;
    const turn = async (number: number, budget: number, demands: readonly string[]): Promise<readonly string[]> => {
      const asked = ["--session", "s-one", "--turn", String(number), "--budget", String(budget)];
      const { faults } = await json(at, ["turn", ...asked, ...demands.flatMap((demand) => ["--demand", demand])]);
      return faults.map(({ kind, page }: { kind: string; page: string }) => `${kind} ${page}`);
    };
    expect(await turn(9, 2_000, [`${id}:full`])).toEqual([]);
    expect(await turn(10, 500, [])).toEqual([]);
    expect(await turn(11, 600, [`${id}:full`])).toContain(`refetch ${id}`);
    // Down to a budget whose prompt has no room for it, at any fidelity.
    let number = 12;
    for (let budget = 500; ; budget -= 20, number += 1) {
      expect(budget).toBeGreaterThan(120);
      const asked = ["--session", "s-one", "--turn", String(number), "--budget", String(budget)];
      const { selected } = await json(at, ["turn", ...asked]);
      if (!selected.some((page: { id: string }) => page.id === id)) break;
    }
    await at.tool("ls fares", fares);
    expect(await faultsOf(at)).toMatchObject({ duplicate_tool_signature: 1, refetch: 1 });
  });
});

/** StartMoved: a start is decided anew wherever something moved, waits, or is for one session alone. */

import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { processThatLives } from "../support/dead-process.js";
import { type RestDesk, restDesk, settled, toolCall } from "../support/rest-desk.js";
import { another, type Start, starts, startup } from "../support/rest-start.js";

interface Moved {
  readonly how: string;
  readonly act: (at: RestDesk) => Promise<unknown>;
  readonly start?: Start;
  /** What of it the model has to be told. */
  readonly gives?: string;
  readonly who?: string;
}

const page = "memory/preferences/travel-mornings.md";
const moved: readonly Moved[] = [
  {
    how: "a page was edited by hand",
    act: async ({ memory }) => appendFileSync(join(memory, page), "- Night trains from Porto.\n"),
    gives: "Night trains from Porto.",
  },
  {
    how: "there is a commit",
    act: async ({ program, memory }) => program.git(["commit", "--quiet", "--allow-empty", "-m", "No"], memory),
  },
  {
    how: "the settings are others",
    act: async ({ memory }) => appendFileSync(join(memory, "pagefile.yaml"), "# A remark.\n"),
  },
  {
    how: "a patch waits",
    async act({ run, memory }) {
      const draft = {
        op: "append",
        page: "travel-mornings",
        value: "Night trains.",
        session: "s-one",
        actor: "user",
      };
      await run(["stage", "--patch", "-"], { cwd: memory, input: JSON.stringify(draft) });
    },
  },
  {
    how: "somebody said something that no page held",
    async act(at) {
      await at.prompt("Never book above 350 EUR.");
      await at.hook("SessionEnd", { reason: "other" });
    },
    gives: "Never book above 350 EUR",
  },
  {
    how: "the session was forked",
    act: async () => undefined,
    start: { source: "fork" },
  },
  {
    how: "calls of tools wait to be judged",
    async act(at) {
      await at.prompt();
      await at.hook("PostToolUse", toolCall("t1", "a"));
    },
    start: { source: "resume" },
    who: "s-one",
    gives: "",
  },
  {
    how: "the session keeps pages to itself",
    async act(at) {
      at.one.say("Never book above 350 EUR.");
      await at.hook("PreCompact", { trigger: "auto" });
    },
    start: { source: "compact" },
    who: "s-one",
    gives: "Never book above 350 EUR",
  },
  {
    how: "what was kept is damaged",
    async act({ memory }) {
      const file = join(memory, ".git/pagefile/starts/claude-code.json");
      writeFileSync(file, readFileSync(file, "utf8").replace("budget-ceiling", "budget-feeling"));
    },
  },
  {
    how: "the log of the turn before was lost",
    act: async ({ memory }) => rmSync(join(memory, ".git/pagefile/traces.jsonl")),
    start: { source: "resume" },
    who: "s-one",
    gives: "",
  },
  {
    how: "a session died that keeps pages",
    async act(at) {
      const lived = processThatLives();
      const two = another(at, "s-dead");
      const words = ["harness", "claude-code", "SessionStart", "--pid", String(lived.pid)];
      await at.run(words, { cwd: at.program.folder, input: two.event("SessionStart", startup) });
      two.say("Never at night.");
      await at.hook("PreCompact", { trigger: "auto" }, two);
      await lived.kill();
    },
  },
];

describe("a start is decided anew where", () => {
  it.each(moved)("$how", async ({ act, start = startup, gives = "budget-ceiling", who = "s-two" }) => {
    const at = await restDesk();
    expect((await starts(at, another(at, "s-bef"), startup)).isAtRest).toBe(true);
    await act(at);
    await settled();
    const { isAtRest, context } = await starts(at, who === "s-one" ? at.one : another(at, who), start);
    expect(isAtRest).toBe(false);
    expect(context).toContain(gives);
  });

  it("the decision is a day old, or of a time to come: whoever opens the memory tidies it", async () => {
    const at = await restDesk();
    const startsAt = async (now: string): Promise<boolean> =>
      (await starts(at, another(at, `s-${now.slice(8, 10)}${now.slice(11, 12)}`), startup, now)).isAtRest;
    expect(await startsAt("2026-11-21T23:00:00.000Z")).toBe(true);
    expect(await startsAt("2026-11-22T19:00:00.000Z")).toBe(false);
    expect(await startsAt("2026-11-22T20:00:00.000Z")).toBe(true);
    expect(await startsAt("2026-11-22T10:00:00.000Z")).toBe(false);
  });

  it("an id of another length leaves another room for pages", async () => {
    const at = await restDesk();
    expect((await starts(at, another(at, "s-longer"), startup)).isAtRest).toBe(false);
    expect((await starts(at, another(at, "s-other1"), startup)).isAtRest).toBe(true);
  });

  it("a page of the memory is for one session alone", async () => {
    const at = await restDesk();
    const fields = "fields: { session: s-six, goal: g, step: s, open: o }";
    const own = ["---", "id: aside", "type: plan", "scope: session", fields, "---", "- For one alone.", ""];
    mkdirSync(join(at.memory, "memory/plans"), { recursive: true });
    writeFileSync(join(at.memory, "memory/plans/aside.md"), own.join("\n"));
    await settled();
    const six = await starts(at, another(at, "s-six"), startup);
    const two = await starts(at, another(at, "s-two"), startup);
    expect([six, two].map(({ isAtRest, context }) => [isAtRest, context.includes("For one alone")])).toEqual([
      [false, true],
      [false, false],
    ]);
  });
});

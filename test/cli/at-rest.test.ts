/** AtRest: an event at which nothing moved is answered without a decision, and whatever moved is seen. */

import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { processThatLives } from "../support/dead-process.js";
import { story, told } from "../support/harness-events.js";
import { type RestDesk, restDesk, settled, toolCall } from "../support/rest-desk.js";

/** `gives` what of it the model has to be told; null where the pages stay what they were. */
interface Change {
  readonly how: string;
  readonly act: (at: RestDesk) => Promise<void>;
  readonly gives: string | null;
}

const page = "memory/preferences/travel-mornings.md";
const changes: readonly Change[] = [
  {
    how: "a page edited by hand",
    act: async ({ memory }) => appendFileSync(join(memory, page), "- Night trains from Porto.\n"),
    gives: "Night trains from Porto.",
  },
  {
    how: "a page edited by hand that is as long and as old as before",
    async act({ memory }) {
      const file = join(memory, page);
      const text = readFileSync(file, "utf8");
      writeFileSync(file, text.replace("Aisle", "AISLE"));
      utimesSync(file, 1_000_000_000, 1_000_000_000);
    },
    gives: "AISLE",
  },
  {
    how: "a new page",
    act: async ({ memory }) =>
      writeFileSync(join(memory, "memory/preferences/porto.md"), "# Porto\n\n- Likes Porto.\n"),
    gives: "Likes Porto.",
  },
  { how: "a page that is gone", act: async ({ memory }) => rmSync(join(memory, page)), gives: "budget-ceiling" },
  {
    how: "a commit that changes no page",
    act: async ({ program, memory }) => void program.git(["commit", "--quiet", "--allow-empty", "-m", "No"], memory),
    gives: null,
  },
  {
    how: "other settings",
    act: async ({ memory }) => appendFileSync(join(memory, "pagefile.yaml"), "# A remark.\n"),
    gives: null,
  },
  {
    how: "a page that the session keeps to itself",
    async act({ run, memory }) {
      const value = "- Kept to itself.";
      const draft = {
        op: "create",
        page: "own",
        type: "conversation_segment",
        title: "Own",
        scope: "session",
        value,
      };
      const fields = { span: "session:s-one#L1-L2", start: "L1", end: "L2" };
      const input = JSON.stringify({ ...draft, fields, session: "s-one", actor: "user" });
      expect((await run(["stage", "--patch", "-"], { cwd: memory, input })).exit).toBe(0);
      expect((await run(["flush"], { cwd: memory })).exit).toBe(0);
    },
    gives: "Kept to itself.",
  },
  {
    how: "a tool called as before",
    async act({ hook }) {
      await hook("PostToolUse", toolCall("t1", "a"));
      await hook("PostToolUse", toolCall("t2", "a"));
    },
    gives: null,
  },
];

describe("a prompt of which no words are told", () => {
  it.each(changes)("gives what moved after $how, and nothing again behind it", async ({ act, gives }) => {
    const at = await restDesk();
    expect(await at.prompt()).toBe("");
    await act(at);
    const context = await at.prompt();
    expect(gives === null ? context : context.includes(gives)).toBe(gives === null ? "" : true);
    expect(await at.prompt()).toBe("");
  });

  it("gives everything again behind a compaction, and to a session that nobody prompted before", async () => {
    const at = await restDesk();
    expect(await at.prompt()).toBe("");
    await at.hook("PreCompact", { trigger: "auto" });
    expect(await at.prompt()).toContain("budget-ceiling");
    const two = story(at.program.folder, "s-two", at.memory);
    expect(told(await at.hook("UserPromptSubmit", { prompt_id: "p1" }, two)).context).toContain("budget-ceiling");
  });

  it("is a decision, which judges all calls before it", async () => {
    const at = await restDesk();
    await at.hook("PostToolUse", toolCall("t1", "a"));
    await at.hook("PostToolUse", toolCall("t2", "a"));
    await at.prompt();
    const faults = await at.run(["faults", "--session", "s-one", "--json"], { cwd: at.memory });
    expect(JSON.parse(faults.stdout).counts.duplicate_signature_alert).toBe(1);
  });
});

describe("the end of a turn", () => {
  it("opens nothing where nothing waits, and has the boundary on record all the same", async () => {
    const at = await restDesk();
    await at.prompt();
    expect(await at.stop()).toEqual({ isQuiet: true, context: "" });
    const last = readFileSync(join(at.memory, ".git/pagefile/traces.jsonl"), "utf8").trimEnd().split("\n").at(-1);
    expect(JSON.parse(last ?? "")).toMatchObject({
      kind: "boundary",
      event: "turn",
      session: "s-one",
      committed: [],
    });
    at.one.answer(60_000);
    expect((await at.stop()).context).toContain('pagefile remember "TEXT" --session s-one');
    expect(told(await at.hook("SessionEnd", { reason: "other" }))).toEqual({
      context: "",
      notice: expect.any(String),
    });
    const faults = await at.run(["faults", "--session", "s-one", "--json"], { cwd: at.memory });
    expect(JSON.parse(faults.stdout).counts.agent_declined).toBe(1);
    const listed = JSON.parse((await at.run(["session", "list", "--json"], { cwd: at.memory })).stdout);
    expect(listed.sessions[0]).toMatchObject({ session: "s-one", state: "ended" });
  });

  it("leaves what was called again to the end of the session, which has it on record", async () => {
    const at = await restDesk();
    await at.prompt();
    await at.hook("PostToolUse", toolCall("t1", "a"));
    await at.hook("PostToolUse", toolCall("t2", "a"));
    const seen = async (): Promise<unknown> => {
      const { stdout } = await at.run(["faults", "--session", "s-one", "--json"], { cwd: at.memory });
      return JSON.parse(stdout).counts.duplicate_signature_alert;
    };
    expect(await at.stop()).toEqual({ isQuiet: true, context: "" });
    expect(await seen()).toBeUndefined();
    await at.hook("SessionEnd", { reason: "other" });
    expect(await seen()).toBe(1);
  });

  it("is looked at with open pages where nothing tells that they were opened before", async () => {
    const at = await restDesk();
    await at.prompt();
    rmSync(join(at.memory, ".git/pagefile/harness"), { recursive: true });
    mkdirSync(join(at.memory, ".git/pagefile/harness"));
    expect((await at.stop()).isQuiet).toBe(false);
  });

  it("commits what anybody has staged whose process is dead, whoever's turn ends", async () => {
    const at = await restDesk();
    await at.prompt();
    const lived = processThatLives();
    const two = story(at.program.folder, "s-two", at.memory);
    const words = ["harness", "claude-code", "SessionStart", "--pid", String(lived.pid)];
    await at.run(words, { cwd: at.program.folder, input: two.event("SessionStart", { source: "startup" }) });
    const draft = { op: "append", page: "travel-mornings", value: "Night trains.", session: "s-two", actor: "user" };
    await at.run(["stage", "--patch", "-"], { cwd: at.memory, input: JSON.stringify(draft) });
    await lived.kill();
    expect((await at.stop()).isQuiet).toBe(false);
    expect(at.program.git(["log", "-1", "--format=%B"], at.memory)).toContain("Pagefile-Reason: RECOVERED");
    expect((await at.stop()).isQuiet).toBe(true);
  });

  it("settles a commit that died half done, and a session that died with pages of its own", async () => {
    const at = await restDesk();
    await at.prompt();
    const left = join(at.memory, ".git/pagefile/departures");
    mkdirSync(left, { recursive: true });
    writeFileSync(join(left, "somebody.json"), "{}\n");
    expect((await at.stop()).isQuiet).toBe(false);
    rmSync(left, { recursive: true });
    const lived = processThatLives();
    const two = story(at.program.folder, "s-two", at.memory);
    const words = ["harness", "claude-code", "SessionStart", "--pid", String(lived.pid)];
    await at.run(words, { cwd: at.program.folder, input: two.event("SessionStart", { source: "startup" }) });
    two.say("Never book above 350 EUR.");
    await at.hook("PreCompact", { trigger: "auto" }, two);
    expect((await at.stop()).isQuiet).toBe(true);
    await lived.kill();
    expect([(await at.stop()).isQuiet, (await at.stop()).isQuiet]).toEqual([false, true]);
    const listed = JSON.parse((await at.run(["session", "list", "--json"], { cwd: at.memory })).stdout);
    expect(listed.sessions).toContainEqual(expect.objectContaining({ session: "s-two", state: "ended" }));
  });

  it("takes in what somebody edited in the session's own pages, and is quiet again behind that", async () => {
    const at = await restDesk();
    at.one.say("Never book above 350 EUR.");
    await at.hook("PreCompact", { trigger: "auto" });
    await settled();
    await at.prompt();
    expect([(await at.stop()).isQuiet, (await at.stop()).isQuiet]).toEqual([false, true]);
    const folder = join(at.memory, ".git/pagefile/sessions/s-one/pages");
    const [file = ""] = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".md"),
    );
    appendFileSync(join(folder, file), "- And never at night.\n");
    await settled();
    expect([(await at.stop()).isQuiet, (await at.stop()).isQuiet, (await at.stop()).isQuiet]).toEqual([
      ...[false, false, true],
    ]);
    expect(at.program.git(["log", "-1", "-p", "refs/pagefile/session/s-one"], at.memory)).toContain("never at night");
  });
});

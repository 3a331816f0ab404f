/** Trigger: a page that asks to be given comes with the prompt that says its words, after a tool touched its files, or when its day has come. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { historyFrom } from "../../src/agents/session-notes.js";
import { type Talks, talks } from "../support/talk.js";

/** Beside a page that is large enough to keep it out of the start block, so that only its trigger brings it. */
function page(
  { memory, git }: Talks,
  trigger: string,
  id = "migrations",
  says = "Ask Ada before a schema changes.",
): void {
  const file = join(memory, `memory/procedures/${id}.md`);
  mkdirSync(join(memory, "memory/procedures"), { recursive: true });
  const head = `id: ${id}\ntype: evidence\ntitle: Schema changes\nscope: project\ntrigger: ${trigger}`;
  const fields = "fields: { tool: none, signature: none, digest: none, bytes: 1, resolves: none }";
  const lines = Array.from(
    { length: 400 },
    (_, at) => `- Step ${at} of the ${id} runbook, in the words of its owners.`,
  );
  writeFileSync(file, `---\n${head}\n${fields}\n---\n\n- ${says}\n${lines.join("\n")}\n`);
  git("add", "--all");
  git("commit", "--quiet", `--message=Add ${id}`);
}

const rule = "- Ask Ada before a schema changes. (migrations)";
const first = "- Step 0 of the migrations runbook";

describe("words", () => {
  it("bring the first lines of the page, ahead of all else, once a session", async () => {
    const desk = talks();
    page(desk, "{ words: [roll out, night ferry] }");
    const one = desk.session("s-one");
    expect(await one.begin()).not.toContain("Ask Ada");
    expect(await one.turn("Which seats do travelers like in the morning?")).not.toContain("Ask Ada");
    const given = await one.turn("Please roll it out, roll out the winter fares now.");
    expect(given.split("\n").slice(0, 3)).toEqual([
      "From Pagefile's memory, for this prompt:",
      rule,
      expect.stringContaining(first),
    ]);
    expect(given.match(/migrations runbook/g)).toHaveLength(2);
    expect(await one.turn("Roll out again.")).not.toContain("Ask Ada");
    const two = desk.session("s-two");
    await two.begin();
    expect(await two.turn("A ferry at night is fine.")).not.toContain("Ask Ada");
    expect(await two.turn("Book the NIGHT FERRIES.")).toContain(rule);
  });

  it("are named as the reason in the trace", async () => {
    const desk = talks();
    page(desk, "{ words: [roll out] }");
    const one = desk.session("s-one");
    await one.begin();
    await one.turn("Roll out the winter fares.");
    const traces = readFileSync(join(desk.memory, ".git/pagefile/traces.jsonl"), "utf8");
    expect(traces).toContain("its trigger fires: the prompt says “roll out”");
  });

  it("bring it before what answers the prompt", async () => {
    const desk = talks();
    page(desk, "{ words: [roll out] }");
    page(desk, "{ on: 1999-01-01 }", "ferries", "Freight ferries to Kiel leave from pier nine.");
    const one = desk.session("s-one");
    await one.begin();
    const given = await one.turn("Roll out the pier: which pier do freight ferries to Kiel leave from?");
    const [, ...lines] = given.split("\n");
    expect(lines[0]).toBe(rule);
    expect(lines.slice(3).join("\n")).toContain("Freight ferries to Kiel leave from pier nine. (ferries)");
  });

  it("bring nothing of a page that is archived", async () => {
    const desk = talks();
    page(desk, "{ words: [roll out] }");
    expect((await desk.run(["archive", "migrations"], { cwd: desk.memory })).exit).toBe(0);
    const one = desk.session("s-one");
    await one.begin();
    expect(await one.turn("Roll out the winter fares.")).not.toContain("Ask Ada");
  });

  it("bring nothing of a page that came from outside", async () => {
    const desk = talks();
    page(desk, "{ words: [roll out] }\norigin: web");
    const one = desk.session("s-one");
    await one.begin();
    expect((await one.turn("Roll out the winter fares.")).split("\n")[1]).not.toBe(rule);
  });

  it("bring nothing where the trigger is another program's", async () => {
    const desk = talks();
    page(desk, "always_on");
    const one = desk.session("s-one");
    await one.begin();
    expect(await one.turn("Is it always_on, always on?")).not.toContain("Ask Ada");
  });
});

describe("a plan", () => {
  const plan = ({ memory, git }: Talks, says: string, more = ""): void => {
    mkdirSync(join(memory, "memory/plans"), { recursive: true });
    const fields = "fields: { goal: Winter fares, step: one, open: nothing }";
    const head = `id: winter\ntype: plan\ntitle: Winter fares\nscope: project\n${more}${fields}`;
    writeFileSync(join(memory, "memory/plans/winter.md"), `---\n${head}\n---\n\n${says}\n`);
    git("add", "--all");
    git("commit", "--quiet", "--message=Plan the winter");
  };
  const never = "{ on: 1999-01-01 }";

  it.each([
    ["a link", "- Move the rates as in [[migrations]]."],
    ["its path", "- Move the rates: memory/procedures/migrations.md says how."],
    ["a path from where the plan lies", "- Move the rates, see [how](../procedures/migrations.md)."],
    ["its id", "- Move the rates as `migrations` says."],
  ])(
    "that names a page by %s brings it with any prompt, once a session, and the trace says why",
    async (_how, says) => {
      const desk = talks();
      page(desk, never);
      plan(desk, says);
      const one = desk.session("s-one");
      expect(await one.begin()).not.toContain("Ask Ada");
      expect(await one.turn("Good morning.")).toContain(rule);
      expect(await one.turn("And now?")).not.toContain("Ask Ada");
      const traces = readFileSync(join(desk.memory, ".git/pagefile/traces.jsonl"), "utf8");
      expect(traces.match(/the plan “Winter fares” names it/g)).toHaveLength(1);
      expect(await desk.session("s-two").turn("Good morning.")).toContain(rule);
    },
  );

  it("that was edited brings what it names now, and back what it named before", async () => {
    const desk = talks();
    page(desk, never);
    page(desk, never, "ferries", "Freight ferries to Kiel leave from pier nine.");
    for (const [at, name, says] of [
      [0, "migrations", "Ask Ada"],
      [1, "ferries", "pier nine"],
      [2, "migrations", "Ask Ada"],
    ] as const) {
      plan(desk, `- Move the rates as in [[${name}]].`);
      const given = await desk.session(`s-${at}`).turn("Good morning.");
      expect([name, given.includes("Ask Ada"), given.includes("pier nine")]).toEqual([
        name,
        says === "Ask Ada",
        says === "pier nine",
      ]);
    }
  });

  it("brings it behind what answers the prompt", async () => {
    const desk = talks();
    page(desk, never);
    page(desk, never, "ferries", "Freight ferries to Kiel leave from pier nine.");
    plan(desk, "- Move the rates as in [[migrations]].");
    const one = desk.session("s-one");
    await one.begin();
    const given = await one.turn("Which pier do freight ferries to Kiel leave from?");
    expect(given.indexOf("pier nine")).toBeGreaterThan(0);
    expect(given.indexOf(rule)).toBeGreaterThan(given.indexOf("pier nine"));
  });

  it("brings nothing where it is done, names the page in plain words, or names one from outside or in the archive", async () => {
    for (const [says, more, trigger] of [
      ["- Move the rates as in [[migrations]].", "tags: [done]\n", never],
      ["- The migrations of the birds.", "", never],
      ["- Move the rates as in [[migrations]].", "", `${never}\norigin: web`],
      ["- Move the rates as in [[migrations]].", "", "archived"],
    ] as const) {
      const desk = talks();
      page(desk, trigger === "archived" ? never : trigger);
      plan(desk, says, more);
      if (trigger === "archived")
        expect((await desk.run(["archive", "migrations"], { cwd: desk.memory })).exit).toBe(0);
      const one = desk.session("s-one");
      await one.begin();
      expect(await one.turn("Good morning.")).not.toContain("Ask Ada");
    }
  });
});

describe("files", () => {
  it("bring it with the prompt after the turn in which a tool touched one", async () => {
    const desk = talks();
    page(desk, '{ paths: ["src/db/**"] }');
    const one = desk.session("s-one");
    await one.begin();
    await one.say("Hello there.");
    await one.tool("Read", { file_path: join(desk.memory, "src/ui/page.ts") });
    await one.stop();
    expect(await one.say("Go on.")).not.toContain("Ask Ada");
    await one.tool("Edit", { file_path: join(desk.memory, "src/db/rates.ts") });
    await one.stop();
    expect(await one.turn("Go on.")).toContain(rule);
    expect(await one.turn("Go on.")).not.toContain("Ask Ada");
  });

  it("are read from a patch, and from a path below the folder of the session", async () => {
    for (const input of [
      { command: "*** Begin Patch\n*** Update File: src/db/rates.ts\n@@\n" },
      { path: "src/db/a.ts" },
    ]) {
      const desk = talks();
      page(desk, '{ paths: ["src/db/**"] }');
      const one = desk.session("s-one");
      await one.begin();
      await one.say("Hello there.");
      await one.tool("apply_patch", input);
      await one.stop();
      expect(await one.turn("Go on.")).toContain(rule);
    }
  });

  it("are looked at by nobody while no page waits for one", async () => {
    const desk = talks();
    page(desk, "{ words: [roll out] }");
    const one = desk.session("s-one");
    await one.begin();
    await one.say("Hello there.");
    await one.tool("Edit", { file_path: join(desk.memory, "src/db/rates.ts") });
    const dir = join(desk.memory, ".git/pagefile/harness");
    const notes = readdirSync(dir).map((name) => readFileSync(join(dir, name), "utf8"));
    expect(notes.join("")).toContain('"kind":"tool"');
    expect(notes.join("")).not.toContain("watches");
  });
});

it("what tools touched is of one turn", () => {
  const calm = { kind: "prompt", given: null, length: 0 } as const;
  const prompt = { ...calm, watches: true } as const;
  const touched = ["/shop/src/db/rates.ts"];
  const tool = { key: "b", kind: "tool", signature: "x", touched } as const;
  expect(historyFrom([{ key: "a", ...prompt }, tool], "z")).toMatchObject({ touched, watches: true });
  expect(historyFrom([{ key: "a", ...prompt }, tool, { key: "c", ...prompt }], "z").touched).toEqual([]);
  expect(historyFrom([{ key: "a", ...calm }, tool], "z").touched).toEqual([]);
});

describe("days", () => {
  it.each([
    ["{ from: 2026-12-01 }", ["2026-11-30", false], ["2026-12-01", true], ["2027-01-04", true]],
    ["{ on: 2026-12-24 }", ["2026-12-23", false], ["2026-12-24", true], ["2026-12-25", false]],
  ] as const)("%s", async (trigger, ...days) => {
    const desk = talks();
    page(desk, trigger);
    for (const [day, isGiven] of days) {
      const env = { PAGEFILE_NOW: `${day}T09:00:00Z` };
      const one = desk.session(`s-${day}`);
      await one.begin(env);
      expect([day, (await one.turn("Hello there.", env)).includes(rule)]).toEqual([day, isGiven]);
      expect(await one.turn("Go on.", env)).not.toContain("Ask Ada");
    }
  });
});

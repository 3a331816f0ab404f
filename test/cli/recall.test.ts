/** Recall command: what a person and a program are told, with the exit code of each way it can end. */

import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import type { RecallAnswer } from "../../src/recall/compose.js";
import { type Cli, cli, type Ran } from "../support/cli.js";
import { here } from "../support/here.js";

let program: Cli;
let memory: string;

beforeEach(() => {
  program = cli();
  memory = program.sample();
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(memory, path)), { recursive: true });
  writeFileSync(join(memory, path), text);
}

async function run(...args: readonly string[]): Promise<Ran> {
  return here(program)(["recall", ...args], { cwd: memory });
}

async function asked(...args: readonly string[]): Promise<RecallAnswer> {
  const ran = await run(...args, "--json");
  expect(ran.stderr).toBe("");
  return JSON.parse(ran.stdout) as RecallAnswer;
}

test("the built program finds a page, says where and why, and keeps a trace of it", () => {
  const ran = program.run(["recall", "aisle", "seats", "--explain"], { cwd: memory });
  expect(ran.exit).toBe(0);
  expect(ran.stdout).toContain("travel-mornings  memory/preferences/travel-mornings.md:");
  expect(ran.stdout).toContain("Aisle seats");
  expect(ran.stdout).toMatch(/why: .*“aisle”/);
  expect(ran.stderr).toMatch(/understood {2}lookup/);
  const id = /trace ([0-9a-f]{12})/.exec(ran.stderr)?.[1] ?? "none";
  const traced = program.run(["trace", id], { cwd: memory });
  expect(traced.stdout).toContain("Asked: aisle seats");
});

test("what is heard and stands on no page yet is printed with its day, alone where no page matches", async () => {
  const said = "The lanterns of the pier cost 400 euro this year";
  const event = { session_id: "s-one", transcript_path: "/dev/null", cwd: memory, prompt_id: "p1", prompt: said };
  const input = JSON.stringify({ ...event, hook_event_name: "UserPromptSubmit" });
  await here(program)(["harness", "claude-code", "UserPromptSubmit"], { cwd: memory, input });
  const found = await run("What do the lanterns of the pier cost?");
  expect(found.exit).toBe(0);
  expect(found.stderr).toMatch(/^No page matches; 1 statement is heard and not kept yet\. 0 tokens/);
  expect(found.stdout).toMatch(
    new RegExp(`^heard, and kept on no page yet\\n {2}\\d{4}-\\d\\d-\\d\\d {2}${said}\\n$`),
  );
});

test("a question may open with dashes", async () => {
  expect((await run("--emulator mode of zzyzx")).stderr).toContain("no_match: ");
});

test("each way it can end has its exit code, and an empty answer never stands alone", async () => {
  const none = await run("zzyzx");
  expect([none.exit, none.stdout]).toEqual([4, ""]);
  expect(none.stderr).toMatch(/^.*no_match: /m);
  const quiet = await run("zzyzx", "--quiet");
  expect(quiet.stderr).toContain("no_match: ");
  write(
    "memory/preferences/mine.md",
    "---\nid: mine\ntype: preference\ntitle: Mine\naudience: private\n---\n- Quinoa makes me ill.\n",
  );
  const denied = await run("quinoa", "--audience", "group");
  expect([denied.exit, denied.stdout]).toEqual([7, ""]);
  expect(denied.stderr).not.toMatch(/mine|ill/);
  const malformed = await run("…");
  expect([malformed.exit, malformed.stdout]).toEqual([2, ""]);
  expect((await run("aisle", "--since", "soon")).exit).toBe(2);
  expect((await run("aisle", "--limit", "0")).exit).toBe(2);
  expect((await run("aisle", "--type", "poem")).exit).toBe(2);
  expect((await asked("zzyzx")).status).toBe("no_match");
  expect((await asked("quinoa", "--untrusted")).status).toBe("denied");
});

test("caps and filters hold, and --prompt is the text for a model", async () => {
  const many = await asked("travel booking hotel departures", "--limit", "2", "--tokens", "400");
  expect(many.pages.length).toBeLessThanOrEqual(2);
  expect(many.tokens).toBeLessThanOrEqual(400);
  const decisions = await asked("hotel", "--type", "decision", "--type", "episodic");
  for (const { type, kind } of decisions.pages) expect(type === "decision" || kind === "episodic").toBe(true);
  const prompt = await run("hotel", "--prompt");
  expect(prompt.stdout).toMatch(/^<recall fence="\d{9}" read="pagefile show ID">\n/);
});

test("an answer that hardly holds the question takes 1,000 tokens, unless more are asked for", async () => {
  const things = "anchor winch barge kiln buoy sail mast rudder".split(" ");
  const linesOf = (thing: string): string =>
    things
      .map((_, at) => `- In row ${at} the ${thing} lies beside rope, tar, two old oars and ${at} lamps.\n`)
      .join("");
  for (const [at, thing] of things.entries())
    write(`memory/yards/yard-${at}.md`, `# Yard ${at}\n\n${linesOf(thing)}`);
  const poor = await asked("anchor winch barge kiln buoy");
  expect(poor.confidence.overall).toBeLessThan(0.5);
  expect(poor.tokens).toBeGreaterThan(800);
  expect(poor.tokens).toBeLessThanOrEqual(1_000);
  expect((await asked("anchor winch barge kiln buoy", "--tokens", "2000")).tokens).toBeGreaterThan(1_000);
  const good = await asked("rope tar lamps");
  expect(good.confidence.overall).toBeGreaterThan(0.5);
  expect(good.tokens).toBeGreaterThan(1_000);
});

test("what names no day has that of the last commit of its file, but for what init took in", async () => {
  write("memory/kiln.md", "# Kiln\n\n- The kiln is fired with olive wood.\n");
  program.git(["add", "--all"], memory);
  program.git(["commit", "--quiet", "--message=Kiln", "--date=2026-10-05T12:00:00Z"], memory);
  expect((await asked("olive wood kiln")).pages[0]?.date).toEqual({ day: "2026-10-05", by: "commit" });
  expect((await run("olive wood kiln")).stdout).toContain("2026-10-05 (its last commit)");
  const notes = join(program.folder, "notes");
  mkdirSync(notes, { recursive: true });
  writeFileSync(join(notes, "kiln.md"), "# Kiln\n\n- The kiln is fired with olive wood.\n");
  await here(program)(["init", "--no-hooks"], { cwd: notes });
  const found = await here(program)(["recall", "olive wood kiln", "--json"], { cwd: notes });
  expect((JSON.parse(found.stdout) as RecallAnswer).pages[0]).toMatchObject({ path: "kiln.md", date: null });
});

test("a session's pages are recalled in that session alone", async () => {
  write(
    "memory/preferences/note.md",
    "---\nid: note\ntype: preference\ntitle: Note\nscope: session\nfields: { session: s1 }\n---\n- The gate code is sesame.\n",
  );
  expect((await asked("sesame", "--session", "s1")).pages.map(({ id }) => id)).toEqual(["note"]);
  expect((await asked("sesame", "--session", "s2")).status).toBe("denied");
  expect((await asked("sesame")).status).toBe("denied");
});

test("the third answer from the archive brings the page back, unless that is not wanted", async () => {
  write(
    "archive/2025/ferry.md",
    "---\nid: ferry\ntype: decision\ntitle: Ferry\n---\n- The Zanzibar ferry holds three.\n",
  );
  program.git(["add", "--all"], memory);
  program.git(["commit", "--quiet", "--message=Archive"], memory);
  for (const _ of [1, 2, 3, 4]) await run("Zanzibar", "ferry", "--keep-cold");
  const uses = [await asked("Zanzibar", "ferry"), await asked("Zanzibar", "ferry"), await asked("Zanzibar", "ferry")];
  expect(uses.map(({ escalated }) => escalated?.restored)).toEqual([[], [], ["ferry"]]);
  const after = await asked("Zanzibar", "ferry");
  expect(after.pages[0]).toMatchObject({ id: "ferry", tier: "hot" });
});

test("doctor asks the search for a page it knows", async () => {
  const checks = await here(program)(["doctor"], { cwd: memory });
  expect(checks.stdout).toMatch(/recall.*finds AGENTS\.md/);
});

test("a question is answered with the fields that it speaks of, their names included", async () => {
  const typed = (head: string, body: string): string => `---\n${head}\n---\n${body}`;
  const limit =
    "id: limit\ntype: constraint\ntitle: Limit\nfields:\n  rule: Ask before the kiln is lit\n  applies_to: [studio, garage]\n  review_day: Friday!";
  const bread = "id: bread\ntype: preference\ntitle: Bread\nfields: { subject: loaves, prefers: sourdough }";
  write("memory/constraints/limit.md", typed(limit, ""));
  write("memory/preferences/bread.md", typed(bread, "\n- Never the burnt crust.\n"));
  const first = async (words: string): Promise<readonly unknown[]> => {
    const page = (await asked(words)).pages[0];
    return [page?.id, page?.snippet];
  };
  const whole = "Rule: Ask before the kiln is lit.\nApplies to: studio; garage.\nReview day: Friday!";
  expect(await first("kiln")).toEqual(["limit", whole]);
  expect(await first("review day")).toEqual(["limit", whole]);
  expect(await first("sourdough")).toEqual([
    "bread",
    "Subject: loaves.\nPrefers: sourdough.\n\n- Never the burnt crust.",
  ]);
  // What is asked of the body alone is answered by the body alone.
  expect(await first("burnt crust")).toEqual(["bread", "- Never the burnt crust."]);
  const ran = await here(program)(["pages"], { cwd: memory });
  const rows = ran.stdout
    .split("\n")
    .flatMap((line) => [/ +(\d+) +(\d+) {2}\S+\.md/.exec(line)?.slice(1).map(Number) ?? []]);
  expect(rows.filter((row) => row.length === 2).length).toBeGreaterThan(4);
  for (const [tokens = 0, least = 0] of rows) expect(least).toBeLessThanOrEqual(tokens);
});

/** PurgeWords: after a purge no object and no file of the memory's holds the words, wherever they had got to; what only shares words with them stays. */

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { story } from "../../support/harness-events.js";
import { type Talks, talks } from "../../support/talk.js";

/** Lines of objects, of files beside them and of the work tree that hold a text. */
function holding({ git }: Talks, memory: string, text: string): readonly string[] {
  const objects = git("-C", memory, "cat-file", "--batch-all-objects", "--batch", "--buffer").split("\n");
  const found = objects.filter((line) => line.includes(text)).map((line) => `object: ${line}`);
  const files = readdirSync(memory, { recursive: true, encoding: "utf8" })
    .filter((name) => !name.includes("/objects/") && statSync(join(memory, name)).isFile())
    .filter((name) => readFileSync(join(memory, name), "latin1").toLowerCase().includes(text.toLowerCase()));
  return [...found, ...files];
}

async function digestOf({ run, memory }: Talks, page: string, word: string): Promise<string> {
  const { stdout } = await run(["blame", page, "--json"], { cwd: memory });
  const { entries } = JSON.parse(stdout) as {
    entries: readonly { readonly text: string; readonly digest: string }[];
  };
  return entries.find(({ text }) => text.includes(word))?.digest ?? "";
}

const secret = "from now on never deploy the Zanzibar customer's server on Mondays, their contract is secret";

async function said(desk: Talks, ...texts: readonly string[]): Promise<void> {
  const one = desk.session("s-one");
  await one.begin();
  for (const text of texts) await one.turn(text, {}, `Understood: ${text}.`);
  await one.end();
}

it("an entry's words go from its page, the log, the inbox, the notes of the harness, traces and objects", async () => {
  const desk = talks();
  const { memory, run } = desk;
  await said(
    desk,
    secret,
    "Ok, from now on NEVER deploy the Zanzibar customer’s server on Mondays,\ntheir contract is secret! And fix the build.",
    "Always deploy on Tuesdays, the contract of the customer is secret.",
  );
  await run(["recall", secret], { cwd: memory });
  const digest = await digestOf(desk, "memory#rules", "Zanzibar");
  expect(holding(desk, memory, "Zanzibar").length).toBeGreaterThan(3);
  const done = await run(["purge", "--entry", digest, "--yes"], { cwd: memory });
  expect(done.exit, done.stdout + done.stderr).toBe(0);
  expect(holding(desk, memory, "Zanzibar")).toEqual([]);
  const log = readFileSync(join(memory, "memory/2026-11-21.md"), "utf8");
  expect(log).toContain("deploy on Tuesdays, the contract of the customer is secret");
  const inbox = (await run(["inbox", "--all"], { cwd: memory })).stdout;
  expect(inbox).toMatch(/settled +rule +REDACTED/);
  expect(inbox).toContain("deploy on Tuesdays");
  await run(["nightly"], { cwd: memory, env: { PAGEFILE_NOW: "2026-11-22T03:00:00Z" } });
  expect(await desk.session("s-two").begin()).toContain("asked: ");
  expect(holding(desk, memory, "Zanzibar")).toEqual([]);
  for (const more of [[], ["--history"]]) expect((await run(["verify", ...more], { cwd: memory })).exit).toBe(0);
  expect(desk.git("status", "--porcelain")).toBe("");
});

it("a short entry goes from the log and the inbox, and a word of it stays where it says something else", async () => {
  const desk = talks();
  const { memory, run } = desk;
  await said(desk, "Always use Kumquat tabs.", "We decided to paint the Kumquat logo green, for the winter fair.");
  const digest = await digestOf(desk, "memory", "Kumquat tabs");
  expect((await run(["purge", "--entry", digest, "--yes"], { cwd: memory })).exit).toBe(0);
  expect(holding(desk, memory, "Kumquat tabs")).toEqual([]);
  expect(readFileSync(join(memory, "memory/2026-11-21.md"), "utf8")).toContain("paint the Kumquat logo green");
});

it("a log of this machine alone, which git does not look at, loses the words too", async () => {
  const desk = talks();
  const { memory, run } = desk;
  desk.git("remote", "add", "origin", join(desk.program.folder, "far.git"));
  await said(desk, secret, "Never book the night ferry to Porto again, please.");
  const local = (): string => readFileSync(join(memory, "memory/2026-11-21-local.md"), "utf8");
  expect(local()).toContain("Zanzibar");
  const digest = await digestOf(desk, "memory#rules", "Zanzibar");
  const done = await run(["purge", "--entry", digest, "--yes"], { cwd: memory });
  expect(done.exit, done.stdout + done.stderr).toBe(0);
  expect(holding(desk, memory, "Zanzibar")).toEqual([]);
  expect(local()).toContain("night ferry");
});

it.each(["page", "commit"])("the same holds of a %s", async (kind) => {
  const desk = talks();
  const { memory, run } = desk;
  writeFileSync(join(memory, "memory/plans.md"), "---\nid: plans\n---\n- Old plan.\n");
  desk.git("add", "--all");
  desk.git("commit", "--quiet", "--no-verify", "--message", "Plans");
  await run(["append", "plans", "The Zanzibar contract ends on the last Monday of May."], { cwd: memory });
  const commit = desk.git("rev-parse", "HEAD").trim();
  await said(desk, "the Zanzibar contract ends on the last Monday of May");
  const name = kind === "page" ? "plans" : commit;
  const done = await run(["purge", `--${kind}`, name, "--yes"], { cwd: memory });
  expect(done.exit, done.stdout + done.stderr).toBe(0);
  expect(holding(desk, memory, "Zanzibar")).toEqual([]);
});

it("an entry that holds everywhere goes by its digest from the project that it was said in, and from both memories", async () => {
  const desk = talks();
  const { program, run } = desk;
  const [code, data] = [join(program.folder, "code"), program.env.PAGEFILE_HOME ?? ""];
  for (const folder of [code, join(program.env.HOME ?? "", ".claude")]) mkdirSync(folder, { recursive: true });
  program.git(["init", "--quiet", "--initial-branch=main"], code);
  expect((await run(["setup", "claude-code"], { cwd: code })).exit).toBe(0);
  const who = story(program.folder, "s-one", code);
  const hook = (event: string, more: object) =>
    run(["harness", "claude-code", event], { cwd: code, input: who.event(event, { ...more }) });
  await hook("SessionStart", { source: "startup" });
  const prompt = "In all my projects, always write commit messages in the Zanzibar dialect.";
  await hook("UserPromptSubmit", { prompt, prompt_id: "p1" });
  await hook("Stop", { prompt_id: "p1", stop_hook_active: false, last_assistant_message: prompt });
  await hook("SessionEnd", { reason: "other" });
  const [project = ""] = readdirSync(join(data, "projects")).map((name) => join(data, "projects", name));
  const digest = await digestOf({ ...desk, memory: code }, "everywhere", "Zanzibar");
  expect(digest).toMatch(/^[0-9a-f]{16}$/);
  expect(holding(desk, project, "Zanzibar").length).toBeGreaterThan(1);
  const dry = await run(["purge", "--entry", digest], { cwd: code });
  expect(dry.exit, dry.stdout + dry.stderr).toBe(0);
  expect(dry.stdout).toContain("everywhere");
  expect(dry.stdout.match(/would purge/g)).toHaveLength(2);
  const done = await run(["purge", "--entry", digest, "--yes"], { cwd: code });
  expect(done.exit, done.stdout + done.stderr).toBe(0);
  for (const memory of [project, join(data, "global")]) expect(holding(desk, memory, "Zanzibar")).toEqual([]);
  expect((await run(["purge", "--entry", digest], { cwd: code })).exit).toBe(4);
});

it("a session goes with what it said, its section of the log and its notes; asked again, what is left is told", async () => {
  const desk = talks();
  const { memory, run } = desk;
  const two = desk.session("s-two");
  await two.begin();
  await two.turn("Never book the night ferry to Porto on a Friday.");
  await said(desk, secret, "the Zanzibar account manager is Frau Lotte Kern, phone 030 5550134");
  await two.turn("Always ask Ada Lovelace for the fares of the 12 May ferry.");
  await two.end();
  const purge = (...more: readonly string[]) => run(["purge", "--source", "session:s-one", ...more], { cwd: memory });
  const done = await purge("--yes");
  expect(done.exit, done.stdout + done.stderr).toBe(0);
  for (const word of ["Zanzibar", "Lotte"]) expect(holding(desk, memory, word)).toEqual([]);
  const log = readFileSync(join(memory, "memory/2026-11-21.md"), "utf8");
  expect(log).not.toContain("Session s-one");
  expect(log).toContain("night ferry to Porto");
  expect(log).toContain("Ada Lovelace");
  const again = await purge();
  expect(again.exit, again.stderr).toBe(0);
  expect(again.stdout).toContain("nothing to purge");
  expect(again.stdout).toContain("rests on session:s-one");
  expect((await purge("--yes")).stdout).toContain("nothing to purge");
  expect((await run(["purge", "--source", "session:s-none"], { cwd: memory })).exit).toBe(4);
  expect((await run(["verify"], { cwd: memory })).exit).toBe(0);
});

it.each(["entry", "source"])(
  "a session that goes on brings no word of a purged %s back from its transcript",
  async (kind) => {
    const desk = talks();
    const { memory, run } = desk;
    const one = desk.session("s-one");
    await one.begin();
    await one.turn(secret);
    const name = kind === "entry" ? await digestOf(desk, "memory#rules", "Zanzibar") : "session:s-one";
    expect((await run(["purge", `--${kind}`, name, "--yes"], { cwd: memory })).exit).toBe(0);
    await one.turn("Add the winter fares to the importer, then check the totals.");
    await one.compact();
    await one.end();
    await run(["nightly"], { cwd: memory, env: { PAGEFILE_NOW: "2026-11-22T03:00:00Z" } });
    expect(holding(desk, memory, "Zanzibar")).toEqual([]);
    expect(holding(desk, memory, "winter fares").length).toBeGreaterThan(0);
  },
);

it("a request to forget is on no page and in no log, and what is said beside it is", async () => {
  const desk = talks();
  await said(
    desk,
    "We decided to keep all prices in cents.",
    "Please forget what I said about the Zanzibar customer and the Monday deploys.",
    "please purge everything I said about the Zanzibar11 contract from your memory",
    "Bitte vergiss, was ich über den Kunden Zanzibar und Frau Kern gesagt habe.",
  );
  const pages = desk.git("grep", "-h", "-e", "", "HEAD");
  expect(pages).toContain("prices in cents");
  expect(pages).not.toContain("Zanzibar");
});

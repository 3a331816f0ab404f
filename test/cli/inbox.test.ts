/** Inbox at the command line: what was heard is listed, shown, kept, edited and settled, and what cannot be done is said. */

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { cli, type Ran } from "../support/cli.js";
import { story } from "../support/harness-events.js";
import { here } from "../support/here.js";

/** What `--json` printed, as far as the tests ask for a part of it. */
interface Told {
  readonly items: readonly { readonly id: string; readonly text: string }[];
  readonly owed: readonly { readonly text: string }[];
  readonly waits: readonly string[];
}

interface Desk {
  readonly memory: string;
  readonly run: (...args: readonly string[]) => Promise<Ran>;
  readonly json: (...args: readonly string[]) => Promise<Told>;
  readonly git: (...args: readonly string[]) => string;
  /** A prompt, and nothing behind it: what it says is owed. */
  readonly say: (text: string) => Promise<void>;
}

function desk(): Desk {
  const program = cli();
  const memory = program.sample();
  const execute = here(program);
  const who = story(program.folder, "s-one", memory);
  const run: Desk["run"] = (...args) => execute(args, { cwd: memory });
  let count = 0;
  return {
    memory,
    run,
    json: async (...args) => JSON.parse((await run(...args, "--json")).stdout),
    git: (...args) => program.git(args, memory),
    async say(text) {
      count += 1;
      const input = who.event("UserPromptSubmit", { prompt: text, prompt_id: `p${count}` });
      expect((await execute(["harness", "claude-code", "UserPromptSubmit"], { cwd: memory, input })).exit).toBe(0);
    },
  };
}

const night = "Never book the night ferry";

describe("remember", () => {
  it("says on which page the words are, and needs nothing but them", async () => {
    const { run, json, git } = desk();
    expect(await run("remember", "Never", "book", "the", "night", "ferry.")).toEqual({
      stdout: "kept  MEMORY.md  below “Rules”\n",
      stderr: "",
      exit: 0,
    });
    const told = await json("remember", "The office is in Lyon.");
    expect(told).toMatchObject({
      kind: "fact",
      page: "MEMORY.md",
      says: "",
      commit: git("rev-parse", "HEAD").trim(),
    });
    expect(git("show", "HEAD:MEMORY.md")).toMatch(/^- The office is in Lyon\. \[human\]$/m);
    expect((await run("remember", "--quiet", "The bench has six saws.")).stdout).toBe("");
  });

  it.each([
    ["locked", 6, /another .*git|index\.lock/i],
    ["detached", 8, /HEAD is detached/],
  ])(
    "fails as append does where nothing can be committed (%s), and says that the inbox has the words",
    async (how, code, why) => {
      const { run, json, git, memory } = desk();
      const lock = join(memory, ".git", "index.lock");
      if (how === "locked") writeFileSync(lock, "");
      else git("switch", "--quiet", "--detach");
      const { stdout, stderr, exit } = await run("remember", "--quiet", `${night}.`);
      const { items } = await json("inbox");
      expect(items).toMatchObject([{ text: `${night}.`, state: "heard", heardBy: "cli" }]);
      expect([exit, stdout, stderr]).toEqual([code, "", expect.stringMatching(why)]);
      expect(stderr).toContain("The words wait in the inbox.");
      expect(stderr).toContain(`pagefile inbox keep ${items[0]!.id}`);
      if (how === "locked") rmSync(lock);
      else git("switch", "--quiet", "main");
      expect((await run("inbox", "keep", items[0]!.id)).stdout).toBe(
        `kept  MEMORY.md  below “Rules”  ${night}.\ndone  0 statements owed\n`,
      );
    },
  );

  it("refuses what only stands for words that are left out, and says so", async () => {
    const { run, json } = desk();
    const { stderr, exit } = await run("remember", "[rest unchanged]");
    expect([exit, stderr.includes("rest unchanged")]).toEqual([1, true]);
    expect(await json("inbox", "--all")).toMatchObject({ items: [] });
  });

  it("refuses a secret as append does, and commits nothing", async () => {
    const { run, git, json } = desk();
    const before = git("rev-parse", "HEAD");
    const token = ["ghp_", "a1B2".repeat(9)].join("");
    const { stderr, stdout, exit } = await run("remember", `The token of the crane is ${token}.`);
    expect([exit, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/There is a secret in value: .*Nothing of it was kept\.\n[\s\S]*change it\./);
    expect(stderr).not.toContain(token);
    expect(JSON.parse((await run("remember", token, "--json")).stdout)).toMatchObject({
      rejected: { reason: "SECRET_DETECTED" },
    });
    expect(await json("inbox", "--all")).toMatchObject({ items: [] });
    expect(git("rev-parse", "HEAD")).toBe(before);
  });

  it.each([[""], ["  \n"], ["?"], ["\u200b"], ["- "]])("refuses %j", async (text) => {
    const { run } = desk();
    const { stderr, exit } = await run("remember", text);
    expect(exit).toBe(2);
    expect(stderr).toContain("There is nothing to remember.");
  });
});

describe("inbox", () => {
  it("lists what is owed, and with --all what was heard besides", async () => {
    const { run, json, say } = desk();
    expect((await run("inbox")).stdout).toBe("nothing is owed: all that was heard is kept, settled or expired\n");
    await say(`${night}. What is next?`);
    const { stdout } = await run("inbox", "list");
    expect(stdout).toMatch(/^[0-9a-f]{6} {2}heard {2}rule {2}Never book the night ferry\n$/);
    const { items } = await json("inbox", "--all");
    expect(items).toMatchObject([
      { text: night, kind: "rule", state: "heard", heardBy: "claude-code", session: "s-one", isPerson: true },
      { text: "What is next", kind: "question", state: "heard" },
    ]);
  });

  it("tells of what waits in a memory in the tree beside the project's own, and how to see it", async () => {
    const { memory, run, json, say } = desk();
    await say("This ferry leaves at nine.");
    mkdirSync(join(memory, "../home/.claude"), { recursive: true });
    expect((await run("setup", "claude-code", "--personal")).exit).toBe(0);
    const { stdout } = await run("inbox");
    const command = `inbox --all --repo ${memory}`;
    expect(stdout).toContain(`beside  ${memory}  1 statement owed: pagefile ${command}\n`);
    expect((await run(...command.split(" "))).stdout).toContain("This ferry leaves at nine");
    expect(await json("inbox")).toMatchObject({ items: [], beside: [{ root: memory, owed: 1 }] });
    await run("inbox", "settle", (await json(...command.split(" "))).items[0]!.id, "--repo", memory);
    expect(await json("inbox")).toEqual({ items: [], once: 0 });
  });

  it("counts what was said once, and lists it with --all", async () => {
    const { run, json, say } = desk();
    await say("This ferry leaves at nine.");
    expect((await run("inbox")).stdout).toMatch(
      /^nothing is owed: .*\n1 statement said once, .*: pagefile inbox --all\n$/,
    );
    expect((await run("inbox", "--all")).stdout).toMatch(/ {2}heard once {2}fact {2}This ferry leaves at nine\n$/);
    const [item] = (await json("inbox", "--all")).items;
    expect((await run("inbox", "show", item!.id)).stdout).toContain("heard once; kept when it is said again");
  });

  it("shows one by the beginning of its id, and where it is kept", async () => {
    const { run, json, say } = desk();
    await say(`${night}.`);
    const id = (await json("inbox")).items[0]?.id ?? "";
    const { stdout } = await run("inbox", "show", id.slice(0, 6));
    expect(stdout).toContain(night);
    expect(stdout).toContain("heard, not yet kept");
    expect(stdout).toContain("session s-one");
    const kept = [{ id, text: night, page: "MEMORY.md", commit: expect.stringMatching(/^[0-9a-f]{40}$/) }];
    expect(await json("inbox", "keep", id)).toEqual({ kept, owed: [], waits: [] });
    expect((await run("inbox", "show", id)).stdout).toContain("kept in MEMORY.md at 2026-11-21T");
    expect(await json("inbox", "show", id)).toMatchObject({ id, state: "kept", page: "MEMORY.md", text: night });
  });

  it("tells how often an entry was said, and when last, where it is shown and where it is blamed", async () => {
    const { run, json, say } = desk();
    await say(`${night}.`);
    await run("inbox", "keep");
    await say(`${night}!`);
    await run("inbox", "keep");
    const [first, second] = (await json("inbox", "--all")).items;
    const [shown, again] = [await run("inbox", "show", first!.id), await run("inbox", "show", second!.id)];
    expect(shown.stdout).toMatch(/said +2 times, last on 2026-11-2\d/);
    expect(again.stdout).toContain("2 times");
    expect(await json("inbox", "show", first!.id)).toMatchObject({ times: 2 });
    expect((await run("blame", "MEMORY.md")).stdout).toMatch(/^line \d+ {2}said 2 times, last on 2026-11-2\d$/m);
  });

  it("keeps the one that is named, and all without a name", async () => {
    const { run, json, say, git } = desk();
    await say(`${night}.`);
    await say("Always ask the desk before a booking.");
    await say("The ledger belongs to Lyon.");
    const ids = (await json("inbox")).items.map(({ id }) => id);
    expect(ids).toHaveLength(3);
    expect((await run("inbox", "keep", ids[1]!)).stdout).toBe(
      "kept  MEMORY.md  below “Rules”  Always ask the desk before a booking\ndone  2 statements owed\n",
    );
    const page = git("show", "HEAD:MEMORY.md");
    expect(page).toContain("Always ask the desk before a booking [human]");
    expect(page).not.toContain(night);
    const rest = (await run("inbox", "keep")).stdout;
    expect(rest.trimEnd().split("\n").sort()).toEqual([
      "done  0 statements owed",
      "kept  MEMORY.md  below “Facts”  The ledger belongs to Lyon",
      `kept  MEMORY.md  below “Rules”  ${night}`,
    ]);
    expect(git("show", "HEAD:MEMORY.md")).toContain(night);
    const head = git("rev-parse", "HEAD");
    expect((await run("inbox", "keep")).exit).toBe(0);
    expect(git("rev-parse", "HEAD")).toBe(head);
  });

  it("keeps without a name all that the list shows, also what was heard once, and nothing that it does not show", async () => {
    const { run, json, say, git } = desk();
    await say("Our contact at the harbor hotel is Marta Reis, by the way. This ferry leaves at nine.");
    expect((await json("inbox")).items).toMatchObject([{ text: expect.stringContaining("Marta"), lasting: false }]);
    expect((await run("inbox", "keep")).stdout).toMatch(
      /^kept {2}MEMORY\.md {2}below “[^”]+” {2}Our contact at the harbor hotel is Marta Reis, by the way\ndone {2}0 statements owed\n$/,
    );
    expect(git("show", "HEAD:MEMORY.md")).toContain("Marta Reis");
    expect(git("show", "HEAD:MEMORY.md")).not.toContain("ferry");
    expect(await json("inbox")).toMatchObject({ items: [], once: 1 });
  });

  it("keeps one in the words that somebody put in its place", async () => {
    const { run, json, say, git } = desk();
    await say("The office is in Lyon.");
    const id = (await json("inbox", "--all")).items[0]?.id ?? "";
    expect((await run("inbox", "edit", id, "The", "office is in Lille.")).exit).toBe(0);
    expect(await json("inbox", "show", id)).toMatchObject({ text: "The office is in Lille.", state: "heard" });
    await run("inbox", "keep");
    expect(git("show", "HEAD:MEMORY.md")).toContain("The office is in Lille. [human]");
    expect(git("log", "-p", "--all")).not.toContain("in Lyon");
  });

  it("settles one for good, with the reason that is given", async () => {
    const { run, json, say, git } = desk();
    await say(`${night}.`);
    const id = (await json("inbox")).items[0]?.id ?? "";
    expect(await run("inbox", "settle", id, "--because", "the ferry is gone")).toMatchObject({
      stdout: "done  0 statements owed\n",
      exit: 0,
    });
    expect(await json("inbox", "show", id)).toMatchObject({ state: "settled", because: "the ferry is gone" });
    const head = git("rev-parse", "HEAD");
    await run("inbox", "keep");
    expect(git("rev-parse", "HEAD")).toBe(head);
  });

  it("says why something waits, and exits with 0, for it is in nobody's way", async () => {
    const { run, json, say, git } = desk();
    await say(`${night}.`);
    git("switch", "--quiet", "--detach");
    const { stdout, exit } = await run("inbox", "keep");
    expect(exit).toBe(0);
    expect(stdout).toMatch(/^waits {2}1 statement owed\n {2}\S.*\n$/);
    const told = await json("inbox", "keep");
    expect(told.owed).toMatchObject([{ text: night, state: "heard" }]);
    expect(told.waits).toHaveLength(1);
    // So does one that was said once and is to be kept now.
    await say("This ferry leaves at nine.");
    const once = (await json("inbox", "--all")).items.find(({ text }) => text === "This ferry leaves at nine");
    expect((await json("inbox", "keep", once!.id)).owed.map(({ text }) => text)).toContain(
      "This ferry leaves at nine",
    );
  });

  it.each([
    [["toss"], "“toss” is nothing the inbox does"],
    [["show"], "The id of a statement was expected."],
    [["show", "zzzzzz"], "The inbox has no statement “zzzzzz”."],
    [["settle"], "The id of a statement was expected."],
    [["edit", "zzzzzz", "x"], "The inbox has no statement “zzzzzz”."],
    [["keep", "zzzzzz"], "The inbox has no statement “zzzzzz”."],
  ])("refuses %j with exit 2", async (args, says) => {
    const { run, json } = desk();
    const { stdout, stderr, exit } = await run("inbox", ...args);
    expect([exit, stdout]).toEqual([2, ""]);
    expect(stderr).toContain(says);
    expect(JSON.stringify(await json("inbox", ...args))).toContain(JSON.stringify(says).slice(1, -1));
  });

  it("changes nothing that has ended, nor by empty words", async () => {
    const { run, json, say } = desk();
    await say(`${night}.`);
    await say("Always ask the desk before a booking.");
    const [first, second] = (await json("inbox")).items;
    await run("inbox", "settle", first!.id);
    for (const args of [["settle"], ["keep"], ["edit"]]) {
      const { stderr, exit } = await run("inbox", ...args, first!.id, ...(args[0] === "edit" ? ["Other words"] : []));
      expect([args, exit]).toEqual([args, 2]);
      expect(stderr).toContain(`The statement ${first!.id} is settled since`);
    }
    const { stderr, exit } = await run("inbox", "edit", second!.id, "  ");
    expect([exit, stderr]).toEqual([2, expect.stringContaining("Other words were expected.")]);
    expect((await json("inbox")).items).toMatchObject([
      { text: "Always ask the desk before a booking", state: "heard" },
    ]);
  });

  it("asks for more of an id that two statements begin with", async () => {
    const { run, json, say } = desk();
    for (let at = 0; at < 18; at++) await say(`Never restart host number ${at} without asking.`);
    const { items } = await json("inbox");
    const letters = items.map(({ id }) => id[0]!);
    const twice = letters.find((letter, at) => letters.indexOf(letter) !== at)!;
    const { stderr, exit } = await run("inbox", "settle", twice);
    expect([exit, stderr]).toEqual([2, expect.stringContaining(`Several statements begin with “${twice}”`)]);
    expect((await json("inbox")).items).toHaveLength(items.length);
  });
});

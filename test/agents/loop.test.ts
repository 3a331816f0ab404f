/** Loop: what a person says outlives the turn, whatever becomes of it: a page holds it, or the inbox owes it, and the next session has it. */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Cli, cli } from "../support/cli.js";
import { type Story, story, told } from "../support/harness-events.js";
import { here } from "../support/here.js";

type Answer = ReturnType<typeof told>;
type Env = Readonly<Record<string, string>>;

interface Item {
  readonly id: string;
  readonly text: string;
  readonly kind: string;
  readonly state: string;
  readonly page?: string;
}

interface Desk {
  readonly program: Cli;
  readonly memory: string;
  readonly run: ReturnType<typeof here>;
  /** `cwd` is the folder the session stands in; the sample memory, where nobody says another. */
  readonly session: (id: string, cwd?: string) => Session;
  readonly page: (path?: string, rev?: string) => string;
  /** All that was heard, and where it stands. */
  readonly inbox: (cwd?: string) => Promise<readonly Item[]>;
  readonly owed: (cwd?: string) => Promise<readonly string[]>;
}

interface Session {
  readonly who: Story;
  readonly hook: (event: string, more?: Readonly<Record<string, unknown>>, env?: Env) => Promise<Answer>;
  readonly begin: (source?: string, env?: Env) => Promise<string>;
  /** A prompt; what it gave. */
  readonly say: (text: string, env?: Env) => Promise<string>;
  readonly stop: (env?: Env) => Promise<Answer>;
  readonly turn: (text: string, env?: Env) => Promise<string>;
  readonly end: (reason?: string) => Promise<Answer>;
}

function desk(): Desk {
  const program = cli();
  const memory = program.sample();
  const run = here(program);
  const items: Desk["inbox"] = async (cwd = memory) =>
    JSON.parse((await run(["inbox", "--all", "--json"], { cwd })).stdout).items;
  return {
    program,
    memory,
    run,
    session(id, cwd = memory) {
      const who = story(program.folder, id, cwd);
      let count = 0;
      const hook: Session["hook"] = async (event, more, env = {}) =>
        told(await run(["harness", "claude-code", event], { cwd, input: who.event(event, more), env }));
      const say: Session["say"] = async (text, env) => {
        count += 1;
        who.say(text);
        return (await hook("UserPromptSubmit", { prompt: text, prompt_id: `p${count}` }, env)).context;
      };
      const stop: Session["stop"] = (env) => hook("Stop", { prompt_id: `p${count}`, stop_hook_active: false }, env);
      return {
        who,
        hook,
        say,
        stop,
        begin: async (source = "startup", env) => (await hook("SessionStart", { source }, env)).context,
        async turn(text, env) {
          const given = await say(text, env);
          who.answer(200);
          expect((await stop(env)).notice).toBe("");
          return given;
        },
        end: (reason = "other") => hook("SessionEnd", { reason }),
      };
    },
    page: (path = "MEMORY.md", rev = "HEAD") => program.git(["show", `${rev}:${path}`], memory),
    inbox: items,
    async owed(cwd = memory) {
      const { items } = JSON.parse((await run(["inbox", "--json"], { cwd })).stdout);
      return items.map(({ text }: Item) => text);
    },
  };
}

const times = (text: string, part: string): number => text.split(part).length - 1;

const night = "Never book the night ferry.";
const desks = "Always ask the finance desk before a booking.";
const port = "The booking API listens on port 4411.";

describe("what a turn brings besides", () => {
  it("keeps the words beside a commit of code, and leaves that as it is", async () => {
    const { program, memory, session, page, owed } = desk();
    const one = session("s-one");
    await one.begin();
    await one.say(night);
    writeFileSync(join(memory, "fares.ts"), "export const fares = 1;\n");
    program.git(["add", "fares.ts"], memory);
    program.git(["commit", "--quiet", "--message=Add fares"], memory);
    const code = program.git(["rev-parse", "HEAD"], memory).trim();
    await one.stop();
    expect(page()).toContain("- Never book the night ferry [human]");
    expect(program.git(["show", "--format=", "--name-only", code], memory)).toBe("fares.ts\n");
    expect(program.git(["log", "--format=", "--name-only", `${code}..HEAD`], memory)).not.toContain("fares.ts");
    expect(program.git(["status", "--porcelain"], memory)).toBe("");
    expect(await owed()).toEqual([]);
  });

  it("leaves code that somebody staged out of its commits", async () => {
    const { program, memory, session, page } = desk();
    const one = session("s-one");
    await one.begin();
    await one.say(night);
    writeFileSync(join(memory, "fares.ts"), "export const fares = 1;\n");
    program.git(["add", "fares.ts"], memory);
    await one.stop();
    expect(page()).toContain("Never book the night ferry");
    expect(program.git(["status", "--porcelain"], memory)).toBe("A  fares.ts\n");
  });

  it("keeps three rules of the person beside the one note that the model writes", async () => {
    const { program, memory, run, session, page, inbox } = desk();
    const one = session("s-one");
    await one.begin();
    await one.turn(night);
    await one.say(desks);
    const note = [
      "remember",
      "The harbor hotel answers by mail only.",
      "--session",
      "s-one",
      "--actor",
      "agent:claude-code",
    ];
    expect((await run(note, { cwd: memory })).stdout).toContain("MEMORY.md");
    await one.stop();
    await one.turn(port);
    const text = page();
    for (const said of ["night ferry [human]", "before a booking [human]", "port 4411 [human]"])
      expect([said, times(text, said)]).toEqual([said, 1]);
    expect(text).toMatch(/^- The harbor hotel answers by mail only\.$/m);
    expect((await inbox()).map(({ state, page }) => [state, page])).toEqual(
      Array.from({ length: 4 }, () => ["kept", "MEMORY.md"]),
    );
    const two = session("s-two");
    const block = await two.begin();
    for (const said of ["night ferry", "before a booking", "port 4411", "by mail only"])
      expect(block).toContain(said);
    program.git(["fsck", "--strict"], memory);
  });

  it("names the session and the statement in the commit that keeps it", async () => {
    const { program, memory, session, inbox } = desk();
    const one = session("s-one");
    await one.begin();
    await one.turn(night);
    const [item] = await inbox();
    const message = program.git(["log", "-1", "--format=%B"], memory);
    expect(message).toContain("session:s-one");
    expect(message).toContain(`user_message:${item?.id}`);
  });
});

describe("where sessions part and meet", () => {
  it("has in a fork what was said before it, once, and keeps what either says", async () => {
    const { session, page, owed } = desk();
    const one = session("s-one");
    await one.begin();
    await one.say(night);
    const fork = session("s-fork");
    const block = await fork.begin("fork");
    expect(block).toContain("Never book the night ferry");
    await fork.turn(desks);
    await one.stop();
    await one.turn(port);
    await one.end();
    await fork.end();
    for (const said of ["night ferry", "before a booking", "port 4411"])
      expect([said, times(page(), said)]).toEqual([said, 1]);
    expect(await owed()).toEqual([]);
  });

  it("keeps the words of both of two at once, whoever ends first, and tells each what the other brought", async () => {
    const { session, page, owed } = desk();
    const [one, two] = [session("s-one"), session("s-two")];
    await one.begin();
    await two.begin();
    await one.say(night);
    await two.say(desks);
    await one.stop();
    await one.end();
    expect(page()).toContain("night ferry");
    await two.stop();
    const given = await two.say("What is next on the list?");
    expect(given).toContain("Never book the night ferry");
    expect(given).not.toContain("before a booking");
    await two.stop();
    await two.end();
    expect(times(page(), "before a booking")).toBe(1);
    expect(await owed()).toEqual([]);
  });

  it("has after ten sessions in a row what each of them said, although no model wrote a word", async () => {
    const { session, page, owed } = desk();
    const hosts = "amber cobalt umber ochre indigo crimson violet teal ivory sepia".split(" ");
    for (const [at, host] of hosts.entries()) {
      const one = session(`s-${at}`);
      await one.begin();
      await one.turn(`Never restart the ${host} host without asking.`);
      await one.turn("Thanks, go on.");
      await one.end();
    }
    expect(await owed()).toEqual([]);
    for (const host of hosts) expect([host, times(page(), `the ${host} host`)]).toEqual([host, 1]);
    const last = session("s-last");
    const block = await last.begin();
    for (const host of hosts) expect(block).toContain(`the ${host} host`);
    expect(page()).not.toContain("Thanks");
  });

  it("owes on across a switch of the branch, and keeps on the branch that is there", async () => {
    const { program, memory, session, page, owed } = desk();
    const one = session("s-one");
    await one.begin();
    await one.say(night);
    program.git(["switch", "--quiet", "--create", "other"], memory);
    expect(await owed()).toEqual(["Never book the night ferry"]);
    await one.stop();
    expect(page("MEMORY.md", "other")).toContain("night ferry");
    expect(page("MEMORY.md", "main")).not.toContain("night ferry");
    expect(await owed()).toEqual([]);
  });

  it("has one inbox for all worktrees", async () => {
    const { program, memory, session, page, owed } = desk();
    const tree = join(program.folder, "tree");
    program.git(["worktree", "add", "--quiet", "-b", "aside", tree], memory);
    const aside = session("s-aside", tree);
    await aside.begin();
    await aside.say(night);
    expect(await owed()).toEqual(["Never book the night ferry"]);
    program.git(["worktree", "remove", "--force", tree], memory);
    const two = session("s-two");
    expect(await two.begin()).toContain("Never book the night ferry");
    expect(page()).toContain("Never book the night ferry [human]");
    expect(await owed()).toEqual([]);
  });

  it("keeps two memories in one folder apart", async () => {
    const { program, memory, session, owed } = desk();
    const below = join(memory, "tools");
    mkdirSync(below);
    writeFileSync(
      join(below, "pagefile.yaml"),
      "pagefile: 1\nstore: toolsdesk001\nname: tools\nprofile: openclaw\nscope: project\n",
    );
    writeFileSync(join(below, "MEMORY.md"), "# Tools\n\n- The bench has six saws.\n");
    program.git(["add", "--all"], memory);
    program.git(["commit", "--quiet", "--message=Add the tools"], memory);
    const inner = session("s-inner", below);
    await inner.begin();
    await inner.say(night);
    expect(await owed(below)).toEqual(["Never book the night ferry"]);
    expect(await owed()).toEqual([]);
    const outer = session("s-outer");
    expect(await outer.begin()).not.toContain("night ferry");
    await outer.turn(desks);
    expect(await owed(below)).toEqual(["Never book the night ferry"]);
    await inner.stop();
    expect(program.git(["show", "HEAD:tools/MEMORY.md"], memory)).toContain("night ferry");
    expect(program.git(["show", "HEAD:MEMORY.md"], memory)).not.toContain("night ferry");
    expect(program.git(["show", "HEAD:MEMORY.md"], memory)).toContain("before a booking");
  });
});

describe("what goes wrong", () => {
  it("has the words of a turn in which the process died", async () => {
    const { program, memory, session, page } = desk();
    const one = session("s-one");
    const real = (event: string, more: object): number =>
      program.run(["harness", "claude-code", event], { cwd: memory, input: one.who.event(event, { ...more }) }).exit;
    expect(real("SessionStart", { source: "startup" })).toBe(0);
    expect(real("UserPromptSubmit", { prompt: `${night} ${port}`, prompt_id: "p1" })).toBe(0);
    // No end of the turn, none of the session.
    expect(page()).not.toContain("night ferry");
    const two = session("s-two");
    const block = await two.begin();
    expect(block).toContain("Never book the night ferry");
    expect(block).toContain("port 4411");
    expect(page()).toContain("Never book the night ferry");
  });

  it("tells the next session of the day what was said and does not say that it lasts, and keeps it on no page", async () => {
    const { session, page } = desk();
    const one = session("s-one");
    await one.begin();
    await one.turn("The plan for U-7: first compare the trains, then ask me.");
    await one.end();
    expect(page()).not.toContain("U-7");
    // Once by a decision made anew, once by one that stands.
    for (const name of ["s-two", "s-three"]) expect(await session(name).begin()).toContain("The plan for U-7");
    const late = { PAGEFILE_NOW: "2030-01-01T00:00:00Z" };
    expect(await session("s-four").begin("startup", late)).not.toContain("U-7");
  });

  it("keeps the words although the clock was turned back", async () => {
    const { session, page, owed } = desk();
    const one = session("s-one");
    await one.begin();
    await one.turn(night);
    const back = { PAGEFILE_NOW: "2019-03-01T00:00:00Z" };
    await one.turn(desks, back);
    const two = session("s-two");
    expect(await two.begin("startup", back)).toContain("before a booking");
    await two.turn(port, back);
    for (const said of ["night ferry", "before a booking", "port 4411"])
      expect([said, times(page(), said)]).toEqual([said, 1]);
    expect(await owed()).toEqual([]);
  });

  it("leaves nothing of a secret anywhere", async () => {
    const { program, memory, session, run, page, owed } = desk();
    const secret = ["AKIA", "QWERTYUIOPASDFGH"].join("");
    const one = session("s-one");
    await one.begin();
    await one.turn(`The deploy key of the booking API is called ${secret}.`);
    await one.turn(`Never log ${secret} anywhere.`);
    await one.end();
    const { items } = JSON.parse((await run(["inbox", "--all", "--json"], { cwd: memory })).stdout);
    await run(["inbox", "keep", items[1].id], { cwd: memory });
    const files = readdirSync(memory, { recursive: true, encoding: "utf8" }).map((name) => join(memory, name));
    const holding = files.filter((file) => statSync(file).isFile() && readFileSync(file, "latin1").includes(secret));
    expect(holding).toEqual([]);
    const named = "--batch-check=%(objectname) %(objecttype)";
    const objects = program.git(["cat-file", "--batch-all-objects", named], memory);
    // Without the secret the other statement says nothing.
    expect(page()).toMatch(/^(?![\s\S]*deploy key)[\s\S]*- Never log \(a secret, not kept\) anywhere \[human\]/);
    expect(await owed()).toEqual([]);
    for (const line of objects.trim().split("\n")) {
      const [oid = "", type = ""] = line.split(" ");
      if (type !== "tree") expect(program.git(["cat-file", type, oid], memory)).not.toContain(secret);
    }
  });

  it("hears the one rule around a paste of two megabytes, and none that stands in it", async () => {
    const { session, page, inbox } = desk();
    const one = session("s-one");
    await one.begin();
    const lines = Array.from(
      { length: 26_000 },
      (_, at) => `2026-11-20T08:00:00Z INFO request ${at} took ${at % 900} ms: always retry the umber host`,
    );
    const paste = lines.join("\n");
    expect(paste.length).toBeGreaterThan(2_000_000);
    await one.turn(`${night}\n\n\`\`\`\n${paste}\n\`\`\`\n\nWhat went wrong?`);
    expect(page()).toContain("Never book the night ferry");
    expect(page()).not.toContain("umber");
    expect((await inbox()).filter(({ kind }) => kind === "rule")).toHaveLength(1);
  });

  it("hears an event once that is told twice", async () => {
    const { session, page, inbox } = desk();
    const one = session("s-one");
    await one.begin();
    const event = { prompt: night, prompt_id: "p1" };
    one.who.say(night);
    const first = await one.hook("UserPromptSubmit", event);
    expect(await one.hook("UserPromptSubmit", event)).toEqual(first);
    await one.hook("Stop", { prompt_id: "p1", stop_hook_active: false });
    await one.hook("Stop", { prompt_id: "p1", stop_hook_active: false });
    await one.hook("UserPromptSubmit", event);
    expect(await inbox()).toHaveLength(1);
    expect(times(page(), "night ferry")).toBe(1);
  });

  it("asks a session that writes nothing down a few times, and not after every turn", async () => {
    const { session } = desk();
    const one = session("s-one");
    await one.begin();
    const asked: number[] = [];
    for (let turn = 1; turn <= 8; turn += 1) {
      await one.say("Go on.");
      one.who.answer(50_000);
      if ((await one.stop()).context.includes("What the person said is kept without you")) asked.push(turn);
    }
    expect(asked).toEqual([1, 3, 7]);
  });

  it("keeps what cannot be written owed, says so, and keeps it when it can", async () => {
    const { program, memory, session, page, owed } = desk();
    const one = session("s-one");
    await one.begin();
    program.git(["switch", "--quiet", "--detach"], memory);
    await one.say(night);
    const stopped = await one.stop();
    expect(stopped.notice).toContain("1 of what was said waits in the inbox");
    expect(await owed()).toEqual(["Never book the night ferry"]);
    const two = session("s-two");
    const begun = await two.hook("SessionStart", { source: "startup" });
    expect(begun.context).toContain("Heard and kept on no page yet:\n- Never book the night ferry");
    program.git(["switch", "--quiet", "main"], memory);
    await two.say("Go on.");
    await two.stop();
    expect(page()).toContain("Never book the night ferry");
    expect(await owed()).toEqual([]);
  });

  it("asks the next agent which of what was said lately still holds in a month, and takes its word", async () => {
    const { run, memory, session, page } = desk();
    const one = session("s-one");
    await one.begin();
    await one.turn(
      "fix the booking form. I am asking why. the frontend is written in svelte and talks to the api by websockets",
    );
    await one.end();
    const head = "remember what of it will still hold in a month:\n- the frontend is written";
    expect(await session("s-two").begin()).toContain(head);
    const said = "the frontend is written in svelte, and asks the api by websockets";
    expect((await run(["remember", said, "--session", "s-two"], { cwd: memory })).exit).toBe(0);
    expect(page()).toContain(said);
    expect(await session("s-three").begin()).not.toContain("Said before");
  });

  it("tells what the sessions before said, and nothing of what an agent had before it when it wrote something down", async () => {
    const { run, memory, session } = desk();
    const on = (day: number) => ({ PAGEFILE_NOW: `2027-03-${String(day).padStart(2, "0")}T09:00:00.000Z` });
    const talk = async (id: string, day: number, said: string) =>
      (await session(id).begin("startup", on(day))) && session(id).turn(said, on(day));
    const lately = async (id: string, day: number): Promise<readonly string[]> => {
      const [, list = ""] = (await session(id).begin("startup", on(day))).split(/Said before [^\n]*\n/);
      return list.split("\n").filter((line) => line.startsWith("- "));
    };
    const fares = "our importer reads its fares from a spreadsheet in lyon";
    const svelte = "the frontend is written in svelte and talks to the api by websockets";
    await talk("s-one", 1, `fix the booking form. ${fares}`);
    expect(await lately("s-two", 12)).toEqual([`- ${fares}`]);
    await talk("s-three", 13, svelte);
    expect(await lately("s-four", 13)).toEqual([`- ${fares}`, `- ${svelte}`]);
    const word = ["remember", "The fares form is of the team in Lyon", "--session", "s-three"];
    await run(word, { cwd: memory, env: { ...on(14), CLAUDECODE: "1" } });
    expect(await lately("s-five", 14)).toEqual([`- ${fares}`]);
    const posters = "our posters are printed by a shop in kiel";
    await talk("s-three", 15, posters);
    expect(await lately("s-six", 15)).toEqual([`- ${fares}`, `- ${posters}`]);
  });
});

describe("what is said of what was said", () => {
  it("puts a correction in the place of what it corrects, with the old words below", async () => {
    const { session, page, inbox } = desk();
    const one = session("s-one");
    await one.begin();
    await one.turn(port);
    await one.turn("No, the booking API listens on port 4412, not 4411.");
    const text = page();
    expect(text).toMatch(/^- the booking API listens on port 4412, not 4411 .*\[human\].*$/m);
    expect(text).toMatch(/^ +.*port 4411/m);
    expect(text).not.toMatch(/^- The booking API listens on port 4411/m);
    expect((await inbox()).map(({ state }) => state)).toEqual(["kept", "kept"]);
  });

  it("keeps what is said of every project beside them, whoever keeps it: a command, a night, or a session", async () => {
    const { program, run, session } = desk();
    mkdirSync(join(program.env.HOME ?? "", ".claude"), { recursive: true });
    const code = join(program.folder, "code");
    mkdirSync(code);
    program.git(["init", "--quiet", "--initial-branch=main"], code);
    expect((await run(["setup", "claude-code"], { cwd: code })).exit).toBe(0);
    expect(
      (await run(["remember", "In all my projects: always write dates as year-month-day."], { cwd: code })).exit,
    ).toBe(0);
    const one = session("s-one", code);
    await one.begin();
    await one.say("In all my projects: always sign commits.");
    expect((await run(["inbox", "keep"], { cwd: code })).exit).toBe(0);
    await one.say("In all my projects: never use tabs.");
    expect((await run(["nightly"], { cwd: code })).exit).toBe(0);
    const everywhere = program.git(["show", "HEAD:MEMORY.md"], join(program.env.PAGEFILE_HOME ?? "", "global"));
    for (const said of ["year-month-day", "sign commits", "never use tabs"]) expect(everywhere).toContain(said);
  });

  it("tells the agent a line that setup has allowed, and allows none where it is told to ask", async () => {
    const { program, run, session } = desk();
    const folder = join(program.env.HOME ?? "", ".claude");
    mkdirSync(folder, { recursive: true });
    const code = join(program.folder, "code");
    mkdirSync(code);
    program.git(["init", "--quiet", "--initial-branch=main"], code);
    const allowed = (): readonly string[] =>
      JSON.parse(readFileSync(join(folder, "settings.json"), "utf8")).permissions?.allow ?? [];
    expect((await run(["setup", "claude-code"], { cwd: code })).stdout).toContain("without asking you");
    const [rule = ""] = allowed();
    expect(rule).toMatch(/^Bash\(.+ remember:\*\)$/);
    expect(await session("s-one", code).begin()).toContain(rule.slice("Bash(".length, -":*)".length));
    expect((await run(["setup", "claude-code", "--ask"], { cwd: code })).stdout).not.toContain("without asking you");
    expect(allowed()).toEqual([]);
    expect((await run(["setup", "claude-code", "--remove"], { cwd: code })).exit).toBe(0);
    expect(existsSync(join(folder, "settings.json"))).toBe(false);

    // A list of the person's own is none of ours.
    const own = '{"permissions":{"allow":["Bash(ls:*)"]}}\n';
    writeFileSync(join(folder, "settings.json"), own);
    expect((await run(["setup", "claude-code", "--ask"], { cwd: code })).stdout).not.toContain("without asking you");
    expect(allowed()).toEqual(["Bash(ls:*)"]);
    expect((await run(["setup", "claude-code", "--remove"], { cwd: code })).exit).toBe(0);
    expect(readFileSync(join(folder, "settings.json"), "utf8")).toBe(own);
  });

  it("replaces what was taken as said of every project, by a later word of the project that said it, and not by one about here", async () => {
    const { program, run, session } = desk();
    mkdirSync(join(program.env.HOME ?? "", ".claude"), { recursive: true });
    const [code, other] = [join(program.folder, "code"), join(program.folder, "other")];
    for (const cwd of [code, other]) {
      mkdirSync(cwd);
      program.git(["init", "--quiet", "--initial-branch=main"], cwd);
      program.git(["remote", "add", "origin", `git@code.example:me/${basename(cwd)}.git`], cwd);
      expect((await run(["setup", "claude-code"], { cwd })).exit).toBe(0);
    }
    const everywhere = (): string =>
      program.git(["show", "HEAD:MEMORY.md"], join(program.env.PAGEFILE_HOME ?? "", "global"));
    const one = session("s-one", code);
    await one.begin();
    await one.turn("For commits in geocoder I want the prefix `fin:` in all my projects.");
    await one.turn("In all my projects: always write commit messages in French. In all my projects I use npm.");
    await one.end();
    expect(everywhere()).toMatch(/^- For commits in geocoder I want the prefix `fin:`/m);
    expect((await run(["nightly"], { cwd: code })).exit).toBe(0);
    const another = session("s-other", other);
    await another.begin();
    await another.turn("For commits in geocoder I want the prefix `desk:`, drop `fin:`.");
    await another.end();
    expect(everywhere()).toMatch(/^- For commits in geocoder I want the prefix `fin:`/m);
    const two = session("s-two", code);
    await two.begin();
    await two.turn("Thanks, go on. By the way, we switched from npm to pnpm");
    await two.turn("For commits in geocoder I want the prefix `core:`, drop `fin:`.");
    await two.turn("Here we always write commit messages in German now, not in French.");
    await two.end();
    expect(everywhere()).toMatch(/^- For commits in geocoder .*`core:`, drop `fin:`.*\n +- Superseded .*`fin:`/m);
    expect(everywhere()).toMatch(/^- .*commit messages in French[\s\S]*^- In all my projects I use npm/m);
    const block = await session("s-three", code).begin();
    expect(block).not.toMatch(/^- For commits in geocoder I want the prefix `fin:`/m);
    expect(times(block, "`core:`")).toBe(1);
    expect(block).toContain("commit messages in German");
  });

  it("holds what is said again as one entry and one more item", async () => {
    const { program, memory, session, page, inbox } = desk();
    const one = session("s-one");
    await one.begin();
    await one.turn(night);
    await one.end();
    const head = program.git(["rev-parse", "HEAD"], memory);
    const two = session("s-two");
    await two.begin();
    await two.turn(`${night.toUpperCase()}..`);
    expect(times(page().toLowerCase(), "night ferry")).toBe(1);
    expect(program.git(["rev-parse", "HEAD"], memory)).toBe(head);
    const rules = (await inbox()).filter(({ text }) => /night ferry/i.test(text));
    expect(rules.map(({ state, page }) => [state, page])).toEqual([
      ["kept", "MEMORY.md"],
      ["kept", "MEMORY.md"],
    ]);
  });

  it("keeps the words beside a page that somebody edits meanwhile", async () => {
    const { program, memory, session, page, owed } = desk();
    const one = session("s-one");
    await one.begin();
    await one.say(night);
    const file = join(memory, "MEMORY.md");
    writeFileSync(file, readFileSync(file, "utf8").replace("Six travelers", "Seven travelers"));
    await one.stop();
    expect(readFileSync(file, "utf8")).toContain("Seven travelers");
    expect(readFileSync(file, "utf8")).toContain("Never book the night ferry");
    expect(page()).toContain("Never book the night ferry");
    expect(await owed()).toEqual([]);
    program.git(["fsck", "--strict"], memory);
  });

  it("keeps the words on a page of their own where no commit has MEMORY.md yet", async () => {
    const { program, memory, run, session, owed } = desk();
    program.git(["rm", "--quiet", "--cached", "MEMORY.md"], memory);
    program.git(["commit", "--quiet", "--message=Keep it to ourselves"], memory);
    const one = session("s-one");
    await one.begin();
    await one.turn(night);
    expect(await owed()).toEqual([]);
    const tree = program.git(["grep", "-l", "night ferry", "HEAD"], memory);
    expect(tree).toMatch(/^HEAD:memory\/.*\.md$/m);
    const { stdout } = await run(["remember", desks, "--json"], { cwd: memory });
    expect(JSON.parse(stdout)).toMatchObject({ says: "", kind: "rule" });
    rmSync(join(memory, "MEMORY.md"));
    expect(await session("s-two").begin()).toContain("night ferry");
  });
});

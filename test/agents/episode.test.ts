/** Episode: what a session was stands in the log of its day, once, whoever ends it; and nobody takes it for what holds. */

import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Talks, talks } from "../support/talk.js";

const log = "memory/2026-11-21.md";
const logged = ({ git }: Talks, path = log): string => git("show", `HEAD:${path}`);
type Session = ReturnType<Talks["session"]>;
const sections = (text: string): readonly string[] =>
  text.split(/^(?=## Session )/m).filter((part) => part.startsWith("## Session "));

describe("at the end of a session", () => {
  it("tells what was asked, decided, corrected and said to last, with its evidence, in one commit", async () => {
    const desk = talks();
    const one = desk.session("s-one");
    await one.begin();
    await one.turn("Add the winter fares to the importer, then check the totals.");
    await one.turn("We decided to keep all prices in cents.");
    await one.turn("Never book the night ferry.");
    await one.turn("Thanks, go on.");
    const before = desk.git("rev-parse", "HEAD").trim();
    expect(await one.end()).toBe("");
    const [section = "", ...others] = sections(logged(desk));
    expect(others).toEqual([]);
    expect(section).toMatchInlineSnapshot(`
      "## Session s-one at 09:02

      - Asked: Add the winter fares to the importer, then check the totals [human]
      - Decided: We decided to keep all prices in cents [human] [decision]
      - Said: Never book the night ferry [human]
      "
    `);
    expect(desk.git("rev-list", "--count", `${before}..HEAD`).trim()).toBe("1");
    const message = desk.git("log", "-1", "--format=%B");
    expect(message).toMatch(/Pagefile-Evidence: session:s-one#[0-9a-f]{12}/);
    expect(message).toContain("Pagefile-Session: s-one");
    // A line's own, and nobody else's.
    expect(message.match(/Pagefile-Evidence/g)).toHaveLength(3);
    expect(desk.git("status", "--porcelain")).toBe("");
    desk.git("fsck", "--strict");
  });

  it("adds what is new where a session goes on, and nothing where it ends twice or a night comes", async () => {
    const desk = talks();
    const one = desk.session("s-one");
    await one.begin();
    await one.turn("Add the winter fares to the importer.");
    await one.end();
    const first = logged(desk);
    await one.end();
    await one.begin();
    await one.turn("Thanks, go on.");
    await one.end();
    expect(logged(desk)).toBe(first);
    await one.begin();
    await one.turn("Write a test for the ferry timetable parser.");
    await one.end();
    await desk.run(["nightly"], { cwd: desk.memory, env: { PAGEFILE_NOW: "2026-11-22T03:00:00Z" } });
    const [section = "", ...others] = sections(logged(desk));
    expect(others).toEqual([]);
    expect(section.match(/^- .*$/gm)).toEqual([
      "- Asked: Add the winter fares to the importer [human]",
      "- Asked: Write a test for the ferry timetable parser [human]",
    ]);
  });

  it("tells once a day what a timer asks the same each hour, and again where something new is asked", async () => {
    const desk = talks();
    const prompt =
      "Process the next item of the queue. Never delete files outside of tmp. We keep all prices in cents.";
    for (const [at, more] of ["", "", " Add the winter fares to the importer, then check the totals."].entries()) {
      const one = desk.session(`s-${at}`);
      await one.begin();
      await one.turn(`${prompt}${more}`);
      await one.end();
    }
    const told = sections(logged(desk));
    expect(told.map((section) => section.split(" at ")[0])).toEqual(["## Session s-0", "## Session s-2"]);
    expect(told[1]).toContain("winter fares");
  });

  it("tells what was said in passing, where a number, a day or names are in it, and not what was asked beside it", async () => {
    const desk = talks();
    const one = desk.session("s-one");
    await one.begin();
    await one.turn("I've booked the winter ferry for 12 May at $43 a seat, can you add it to the timetable?");
    await one.turn("I'm not sure about the winter ferry.");
    await one.turn("Which has 450 berths for the crews of Lima and Porto, I hear.");
    await one.end();
    const told = logged(desk).match(/^- Told: .*$/gm);
    expect(told).toEqual(["- Told: I've booked the winter ferry for 12 May at $43 a seat [human]"]);
    const found = await desk.run(["recall", "what does a seat on the winter ferry cost?"], { cwd: desk.memory });
    expect(found.stdout).toContain("at $43 a seat [human]");
  });

  it("tells of a talk without tools what somebody said of themselves, which the archive still answers", async () => {
    const desk = talks();
    const one = desk.session("s-one");
    await one.begin();
    await one.turn("My grandmother kept the lighthouse on the island.");
    await one.turn("My sister sings in the choir of the harbor.");
    await one.end();
    expect(logged(desk).match(/^- Told: .*$/gm)).toEqual([
      "- Told: My grandmother kept the lighthouse on the island [human]",
      "- Told: My sister sings in the choir of the harbor [human]",
    ]);
    const later = { cwd: desk.memory, env: { PAGEFILE_NOW: "2027-03-01T03:00:00Z" } };
    await desk.run(["nightly"], later);
    expect(existsSync(join(desk.memory, log))).toBe(false);
    const two = desk.session("s-two");
    await two.begin();
    expect(await two.turn("Who kept the lighthouse on the island?")).toContain("My grandmother kept the lighthouse");
  });

  it("writes nothing for small talk", async () => {
    const desk = talks();
    const one = desk.session("s-one");
    await one.begin();
    await one.turn("Hello there!");
    await one.turn("Thanks, go on.");
    const head = desk.git("rev-parse", "HEAD");
    await one.end();
    expect(desk.git("rev-parse", "HEAD")).toBe(head);
    expect(existsSync(join(desk.memory, log))).toBe(false);
  });

  it("has at most twenty lines, however much was asked", async () => {
    const desk = talks();
    const one = desk.session("s-one");
    await one.begin();
    const things = "amber cobalt umber ochre indigo crimson violet teal ivory sepia plum rust".split(" ");
    for (const thing of things) {
      await one.turn(
        `Add the ${thing} harbor to the timetable importer. We decided to keep ${thing} prices in cents.`,
      );
      await one.end();
      await one.begin();
    }
    const [section = ""] = sections(logged(desk));
    expect(section.match(/^- /gm)).toHaveLength(20);
  }, 60_000);

  it("names the commits of code that were made in it, and the files, and none of its own", async () => {
    const desk = talks();
    const one = desk.session("s-one");
    await one.begin();
    await one.turn("Never book the night ferry.");
    await one.say("Add the winter fares to the importer.");
    writeFileSync(join(desk.memory, "fares.ts"), "export const fares = 1;\n");
    desk.git("add", "fares.ts");
    const when = "2026-11-21T09:05:00Z";
    execFileSync("git", ["commit", "--quiet", "--message=Add winter fares"], {
      cwd: desk.memory,
      env: { ...desk.program.env, GIT_AUTHOR_DATE: when, GIT_COMMITTER_DATE: when },
    });
    const code = desk.git("rev-parse", "--short", "HEAD").trim();
    await one.stop();
    await one.end();
    expect(logged(desk)).toContain(`- Changed: Add winter fares (${code})\n- Changed files: \`fares.ts\`\n`);
  });

  it("leaves open what a session that was cut short was asked last", async () => {
    const desk = talks();
    const one = desk.session("s-one");
    await one.begin();
    await one.turn("Add the winter fares to the importer.");
    await one.say("Write a test for the ferry timetable parser.");
    await one.end();
    expect(logged(desk)).toContain("- Open: Write a test for the ferry timetable parser [human]\n");
    expect(logged(desk)).not.toContain("Asked: Write a test");
  });

  it("goes below what somebody wrote into the log of the day by hand, and that is as it was", async () => {
    const desk = talks();
    const typed = "# 2026-11-21\n\n- The harbor hotel called back.\n";
    writeFileSync(join(desk.memory, log), typed);
    const one = desk.session("s-one");
    await one.begin();
    await one.turn("Add the winter fares to the importer.");
    await one.end();
    expect(readFileSync(join(desk.memory, log), "utf8").startsWith(typed)).toBe(true);
    expect(sections(logged(desk))).toHaveLength(1);
    expect(desk.git("status", "--porcelain")).toBe("");
  });

  it("holds no secret", async () => {
    const desk = talks();
    const secret = ["AKIA", "QWERTYUIOPASDFGH"].join("");
    const one = desk.session("s-one");
    await one.begin();
    await one.turn(`Deploy the importer with the key ${secret} please.`);
    await one.end();
    expect(logged(desk)).toContain("Deploy the importer with the key (a secret, not kept)");
    expect(desk.git("grep", "-c", "", "HEAD", "--", log)).not.toContain(secret);
  });
});

describe("what a session had in hand", () => {
  const edits = async (one: Session, path: string, times = 2): Promise<void> => {
    for (let at = 0; at < times; at += 1) await one.tool("Edit", { file_path: path, old_string: `${at}` });
  };
  const runs = async (one: Session, command: string, times = 2): Promise<void> => {
    for (let at = 0; at < times; at += 1) await one.tool("Bash", { command });
  };

  it("is told in the log, and the next session begins with it", async () => {
    const desk = talks();
    const one = desk.session("s-one");
    await one.begin();
    await one.say("Add the winter fares to the importer.");
    await edits(one, join(desk.memory, "src/fares/winter.ts"));
    await edits(one, join(desk.memory, "src/fares/winter.test.ts"), 3);
    await runs(one, `cd ${desk.memory} && npm run check 2>&1 | tail -20`);
    await one.stop();
    await one.end();
    const [section = ""] = sections(logged(desk));
    expect(section).toMatchInlineSnapshot(`
      "## Session s-one at 09:02

      - Asked: Add the winter fares to the importer [human]
      - Worked on: \`src/fares/winter.test.ts\`, \`src/fares/winter.ts\`
      - Ran: \`npm run check\`
      "
    `);
    const two = desk.session("s-two");
    const block = await two.begin();
    expect(block).toContain(
      "Files that sessions here had in hand lately: `src/fares/winter.test.ts`, `src/fares/winter.ts`\nCommands that they ran: `npm run check`",
    );
    // With a prompt it comes no second time, and a session that goes on names nothing twice.
    expect(await two.turn("Draw the crane at its new berth.")).not.toContain("in hand lately");
    await one.begin();
    await one.say("Write a test for the ferry timetable parser.");
    await edits(one, join(desk.memory, "src/fares/winter.ts"));
    await edits(one, join(desk.memory, "src/fares/summer.ts"));
    await one.stop();
    await one.end();
    expect(logged(desk).match(/^- (?:Worked on|Ran): .*$/gm)).toEqual([
      "- Worked on: `src/fares/winter.test.ts`, `src/fares/winter.ts`",
      "- Ran: `npm run check`",
      "- Worked on: `src/fares/summer.ts`",
    ]);
  });

  it("leaves out what was met once, what lies elsewhere, what only looked around, and every secret", async () => {
    const desk = talks();
    const secret = ["AKIA", "QWERTYUIOPASDFGH"].join("");
    const one = desk.session("s-one");
    await one.begin();
    await one.say("Add the winter fares to the importer.");
    await edits(one, join(desk.memory, "kept.ts"));
    await one.tool("Read", { file_path: join(desk.memory, "read-once.ts") });
    await edits(one, "/etc/elsewhere.conf");
    for (const pattern of ["a", "b"]) await one.tool("Grep", { path: join(desk.memory, "looked"), pattern });
    await runs(one, "git status");
    await runs(one, `make deploy KEY=${secret}`);
    await one.stop();
    await one.end();
    expect(logged(desk).match(/^- [^A].*$/gm)).toEqual(["- Worked on: `kept.ts`"]);
    expect(desk.git("grep", "-c", "", "HEAD", "--", log)).not.toContain(secret);
    const notes = join(desk.memory, ".git/pagefile/harness");
    expect(
      readdirSync(notes)
        .map((name) => readFileSync(join(notes, name), "utf8"))
        .join(""),
    ).not.toContain(secret);
  });

  it("comes back where the log stays on this machine", async () => {
    const desk = talks();
    desk.git("remote", "add", "origin", "https://example.org/fares.git");
    const one = desk.session("s-one");
    await one.begin();
    await one.say("Add the winter fares to the importer.");
    await edits(one, join(desk.memory, "src/fares/winter.ts"));
    await one.stop();
    await one.end();
    expect(await desk.session("s-two").begin()).toContain("in hand lately: `src/fares/winter.ts`");
  });

  it("makes no block longer than the harness takes", async () => {
    const desk = talks();
    const page = join(desk.memory, "MEMORY.md");
    const rules = Array.from({ length: 60 }, (_, at) => {
      const rule = `- Never book the night ferry of harbor ${at} before noon without the harbor master. [human]`;
      return `## Harbor ${at}\n\n${rule}\n`;
    });
    writeFileSync(page, `${readFileSync(page, "utf8")}\n${rules.join("\n")}\n`);
    const config = join(desk.memory, "pagefile.yaml");
    const settings = readFileSync(config, "utf8").replace(/^budget:.*\n(?: .*\n)*/m, "");
    writeFileSync(config, `${settings}budget: { tokens: 20000 }\n`);
    desk.git("commit", "--quiet", "--all", "--message=Add rules");
    const one = desk.session("s-one");
    await one.begin();
    await one.say("Add the winter fares to the importer.");
    for (let at = 0; at < 10; at += 1) await edits(one, join(desk.memory, `src/${"long".repeat(20)}/f${at}.ts`));
    await one.stop();
    await one.end();
    const block = await desk.session("s-two").begin();
    expect(block).toContain("in hand lately");
    expect(block.length).toBeLessThanOrEqual(10_000);
    expect(block.length).toBeGreaterThan(9_000);
  });
});

describe("what nobody ended", () => {
  const later = { PAGEFILE_NOW: "2026-11-21T13:00:00Z" };

  it("is told at the next start, of the day it was heard on", async () => {
    const desk = talks();
    const one = desk.session("s-one");
    await one.begin();
    await one.turn("Add the winter fares to the importer.");
    const two = desk.session("s-two");
    await two.begin();
    expect(existsSync(join(desk.memory, log))).toBe(false);
    await two.end();
    const three = desk.session("s-three");
    await three.begin({ PAGEFILE_NOW: "2026-11-22T08:00:00Z" });
    expect(logged(desk)).toContain("## Session s-one at 09:02\n\n- Asked: Add the winter fares");
    const head = desk.git("rev-parse", "HEAD");
    await desk.session("s-four").begin({ PAGEFILE_NOW: "2026-11-22T08:30:00Z" });
    expect(desk.git("rev-parse", "HEAD")).toBe(head);
  });

  it("is told by the night", async () => {
    const desk = talks();
    const one = desk.session("s-one");
    await one.begin();
    await one.turn("Add the winter fares to the importer.");
    await one.turn("My grandmother kept the lighthouse on the island.");
    await desk.run(["nightly"], { cwd: desk.memory, env: later });
    expect(sections(logged(desk))).toHaveLength(1);
    expect(logged(desk)).toContain("- Told: My grandmother kept the lighthouse on the island [human]\n");
  });
});

describe("what becomes of it", () => {
  const said = ["We decided to keep all prices in cents.", "Never book the night ferry."];

  it("is promoted by no night, and what others wrote below it is", async () => {
    const desk = talks();
    for (const [at, day] of ["2026-11-16", "2026-11-17", "2026-11-18"].entries()) {
      const one = desk.session(`s-${at}`);
      const on = (time: string): { PAGEFILE_NOW: string } => ({ PAGEFILE_NOW: `${day}T${time}:00Z` });
      await one.begin(on("09:00"));
      for (const [index, text] of said.entries()) await one.turn(text, on(`09:1${index}`));
      await one.turn("Add the winter fares to the importer.", on("09:20"));
      await one.end(on("09:30"));
    }
    const file = join(desk.memory, "memory/2026-11-18.md");
    writeFileSync(file, `${readFileSync(file, "utf8")}- The harbor hotel takes no cards at night. [human]\n`);
    const before = desk.git("show", "HEAD:MEMORY.md");
    const night = await desk.run(["nightly", "--json"], {
      cwd: desk.memory,
      env: { PAGEFILE_NOW: "2026-11-19T03:00:00Z" },
    });
    expect(night.exit).toBe(0);
    const after = desk.git("show", "HEAD:MEMORY.md");
    const added = after.split("\n").filter((line) => line.startsWith("- ") && !before.includes(line));
    expect(added.join("\n")).toContain("The harbor hotel takes no cards at night");
    expect(added.join("\n")).not.toMatch(/Asked|Decided|Said|Session|fares|cents|ferry/);
    for (const text of said) expect(after.split(text.slice(0, -1)).length).toBe(2);
  });

  it("makes no night miss a log of days on which nobody worked", async () => {
    const desk = talks();
    desk.git("rm", "--quiet", "memory/2026-11-18.md");
    desk.git("commit", "--quiet", "--message=Keep no logs");
    const one = desk.session("s-one");
    await one.begin();
    await one.turn("Add the winter fares to the importer.");
    await one.end();
    const env = { PAGEFILE_NOW: "2026-11-26T09:00:00Z" };
    const audit = await desk.run(["audit", "--json"], { cwd: desk.memory, env });
    expect(JSON.parse(audit.stdout).findings).toEqual(expect.any(Array));
    expect(audit.stdout).not.toContain("daily_log_missing");
  });

  it("is found by a recall that names the day, and given to a prompt that asks what was then", async () => {
    const desk = talks();
    const one = desk.session("s-one");
    const tuesday = (time: string): { PAGEFILE_NOW: string } => ({ PAGEFILE_NOW: `2026-11-17T${time}:00Z` });
    await one.begin(tuesday("09:00"));
    await one.turn("Add the winter fares to the importer.", tuesday("09:10"));
    await one.turn("Draw the crane of the harbor at its new berth.", tuesday("09:15"));
    await one.end(tuesday("09:20"));
    const env = { PAGEFILE_NOW: "2026-11-20T10:00:00Z" };
    const found = await desk.run(["recall", "what did we do on Tuesday?"], { cwd: desk.memory, env });
    expect(found.stdout).toContain("Add the winter fares to the importer");
    const two = desk.session("s-two");
    const block = await two.begin(env);
    expect(block).not.toContain("winter fares");
    expect(await two.turn("What did we do on Tuesday?", env)).toContain(
      "Asked: Add the winter fares to the importer",
    );
    expect(await two.turn("Add the summer fares to the importer.", env)).not.toContain("winter fares");
    const three = desk.session("s-three");
    await three.begin(env);
    const given = await three.turn("Which berth did the crane get on Tuesday?", env);
    expect(given).toContain("Asked: Draw the crane of the harbor at its new berth");
    expect(given).not.toContain("winter fares");
  });
});

describe("who gets to read it", () => {
  it("stays on this machine where the memory has a remote, and git does not look at it", async () => {
    const desk = talks();
    desk.git("remote", "add", "origin", "https://example.org/fares.git");
    const one = desk.session("s-one");
    await one.begin();
    await one.turn("Add the winter fares to the importer.");
    const head = desk.git("rev-parse", "HEAD");
    await one.end();
    await one.begin();
    await one.turn("Write a test for the ferry timetable parser.");
    await one.end();
    await desk.session("s-two").begin();
    expect(desk.git("rev-parse", "HEAD")).toBe(head);
    expect(desk.git("status", "--porcelain")).toBe("");
    expect(readFileSync(join(desk.memory, "memory/2026-11-21-local.md"), "utf8")).toMatchInlineSnapshot(`
      "---
      scope: local
      ---

      # 2026-11-21

      ## Session s-one at 09:02

      - Asked: Add the winter fares to the importer [human]
      - Asked: Write a test for the ferry timetable parser [human]
      "
    `);
    const { stdout } = await desk.run(["recall", "winter fares importer"], { cwd: desk.memory });
    expect(stdout).toContain("Add the winter fares to the importer");
    const night = await desk.run(["nightly", "--json"], {
      cwd: desk.memory,
      env: { PAGEFILE_NOW: "2026-11-22T03:00:00Z" },
    });
    expect(JSON.parse(night.stdout).left).toEqual([]);
    expect(desk.git("log", "--all", "--format=", "--name-only")).not.toContain("-local");
  });

  it("is committed there where pagefile.yaml says shared, and is nowhere where it says off", async () => {
    for (const [mode, isThere] of [
      ["shared", true],
      ["off", false],
    ] as const) {
      const desk = talks();
      desk.git("remote", "add", "origin", "https://example.org/fares.git");
      const config = join(desk.memory, "pagefile.yaml");
      writeFileSync(config, `${readFileSync(config, "utf8")}episodes: ${mode}\n`);
      desk.git("commit", "--quiet", "--all", `--message=Say ${mode}`);
      const one = desk.session("s-one");
      await one.begin();
      await one.turn("Add the winter fares to the importer.");
      await one.end();
      expect([mode, desk.git("ls-tree", "-r", "--name-only", "HEAD").includes(log)]).toEqual([mode, isThere]);
      expect(existsSync(join(desk.memory, "memory/2026-11-21-local.md"))).toBe(false);
    }
  });
});

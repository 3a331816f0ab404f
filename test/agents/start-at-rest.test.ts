/** StartAtRest: a start under which nothing moved leaves and says what the whole program would have. */

import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Story } from "../support/harness-events.js";
import { type RestDesk, restDesk, settled } from "../support/rest-desk.js";
import { another, type Start, starts, startup } from "../support/rest-start.js";

/** What is left for later events, by file. */
function left(memory: string): Readonly<Record<string, string>> {
  const state = join(memory, ".git/pagefile");
  const folders = ["turns", "sessions", "harness"].filter((name) => existsSync(join(state, name)));
  const files = folders.flatMap((folder) =>
    readdirSync(join(state, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  const texts = [...files, "traces.jsonl", "faults.jsonl"]
    .filter((name) => /\.jsonl?$/.test(name) && existsSync(join(state, name)))
    .sort()
    .map((name) => [name, readFileSync(join(state, name), "utf8")]);
  return Object.fromEntries(texts);
}

interface Case {
  readonly how: string;
  readonly start: Start;
  /** What happened before; gives the session that starts. */
  readonly before: (at: RestDesk) => Promise<Story>;
  readonly goesOn?: true;
}

const same: readonly Case[] = [
  { how: "of a session nobody heard of", start: startup, before: async (at) => another(at, "s-two") },
  {
    how: "behind a reset, of another session",
    start: { source: "clear" },
    async before(at) {
      await at.prompt();
      await at.hook("SessionEnd", { reason: "clear" });
      return another(at, "s-two");
    },
  },
  {
    how: "of a session that was left and is resumed",
    start: { source: "resume" },
    goesOn: true,
    async before(at) {
      await at.prompt();
      await at.stop();
      await at.hook("SessionEnd", { reason: "other" });
      return at.one;
    },
  },
  {
    how: "behind a compaction",
    start: { source: "compact" },
    async before(at) {
      await at.prompt();
      await at.hook("PreCompact", { trigger: "auto" });
      return at.one;
    },
  },
  {
    how: "of a session that has started already, told otherwise",
    start: { source: "resume" },
    goesOn: true,
    before: async (at) => at.one,
  },
  {
    how: "of one that goes on with a conversation nobody noted",
    start: { source: "resume" },
    before: async (at) => another(at, "s-two"),
  },
];

describe("a start under which nothing moved", () => {
  it.each(same)("$how leaves and says what a decision would", async ({ start, before, goesOn = false }) => {
    const at = await restDesk();
    const who = await before(at);
    await settled();
    const state = join(at.memory, ".git/pagefile");
    const kept = join(at.program.folder, "kept");
    cpSync(state, kept, { recursive: true, preserveTimestamps: true });
    const now = "2026-11-21T20:00:00.000Z";
    const rested = await starts(at, who, start, now);
    const there = left(at.memory);
    expect(rested.isAtRest).toBe(true);
    // A context that has a block goes on with it.
    expect(rested.context.includes("budget-ceiling")).toBe(!goesOn);
    rmSync(state, { recursive: true });
    cpSync(kept, state, { recursive: true, preserveTimestamps: true });
    rmSync(join(state, "starts"), { recursive: true });
    expect(await starts(at, who, start, now)).toEqual({ ...rested, isAtRest: false });
    expect(left(at.memory)).toEqual(there);
  });

  it("is told again without being taken twice", async () => {
    const at = await restDesk();
    const two = another(at, "s-two");
    const once = await starts(at, two, startup);
    const states = Object.keys(left(at.memory)).filter((name) => name.startsWith("turns"));
    const again = await starts(at, two, startup);
    expect([once.isAtRest, again.context]).toEqual([true, once.context]);
    expect(Object.keys(left(at.memory)).filter((name) => name.startsWith("turns"))).toEqual(states);
  });

  it("goes on with the turns of a session, each in the log", async () => {
    const at = await restDesk();
    for (const source of ["resume", "compact", "resume"]) {
      at.one.note(10);
      expect((await starts(at, at.one, { source })).isAtRest).toBe(true);
    }
    const log = readFileSync(join(at.memory, ".git/pagefile/traces.jsonl"), "utf8").trimEnd().split("\n");
    const turns = log.map((line) => JSON.parse(line)).filter(({ kind }) => kind === "assemble");
    expect(turns.map(({ live }) => live.turn)).toEqual([1, 2, 3, 4]);
    expect(turns.map(({ live }) => live.after)).toEqual([null, ...turns.slice(0, -1).map(({ trace }) => trace)]);
    expect(await at.prompt()).toBe("");
  });
});

describe("a memory that says which files are its pages", () => {
  const chosen = [
    ["leaves a folder out", "exclude:\n  - memory/preferences/**\n", "memory/preferences/more.md"],
    ["takes a folder in", "include:\n  - .notes/**\n  - backup/**\n", "backup/more.md"],
    ["does both", "include:\n  - backup/**\nexclude:\n  - memory/decisions/**\n", "backup/more.md"],
  ] as const;
  it.each(chosen)(
    "%s: a start gives what an open memory would, before and after a page changed",
    async (_, yaml, path) => {
      const at = await restDesk();
      appendFileSync(join(at.memory, "pagefile.yaml"), yaml);
      mkdirSync(join(at.memory, path, ".."), { recursive: true });
      const given: (readonly [string, string])[] = [];
      for (const said of ["Quillon", "Tarnby"]) {
        writeFileSync(join(at.memory, path), `# More\n\n- The meeting point is the ${said}.\n`);
        await settled();
        const opened = await starts(at, another(at, `${said}-one`), startup);
        const rested = await starts(at, another(at, `${said}-two`), startup);
        rmSync(join(at.memory, ".git/pagefile/starts"), { recursive: true, force: true });
        const plain = await starts(at, another(at, `${said}-three`), startup);
        const [first, second, third] = [opened, rested, plain].map(({ context }) =>
          context.replace(/--session \S+/, ""),
        );
        expect([second, third, plain.isAtRest]).toEqual([first, first, false]);
        given.push([said, first ?? ""]);
      }
      const isPage = path.startsWith("backup/");
      for (const [said, context] of given) expect(context.includes(said)).toBe(isPage);
    },
  );
});

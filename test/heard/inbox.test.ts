/** Inbox: whatever is added, ended and edited, in whatever order and by whomever, a reader finds the state that a simple model has. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { dayMs, type Instant } from "../../src/base/ids.js";
import type { Outcome } from "../../src/base/result.js";
import {
  durable,
  type Ending,
  type HeardStatement,
  type Inbox,
  inboxOf,
  likelyOf,
  owedOf,
  type StatementKind,
  statementKinds,
} from "../../src/heard/inbox.js";
import { cli } from "../support/cli.js";
import { draws } from "../support/draws.js";

interface Folder {
  readonly path: string;
  /** As another process opens it: nothing is shared but what is on disk. */
  readonly open: () => Inbox;
}

function folder(): Folder {
  const shared = mkdtempSync(join(tmpdir(), "pagefile-inbox-"));
  onTestFinished(() => rmSync(shared, { recursive: true, force: true }));
  return emptied(shared);
}

function emptied(shared: string): Folder {
  rmSync(join(shared, "inbox"), { recursive: true, force: true });
  const place = { root: shared, state: shared, shared, env: {}, records: true };
  return { path: join(shared, "inbox"), open: () => inboxOf({ place, services: new Map() }) };
}

function must<T>(outcome: Outcome<T>): T {
  if (!outcome.ok) throw new Error(outcome.error.says);
  return outcome.value;
}

const at = "2026-11-23T08:00:00Z" as Instant;

function saying(text: string, kind: StatementKind = "rule"): HeardStatement {
  return { text, kind, scope: "project", score: 1, why: "says “never”", corrects: null, lasting: true, chance: 1 };
}

const hearing = (key: string, session: string | null = "s-one") =>
  ({ at, by: "claude-code", session, key, isPerson: true }) as const;

const endings: readonly Ending[] = [
  { at, by: "pagefile", state: "kept", page: "MEMORY.md", entry: "e1", commit: "c1" },
  { at, by: "pagefile", state: "kept", page: "rules", entry: "e2", commit: null, again: true },
  { at, by: "cli", state: "settled", because: "done" },
  { at, by: "pagefile", state: "expired", rule: "chat" },
];

// What a history of an inbox is made of.

type Act =
  | { readonly act: "add"; readonly session: number; readonly key: number; readonly kinds: readonly StatementKind[] }
  | { readonly act: "end"; readonly picks: readonly number[]; readonly how: number }
  | { readonly act: "edit"; readonly pick: number; readonly text: string }
  /** The first characters of a line whose writer died on the way. */
  | { readonly act: "tear"; readonly length: number }
  /** The file is full. */
  | { readonly act: "turn" };

const acts = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant("add" as const),
      session: fc.nat(2),
      key: fc.nat(5),
      kinds: fc.array(fc.constantFrom(...statementKinds), { maxLength: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant("end" as const),
      picks: fc.array(fc.nat(30), { maxLength: 3 }),
      how: fc.nat(endings.length - 1),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant("edit" as const), pick: fc.nat(30), text: fc.string({ maxLength: 12 }) }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("tear" as const), length: fc.integer({ min: 1, max: 60 }) }) },
  { weight: 1, arbitrary: fc.constant({ act: "turn" as const }) },
);

interface Known {
  readonly id: string;
  readonly name: string;
  readonly kind: StatementKind;
  text: string;
  ended: Ending | null;
}

/** The simple model: a list in which a name stands once, the first end stands, and only what is owed gets other words. */
class Model {
  readonly items: Known[] = [];

  add(name: string, kind: StatementKind, text: string, id: string): void {
    if (!this.items.some((item) => item.name === name)) this.items.push({ id, name, kind, text, ended: null });
  }

  picked(pick: number): Known | undefined {
    return this.items[pick % Math.max(1, this.items.length)];
  }
}

function play(act: Act, step: number, model: Model, { path, open }: Folder): void {
  const inbox = open();
  if (act.act === "add") {
    const texts = act.kinds.map((_, index) => `Statement ${step} ${index}`);
    const said = act.kinds.map((kind, index) => saying(texts[index]!, kind));
    const heard = must(inbox.add(said, hearing(`p${act.key}`, act.session === 0 ? null : `s-${act.session}`)));
    expect(heard).toHaveLength(said.length);
    heard.forEach(({ id }, index) => {
      model.add(`${act.session} ${act.key} ${index}`, act.kinds[index]!, texts[index]!, id);
    });
  } else if (act.act === "end") {
    const items = act.picks.flatMap((pick) => model.picked(pick) ?? []);
    const ending = endings[act.how]!;
    must(
      inbox.end(
        items.map(({ id }) => id),
        ending,
      ),
    );
    for (const item of items) item.ended ??= ending;
  } else if (act.act === "edit") {
    const item = model.picked(act.pick);
    must(inbox.edit(item?.id ?? "nobody", act.text, { at, by: "cli" }));
    if (item?.ended === null) item.text = act.text;
  } else {
    mkdirSync(path, { recursive: true });
    const names = readdirSync(path).toSorted();
    if (act.act === "turn") writeFileSync(join(path, `${String(names.length + 1).padStart(6, "0")}.jsonl`), "");
    else {
      const line = JSON.stringify({ line: "heard", id: "torn", text: "Nobody was told that this stands" });
      appendFileSync(join(path, names.at(-1) ?? "000001.jsonl"), line.slice(0, act.length));
    }
  }
}

describe("any history", () => {
  it("is read as the model has it, by everybody, and what is owed is owed until its first end", () => {
    const { path } = folder();
    const shared = join(path, "..");
    fc.assert(
      fc.property(fc.array(acts, { maxLength: 40 }), (history) => {
        const place = emptied(shared);
        const model = new Model();
        const early = place.open();
        const owed = new Set<string>();
        history.forEach((act, step) => {
          play(act, step, model, place);
          for (const { id, kind, ended } of model.items) if (ended === null && durable.has(kind)) owed.add(id);
        });
        for (const inbox of [early, place.open()]) {
          const items = must(inbox.read());
          expect(items.map(({ id, kind, text, ended }) => ({ id, kind, text, ended }))).toEqual(
            model.items.map(({ id, kind, text, ended }) => ({ id, kind, text, ended })),
          );
          const standing = new Set(owedOf(items).map(({ id }) => id));
          for (const { id, ended } of items) if (owed.has(id)) expect(standing.has(id)).toBe(ended === null);
        }
      }),
      { numRuns: draws(400) },
    );
  });
});

describe("an inbox", () => {
  it("takes what it is told behind a line that a crash cut short", () => {
    const { path, open } = folder();
    const [first] = must(open().add([saying("Never book the night ferry")], hearing("p1")));
    appendFileSync(join(path, "000001.jsonl"), '{"line":"ended","ids":["');
    must(open().add([saying("Always use pnpm")], hearing("p2")));
    appendFileSync(join(path, "000001.jsonl"), '{"line":"heard","id":"x","te');
    must(open().end([first!.id], endings[2]!));
    const items = must(open().read());
    expect(items.map(({ text, ended }) => [text, ended?.state ?? "owed"])).toEqual([
      ["Never book the night ferry", "settled"],
      ["Always use pnpm", "owed"],
    ]);
  });

  it("reads a line whole that it saw half, and anew what is no longer as it was", () => {
    const { path, open } = folder();
    const inbox = open();
    must(inbox.add([saying("Never book the night ferry.")], hearing("p1")));
    const [name = ""] = readdirSync(path);
    const file = join(path, name);
    const first = readFileSync(file, "utf8");
    expect(must(inbox.read())).toHaveLength(1);
    const second = first.replaceAll("night ferry", "slow train").replace(/"id":"[^"]+"/, '"id":"another"');
    appendFileSync(file, second.slice(0, 40));
    expect(must(inbox.read())).toHaveLength(1);
    appendFileSync(file, second.slice(40));
    expect(must(inbox.read()).map(({ text }) => text)).toEqual([
      "Never book the night ferry.",
      "Never book the slow train.",
    ]);
    writeFileSync(file, second);
    expect(must(inbox.read()).map(({ id }) => id)).toEqual(["another"]);
  });

  it("answers what is on record as it stands, whoever is told it again", () => {
    const { path, open } = folder();
    const told = [saying("Never book the night ferry"), saying("thanks", "chat")];
    const [first] = must(open().add(told, hearing("p1")));
    must(open().end([first!.id], endings[0]!));
    const before = readFileSync(join(path, "000001.jsonl"), "utf8");
    expect(must(open().add(told, hearing("p1")))[0]?.ended?.state).toBe("kept");
    expect(readFileSync(join(path, "000001.jsonl"), "utf8")).toBe(before);
    expect(must(open().read())).toHaveLength(2);
    must(open().add(told, hearing("p1", "s-two")));
    expect(must(open().read())).toHaveLength(4);
  });

  it("begins another file when one is full, and reads all of them", () => {
    const { path, open } = folder();
    const texts = Array.from({ length: 80 }, (_, count) => `Rule ${count}: ${"word ".repeat(1_800)}end`);
    for (const [count, text] of texts.entries()) must(open().add([saying(text)], hearing(`p${count}`)));
    expect(readdirSync(path).length).toBeGreaterThan(1);
    expect(must(open().read()).map(({ text }) => text)).toEqual(texts);
    const last = must(open().read()).at(-1)!;
    must(open().end([must(open().read())[0]!.id, last.id], endings[3]!));
    expect(owedOf(must(open().read()))).toHaveLength(78);
  });

  it("holds no secret, in what is heard nor in other words for it, and is for its owner alone", () => {
    const { path, open } = folder();
    const secret = ["AKIA", "QWERTYUIOPASDFGH"].join("");
    const [item] = must(open().add([saying(`The deploy key is ${secret}`)], hearing("p1")));
    must(open().edit(item!.id, `It is ${secret} now`, { at, by: "cli" }));
    expect(readFileSync(join(path, "000001.jsonl"), "utf8")).not.toContain(secret);
    expect(must(open().read())[0]?.text).toContain("It is ");
  });

  it("tells that it could not write, and what it was told before stands", () => {
    const { path, open } = folder();
    must(open().add([saying("Always use pnpm")], hearing("p1")));
    const file = join(path, "000001.jsonl");
    const before = readFileSync(file, "utf8");
    rmSync(file);
    mkdirSync(file);
    const failed = open().add([saying("Never book the night ferry")], hearing("p2"));
    expect(failed.ok).toBe(false);
    rmSync(file, { recursive: true });
    writeFileSync(file, before);
    expect(must(open().read()).map(({ text }) => text)).toEqual(["Always use pnpm"]);
  });
});

describe("processes at once", () => {
  const count = 8;

  it.each(["", "where the folder of tickets cannot be made"])(
    "keep what they were asked to remember, each once %s",
    async (blocked) => {
      const { env, git, run, sample } = cli();
      const memory = sample();
      const tickets = join(memory, ".git", "pagefile", "queue");
      if (blocked !== "") mkdirSync(join(memory, ".git", "pagefile"));
      if (blocked !== "") writeFileSync(tickets, "");
      const words = "amber cobalt umber ochre indigo crimson violet teal".split(" ");
      const binary = fileURLToPath(new URL("../../dist/pagefile.cjs", import.meta.url));
      const exits = words.map(async (word, index) => {
        const args = [binary, "remember", `The ${word} host serves customer number ${index + 1}.`];
        const child = spawn(process.execPath, args, { cwd: memory, env, stdio: "ignore" });
        return (await once(child, "exit"))[0];
      });
      expect(await Promise.all(exits)).toEqual(Array.from({ length: count }, () => 0));
      git(["fsck", "--strict"], memory);
      const inbox = JSON.parse(run(["inbox", "--all", "--json"], { cwd: memory }).stdout);
      expect(inbox.items).toHaveLength(count);
      const page = git(["show", "HEAD:MEMORY.md"], memory);
      const owed = inbox.items.filter(({ state }: { readonly state: string }) => state === "heard");
      for (const word of words) {
        const isOwed = owed.some(({ text }: { readonly text: string }) => text.includes(word));
        const times = page.split(`The ${word} host`).length - 1;
        expect([word, times, isOwed]).toEqual([word, isOwed ? 0 : 1, isOwed]);
      }
      // What one of them left to the others is kept by whoever comes next.
      expect(run(["inbox", "keep"], { cwd: memory }).exit).toBe(0);
      expect(JSON.parse(run(["inbox", "--json"], { cwd: memory }).stdout).items).toEqual([]);
      const after = git(["show", "HEAD:MEMORY.md"], memory);
      for (const word of words) expect(after.split(`The ${word} host`)).toHaveLength(2);
    },
  );
});

describe("what is said again", () => {
  const loose = (text: string): HeardStatement => ({ ...saying(text), lasting: false, mayLast: true });
  const [first, second, third] = ["our ferry leaves at nine", "the harbor office is closed", "tariffs are in cents"];
  const lastingOf = (...said: readonly string[]): readonly string[] => {
    const inbox = folder().open();
    must(inbox.add([first, second, third, "why is that?"].map(loose), hearing("p1")));
    const again = must(inbox.add(said.map(loose), hearing("p1", "s-two")));
    return again.filter(({ lasting }) => lasting).map(({ text }) => text);
  };
  const more = ["go on", "what now?", "who tells them?", "rename the berth", "and then?"];

  it("lasts, and not where three sentences of one prompt are pasted again, whatever was typed around them", () => {
    expect(lastingOf(first, ...more)).toEqual([first]);
    expect(lastingOf(first, second, ...more)).toEqual([first, second]);
    expect(lastingOf(first, second, third, ...more)).toEqual([]);
  });
});

describe("what is likely to hold", () => {
  const loose = (text: string, chance: number): HeardStatement => ({ ...saying(text), lasting: false, chance });
  const likelyIn = (inbox: Inbox): readonly string[] => likelyOf(must(inbox.read())).map(({ text }) => text);

  it("is told the likeliest first, of as likely the latest, and nothing that is unlikely, kept or judged", () => {
    const inbox = folder().open();
    must(inbox.add([loose("a", 0.3), loose("b", 0.9), loose("c", 0.1), loose("d", 0.3)], hearing("p1")));
    const [kept] = must(inbox.add([loose("e", 0.8)], hearing("p2")));
    must(inbox.end([kept!.id], endings[0]!));
    expect(likelyIn(inbox)).toEqual(["b", "d", "a"]);
    must(inbox.add([saying("f")], { ...hearing("p3"), isPerson: false }));
    expect(likelyIn(inbox)).toEqual([]);
  });

  it("waits for a year, and what is unlikely for 60 days", () => {
    const inbox = folder().open();
    must(inbox.add([loose("a", 0.9), loose("b", 0.01)], hearing("p1")));
    const { at } = hearing("p1");
    const owedAfter = (days: number): readonly string[] => {
      must(inbox.tidy(new Date(Date.parse(at) + days * dayMs).toISOString() as Instant));
      return owedOf(must(inbox.read())).map(({ text }) => text);
    };
    expect(owedAfter(60)).toEqual(["a", "b"]);
    expect(owedAfter(61)).toEqual(["a"]);
    expect(owedAfter(365)).toEqual(["a"]);
    expect(owedAfter(366)).toEqual([]);
  });

  it("is carried on when its file goes, in its place and with what was noted of it, whoever ends it meanwhile", () => {
    const { open, path } = folder();
    const inbox = open();
    const later = (days: number): Instant =>
      new Date(Date.parse(hearing("p").at) + days * dayMs).toISOString() as Instant;
    const [a, b] = must(inbox.add([loose("a", 0.9), loose("b", 0.8), loose("c", 0.01)], hearing("p1")));
    must(inbox.tell([a!.id], { at: hearing("p").at, by: "pagefile" }));
    must(inbox.edit(b!.id, "b, in other words", { at: hearing("p").at, by: "cli" }));
    // The file is full, and another is begun.
    appendFileSync(join(path, "000001.jsonl"), `${" ".repeat(600_000)}\n`);
    must(inbox.add([loose("d", 0.7)], { ...hearing("p2"), at: later(80) }));
    expect(readdirSync(path)).toEqual(["000001.jsonl", "000002.jsonl"]);
    must(inbox.tidy(later(91)));
    expect(readdirSync(path)).toEqual(["000002.jsonl"]);
    const owed = owedOf(must(open().read()));
    expect(owed.map(({ text, told, lasting }) => [text, told, lasting])).toEqual([
      ["a", true, false],
      ["b, in other words", undefined, true],
      ["d", undefined, false],
    ]);
    const lines = readFileSync(join(path, "000002.jsonl"), "utf8").split("\n");
    const end = JSON.stringify({ ...endings[0], line: "ended", ids: [a!.id] });
    writeFileSync(join(path, "000002.jsonl"), [end, ...lines].join("\n"));
    expect(owedOf(must(open().read())).map(({ text }) => text)).toEqual(["b, in other words", "d"]);
  });

  it("is what may last where an older program said no more of it", () => {
    const { open, path } = folder();
    must(open().add([loose("a", 0), { ...loose("b", 0), mayLast: true }], hearing("p1")));
    const [name = ""] = readdirSync(path);
    const written = readFileSync(join(path, name), "utf8");
    writeFileSync(join(path, name), written.replaceAll(/"chance":0,?/g, ""));
    expect(likelyIn(open())).toEqual(["b"]);
  });
});

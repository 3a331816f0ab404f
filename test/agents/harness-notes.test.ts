/** Harness notes on disk: lines of several processes side by side, torn ones passed over, old files removed. */

import { appendFileSync, mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  condensed,
  type HarnessNote,
  type HarnessNotes,
  historyFrom,
  isDue,
  isOpen,
  openHarnessNotes,
} from "../../src/agents/session-notes.js";
import { workIn } from "../../src/heard/work.js";

let folder: string;
let notes: HarnessNotes;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pagefile-notes-"));
  notes = openHarnessNotes(join(folder, "harness"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const story: readonly HarnessNote[] = [
  { key: "a", kind: "prompt", given: "g1", length: 10 },
  { key: "b", kind: "tool", signature: "Read {}" },
  { key: "c", kind: "stop", nudged: true, length: 90, head: "0123" as never },
  { key: "d", kind: "lost", captured: 95 },
  { key: "e", kind: "prompt", given: "g2", length: 120 },
  { key: "f", kind: "tool", signature: "Bash {}" },
  { key: "g", kind: "prompt", given: null, length: 130, calm: true },
  { key: "h", kind: "stop", nudged: false, length: 140, head: "0123" as never, own: "4567" },
  { key: "i", kind: "tool", signature: "Read {}" },
  { key: "j", kind: "checkpoint", captured: 150, filled: 161_000 },
];

function readAll(session: string): readonly HarnessNote[] {
  const read = notes.read(session);
  if (!read.ok) throw new Error(read.error.says);
  return read.value;
}

test("what was added is read back in order, by session, and a torn line is none", () => {
  for (const note of story) expect(notes.add("s", note).ok).toBe(true);
  notes.add("t", { key: "z", kind: "end" });
  const file = readdirSync(join(folder, "harness")).map((name) => join(folder, "harness", name));
  for (const each of file) appendFileSync(each, '{"key":"x","kind":"tool"}\n{"key":"y","kind":"to');
  expect(readAll("s")).toEqual(story);
  expect(readAll("t")).toEqual([{ key: "z", kind: "end" }]);
  expect(readAll("nobody")).toEqual([]);
});

test("fewer notes tell the next event the same", () => {
  const last = { key: "last", kind: "end" } as const;
  for (let length = 0; length <= story.length; length += 1) {
    const known = historyFrom(story.slice(0, length), "");
    const fewer = condensed(known, last);
    expect(historyFrom(fewer, "last"), `after ${length}`).toEqual({ ...known, again: last });
  }
  const fewer = condensed(historyFrom(story, ""), last);
  expect(historyFrom(story, "f")).toMatchObject({
    given: "g2",
    nudged: false,
    asked: 90,
    captured: 150,
    again: story[5],
  });
  expect(historyFrom(story, "")).toMatchObject({
    ...{ own: "4567", tools: ["Bash {}", "Read {}"] },
  });
  const again: HarnessNote = { key: "z", kind: "tool", signature: "Read {}", again: true };
  expect([historyFrom(story, "").repeats, historyFrom([...story, again], "").repeats]).toEqual([false, true]);
  notes.add("s", story[0] as HarnessNote);
  notes.replace("s", fewer);
  expect(readAll("s")).toEqual(fewer);
});

test("fewer notes tell of the same work, and as many prompts and calls", () => {
  const worked = Array.from(
    { length: 3 },
    (_, at): HarnessNote => ({ key: `w${at}`, kind: "tool", signature: "Edit {}", touched: ["/desk/berths.ts"] }),
  );
  const ran: HarnessNote = { key: "r", kind: "tool", signature: "Bash {}", ran: "npm test" };
  const known = historyFrom([...story, ...worked, ran], "");
  notes.replace("s", condensed(known, { key: "last", kind: "end" }));
  const { prompts, called, calls } = historyFrom(readAll("s"), "");
  expect([prompts, called]).toEqual([3, 7]);
  expect(workIn(calls, "/desk").files).toEqual(["berths.ts"]);
  expect(calls.at(-1)).toEqual({ tool: "Bash", files: [], command: "npm test" });
});

test("a context that begins bare holds what it is given there, and nothing from before", () => {
  const told = "89ab" as never;
  const before: readonly HarnessNote[] = [
    { key: "a", kind: "prompt", given: "g1", length: 10, lines: "one two", told: "0123" as never },
    { key: "b", kind: "prompt", given: null, length: 20, lines: "three" },
  ];
  const hasAfter = (...notes: readonly HarnessNote[]): unknown => {
    const known = historyFrom([...before, ...notes], "");
    const last = { key: "last", kind: "end" } as const;
    expect(historyFrom(condensed(known, last), "last")).toEqual({ ...known, again: last });
    const { given, has, told } = known;
    return { given, has: [...has], told };
  };
  expect(hasAfter()).toEqual({ given: "g1", has: ["one", "two", "three"], told: "0123" });
  expect(hasAfter({ key: "c", kind: "prompt", given: "g2", length: 30, lines: "four", told, bare: true })).toEqual({
    ...{ given: "g2", has: ["four"], told },
  });
  // Nothing stands in it at all.
  expect(hasAfter({ key: "c", kind: "prompt", given: null, length: 30, bare: true, calm: true })).toEqual({
    ...{ given: null, has: [], told: null },
  });
});

test("what prompts demanded is open at once, due when much of it waits, and neither behind a decision", () => {
  const calm = { kind: "prompt", given: null, length: 10, calm: true } as const;
  const asked = (count: number): readonly HarnessNote[] =>
    Array.from({ length: count }, (_, at) => ({ ...calm, key: `${at}`, demanded: `page-${at}` }));
  const judged = (notes: readonly HarnessNote[]): readonly boolean[] => {
    const history = historyFrom(notes, "");
    return [isOpen(history), isDue(history)];
  };
  expect([0, 1, 15, 16].map((count) => judged(asked(count)))).toEqual([
    [false, false],
    [true, false],
    [true, false],
    [true, true],
  ]);
  expect(judged([...asked(16), { key: "z", kind: "prompt", given: null, length: 10 }])).toEqual([false, false]);
});

test("notes that nobody added to for long are swept", () => {
  notes.add("old", story[0] as HarnessNote);
  const [name = ""] = readdirSync(join(folder, "harness"));
  const long = new Date(Date.now() - 31 * 86_400_000);
  utimesSync(join(folder, "harness", name), long, long);
  notes.add("new", story[0] as HarnessNote);
  expect(notes.sweep(30).ok).toBe(true);
  expect(readAll("old")).toEqual([]);
  expect(readAll("new")).toHaveLength(1);
});

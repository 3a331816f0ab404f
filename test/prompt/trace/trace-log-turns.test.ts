/** TraceLogTurns and counts: one maker a number, damage stepped over, nothing without bound, and counters that rotation leaves whole. */

import nodeFs, * as fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Instant } from "../../../src/base/ids.js";
import { stableJson } from "../../../src/base/json.js";
import { limits } from "../../../src/base/limits.js";
import { placeNew } from "../../../src/prompt/trace/log.js";
import { recordOf } from "../../../src/prompt/trace/trace.js";
import { openTurnStates, type TurnState } from "../../../src/prompt/trace/turns.js";
import { openFaultLog } from "../../../src/write/fault-log.js";

import { assembled } from "./generate.js";

const record = recordOf(assembled);

function state(order: number, more: Partial<TurnState> = {}): TurnState {
  return {
    session: "s",
    order,
    turn: order * 10,
    asked: "x",
    epoch: 0,
    ended: null,
    demanded: { trips: 1 },
    seen: [["trips", "full"]],
    standing: [["trips", "pointer"]],
    bootstrap: [],
    hits: 1,
    sightings: 0,
    record,
    text: "the prompt\n",
    ...more,
  };
}

function folder(): string {
  const dir = fs.mkdtempSync(join(tmpdir(), "pagefile-turns-"));
  onTestFinished(() => fs.rmSync(dir, { recursive: true, force: true }));
  return join(dir, "turns");
}

const session = (dir: string): string => join(dir, fs.readdirSync(dir)[0] ?? "");

test("a state comes back as it was, and a number is given once", () => {
  const states = openTurnStates(folder());
  expect(states.latest("s")).toEqual({ ok: true, value: { state: null, order: 0, damaged: [] } });
  expect(states.add(state(1))).toEqual({ ok: true, value: "kept" });
  expect(states.add(state(1, { asked: "y" }))).toEqual({ ok: true, value: "taken" });
  expect(states.latest("s")).toEqual({ ok: true, value: { state: state(1), order: 1, damaged: [] } });
  expect(states.latest("other")).toEqual({ ok: true, value: { state: null, order: 0, damaged: [] } });
});

test("a state is one line of JSON, spelled as all else is", () => {
  const dir = folder();
  openTurnStates(dir).add(state(1));
  expect(fs.readFileSync(join(session(dir), "1.json"), "utf8")).toBe(`${stableJson(state(1))}\n`);
});

test("a state that is only seen is whole for every process, and made to outlast the machine in a second step", () => {
  const dir = folder();
  const [states, other] = [openTurnStates(dir), openTurnStates(dir)];
  const synced = syncsOf(() => states.add(state(1), "seen"));
  // The folder of a session is durable before anything in it counts.
  expect(synced).toBeGreaterThan(1);
  expect(syncsOf(() => states.settle())).toBe(0);
  expect(syncsOf(() => expect(states.add(state(2), "seen")).toEqual({ ok: true, value: "kept" }))).toBe(0);
  expect(other.latest("s")).toEqual({ ok: true, value: { state: state(2), order: 2, damaged: [] } });
  expect(other.add(state(2, { asked: "y" }), "seen")).toEqual({ ok: true, value: "taken" });
  expect(fs.readdirSync(session(dir)).sort()).toEqual(["1.json", "2.json"]);
  expect(fs.readFileSync(join(session(dir), "2.json"), "utf8")).toBe(`${stableJson(state(2))}\n`);
  expect(syncsOf(() => expect(states.settle().ok).toBe(true))).toBe(2);
  expect(syncsOf(() => states.settle())).toBe(0);
  states.add(state(3), "seen");
  fs.rmSync(session(dir), { recursive: true });
  expect(states.settle()).toEqual({ ok: true, value: undefined });
});

test("of two who make one name at once the first has it, and nothing else is left", () => {
  const file = join(folder(), "..", "1.json");
  const bytes = (text: string): Uint8Array => Buffer.from(text);
  expect([placeNew(file, bytes("one")), placeNew(file, bytes("two"))]).toEqual([true, false]);
  expect(fs.readFileSync(file, "utf8")).toBe("one");
  expect(fs.readdirSync(join(file, ".."))).toEqual(["1.json"]);
});

/** How often the disk was waited for meanwhile. */
function syncsOf(act: () => unknown, look = (_fd: number): void => {}): number {
  const before = nodeFs.fsyncSync;
  let count = 0;
  nodeFs.fsyncSync = (fd) => {
    count += 1;
    look(fd);
    before(fd);
  };
  syncBuiltinESMExports();
  try {
    act();
  } finally {
    nodeFs.fsyncSync = before;
    syncBuiltinESMExports();
  }
  return count;
}

test("a file is made durable by a handle that may write: Windows syncs by no other", () => {
  const states = openTurnStates(folder());
  states.add(state(1));
  states.add(state(2), "seen");
  const refused: number[] = [];
  const look = (fd: number): void => {
    if (!fs.fstatSync(fd).isFile()) return;
    try {
      fs.ftruncateSync(fd, fs.fstatSync(fd).size);
    } catch {
      refused.push(fd);
    }
  };
  expect(syncsOf(() => states.settle(), look)).toBeGreaterThan(0);
  expect(refused).toEqual([]);
});

test("old states go, and one who was held up since then gets no number that was given before", () => {
  const dir = folder();
  const states = openTurnStates(dir);
  for (let order = 1; order <= limits.turnStatesKept + 3; order += 1) states.add(state(order));
  expect(states.tidy("s")).toEqual({ ok: true, value: undefined });
  expect(states.tidy("other")).toEqual({ ok: true, value: undefined });
  expect(fs.readdirSync(session(dir))).toHaveLength(limits.turnStatesKept);
  expect(states.add(state(2))).toEqual({ ok: true, value: "taken" });
  expect(fs.readdirSync(session(dir))).not.toContain("2.json");
});

test("a damaged state is stepped over and named, and the next one goes on top of it", () => {
  const dir = folder();
  const states = openTurnStates(dir);
  states.add(state(1));
  states.add(state(2));
  const file = join(session(dir), "2.json");
  const whole = fs.readFileSync(file, "utf8");
  for (const text of [
    "",
    whole.slice(0, -20),
    whole.replace('"order":2', '"order":3'),
    whole.replace('["trips","full"]', '["trips","fuller"]'),
  ]) {
    fs.writeFileSync(file, text);
    expect(states.latest("s")).toEqual({ ok: true, value: { state: state(1), order: 2, damaged: [file] } });
  }
  expect(states.add(state(3))).toEqual({ ok: true, value: "kept" });
  expect(states.latest("s")).toMatchObject({ value: { order: 3, damaged: [] } });
});

test("the sessions that nobody heard of for the longest make room", () => {
  const dir = folder();
  const states = openTurnStates(dir);
  for (let n = 0; n < limits.turnSessionsMax; n += 1) fs.mkdirSync(join(dir, `junk-${n}`), { recursive: true });
  const old = { ...record, at: "2020-01-01T00:00:00Z" as Instant };
  states.add(state(1, { session: "old", record: old }));
  states.add(state(1, { session: "new" }));
  expect(fs.readdirSync(dir)).toHaveLength(limits.turnSessionsMax);
  expect(states.list()).toMatchObject({ value: [{ session: "new" }, { session: "old" }] });
});

test("counts are those of all faults ever, whatever rotation dropped", () => {
  const dir = join(folder(), "..");
  const log = openFaultLog(dir, 600);
  const fault = { page: "p", says: "x".repeat(80), hint: "", at: record.at, trace: null };
  for (let n = 0; n < 40; n += 1)
    expect(log.append([{ ...fault, kind: n % 4 === 0 ? "refetch" : "flush_miss" }]).ok).toBe(true);
  expect(log.recent(1000).records.length).toBeLessThan(10);
  expect(log.count()).toMatchObject({ counts: { refetch: 10, flush_miss: 30 }, damaged: [] });
  fs.writeFileSync(join(dir, "fault-counts.json"), "[]");
  expect(log.count().counts.flush_miss).toBeLessThan(10);
});

test("a rotation that died between counting and moving is counted once", () => {
  const dir = join(folder(), "..");
  const log = openFaultLog(dir, 600);
  const fault = { page: "p", says: "x".repeat(80), hint: "", at: record.at, trace: null };
  for (let n = 0; n < 9; n += 1) log.append([{ ...fault, kind: "refetch" }]);
  const files = ["faults.jsonl", "faults.jsonl.1"].map((name) => join(dir, name));
  for (const file of files) fs.linkSync(file, `${file}.kept`);
  expect(log.count().counts.refetch).toBe(9);
  log.append([{ ...fault, kind: "refetch" }]);
  for (const file of files) fs.renameSync(`${file}.kept`, file);
  expect(log.count().counts.refetch).toBe(9);
  for (let n = 0; n < 4; n += 1) log.append([{ ...fault, kind: "refetch" }]);
  expect(log.count().counts.refetch).toBe(13);
});

test("faults of a later version's kinds are damage to this one, and texts are kept as they were sealed", () => {
  const dir = join(folder(), "..");
  const log = openFaultLog(dir);
  log.append([{ kind: "refetch", page: "\u001b[31m\nx", says: "", hint: "", at: record.at, trace: null }]);
  fs.appendFileSync(
    join(dir, "faults.jsonl"),
    '{"kind":"moon","page":"","says":"","hint":"","at":"x","trace":null}\n',
  );
  const { records, damaged } = log.recent(9);
  expect(records.map((one) => one.page)).toEqual(["\u001b[31m\nx"]);
  expect(damaged).toHaveLength(1);
  expect(fs.readFileSync(join(dir, "faults.jsonl"), "utf8")).not.toContain("\u001b");
});

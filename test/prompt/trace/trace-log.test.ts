/** TraceLog on disk: appended whole, bounded, readable whatever happened to the file. */

import { spawn } from "node:child_process";
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { Instant } from "../../../src/base/ids.js";
import { stableJson } from "../../../src/base/json.js";
import { openTraceLog } from "../../../src/prompt/trace/log.js";
import { type AssemblyRecord, recordOf } from "../../../src/prompt/trace/trace.js";
import type { Fault } from "../../../src/write/fault.js";
import { faultLogOf, logFaults, openFaultLog } from "../../../src/write/fault-log.js";

import { compile } from "../../cli/compiled.js";
import { assembled } from "./generate.js";

let dir: string;
let path: string;

beforeEach(() => {
  const root = fs.mkdtempSync(join(tmpdir(), "pagefile-trace-"));
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }));
  dir = join(root, "state", "deep");
  path = join(dir, "traces.jsonl");
});

function record(n: number): AssemblyRecord {
  return recordOf({ ...assembled, text: `text ${n}` });
}

const lineBytes = Buffer.byteLength(`${stableJson(record(0))}\n`);

describe("reading and writing", () => {
  it("gives records back, newest first, and finds one by the start of its id", () => {
    const log = openTraceLog(dir);
    for (let n = 0; n < 5; n += 1) expect(log.append(record(n))).toEqual({ ok: true, value: undefined });
    expect(log.recent(2)).toEqual({ records: [record(4), record(3)], damaged: [] });
    expect(log.find(record(1).trace.slice(0, 8))).toEqual(record(1));
    expect(log.find("zzz")).toBeNull();
  });

  it("finds its own record and those that others added around it, and none that is gone", () => {
    const [log, other] = [openTraceLog(dir), openTraceLog(dir)];
    other.append(record(0));
    log.append(record(1));
    expect(log.find(record(1).trace)).toEqual(record(1));
    other.append(record(2));
    expect(log.recent(9)).toEqual({ records: [record(2), record(1), record(0)], damaged: [] });
    expect(log.recent(9, ({ trace }) => (trace === record(1).trace ? null : true)).records).toEqual([record(2)]);
    expect(log.find(record(1).trace)).toEqual(record(1));
    fs.renameSync(path, `${path}.1`);
    other.append(record(3));
    expect(log.recent(9).records).toEqual([3, 2, 1, 0].map(record));
    fs.rmSync(`${path}.1`);
    expect(log.find(record(1).trace)).toBeNull();
    fs.rmSync(path);
    expect(log.recent(9).records).toEqual([]);
  });

  it("reads no record in which a text is not named that all of them were asked to name", () => {
    const log = openTraceLog(dir);
    const session = 'a "named" one\\';
    const of = (n: number, name: string) => ({ ...record(n), inputs: { ...record(n).inputs, session: name } });
    const [mine, other] = [of(1, session), of(2, "another")];
    for (const each of [mine, other]) log.append(each);
    fs.appendFileSync(path, '{"session":"another","torn');
    const looked: unknown[] = [];
    const keep = (each: { readonly trace: string }): boolean => looked.push(each.trace) > 0;
    expect(openTraceLog(dir).recent(9, keep, session)).toEqual({ records: [mine], damaged: [] });
    expect(looked).toEqual([mine.trace]);
    expect(openTraceLog(dir).recent(9, keep).damaged).toHaveLength(1);
    expect(openTraceLog(dir).recent(9, () => false, session).records).toEqual([]);
  });

  it("has nothing where nothing was written, and makes nothing by reading", () => {
    const log = openTraceLog(dir);
    expect(log.recent(5)).toEqual({ records: [], damaged: [] });
    expect(log.find("a")).toBeNull();
    expect(openFaultLog(dir).recent(5)).toEqual({ records: [], damaged: [] });
    expect(fs.existsSync(dir)).toBe(false);
  });

  it("keeps faults in a file of their own", () => {
    const log = openTraceLog(dir);
    const faults = openFaultLog(dir);
    const fault = { ...assembled.faults[0]!, at: "2026-01-01T00:00:00Z" as Instant, trace: record(1).trace };
    expect(faults.append([fault, { ...fault, trace: null }]).ok).toBe(true);
    expect(faults.append([])).toEqual({ ok: true, value: undefined });
    expect(faults.recent(9).records).toEqual([{ ...fault, trace: null }, fault]);
    expect(log.recent(9).records).toEqual([]);
  });

  it("is for its owner alone", () => {
    openTraceLog(dir).append(record(1));
    expect(fs.statSync(path).mode & 0o777).toBe(0o600);
    expect(fs.statSync(dir).mode & 0o777).toBe(0o700);
  });
});

describe("damage", () => {
  it("skips a torn last line with a fault, and the next record starts a line of its own", () => {
    const log = openTraceLog(dir);
    log.append(record(1));
    log.append(record(2));
    fs.truncateSync(path, fs.statSync(path).size - 20);
    expect(log.recent(9).records).toEqual([record(1)]);
    expect(log.recent(9).damaged).toMatchObject([{ kind: "sidecar_corrupt", page: path }]);
    log.append(record(3));
    expect(log.recent(9).records).toEqual([record(3), record(1)]);
    expect(log.recent(9).damaged).toHaveLength(1);
    expect(log.find(record(3).trace)).toEqual(record(3));
  });

  it("skips lines of anything else and keeps the rest", () => {
    const log = openTraceLog(dir);
    log.append(record(1));
    fs.appendFileSync(path, `\n{"kind":"assemble"}\n\u0000\u0001\n[1,2]\n`);
    log.append(record(2));
    const { records, damaged } = log.recent(9);
    expect(records).toEqual([record(2), record(1)]);
    expect(damaged.map((f) => f.says.match(/Line \d+/)?.[0])).toEqual(["Line 5", "Line 4", "Line 3"]);
  });

  it("reports what stands in the file's place: a folder, a symlink; and leaves the link's target alone", () => {
    const target = join(dir, "..", "target");
    fs.mkdirSync(dir, { recursive: true });
    fs.writeFileSync(target, "mine");
    fs.symlinkSync(target, path);
    fs.mkdirSync(join(dir, "faults.jsonl"));
    const log = openTraceLog(dir);
    expect(log.append(record(1))).toMatchObject({ ok: false, error: { code: "io_failed", errno: "ELOOP" } });
    expect(log.recent(1).damaged).toMatchObject([{ kind: "sidecar_corrupt" }]);
    expect(openFaultLog(dir).recent(1).damaged).toMatchObject([{ kind: "sidecar_corrupt" }]);
    expect(fs.readFileSync(target, "utf8")).toBe("mine");
  });
});

describe("bounds", () => {
  it("keeps two generations at most, the newest records among them", () => {
    const log = openTraceLog(dir, 5 * lineBytes);
    for (let n = 0; n < 23; n += 1) log.append(record(n));
    expect(fs.readdirSync(dir).sort()).toEqual(["traces.jsonl", "traces.jsonl.1"]);
    for (const name of fs.readdirSync(dir))
      expect(fs.statSync(join(dir, name)).size).toBeLessThanOrEqual(5 * lineBytes);
    const { records, damaged } = log.recent(100);
    expect(damaged).toEqual([]);
    expect(records.length).toBeGreaterThanOrEqual(5);
    expect(records).toEqual(records.map((_, i) => record(22 - i)));
  });

  it("refuses a record larger than a file", () => {
    const log = openTraceLog(dir, lineBytes - 1);
    expect(log.append(record(1))).toMatchObject({ ok: false, error: { code: "io_failed", errno: "EFBIG" } });
    expect(fs.existsSync(path)).toBe(false);
  });

  it("goes on past a lock that a crash left, and breaks it at twice the bound", () => {
    const log = openTraceLog(dir, 4 * lineBytes);
    log.append(record(0));
    fs.writeFileSync(`${path}.lock`, "");
    for (let n = 1; n < 40; n += 1) expect(log.append(record(n)).ok).toBe(true);
    for (const name of fs.readdirSync(dir))
      expect(fs.statSync(join(dir, name)).size).toBeLessThanOrEqual(9 * lineBytes);
    expect(fs.existsSync(`${path}.lock`)).toBe(false);
    expect(log.recent(1).records).toEqual([record(39)]);
  });

  it("loses no line and mixes none when four processes write through one rotation", async () => {
    const folder = compile("test/support/trace-writer.ts");
    const script = join(folder, "test/support/trace-writer.js");
    const each = 250;
    const sample = stableJson({
      kind: "page_unreadable",
      page: "w0-000",
      says: "x".repeat(80),
      hint: "",
      at: assembled.at,
      trace: null,
    });
    // Room for 60 % of all lines a file: one rotation, after which both generations together hold every line.
    const bytesMax = Math.round(4 * each * (sample.length + 1) * 0.6);
    const runs = [0, 1, 2, 3].map(
      (n) =>
        new Promise((resolve) => {
          const args = [script, dir, `w${n}`, String(each), String(bytesMax)];
          spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] }).once("close", resolve);
        }),
    );
    expect(await Promise.all(runs)).toEqual([0, 0, 0, 0]);
    const { records, damaged } = openFaultLog(dir, bytesMax).recent(10_000);
    expect(damaged).toEqual([]);
    expect(new Set(records.map((r) => r.page)).size).toBe(4 * each);
    expect(fs.existsSync(join(dir, "faults.jsonl.1"))).toBe(true);
    fs.rmSync(folder, { recursive: true });
  });
});

it("logs a hundred faults of a kind in one decision, and says how many more there are", () => {
  const memory = {
    place: { state: dir },
    services: new Map(),
    clock: { now: () => "2026-11-21T09:00:00Z" as Instant },
  };
  const of = (kind: "lease_lost" | "flush_miss", count: number): readonly Fault[] =>
    Array.from({ length: count }, (_, at) => ({ kind, page: `p-${at}`, says: `No ${at}.`, hint: "Look." }));
  logFaults(memory as never, [...of("lease_lost", 130), ...of("flush_miss", 7)], { trace: "4f1c09a2b3d4" });
  const { records } = faultLogOf(memory as never).recent(999);
  expect(
    records
      .filter(({ kind }) => kind === "flush_miss")
      .map(({ page }) => page)
      .toReversed(),
  ).toEqual(of("flush_miss", 7).map(({ page }) => page));
  const refetched = records.filter(({ kind }) => kind === "lease_lost").toReversed();
  expect(refetched.slice(0, 100).map(({ page }) => page)).toEqual(of("lease_lost", 100).map(({ page }) => page));
  const rest = { page: "", says: "30 more of this kind.", hint: "pagefile trace 4f1c09a2b3d4" };
  expect(refetched.slice(100)).toMatchObject([rest]);
  logFaults(memory as never, of("lease_lost", 100), {});
  expect(faultLogOf(memory as never).recent(999).records).toHaveLength(208);
});

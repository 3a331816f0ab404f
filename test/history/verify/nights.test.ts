/** Nights and series: what a night counts, moves and finds again, that it does each once, and that no row is ever lost. */

import { appendFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { digest } from "../../../src/base/digest.js";
import type { PageId } from "../../../src/base/ids.js";
import { ok } from "../../../src/base/result.js";
import { verifyHistory } from "../../../src/history/verify/views.js";
import { seriesFilesOf } from "../../../src/memory/series-files.js";
import { undoNight } from "../../../src/night/undo.js";
import { openSearch, searchOf } from "../../../src/recall/index/open.js";
import { kindOf } from "../../../src/recall/plan.js";
import { ownEnvelope } from "../../../src/write/patch.js";

import { openTestAudit } from "../../support/audit.js";
import { must, type NightMemory } from "../../support/nights.js";
import { give } from "../../support/open-memory.js";
import { ask } from "../../support/recall-sample.js";
import { everyRow, hotSeries, rowsOfPage, seriesMemory } from "../../support/series.js";

const hot = hotSeries;
const cold = "archive/perception/heart-rate/2026-09.jsonl";
const september = "memory/perception/heart-rate/2026-09.md";
const november = "memory/perception/heart-rate/2026-11.md";

let memory: NightMemory;
afterEach(async () => {
  expect(memory.repo.tryGit(["fsck", "--strict"]).status).toBe(0);
  await memory.close();
});

/** Two rows an hour on two hours of a day: one reading stands out on November 16. */
const rowsOf = (day: string, count = 24): string[] =>
  Array.from({ length: count }, (_, i) => {
    const ts = `${day}T${String(Math.floor(i / 2)).padStart(2, "0")}:${i % 2 === 0 ? "10" : "40"}:00Z`;
    return `${JSON.stringify({ ts, bpm: day === "2026-11-16" && i === 17 ? 171 : 60 + ((i * 5) % 13) })}\n`;
  });
const kept = [...rowsOf("2026-10-05"), ...rowsOf("2026-11-16"), ...rowsOf("2026-11-20")];
const old = [...rowsOf("2026-09-29"), ...rowsOf("2026-09-30")];

async function open(rows: readonly string[]): Promise<void> {
  memory = await seriesMemory(rows);
}

const head = (): string => memory.repo.git("rev-parse", "HEAD");

/** Each day of a page is asked for by the numbers it names, and has the digest it names. */
function expectResolving(path: string): void {
  const days = [...memory.read(path).matchAll(/rows? \((\d+)-(\d+), sha256 (\w{12})\)/g)];
  expect(days.length).toBeGreaterThan(0);
  for (const [, from, to, short] of days) {
    const rows = rowsOfPage(memory, path, [Number(from), Number(to)]);
    expect(digest(rows.join(""))).toContain(`sha256:${short}`);
  }
}

describe("a night", () => {
  test("counts the days that are over, moves the month that is past, and finds both again", async () => {
    const today = rowsOf("2026-11-21", 4);
    await open([...old, "no row\n", ...kept, ...today, '{"ts":"2026-11-21T0']);
    const before = [head(), memory.read(hot)];
    const dry = await memory.night("dry_run");
    expect([head(), memory.read(hot)]).toEqual(before);
    const done = await memory.night();
    expect(memory.reasons().slice(0, 2)).toEqual(["PRUNE_ARCHIVE", "CAPTURE"]);
    expect(done.plan).toEqual(dry.plan);
    const [moved] = done.perception?.moved ?? [];
    expect(moved).toMatchObject({ series: "heart-rate", month: "2026-09", rows: 48, commit: head() });
    expect({ ...done.perception, moved: [{ ...moved, commit: null }] }).toEqual(dry.perception);
    expect(done.perception?.series[0]).toMatchObject({
      rows: 124,
      days: ["2026-09-29", "2026-09-30", "2026-10-05", "2026-11-16", "2026-11-20"],
      wrong: { count: 1, first: [{ path: hot, line: 49, says: "it is no JSON" }] },
      unfinished: true,
    });
    expect(memory.read(cold)).toBe(old.join(""));
    expect(memory.read(hot)).toBe(["no row\n", ...kept, ...today, '{"ts":"2026-11-21T0'].join(""));
    expect(memory.read(september)).toContain(
      `- Cold rows of heart-rate, 1 to 48: \`${cold}\` (sha256 ${digest(old.join("")).slice(7, 19)}).`,
    );
    for (const path of [september, november]) expectResolving(path);
    expect(memory.read(november)).not.toContain("2026-11-21,");
    expect(memory.repo.git("status", "--porcelain", "-uall")).toBe(`?? ${hot}\n?? pagefile.yaml`);
    const host = openTestAudit(memory.repo.dir, memory.repo.env, "native");
    const audited = must(await verifyHistory(memory.workspace.primary, host, { since: null, attest: "leave" }));
    await host.close();
    expect(audited.findings).toEqual([]);
    const committed = head();
    expect((await memory.night()).perception?.moved).toEqual([]);
    expect(head()).toBe(committed);
  });

  test("that is recalled gives days and what stood out as perceptual memory, with the rows to read", async () => {
    await open([...old, ...kept]);
    await memory.night();
    const search = openSearch({ dir: join(memory.repo.home, "search"), version: "test" });
    give(memory.workspace.primary, [[searchOf, search]]);
    const found = await ask(memory.workspace, "heart rate anomaly", { types: ["perceptual"] });
    expect(found.pages[0]).toMatchObject({ id: "heart-rate-2026-11", kind: "perceptual" });
    expect(JSON.stringify(found.pages[0])).toContain("rows 16-20 around row 18");
    const day = await ask(memory.workspace, "average heart rate on 2026-09-30");
    expect(day.pages[0]).toMatchObject({ id: "heart-rate-2026-09", kind: "perceptual" });
    expect(JSON.stringify(day.pages[0])).toContain("24 rows (25-48");
    const group = await ask(memory.workspace, "heart rate anomaly", { audience: "group" });
    expect(group.pages).toEqual([]);
    expect(rowsOfPage(memory, "heart-rate-2026-11", [18, 18])).toEqual([rowsOf("2026-11-16")[17]]);
    search.close();
  });

  test("that is undone leaves no page, loses no row, and is made anew by the next", async () => {
    await open([...old, ...kept]);
    await memory.night();
    const page = memory.read(november);
    must(await undoNight(memory.workspace.primary, ownEnvelope, { detached: "refuse" }));
    expect([september, november].map((path) => existsSync(join(memory.repo.dir, path)))).toEqual([false, false]);
    expect(everyRow(memory)).toEqual([...old, ...kept].sort());
    memory.now = "2026-11-22T03:00:00Z";
    await memory.night();
    const undated = (text: string): string => text.replace(/^(?:created|updated): .*\n/gm, "");
    expect(undated(memory.read(november))).toBe(undated(page));
    expectResolving(september);
    expect(memory.read(september)).toContain(`\`${cold}\``);
    expect(everyRow(memory)).toEqual([...old, ...kept].sort());
  });

  test("that dies between the commit of cold rows and their cut has them once, and the next one takes them out", async () => {
    await open([...old, ...kept]);
    const { primary } = memory.workspace;
    const series = seriesFilesOf(primary);
    const died = {
      ...series!,
      cut: () => {
        throw new Error("killed");
      },
    };
    give(primary, [[seriesFilesOf, died]]);
    await expect(memory.night()).rejects.toThrow("killed");
    expect(memory.read(hot)).toBe([...old, ...kept].join(""));
    expect(memory.read(cold)).toBe(old.join(""));
    expectResolving(september);
    give(primary, [[seriesFilesOf, series]]);
    const again = await memory.night();
    expect(again.perception?.moved).toMatchObject([{ month: "2026-09", files: [], commit: null }]);
    expect(again.commits).toEqual([]);
    expect(memory.read(hot)).toBe(kept.join(""));
    expect(memory.read(cold)).toBe(old.join(""));
  });

  test("counts a day again whose rows came late, from both files, and keeps what it said before", async () => {
    await open([...old, ...kept]);
    await memory.night();
    const late = '{"ts":"2026-09-30T23:59:00Z","bpm":99}\n{"ts":"2026-11-20T23:59:00Z","bpm":98}\n';
    appendFileSync(join(memory.repo.dir, hot), late);
    memory.now = "2026-11-22T03:00:00Z";
    await memory.night();
    expect(memory.read(september)).toContain("- 2026-09-30, heart-rate: 24 rows (25-48,");
    expect(memory.read(september)).toContain("- 2026-09-30, heart-rate counted again: 25 rows (25-49,");
    expect(memory.read(november)).toContain("- 2026-11-20, heart-rate counted again: 25 rows (25-49,");
    expect(memory.read(september)).toContain(
      "- Cold rows of heart-rate, 49 to 49: `archive/perception/heart-rate/2026-09-2.",
    );
    expect(memory.read("archive/perception/heart-rate/2026-09-2.jsonl")).toBe(late.slice(0, late.indexOf("\n") + 1));
    expect(rowsOfPage(memory, "heart-rate-2026-09", [48, 49])).toEqual([old[47], late.match(/.*\n/g)![0]]);
    expect(everyRow(memory)).toEqual([...old, ...kept, ...late.match(/.*\n/g)!].sort());
    const committed = head();
    await memory.night();
    expect(head()).toBe(committed);
  });
});

test("a row that comes while a night is at work keeps its month where it is until the next has counted it", async () => {
  await open([...old, ...kept]);
  const late = '{"ts":"2026-09-30T23:59:00Z","bpm":99}\n';
  const { history } = memory.workspace.primary;
  const record = history.record.bind(history);
  history.record = (plan, options) => {
    history.record = record;
    appendFileSync(join(memory.repo.dir, hot), late);
    return record(plan, options);
  };
  const done = await memory.night();
  expect(done.perception?.moved).toEqual([]);
  expect(done.perception?.left[0]?.why).toContain("does not tell of all its rows yet");
  expect(memory.read(hot)).toBe([...old, ...kept, late].join(""));
  memory.now = "2026-11-22T03:00:00Z";
  expect((await memory.night()).perception?.moved).toMatchObject([{ month: "2026-09", rows: 49 }]);
  expect(memory.read(cold)).toBe([...old, late].join(""));
});

test("a month's page that a person archived stays there, is perceptual memory, and leads to its rows; late ones stay hot", async () => {
  await open([...old, ...kept]);
  await memory.night();
  mkdirSync(join(memory.repo.dir, "archive/2026"), { recursive: true });
  memory.repo.git("mv", september, "archive/2026/heart-rate-2026-09.md");
  memory.commit({});
  appendFileSync(join(memory.repo.dir, hot), rowsOf("2026-09-30")[0]!);
  memory.now = "2026-11-22T03:00:00Z";
  const done = await memory.night();
  expect([done.refused, done.perception?.moved, existsSync(join(memory.repo.dir, september))]).toEqual([
    [],
    [],
    false,
  ]);
  expect(memory.read(hot)).toBe([...kept, rowsOf("2026-09-30")[0]].join(""));
  expect(rowsOfPage(memory, "heart-rate-2026-09", [1, 48])).toEqual(old);
  const entry = memory.workspace.primary.table.byId.get("heart-rate-2026-09" as PageId)!;
  expect([entry.tier, kindOf(entry, false)]).toEqual(["cold", "perceptual"]);
});

describe("rows stay where they are", () => {
  test("where git ignores their file, and where a secret in them keeps them out of commits; others go", async () => {
    await open(old);
    memory.commit({
      "memory/perception/keys.csv": `ts,note,n\n2026-09-01T08:00:00Z,AKIAIOSFODNN7EXAMPLE,5\n`,
      "memory/perception/steps.csv": "ts,n\n2026-09-01T08:00:00Z,7\n",
    });
    Object.assign(memory.workspace.primary, {
      checkout: {
        remoteRef: () => ok(null),
        blindMarks: async () => ok([]),
        ignored: async (paths: readonly string[]) => ok(new Set(paths.filter((path) => path === hot))),
      },
    });
    const done = await memory.night();
    expect(done.perception?.moved.map(({ series }) => series)).toEqual(["steps"]);
    expect(done.perception?.left.map(({ path, why }) => [path, why.slice(0, 24)])).toEqual([
      [hot, "Git ignores it, so its r"],
      ["memory/perception/keys.csv", "2026-09 stays: There is "],
    ]);
    expect(memory.read(hot)).toBe(old.join(""));
    expect(memory.read("archive/perception/steps/2026-09.csv")).toBe("ts,n\n2026-09-01T08:00:00Z,7\n");
    expect(memory.read("memory/perception/steps.csv")).toBe("ts,n\n");
    expect(memory.read("memory/perception/keys/2026-09.md")).toContain("`n`: 5.");
    expect(memory.repo.git("log", "-p", "--format=%B", "--", "archive", "memory/perception/keys")).not.toContain(
      "AKIA",
    );
  });

  test("where a page is in the way, that series is told and waits, and no other does", async () => {
    await open(old);
    memory.write({ "memory/perception/steps.csv": "ts,n\n2026-09-01T08:00:00Z,7\n", [september]: "# Mine\n" });
    const done = await memory.night();
    expect(done.refused.map(({ says }) => says)).toEqual([expect.stringContaining(`${september} stands where`)]);
    expect(done.perception?.moved.map(({ series }) => series)).toEqual(["steps"]);
    expect(memory.read(hot)).toBe(old.join(""));
    expect(memory.read(september)).toBe("# Mine\n");
  });
});

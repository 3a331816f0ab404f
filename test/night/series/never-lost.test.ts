/** Never lost: rows that come in any order and by any handle, over nights that count, move and cut, held against what was written. */

import { appendFileSync, closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { digest } from "../../../src/base/digest.js";
import { seriesFilesOf } from "../../../src/memory/series-files.js";
import { digestsByDay } from "../../../src/night/series/day.js";

import { must } from "../../support/nights.js";
import { everyRow, hotSeries, rowsOfPage, seriesMemory } from "../../support/series.js";

/** A row of any minute of the sixty days before a day; few minutes, so that some come twice. */
const strayRow = (before: string): fc.Arbitrary<string> =>
  fc
    .record({ day: fc.integer({ min: 0, max: 60 }), minute: fc.integer({ min: 0, max: 5 }) })
    .map(({ day, minute }) => {
      const ts = new Date(Date.parse(`${before}T12:00:00Z`) - day * 86_400_000 + minute * 60_000).toISOString();
      return `${JSON.stringify({ ts, n: day % 5 })}\n`;
    });

test("rows in any order, twice, late and by a handle that is held open: after any nights each is there as often as it came", async () => {
  const memory = await seriesMemory([]);
  onTestFinished(memory.close);
  const file = join(memory.repo.dir, hotSeries);
  const held = openSync(file, "a");
  const came: string[] = [];
  for (const [at, day] of ["2026-10-20", "2026-11-02", "2026-11-03", "2026-12-01", "2027-01-15"].entries()) {
    const rows = fc.sample(fc.array(strayRow(day), { minLength: 15, maxLength: 40 }), {
      seed: 17 + at,
      numRuns: 1,
    })[0]!;
    came.push(...rows);
    for (const [i, row] of rows.entries()) {
      if (i % 3 === 0) writeSync(held, row);
      else appendFileSync(file, row);
    }
    memory.now = `${day}T03:00:00Z`;
    const done = await memory.night();
    expect(done.refused).toEqual([]);
    expect(done.perception?.left).toEqual([]);
  }
  closeSync(held);
  expect(must(seriesFilesOf(memory.workspace.primary)!.recover())).toBeUndefined();
  expect(everyRow(memory)).toEqual(came.sort());
  expect(memory.read(hotSeries).match(/"ts":"2026-1[01]/g)).toBeNull();
  for (const month of ["2026-09", "2026-10", "2026-11"]) {
    const counted = digestsByDay(memory.read(`memory/perception/heart-rate/${month}.md`));
    const rows = rowsOfPage(memory, `heart-rate-${month}`, [1, 1_000]);
    for (const [day, short] of counted) {
      const whole = rows.filter((row) => row.includes(`"ts":"${day}`));
      expect([day, digest(whole.join("")).slice(7, 19)]).toEqual([day, short]);
    }
    expect(counted.size).toBe(
      new Set(came.flatMap((row) => /2\d{3}-\d\d-\d\d/.exec(row)?.filter((day) => day.startsWith(month)) ?? [])).size,
    );
  }
});

/** Series: a memory with one series of perception, and where all of its rows are by then. */

import { readSeriesRows } from "../../src/night/series/rows.js";
import { must, type NightMemory, nightMemory } from "./nights.js";

export const hotSeries = "memory/perception/heart_rate.jsonl";

/** Rows with their line ends. */
export async function seriesMemory(rows: readonly string[]): Promise<NightMemory> {
  const memory = await nightMemory({ "MEMORY.md": "# Memory\n" });
  memory.write({ [hotSeries]: rows.join("") });
  return memory;
}

/** Every row of the hot file and of what the archive has, sorted. */
export function everyRow(memory: NightMemory): readonly string[] {
  const listed = memory.repo.git("ls-files", "archive/perception").split("\n");
  const files = [hotSeries, ...listed.filter((path) => path !== "")];
  return files.flatMap((path) => memory.read(path).match(/[^\n]*\n/g) ?? []).sort();
}

/** As `pagefile evidence` gives them. */
export function rowsOfPage(
  memory: NightMemory,
  name: string,
  [from, to]: readonly [from: number, to: number],
): readonly string[] {
  const rows = must(readSeriesRows(memory.workspace, { name, from, to }));
  return (rows?.text ?? "").split("\n").map((row) => `${row}\n`);
}

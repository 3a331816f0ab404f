/** E2E, table: what was seen after each boundary, side by side, and whether it is what was promised. */

import type { Seen } from "./story.js";

export interface Column {
  readonly name: string;
  readonly seen: readonly Seen[];
}

/** How a harness's requests may look. */
export interface Bounds {
  /** Blocks in one request; null where a harness keeps earlier ones in the conversation. */
  readonly blocksMax: number | null;
  readonly charsMax: number;
}

export function printTable(title: string, columns: readonly Column[]): void {
  const boundaries = columns[0]?.seen.map(({ boundary }) => boundary) ?? [];
  const rows = [
    ["after", ...columns.map(({ name }) => name)],
    ...boundaries.map((boundary, at) => [boundary, ...columns.map(({ seen }) => cell(seen[at]))]),
  ];
  printRows(title, rows);
}

/** The first row is the head. */
export function printRows(title: string, rows: readonly (readonly string[])[]): void {
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  const lines = rows.map((row) =>
    row
      .map((text, at) => text.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  process.stdout.write(`\n${title}\n${lines.join("\n")}\n\n`);
}

function cell(seen: Seen | undefined): string {
  if (seen === undefined) return "–";
  const block = seen.blocks === 0 ? "" : `, block of ${seen.longest}`;
  return `rule ${seen.rule ? "there" : "LOST"}, plan ${seen.plan ? "there" : "LOST"}${block}`;
}

/** How many of the two are missing after how many boundaries. */
export function lossesIn(seen: readonly Seen[]): string {
  const lost = seen.reduce((sum, { rule, plan }) => sum + (rule ? 0 : 1) + (plan ? 0 : 1), 0);
  return `${lost} of ${2 * seen.length}`;
}

/** Of three columns: a model that saves, one that declines, the harness alone. Throws at the first thing that is not so. */
export function judge([saves, declines, alone]: readonly Column[], { blocksMax, charsMax }: Bounds): void {
  if (saves === undefined || declines === undefined || alone === undefined) throw new Error("A column is missing.");
  for (const seen of saves.seen) {
    const at = `${saves.name}, ${seen.boundary}`;
    const { rule, plan, dirty } = seen.counts;
    // Before a context begins anew, what was written in it stands where it was written, and once.
    const isFirst = seen.boundary === "tool result";
    if (isFirst && !(seen.rule && seen.plan && rule === 0 && plan === 0))
      throw new Error(`${at}: the block was given again, or what was written is gone.`);
    if (!isFirst && (rule !== 1 || plan !== 1))
      throw new Error(`${at}: the block holds the rule ${rule} times, the plan ${plan} times.`);
    // A context that goes on keeps its block, and is told of what was staged beside it.
    const isResumed = seen.boundary === "killed in a turn, resumed";
    if (isResumed && !seen.dirty) throw new Error(`${at}: what was staged is gone.`);
    const isAfterDeath = ["reset", "new session, new process"].includes(seen.boundary);
    if (!isResumed && dirty !== (isAfterDeath ? 1 : 0))
      throw new Error(`${at}: what was staged is there ${dirty} times.`);
  }
  for (const seen of declines.seen) {
    if (!seen.rule || !seen.plan)
      throw new Error(`${declines.name}, ${seen.boundary}: what the person said is gone.`);
  }
  for (const { name, seen } of [saves, declines])
    for (const { boundary, blocks, longest } of seen) {
      if (blocksMax !== null && blocks > blocksMax) throw new Error(`${name}, ${boundary}: ${blocks} blocks.`);
      if (longest > charsMax) throw new Error(`${name}, ${boundary}: a block of ${longest} characters.`);
    }
  if (alone.seen.every(({ rule, plan }) => rule && plan))
    throw new Error("The control lost nothing: this proves nothing.");
}

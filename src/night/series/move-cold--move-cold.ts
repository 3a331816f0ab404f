/** MoveCold: rows of months past go to files of their own, first into a commit and only then out of the file that programs append to. */

import { type Digester, digester } from "../../base/digest--digest.js";
import type { Instant, Oid, PagePath } from "../../base/ids.js";
import type { Failure, Outcome } from "../../base/result.js";
import { err, ok } from "../../base/result--result.js";
import type { Memory } from "../../memory/memory.js";
import type { Ground } from "../../write/change--ground.js";
import { type CommitOptions, commit } from "../../write/commit/commit.js";
import { validateSeries } from "../../write/series-page.js";
import { envelopeOf } from "../steps--night-name.js";
import { shownDigest } from "./day.js";
import { countedIn, monthPage } from "./day--month-page.js";
import type { SeriesFiles } from "./files--series-filesx.js";
import { draftFrom, type SeriesTold } from "./move-cold.js";
import { clockOf } from "./row--timestamp.js";
import { eachRow, type RowsRead } from "./rows.js";
import { type ColdPart, isPast, partEntry, partsOf } from "./rows--partition.js";
import { type Series, seriesOf } from "./rows--series.js";

export interface ColdMove {
  readonly series: string;
  readonly month: string;
  /** Rows that leave the hot file. */
  readonly rows: number;
  /** New files, with the digest of each; none where a night that was killed had written them. */
  readonly files: readonly { readonly path: string; readonly digest: string }[];
  /** null for a dry run, and where there was nothing to write. */
  readonly commit: Oid | null;
}

export interface ColdMoves {
  readonly moved: readonly ColdMove[];
  /** What stays hot, and why. */
  readonly left: readonly { readonly path: string; readonly why: string }[];
}

interface At {
  readonly night: Instant;
  /** The local day of the night. */
  readonly today: string;
  /** What the night found: only series with rows of a month past are read again. */
  readonly told: readonly SeriesTold[];
  readonly mode: "dry_run" | "apply";
  readonly options: CommitOptions;
}

/** Before a night looks at anything: rows that came into files which had been cut already are brought over. */
export function recoverSeries({ series }: Memory, mode: "dry_run" | "apply"): Outcome<void> {
  return mode === "apply" && series !== undefined ? series.recover() : ok(undefined);
}

export async function moveCold(memory: Memory, at: At): Promise<Outcome<ColdMoves>> {
  const files = memory.series;
  const moves = { moved: [] as ColdMove[], left: [] as ColdMoves["left"][number][] };
  if (files === undefined) return ok(moves);
  const set = seriesOf(files);
  if (!set.ok) return set;
  const past = new Set(at.told.filter((told) => told.isPast).map((told) => told.series));
  for (const series of set.value.series.filter(({ name }) => past.has(name))) {
    const due = dueMonths(memory, files, series, at.today);
    // What cannot be read is told by whoever counts.
    if (!due.ok || due.value.months.length === 0 || series.hot === null) continue;
    const ignored = (await memory.checkout?.ignored([series.hot])) ?? ok(new Set<PagePath>());
    if (!ignored.ok) return ignored;
    if (ignored.value.has(series.hot)) {
      moves.left.push({ path: series.hot, why: "Git ignores it, so its rows go into no commit." });
      continue;
    }
    const moved = await moveOne(memory, files, { series, hot: series.hot, due: due.value }, at);
    moves.moved.push(...moved.moved);
    moves.left.push(...moved.left);
  }
  return ok(moves);
}

interface DueMonth {
  readonly month: string;
  readonly rows: number;
  readonly parts: readonly ColdPart[];
  /** By day, the digest of its rows as a page shows it. */
  readonly days: ReadonlyMap<string, string>;
}

interface Due {
  readonly months: readonly DueMonth[];
  readonly read: RowsRead;
}

function dueMonths(memory: Memory, files: SeriesFiles, series: Series, today: string): Outcome<Due> {
  const rows = new Map<string, { texts: string[]; first: number; days: Map<string, Digester> }>();
  const read = eachRow(files, series, { also: new Set(), clock: clockOf(memory.zone) }, (found) => {
    if (!isPast(found.month, today)) return;
    const month = rows.get(found.month) ?? { texts: [], first: 1, days: new Map<string, Digester>() };
    rows.set(found.month, month);
    const day = month.days.get(found.row.day) ?? digester();
    month.days.set(found.row.day, day);
    day.update(found.raw);
    if (found.isCold) month.first = found.number + 1;
    else month.texts.push(decoder.decode(found.raw));
  });
  if (!read.ok) return read;
  const { ranges, header } = read.value;
  const months = [...rows]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([month, { texts, first, days }]): DueMonth => {
      const number = (series.cold.get(month)?.at(-1)?.number ?? 0) + 1;
      const parts = partsOf(series.name, { month, number, format: series.format }, { rows: texts, first, header });
      return {
        month,
        rows: texts.length,
        parts,
        days: new Map([...days].map(([day, bytes]) => [day, shownDigest(bytes.end())])),
      };
    });
  return ok({ months: months.filter(({ month }) => ranges.has(month)), read: read.value });
}

const decoder: { decode(bytes: Uint8Array): string } = new TextDecoder("utf-8", { ignoreBOM: true });

interface Moving {
  readonly series: Series;
  readonly hot: PagePath;
}

/** A month that is refused stays, and keeps no other back. */
async function moveOne(
  memory: Memory,
  files: SeriesFiles,
  { due, ...moving }: Moving & { readonly due: Due },
  at: At,
): Promise<ColdMoves> {
  const { series, hot } = moving;
  const moved: ColdMove[] = [];
  const left: ColdMoves["left"][number][] = [];
  for (const past of due.months) {
    const done = at.mode === "dry_run" ? ok(null) : await commitMonth(memory, moving, past, at);
    const { month, rows, parts } = past;
    const made = parts.map(({ path, digest }) => ({ path, digest }));
    if (done.ok) moved.push({ series: series.name, month, rows, files: made, commit: done.value });
    else left.push({ path: hot, why: `${month} stays: ${done.error.says}` });
  }
  if (at.mode === "dry_run" || moved.length === 0 || due.read.hot === null) return { moved, left };
  const drop = moved.flatMap(({ month }) => due.read.ranges.get(month) ?? []).sort((a, b) => a.start - b.start);
  const turn = await memory.queue.enter();
  try {
    const cut = files.cut(hot, { drop, read: due.read.hot });
    if (!cut.ok) left.push({ path: hot, why: cut.error.says });
  } finally {
    turn.leave();
  }
  return { moved, left };
}

/** The files and the words of the month's page that point at them are one commit. */
async function commitMonth(
  memory: Memory,
  { series, hot }: Moving,
  { month, parts, days }: DueMonth,
  { night, options }: At,
): Promise<Outcome<Oid | null>> {
  const page = monthPage(series.name, month, hot);
  const told = await tellsOf(memory, page.path as PagePath, days);
  if (!told.ok) return told;
  if (!told.value) return err(untold(page.path));
  if (parts.length === 0) return ok(null);
  const entries = parts.map((part) => partEntry(series.name, part));
  const written = parts.map(({ path, text }) => ({ path: path as PagePath, text }));
  const rows = parts.at(-1)!.to - parts[0]!.from + 1;
  const about = {
    reason: "PRUNE_ARCHIVE" as const,
    subject: `archive: ${rows} ${rows === 1 ? "row" : "rows"} of ${series.name} in ${month}`,
    envelope: { ...envelopeOf(night), origin: "tool" as const, evidence: [`file:${hot}`] },
  };
  const validate = (ground: Ground): ReturnType<typeof validateSeries> =>
    validateSeries({ drafts: [draftFrom(page, entries)], files: written }, about, ground);
  const named = parts.map(({ path, digest }) => [path, digest]);
  const content = { op: "perception", night, series: series.name, files: named };
  const done = await commit(memory, { validate, content, about: page.path }, options);
  return done.ok ? ok(done.value.commit) : done;
}

/** Whether HEAD's page tells of exactly these rows, day by day: they go where they are found by it alone. */
async function tellsOf(memory: Memory, path: PagePath, days: DueMonth["days"]): Promise<Outcome<boolean>> {
  const head = await memory.history.head();
  if (!head.ok) return head;
  const blobs = await memory.history.at(head.value.commit, [path]);
  if (!blobs.ok) return blobs;
  const blob = blobs.value[0] ?? null;
  const counted = countedIn(blob === null ? "" : decoder.decode(blob.bytes));
  return ok([...days].every(([day, digest]) => counted.get(day) === digest));
}

function untold(path: string): Failure {
  return {
    code: "refused",
    reason: "POLICY_VIOLATION",
    says: `${path} does not tell of all its rows yet.`,
    hint: "See why under “refused” of: pagefile nightly --dry-run --json",
  };
}

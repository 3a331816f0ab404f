/** CheckContent: pages held against their types, each other and what is loaded of them, what should have changed by now, and nights that do nothing. */

import { basename, dirname } from "node:path";
import { shortDigest } from "../../base/digest.js";
import { addDays, dayMs, type Instant, isDay } from "../../base/ids.js";
import { lineAt } from "../../base/lines.js";
import { getOrMake, push, tally } from "../../base/result.js";
import { compareText, shellWord } from "../../base/text.js";
import { isEpisodeLine } from "../../heard/episode.js";
import type { CutPin } from "../../memory/cut-pins.js";
import { originalOf } from "../../memory/included.js";
import { dayOf as dayNamed } from "../../memory/memory.js";
import type { Loaded, LoadedFile } from "../../memory/truncate.js";
import { bodyStartOf, type Entry, outline } from "../../page/markdown/outline.js";
import { schema } from "../../page/page.js";
import { firstWords } from "../../write/entry/correct.js";
import { bufferPath, dayOf, memoryPath, observationsPath } from "../day-files.js";
import { clearedFrom, linesIn } from "../keep/leave.js";
import { isStatement, isTask, weightOf } from "../keep/significance.js";
import type { Night, PageLeaving } from "../steps.js";
import { significance, thresholds } from "../thresholds.js";
import {
  type AuditFinding,
  type AuditPage,
  type AuditPlace,
  auditBody,
  type Claim,
  claimsIn,
  groundedIn,
  isGeneral,
  isLasting,
  openAt,
} from "./checks.js";

// CheckTwice: entries that stand in more than one place of the kept memory, and files that are copies of each other.

/** An entry by what it says: small enough to be held for all pages at once. */
interface AuditEntry {
  readonly path: string;
  readonly place: AuditPlace;
  readonly line: number;
  readonly digest: string;
  /** How much it says; 0 where it states nothing. */
  readonly weight: number;
  /** Of whom or of what it is by the headings above it; empty where they name nobody. */
  readonly of: string;
  /** Equal for two entries of the same first line, whatever tags or history they have. */
  readonly words: string;
  /** Its first line, where it took the place of others; null elsewhere. */
  readonly now: string | null;
  readonly older: readonly { readonly day: string; readonly said: string }[];
}

/** Logs tell what was kept elsewhere too, so only lasting pages are compared. */
function auditEntriesIn(page: AuditPage): readonly AuditEntry[] {
  if (!isLasting(page)) return [];
  const { entry, place, text } = page;
  const { entries, headings } = auditBody(page);
  return entries.flatMap(({ kind, digest, start, end }) => {
    const said = text.slice(start, end);
    const isSaid = kind === "bullet" || kind === "paragraph" || kind === "quote";
    if (!isSaid || isTask(said)) return [];
    const named = openAt(headings, start).filter(({ depth, title }) => depth > 1 && !isGeneral(title));
    const of = named.map(({ title }) => title).join(" › ");
    const older = [...said.matchAll(supersededLine)].map(([, day = "", was = ""]) => ({ day, said: was }));
    const now = older.length === 0 ? null : firstWords(said);
    const at = { path: entry.path, place, line: lineAt(text, start) };
    const weight = isStatement(said) ? weightOf(said) : 0;
    return [{ ...at, digest, weight, of, words: wordsKey(firstWords(said)), now, older }];
  });
}

const supersededLine = /\n[ \t]*(?:- )?Superseded (\d{4}-\d{2}-\d{2}): “([^\n]*)”/g;

function wordsKey(words: string): string {
  return shortDigest(words.toLowerCase(), 16);
}

/** What was corrected and stands as it was in another place: one moved the entry while another corrected it, and a merge took both. */
export function returned(entries: readonly AuditEntry[]): readonly AuditFinding[] {
  const corrected = entries.filter(({ older }) => older.length > 0);
  const wanted = new Set(corrected.flatMap(({ older }) => older.map(({ said }) => wordsKey(said))));
  const standing = new Map<string, AuditEntry[]>();
  for (const entry of entries) if (wanted.has(entry.words)) push(standing, entry.words, entry);
  return corrected.flatMap((by) =>
    by.older.flatMap(({ day, said }) =>
      (standing.get(wordsKey(said)) ?? [])
        // Said again later it took the place of its own correction.
        .filter((at) => at !== by && at.words !== by.words && !at.older.some((each) => isSince(each, by, day)))
        .map((at): AuditFinding => {
          const says = `It says “${said}”; ${by.path}:${by.line} corrected that on ${day}: “${by.now}”. A merge takes both where one moves an entry and another corrects it.`;
          const hint = `If the correction holds: pagefile rm ${shellWord(at.path)} ${shellWord(said)}`;
          return { check: "entry_corrected", severity: "warning", path: at.path, line: at.line, says, hint };
        }),
    ),
  );
}

function isSince(older: AuditEntry["older"][number], { words }: AuditEntry, day: string): boolean {
  return wordsKey(older.said) === words && older.day > day;
}

interface Pair {
  readonly at: AuditEntry;
  readonly other: AuditEntry;
  times: number;
  /** How much they say together. */
  weight: number;
  /** Whether each is of something else: “no code” may hold for two partners. */
  isApart: boolean;
}

/** The later file by name is remarked, once for each that it shares entries with. Of documents and notes, where lines come again, copies alone are told. */
export function repetitions(standing: readonly AuditEntry[]): readonly AuditFinding[] {
  const entries = standing.filter(({ weight }) => weight > 0);
  const first = new Map<string, AuditEntry>();
  const files = new Map<string, Set<string>>();
  const sizes = tally(entries.map(({ path }) => path));
  const sorted = entries.toSorted((a, b) => compareText(a.path, b.path));
  for (const { path, digest } of sorted) getOrMake(files, digest, () => new Set<string>()).add(path);
  const pairs = new Map<string, Pair>();
  for (const entry of sorted) {
    const other = first.get(entry.digest);
    if (other === undefined) {
      first.set(entry.digest, entry);
      continue;
    }
    // A line of many files is the form that they are written in.
    const isForm = (files.get(entry.digest)?.size ?? 0) > thresholds.formFilesMax;
    if (isForm && entry.place !== "named" && other.place !== "named") continue;
    const key = JSON.stringify([entry.path, other.path]);
    const pair = getOrMake(pairs, key, () => ({ at: entry, other, times: 0, weight: 0, isApart: true }));
    pair.isApart &&= entry.of !== "" && other.of !== "" && entry.of !== other.of;
    pair.times += 1;
    pair.weight += entry.weight;
  }
  const groups = new Map<string, Pair[]>();
  for (const pair of pairs.values()) {
    const size = Math.min(sizes.get(pair.at.path) ?? 0, sizes.get(pair.other.path) ?? 0);
    if (isTold(pair, size)) push(groups, foldersOf(pair), pair);
  }
  return [...groups.values()].map(repetition);
}

/** Of files of one name each, the two folders: one was copied from the other, and that is one finding. */
function foldersOf({ at, other }: Pair): string {
  const [folder, from] = [dirname(at.path), dirname(other.path)];
  const isCopied = basename(at.path) === basename(other.path) && folder !== from;
  return JSON.stringify(isCopied ? [folder, from] : [at.path, other.path, ""]);
}

/** `size` is how many entries the smaller file has. */
function isTold({ at, other, times, weight }: Pair, size: number): boolean {
  const places = [at.place, other.place];
  if (at.path === other.path)
    return at.place === "named" || (at.place === "kept" && weight >= thresholds.longStatement);
  if (times >= thresholds.copiedMin && times >= thresholds.copiedShareMin * size) return true;
  if (places.includes("beside")) return places.includes("named") && (times > 1 || weight >= thresholds.longStatement);
  return places.includes("named") || weight >= thresholds.longStatement;
}

function repetition(pairs: readonly Pair[]): AuditFinding {
  const { at, other } = pairs[0]!;
  const times = pairs.reduce((sum, pair) => sum + pair.times, 0);
  const isOne = other.path === at.path;
  const entries = times === 1 ? "The entry stands" : `${times} entries stand`;
  const place = `${times === 1 ? "" : "the first"}: ${other.path}:${other.line}`;
  const [folder, from] = [at, other].map(({ path }) => path.slice(0, path.lastIndexOf("/") + 1) || "the root");
  const says = isOne
    ? `${entries} in it twice, the first in ${other.path}:${other.line}, too.`
    : pairs.length > 1
      ? `${times} entries of ${pairs.length} files of ${folder} stand in files of the same names of ${from}, too, ${place}.`
      : `${entries} in ${other.path}, too${times === 1 ? "" : ", "}${place}.`;
  const isApart = isOne && pairs.every((pair) => pair.isApart);
  const hint = isApart
    ? `Where each is of what its heading names, leave them; where one is a copy, take it out: pagefile edit ${shellWord(at.path)}`
    : isOne
      ? `Take one of the two out: pagefile edit ${shellWord(at.path)}`
      : "If one of the two is a copy, keep the other; what changes in one place alone is soon wrong in the other.";
  return { check: "entry_twice", severity: isApart ? "note" : "warning", path: at.path, line: at.line, says, hint };
}

/** Fields that a page's structured form is made from; only where its frontmatter names the type. */
export function checkFields(pages: readonly AuditPage[]): readonly AuditFinding[] {
  return pages.flatMap(({ entry, meta }): readonly AuditFinding[] => {
    if (entry.implicit || entry.tier === "cold") return [];
    const lacks = schema[entry.type].requiredFields.filter((name) => !Object.hasOwn(meta.fields ?? {}, name));
    if (lacks.length === 0) return [];
    const says = `A ${entry.type} page needs the fields ${lacks.join(", ")}; without them its short form is its first sentences.`;
    const hint = `Add them: pagefile set ${entry.id} fields.${lacks[0]} …`;
    return [{ check: "fields_missing", severity: "warning", path: entry.path, line: 0, says, hint }];
  });
}

export interface NightState extends Pick<Night, "overdueSince" | "tooLong"> {
  /** Whether any night ever ran here, even one that found nothing to do. */
  readonly ran: boolean;
}

export function checkNights({ overdueSince, ran, tooLong }: NightState): readonly AuditFinding[] {
  return [...stalled(overdueSince, ran), ...tooLong.flatMap(proposed)];
}

function proposed({ page, over, leaving }: PageLeaving): readonly AuditFinding[] {
  if (over === null || leaving.length === 0) return [];
  const what = leaving.length === 1 ? "One entry" : `${leaving.length} entries`;
  const says = `${what} may leave it: ${over}. Nothing leaves without a person's word.`;
  const hint = "Read them and settle them: pagefile night, pagefile night accept, pagefile night reject";
  return [{ check: "trim_proposed", severity: "note", path: page, line: 0, says, hint }];
}

function stalled(since: string | null, ran: boolean): readonly AuditFinding[] {
  if (since === null) return [];
  const says = ran
    ? `Words that are worth keeping wait since ${since}, and no night has promoted anything for ${thresholds.stalledNights} days.`
    : `Logs since ${since} hold words that are worth keeping, and no night has run here yet.`;
  const hint = ran
    ? "See what a night would do, and why it does not: pagefile nightly --dry-run"
    : "See what the first would do: pagefile nightly --dry-run; have one run every night: pagefile schedule install";
  return [{ check: "curation_stalled", severity: "warning", path: "MEMORY.md", line: 0, says, hint }];
}

// PageSays: what one lasting page brings to a comparison of all: small enough to be held for all at once, and kept by what it is made of.

export interface PageSays {
  readonly claims: readonly Claim[];
  readonly standing: readonly AuditEntry[];
  readonly grounded: ReturnType<typeof groundedIn>;
}

export function saysOf(page: AuditPage): PageSays {
  return { claims: claimsIn(page), standing: auditEntriesIn(page), grounded: groundedIn(page) };
}

// CheckDays: what should have changed by now and has not, and a log that changed when its day was over.

const hourMs = 3_600_000;

/** Protocol checks 1, 3 and 5. `today` is the local day of `now`, which logs and dated entries are counted by. */
export function checkDays(pages: readonly AuditPage[], now: Instant, today: string): readonly AuditFinding[] {
  const hot = pages.filter(({ entry }) => entry.tier === "hot");
  const at = (path: string): readonly AuditPage[] => hot.filter(({ entry }) => entry.path === path);
  return [
    ...at("SESSION-STATE.md").flatMap((page) => sessionState(page, now)),
    ...logMissing(hot, today),
    ...logsPassedOver(hot),
    ...stale(hot, now),
  ];
}

function sessionState({ entry, changed }: AuditPage, now: Instant): readonly AuditFinding[] {
  const hours = age(changed, now) / hourMs;
  if (!(hours > thresholds.sessionStateHoursMax)) return [];
  const says = `It was last written ${Math.floor(hours)} hours ago; a session writes it every turn.`;
  const hint = "If no session ran since, clear it; else find out why nothing is written.";
  return [{ check: "session_state_stale", severity: "warning", path: entry.path, line: 0, says, hint }];
}

/** A night runs soon after midnight, so yesterday's log is as good as today's. Where nobody keeps logs, none is missed. */
function logMissing(hot: readonly AuditPage[], today: string): readonly AuditFinding[] {
  const logs = hot.filter(({ text }) => text.split("\n").some(isWritten));
  const newest = logs
    .flatMap(({ entry }) => dayOf(entry.path) ?? [])
    .sort()
    .at(-1);
  if (newest === undefined || newest >= addDays(today, -1)) return [];
  const says = `There is no daily log for today or yesterday; the newest is of ${newest}.`;
  const hint = "If the agent worked since, its sessions ended without a log: pagefile status tells what waits.";
  return [{ check: "daily_log_missing", severity: "warning", path: null, line: 0, says, hint }];
}

/** Nights read the logs of `memory/` by the names that agents give them; others are somebody's own diary, which is told where a night would find something. */
function logsPassedOver(hot: readonly AuditPage[]): readonly AuditFinding[] {
  const isOther = ({ entry: { path }, place }: AuditPage): boolean =>
    place === "passing" && dayOf(path) === null && dayNamed(path) !== null;
  const tags = new Set(Object.keys(significance));
  const isTold = (page: AuditPage): boolean =>
    auditBody(page).entries.some((each) => each.tags.some((t) => tags.has(t)));
  const logs = hot.filter(isOther).filter(isTold);
  const [first] = logs;
  if (first === undefined) return [];
  const says = `${logs.length === 1 ? "1 file of a day has" : `${logs.length} files of a day have`} tagged entries that no night reads: nights read memory/YYYY-MM-DD.md and memory/YYYY-MM-DD-….md alone.`;
  const hint = "Rename what a night should read; recall finds it under any name.";
  return [{ check: "log_passed_over", severity: "note", path: first.entry.path, line: 0, says, hint }];
}

/** What sessions were is told by itself, on days on which there were some. */
function isWritten(line: string): boolean {
  return line.trim() !== "" && !line.startsWith("#") && !isEpisodeLine(line);
}

/** Protocol check 6: by the newest date that stands in it or by when it was `written`, whichever is later; where neither is known, by the file. */
export function memoryOutdated(
  { entry, text, changed }: AuditPage,
  written: Instant | null,
  { now, today }: { readonly now: Instant; readonly today: string },
): readonly AuditFinding[] {
  const dated = [...text.matchAll(/\b(\d{4}-\d{2}-\d{2})\b/g)]
    .map(([day]) => day)
    .filter((day) => day <= today && isDay(day))
    .sort()
    .at(-1);
  const sinceDate = dated === undefined ? Number.NaN : (Date.parse(today) - Date.parse(dated)) / dayMs;
  const sinceChange = age(written ?? (dated === undefined ? changed : null), now) / dayMs;
  const isDate = !(sinceChange < sinceDate) && dated !== undefined;
  const days = isDate ? sinceDate : sinceChange;
  if (!(days >= thresholds.memoryDaysMax + 1)) return [];
  const says = `Its last ${isDate ? "dated entry" : "change"} is ${Math.floor(days)} days old.`;
  const hint = "See whether the logs since hold something to keep: pagefile nightly --dry-run";
  return [{ check: "memory_outdated", severity: "warning", path: entry.path, line: 0, says, hint }];
}

/** Pages that are kept for long are as they should be when nobody touches them, so this is a note, and one for all of them. */
function stale(pages: readonly AuditPage[], now: Instant): readonly AuditFinding[] {
  const days = ({ changed }: AuditPage): number => age(changed, now) / dayMs;
  const old = pages
    .filter(({ entry }) => entry.path.startsWith("memory/") && dayOf(entry.path) === null)
    .filter((page) => days(page) > thresholds.fileDaysMax)
    .sort((a, b) => days(b) - days(a));
  const [oldest] = old;
  if (oldest === undefined) return [];
  const says =
    old.length === 1
      ? `It has not changed for ${Math.floor(days(oldest))} days.`
      : `${old.length} files of memory/ have not changed for ${thresholds.fileDaysMax} days; this one for the longest, ${Math.floor(days(oldest))} days.`;
  const hint = `What is done with can be put away: pagefile archive ${oldest.entry.id}`;
  return [{ check: "file_stale", severity: "note", path: oldest.entry.path, line: 0, says, hint }];
}

function age(since: string | null, now: Instant): number {
  return since === null ? Number.NaN : Date.parse(now) - Date.parse(since);
}

/** `before` is the log as its day left it; what came to it since came late, and is no harm. */
export function checkLog(path: string, before: string, after: string): readonly AuditFinding[] {
  const is = new Set(entriesOf(after).map(({ digest }) => digest));
  const gone = entriesOf(before).filter(({ digest }) => !is.has(digest));
  const [first] = gone;
  if (first === undefined) return [];
  const said = before.slice(first.start, first.end).replace(/\s+/g, " ").slice(0, 60);
  const says = `${gone.length} of its entries changed or went after its day was over, first: “${said}”.`;
  const hint = `A log stays as the day left it: git log --patch -- ${path}`;
  return [{ check: "log_edited", severity: "warning", path, line: lineAt(before, first.start), says, hint }];
}

function entriesOf(text: string): readonly Entry[] {
  return outline(text, bodyStartOf(text)).entries.filter(({ kind }) => kind !== "rule");
}

// CheckFiles: files that grew too long, a buffer nobody emptied, and copies that a sync client made.

/** Protocol checks 2 and 7, and the most lines of MEMORY.md where it has one. */
export function checkFiles(pages: readonly AuditPage[], memoryLines: number | null): readonly AuditFinding[] {
  return pages.flatMap((page): readonly AuditFinding[] => {
    const { path } = page.entry;
    if (path === observationsPath) return tooLong("observations_long", page, thresholds.observationLinesMax);
    if (path === memoryPath) return memoryLines === null ? [] : tooLong("memory_long", page, memoryLines);
    if (path !== bufferPath || clearedFrom(page.text, () => false).length === 0) return [];
    const says = "The working buffer is not empty: a session ended before anybody took in what it had put there.";
    const hint = "A night promotes what is worth it and clears it; or read it now.";
    return [{ check: "buffer_full", severity: "warning", path, line: 0, says, hint }];
  });
}

function tooLong(
  check: "observations_long" | "memory_long",
  { entry: { path }, text }: AuditPage,
  max: number,
): readonly AuditFinding[] {
  const lines = linesIn(text);
  if (lines <= max) return [];
  const says = `It has ${lines} lines; above ${max} a night looks for what may leave it.`;
  const hint = "See what that is, or shorten it by hand: pagefile night";
  return [{ check, severity: "warning", path, line: 0, says, hint }];
}

/** Names that sync clients give to the second of two versions; `paths` are all Markdown files, those that are no pages for such a name among them. */
export function checkCopies(paths: readonly string[]): readonly AuditFinding[] {
  const all = new Set(paths);
  const isCopy = (path: string): boolean => {
    if (originalOf(path) !== null) return true;
    const numbered = / \(?\d{1,3}\)?\.md$/.exec(path);
    return numbered !== null && all.has(`${path.slice(0, numbered.index)}.md`);
  };
  const says = "By its name this is a sync client's copy of another page: two versions of it are being kept.";
  const hint = "Bring what is new in it into the page and delete it; it is never merged by itself.";
  return paths
    .filter(isCopy)
    .map((path) => ({ check: "conflicted_copy", severity: "warning", path, line: 0, says, hint }));
}

// CheckLoad: what of the files that a harness loads by itself is cut, or soon will be.

/** `pins` are the pinned entries that are cut. A file that is pinned softly, as by its name alone, is told to be cut and no more. */
export function checkLoad(loaded: Loaded, pins: readonly CutPin[]): readonly AuditFinding[] {
  const hard = pins.filter(({ pin }) => pin === "hard");
  return [
    ...loaded.files.flatMap((file) => {
      const cut = hard.filter(({ path }) => path === file.path);
      return [
        ...(cut.length > 0 ? [pinsFinding(file, cut)] : cutFinding(file, loaded)),
        ...nearFinding(file, loaded),
      ];
    }),
    ...nearTotal(loaded),
  ];
}

const pinsShown = 3;

/** One remark a file, with its first pins by name: what is to be done is the same for all of them. */
function pinsFinding({ path, missing }: LoadedFile, pins: readonly CutPin[]): AuditFinding {
  const each = pins.filter(({ entry }, at) => pins.findIndex((pin) => pin.entry === entry) === at);
  const shown = each.slice(0, pinsShown).map(({ text, entry, line }) => `line ${line} “${text}” (${entry})`);
  const more = each.length > pinsShown ? ` and ${each.length - pinsShown} more` : "";
  const what = pins.length === 1 ? "1 pinned entry is" : `${pins.length} pinned entries are`;
  const says = `${what} not loaded: ${shown.join(", ")}${more}. Cut are the characters ${placesOf(missing)}.`;
  const hint = "Shorten what stands before, or move what is pinned up.";
  return { check: "pinned_cut", severity: "error", path, line: pins[0]?.line ?? 0, says, hint };
}

function placesOf(missing: LoadedFile["missing"]): string {
  return missing.map(({ start, end, lines: [first, last] }) => `${start}–${end} (lines ${first}–${last})`).join(", ");
}

function cutFinding(file: LoadedFile, { unit }: Loaded): readonly AuditFinding[] {
  if (file.missing.length === 0) return [];
  const says =
    file.state === "dropped"
      ? `Nothing of it is loaded: the files before it use up the total.`
      : `Of ${file.size} ${unit} ${file.loaded} are loaded; cut are the characters ${placesOf(file.missing)}.`;
  const hint = "Move what is seldom needed to pages of their own; the middle of a file goes first.";
  const line = file.missing[0]?.lines[0] ?? 0;
  return [{ check: "bootstrap_cut", severity: "warning", path: file.path, line, says, hint }];
}

function nearFinding(file: LoadedFile, { unit }: Loaded): readonly AuditFinding[] {
  if (file.max === null || file.state !== "whole" || file.size <= file.max * thresholds.nearShare) return [];
  const says = `It has ${file.size} of the ${file.max} ${unit} that are loaded of it.`;
  return [{ ...near, path: file.path, says }];
}

function nearTotal({ total, max, unit }: Loaded): readonly AuditFinding[] {
  if (max === null || total <= max * thresholds.nearShare) return [];
  return [{ ...near, path: null, says: `All files together take ${total} of the ${max} ${unit} that are loaded.` }];
}

const near = {
  check: "bootstrap_near",
  severity: "warning",
  line: 0,
  hint: "Shorten it now: what is over the limit is cut without a word.",
} as const;

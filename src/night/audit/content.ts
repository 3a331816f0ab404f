/**
 * CheckContent: pages held against their types and against each other: missing fields, values that differ, entries and files that stand twice, and
 * nights that do nothing or run when they should not.
 */

import type { Instant } from "../../base/ids.js";
import { compareText, shellWord } from "../../base/text.js";
import { lineAt } from "../../memory/truncate.js";
import { sameValue, type ValueMap } from "../../page/decode.js";
import { schema } from "../../page/page.js";
import { isStatement, isTask, weightOf } from "../keep/significance.js";
import type { PageLeaving } from "../steps.js";
import { thresholds } from "../thresholds.js";
import {
  type AuditFinding,
  type AuditPage,
  type AuditPlace,
  auditEntries,
  type Claim,
  claimsIn,
  groundedIn,
  isLasting,
} from "./checks.js";

// CheckTwice: entries that stand in more than one place of the kept memory, and files that are copies of each other.

/** An entry by what it says: small enough to be held for all pages at once. */
interface AuditEntry {
  readonly path: string;
  readonly place: AuditPlace;
  readonly line: number;
  readonly digest: string;
  /** How much it says. */
  readonly weight: number;
}

/** Logs tell what was kept elsewhere too, so only lasting pages are compared. */
function auditEntriesIn(page: AuditPage): readonly AuditEntry[] {
  if (!isLasting(page)) return [];
  const { entry, place, text } = page;
  return auditEntries(page).flatMap(({ kind, digest, start, end }) => {
    const said = text.slice(start, end);
    return (kind !== "bullet" && kind !== "paragraph" && kind !== "quote") || isTask(said) || !isStatement(said)
      ? []
      : [{ path: entry.path, place, line: lineAt(text, start), digest, weight: weightOf(said) }];
  });
}

interface Pair {
  readonly at: AuditEntry;
  readonly other: AuditEntry;
  times: number;
  /** How much they say together. */
  weight: number;
}

/**
 * The later file by name is the one remarked, once for each file that it shares entries with: of two versions of one text that is the news.
 * Where a line stands once more in a document or a note, that is how documents are written: there only copies are told.
 */
export function repetitions(entries: readonly AuditEntry[]): readonly AuditFinding[] {
  const first = new Map<string, AuditEntry>();
  const files = new Map<string, Set<string>>();
  const sizes = new Map<string, number>();
  const sorted = entries.toSorted((a, b) => compareText(a.path, b.path));
  for (const { path, digest } of sorted) {
    sizes.set(path, (sizes.get(path) ?? 0) + 1);
    const holding = files.get(digest);
    if (holding === undefined) files.set(digest, new Set([path]));
    else holding.add(path);
  }
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
    const pair = pairs.get(key) ?? { at: entry, other, times: 0, weight: 0 };
    pair.times += 1;
    pair.weight += entry.weight;
    pairs.set(key, pair);
  }
  const size = (path: string): number => sizes.get(path) ?? 0;
  return [...pairs.values()]
    .filter((pair) => isTold(pair, Math.min(size(pair.at.path), size(pair.other.path))))
    .map(repetition);
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

function repetition({ at, other, times }: Pair): AuditFinding {
  const isOne = other.path === at.path;
  const place = `${other.path}:${other.line}`;
  const says = isOne
    ? `${times === 1 ? "The entry stands" : `${times} entries stand`} in it twice, the first in ${place}, too.`
    : `${times === 1 ? "The entry stands" : `${times} entries stand`} in ${other.path}, too${times === 1 ? `: ${place}` : `, the first: ${place}`}.`;
  const hint = isOne
    ? `Take one of the two out: pagefile edit ${shellWord(at.path)}`
    : "If one of the two is a copy, keep the other; what changes in one place alone is soon wrong in the other.";
  return { check: "entry_twice", severity: "warning", path: at.path, line: at.line, says, hint };
}

// CheckContent: pages held against their types and against each other: missing fields, values that differ.

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

interface ContentClaim {
  readonly path: string;
  readonly of: string;
  readonly fields: ValueMap;
}

/** Two pages of one type about one `subject` that say different things in another field. */
export function checkContradictions(pages: readonly AuditPage[]): readonly AuditFinding[] {
  const bySubject = new Map<string, ContentClaim[]>();
  for (const claim of pages.flatMap(claimsOf).sort((a, b) => compareText(a.path, b.path))) {
    const known = bySubject.get(claim.of);
    if (known === undefined) bySubject.set(claim.of, [claim]);
    else known.push(claim);
  }
  return [...bySubject.values()].flatMap((claims) =>
    claims.flatMap((claim, at) => {
      const other = claims.slice(0, at).find((each) => differing(each.fields, claim.fields) !== null);
      return other === undefined ? [] : [contradiction(claim, other)];
    }),
  );
}

function claimsOf({ entry, meta }: AuditPage): readonly ContentClaim[] {
  if (entry.tier === "cold") return [];
  const sections = Object.values(meta.sections ?? {}).map(({ type, fields }) => ({
    type: type ?? entry.type,
    fields,
  }));
  return [{ type: entry.type, fields: meta.fields ?? {} }, ...sections].flatMap(({ type, fields }) => {
    const { subject } = fields;
    if (typeof subject !== "string" || subject.trim() === "") return [];
    return [{ path: entry.path, of: `${type} ${subject.trim().toLowerCase()}`, fields }];
  });
}

function differing(a: ValueMap, b: ValueMap): string | null {
  const shared = Object.keys(a).filter((name) => name !== "subject" && Object.hasOwn(b, name));
  return shared.sort(compareText).find((name) => !sameValue(a[name], b[name])) ?? null;
}

function contradiction(claim: ContentClaim, other: ContentClaim): AuditFinding {
  const name = differing(other.fields, claim.fields) ?? "";
  const says = `Of “${String(claim.fields.subject)}” it says ${name}: ${JSON.stringify(claim.fields[name])}; ${other.path} says ${JSON.stringify(other.fields[name])}.`;
  const hint = "Find out which is true, correct the other and say there that it was wrong.";
  return { check: "contradiction", severity: "warning", path: claim.path, line: 0, says, hint };
}

// CheckNights: a curator that does nothing, or runs when it should not.

/** A commit of some night. */
interface NightTrace {
  /** The night's name. */
  readonly at: Instant;
  readonly reason: string;
}

export interface NightState {
  /** The first day of tagged words that no night has taken anything of for days; null where all is well. */
  readonly overdueSince: string | null;
  /** Whether any night ever did anything here. */
  readonly ran: boolean;
  /** The last days' nights. */
  readonly nights: readonly NightTrace[];
  /** Pages that are too long, with what a person is asked about. */
  readonly tooLong: readonly PageLeaving[];
}

const hourMs = 3_600_000;

export function checkNights({ overdueSince, ran, nights, tooLong }: NightState): readonly AuditFinding[] {
  return [...stalled(overdueSince, ran), ...often(nights), ...tooLong.flatMap(proposed)];
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

/** Only nights that promoted are counted: one that finds nothing to do does no harm. */
function often(nights: readonly NightTrace[]): readonly AuditFinding[] {
  const curated = nights.filter(({ reason }) => reason.startsWith("CURATE_")).map(({ at }) => Date.parse(at));
  const starts = [...new Set(curated)].sort((a, b) => a - b);
  const close = starts.filter((at, i) => i > 0 && at - starts[i - 1]! < thresholds.nightHoursMin * hourMs);
  const last = close.at(-1);
  if (last === undefined) return [];
  const times = close.length === 1 ? "Once" : `${close.length} times`;
  const says = `${times} in the last ${thresholds.goneDaysMax} days a night promoted less than ${thresholds.nightHoursMin} hours after the one before, last on ${new Date(last).toISOString()}.`;
  const hint = "More than one schedule runs them, or the clock jumped: pagefile schedule status";
  return [{ check: "curation_often", severity: "warning", path: null, line: 0, says, hint }];
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

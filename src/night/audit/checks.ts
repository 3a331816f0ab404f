/** AuditChecks: the words of an audit, and its checks of claims: what two files say differently of one thing, and what drifted from the log of its day. */

import type { Instant, Oid } from "../../base/ids.js";
import { lineAt } from "../../base/lines.js";
import { push } from "../../base/result.js";
import { compareText, firstDecided } from "../../base/text.js";
import { dayOf, kindOf } from "../../memory/memory.js";
import { type LoadRules, type Profile, profileNames, profileOf, ruleFor } from "../../memory/profile.js";
import type { PageEntry } from "../../memory/table.js";
import type { Loaded } from "../../memory/truncate.js";
import type { Heading, Outline } from "../../page/markdown/blocks.js";
import { outline } from "../../page/markdown/outline.js";
import type { PageMeta } from "../../page/meta.js";
import { bare } from "../keep/promote.js";
import { isMeasure } from "../keep/significance.js";
import { coverage, type Words, wordsOf } from "../keep/similar.js";
import { thresholds } from "../thresholds.js";

// Claims: entries of different files that say the same of the same, but for a number, a negation or the value behind a label.

/** What one entry claims: small enough to be held for all pages at once. */
export interface Claim {
  /** Equal for two claims of the same. */
  readonly key: string;
  readonly path: string;
  readonly line: number;
  readonly said: string;
  readonly value: string;
  /** Where the page is of one thing or person alone, that; null where sentences name theirs. */
  readonly of: Subject | null;
}

/** The later file is the one remarked. */
export function contradictions(claims: readonly Claim[]): readonly AuditFinding[] {
  const byKey = new Map<string, Claim[]>();
  const found: AuditFinding[] = [];
  for (const claim of claims.toSorted((a, b) => compareText(a.path, b.path))) {
    const others = (byKey.get(claim.key) ?? []).filter((each) => isOfOne(each, claim));
    const other = others.find((each) => each.path !== claim.path && each.value !== claim.value);
    if (other !== undefined && !others.some((each) => each.value === claim.value))
      found.push(contradiction(claim, other));
    push(byKey, claim.key, claim);
  }
  return found;
}

/** A sentence may be of either where one page's subject is left open; two pages of two subjects speak of two things. */
function isOfOne(a: Claim, b: Claim): boolean {
  return a.of === null || b.of === null || a.of === b.of;
}

/** By whose label an entry is, or by its words but numbers and negations. Other notes than these speak of two matters in words that are alike. */
export function claimsIn(page: AuditPage): readonly Claim[] {
  const { entry, text } = page;
  if (page.place !== "named" && (page.place !== "kept" || entry.implicit)) return [];
  const { entries, headings } = auditBody(page);
  const isOfOneThing = !entry.implicit && entry.type === "preference";
  const subjectAt = (start: number): Subject => subjectOf(page, headings, start);
  return entries.flatMap(({ kind, start, end }) => {
    if (kind !== "bullet" && kind !== "paragraph") return [];
    // What follows the first line is its history or its detail.
    const said = bare(text.slice(start, end).split("\n", 1)[0] ?? "");
    if (said === "" || said.length > thresholds.statementCharsMax || /^\[[ xX]\] /.test(said)) return [];
    const label = labeled(said);
    const about = label === null ? worded(said) : { ...label, key: `${subjectAt(start)}${label.key}` };
    if (about === null) return [];
    const of = label === null && isOfOneThing ? subjectAt(start) : null;
    return [{ path: entry.path, line: lineAt(text, start), said, of, ...about }];
  });
}

/** `Timezone: Europe/Lisbon`, `**Timezone**: …`: a short label, and no sentence behind it. */
function labeled(said: string): { readonly key: string; readonly value: string } | null {
  const plain = said.replaceAll("*", "").replaceAll("_", "");
  const colon = plain.indexOf(": ");
  const label = plain.slice(0, Math.max(0, colon)).trim().toLowerCase();
  const value = plain.slice(colon + 2).trim();
  if (label === "" || label.split(" ").length > 3 || value.split(" ").length > 6 || naming.test(label)) return null;
  return { key: `: ${label}`, value: wordsOf(value).said };
}

/** Two names are of two: the agent has one, and its human. */
const naming = /(?<!\p{L})(?:nam(?:e|en|n)|naam|navn|nom(?:bre|e)?|имя)(?!\p{L})|名/iu;

function worded(said: string): { readonly key: string; readonly value: string } | null {
  // A date says when, and the same may be true of two days.
  const timeless = said
    .replace(/\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}:\d{2}\b/g, " ")
    .replace(/^[*_#\s]*\d{1,3}[.)]\s/, "");
  // What was measured on two occasions differs and agrees.
  if (isMeasure(timeless)) return null;
  const { content, facts } = wordsOf(timeless);
  const values = new Set(facts.split(" "));
  const about = [...content].filter((word) => !values.has(word)).sort(compareText);
  return about.length < thresholds.claimWordsMin ? null : { key: about.join(" "), value: facts };
}

function contradiction(claim: Claim, other: Claim): AuditFinding {
  const says = `It says “${claim.said}”; ${other.path}:${other.line} says “${other.said}”. Is one of the two out of date?`;
  const hint = "If so, set it right: pagefile correct PAGE TEXT --entry WORDS";
  return { check: "contradiction", severity: "warning", path: claim.path, line: claim.line, says, hint };
}

// CheckDrift: statements of the kept memory that say another number, or the opposite, of what the log of their day says.

/** An entry of a log; `day` is the log's. */
export interface LogStatement {
  readonly path: string;
  readonly day: string;
  readonly said: string;
}

/** A statement of a lasting page, and the days it is from. */
interface Grounded {
  readonly path: string;
  readonly line: number;
  readonly says: string;
  readonly days: readonly string[];
}

/** A statement names its days; one that a log of these days bears out, or that no log says anything like, is not told. */
export function drifts(told: readonly LogStatement[], grounded: readonly Grounded[]): readonly AuditFinding[] {
  const logs = new Map<string, LogStatement[]>();
  for (const entry of told) push(logs, entry.day, entry);
  return grounded.flatMap((statement) => {
    const those = statement.days.flatMap((day) => logs.get(day) ?? []);
    if (those.length === 0) return [];
    const words = wordsOf(statement.says);
    const others = those.map((entry) => ({ entry, words: wordsOf(entry.said) }));
    if (others.some((each) => coverage(words, each.words) >= thresholds.knownOverlap)) return [];
    const other = others.find((each) => isAboutTheSame(words, each.words));
    return other === undefined ? [] : [drifted(statement, other.entry)];
  });
}

/** Of a log where it was written, and of one in the archive. */
export function dayIn(path: string): string | null {
  return /^(?:memory|archive\/\d{4})\/(\d{4}-\d{2}-\d{2})(?:-[^/]*)?\.md$/.exec(path)?.[1] ?? null;
}

export function logStatements(page: AuditPage): readonly LogStatement[] {
  const { entry, text } = page;
  const day = dayIn(entry.path);
  if (day === null) return [];
  return auditBody(page).entries.map(({ start, end }) => ({
    path: entry.path,
    day,
    said: bare(text.slice(start, end)),
  }));
}

/** None of a page that is not lasting. */
export function groundedIn(page: AuditPage): readonly Grounded[] {
  if (!isLasting(page)) return [];
  const { entry, text } = page;
  return auditBody(page).entries.flatMap(({ start, end }) => {
    const line = text.slice(start, end).split("\n", 1)[0] ?? "";
    const days = groundsOf(line);
    return days.length === 0 ? [] : [{ path: entry.path, line: lineAt(text, start), says: bare(line), days }];
  });
}

/** The days in the brackets that a promotion prints behind its statement. */
function groundsOf(line: string): readonly string[] {
  const open = line.trimEnd().endsWith(")") ? line.lastIndexOf("(") : -1;
  return open < 0 ? [] : (line.slice(open).match(/\d{4}-\d{2}-\d{2}/g) ?? []);
}

/** Most of the words that are neither number nor negation, with other numbers or negations. */
function isAboutTheSame(a: Words, b: Words): boolean {
  if (a.facts === b.facts) return false;
  const values = new Set([...a.facts.split(" "), ...b.facts.split(" ")]);
  const about = [...a.content].filter((word) => !values.has(word));
  const shared = about.filter((word) => b.content.has(word)).length;
  return about.length >= thresholds.claimWordsMin && shared / about.length >= thresholds.knownOverlap;
}

function drifted({ path, line, says }: Grounded, other: LogStatement): AuditFinding {
  const both = `It says “${says}”; ${other.path}, which it is from, says “${other.said}”.`;
  const hint = "The log is as its day left it. Set the statement right: pagefile correct PAGE TEXT --entry WORDS";
  return { check: "drift", severity: "warning", path, line, says: both, hint };
}

/** Closed vocabulary. Remarks of the page table, of doctor and of the history keep their own words behind one of the last. */
type AuditCheck =
  | "pinned_cut"
  | "bootstrap_cut"
  | "bootstrap_near"
  | "session_state_stale"
  | "observations_long"
  | "daily_log_missing"
  | "fault_recent"
  | "file_stale"
  | "memory_outdated"
  | "buffer_full"
  | "memory_long"
  | "fields_missing"
  | "link_broken"
  | "curation_stalled"
  | "trim_proposed"
  | "page_missing"
  | "page_gone"
  | "entry_twice"
  | "entry_corrected"
  | "contradiction"
  | "drift"
  | "log_edited"
  | "log_passed_over"
  | "conflicted_copy"
  | "unpushed"
  | "page"
  | "doctor"
  | "history";

/** `note`: to be known, not to be mended; it does not make an audit fail. */
export interface AuditFinding {
  readonly check: AuditCheck;
  readonly severity: "error" | "warning" | "note";
  /** Below the root; null where the memory as a whole is meant. */
  readonly path: string | null;
  /** 1-based; 0 where no line is meant. */
  readonly line: number;
  readonly says: string;
  readonly hint: string;
}

/** `named` by a profile (MEMORY.md, the instructions), `kept` among the memory's own pages, `beside` what else lasts; `passing` is of a day, put away, or a skill. */
export type AuditPlace = "named" | "kept" | "beside" | "passing";

/** A file as the checks see it. */
export interface AuditPage {
  readonly entry: PageEntry;
  readonly place: AuditPlace;
  readonly text: string;
  readonly bodyStart: number;
  readonly meta: Partial<PageMeta>;
  /** When its words last changed: `updated`, or the file's time; null where neither is known. */
  readonly changed: Instant | null;
}

const ranks: Readonly<Record<AuditFinding["severity"], number>> = { error: 0, warning: 1, note: 2 };

/** The worst first, then by file and line. */
export function inAuditOrder(findings: readonly AuditFinding[]): readonly AuditFinding[] {
  return [...findings].sort((a, b) =>
    firstDecided(
      ranks[a.severity] - ranks[b.severity],
      compareText(a.path ?? "", b.path ?? ""),
      a.line - b.line,
      compareText(a.check, b.check),
      compareText(a.says, b.says),
    ),
  );
}

// ClaimSubject: whom or what an entry speaks of where its own words do not say: the page's subject, and the headings above it.

/** Words in order, as a key: equal for two entries that speak of the same. */
type Subject = string;

/** Whose memory this is: what a page says that names nobody. */
const owner: Subject = "the owner";

/** Files that speak of the owner, or of the agent itself, wherever no heading says otherwise. */
const byName: Readonly<Record<string, Subject>> = {
  "MEMORY.md": owner,
  "USER.md": owner,
  "SESSION-STATE.md": owner,
  "IDENTITY.md": "the agent",
  "SOUL.md": "the agent",
  "AGENTS.md": "the agent",
  "TOOLS.md": "the tools",
};

/** Headings that say what kind of thing stands below them, and not whose it is. */
const general: ReadonlySet<string> = wordsOf(
  "memory user note fact preference decision lesson pattern identity wish standing name manner contact profile basics about detail info information general context important recent history key thing current state status other misc miscellaneous setting",
).content;

function subjectOf({ entry, meta }: AuditPage, headings: readonly Heading[], start: number): Subject {
  const own = byName[entry.path] ?? subjectOfPage(entry.title, meta.fields?.subject);
  const named = openAt(headings, start).filter(({ depth, title }) => depth > 1 && !isGeneral(title));
  const key = keyOf(named.map(({ title }) => title).join(" "));
  if (key === "") return own;
  return own === owner || byName[entry.path] !== undefined ? key : join(own, key);
}

/** What a typed page is about, else its title: “Notes” is nobody's, “Ada Example” is hers. */
function subjectOfPage(title: string, subject: unknown): Subject {
  const said = typeof subject === "string" && subject.trim() !== "" ? subject : title;
  return isGeneral(said) ? owner : keyOf(said);
}

/** The headings an entry stands under, the outermost first. */
export function openAt(headings: readonly Heading[], start: number): readonly Heading[] {
  const open: Heading[] = [];
  for (const heading of headings) {
    if (heading.start >= start) break;
    while ((open.at(-1)?.depth ?? 0) >= heading.depth) open.pop();
    open.push(heading);
  }
  return open;
}

/** Whether a heading says of nobody in particular. A day is when something was said, and none of what was. */
export function isGeneral(title: string): boolean {
  return keyOf(title) === "";
}

function keyOf(text: string): Subject {
  const plain = text.replace(/\b\d{4}-\d{2}-\d{2}\b/g, " ").replace(/['’]s\b/g, "");
  const words = [...wordsOf(plain).content].filter((word) => !general.has(word));
  return words.sort(compareText).join(" ");
}

function join(page: Subject, headings: Subject): Subject {
  return [...new Set([...page.split(" "), ...headings.split(" ")])].sort(compareText).join(" ");
}

// AuditBody: the entries and headings of an audited page, read once however many checks ask in a row.

export function placeOf({ path, tier, type, implicit }: PageEntry, profile: Profile): AuditPlace {
  const kind = kindOf(path, profile, implicit ? null : type);
  if (tier === "cold" || type === "conversation_segment" || dayOf(path) !== null) return "passing";
  if (kind === "log" || kind === "skill" || kind === "template") return "passing";
  if (isNamed(path)) return "named";
  const isOwn = path.startsWith("memory/") || !implicit;
  return isOwn && (kind === "memory" || kind === "instructions") ? "kept" : "beside";
}

/** Whether some harness keeps what it is told, or knows, in a file of this name: a folder of plain notes may have been its workspace. */
function isNamed(path: string): boolean {
  return profileNames.some((name) => "path" in ruleFor(profileOf(name), path).match);
}

/** Kept as long as it is true: nothing that tells of a day, by its type or its name, and nothing from the archive. */
export function isLasting({ place }: Pick<AuditPage, "place">): boolean {
  return place !== "passing";
}

/**
 * Of the body, parsed once for all checks: over a whole memory parsing is most of what an audit costs. One page after another is looked at by all of
 * them, so the last one is all that is held: outlines of ten thousand are heavy.
 */
export function auditBody(page: AuditPage): Outline {
  if (last?.page !== page) last = { page, body: outline(page.text, page.bodyStart) };
  return last.body;
}

let last: { readonly page: AuditPage; readonly body: Outline } | null = null;

// Answers: the shape that `--json` prints for an audit.

export interface AuditAnswer {
  readonly store: string;
  readonly now: Instant;
  /** Whose limits were taken; null where the profile's harness loads no file by itself. */
  readonly harness: Pick<LoadRules, "profile" | "version" | "source"> | null;
  /** File by file, what is loaded and what is cut; null with `harness`. */
  readonly loaded: Loaded | null;
  /** Up to where the history was judged, and since which attested commit; null where it was not looked at. */
  readonly judged: Pick<JudgedPast, "head" | "attested"> | null;
  /** The worst first. */
  readonly findings: readonly AuditFinding[];
  readonly counts: Readonly<Record<AuditFinding["severity"], number>>;
}

/** How far the history was judged: what stands there does not change. */
export interface JudgedPast {
  readonly head: Oid | null;
  /** Behind which commit it began; null from the first one on. */
  readonly attested: Oid | null;
  readonly findings: readonly AuditFinding[];
}

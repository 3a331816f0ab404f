/**
 * Facts: all that one page file says of itself, with its remarks on conflicts and on what a page should not hold. Facts are a pure function of the
 * path and the bytes, and so what the derived index keeps.
 */

import { digest, type Sums } from "../base/digest.js";
import { isDay, logName, type Oid, type PagePath } from "../base/ids.js";
import { limits } from "../base/limits.js";
import { lineAt } from "../base/lines.js";
import type { Outcome } from "../base/result.js";
import { shellWord } from "../base/text.js";
import { conflictsKey, decodePage, findInvisible, nameOf, readConflicts } from "../page/decode.js";
import type { Frontmatter } from "../page/frontmatter/print.js";
import { lookup, readFrontmatter, valueOf } from "../page/frontmatter/scan.js";
import { findLongComments, firstHeading, outline, sectionSpans } from "../page/markdown/outline.js";
import { emptyMeta, type PageMeta, readMeta } from "../page/meta.js";
import type { Fidelity, Finding } from "../page/page.js";
import type { Stamp } from "./disk/read.js";
import { type FileRule, type Profile, ruleFor } from "./profile.js";

export interface SectionFacts {
  readonly slug: string;
  readonly title: string;
  /** UTF-16 offsets into the text, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** By its title, or the one that frontmatter gives it, and the tags of the file. */
  readonly topic?: Topic;
}

/** What frontmatter says; a key that says nothing is absent. */
export type SaidMeta = Partial<PageMeta>;

/**
 * An absent key is the default: ten thousand of these are written to and parsed from the derived index, and most files say
 * little. Plain data: it goes through JSON and back unchanged.
 */
export interface FileFacts {
  readonly meta: SaidMeta;
  /** The first `#` heading of a page without a title. */
  readonly heading?: string;
  readonly sections?: readonly SectionFacts[];
  /** By its title and tags. */
  readonly topic?: Topic;
  /** By the names of the file and its folder. */
  readonly named?: Topic;
  readonly findings?: readonly Finding[];
  /** Set where an error finding keeps the file out of the table. */
  readonly excluded?: true;
}

/** Which file, in which version, said what. */
export interface PageFile {
  readonly path: PagePath;
  readonly oid: Oid;
  readonly data: FileFacts;
}

export function factsOf(path: string, bytes: Uint8Array, profile: Profile): FileFacts {
  const decoded = decodePage(path, bytes);
  if (!decoded.ok) return excluded(decoded.error);
  const text = decoded.value;
  const scanned = readFrontmatter(path, text);
  if (!scanned.ok) {
    const page = { path, text, frontmatter: null, lineOf: (offset: number) => lineAt(text, offset) };
    const marked = markedAt(page);
    const why = marked === null ? scanned.error : markerRemark(page, marked);
    return { ...excluded(why), meta: { audience: "private", ...keptScope(text) } };
  }
  const frontmatter = scanned.value;
  const read = frontmatter === null ? null : readMeta(path, frontmatter, (offset) => lineAt(text, offset));
  const bodyStart = frontmatter === null ? 0 : frontmatter.span.end;
  const meta = read === null ? {} : said(read.meta);
  const heading = meta.title === undefined ? firstHeading(text, bodyStart) : null;
  const gathers = gathersSections(ruleFor(profile, path), meta, frontmatter);
  const sections = gathers ? sectionSpans(text, bodyStart).map((section) => withTopic(section, meta)) : [];
  const findings = [
    ...(read?.findings ?? []),
    ...remarksOn(path, meta, text.slice(bodyStart)),
    ...invisibleRemarks(path, text),
    ...commentRemarks(path, text, bodyStart),
    ...conflictRemarks({ path, text, frontmatter, lineOf: (offset) => lineAt(text, offset) }),
  ];
  return {
    meta,
    ...(heading === null ? {} : { heading }),
    ...(sections.length === 0 ? {} : { sections }),
    ...topicsOf(path, meta.title ?? heading, meta.tags),
    ...(findings.length === 0 ? {} : { findings }),
    ...(findings.some((finding) => finding.severity === "error") ? { excluded: true } : {}),
  };
}

function said(meta: PageMeta): SaidMeta {
  const kept: { [key: string]: unknown } = {};
  for (const key of metaKeys) {
    const value = meta[key];
    if (value !== null && !isEmpty(value)) kept[key] = value;
  }
  return kept as SaidMeta;
}

const metaKeys = Object.keys(emptyMeta) as readonly (keyof PageMeta)[];

function isEmpty(value: PageMeta[keyof PageMeta]): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.length === 0;
  for (const _ in value) return false;
  return true;
}

/** Files known by name gather always; a typed page only where its frontmatter says so with a `sections:` map. */
function gathersSections(rule: FileRule, meta: SaidMeta, frontmatter: Frontmatter | null): boolean {
  if (!rule.gathers) return false;
  if (!("under" in rule.match) || meta.type === undefined) return true;
  return frontmatter !== null && lookup(frontmatter.root, ["sections"]) !== null;
}

function excluded(finding: Finding): FileFacts {
  return { meta: {}, findings: [finding], excluded: true };
}

/** A scope that is named where nothing can be read keeps the file at home all the same. */
function keptScope(text: string): SaidMeta {
  const head = text.slice(0, limits.frontmatterBytesMax);
  const named = /^[ \t]*["']?scope["']?[ \t]*:.*\b(session|local)\b/im.exec(head)?.[1]?.toLowerCase();
  return named === "session" || named === "local" ? { scope: named } : {};
}

// Topic: what a heading, or the name of a file and its folder, says of what stands below, in the words by which people name such sections.

export type Topic = "lasting" | "plan";

const words: Readonly<Record<Topic, readonly string[]>> = {
  lasting: [
    "rules?|polic(?:y|ies)|constraints?|guidelines?|boundar(?:y|ies)|principles?|conventions?|corrections?|preferences?|style|decisions?|decided|agreements?",
    "lessons?|learned|learnings?|gotchas?|patterns?|important|critical|never|always|people|contacts?|family|about|who (?:i am|you are|we are)",
    "regeln?|präferenz(?:en)?|vorlieben|arbeitsweise|entscheid(?:ung|ungen|e)|erkenntnisse?|lektion(?:en)?|gelernt(?:es)?|grundsätze|wichtig(?:es|e)?|personen|familie|kontakte|über",
    "règles?|préférences?|décisions?|leçons?|principes?|famille|personnes|à propos|importante?s?",
    "reglas?|preferencias?|decisi(?:ón|ones)|lecci(?:ón|ones)|aprendizajes?|principios?|personas|familia|contactos|sobre",
    "regras?|preferências?|decis(?:ão|ões)|liç(?:ão|ões)|aprendizados?|princípios?|pessoas|família|contatos",
  ],
  plan: [
    "tasks?|to-?dos?|open (?:questions?|items|points|tasks|threads)|next(?: steps?)?|priorit(?:y|ies)|current (?:focus|goals?|work|projects?)|active (?:projects?|tasks?|work)|backlog|roadmap|plans?",
    "offen(?:e|es)?|aufgaben|nächste schritte|prioritäten|ziele?|à faire|prochaines étapes|priorités|tâches",
    "pendientes?|tareas?|próximos pasos|prioridades|pendências?|tarefas?|próximos passos",
  ],
};

/** Scripts without spaces have no ends of words to look for. */
const unspaced: Readonly<Record<Topic, string>> = {
  lasting:
    "规则|規則|约定|約定|原则|原則|偏好|决定|決定|决策|教训|教訓|关于|關於|铁律|好み|学び|について|家族|ルール|규칙|선호|결정|교훈",
  plan: "待办|任务|计划|下一步|当前|优先|予定|課題|タスク|할 일|계획",
};

const topics = (["lasting", "plan"] as const).map((topic) => {
  const spaced = `(?<![\\p{L}\\p{N}])(?:${words[topic].join("|")})(?![\\p{L}\\p{N}])`;
  return [topic, new RegExp(`${spaced}|${unspaced[topic]}`, "iu")] as const;
});

function topicIn(said: string): Topic | null {
  return topics.find(([, pattern]) => pattern.test(said))?.[0] ?? null;
}

/** A file without a title goes by its name. */
function topicsOf(path: string, title: string | null | undefined, tags: SaidMeta["tags"]): Partial<FileFacts> {
  const topic = titleTopic(title ?? path.slice(path.lastIndexOf("/") + 1), tags);
  // `memory/2026-11-20-lessons.md`, `decisions/fares.md`; the folder of the memory itself says nothing.
  const parts = path.replace(/\.md$/i, "").split("/").slice(-2);
  const named = topicIn(parts.join(" ").replace(/[-_]+/g, " "));
  return { ...(topic === null ? {} : { topic }), ...(named === null ? {} : { named }) };
}

function withTopic(section: SectionFacts, { sections, tags }: SaidMeta): SectionFacts {
  const topic = titleTopic(sections?.[section.slug]?.title ?? section.title, tags);
  return topic === null ? section : { ...section, topic };
}

function titleTopic(title: string, tags: SaidMeta["tags"] = []): Topic | null {
  return topicIn(tags.length === 0 ? title : `${title} ${tags.join(" ")}`);
}

// Conflict remark: what a page still keeps as a conflict, and the marks of a conflict that git left in its text.

interface RemarkedText {
  readonly path: string;
  readonly text: string;
  readonly frontmatter: Frontmatter | null;
  /** 1-based line of an offset. */
  readonly lineOf: (offset: number) => number;
}

/** An open conflict is a warning, because the page reads well; text between marks is nobody's, so a marked page is excluded. */
function conflictRemarks(page: RemarkedText): readonly Finding[] {
  const marked = markedAt(page);
  return marked === null ? openConflicts(page) : [...openConflicts(page), markerRemark(page, marked)];
}

function openConflicts({ path, frontmatter, lineOf }: RemarkedText): readonly Finding[] {
  const pair = frontmatter?.root.pairs.find(({ key }) => key === conflictsKey);
  if (pair === undefined) return [];
  const line = lineOf(pair.keySpan.start);
  const conflicts = readConflicts(valueOf(pair.value)) ?? [];
  const sides = sidesFor(conflicts.flatMap((conflict) => (conflict.kind === "key" ? [conflict.values] : [])));
  return conflicts.map((conflict) => ({
    code: "conflict_open",
    severity: "warning",
    path,
    line,
    says:
      conflict.kind === "key"
        ? `Two versions met that say “${nameOf(conflict)}” differently: ${conflict.values.map(shown).join(" or ")}.`
        : `Two versions met that had edited one entry; ${conflict.entries.length} texts of it stand.`,
    hint: `See them with: pagefile conflicts; settle with: pagefile resolve ${shellWord(path)} ${sides}.`,
  }));
}

/** The options that settle a whole page, by what its keys are said to be: only lists can keep both. */
export function sidesFor(keys: readonly (readonly unknown[])[]): string {
  return keys.flat().every(Array.isArray) ? "--ours, --theirs or --both" : "--ours or --theirs";
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** Where git's marks begin: three kinds of them, in order. */
function markedAt({ text, frontmatter }: RemarkedText): number | null {
  let [first, divided]: [number | null, boolean] = [null, false];
  for (const { at, mark } of marksIn(text, frontmatter?.span.end ?? 0)) {
    if (mark === "<") [first, divided] = [at, false];
    else if (mark === "=") divided = first !== null;
    else if (mark === ">" && divided) return first;
  }
  return null;
}

/** Each line that git marks, and no code that quotes one. */
export function marksIn(text: string, bodyStart: number): readonly { readonly at: number; readonly mark: string }[] {
  if (!text.includes("<<<<<<<")) return [];
  const quoted = outline(text, bodyStart).entries.filter(({ kind }) => kind === "code");
  return [...text.matchAll(/(?<![^\n])([<|=>])\1{6}(?![^ \r\n])/g)].flatMap(({ index: at, 1: mark = "" }) =>
    at < bodyStart || quoted.some(({ start, end }) => start <= at && at < end) ? [] : [{ at, mark }],
  );
}

function markerRemark({ path, lineOf }: RemarkedText, at: number): Finding {
  return {
    code: "conflict_marker",
    severity: "error",
    path,
    line: lineOf(at),
    says: "The page has the marks of a merge conflict in it.",
    hint: `Merge it entry by entry with: pagefile resolve ${shellWord(path)}; or edit it by hand.`,
  };
}

// Remark: what a page can be read with and should not have: a compressed text of another body, characters nobody sees, long comments.

/** Warnings only: a stale compressed text is not used. Fields a type lacks are the audit's business, not every reader's. */
function remarksOn(path: string, meta: SaidMeta, body: string): readonly Finding[] {
  return [...dayRemarks(path), ...compressedRemarks(path, meta, body)];
}

/** `memory/2026-11-31.md`: who writes the log of a day wants it read as one. */
function dayRemarks(path: string): readonly Finding[] {
  const day = logName.exec(path)?.[1] ?? null;
  if (day === null || isDay(day)) return [];
  const says = `No calendar has the day ${day}: the file is a page and no log of a day.`;
  return [{ code: "day_unknown", severity: "warning", path, line: 0, says, hint: "Name it by a day, or otherwise." }];
}

function compressedRemarks(path: string, meta: SaidMeta, body: string): readonly Finding[] {
  if (meta.compressed == null || meta.compressedOf === digest(body)) return [];
  const says =
    meta.compressedOf == null
      ? "“compressed:” does not say which body it is of, so it is not used."
      : "“compressed:” is of an earlier body, so it is not used.";
  const hint = `Write it anew with “compressed_of: ${digest(body)}”, or remove both.`;
  return [{ code: "compressed_stale", severity: "warning", path, line: 0, says, hint }];
}

/** Of a page that is full of them the first ones are looked at. */
const invisibleMax = 1000;
const linesShown = 5;

/**
 * One remark a page, at the first of the kind that weighs most. No page is refused for them, because text is pasted from everywhere: spaces
 * without width are what pasting leaves, and no more than a note until several stand in a row, as hidden words do.
 */
function invisibleRemarks(path: string, text: string): readonly Finding[] {
  const found = findInvisible(text, invisibleMax);
  const worst = weights.find((weight) => found.some((each) => each.weight === weight));
  if (worst === undefined) return [];
  const own = found.filter(({ weight }) => weight === worst);
  const names = [...new Set(own.map(({ name }) => name))].slice(0, linesShown).join(", ");
  const lines = [...new Set(own.map(({ line }) => line))];
  const more = lines.length > linesShown ? ` and ${lines.length - linesShown} more` : "";
  const where = `${lines.length === 1 ? "line" : "lines"} ${lines.slice(0, linesShown).join(", ")}${more}`;
  const { what, hint } = told[worst];
  const severity = worst === "pasted" ? "note" : "warning";
  const says = `Nobody sees what stands in ${where} (${names}): ${what}`;
  return [{ code: "invisible_character", severity, path, line: lines[0] ?? 0, says, hint }];
}

const weights = ["hiding", "broken", "pasted"] as const;

const told: Readonly<Record<(typeof weights)[number], { readonly what: string; readonly hint: string }>> = {
  hiding: { what: "it can hide or reorder words.", hint: "Remove it, unless you know what it is for." },
  broken: {
    what: "such control characters stay where text was read in the wrong encoding.",
    hint: "Bring back the text as it was, or remove them.",
  },
  pasted: {
    what: "pasted text often holds such characters.",
    hint: "They do no harm alone; remove them if you like.",
  },
};

/** Warnings: a prompt holds the comments of a page in full, and a reader of the rendered page sees none of them. */
function commentRemarks(path: string, text: string, bodyStart: number): readonly Finding[] {
  return findLongComments(text, bodyStart).map(({ line, chars }) => ({
    code: "comment_long",
    severity: "warning",
    path,
    line,
    says: `An HTML comment of ${chars} characters begins here: no viewer shows it, and a prompt with the full page holds it.`,
    hint: `Write it as text, or cut it to ${limits.commentCharsMax} characters.`,
  }));
}

// FactsCache: what was read from page files, kept beside the repository; losing it costs time and nothing else.

/** "The file with this stamp held the bytes with this oid, and they said this." */
export interface CachedFile extends PageFile {
  readonly stamp: Stamp;
  /** False while the stamp is so young that another write could leave the same one. */
  readonly settled: boolean;
}

/** A failure to write is told and may be ignored. */
export interface FactsCache {
  /** `damaged` says what could not be used; null where all could or nothing was there. */
  load(): { readonly records: ReadonlyMap<PagePath, CachedFile>; readonly damaged: string | null };
  save(all: readonly CachedFile[]): Outcome<void>;
  appendChanges(changed: readonly CachedFile[], removed: readonly PagePath[]): Outcome<void>;
  /** Of the files that were loaded, with the changes since. */
  sums(): Sums;
}

/** What was made of a page once, by a key that names everything it depends on. */
export interface KeyedCache<T> {
  get(key: string): T | undefined;
  put(key: string, value: T): void;
  /** Writes what was put since; where that makes more than `keysMost` keys, those not asked for since the cache was opened are forgotten. */
  flush(keysMost?: number): void;
}

/** Tokens of a page at each fidelity. */
export type TokenCache = KeyedCache<Readonly<Partial<Record<Fidelity, number>>>>;

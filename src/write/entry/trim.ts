/**
 * Trim: entries found by what a person calls them, and how they leave their page: word for word to a page of the cold tier, which is the only way a
 * night takes, or one by one because somebody says so.
 */

import { type Instant, type PageId, type PagePath, parsePageId, parsePagePath } from "../../base/ids.js";
import { err, ok, type Result } from "../../base/result.js";
import { shellWord } from "../../base/text.js";
import { isUsersWord } from "../../memory/actor.js";
import { leastTrusted } from "../../memory/labels.js";
import { archiveFolder, archiveIndexPath } from "../../memory/profile.js";
import { findPage, type PageEntry } from "../../memory/table.js";
import { sameValue } from "../../page/decode.js";
import { addFrontmatter } from "../../page/frontmatter/splice.js";
import type { Entry, Heading, Outline } from "../../page/markdown/blocks.js";
import { bodyStartOf, outline } from "../../page/markdown/outline.js";
import type { Refusal } from "../../rules/refusal.js";
import {
  accepted,
  type Change,
  type Drafted,
  guardPage,
  type Target,
  type Validated,
  type ValidationInput,
} from "../change.js";
import type { PatchEnvelope } from "../patch.js";
import { gist, validate } from "../validate.js";
import { indexHeader } from "./create.js";
import type { Cut } from "./entries.js";
import { readValue } from "./keys.js";

export interface Trim {
  readonly page: PagePath;
  /** Of the entries to move; those that HEAD does not have are left out. */
  readonly digests: readonly string[];
  /** Of entries that stand there more than once: all but the first of each go. */
  readonly repeated?: readonly string[];
  /** Of entries that say the same, the one to go (from 0), whose heading stays; all go when absent. */
  readonly copy?: number;
  /** Either takes the headings that are left with nothing under them too, but for one copy. */
  readonly reason: "PRUNE_TRIM" | "BUFFER_CLEAR";
  /** Names the section of the cold page, and decides its month. */
  readonly at: Instant;
  readonly envelope: PatchEnvelope;
}

/** One cold page a hot page and month, so that none grows without end. */
export function validateTrim(trim: Trim, ground: ValidationInput): Result<Validated, Refusal> {
  const page = findPage(ground.table, trim.page);
  const text = ground.committed(trim.page);
  if (page === null || text === null || !page.writable || page.tier === "cold")
    return err(notTrimmable(trim.page, page, text));
  const map = outline(text, bodyStartOf(text));
  const repeated = trim.repeated ?? [];
  const moved = goingFrom(map.entries, { ...trim, repeated });
  const pinned = moved.find((entry) => isPinned(page, entry, ground));
  if (pinned !== undefined)
    return err({
      reason: "POLICY_VIOLATION",
      says: `The entry ${pinned.digest} of ${trim.page} is pinned; pinned entries are never trimmed.`,
      hint: "Take the pin away first, if it is done.",
    });
  const place = coldPlace(trim, page, ground);
  if (place === null)
    return err({
      reason: "POLICY_VIOLATION",
      says: `No page of the archive can be named after ${trim.page}.`,
      hint: "Give it an id of letters, digits and dashes in its frontmatter.",
    });
  const section = coldSection(text, { trim, headings: map.headings, moved });
  const added: readonly Change[] = place.isFresh
    ? createdCold({ ...place, month: monthOf(trim), section }, page)
    : [{ kind: "edit", path: place.path, edit: { kind: "append", slug: null, entries: [section] } }];
  // A heading that frontmatter says something of stays, or that would point nowhere.
  const named = readValue(trim.page, text, ["sections"]);
  const isSwept = trim.copy === undefined && named.ok && named.value === undefined;
  const digests = moved.map((entry) => entry.digest).filter((each) => !repeated.includes(each));
  const copies = [...new Set(moved.map((entry) => entry.digest).filter((each) => repeated.includes(each)))];
  const edit = {
    kind: "cut" as const,
    digests,
    ...(copies.length === 0 ? {} : { repeated: copies }),
    ...(trim.copy === undefined ? {} : { copy: trim.copy }),
    into: place.path,
    headings: isSwept ? ("emptied" as const) : ("keep" as const),
  };
  const cut: Change = { kind: "edit", path: trim.page, edit };
  const words = `${moved.length} ${moved.length === 1 ? "entry" : "entries"}`;
  return accepted({
    targets: [
      { op: "trim", id: page.id, path: trim.page },
      { op: place.isFresh ? "create" : "append", id: place.id, path: place.path },
    ],
    changes: moved.length === 0 ? [] : [...added, cut],
    reason: trim.reason,
    subject: `${trim.reason === "BUFFER_CLEAR" ? "clear" : "trim"}: ${words} of ${trim.page} to ${place.id}`,
    envelope: trim.envelope,
  });
}

interface Place {
  readonly id: PageId;
  readonly path: PagePath;
  /** It is made by this commit. */
  readonly isFresh: boolean;
}

/** null where its name would be none. */
function coldPlace(trim: Trim, page: PageEntry, ground: ValidationInput): Place | null {
  const month = monthOf(trim);
  const id = parsePageId(`${page.id}-trimmed-${month}`);
  const path = id === null ? null : parsePagePath(`${archiveFolder}/${month.slice(0, 4)}/${id}.md`);
  return id === null || path === null ? null : { id, path, isFresh: ground.committed(path) === null };
}

function monthOf({ at }: Trim): string {
  return at.slice(0, 7);
}

/** By the page, by the entry's section, or by a mark of its own. */
export function isPinned(
  page: PageEntry,
  entry: Pick<Entry, "section" | "tags">,
  { table }: Pick<ValidationInput, "table">,
): boolean {
  const section = entry.section === null ? null : findPage(table, `${page.id}#${entry.section}`);
  return page.pin === "hard" || section?.pin === "hard" || entry.tags.includes("pinned");
}

function createdCold(
  cold: {
    readonly id: PageId;
    readonly path: PagePath;
    readonly month: string;
    readonly section: string;
  },
  page: PageEntry,
): readonly Change[] {
  const { id, path, month, section } = cold;
  const title = `Trimmed from ${page.path} in ${month}`;
  const text = addFrontmatter(`${section}\n`, [
    ["id", id],
    ["type", "conversation_segment"],
    ["title", title],
    ["version", 1],
    ["origin", page.origin],
    // What others may not see there they may not see here, whatever the place says.
    ...(page.audience === "private" ? [["audience", "private"] as const] : []),
    ["fields", { span: page.path, start: month, end: month }],
  ]);
  const line = `- [${id}](${path.slice(archiveFolder.length + 1)}) — ${title} · from ${page.path} · ${month}`;
  return [
    { kind: "edit", path, edit: { kind: "create", text } },
    {
      kind: "edit",
      path: archiveIndexPath as PagePath,
      edit: { kind: "add_line", header: indexHeader, line },
    },
  ];
}

/** `## <when>, from <path>`, then the entries, under the headings that they stood under. */
function coldSection(
  text: string,
  { trim, headings, moved }: { trim: Trim; headings: readonly Heading[]; moved: readonly Entry[] },
): string {
  const parts = [`## ${trim.at}, from ${trim.page}`];
  let above: Heading | null = null;
  let last: Entry | null = null;
  for (const entry of moved) {
    // The title of the page is the first of them; a later one of its depth begins a part of its own.
    const heading = headings.findLast(({ depth, start }, at) => (depth > 1 || at > 0) && start < entry.start) ?? null;
    if (heading !== null && heading !== above) parts.push("", headingLine(text, heading));
    const isNext = heading === above && last?.kind === "bullet" && entry.kind === "bullet";
    if (!isNext) parts.push("");
    parts.push(text.slice(entry.start, entry.end).replace(/\r\n?/g, "\n"));
    above = heading;
    last = entry;
  }
  return parts.join("\n");
}

function headingLine(text: string, heading: Heading): string {
  const line = text.slice(heading.start, heading.end).trim();
  return line.startsWith("#") && !line.includes("\n") ? line.replace(/^#+/, "###") : `### ${heading.title}`;
}

/** What stands in the way, and not what might. */
function notTrimmable(path: string, page: PageEntry | null, text: string | null): Refusal {
  const refused = (says: string, hint: string): Refusal => ({ reason: "POLICY_VIOLATION", says, hint });
  if (text === null)
    return refused(`No commit has ${path} yet.`, `Take it in with: pagefile adopt ${shellWord(path)}`);
  if (page === null)
    return refused(
      `${path} is committed, but left out of the memory: it cannot be read as it is.`,
      "See its line, and mend it: pagefile audit",
    );
  if (page.tier === "cold")
    return refused(
      `${path} is in the archive already; nothing leaves it.`,
      `Bring it back first: pagefile restore ${page.id}`,
    );
  return refused(
    `${path} is a file of instructions, which Pagefile never shortens.`,
    "Shorten it by hand and commit it; nights go on without it.",
  );
}

// WorkOff: one entry leaves its place because somebody says so: for the archive when done, for another page, or for git's history alone.

export interface WorkOff {
  readonly verb: "done" | "move" | "remove";
  readonly page: string;
  /** As `entryNamed` reads it. */
  readonly entry: string;
  /** The page, or the section of one, to which `move` takes the entry; null otherwise. */
  readonly to: string | null;
  /** Why, in the person's words; null where they gave none. */
  readonly because: string | null;
  readonly envelope: PatchEnvelope;
}

/** `isEdited`: the page's text on disk is not the committed one, so that a number may mean another entry there. */
export function validateWorkOff(
  asked: WorkOff,
  ground: ValidationInput,
  { isEdited }: { readonly isEdited: (page: PageEntry) => boolean },
): Result<Validated, Refusal> {
  const guarded = guardPage({ op: "append", page: asked.page, value: "-", ...asked.envelope }, ground);
  if (!guarded.ok) return guarded;
  const page = guarded.value;
  const text = ground.committed(page.path);
  if (text === null) return err(notThere(page));
  if (isNumber(asked.entry) && isEdited(page))
    return err({
      reason: "VERSION_CONFLICT",
      says: `${page.path} has edits that are not committed, so a number may mean another entry than the one you see.`,
      hint: "Name the entry by its words, or commit your edits first: pagefile edit, or git commit.",
    });
  const found = entryNamed(text, page, asked.entry);
  if (!found.ok) return isEdited(page) ? err(orUncommitted(found.error, page)) : found;
  const entry = found.value;
  const refusal = refusalOf(asked, { page, entry }, ground);
  if (refusal !== null) return err(refusal);
  const words = text.slice(entry.start, entry.end);
  const same = outline(text, bodyStartOf(text)).entries.filter(({ digest }) => digest === entry.digest);
  const copy = same.findIndex(({ start }) => start === entry.start);
  const done = outcomeOf(asked, { page, entry, copy, words }, ground);
  if (!done.ok) return done;
  const subject = `${asked.verb}: ${gist(words)} (${page.id})`;
  const because = asked.because === null ? {} : { because: asked.because };
  return accepted({ ...done.value, subject, ...because });
}

interface Found {
  readonly page: PageEntry;
  readonly entry: Entry;
  /** Which it is of the entries that say the same, from 0. */
  readonly copy: number;
  readonly words: string;
}

function outcomeOf(asked: WorkOff, found: Found, ground: ValidationInput): Result<Omit<Drafted, "subject">, Refusal> {
  if (asked.verb === "move") return moved(asked, found, ground);
  const { page, entry, copy } = found;
  const { envelope } = asked;
  if (asked.verb === "done") {
    const at: Instant = ground.now;
    const digests = [entry.digest];
    return validateTrim({ page: page.path, digests, copy, reason: "PRUNE_TRIM", at, envelope }, ground);
  }
  return ok({
    targets: [{ op: "remove", id: page.id, path: page.path }],
    changes: [{ kind: "edit", path: page.path, edit: { kind: "remove", digest: entry.digest, copy } }],
    reason: "REMOVE",
    envelope,
  });
}

/** What an append of the same words to the other page would have to pass, with the label that the words carry, and the cut. */
function moved(
  asked: WorkOff,
  { page, entry, copy, words }: Found,
  ground: ValidationInput,
): Result<Validated, Refusal> {
  const { envelope } = asked;
  const known = ground.labels.untrusted(entry.digest);
  const origin = leastTrusted([envelope.origin, known ?? envelope.origin]);
  const added = validate({ op: "append", page: asked.to ?? "", value: words, ...envelope, origin }, ground);
  if (!added.ok) return added;
  const into = added.value.targets[0]!;
  const to = findPage(ground.table, into.id)!;
  if (to.path === page.path && to.slug === entry.section) return err(thereAlready(to.id));
  const digests = [entry.digest];
  const cut: Change = {
    kind: "edit",
    path: page.path,
    edit: { kind: "cut", digests, copy, into: to.path, headings: "keep" },
  };
  const from: Target = { op: "trim", id: page.id, path: page.path };
  // Within one file the words leave before they come back, or the cut would take both.
  const isSame = to.path === page.path;
  return accepted({
    ...added.value,
    targets: isSame ? [from] : [from, into],
    changes: isSame ? [cut, ...added.value.changes] : [...added.value.changes, cut],
    reason: "PRUNE_TRIM",
  });
}

function refusalOf(
  { verb, envelope, because }: WorkOff,
  { page, entry }: Pick<Found, "page" | "entry">,
  ground: ValidationInput,
): Refusal | null {
  const isTheirs = isUsersWord(envelope);
  const policy = (says: string, hint: string): Refusal => ({ reason: "POLICY_VIOLATION", says, hint });
  if (isPinned(page, entry, ground)) {
    const hint = isTheirs
      ? "Take the pin away first (pagefile set PAGE pin none --base VERSION), or edit the page: pagefile edit PAGE"
      : "Only the user takes a pin away.";
    return policy(`The entry is pinned hard, so it stays where it is.`, hint);
  }
  if (verb === "remove" && !isTheirs)
    return policy(
      "Only the user removes an entry for good.",
      "Say that it is done instead, which keeps it in the archive: pagefile done PAGE ENTRY",
    );
  return because !== null && /[\r\n]/.test(because.trim())
    ? { reason: "SCHEMA_INVALID", says: "A reason is one line.", hint: "Say the rest in an entry of its own." }
    : null;
}

function notThere({ path, scope }: PageEntry): Refusal {
  if (scope === "local")
    return {
      reason: "SCOPE_DENIED",
      says: `${path} is local: it is never committed, so no command changes its entries.`,
      hint: "Edit it by hand; it is read as it stands.",
    };
  return {
    reason: "POLICY_VIOLATION",
    says: `${path} is not committed yet.`,
    hint: "Edit it by hand, or commit it first: pagefile adopt.",
  };
}

/** What is named may stand on disk alone, where a person sees it and no commit has it. */
function orUncommitted(refusal: Refusal, { path }: PageEntry): Refusal {
  return {
    ...refusal,
    says: `${refusal.says} Only entries that are committed can be named, and ${path} has edits that are not.`,
    hint: `Commit them first: git commit -m "Edit by hand" -- ${shellWord(path)}`,
  };
}

function thereAlready(id: string): Refusal {
  return { reason: "SCHEMA_INVALID", says: `The entry stands in “${id}” already.`, hint: "Name another page." };
}

// EntryName: which entry of a page a person means: by its number, by digits of its digest, or by words that stand in it alone.

/** An entry with its number: from 1, in the order in which the page holds them. A section counts its own. */
interface NumberedEntry {
  readonly number: number;
  readonly entry: Entry;
  /** Its beginning, on one line. */
  readonly says: string;
}

/** Without lines that only part what stands above from what stands below. */
export function numberedEntries(text: string, page: Pick<PageEntry, "slug">): readonly NumberedEntry[] {
  return outline(text, bodyStartOf(text))
    .entries.filter(({ section, kind }) => kind !== "rule" && (page.slug === null || section === page.slug))
    .map((entry, at) => ({ number: at + 1, entry, says: excerpt(text, entry) }));
}

/** Whether a name is a number: such a name is only good for the text that it was read in. */
function isNumber(asked: string): boolean {
  return /^#?\d{1,5}$/.test(asked.trim());
}

/** A number is a number alone. Words are looked for in the first line: what was superseded below it is no longer what the entry says. */
export function entryNamed(
  text: string,
  page: Pick<PageEntry, "slug" | "path">,
  asked: string,
): Result<Entry, Refusal> {
  const all = numberedEntries(text, page);
  const words = asked.trim().toLowerCase();
  const number = isNumber(words) ? Number(words.replace("#", "")) : null;
  const byNumber = all.filter((one) => one.number === number);
  const byDigest = /^[0-9a-f]{6,16}$/.test(words) ? all.filter(({ entry }) => entry.digest.startsWith(words)) : [];
  const hasWords = ({ entry }: NumberedEntry): boolean =>
    number === null && saysWords(firstLine(text.slice(entry.start, entry.end)).toLowerCase(), words);
  const byWords = all.filter(hasWords);
  const found = [byNumber, byDigest].find(({ length }) => length > 0) ?? byWords;
  const [first] = found;
  if (first !== undefined && found.length === 1) return ok(first.entry);
  const isNone = page.slug !== null && found.length === 0;
  const elsewhere = isNone ? numberedEntries(text, { slug: null }).find(hasWords)?.entry.section : null;
  const has = number === null || all.length === 0 ? "" : `; it has ${all.length}`;
  return err({
    reason: "SCHEMA_INVALID",
    says: `“${asked}” names ${found.length === 0 ? "no entry" : `${found.length} entries`} of ${page.path}${page.slug === null ? "" : `#${page.slug}`}${has}.`,
    hint:
      typeof elsewhere !== "string"
        ? hintFor(number === null ? found : all, all.length)
        : `The section #${elsewhere} has it: name the page by that.`,
  });
}

/** Whether they stand there whole: no letter or digit goes on beyond them, but in a script that puts no blanks between words. */
function saysWords(line: string, words: string): boolean {
  if (words === "") return false;
  for (let at = line.indexOf(words); at >= 0; at = line.indexOf(words, at + 1)) {
    const end = at + words.length;
    if (![at, end].some((edge) => goesOn.test(line.slice(Math.max(0, edge - 1), edge + 1)))) return true;
  }
  return false;
}

/** Two letters or digits, of which neither begins or ends a word by its script. */
const goesOn =
  /^(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}])[\p{L}\p{N}\p{M}]){2}$/u;

const shownMax = 5;

function hintFor(found: readonly NumberedEntry[], among: number): string {
  if (found.length === 0 && among === 0)
    return "No commit has an entry of this page; one that was typed by hand is to be committed first.";
  if (found.length === 0)
    return "Name one by its number, by words that stand in it alone, or by its digest: pagefile done PAGE lists them, pagefile blame shows digests.";
  const shown = found.slice(0, shownMax).map(({ number, says }) => `${number}: ${says}`);
  const more = found.length > shownMax ? `\n… and ${found.length - shownMax} more` : "";
  return `Name one by its number:\n${shown.join("\n")}${more}`;
}

const excerptCharsMax = 72;

function excerpt(text: string, { start, end }: Entry): string {
  const chars = Array.from(firstLine(text.slice(start, end)).trim());
  if (chars.length <= excerptCharsMax) return chars.join("");
  return `${chars
    .slice(0, excerptCharsMax - 1)
    .join("")
    .trimEnd()}…`;
}

export function firstLine(entry: string): string {
  return entry.split(/\r?\n/, 1)[0] ?? "";
}

// Cut: a text without the entries named, every other block as it was; what is cut must stand elsewhere in the same commit.

export function cutEntries(path: string, text: string, cut: Cut): Result<string, Refusal> {
  const map = outline(text, bodyStartOf(text));
  const gone = goingFrom(map.entries, cut);
  if (gone.length === 0) return ok(text);
  const left = map.entries.filter((entry) => !gone.includes(entry));
  const swept = cut.headings === "keep" ? [] : map.headings.filter((heading) => isEmptied(heading, map, left));
  const spans = [...gone, ...swept].sort((a, b) => b.start - a.start);
  const after = spans.reduce(without, text);
  const headings = map.headings.filter((heading) => !swept.includes(heading));
  return saysTheRest(after, left, headings) ? ok(after) : err(tangled(path));
}

/** What a cut takes, in the order of the page. */
function goingFrom(
  entries: readonly Entry[],
  { digests, repeated = [], copy }: Pick<Cut, "digests" | "repeated" | "copy">,
): readonly Entry[] {
  const seen = new Set<string>();
  const going = entries.filter(({ digest }) => {
    const isCopy = seen.has(digest);
    seen.add(digest);
    return digests.includes(digest) || (isCopy && repeated.includes(digest));
  });
  return copy === undefined ? going : going.slice(copy, copy + 1);
}

/** Nothing stands under it or under what it heads, though something did before. */
function isEmptied(heading: Heading, map: Outline, left: readonly Entry[]): boolean {
  const within = ({ start }: Entry): boolean => start >= heading.end && start < heading.sectionEnd;
  return heading.depth > 1 && map.entries.some(within) && !left.some(within);
}

/** Whole lines, and the blank line behind them where another stands before. */
function without(text: string, { start, end }: Pick<Entry, "start" | "end">): string {
  const head = text.slice(0, start);
  const tail = text.slice(end).replace(/^\r?\n/, "");
  const isGapBefore = head === "" || head.endsWith("\n\n") || head.endsWith("\n\r\n");
  return head + (isGapBefore ? tail.replace(/^\r?\n/, "") : tail);
}

function saysTheRest(text: string, entries: readonly Entry[], headings: readonly Heading[]): boolean {
  const map = outline(text, bodyStartOf(text));
  const digests = (all: readonly Entry[]): string[] => all.map(({ digest, section }) => `${section} ${digest}`);
  const titles = (all: readonly Heading[]): string[] => all.map(({ depth, title }) => `${depth} ${title}`);
  return sameValue(digests(map.entries), digests(entries)) && sameValue(titles(map.headings), titles(headings));
}

function tangled(path: string): Refusal {
  return {
    reason: "MALFORMED",
    says: `The entries cannot be taken out of ${path} without changing how the rest of it reads.`,
    hint: "Look for an HTML block or a code fence that nothing closes; mend and commit it by hand, then try again.",
  };
}

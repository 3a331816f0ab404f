/** Significance: what a statement is by its own words, in six languages, and whether it is over; the reason in words. */

import { rememberByText } from "../base/remember.js";
import { findSecrets } from "../rule/secret.js";
import { type Lapse, lapseOf } from "./lapse.js";
import { type Hit, hitsIn } from "./lexicon/find.js";
import type { Kind } from "./lexicon/lexicon.js";
import { type Spoken, spokenIn } from "./lexicon/spoken.js";
import { personIn } from "./person.js";
import { looksSecret } from "./secret-like.js";
import { significance as weights } from "./thresholds.js";

export interface Significance {
  /** What it is that is worth reading again; null for what passes. */
  readonly kind: Kind | null;
  /** A tag and a label are its writer's word for it; a heading and its own words are a reader's guess. */
  readonly by: "tag" | "label" | "words" | "heading" | null;
  /** The reason, as it stands in a report: `it says “never”`. */
  readonly why: string;
  /** The word with which it insists, wherever it stands (never, always, must, do not, important, …); null for none. */
  readonly insists: string | null;
  /** Why it is over or never was more than a reading of a meter; null for what stands. */
  readonly lapse: Lapse | null;
  /** A secret is in it, or something that stands where one would. */
  readonly isSecret: boolean;
}

export interface Context {
  readonly tags: readonly string[];
  /** Titles of the headings it stands under, the outermost first. */
  readonly under: readonly string[];
  /** Local day, `YYYY-MM-DD`: what dates are held against. */
  readonly today: string;
}

/** `whole` is an entry, or a sentence of one, without its bullet. */
export function significanceOf(whole: string, { tags, under, today }: Context): Significance {
  const markdown = whole.replace(timeOfDay, "");
  const spoken = spokenIn(markdown);
  const hits = hitsIn(spoken);
  const titles = under.map(titled);
  const found =
    tagged(tags) ??
    labeled(spoken, hits) ??
    told(spoken, hits) ??
    headed(spoken, hits, titles) ??
    stated(spoken, hits);
  const insists = hits.find(({ list }) => list === "insists")?.said ?? null;
  const isBound = found !== null && found.kind !== "fact";
  const isSecret = isSecretIn(markdown, spoken, hits);
  const lapse = lapseOf({ markdown, spoken, hits, tags, titles, today });
  // What binds is no reading of a meter, whatever numbers are in it; what is over by its own words is over.
  const isRead = lapse?.state === "operational" && (isBound || insists !== null);
  const stands = { insists, lapse: isRead ? null : lapse, isSecret };
  if (found === null || stands.lapse?.state === "operational") return { kind: null, by: null, why: none, ...stands };
  return { ...found, ...stands };
}

/** In front of an entry it says when, and hides the label behind it. */
const timeOfDay =
  /^\*{0,2}[[(]?\d{1,2}:\d{2}(?::\d{2})?(?: ?[AaPp][Mm])?(?: (?:UTC|GMT|[A-Z]{3,4}))?[\])]?\*{0,2}\s*[-–—:,]?\s+/;

/** A secret, or something that stands where one would. */
export function holdsSecret(markdown: string): boolean {
  const spoken = spokenIn(markdown);
  return markdown.trim() !== "" && isSecretIn(markdown, spoken, hitsIn(spoken));
}

function isSecretIn(markdown: string, spoken: Spoken, hits: readonly Hit[]): boolean {
  return looksSecret(spoken, hits) || findSecrets(markdown).length > 0;
}

const none = "nothing in it says that it is to be kept";

type Found = Pick<Significance, "kind" | "by" | "why">;

/** The tags of the protocol, in the order of what they weigh. */
const kindOfTag: Readonly<Record<string, Kind>> = {
  decision: "decision",
  human: "preference",
  identity: "identity",
  lesson: "lesson",
  surprise: "lesson",
};

function tagged(tags: readonly string[]): Found | null {
  const tag = Object.keys(weights).find((each) => tags.includes(each));
  const kind = tag === undefined ? undefined : kindOfTag[tag];
  return kind === undefined ? null : { kind, by: "tag", why: `it is tagged [${tag}]` };
}

/** What stands before the first colon or dash, if it is short. */
function labeled(spoken: Spoken, hits: readonly Hit[]): Found | null {
  const end = labelEnd(spoken);
  if (end === null) return null;
  const kind = labelKind(spoken, hits, end);
  if (kind === null) return null;
  const label = spoken.plain.slice(0, end).trim();
  if (spoken.sentences.every(({ asks }) => asks)) return null;
  return { kind, by: "label", why: `its label “${label}” says so` };
}

const labelWordsMax = 5;
const labelCharactersMax = 48;

function labelEnd({ plain, words }: Spoken): number | null {
  const mark = /[:：]|\s[–—-]\s|——/.exec(plain.slice(0, labelCharactersMax + 1));
  if (mark === null || mark.index === 0) return null;
  // A time of day or a host's port has a colon too.
  if (/^[:：]\d/.test(plain.slice(mark.index)) || plain.slice(mark.index + mark[0].length).trim() === "") return null;
  return words.filter(({ start }) => start < mark.index).length > labelWordsMax ? null : mark.index;
}

/** A name's label has to be nothing but that; “error name” is no one's. */
function labelKind({ plain, words, script }: Spoken, hits: readonly Hit[], end: number): Kind | null {
  const here = hits.filter((hit) => hit.end <= end);
  const isOfLabel = ({ start, end: last }: Hit): boolean =>
    here.some((hit) => hit.list.startsWith("labels.") && hit.start <= start && last <= hit.end);
  if (here.some((hit) => hit.list === "denies.decision" || (hit.list === "unlabels" && !isOfLabel(hit)))) return null;
  if (!/\p{L}/u.test(plain.slice(0, end)) || words.length === 0) return null;
  for (const kind of order) {
    const hit = here.find(({ list }) => list === `labels.${kind}`);
    if (hit === undefined) continue;
    const isWhole = plain.slice(0, hit.start).trim() === "" && plain.slice(hit.end, end).trim() === "";
    if (
      !isWhole &&
      script !== "spaced" &&
      plain
        .slice(hit.end, end)
        .trim()
        .replace(/[:：(（【].*$/su, "").length > behindCharactersMax
    )
      continue;
    if (
      isWhole ||
      (!wholeOnly.has(kind) && !isNamePart(plain, hit) && (kind !== "rule" || isRuleLabel(plain, hit, { end, hits })))
    )
      return kind;
  }
  return null;
}

/** Behind a noun at the end of its title; a verb has its object there. */
const behindCharactersMax = 3;

/** A word of a file's or a program's name labels nothing; one that German hangs to another noun does. */
function isNamePart(plain: string, { start, end }: Hit): boolean {
  const isCompound = /^-\p{Lu}/u.test(plain.slice(start - 1, start + 1));
  return (!isCompound && /[-._/]/.test(plain.charAt(start - 1))) || /^[-._/]\p{L}/u.test(plain.slice(end));
}

/** “Important” and “never” stand in many titles: at the front of a short one they are the label. “Rules” are what the title is of. */
function isRuleLabel(
  plain: string,
  hit: Hit,
  { end, hits }: { readonly end: number; readonly hits: readonly Hit[] },
): boolean {
  const [before, behind] = [plain.slice(0, hit.start), plain.slice(hit.end, end)];
  const words = `${before} ${behind}`.match(/[\p{L}\p{N}]+/gu) ?? [];
  // Reports of reviews and checks put a sign of how bad it is before “critical”.
  const isNoun = !hits.some(({ list, start }) => list === "insists" && start === hit.start);
  if (/\d/.test(before) || (!isNoun && /\p{Extended_Pictographic}/u.test(before))) return false;
  if (/\p{Script=Han}/u.test(plain)) {
    const isFirst = !/\p{L}/u.test(before) && behind.trim().length <= 4;
    return isFirst || (!/\p{L}/u.test(behind) && (isNoun || /[的の]$/.test(before.trim())));
  }
  const isOf = isNoun && words.length <= ruleTitleWordsMax;
  if (!isNoun) return words.length === 0;
  return words.length <= 1 || (isOf && (behind.trim() === "" || (before.trim() === "" && leadsOn.test(behind))));
}

const ruleTitleWordsMax = 4;
/** “rules for guests”, “règles de la maison”. */
const leadsOn = /^\s(?:for|of|about|on|für|zum|zur|beim|im|pour|de|du|des|d|para|del|sobre)\b/u;

/** What says most of how to act first. */
const order: readonly Kind[] = [
  "correction",
  "decision",
  "lesson",
  "rule",
  "preference",
  "person",
  "identity",
  "fact",
];

const wholeOnly: ReadonlySet<Kind> = new Set(["identity", "person", "fact"]);

function told(spoken: Spoken, hits: readonly Hit[]): Found | null {
  if (isQuotation(spoken.plain)) return null;
  const isReport = isParticular(spoken, hits);
  for (const kind of order) {
    if (isReport && kind !== "decision" && kind !== "correction") continue;
    if (kind === "person") {
      const person = personIn(spoken, hits);
      if (person !== null) return { kind, by: "words", why: `it says who “${person}” is` };
      continue;
    }
    const hit = kind === "fact" ? undefined : saidOf(kind, spoken, hits);
    if (hit !== undefined) return { kind, by: "words", why: `it says “${hit.said}”` };
  }
  return null;
}

/** What a report tells beside: “Commit: …”, “Impact: …”. */
function isParticular(spoken: Spoken, hits: readonly Hit[]): boolean {
  const end = labelEnd(spoken);
  const first = spoken.words[0]?.start;
  return end !== null && hits.some((hit) => hit.list === "particulars" && hit.start === first && hit.end >= end - 1);
}

function saidOf(kind: Kind, spoken: Spoken, hits: readonly Hit[]): Hit | undefined {
  return hits.find((hit) => hit.list === `says.${kind}` && holds(hit, kind, spoken, hits));
}

/** What is so, and asks for nothing. */
function stated(spoken: Spoken, hits: readonly Hit[]): Found | null {
  if (isQuotation(spoken.plain) || !isSentence(spoken) || isOpenEnded(hits)) return null;
  // That something is not there today is a reading too.
  if (absent.has(spoken.words[0]?.said ?? "")) return null;
  const said = saidOf("fact", spoken, hits)?.said ?? subjectOf(spoken, hits);
  return said === undefined ? null : { kind: "fact", by: "words", why: `it states something (“${said}”)` };
}

/** “The hotel answers”: a subject with its article at the front, of which nothing is told as past. */
function subjectOf({ words, script }: Spoken, hits: readonly Hit[]): string | undefined {
  const [first] = words;
  const begins = hits.some(({ list, start }) => list === "noNames" && start === first?.start);
  const isPast = words.slice(0, pastWithin).some(({ said }) => said.length > 4 && said.endsWith("ed"));
  return script === "spaced" && begins && !isPast && words.length > sentenceWordsMin ? first?.raw : undefined;
}

const pastWithin = 5;

const absent: ReadonlySet<string> = new Set(
  "no nothing none nobody today kein keine keiner nichts aucun aucune rien ningún ninguna nada sin".split(" "),
);

/** Neither asked nor doubted nor denied; a task is no rule. */
function holds(hit: Hit, kind: Kind, spoken: Spoken, hits: readonly Hit[]): boolean {
  const { sentences, script, plain } = spoken;
  if (sentences[hit.sentence]?.asks === true || isCited(plain, hit)) return false;
  if (kind === "rule" && isTold(hit, spoken)) return false;
  return !hits.some((other) => {
    if (other.sentence !== hit.sentence) return false;
    if (other.list === "doubts") return script !== "spaced" || other.start < hit.start;
    if (other.list === "tasks") return kind === "rule" || kind === "fact" || kind === "identity";
    if (other.list !== `denies.${kind}`) return false;
    return other.end + deniedWithin >= hit.start && other.start - deniedWithin <= hit.end;
  });
}

/** “The page never loads”, “always empty”: what is so, and no order. An order has the bare verb behind it. */
function isTold({ said, end }: Hit, { words }: Spoken): boolean {
  if (!/^(?:never|always)$/i.test(said)) return false;
  const next = words.find(({ start }) => start >= end)?.said ?? "";
  return /(?:[^s]s|ed|ing)$/.test(next) || next === "empty";
}

/** Within quotation marks that a sentence of its own goes on around, or in the title of a work. */
function isCited(plain: string, { start, end }: Hit): boolean {
  for (const { 0: whole, index } of plain.matchAll(
    /“[^”]*”|„[^“]*“|«[^»]*»|「[^」]*」|『[^』]*』|《[^》]*》|"[^"]*"/gu,
  )) {
    if (start < index || end > index + whole.length) continue;
    const [before, behind] = [plain.slice(0, index).trim(), plain.slice(index + whole.length)];
    return (
      whole.startsWith("《") ||
      (!/(?:^|[:：,，–—-])$/.test(before) && /[\p{L}\p{N}]/u.test(before)) ||
      /[\p{L}\p{N}]{3}/u.test(behind)
    );
  }
  return false;
}

/** Characters between a denial and what it denies. */
const deniedWithin = 3;

/** Somebody's words as they were said, and nothing about them. */
function isQuotation(plain: string): boolean {
  return /^["“„«「『].*["”“»」』][.!?。]?$/su.test(plain) && !/["”“»」』]\s*[\p{L}]+.*["“„«「『]/u.test(plain);
}

const sentenceWordsMin = 3;
const sentenceCharactersMin = 5;

/** Numbers and names of files are no words. */
function isSentence({ words, script, plain }: Spoken): boolean {
  if (script !== "spaced") return plain.length >= sentenceCharactersMin;
  return words.filter(({ raw }) => /^\p{L}+$/u.test(raw)).length >= sentenceWordsMin;
}

function isOpenEnded(hits: readonly Hit[]): boolean {
  return hits.some(({ list }) => list === "tasks" || list === "doubts");
}

const titledCharsMax = 100_000;

/** A heading as what stands below it is read by: the same for hundreds of entries. */
export interface Titled {
  readonly spoken: Spoken;
  readonly hits: readonly Hit[];
  /** Behind its label stands a sentence: the title says it itself. */
  readonly isOwn: boolean;
  /** What its label makes of all below it; null for most, and where the title says the whole of it itself. */
  readonly kind: Kind | null;
}

const titled = rememberByText(titledCharsMax, (title): Titled => {
  const spoken = spokenIn(title);
  const hits = hitsIn(spoken);
  const end = labelEnd(spoken);
  const kind = labelKind(spoken, hits, end ?? spoken.plain.length);
  const rest = end === null ? null : spokenIn(spoken.plain.slice(end));
  const isOwn = rest !== null && isSentence(rest);
  return {
    spoken,
    hits,
    isOwn,
    kind: (isOwn && isLong(rest)) || kind === "fact" || kind === "identity" ? null : kind,
  };
});

/** A whole sentence heads what happened around it; a few words head more of the same. */
function isLong({ words, plain, script }: Spoken): boolean {
  return script === "spaced" ? words.length > titleWordsMax : plain.length > titleWordsMax * 2;
}

const titleWordsMax = 6;

/** Whether a title says something by itself behind its label. */
export function isOwnTitle(title: string): boolean {
  return titled(title).isOwn;
}

/** What an item announces that is a label and nothing else, for the items below it. */
export function announcedBy(head: string): Kind | null {
  const { kind, spoken } = titled(head.replace(/[:：]\s*(?=[*_]*$)/u, ""));
  return labelEnd(spoken) === null ? kind : null;
}

/** Below “Lessons learned”, near or far, a sentence is one, unless it looks like work or like what a report tells beside. */
function headed(spoken: Spoken, hits: readonly Hit[], titles: readonly Titled[]): Found | null {
  if (!isSentence(spoken) || spoken.sentences.some(({ asks }) => asks) || isOpenEnded(hits)) return null;
  if (isParticular(spoken, hits)) return null;
  const title = titles.findLast(({ kind }) => kind !== null);
  if (title?.kind == null) return null;
  return { kind: title.kind, by: "heading", why: `it stands under “${title.spoken.plain}”` };
}

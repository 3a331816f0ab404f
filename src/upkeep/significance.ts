/** Significance: what a statement is by its own words, in six languages, and whether it is over; the reason in words. */

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

/** `markdown` is an entry, or a sentence of one, without its bullet. */
export function significanceOf(markdown: string, { tags, under, today }: Context): Significance {
  const spoken = spokenIn(markdown);
  const hits = hitsIn(spoken);
  const found =
    tagged(tags) ??
    labeled(spoken, hits) ??
    told(spoken, hits) ??
    headed(spoken, hits, under) ??
    stated(spoken, hits);
  const insists = hits.find(({ list }) => list === "insists")?.said ?? null;
  const isBound = found !== null && found.kind !== "fact";
  const isSecret = findSecrets(markdown).length > 0 || looksSecret(spoken, hits);
  const lapse = lapseOf({ markdown, spoken, hits, tags, under, today });
  // What binds is no reading of a meter, whatever numbers are in it; what is over by its own words is over.
  const isRead = lapse?.state === "operational" && (isBound || insists !== null);
  const stands = { insists, lapse: isRead ? null : lapse, isSecret };
  if (found === null || stands.lapse?.state === "operational") return { kind: null, by: null, why: none, ...stands };
  return { ...found, ...stands };
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
function labelKind({ plain, words }: Spoken, hits: readonly Hit[], end: number): Kind | null {
  const here = hits.filter((hit) => hit.end <= end);
  if (here.some(({ list }) => list === "unlabels" || list === "denies.decision")) return null;
  if (!/\p{L}/u.test(plain.slice(0, end)) || words.length === 0) return null;
  for (const kind of order) {
    const hit = here.find(({ list }) => list === `labels.${kind}`);
    if (hit === undefined) continue;
    const isWhole = plain.slice(0, hit.start).trim() === "" && plain.slice(hit.end, end).trim() === "";
    if (
      isWhole ||
      (!wholeOnly.has(kind) && !isNamePart(plain, hit) && (kind !== "rule" || isRuleLabel(plain, hit, end)))
    )
      return kind;
  }
  return null;
}

/** A word of a file's or a program's name labels nothing. */
function isNamePart(plain: string, { start, end }: Hit): boolean {
  return /[-._/]/.test(plain.charAt(start - 1)) || /^[-._/]\p{L}/u.test(plain.slice(end));
}

/** “Important” and “never” stand in many titles: at the front of a short one they are the label. */
function isRuleLabel(plain: string, { start, end: hitEnd }: Hit, end: number): boolean {
  const [before, behind] = [plain.slice(0, start), plain.slice(hitEnd, end)];
  const words = `${before} ${behind}`.match(/[\p{L}\p{N}]+/gu) ?? [];
  const isShort = /\p{Script=Han}/u.test(plain)
    ? !/\p{L}/u.test(before) && behind.trim().length <= 4
    : words.length <= 1;
  return isShort && !/\d/.test(before);
}

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
  for (const kind of order) {
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
function holds(hit: Hit, kind: Kind, { sentences, script }: Spoken, hits: readonly Hit[]): boolean {
  if (sentences[hit.sentence]?.asks === true) return false;
  return !hits.some((other) => {
    if (other.sentence !== hit.sentence) return false;
    if (other.list === "doubts") return script !== "spaced" || other.start < hit.start;
    if (other.list === "tasks") return kind === "rule" || kind === "fact" || kind === "identity";
    if (other.list !== `denies.${kind}`) return false;
    return other.end + deniedWithin >= hit.start && other.start - deniedWithin <= hit.end;
  });
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

/** Below “Lessons learned”, near or far, a sentence is one, unless it looks like work or like what a report tells beside. */
function headed(spoken: Spoken, hits: readonly Hit[], under: readonly string[]): Found | null {
  if (!isSentence(spoken) || spoken.sentences.some(({ asks }) => asks) || isOpenEnded(hits)) return null;
  const label = labelEnd(spoken);
  if (
    label !== null &&
    hits.some(({ list, end, start }) => list === "particulars" && start === 0 && end >= label - 1)
  )
    return null;
  for (const title of under.toReversed()) {
    const said = spokenIn(title);
    const end = labelEnd(said) ?? said.plain.length;
    const kind = labelKind(said, hitsIn(said), end);
    if (kind === null || kind === "fact" || kind === "identity") continue;
    return { kind, by: "heading", why: `it stands under “${said.plain}”` };
  }
  return null;
}

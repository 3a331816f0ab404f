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
  const found = tagged(tags) ?? labeled(spoken, hits) ?? told(spoken, hits) ?? headed(spoken, hits, under);
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
    if (isWhole || !wholeOnly.has(kind)) return kind;
  }
  return null;
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
    const hit = hits.find((each) => each.list === `says.${kind}` && holds(each, kind, spoken, hits));
    if (hit === undefined) continue;
    if (kind === "fact")
      return isFact(spoken, hits) ? { kind, by: "words", why: `it states something (“${hit.said}”)` } : null;
    return { kind, by: "words", why: `it says “${hit.said}”` };
  }
  return null;
}

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

const factWordsMin = 3;

function isFact({ words, script, plain }: Spoken, hits: readonly Hit[]): boolean {
  const isLong = script === "spaced" ? words.length >= factWordsMin : plain.length >= 5;
  return isLong && !hits.some(({ list }) => list === "tasks" || list === "doubts");
}

/** Below “Lessons learned” a sentence is one, unless it looks like work or a meter. */
function headed(spoken: Spoken, hits: readonly Hit[], under: readonly string[]): Found | null {
  const title = under.at(-1);
  const isSentence = spoken.script === "spaced" ? spoken.words.length >= factWordsMin : spoken.plain.length >= 5;
  if (title === undefined || !isSentence || spoken.sentences.some(({ asks }) => asks)) return null;
  if (hits.some(({ list }) => list === "tasks" || list === "doubts")) return null;
  const said = spokenIn(title);
  const kind = labelKind(said, hitsIn(said), said.plain.length);
  if (kind === null || kind === "fact" || kind === "identity") return null;
  return { kind, by: "heading", why: `it stands under “${said.plain}”` };
}

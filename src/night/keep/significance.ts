/** Significance: what a statement is by its own words, in six languages, and whether it is over; the reason in words. */

import { findSecrets } from "../../rules/secret-keys--secret.js";
import { significance as weights } from "../thresholds.js";
import type { Kind } from "./cjk-words--lexicon.js";
import { type Spoken, spokenIn } from "./cjk-words--spoken.js";
import { type Lapse, lapseOf } from "./junk.js";
import { type Hit, hitsIn } from "./lexicon.js";
import { isSentence, labelEnd, labelKind, order } from "./lexicon--label.js";
import { remedyIn } from "./lexicon--remedy.js";
import { isThin, type Titled, titled } from "./lexicon--title.js";
import { personIn } from "./significance--person.js";
import { looksSecret } from "./significance--secret-like.js";

export interface Significance {
  /** What it is that is worth reading again; null for what passes. */
  readonly kind: Kind | null;
  /** A tag and a label are its writer's word for it; a heading and its own words are a reader's guess. */
  readonly by: "tag" | "label" | "words" | "heading" | null;
  /** The reason, as it stands in a report: `it says “never”`. */
  readonly why: string;
  /** The heading's words, where it says too little without them; null for most. */
  readonly head: string | null;
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
    headed({ spoken, hits, titles, markdown: whole }) ??
    stated(spoken, hits);
  const insists = hits.find(({ list }) => list === "insists")?.said ?? null;
  const isBound = found !== null && found.kind !== "fact";
  const isSecret = isSecretIn(markdown, spoken, hits);
  const lapse = lapseOf({ markdown, spoken, hits, tags, titles, today });
  // What binds is no reading of a meter, whatever numbers are in it; what is over by its own words is over.
  const isRead = lapse?.state === "operational" && (isBound || insists !== null);
  const stands = { insists, lapse: isRead ? null : lapse, isSecret };
  if (found === null || stands.lapse?.state === "operational")
    return { kind: null, by: null, why: none, head: null, ...stands };
  return { head: null, ...found, ...stands };
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

type Found = Pick<Significance, "kind" | "by" | "why"> & Partial<Pick<Significance, "head">>;

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
    const loud = kind === "rule" ? loudIn(spoken, hits) : undefined;
    if (loud !== undefined) return { kind, by: "words", why: `it insists with “${loud}”` };
    const help = kind === "lesson" ? remedyIn(spoken, hits) : null;
    if (help !== null) return { kind, by: "words", why: `it says what helps (“${help}”)` };
  }
  return null;
}

/** An order in capitals within words that are not: “Namen MÜSSEN die von Gästen sein”. */
function loudIn({ plain, sentences, words }: Spoken, hits: readonly Hit[]): string | undefined {
  if (words.filter(({ raw }) => /^\p{Ll}{2}/u.test(raw)).length < loudWordsMin || isOpenEnded(hits)) return undefined;
  return hits.find(
    (hit) =>
      hit.list === "insists" &&
      /^\p{Lu}{4,}(?:\s\p{Lu}+)*$/u.test(hit.said) &&
      orders.test(hit.said) &&
      sentences[hit.sentence]?.asks !== true &&
      !isCited(plain, hit),
  )?.said;
}

const loudWordsMin = 3;
/** In English they are the terms of specifications too. */
const orders =
  /^(?:MUSS|MÜSSEN|DARF|DÜRFEN|IMMER|NIEMALS|DOIT|DOIVENT|JAMAIS|TOUJOURS|UNIQUEMENT|DEBE|DEBEN|NUNCA|SIEMPRE|JAMÁS)/u;

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
  if (isQuotation(spoken.plain) || !isSentence(spoken) || isOpenEnded(hits) || isMomentary(hits)) return null;
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
  return script === "spaced" && begins && !isPast && words.length > subjectWordsMin ? first?.raw : undefined;
}

const pastWithin = 5;
const subjectWordsMin = 3;

const absent: ReadonlySet<string> = new Set(
  "no nothing none nobody today kein keine keiner nichts aucun aucune rien ningún ninguna nada sin".split(" "),
);

/** Neither asked nor doubted nor denied; a task is no rule. */
function holds(hit: Hit, kind: Kind, spoken: Spoken, hits: readonly Hit[]): boolean {
  const { sentences, script, plain } = spoken;
  if (sentences[hit.sentence]?.asks === true || isCited(plain, hit)) return false;
  if ((kind === "rule" && isTold(hit, spoken)) || (kind === "preference" && isPlan(hit, spoken))) return false;
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

/** “Wants to send the keys” is a plan, done with once; “wants to be asked first” is how somebody is. */
function isPlan({ said, end }: Hit, { words }: Spoken): boolean {
  const [to, verb] = words.filter(({ start }) => start >= end);
  return /^wants?$/i.test(said) && to?.said === "to" && !lasting.has(verb?.said ?? "");
}

const lasting: ReadonlySet<string> = new Set(
  "be keep have hear see receive get avoid stay read approve review only never always not".split(" "),
);

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

function isOpenEnded(hits: readonly Hit[]): boolean {
  return hits.some(({ list }) => list === "tasks" || list === "doubts");
}

/**
 * Below “Lessons learned”, near or far, a sentence is one, unless it looks like work, like what a report tells beside, or like what is so
 * for the moment. What says too little alone brings its heading's words, or is nothing where those are none.
 */
function headed({ spoken, hits, titles, markdown }: Headed): Found | null {
  const { kind, at } = kindAbove(titles);
  if (kind === null || spoken.sentences.some(({ asks }) => asks) || isOpenEnded(hits)) return null;
  if (isParticular(spoken, hits) || (!binding.has(kind) && isMomentary(hits))) return null;
  if (isDone.test(markdown) && !hits.some(({ list }) => list === "insists")) return null;
  const ofPerson = kind === "identity";
  const isThinned = isThin(spoken);
  if (!isSentence(spoken) && !(ofPerson && spoken.words.length > 1)) return null;
  const head = titles.slice(at).findLast((title) => title.head !== null)?.head ?? null;
  if (isThinned && head === null) return null;
  const why = `it stands under “${titles[at]!.spoken.plain}”`;
  return { kind, by: "heading", why, head: isThinned || ofPerson ? head : null };
}

interface Headed {
  readonly spoken: Spoken;
  readonly hits: readonly Hit[];
  readonly titles: readonly Titled[];
  readonly markdown: string;
}

/** What was decided holds, even if for now. */
const binding: ReadonlySet<Kind> = new Set(["decision", "rule", "preference", "correction"]);

/** A sign that it is done, before what was done. */
const isDone = /^(?:\*\*)?(?:✅|✔|☑|🎉)/u;

/** The nearest title that says what stands below it is, unless one that heads work or particulars stands between. */
function kindAbove(titles: readonly Titled[]): { readonly kind: Kind | null; readonly at: number } {
  for (let at = titles.length - 1; at >= 0; at -= 1) {
    const title = titles[at]!;
    const said = title.kind ?? (title.announces && saidOf("decision", title.spoken, title.hits) ? "decision" : null);
    if (said !== null) return { kind: said, at };
    if (title.bars) break;
  }
  return { kind: null, at: -1 };
}

function isMomentary(hits: readonly Hit[]): boolean {
  return hits.some(({ list }) => list === "momentary");
}

/** Similar: whether two texts say the same, contradict each other, or one changes what the other says. Numbers and negations have to agree. */

import { getOrMake, push, tally } from "../../base/result.js";
import { compareText } from "../../base/text.js";
import type { Item } from "../../heard/inbox.js";
import { areNamedApart, areNumberedApart } from "../../recall/words/question.js";
import { isStopWord } from "../../recall/words/stop-words.js";
import { fold, stem, termsIn } from "../../recall/words/terms.js";
import { thresholds } from "../thresholds.js";
import {
  areOther,
  changing,
  countOf,
  counts,
  hasChanged,
  isOfAnother,
  mayBeValue,
  negatedIn,
  slotsOf,
  spanOf,
} from "./change.js";
import { dayOf, isDenied, type Slot, unspaced, wordSet } from "./lexicon.js";

/** What a text says, for comparing. */
export interface Words {
  /** All words in order: equal for texts that differ in case, marks and layout alone. */
  readonly said: string;
  /** Content words; without articles and the like. */
  readonly content: ReadonlySet<string>;
  /** Numbers and negations: where these differ, so does the fact. */
  readonly facts: string;
  /** These, weekdays and what something is called, by which alone two sentences may differ; in a text without blanks all names in other letters. */
  readonly held: string;
}

export function wordsOf(text: string): Words {
  const plain = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/n['’]t\b/g, " not");
  const all = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  const content = all.filter((word) => !common.has(word)).flatMap(partsOf);
  const isUnspaced = unspaced.test(plain);
  const facts: string[] = [];
  const names: string[] = [];
  for (const [at, word] of all.entries()) {
    if (isUnspaced && unspaced.test(word)) facts.push(...(word.match(unspacedFacts) ?? []));
    else if (/^\p{N}/u.test(word) || negations.has(word)) facts.push(word);
    else if (isUnspaced ? /^[a-z]/.test(word) : naming.has(all[at - 1] ?? "")) names.push(word);
    else if (mayBeValue(word)) {
      const day = dayOf(word);
      // “Mondays” and “Monday” are one day.
      if (day?.kind === "weekday") names.push(`day ${day.number}`);
      else if (countOf(word) !== null) facts.push(word);
    }
  }
  return {
    said: all.join(" "),
    content: new Set(content),
    facts: facts.toSorted().join(" "),
    held: [...facts, ...names].sort().join(" "),
  };
}

/** “Is called heron”. */
const naming = wordSet("called named heißt appelle llama");

/** The share of the words of `a` that `b` has too; 0 where numbers or negations differ, 1 for the same text. */
export function coverage(a: Words, b: Words): number {
  if (a.said === b.said) return 1;
  if (a.held !== b.held || a.content.size === 0) return 0;
  return shared(a, b) / a.content.size;
}

/** Whether one of the texts has at least `share` of the words of another, as `coverage` counts; of those that share a word and its numbers and negations. */
export function openRepeated(all: readonly Words[]): (words: Words, share: number) => boolean {
  const said = new Set(all.map((words) => words.said));
  const byKey = new Map<string, Words[]>();
  const keysOf = ({ content, held }: Words): readonly string[] => [...content].map((word) => `${word}\n${held}`);
  for (const one of all) for (const key of keysOf(one)) push(byKey, key, one);
  return (words, share) => {
    const counts = tally(keysOf(words).flatMap((key) => byKey.get(key) ?? []));
    return said.has(words.said) || [...counts.values()].some((count) => count / words.content.size >= share);
  };
}

/** Whether the words that both have are at least that share of all words of both; most pairs differ too much in length alone. */
export function overlaps(a: Words, b: Words, share: number): boolean {
  if (a.said === b.said) return true;
  const [one, other] = [a.content.size, b.content.size];
  if (a.held !== b.held || Math.min(one, other) < share * Math.max(one, other)) return false;
  const both = shared(a, b);
  return both > 0 && both / (one + other - both) >= share;
}

function shared(a: Words, b: Words): number {
  let count = 0;
  for (const word of a.content) if (b.content.has(word)) count += 1;
  return count;
}

/** What is written without blanks is compared by its pairs of characters: a whole clause in common or none is no measure. */
function partsOf(word: string): readonly string[] {
  if (word.length < 3 || !unspaced.test(word)) return [roughStem(word)];
  return Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2));
}

/** A plural and its singular are one word. */
function roughStem(word: string): string {
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

const unspacedFacts = /\p{N}+|[一二三四五六七八九十百千两不没沒無无未非别別]|ない|ません|禁止/gu;
const negations: ReadonlySet<string> = new Set(["not", "no", "never", "none", "without", "cannot"]);

const common: ReadonlySet<string> = wordSet(
  "a an the is are was were be been it its this that these those of to in on at by for from with and or as we i you he she they our my your their has have had do does did will would",
);

// Contradiction: what is said of the same matter and says otherwise: another number, another value, or the opposite.

/** A statement, as others are held against it. */
export interface ComparedStatement {
  /** Without tags and grounds. */
  readonly said: string;
  readonly words: Words;
  /** What it is about: its words without numbers and without those that only say that it is so, or is not. */
  readonly matter: ReadonlySet<string>;
  /** The numbers it claims; those that name a thing, a day or a version claim nothing. */
  readonly claims: readonly string[];
  readonly isDenied: boolean;
  /** What tells it from the others of its series: “gate 2”. */
  readonly series: string;
  readonly slots: readonly Slot[];
  /** The last day of its grounds; null where it has none. */
  readonly day: string | null;
}

/** `said` is without tags and grounds. */
export function keptOf(said: string, words: Words = wordsOf(said), day: string | null = null): ComparedStatement {
  const facts = new Set(words.facts.split(" "));
  const matter = new Set([...words.content].filter((word) => !facts.has(word) && !polar.has(word)));
  const hasNumerals = [...facts].some((word) => counts.has(fold(word)));
  const plain = said.replace(named, " ");
  const timeless = hasNumerals
    ? plain.replace(/(?<![\p{L}\p{N}-])\p{L}{3,}(?![\p{L}\p{N}-])/gu, (word) => countOf(word.toLowerCase()) ?? word)
    : plain;
  const series = seriesOf(timeless);
  const claimed = timeless.slice(series.end).matchAll(/(\d+(?:[.,]\d+)*)(?:\s+(\p{L}+))?/gu);
  const claims = [...claimed].map(([, count = "", unit = ""]) => spanOf(count, unit) ?? count).toSorted();
  let slots: readonly Slot[] | null = null;
  return {
    said,
    words,
    matter,
    claims,
    isDenied: isDenied(said),
    series: series.name,
    get slots() {
      slots ??= slotsOf(said);
      return slots;
    },
    day,
  };
}

/** Words for that something is always so, or never, or has to be. */
const polar: ReadonlySet<string> = new Set(
  "always ever never must may can could should shall please immer stets nie niemals nicht bitte toujours jamais pas siempre nunca jamás"
    .split(" ")
    .map(roughStem),
);

/** Days, times of day, versions, numbers of issues and names of commits: two of them are two things. */
const named =
  /\d{4}-\d{2}(?:-\d{2})?|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}:\d{2}(?::\d{2})?|\bv?\d+(?:\.\d+)+\b|\bv\d+\b|#\d+|\b(?=[a-f]*\d)[0-9a-f]{7,40}\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? \d{1,2}\b|\d+\s?[月日号年]/giu;

/** A number among the first words names one of several: “Gate 2 opens at nine”, “3. Ask first”. */
function seriesOf(text: string): { readonly name: string; readonly end: number } {
  const [lead = ""] =
    /^[^\p{L}\p{M}\p{N}'’]*(?:\p{L}{1,3}\s+)?(?:[\p{L}\p{M}'’]+[\s-]+)?\p{L}?\d+[a-z]?(?![\p{L}\p{N}%])/u.exec(
      text,
    ) ?? [];
  return { name: lead.match(/(?<!\d)\d+\p{L}?$/u)?.[0] ?? "", end: lead.length };
}

const wordsMin = 2;

/** The statement that says otherwise than one, null where none does. A person settles which of the two holds. */
export type Otherwise = (one: ComparedStatement) => ComparedStatement | null;

/** Held against those alone that share one of the rarest words of its matter, and have another number or the opposite, or another value in a place of its. */
export function openContradictions(
  all: readonly ComparedStatement[],
  share: number = thresholds.matterOverlap,
): Otherwise {
  const counts = tally(all.flatMap(({ matter }) => [...matter]));
  const rareIn = ({ matter }: ComparedStatement): readonly string[] =>
    rarestOf(matter, share, (word) => counts.get(word) ?? 0);
  // By what it shares with others, then by what it says of that: a hundred that say the same are one to look at.
  const byKey = new Map<string, Map<string, ComparedStatement[]>>();
  const bySlot = new Map<string, Map<string, { readonly slot: Slot; readonly by: ComparedStatement }>>();
  for (const one of all) {
    for (const word of rareIn(one))
      push(
        getOrMake(byKey, keyOf(word, one), () => new Map<string, ComparedStatement[]>()),
        claimOf(one),
        one,
      );
    for (const slot of one.slots) {
      const values = getOrMake(bySlot, slot.frame, () => new Map<string, { slot: Slot; by: ComparedStatement }>());
      const said = `${slot.label}\n${slot.value}`;
      if (!values.has(said)) values.set(said, { slot, by: one });
    }
  }
  const isOpposed = (one: ComparedStatement, other: ComparedStatement): boolean => {
    const most = Math.max(one.matter.size, other.matter.size);
    const both = [...one.matter].filter((word) => other.matter.has(word)).length;
    // Of few words nothing can be told.
    return both >= wordsMin && both >= share * most && saysOtherwise(one, other);
  };
  return (one) => {
    for (const slot of one.slots)
      for (const other of bySlot.get(slot.frame)?.values() ?? []) if (areOther(slot, other.slot)) return other.by;
    const own = claimOf(one);
    for (const word of rareIn(one))
      for (const [claim, others] of byKey.get(keyOf(word, one)) ?? []) {
        const found = mayOppose(own, claim) ? others.find((other) => isOpposed(one, other)) : undefined;
        if (found !== undefined) return found;
      }
    return null;
  };
}

function keyOf(word: string, { series }: ComparedStatement): string {
  return `${word}\n${series}`;
}

/** “-” or “+”, and the one number that is claimed. */
function claimOf({ isDenied, claims }: ComparedStatement): string {
  return `${isDenied ? "-" : "+"}${claims.length === 1 ? claims[0] : ""}`;
}

function mayOppose(own: string, other: string): boolean {
  return own[0] !== other[0] || (own.length > 1 && other.length > 1 && own !== other);
}

function saysOtherwise(a: ComparedStatement, b: ComparedStatement): boolean {
  if (a.series !== b.series || areNumberedApart(a.said, b.said)) return false;
  if (a.isDenied !== b.isDenied) return !areOfOtherCode(a.said, b.said);
  // Two counts of the same are of two moments; a statement that has the other's numbers and some more says more.
  const haveTwo = a.claims.length === 1 && b.claims.length === 1 && a.claims[0] !== b.claims[0];
  return haveTwo && !isOfAnother(a.said, b.said);
}

/** “There is no `~/desk/old/` here” says nothing of `~/desk/`, though most of the words are the same. */
function areOfOtherCode(a: string, b: string): boolean {
  const [ours = [], theirs = []] = [a, b].map((said): readonly string[] => said.match(/`[^`]+`/g) ?? []);
  return ours.length > 0 && theirs.length > 0 && !ours.some((code) => theirs.includes(code));
}

// Succession: what a person says of something takes the place of what they said of it before.

/**
 * Whether two sentences of one person cannot both hold, so that the later one holds: the same place of the same sentence has another value, or one
 * says the opposite of the other. Of days and times, of what something is called, where it is and what is used for it each may be so (“the gym on
 * Mondays”, “… on Thursdays”): there it needs words that say that something is another than it was.
 */
export function succeeds(text: string, was: string): boolean {
  if (adding.test(text)) return false;
  const isNew = renewing.test(text);
  const [now, then] = [keptOf(text.replace(renewing, "")), keptOf(was)];
  const isChange = isNew || changing.test(text);
  const isOther = (slot: Slot): boolean =>
    (isChange || isSingle(slot)) && then.slots.some((other) => slot.frame === other.frame && areOther(slot, other));
  if (now.slots.some(isOther)) return !areNumberedApart(text, was);
  // “Never deploy without tests” and “deploy with tests” say the same.
  if (now.isDenied === then.isDenied || lacking.test(`${text} ${was}`)) return false;
  const [own, others] = [now, then].map(({ matter }) => new Set([...matter].filter((word) => !passing.has(word))));
  return others!.size > 0 && own!.size === others!.size && [...others!].every((word) => own!.has(word));
}

const lacking = /(?<!\p{L})(?:without|ohne|sans|sin|sem|senza|bez|без)(?!\p{L})/iu;

/** There is one alone of what it is about. */
function isSingle({ frame, value, isOne }: Slot): boolean {
  if (isOne !== undefined) return isOne;
  const isDue = /^be\n(?:deadlin|frist|abgabetermin|echeanc|plazo|prazo|scadenz)\n/.test(frame);
  return isDue || (/^\d|\p{L}[./@]\p{L}/u.test(value) && !/\n(?:day|time)\n/.test(frame));
}

const adding =
  /(?<!\p{L})(?:also|too|as well|another|besides|auch|außerdem|aussi|également|también|además|também|anche|też|także|также|тоже)(?!\p{L})|也|还|も/iu;
/** Of these there is one. */
const renewing =
  /(?<=(?:^|\s)(?:my|our|mein\p{L}{0,2}|unser\p{L}{0,2}|mon|ma|notre|mi|nuestr[ao]|meu|minha|mio|mia) )(?:new|neue[rsnm]?|nouve(?:au|lle)|nuev[oa]|nov[oa]|nuov[oa]) (?=(?:boss|manager|employer|landlord|address|(?:phone )?number|email|password|chef(?:in)?|adresse|(?:telefon)?nummer|vermieter(?:in)?|patronn?e?|numéro|jef[ea]|dirección|número|endereço|capo|indirizzo|numero)(?!\p{L}))/iu;
/** Words that say that something is otherwise by now, and none of what. */
const passing = wordSet(
  "now anymore any more longer turn turns turned out after all actually from free may allowed fine ok okay am im m re jetzt mehr doch plus maintenant ya ahora já agora più adesso już teraz больше теперь",
);

/** Whether what was said later tells of the same that it is otherwise: it ends it, or speaks of it with another number. */
export function saysAnother(later: Said, was: string): boolean {
  // Who says what was left names it: “we switched from Square to Zettle in the shop”.
  if (areNamedApart(later.text, was) && negatedIn(later.text).size === 0) return false;
  return ends(later.text, was) || speaksOf(later, was);
}

/** Of all that may say otherwise what is surely of the same: it takes its place, or is a correction of its number. */
export function amends(later: Said, was: string): boolean {
  return succeeds(later.text, was) || (later.kind === "correction" && owns.test(later.text) && speaksOf(later, was));
}

/** Of one's own words, and of nothing that an agent did. */
const owns =
  /^(?:correction|corrected|typo|korrektur|korrigiert|corrección|correção|correzione|korekta|поправка)(?!\p{L})|^(?:更正|訂正)|(?<!\p{L})(?:i (?:read|wrote|said|had) (?:it|that) wrong|i (?:misread|mistyped|misspoke)|my (?:mistake|bad)|mein fehler|je me suis trompé|me equivoqué|me enganei|mi sono sbagliat[oa])(?!\p{L})/iu;

type Said = Pick<Item, "kind" | "text">;

/** “We switched from Square to Zettle in the shop” names what it ends, and of what. */
export function ends(text: string, was: string): boolean {
  if (succeeds(text, was)) return true;
  const denied = negatedIn(text);
  if (denied.size === 0) return changing.test(text) && hasChanged(text, was);
  const [said, terms, denies] = [termsIn(text), termsIn(was), negatedIn(was)];
  const shared = [...terms].filter((term) => said.has(term));
  // Of a long line one word that is not so, and one beside it, say nothing.
  if (shared.length < terms.size * spokenShare) return false;
  return shared.some((term) => denied.has(term) && !denies.has(term)) && shared.some((term) => !denied.has(term));
}

const spokenShare = 0.25;

/**
 * Whether it may tell what the line tells, as it is now: it has two words of the line, and a number that stands there too beside one that does not, or
 * it corrects or moves something and both have numbers.
 */
function speaksOf({ kind, text }: Said, line: string): boolean {
  const [said, was] = [numbersIn(text), numbersIn(line)];
  const isSame = said.some((number) => number.length > 1 && was.includes(number));
  const isNew = said.some((number) => !was.includes(number));
  if (was.length === 0 || !isNew) return false;
  // “Correction: it's 10.0.4.9” says of what by the shape of the number alone.
  if (kind === "correction" && ofIt.test(text) && said.some((number) => isAlike(number, was))) return true;
  if (!(isSame || kind === "correction" || moved.test(text))) return false;
  const terms = termsIn(line);
  return [...termsIn(text)].filter((term) => terms.has(term)).length >= 2;
}

const ofIt = /(?<!\p{L})(?:it['’]?s|it is|that['’]?s|es ist|c['’]est|es|é|è|to jest|это)\s+\d/iu;

/** Of three parts at least: an address or a date. */
function isAlike(number: string, others: readonly string[]): boolean {
  const shape = (one: string): string => one.replace(/\d+/g, "0");
  return (
    number.split(/[.:]/).length >= 3 && others.some((other) => other !== number && shape(other) === shape(number))
  );
}

function numbersIn(text: string): readonly string[] {
  return text.match(/\d+(?:[.:]\d+)*/g) ?? [];
}

const moved =
  /(?<!\p{L})(?:moved|postponed|rescheduled|verschoben|verlegt|reporté|déplac|aplaza|pospuest|adiad|spostat|rinviat|przełoż)/iu;

// Novelty: how much of a statement is not said yet of the same subject.

/** What a statement says of whom, with the endings of words cut. */
export interface Gist {
  /** What the sentence begins with: “Ada prefers …” and “Ada's sister …” are of Ada. */
  readonly subject: string;
  /** Everything else it says. */
  readonly terms: ReadonlySet<string>;
}

export function gistOf({ content }: Words): Gist {
  const [subject = "", ...terms] = [...content].filter((word) => !isStopWord(word)).map(stem);
  return { subject, terms: new Set(terms.filter((term) => term !== subject)) };
}

/** So many words, in one order for all, that two texts of which each has that share of the other's words have one of them in common. */
export function rarestOf(
  words: ReadonlySet<string>,
  share: number,
  count: (word: string) => number,
): readonly string[] {
  const needed = Math.ceil(words.size * share - 1e-9);
  const ordered = [...words].sort((a, b) => count(a) - count(b) || compareText(a, b));
  return ordered.slice(0, words.size - needed + 1);
}

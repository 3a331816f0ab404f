/** Similar: whether two texts say the same, contradict each other, or one changes what the other says. Numbers and negations have to agree. */

import { getOrMake, push, tally } from "../../base/result.js";
import { compareText } from "../../base/text.js";
import { areNumberedApart } from "../../recall/words/question.js";
import { isStopWord } from "../../recall/words/stop-words.js";
import { fold, stem, termsIn, termsOf } from "../../recall/words/terms.js";
import { timeWords } from "../../recall/words/time-words.js";
import { thresholds } from "../thresholds.js";
import { clockOf, dayOf, isDenied, negated, type Place, type Slot, slotsIn, slotWords, wordSet } from "./lexicon.js";

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
  const keysOf = ({ content, held }: Words): readonly string[] => [...content].map((word) => `${word}\n${held}`);
  const shared = openShared(all, keysOf);
  return (words, share) =>
    said.has(words.said) || [...shared(keysOf(words)).values()].some((count) => count / words.content.size >= share);
}

/** How many keys each of them shares with what is asked about, of those alone that share any. */
function openShared<T>(all: readonly T[], keysOf: (one: T) => Iterable<string>) {
  const byKey = new Map<string, T[]>();
  for (const one of all) for (const key of keysOf(one)) push(byKey, key, one);
  return (keys: Iterable<string>): ReadonlyMap<T, number> => {
    return tally([...keys].flatMap((key) => byKey.get(key) ?? []));
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
      slots ??= slotsIn(said, valuesIn);
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

function areOther(a: Slot, b: Slot): boolean {
  if (a.label !== b.label && a.label !== "" && b.label !== "") return false;
  const [one, other] = [a.value.split(" "), b.value.split(" ")];
  return !one.every((word) => other.includes(word)) && !other.every((word) => one.includes(word));
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

// Value: a place at which another sentence of the same words holds another day, time, number or length of time.

interface Value {
  readonly kind: "weekday" | "month" | "time" | "number" | "span";
  readonly said: string;
  /** The word behind it. */
  readonly next: number;
}

/** Of what holds and not of what happened: the frame is all the sentence's words in order, with the kind of the value at its place. */
function valuesIn(text: string): readonly Place[] {
  const words: readonly string[] = text.toLowerCase().match(valueWords) ?? [];
  if (!words.some(mayBeValue)) return [];
  const found = [...text.matchAll(valueWords)];
  const lead = words.findIndex((word) => !slotWords.leading.has(word));
  if (lead < 0 || slotWords.unsettled.has(words[lead]!)) return [];
  const places: Place[] = [];
  for (let at = lead; at < words.length; ) {
    const value = runAt(words, at);
    if (value !== null) {
      const last = found[value.next - 1]!;
      const tail = text.slice(last.index + last[0].length).replace(grounds, "");
      const behind = tail.toLowerCase().match(valueWords) ?? [];
      const before = words.slice(lead, at);
      const isNamed = at - 1 > lead && /^\p{Lu}/u.test(found[at - 1]![0]);
      if (isClaimed(value, { before, behind, isNamed, isOurs: lead > 0, said: words[at]! })) {
        const frame = [...framed(before), `<${value.kind}>`, ...framed(behind)].join(" ");
        // “Node 20” is no other than “Node 20.11”.
        places.push({ frame, value: isNamed ? value.said.replace(".", " .") : value.said });
      }
    }
    at = value?.next ?? at + 1;
  }
  return places.length === 0 || hasHappened(text) ? [] : places;
}

const valueWords =
  /`[^`]+`|\d+(?:[.,:h-]\d+)*(?:st|nd|rd|th|er|h|am|pm)?(?![\p{L}\p{N}])|[\p{L}\p{M}\p{N}_][\p{L}\p{M}\p{N}_'’-]*|[%€$£¥]/gu;

/** Several of a kind that stand together are one value: “Tuesdays and Thursdays”, “9 to 17:00”. */
function runAt(words: readonly string[], at: number): Value | null {
  const first = valueAt(words, at);
  if (first === null) return null;
  const said = [first.said];
  let { next } = first;
  for (;;) {
    const more = valueAt(words, joining.has(words[next] ?? "") ? next + 1 : next);
    if (more?.kind !== first.kind) break;
    said.push(more.said);
    next = more.next;
  }
  return { kind: first.kind, said: said.join("+"), next };
}

const joining = wordSet("and or to through till until bis und oder et ou à au y o a al hasta");

/** A day of a month is none: it comes once. */
function valueAt(words: readonly string[], at: number): Value | null {
  const [was = "", word = "", behind = "", third = ""] = [words[at - 1], ...words.slice(at, at + 3)];
  if (!mayBeValue(word)) return null;
  const day = dayOf(word);
  if (day?.kind === "weekday") return { kind: "weekday", said: `${day.number}`, next: at + 1 };
  if (day !== null) {
    // “May” and “march” are words of other things too.
    const isDate = [was, behind, third].some((near) => /^\d/.test(near));
    const isMonth = !isDate && (!timeWords.ambiguousMonths.has(fold(word)) || timeLeads.has(was));
    return isMonth ? { kind: "month", said: `${day.number}`, next: at + 1 } : null;
  }
  const ordinal = timeWords.ordinalWords.get(fold(word));
  const nth = ordinal === undefined ? null : dayOf(behind);
  if (nth?.kind === "weekday") return { kind: "weekday", said: `${ordinal}/${nth.number}`, next: at + 2 };
  const count = countOf(word, 1) ?? "";
  if (/^\d{4}-\d{2}/.test(count) || [was, behind, third].some((near) => dayOf(near)?.kind === "month")) return null;
  const isClock = /^(?:[ap]m|uhr|o['’]clock)$/.test(behind) || (/^heures?$/.test(behind) && timeLeads.has(was));
  if (isClock) return { kind: "time", said: clockOf([count, behind]), next: at + 2 };
  const span = count === "" ? null : spanOf(count, behind);
  if (span !== null) return { kind: "span", said: span, next: at + 2 };
  if (/:\d{2}$|h\d*$|[ap]m$/.test(count) || (slotWords.hours.has(word) && timeLeads.has(was)))
    return { kind: "time", said: clockOf([word]), next: at + 1 };
  return countOf(word) === null ? null : { kind: "number", said: count, next: at + 1 };
}

const timeLeads = wordSet("at um à in im en since until till by seit bis depuis de gegen");

/** In seconds; of a month nobody says how many days it has. */
const lengths = new Map(
  numbered({
    1: "second seconds sekunde sekunden seconde secondes segundo segundos",
    60: "minute minutes minuten minuto minutos",
    3600: "hour hours stunde stunden heure heures hora horas",
    86400: "day",
    604800: "week",
    2629746: "month",
    7889238: "quarter",
    31556952: "year",
  }),
);

/** “14 days” and “two weeks” are one length; null for what is none. */
function spanOf(count: string, unit: string): string | null {
  const length = lengths.get(timeWords.unitNames.get(fold(unit)) ?? fold(unit));
  const seconds = Number(count.replace(",", ".")) * (length ?? 0);
  return length === undefined ? null : `${Number.isNaN(seconds) ? count : seconds}s`;
}

/** A number as digits; null for what is none, and for “one”, which says little but before a unit. */
function countOf(word: string, min = 2): string | null {
  if (/^\d/.test(word)) return word;
  const count = counts.get(fold(word)) ?? 0;
  return count < min ? null : `${count}`;
}

const counts = new Map([
  ...[...timeWords.numberWords].filter(([word]) => !/^(?:couple|few|paar|quelques)$/.test(word)),
  ...numbered({
    11: "eleven elf onze",
    12: "twelve zwolf douze doce",
    15: "fifteen funfzehn quinze quince",
    20: "twenty zwanzig vingt veinte",
    30: "thirty dreissig trente treinta",
    90: "ninety neunzig noventa",
  }),
]);

function numbered(words: Readonly<Record<number, string>>): readonly (readonly [string, number])[] {
  return Object.entries(words).flatMap(([n, all]) => all.split(" ").map((word) => [word, Number(n)] as const));
}

/** Most words of a text are none, which is told by one look. */
function mayBeValue(word: string): boolean {
  if (/^\d/.test(word) || slotWords.hours.has(word)) return true;
  const said = fold(word);
  return valueNames.has(said) || (said.endsWith("s") && valueNames.has(said.slice(0, -1)));
}

const { weekdayNames, monthNames, ordinalWords } = timeWords;
const valueNames = new Set([weekdayNames, monthNames, ordinalWords, counts].flatMap((names) => [...names.keys()]));

interface Around {
  readonly before: readonly string[];
  readonly behind: readonly string[];
  /** A name stands right before it. */
  readonly isNamed: boolean;
  /** It begins with “we”, “always” or the like. */
  readonly isOurs: boolean;
  readonly said: string;
}

/** Whether the sentence says of something else that it is so at this place: “On Mondays …” is about Mondays, and “gate 2” about that gate. */
function isClaimed({ kind }: Value, { before, behind, isNamed, isOurs, said }: Around): boolean {
  const links = (word: string): boolean => standing.has(word) || slotWords.linking.has(word) || word.endsWith("mos");
  const [lead, isSaid, was = ""] = [framed(before), before.some(links), before.at(-1)];
  const isPassing = before.some((word) => slotWords.passingThings.has(word));
  if (lead.length === 0 || isPassing || (!isSaid && behind.some(links))) return false;
  const isStanding = isOurs || isSaid;
  if (kind === "weekday" || kind === "month") {
    const isHabit = /(?:days|ags|wochs)$/.test(said) || timeWords.everyWords.has(was) || /^(?:les?|los)$/.test(was);
    return isStanding || isHabit || slotWords.articles.has(before[0]!);
  }
  if (kind !== "number" || !isStanding) return isStanding;
  // “4 spaces”, “Node 22”, “at 300”; what a number stands behind is one of several.
  const [next = ""] = behind;
  const counts = /^\p{L}{2}|^[%€$£¥]/u.test(next) && !isStopWord(next);
  const about = [...lead, ...framed(behind)].filter((word) => !isStopWord(word));
  return (counts || isNamed || links(was) || /^(?:to|at|[€$£¥])$/.test(was)) && about.length >= wordsMin;
}

/** Verbs of what is so; the night knows no others. */
const standing = wordSet(
  "have has run start begin happen meet close end cost last lasts expire expires take takes need needs keep keeps hold holds get gets send sends stay stays use uses must should shall will can haben hat muss soll darf kann wird werden braucht dauert läuft gilt a ont avons doit doivent dure faut se tiene tienen debe deben dura necesita",
);

/** Without what changes nothing of what a sentence says. */
function framed(words: readonly string[]): readonly string[] {
  const { articles, nowWords } = slotWords;
  const said = words.filter((word) => !articles.has(word) && !nowWords.has(word) && !timeWords.everyWords.has(word));
  return said.slice(0, said.findLastIndex((word) => !/^(?:on|at|am|an|um|à)$/.test(word)) + 1);
}

const grounds =
  /[,;—–]? [(]?(?:because|since|weil|parce|car|porque|from now|as of|instead|ab sofort|ab jetzt|à partir|désormais|desde ahora)(?!\p{L}).*$/u;

/** Once; “is kept” and “must be signed” say what holds. */
function hasHappened(text: string): boolean {
  return past.test(text) || (participle.test(text) && !present.test(text)) || perfect.test(text);
}

const past =
  /(?<!\p{L})(?:was|were|had|did|went|came|took|gave|saw|began|ran|fell|spoke|wrote|drove|flew|hatten?|wurden?|waren?|gingen?|kamen?|trafen?|étai(?:en)?t|fut|fue|fueron|era|estuvo|\p{L}{3,}(?:aron|ieron|ó))(?!\p{L})/iu;
const participle =
  /(?<!\p{L})(?:met|got|made|said|told|left|sent|held|bought|paid|found|felt|lost|won|slept|(?!hundred)\p{L}{2,}[^e\P{L}]ed)(?!\p{L})/iu;
const present = /(?<!\p{L})(?:is|are|be|been|gets?|must)(?!\p{L})/iu;
const perfect =
  /(?<!\p{L})(?:ha(?:t|be|ben)\s(?:[^.;]{0,80}\s)?\p{L}*(?:ge\p{L}{2,}(?:t|en)|iert)(?!\p{L})|(?:bin|ist|sind)\s(?:[^.;]{0,80}\s)?\p{L}*ge(?:gangen|kommen|fahren|flogen|reist|laufen|zogen|blieben)(?!\p{L})|(?:ai|avons|avez|ont|a)\s(?!lieu)\p{L}{2,}(?:é|i|u)e?s?(?!\p{L})|(?:est|sont|sommes)\s(?:all|ven|arriv|part|sort|pass)(?:i|u|é)e?s?(?!\p{L})|h(?:e|a|an|emos)\s\p{L}{2,}[ai]do(?!\p{L}))/iu;

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

// Change: a statement that gives the matter of another one another value.

/** A sentence as what it is about, in order, and the values it says of that. */
function frameOf(text: string) {
  const values: { type: string; said: string }[] = [];
  const plain = text.replace(announcing, "").replace(negated, " ");
  const rest = plain.replace(valueShapes, (said, code, day, number) => {
    const type = code !== undefined ? "code" : day !== undefined ? "day" : number !== undefined ? "number" : "";
    values.push({ type, said: said.toLowerCase() });
    return " ";
  });
  const about = termsOf(rest).flatMap(({ text: term, stop, part }) =>
    stop || part || framing.has(term) ? [] : [term],
  );
  return { about: [...new Set(about)], values };
}

/** “The rule has changed: …” */
const announcing = /^[^:：`]{2,30}(?<!\d)[:：]\s*(?=\S+ \S)/u;
const valueShapes =
  /(`[^`]+`)|((?:\d{1,2}(?:st|nd|rd|th|\.|er)? (?:de )?)?(?<!\p{L})(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|october|november|december|montags?|dienstags?|mittwochs?|donnerstags?|freitags?|samstags?|januar|februar|märz|mai|juni|juli|oktober|dezember|lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|lunes|martes|miércoles|jueves|viernes|sábados?)(?!\p{L})(?: \d{1,2})?)|(\d(?:[\p{L}\p{N}.:]*[\p{L}\p{N}])?|(?<!\p{L})(?:once|twice|one|two|three|four|five|six|seven|eight|nine|ten)(?!\p{L}))/giu;

/** Words for that something is so, or is so now: two sentences about one thing may use different ones. */
const framing: ReadonlySet<string> = termsIn(
  "use uses using used prefer run runs go goes keep take moved move switched switch migrated migrate changed change replaced replace upgraded extended now instead longer anymore more these days today after all from always never only please rule decided decision correction actually since week nutzen nutzt benutzen verwenden läuft jetzt umgestiegen gewechselt immer nur ab sofort heute utilisons tourne maintenant désormais toujours usamos usa corre ahora siempre desde hoy",
);

/** One value of the same kind is another, or one word at an end. Where it has what is `denied`, all else that the entry is about is said again. */
export function hasChanged(text: string, was: string, denied?: ReadonlySet<string>): boolean {
  if (unspaced.test(text) !== unspaced.test(was)) return false;
  if (unspaced.test(text)) return hasChangedUnspaced(text, was);
  const [next, then] = [frameOf(text), frameOf(was)];
  if (isLifted(text, was)) return true;
  if (denied !== undefined) {
    const [said, rest] = [termsIn(text), then.about.filter((term) => !denied.has(term))];
    return rest.length > 0 && rest.every((term) => said.has(term));
  }
  const common = then.about.filter((term) => next.about.includes(term));
  if (common.length === 0 || isOfAnother(text, was)) return false;
  const gone = then.about.filter((term) => !next.about.includes(term));
  const fresh = next.about.filter((term) => !then.about.includes(term));
  const [old] = then.values;
  if (then.values.length === 1 && old !== undefined) {
    const other = next.values.some(({ type, said }) => type === old.type && said !== old.said);
    return other && gone.length <= 1 && (gone.length === 0 || fresh.length === 0);
  }
  const [lost = "", came = ""] = [gone[0], fresh[0]];
  return gone.length === 1 && fresh.length === 1 && isAtEnd(then.about, lost) && isAtEnd(next.about, came);
}

/** “No need to ask before you delete files”: what had to be done may be left. */
function isLifted(text: string, was: string): boolean {
  if (!lifting.test(text) || lifting.test(was)) return false;
  const { about } = frameOf(was);
  const said = termsIn(text);
  return about.length >= 2 && about.every((term) => said.has(term));
}

const lifting =
  /(?<!\p{L})(?:no need to|needn['’]t|(?:do(?:es)?n['’]t|do(?:es)? not|no longer) (?:need|have) to|braucht? (?:ihr |man |du )?nicht mehr|n['’]a(?:s|vons|vez)? plus besoin de|ya no hace falta)(?!\p{L})/iu;

/** “The kiosk …” and “the planner …”, “the booking service” and “the mail service”: of two things each may be so. `stated`: no word says that anything is another than it was. */
export function isOfAnother(text: string, was: string, how: "stated" | "changed" | "corrected" = "changed"): boolean {
  if ((how === "stated" && areTwoThings(text, was)) || areAboutTwo(text, was)) return true;
  if (how === "corrected") return false;
  const [{ about: next, values: now }, { about: then, values }] = [frameOf(text), frameOf(was)];
  const gone = then.filter((term) => !next.includes(term));
  const fresh = next.filter((term) => !then.includes(term));
  // “Backups of the mailer are kept for 30 days”, “backups of the kiosk …”: the same value of two things.
  const isSaidOfBoth = values.length > 0 && values.every(({ said }, at) => said === now[at]?.said);
  if (isSaidOfBoth && gone.length > 0 && fresh.length > 0) return true;
  if (gone.some((term) => term === then[0]) && fresh.some((term) => term === next[0]))
    return article.test(text) && article.test(was);
  return gone.some((term) => {
    const beside = then[then.indexOf(term) + 1];
    return fresh.some((other) => beside !== undefined && next[next.indexOf(other) + 1] === beside);
  });
}

/** “mailer stores its data in NATS”, “kiosk stores …”: of names in small letters that begin a sentence each may be so; a person takes a person's place. */
function areTwoThings(text: string, was: string): boolean {
  const [[one = ""], [other = ""]] = [frameOf(text).about, frameOf(was).about];
  return one !== other && text.includes(one) && was.includes(other);
}

/** “The tests of the mailer”, “for incidents”, “billing のテスト”: each says what it is about, and the two are about something else. */
function areAboutTwo(text: string, was: string): boolean {
  const [one, other] = [text, was].map((said) => {
    const [, ...names] = [...said.matchAll(owned)].at(-1) ?? [];
    return [...termsIn(names.find((name) => name !== undefined) ?? "")][0];
  });
  return one !== undefined && other !== undefined && one !== other;
}

const owned =
  /(?<!\p{L})(?:of|for|behind|von|für|hinter|de|del|pour|para) (?:(?:the|our|all|die|das|den|dem|der|le|la|les|el|los|las) )?(?!(?:now|the|my)(?!\p{L}))(\p{L}[\p{L}\p{N}_-]*)|(?<!\p{L})the (\p{L}[\p{L}\p{N}_-]*) (?:service|folder|repo|team|project|package|module|table)(?!\p{L})|^(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+[:：。、，,] ?)?([A-Za-z][\w-]*)\s?(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/gu;

const article = /^(?:the|our|my|der|die|das|unsere?r?|le|la|les|notre|el|los|las|nuestr[ao])\s/i;

function isAtEnd(terms: readonly string[], term: string): boolean {
  return terms[0] === term || terms.at(-1) === term;
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2}/u;

/** Names and numbers stand out of a script without blanks: one of them is another, and half of the rest is the same. */
function hasChangedUnspaced(text: string, was: string): boolean {
  const names = (said: string): readonly string[] =>
    said.toLowerCase().match(/[\p{Script=Latin}\p{N}][\p{Script=Latin}\p{N}._-]*/gu) ?? [];
  const [next, then] = [names(text), names(was)];
  const gone = then.filter((name) => !next.includes(name));
  if (gone.length > 1 || then.length === 0 || !next.some((name) => !then.includes(name))) return false;
  const pairs = (said: string): ReadonlySet<string> => termsIn(said.replace(/[\p{Script=Latin}\p{N}._-]+/gu, " "));
  const [nows, thens] = [pairs(text), pairs(was)];
  return (
    gone.length === 1 && [...thens].filter((pair) => nows.has(pair)).length * 2 >= Math.min(nows.size, thens.size)
  );
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

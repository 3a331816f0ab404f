/**
 * Plan: a question taken apart, and how it is looked up: which memories in which order, which days, how sure is sure enough, and how much comes
 * back.
 */

import { addDays, parseInstant } from "../base/ids.js";
import { limits } from "../base/limits.js";
import { err, ok, type Result } from "../base/result.js";
import { perceptionFolder, perceptionTag } from "../memory/profile.js";
import type { PageEntry } from "../memory/table.js";
import { type PageType, pageTypes, type Tier, tiers } from "../page/page.js";
import { type Explained, type MemoryKind, memoryKinds } from "./answer.js";
import { type DayRange, dayOf } from "./words/calendar.js";
import { questionTerms } from "./words/question.js";
import { termsOf } from "./words/terms.js";
import { type NamedTime, rangeOf, timesIn } from "./words/time-read.js";
import { entitiesIn } from "./words/typo.js";

/** In so many other ways a question may be asked: each is a search more. */
export const alsoMax = 8;

/** What the caller wants besides the question; null and an empty list leave it to the plan. */
export interface Wishes {
  readonly limit: number | null;
  readonly tokens: number | null;
  /** Page types and kinds of memory; a page of any of them will do. */
  readonly types: readonly (PageType | MemoryKind)[];
  /** Days as `YYYY-MM-DD`, both included. */
  readonly since: string | null;
  readonly until: string | null;
  readonly tier: Tier | null;
  /** The question in other words, as a page may put it: who asks often is a model, and knows some. At most `alsoMax`. */
  readonly also?: readonly string[];
}

export interface Plan {
  readonly query: Query;
  /** The question in other words. */
  readonly also: readonly Query[];
  /** Every kind that is searched, the most likely first, with what a page of it counts beside another of equal words. */
  readonly kinds: readonly { readonly kind: MemoryKind; readonly weight: number }[];
  /** null for all. */
  readonly types: ReadonlySet<PageType> | null;
  /** Rather pages of this type; null for any. */
  readonly likely: PageType | null;
  readonly tier: Tier | null;
  /** Nothing outside these days. */
  readonly within: DayRange | null;
  /** Rather these days. */
  readonly around: DayRange | null;
  /** Confidence from which on the archive is left alone, below which an answer is called uncertain, and below which it is none. */
  readonly enough: number;
  readonly doubtful: number;
  readonly hopeless: number;
  /** Chunks asked of the index, archived pages fetched, pages and tokens given back. */
  readonly hits: number;
  readonly fetches: number;
  readonly pages: number;
  readonly tokens: number;
  /** So many tokens are enough where confidence is below this: of 39 such answers over seven workspaces two held what was asked, in few lines. */
  readonly poor: { readonly below: number; readonly tokens: number };
}

/** What the kinds weigh by intent: working, semantic, episodic, perceptual. Words decide first; this parts what they leave equal. */
const weights: Readonly<Record<Intent, readonly [number, number, number, number]>> = {
  lookup: [1, 1, 1, 0.9],
  fact: [1, 1, 1, 0.9],
  event: [1, 0.95, 1.1, 1],
  decision: [1, 1.1, 1, 0.85],
  how: [1, 1.1, 0.95, 0.85],
  why: [1, 1.1, 1, 0.85],
  preference: [1, 1.1, 0.95, 0.85],
  state: [1.15, 1, 1, 0.9],
  measure: [0.95, 0.95, 1, 1.2],
};

/** What was on one day stands in the log of that day before it stands anywhere else. */
const ofOneDay = [1, 0.9, 1.3, 1] as const;

/** The type of page that holds such an answer where a person wrote it down; an intent that asks for none is absent. */
const likely: Readonly<Partial<Record<Intent, PageType>>> = {
  decision: "decision",
  how: "procedure",
  preference: "preference",
  state: "plan",
};

export function planOf(query: Query, wishes: Wishes, also: readonly Query[] = []): Result<Plan, Explained> {
  const { since, until, types } = wishes;
  const wrong = unfitWish(wishes, also.length);
  if (wrong !== null) return err(wrong);
  if (since !== null && until !== null && since > until) {
    const says = `The days asked for begin on ${since} and end before, on ${until}.`;
    return err({ says, hint: "Give the earlier day to --since and the later one to --until." });
  }
  const wantedKinds = memoryKinds.filter((kind) => types.includes(kind));
  const wantedTypes = pageTypes.filter((type) => types.includes(type));
  const { from = null, to = null } = query.days ?? {};
  const isOfOneDay = from !== null && from === to;
  // “When do we deploy?” asks for what is the rule, “when did we?” for what happened.
  const isHabit = query.intent === "event" && query.isOfNow;
  const order = memoryKinds.map((kind, at) => ({
    kind,
    weight: (isOfOneDay ? ofOneDay : weights[isHabit ? "fact" : query.intent])[at]!,
  }));
  // A page type names its own kind; asked beside a kind it widens the search, so no kind may be left out then.
  const kinds =
    wantedTypes.length > 0 || wantedKinds.length === 0
      ? order
      : order.filter(({ kind }) => wantedKinds.includes(kind));
  return ok({
    query,
    also,
    kinds: [...kinds].sort((a, b) => b.weight - a.weight),
    types: wantedTypes.length === 0 ? null : new Set(wantedTypes),
    likely: likely[query.intent] ?? null,
    tier: wishes.tier,
    within: since === null && until === null ? null : { from: since, to: until },
    around: query.days,
    enough: 0.7,
    doubtful: 0.6,
    hopeless: 0.25,
    hits: limits.recallHitsMax,
    fetches: limits.recallFetchesMax,
    pages: wishes.limit ?? limits.recallPagesUsual,
    tokens: wishes.tokens ?? 2_000,
    poor: { below: 0.5, tokens: wishes.tokens ?? 1_000 },
  });
}

/** Wishes of a program may be any values; of those that a command line, a tool or a page of the studio takes none comes here unfit. */
function unfitWish({ limit, tokens, since, until, types, tier }: Wishes, others: number): Explained | null {
  if (others > alsoMax) {
    const says = `The question is asked in ${others} other ways; at most ${alsoMax} are looked for.`;
    return { says, hint: "Leave out those that say the same." };
  }
  for (const [name, count, example] of [
    ["limit", limit, limits.recallPagesUsual],
    ["tokens", tokens, 2_000],
  ] as const)
    if (count !== null && !(Number.isSafeInteger(count) && count >= 1))
      return { says: `${name} is ${count}; a whole number from 1 on was expected.`, hint: `For example ${example}.` };
  for (const [name, day] of Object.entries({ since, until }))
    if (day !== null && (parseInstant(day) === null || addDays(day, 0) !== day))
      return { says: `${name} is “${day}”; a day as YYYY-MM-DD was expected.`, hint: "For example 2026-11-20." };
  const names: readonly string[] = [...pageTypes, ...memoryKinds];
  const other = types.find((type) => !names.includes(type));
  if (other !== undefined)
    return { says: `types has “${other}”, which is no page type and no kind of memory.`, hint: oneOf(names) };
  if (tier === null || tiers.includes(tier)) return null;
  return { says: `tier is “${tier}”, which is none.`, hint: oneOf(tiers) };
}

function oneOf(names: readonly string[]): string {
  return `One of: ${names.join(", ")}.`;
}

/** Whether the plan wants pages of this type and kind. */
export function wants(
  { types, kinds }: Plan,
  wishes: Wishes["types"],
  page: { readonly type: PageType; readonly kind: MemoryKind },
): boolean {
  if (types === null) return kinds.some(({ kind }) => kind === page.kind);
  return types.has(page.type) || wishes.includes(page.kind);
}

// Query: what somebody asks: the words to search, the names in it, the days it speaks of, and what kind of answer it wants.

export interface Query {
  /** As it was asked, white space trimmed. */
  readonly asked: string;
  /** What the index is asked: without what was read as a time but its month, year and unit, unless there is nothing else. */
  readonly text: string;
  readonly intent: Intent;
  /** Names, phrases in quotes and identifiers, as they were written. */
  readonly entities: readonly string[];
  /** The days it speaks of; null where it names none. */
  readonly days: DayRange | null;
  /** What a day that it names without a year may be, the most likely first: a page may name that day so, too. */
  readonly yearless: readonly string[];
  /** Words of its times that are looked for, too. */
  readonly dated: readonly string[];
  /** Whether it asks what was on those days and names nothing else: “What did we do on Tuesday?” */
  readonly isOfDays: boolean;
  /** Whether it asks for the first or the latest of what answers it. */
  readonly order: "first" | "latest" | null;
  /** Whether it asks how it is: of no time, and not how it was. */
  readonly isOfNow: boolean;
}

/** `Degraded.what` of a question whose quotes stand nowhere: the search was whole, and asked for less than was meant. */
export const quotedWords = "words in quotes";

/** `today`, as `YYYY-MM-DD`, decides what “yesterday” is. A question that nothing could answer is malformed, and says why. */
export function parseQuery(asked: string, today: string): Result<Query, Explained> {
  const text = asked.trim();
  const wrong = unfit(text);
  if (wrong !== null) return err(wrong);
  const tense = tenseOf(text);
  const times = timesIn(text, today).map((time) => (tense === "ahead" ? inTime(time, today) : time));
  // A log of what is still to come is none: a page that tells of such a day has its name.
  const mayBeAhead = tense !== "past" && times.length === 1 && isYearlessDay(times[0]!);
  let searched = "";
  let from = 0;
  for (const { start, end, kept: word, range } of times) {
    if (start < from) continue;
    const kept = mayBeAhead ? `${Number(range.from!.slice(-2))} ${word}`.trimEnd() : word;
    searched += `${text.slice(from, start)} ${kept === "" ? "" : `${kept} `}`;
    from = end;
  }
  searched = (searched + text.slice(from)).trim();
  const days = rangeOf(times);
  const bare = times.reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text);
  const day = days !== null && days.from === days.to ? days.from : null;
  const isDoing = day !== null && /\p{L}/u.test(bare) && !asksFor(bare.replace(doing, " "));
  const isOfDays = days !== null && (isDoing || !saysSomething(searched.replace(doing, " ")));
  const number = mayBeAhead && day !== null ? [`${Number(day.slice(-2))}`] : [];
  const dated = [...number, ...times.flatMap(({ kept }) => (kept === "" ? [] : kept.split(" ")))];
  const isYearless = day !== null && times.length === 1 && isYearlessDay(times[0]!);
  // A day's name alone may stand on a page too.
  const named =
    isOfDays && day !== null
      ? [...(searched === "" ? [text] : []), ...(mayBeAhead ? [] : [day]), ...dated].join(" ")
      : "";
  return ok({
    asked: text,
    text: named !== "" ? named : saysSomething(searched) && !isOfDays ? searched : text,
    intent: intentOf(text),
    entities: entitiesIn(text, times),
    days,
    yearless: isYearless ? [day, ...(tense === null ? [yearOn(day)] : [])] : [],
    dated,
    isOfDays: isOfDays && !mayBeAhead,
    order: orderOf(searched),
    isOfNow: days === null && isOfNow(text),
  });
}

/** “What did we do on Tuesday?” asks for the day itself, and a log has that in its name. */
const doing =
  /(?<!\p{L})(?:happen(?:ed)?|worked? on|work|done|haben?|hatten?|wir|ich|gemacht|getan|passiert|gearbeitet|avons|nous|fait|passé|travaillé|hemos|hecho|hicimos|hice|pasó|trabajamos|trabalhamos|aconteceu|abbiamo|lavorato|successo|pracowali\p{L}*|zdarzyło|(?:про|слу)\p{L}{2,6}(?:шло|лось)|работал\p{L}*)(?!\p{L})|做了|干了|しました|やった/giu;

/** Whether a text asks for anything: “what did we make of it” does not. */
function asksFor(text: string): boolean {
  return questionTerms(text).some(({ stop, light }) => !stop && !light);
}

function unfit(text: string): Explained | null {
  if (text === "")
    return {
      says: "The question is empty; words were expected.",
      hint: 'For example: pagefile recall "morning flights"',
    };
  if (text.length > limits.recallQueryCharsMax) {
    const says = `The question has ${text.length} characters; at most ${limits.recallQueryCharsMax} are searched.`;
    return { says, hint: "Ask with the few words that matter." };
  }
  if (text.includes("\0"))
    return { says: "The question holds a NUL character; text was expected.", hint: "Ask in plain words." };
  if (termsOf(text).length > 0) return null;
  const says = "The question holds no letter, number or symbol that a page could be found by.";
  return { says, hint: "Ask with a word of what you look for." };
}

function saysSomething(text: string): boolean {
  return questionTerms(text).some((term) => !term.stop);
}

// QueryIntent: what kind of answer a question wants, by the words it is asked with.

/** `lookup` is bare words; the others are questions. */
const intents = ["lookup", "fact", "event", "decision", "how", "why", "preference", "state", "measure"] as const;
type Intent = (typeof intents)[number];

/**
 * Cues in the order in which they decide: a question about yesterday's heart rate wants a measure, one that asks when a decision was
 * made wants the event, and what was decided is asked of decisions. A cue of several words must stand together.
 */
const cues: readonly (readonly [intent: Intent, words: string])[] = [
  [
    "measure",
    "how many steps|heart rate|step count|average|per day|trend|bpm|slept|hours of sleep|anomaly|anomalies|puls|schritte|心率|步数|歩数",
  ],
  [
    "state",
    "working on|right now|next step|current task|open tasks|what is open|in progress|todo|gerade|aktuell|nächster schritt|现在|目前|現在",
  ],
  ["why", "why|because|reason|rationale|warum|wieso|weshalb|为什么|為什麼|なぜ"],
  ["event", "when|happened|last time|ago|yesterday|wann|passiert|gestern|什么时候|什麼時候|いつ|昨天|昨日"],
  [
    "how",
    "how do|how to|how can|how should|steps to|procedure|wie kann|wie mache|anleitung|怎么|怎麼|如何|どうやって",
  ],
  [
    "decision",
    "decide|decided|decision|decisions|agree|agreed|choose|chose|chosen|settle on|settled on|entscheidung|entschieden|beschlossen|vereinbart|决定|決定|決め",
  ],
  ["event", "did we|did i|did you"],
  [
    "preference",
    "prefer|prefers|preferred|preference|like|likes|favorite|usually|always|never|bevorzugt|mag|lieber|喜欢|喜歡|偏好|好き",
  ],
  ["fact", "what|who|where|which|whose|is|are|does|do|was|wer|wo|welche|welcher|welches|谁|誰|哪|どこ"],
];

const intentCues = cutCues(cues);

export function intentOf(text: string): Intent {
  const low = plainly(text);
  const told = intentCues.find(([, words]) => hasCue(low, words));
  if (told !== undefined) return told[0];
  return /[?？]\s*$/u.test(text) ? "fact" : "lookup";
}

/** Whether a question is of this kind by such a word: “decide” asks for a decision. */
export function isCueOf(intent: Intent, word: string): boolean {
  return intentCues.some(([one, words]) => one === intent && words.includes(word.toLowerCase()));
}

function cutCues<T>(rows: readonly (readonly [T, string])[]): readonly (readonly [T, readonly string[]])[] {
  return rows.map(([name, words]) => [name, words.split("|")]);
}

function hasCue(low: string, cues: readonly string[]): boolean {
  return cues.some((cue) => low.includes(spaced(cue)));
}

function plainly(text: string): string {
  return ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ")} `;
}

/** Writing without spaces has no word ends to look for. */
function spaced(cue: string): string {
  return /^[\p{Script=Latin} ]+$/u.test(cue) ? ` ${cue} ` : cue;
}

// QueryOrder: whether a question asks for the first or the latest of what answers it.

const orderCues: readonly (readonly ["first" | "latest", string])[] = [
  [
    "latest",
    "latest|newest|most recent|most recently|last time|very last|zuletzt|letzte mal|letzten mal|neueste|neuesten|neuester|neuestes|" +
      "jüngste|jüngsten|dernière fois|plus récent|plus récente|última vez|más reciente|más recientes|上次|最近一次|最近の|最后一次|" +
      "最後一次|最新|前回|最後に|この前|直近",
  ],
  [
    "first",
    "first time|zuerst|erste mal|ersten mal|erstmals|première fois|primera vez|第一次|首次|最早|初めて|はじめて|最初に|最初の",
  ],
];

/** Beside “when”, one word is enough: “when did we last meet”. */
const orderWords: readonly (readonly ["first" | "latest", string])[] = [
  ["latest", "last|dernièrement|dernier|dernière|último|última|最后|最後"],
  ["first", "first|earliest|erste|ersten|erster|erstes|premier|première|primero|primera|primer|最初"],
];

const whenCues = "when|what day|which day|on what|wann|quand|cuándo|cuando|qué día|什么时候|什麼時候|哪天|いつ";

const orderTold = cutCues(orderCues);
const orderBesideWhen = cutCues(orderWords);
const whenTold = whenCues.split("|");

/** `text` without its times: the first week of a month is no first of anything. */
function orderOf(text: string): Query["order"] {
  const low = plainly(text);
  const told = [...orderTold, ...(hasCue(low, whenTold) ? orderBesideWhen : [])];
  return told.find(([, words]) => hasCue(low, words))?.[0] ?? null;
}

const pastCues =
  "did|was|were|had|used to|before|originally|ago|war|waren|wurde|wurden|hatte|hatten|früher|damals|vorher|était|étaient|avait|avions|" +
  "a été|avant|fue|fueron|era|eran|tenía|teníamos|antes|以前|之前|当时|原来|でした|ました|だった|かつて";
const notNow = [...orderTold, ...orderBesideWhen].flatMap(([, cues]) => cues).concat(pastCues.split("|"));

function isOfNow(text: string): boolean {
  return !hasCue(plainly(text), notNow);
}

// Tense: whether a question is of what was or of what comes, which says the year of a day that has none.

const toldCues =
  "happened|went|met|said|told|took|came|saw|wrote|made|got|passiert|ging|gingen|kam|kamen|gab|fut|hubo|estuvo|pasó|hice|hizo|hicimos|foi|foram|houve|fez|" +
  "fizemos|aconteceu|fatto|successo|był|była|było|byli|был|была|было|были|了吗|了什么|做了|去了";
const aheadCues =
  "is on|are on|s on|is it|is the|is my|is our|is there|are we|am i|when is|when s|when are|planned|scheduled|booked|due|upcoming|coming|will|shall|" +
  "going to|next|do we|do i|does the|ist|sind|steht|stehen|wird|werden|geplant|anstehend|haben wir|habe ich|machen wir|gibt es|kommt|kommen|fällig|" +
  "prévu|prévue|prévus|sera|seront|y a t il|il y a|avons nous|faisons nous|prochain|prochaine|hay|habrá|planeado|previsto|será|tenemos|haremos|próximo|" +
  "próxima|há|temos|teremos|planejado|vamos|c è|abbiamo|sarà|faremo|jest|będzie|zaplanowano|mamy|будет|будем|запланировано|有什么|有什麼|安排|计划|計劃|打算|予定|あります";
/** “What have we done”, where the verb of it stands beside a helper, or has an ending for it. */
const doneForms =
  /(?<!\p{L})(?:hab(?:e|t|en) (?:[^ ]{1,20} ){0,8}(?:\p{L}{1,5})?ge\p{L}{2,12}(?:t|en)|(?:ai|avons|avez|ont)(?: nous| vous| ils| je)? (?:fait|\p{L}{2,12}é)|(?:he|ha|hemos|han) (?:hecho|\p{L}{2,12}[ai]do)|\p{L}{2,12}(?:[аие]л[аи]?|liśmy|łem|łam))(?!\p{L})/u;
/** What “was” is in German. */
const germanWhat =
  /^ was (?=(?:ist|sind|steh|hab|mach|wird|werd|gibt|läuft|liegt|kommt|geht|muss|soll|plan|war|pass)\p{L}* )/u;

function tenseOf(text: string): "past" | "ahead" | null {
  const low = plainly(text).replace(germanWhat, " ");
  const has = (cues: string): boolean => hasCue(low, cues.split("|"));
  if (has(pastCues) || has(toldCues) || doneForms.test(low)) return "past";
  return has(aheadCues) ? "ahead" : null;
}

function isYearlessDay({ yearless, range: { from, to } }: NamedTime): boolean {
  return yearless && from !== null && from === to;
}

/** Of days without a year those that have not passed. */
function inTime(time: NamedTime, today: string): NamedTime {
  const { from, to } = time.range;
  const isPassed = isYearlessDay(time) && to! < today;
  return isPassed ? { ...time, range: { from: yearOn(from!), to: yearOn(to!) } } : time;
}

// Kind: which of the four memories a page belongs to, by its type and its place.

const workingFiles: ReadonlySet<string> = new Set(["SESSION-STATE.md", "memory/working-buffer.md"]);

/** `own`: the page is one that a session keeps to itself. */
export function kindOf({ path, type, tags, scope }: PageEntry, own: boolean): MemoryKind {
  if (path.startsWith(`${perceptionFolder}/`) || tags.includes(perceptionTag)) return "perceptual";
  if (own || scope === "session" || workingFiles.has(path)) return "working";
  if (type === "plan") return tags.includes("done") ? "episodic" : "working";
  return type === "conversation_segment" || type === "evidence" ? "episodic" : "semantic";
}

/** A day of the same name in a later year: the next, and of the 29th of February the next that there is. */
function yearOn(day: string): string {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  for (let on = 1; on <= 8; on++) {
    const made = dayOf(year + on, month, date);
    if (made !== null) return made;
  }
  return day;
}

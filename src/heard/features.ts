/**
 * Features: what a clause shows of its kind, as names: the signs it has, its form, its length, and how it stands to the turn before it; and of which
 * kind that makes it.
 *
 * A feature is a class of words or a form and never a word, so that a clause about anything is told by the same ones. What each speaks for
 * stands in `weights.ts`, which was fitted to them: a feature that is changed here says something else there until it is fitted again.
 *
 * Words are looked up in small sets one by one. Expressions with many alternatives did the same, and cost more to compile than a prompt takes to
 * be read; so those of a script are only tried where a clause is written in it.
 */

import { withoutTail } from "../base/text.js";
import { forgetsIn, type Sentence, type Span, unnotedOf } from "./clause.js";
import { durable, likelihoodOf, type StatementKind, statementKinds } from "./inbox.js";
import { ownWordsOf } from "./own-words.js";
import {
  type Hit,
  hitsIn,
  marksIn,
  quoted,
  type Reading,
  readingOf,
  type Sign,
  setOf,
  type Word,
  wordsIn,
} from "./sign.js";
import { weights } from "./weights.js";
import { askedByMark, asking, empty, formWords, small, telling } from "./words/kinds.js";
import { often } from "./words/lasting.js";

export interface Context {
  readonly prompt: string;
  /** The prompt with its gaps and quotations marked. */
  readonly text: string;
  readonly reading: Reading;
  readonly turn: Turn | null;
  /** Whether nothing was said before it. */
  readonly isOnly: boolean;
  /** What asks to remember it, in a sentence of its own. */
  readonly call?: Hit | undefined;
}

/** A statement of a kind, and what tells whether it lasts. */
export interface Judged {
  readonly kind: StatementKind;
  /** How likely one of the kinds is that are kept. */
  readonly likely: number;
  readonly features: ReadonlySet<string>;
  /** Whether what leads to it says that it is to be known. */
  readonly isTold: boolean;
  /** The signs of its kind. */
  readonly hits: readonly Hit[];
  /** The signs of how long it holds, and those of what stands right before it. */
  readonly marks: readonly Hit[];
  readonly before: readonly Hit[];
  /** The statement, where it begins, and all that was typed at once. */
  readonly text: string;
  readonly start: number;
  readonly prompt: string;
}

/** `before` is the agent's turn before the prompt. */
export function contextOf(prompt: string, before: string | null): Context {
  const { text } = ownWordsOf(prompt);
  const turn = before === null ? null : turnOf(before);
  return { prompt, text, reading: readingOf(text), turn, isOnly: true };
}

/** The agent's turn before, as far as a person answers it. */
interface Turn {
  readonly text: string;
  readonly words: ReadonlySet<string>;
  readonly asks: boolean;
}

const turnCharsMax = 4_000;

function turnOf(before: string): Turn {
  const text = before.length > turnCharsMax ? before.slice(-turnCharsMax) : before;
  const said = text.match(wordLike) ?? [];
  return {
    text,
    words: new Set(said.map((word) => word.toLowerCase())),
    asks: /[?？]\s*$/.test(text.slice(-200).trimEnd()) || /[?？]/.test(text.slice(-300)),
  };
}

const wordLike =
  /[0-9A-Za-z_\u00aa\u00b5\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u1fff\u2c00-\u2dff\u3005-\u3007\u3041-\ud7ff\uf900-\ufdff\uff10-\uff9f]+/g;

const clauseCharsMax = 1_500;

function featuresOf(
  context: Context,
  span: Span,
  stop: string,
): { features: Set<string>; hits: readonly Hit[]; words: readonly Word[] } {
  const clause = context.text.slice(span.start, Math.min(span.end, span.start + clauseCharsMax));
  const bounds = { start: span.start, end: span.start + clause.length };
  const words = wordsIn(context.reading, bounds);
  const hits = hitsIn(context.reading, bounds);
  const features = new Set<string>(["bias"]);
  const isPolish = context.reading.languages[0] === "pl";
  const denies = isDenial(clause, words, isPolish);
  if (denies) features.add("denies");
  for (const { sign, isFirst, start } of hits) {
    // The “no” that answers bans nothing.
    if (denies && start < span.start + denialFront && ambiguous.has(sign)) continue;
    // “As I said” reports nobody else.
    if (sign === "reports" && firstPersons.has(words.findLast(({ end }) => end <= start)?.said ?? "")) continue;
    // “Pull requests go …” is about what looks like an order.
    if (orderly.has(sign) && isNamed(words.filter((word) => word.start >= start).map((word) => word.said))) continue;
    features.add(sign);
    if (isFirst) features.add(`${sign}First`);
  }
  const isSpaced = !/[\u3040-\u9fff]/.test(clause);
  const perWord = /[\u3041-\u30ff]/.test(clause) ? 2.5 : 1.7;
  const size = isSpaced ? words.length : Math.ceil(clause.length / perWord);
  if (!isSpaced) features.add("unspaced");
  if (stop === "?") features.add("asked");
  if (stop === "!") features.add("exclaims");
  if (size <= 2) features.add("tiny");
  else if (size <= 4) features.add("brief");
  if (size > 16) features.add("long");
  if (words.some(({ isOpaque }) => isOpaque)) features.add("code");
  if (clause.includes(quoted)) features.add("quote");
  if (/\d/.test(clause)) features.add("number");
  if (/→|⇒|->|=>/.test(clause)) features.add("arrow");
  if (/,\s|，|、/.test(clause)) features.add("comma");
  if (/[:：]/.test(clause)) features.add("colon");
  const isGerman = context.reading.languages.includes("de");
  if (!isGerman && /[a-zà-öø-ÿąćęłńśźż][,']? [A-ZÀ-ÖØ-ÞĆŁŚŹŻ][a-zà-öø-ÿąćęłńśźż]/.test(clause)) features.add("name");
  addForms(features, { typed: clause.slice(0, formCharsMax), words, isSpaced, isGerman, isPolish });
  settleNow(features, hits);
  for (const [one, other] of together) if (features.has(one) && features.has(other)) features.add(`${one}+${other}`);
  if (context.turn !== null) addTurn(features, context.turn, clause, context.isOnly);
  return { features, hits, words };
}

/** A “now” that says that something changed orders nothing. */
function settleNow(features: Set<string>, hits: readonly Hit[]): void {
  const isNow = hits.every(({ sign, said }) => sign !== "once" || nows.has(said.toLowerCase()));
  if (!isNow || !features.has("once") || orders.some((one) => features.has(one))) return;
  if (stated.some((one) => features.has(one))) for (const one of ["once", "onceFirst"]) features.delete(one);
}

const nows = setOf("now jetzt maintenant ahora agora teraz 现在 今 今は");
const orders = ["tasksFirst", "requestsFirst", "commandForm", "imperativeForm", "infinitiveEnd", "teEnd"];
const stated = ["states", "thirdForm", "passiveForm", "plural", "musts", "definite"];

/** So near to the front is what a denial begins with. */
const denialFront = 6;
const orderly: ReadonlySet<Sign> = new Set(["tasks", "habits"]);
const firstPersons = setOf("i we ich wir je j nous yo eu");
const ambiguous: ReadonlySet<Sign> = new Set(["bans", "instead", "general", "chats", "asks"]);

/** Signs that mean something else beside each other. */
const together =
  "tasksFirst once, tasksFirst standing, tasksFirst general, tasksFirst casesFirst, requestsFirst asked, requestsFirst asks, likes cases, decides ours, decides states, states general, states name, bans ours, general definite, cases standing, corrects bans, tiny code, musts definite, musts once, habitsFirst once, bansFirst once, caseBehind tasksFirst, caseBehind habitsFirst, casesFirst asked, amendsFirst states, amendsFirst subject, corrects asksFirst, definite passing, states passing, selfFirst states, standing states, once standing, general plural, asksFirst states, past name"
    .split(", ")
    .map((pair) => pair.split(" ") as [string, string]);

const formCharsMax = 400;

function addTurn(features: Set<string>, turn: Turn, clause: string, isOnly: boolean): void {
  if (isOnly && turn.asks) features.add("answers");
  const said = (clause.match(wordLike) ?? []).map((word) => word.toLowerCase());
  const shared = said.filter((word) => word.length > 3 && turn.words.has(word));
  if (
    shared.length > 0 ||
    [...turn.words].some(
      (word) => word.length > 1 && /[\u3040-\u9fff]/.test(word) && clause.includes(word.slice(0, 2)),
    )
  )
    features.add("repeats");
  const numbers = said.filter((word) => /^\d+$/.test(word));
  if (numbers.some((number) => !turn.words.has(number)) && /\d/.test(turn.text)) features.add("differs");
}

// Form: what a clause shows by its shape, whatever its words are about: an order with a verb that no table has, a habit, a passive, a number.

const { objects, noVerbs, fronts, owners, subjects, numerals, leading, farVerbs } = setsOf(formWords);
const { behindVerb, behindPlural, behindPassive, behindDenial, behindPolishDenial } = setsOf(formWords);

function setsOf<K extends string>(words: Readonly<Record<K, string>>): Readonly<Record<K, ReadonlySet<string>>> {
  return Object.fromEntries(Object.entries<string>(words).map(([name, each]) => [name, setOf(each)])) as Record<
    K,
    ReadonlySet<string>
  >;
}

const alls = setOf("los las les os as tout toute toutes tous todos todas alle wszystkie wszyscy wszystkich");
const joiners = setOf("and so btw also und et y e oraz ale wiec");
/** “This”, “and”, “about”, “we”: none of them is what it is in other languages. */
const otherwisePolish = setOf("ten a o my");
const noThird = setOf("is was has does this its always as us yes plus less unless across thus");
const beings = setOf("is are was were get gets got been be est sont était es son está están era eran fue");
const becomings = setOf("wird werden wurde wurden");
const polishBeings = setOf("jest sa byl byla bylo byly zostaje zostaja zostal zostala zostalo zostaly bedzie beda");
const behindPolishPassive = setOf("w na z do po od przy pod za przez u dla jako co raz");

const solidForms: readonly (readonly [string, RegExp])[] = [
  ["counted", /[一二三四五六七八九十两几][个条套名件台位つ人桁]/],
  [
    "caseForm",
    /(?:たら|だら|れば|とき|時は|時に|場合|際は|際に|たびに|度に|前に|あとは|後は|次第)(?=.{4})|^[^，。]{2,16}(?:时|时候|之后|的话|一到)，?[^，。]{3}|^[^，。]{2,14}就[^，。]{2}/,
  ],
  ["wh", /何|誰|どこ|いつ(?!も)|どう|なぜ|なんで|どの|どれ|いくら|どっち|どちら/],
  ["teEnd", /(?:て|で|ください|下さい|ほしい|欲しい|頼む|お願い)[。！]?$/],
  ["plainEnd", /(?:る|ない|こと|う|す)$/],
  ["politeEnd", /(?:です|ですよ|ますよ|ている|ています|である)$/],
  ["willEnd", /(?:ます|ましょう|よう)$/],
  ["askEnd", /(?:か|の|っけ|かな|吗|呢|没|谁|什么|哪)$/],
  ["leEnd", /(?:了|过了|掉了|好了)$/],
  ["ba", /^(?:先|再|请|帮我|你)?把/],
];
const germanForms: readonly (readonly [string, RegExp])[] = [
  [
    "infinitiveEnd",
    /\s(?!ihnen|denen|seinen|meinen|einen|keinen|morgen|zeilen|daten|gegen|wegen|neben|zwischen|unten|oben|drinnen|draußen)[a-zäöüß]{2,}(?:en|ern|eln)$/,
  ],
  ["participleEnd", /\sge[a-zäöüß]{2,}(?:t|en)$|\s(?:ver|be|ent|er)[a-zäöüß]{3,}t$/],
];
const denials = setOf("no nope nah wrong nein nee nö falsch non faux mal");
const polishDenials = setOf("nie nieprawda zle blad pomylka bzdura");
const beforeDenial = setOf("hm hmm er uh but ah ach aber doch mais pero ay still actually oh ale oj ej");
const solidDenial = /^(?:不对|不是|错了|不，|違う|違います|ちがう|いや|いえ)/;

interface Shape {
  /** As it was typed, at most so much as tells its form. */
  readonly typed: string;
  readonly words: readonly Word[];
  readonly isSpaced: boolean;
  readonly isGerman: boolean;
  readonly isPolish: boolean;
}

function addForms(features: Set<string>, { typed, words, isSpaced, isGerman, isPolish }: Shape): void {
  if (!isSpaced) for (const [name, shape] of solidForms) if (shape.test(typed)) features.add(name);
  // Who writes German nouns with a capital letter writes verbs without one.
  if (isGerman) for (const [name, shape] of germanForms) if (shape.test(typed)) features.add(name);
  const all = words.map((word) => word.said);
  const said = isPolish ? all.filter((word) => !otherwisePolish.has(word)) : all;
  const [first, second] = said;
  if (first === undefined) return;
  if (subjects.has(first)) features.add("subject");
  if (/\d/.test(first)) features.add("numberFirst");
  const head = joiners.has(first) ? second : first;
  if (head !== undefined && owners.has(head) && words.length > 1) features.add("definite");
  if (isPlural(said)) features.add("plural");
  if (isCommand(said)) features.add("commandForm");
  if (isHabit(said)) features.add("thirdForm");
  if (isPassive(said)) features.add("passiveForm");
  if (said.some((word) => numerals.has(word))) features.add("counted");
  if (isBound(typed, words)) features.add("imperativeForm");
  if (/^[^\s:：]{2,12}\s?[:：]/.test(typed)) features.add("label");
}

/** “Pull requests of the kiosk go …”, “test data lives …”: the word that looks like an order is what the sentence is about. */
function isNamed(said: readonly string[]): boolean {
  const [verb = "", noun = ""] = said;
  if (noun.length < 4 || objects.has(noun) || noVerbs.has(noun) || believing.has(verb)) return false;
  const isMany = /[a-z]s$/.test(noun) && !noun.endsWith("ss");
  const verbs = isMany ? behindPlural : finite;
  const at = said.findIndex((word, place) => place > 1 && verbs.has(word) && !joining.has(word));
  return at > 1 && !said.slice(1, at).some((word) => leading.has(word));
}

/** What is claimed follows these without a “that”. */
const believing = setOf("make see check verify ensure let say think show tell");
const finite = setOf("is has lives goes stays runs needs must belongs comes sits ends starts");
const joining = setOf("on for in with without that to only");

function isPlural(said: readonly string[]): boolean {
  if (alls.has(said[0]!)) return said.length > 1;
  if (isPluralFar(said)) return true;
  return [0, 1].some((at) => {
    const [noun = "", next = ""] = [said[at], said[at + 1]];
    return (
      noun.length > 3 && /[a-z]s$/.test(noun) && !noun.endsWith("ss") && !noThird.has(noun) && behindPlural.has(next)
    );
  });
}

/** “Deployments of the kiosk happen …” */
function isPluralFar([noun = "", next = "", ...rest]: readonly string[]): boolean {
  if (noun.length < 5 || !/[a-z]s$/.test(noun) || noun.endsWith("ss") || !ofs.has(next)) return false;
  const at = rest.findIndex((word) => farVerbs.has(word));
  return at > 0 && !rest.slice(0, at).some((word) => leading.has(word));
}

const ofs = setOf("of for in from on at to with");

function isCommand(said: readonly string[]): boolean {
  const at = said.findIndex((word) => !fronts.has(word));
  const [verb = "", next = ""] = [said[at], said[at + 1]];
  return verb.length > 1 && !noVerbs.has(verb) && objects.has(next) && said.length > at + 2 && verb !== quoted;
}

/** “Ansel works from …”: what somebody or something does as a rule. */
function isHabit(said: readonly string[]): boolean {
  if (owners.has(said[0]!) && ofs.has(said[2] ?? "") && !/s$/.test(said[1]!) && isFar(said)) return true;
  const at = owners.has(said[0]!) || said[0] === "every" || said[0] === "each" ? 2 : 1;
  const [verb = "", next = ""] = [said[at], said[at + 1]];
  return (
    /^[a-z]{3,}s$/.test(verb) &&
    !verb.endsWith("ss") &&
    !noThird.has(verb) &&
    (behindVerb.has(next) || /^\d/.test(next))
  );
}

/** “The contract with the printer ends on …” */
function isFar(said: readonly string[]): boolean {
  return said.some(
    (verb, at) =>
      at > 3 && /^[a-z]{2,}[a-rt-z]s$/.test(verb) && !noThird.has(verb) && behindVerb.has(said[at + 1] ?? ""),
  );
}

function isPassive(said: readonly string[]): boolean {
  const becomes = said.findIndex((word) => becomings.has(word));
  if (becomes > 0 && /(?:t|en)$/.test(said.at(-1)!) && said.length > becomes + 2) return true;
  return said.some((word, at) => {
    const [participle = "", behind = ""] = said.slice(at + 1, at + 3);
    if (beings.has(word) && participleEnd.test(participle) && behindPassive.has(behind)) return true;
    // “Faktury są trzymane w …”
    return polishBeings.has(word) && /(?:[aeo]n|[iuy]t)[yaei]$/.test(participle) && behindPolishPassive.has(behind);
  });
}

const participleEnd = /(?:ed|en|pt|lt|nt|ught|un|own|ée?s?|ise?s?|ite?s?|ad[ao]s?|id[ao]s?)$/;

/** A verb with its object behind it, in one word: “dame”, “montre-moi”. */
function isBound(typed: string, words: readonly Word[]): boolean {
  if (words.length < 2) return false;
  const lower = typed.slice(0, boundChars).toLowerCase();
  return /^[a-zà-öø-ÿ]+(?:[aeiáéí](?:me|lo|la|le|los|las|nos|melo|mela)\s|-(?:le|la|les|moi|lui|nous|en|y)(?![a-zà-öø-ÿ-]))/.test(
    lower,
  );
}

const boundChars = 40;

/** “No, …”, “no it's …”, and not “no tabs”. */
function isDenial(clause: string, words: readonly Word[], isPolish: boolean): boolean {
  const at = words.findIndex(({ said }) => !beforeDenial.has(said));
  const [word, next] = [words[at], words[at + 1]];
  if (word === undefined) return false;
  if (isPolish && polishDenials.has(word.said)) {
    return next === undefined || next.isParted || (word.said === "nie" && behindPolishDenial.has(next.said));
  }
  if (isPolish && word.said === "no") return false;
  if (!denials.has(word.said)) return solidDenial.test(clause);
  return next === undefined || next.isParted || behindDenial.has(next.said);
}

// Corrects: what of the turn before a correction speaks of.

/**
 * What a correction contradicts: the word of the turn before that the person says again; else a number, or a name that looks like theirs,
 * from that turn; else the subject.
 */
export function correctsOf(context: Context, { start, end }: Span): string | null {
  const said = context.prompt.slice(start, end);
  const words = contentOf(said);
  const turn = context.turn === null ? [] : contentOf(context.turn.text);
  const shared = words.find((word) => turn.some((other) => word.toLowerCase() === other.toLowerCase()));
  if (shared !== undefined) return turn.find((other) => shared.toLowerCase() === other.toLowerCase()) ?? shared;
  const other = /\d/.test(said) ? turn.find((word) => /\d/.test(word)) : undefined;
  const like = turn.find((word) => words.some((own) => isLike(own, word)));
  return other ?? like ?? turn.at(-1) ?? words[0] ?? null;
}

function contentOf(text: string): readonly string[] {
  const words = (text.match(tokenLike) ?? []).map((word) => withoutTail(word, ".:"));
  return words.filter(
    (word) => (word.length > contentMin || /\d|[\u3041-\u9fff]/.test(word)) && !hollow.has(word.toLowerCase()),
  );
}

/** Chinese and Japanese have no blanks: runs of one script serve as words. */
const tokenLike =
  /[\u4e00-\u9fff\u3005]{2,}|[\u30a0-\u30ff]{2,}|[0-9A-Za-z_\u00c0-\u1fff/-][0-9A-Za-z_\u00c0-\u1fff./:-]*/g;
const contentMin = 2;

/** Words of a turn that say nothing about its subject. */
const hollow = setOf(
  "the and for with you your have has had this that these those not are was were will can used using use set added put now its it's i've i'll into from under per told said say meant mean already anymore about also yes der die das und ist nicht ich habe hab wir mit für den dem ein eine auf doch schon gesagt les des une est pas que pour avec dans j'ai los las una que con para por está ya he nie jest był była było są dla oraz się już teraz mam mamy masz twój twoja przez przed przy jako tak jak tego tej tym też używam używamy używać zapisałem zrobiłem dodałem powiedziałem mówiłem",
);

/** “pnpm” and “npm”, “staging2” and “staging”. */
function isLike(one: string, other: string): boolean {
  const [own, turns] = [one.toLowerCase(), other.toLowerCase()];
  return own.length > contentMin && turns.length > contentMin && (own.includes(turns) || turns.includes(own));
}

// Weigh: how much a span of words is of each kind.

export interface Weighed extends Span {
  readonly hits: readonly Hit[];
  readonly words: readonly Word[];
  readonly features: ReadonlySet<string>;
  /** In the order of the kinds; what they are of each other is what the kinds are likely to be. */
  readonly sums: Float64Array;
  readonly kind: StatementKind;
  /** How far the best kind is ahead of the next. */
  readonly margin: number;
}

export function weigh(context: Context, span: Span, stop: string): Weighed {
  const { features, hits, words } = featuresOf(context, span, stop);
  const sums = new Float64Array(statementKinds.length);
  for (const feature of features) {
    const row = weights[feature];
    if (row === undefined) continue;
    for (let at = 0; at < sums.length; at += 1) sums[at]! += row[at]!;
  }
  const isKept = likelihoodOf(sums, (kind) => durable.has(kind)) >= durableMin;
  const kind = likeliestOf(sums, (one) => durable.has(one) === isKept);
  const next = likeliestOf(sums, (one) => one !== kind);
  const { start, end } = span;
  return {
    start,
    end,
    hits,
    words,
    features,
    sums,
    kind,
    margin: Math.abs(sums[statementKinds.indexOf(kind)]! - sums[statementKinds.indexOf(next)]!),
  };
}

/** What is as likely as this to be of a kind that is kept, all those together, is of the likeliest of them; chosen by `eval -- loop --kinds`. */
const durableMin = 0.5;

/** Of the kinds meant. */
export function likeliestOf(sums: Float64Array, isMeant: (kind: StatementKind) => boolean): StatementKind {
  const meant = statementKinds.filter(isMeant);
  const sumOf = (kind: StatementKind): number => sums[statementKinds.indexOf(kind)]!;
  return meant.reduce((best, kind) => (sumOf(kind) > sumOf(best) ? kind : best));
}

// About others: sentences about what was said before.

/** “Remember that.”, “Just kidding!”: a sentence that is only about the one before it, or the next where none is; null for any other. */
export function callIn({ reading, text }: Context, sentence: Sentence): Hit | null {
  if (sentence.end - sentence.start > callCharsMax || sentence.stop === "?") return null;
  const hits = [...marksIn(reading, sentence), ...hitsIn(reading, sentence)];
  const call =
    hits.find(({ sign }) => sign === "calls" || sign === "remembers") ??
    hits.find(({ sign, said }) => sign === "mocks" && /\p{L}/u.test(said));
  if (call === undefined || unnotedOf(reading, sentence) !== null) return null;
  // “Don't forget that” asks to remember.
  if (hits.some(({ sign, start, end }) => sign === "forgets" && (start < call.start || end > call.end))) return null;
  const rest = `${text.slice(sentence.start, call.start)} ${text.slice(call.end, sentence.end)}`.toLowerCase();
  if (/(?:n['’]t|(?<!\p{L})(?:not|nicht|pas|no|não|non|nie))(?!\p{L})/iu.test(rest)) return null;
  const isAlone = (rest.match(/[\u3040-\u9fff\uac00-\ud7a3]|[\p{L}\p{N}]+/gu) ?? []).every((word) => empty.has(word));
  return isAlone ? { ...call, sign: call.sign === "mocks" ? call.sign : "remembers", isFirst: true } : null;
}

const callCharsMax = 60;

/** Whether a sentence asks, which or the first clause of which could be told as well: “when am I on vacation and who does the reviews?”. */
export function isAsking({ reading, text }: Context, { start, end, stop }: Sentence): boolean {
  const said = text.slice(start, end).toLowerCase();
  if (stop !== "?") return asking.unmarked.test(said);
  const wants = ({ sign }: Hit): boolean => ["requests", "corrects", "instead"].includes(sign);
  return asking.marked.test(said) && !hitsIn(reading, { start, end }).some(wants);
}

/** “Can you answer in German from now on?” wants more than an answer. */
export function asOrdered({ reading }: Context, sentence: Sentence): Sentence {
  if (sentence.stop !== "?" || !hitsIn(reading, sentence).some((hit) => hit.sign === "requests" && hit.isFirst))
    return sentence;
  const isStanding = marksIn(reading, sentence).some(({ sign, said }) => sign === "ever" && fromNowOn.test(said));
  return isStanding ? { ...sentence, stop: "" } : sentence;
}

/**
 * What a request to forget is about, in its own words; empty where it names nothing, and null for what is none: “forget what I said about
 * the quota, it's 20” says something else instead.
 */
export function forgottenIn(context: Context, { start, end }: Sentence): string | null {
  const { reading, prompt, text } = context;
  const hit = forgetsIn(reading, { start, end });
  if (hit === null) return unnotedOf(reading, { start, end })?.isWhole ? "" : null;
  const about = /^[^,;:.，。、]*/.exec(text.slice(hit.end, end))![0];
  const behind = weigh(context, { start: Math.min(end, hit.end + about.length + 1), end }, "");
  if (behind.words.length > 2 && instead.some((one) => behind.features.has(one))) return null;
  if (/[\u3040-\u9fff\uac00-\ud7a3]/.test(hit.said))
    return (text.slice(start, hit.start).trim() || about).replace(
      /^(?:请|把|说的?|关于|有关)+|的(?:事情?|话|内容)?$/g,
      "",
    );
  const common = setOf(
    reading.languages.map((one) => (small as Readonly<Record<string, string>>)[one] ?? "").join(" "),
  );
  const words = prompt.slice(hit.start, hit.end + about.length).match(/[\p{L}\p{N}][\p{L}\p{N}_.-]*/gu) ?? [];
  return words.filter((word) => !common.has(word.toLowerCase()) && !empty.has(word.toLowerCase())).join(" ");
}

/** What says something else than what is to be forgotten. */
const instead = ["decides", "habitsFirst", "numberFirst", "oursFirst", "amendsFirst", "tasksFirst"];

/**
 * Who says it first, where it is not the person: “The docs say we need it”. “We need it, as the docs say” is the person's word, with a reason. What
 * somebody near the person says may hold for the person: “the doctor says no salt”; and somebody at work may tell how things are: “Tom says that
 * staging moved”.
 */
export function tellerOf(
  { reading, text }: Context,
  { features, hits, start, end }: Weighed,
): "anyone" | "kin" | "team" | null {
  if (isOfTeam(text.slice(start, end))) return "team";
  const isFront = ({ sign, said, start: at }: Hit): boolean =>
    sign === "reports" && (said.includes(":") || at - start <= (end - start) * reportsWithin);
  const report = features.has("reports") ? hits.find(isFront) : undefined;
  if (report === undefined) return null;
  return marksIn(reading, { start, end: report.end }).some(({ sign }) => sign === "kin") ? "kin" : "anyone";
}

function isOfTeam(said: string): boolean {
  // To compile the expression for who tells takes V8 two milliseconds, and few sentences have a verb of it.
  if (!tells.test(said)) return false;
  const lead = telling.who.exec(said);
  if (lead === null || telling.others.test(lead[1]!)) return false;
  const told = said.slice(lead[0].length);
  return telling.told.test(told) && !telling.fails.test(told);
}

const tells = / (?:says|said|told|mentioned|sagt|gesagt|hat|dice|dijo|dit|mówi|powiedz)/;

const reportsWithin = 0.4;

// What single hits say.

const fromNowOn =
  /^(?:from|going|ab|in|künftig|von|désormais|dorénavant|à|de|a|desde|d|da|od|na|w|от|с|впредь|今后|从|以后|今後|これから|앞으로|이제부터|지금부터)/iu;

/** Whether a sign says that it is for this once: no part that is played from now on, nor “this time too” and “for this email address”. */
export function isOnce({ sign, end }: Hit, beside: readonly Hit[], text: string): boolean {
  if (sign === "plays")
    return !beside.some((hit) => hit.sign === "ever" && !often.test(hit.said) && fromNowOn.test(hit.said));
  return sign === "thisOnce" && !goesFurther.test(text.slice(end, end + furtherChars));
}

const furtherChars = 24;
const goesFurther =
  /^(?:['’]s|[ -](?:address|account|list|client|server|template|thread|type|format|field|queue|board|service|provider)\p{L}*|,? (?:too|also|as well|auch|aussi|también|também|anche|też))(?!\p{L})/iu;

/** Whether the person tells of their body, table, home or family, or of what they no longer are: not of what a screen shows. */
export function isOfOwnLife(marks: readonly Hit[], text: string): boolean {
  if (!ofSelf.test(text) || marks.some(({ sign }) => sign === "display")) return false;
  return marks.some(({ sign, said }) => sign === "life" || (sign === "kin" && !ofTree.test(said)));
}

const ofSelf =
  /^(?:(?:and|but|btw|also|actually|ya no|no|nie|non|não|já não),? )?(?:(?:i(?! mean)|my|ich|meine?[mnrs]?|je|mon|ma|mes|yo|soy|estoy|tengo|vivo|mis?|eu|sou|estou|tenho|moro|meus?|minhas?|io|sono|ho|abito|(?:il |la )?mi[oa]|ja|jestem|mam|mieszkam|m[oó]j|moja|я|у меня|мой|моя)(?!\p{L})|j['’]|我(?!们)|私(?!たち)|僕(?!ら|たち))/iu;
/** Code has children and parents, too, and a boss is of the work. */
const ofTree =
  /^(?:child|children|parents?|kind|kinder\p{L}*|twin|baby|boss|manager|chef\p{L}*|patronn?e?|jef[ea]|capo|szef\p{L}*|co ?founder)$/iu;

// Why: what made it of its kind, for a person.

const signOf: Readonly<Record<StatementKind, readonly Sign[]>> = {
  rule: ["standing", "bans", "musts", "habits", "general", "instead"],
  preference: ["likes", "self", "personal"],
  correction: ["corrects", "amends", "instead"],
  decision: ["decides", "ours"],
  fact: ["tells", "states", "self"],
  trigger: ["cases", "caseBehind"],
  task: ["tasks", "requests", "once"],
  question: ["asks"],
  chat: ["chats", "passing"],
};

export function whyOf({ kind, hits, features }: Weighed, stop: string): string {
  if (kind === "question" && stop === "?") return askedByMark;
  for (const sign of signOf[kind]) {
    const hit = hits.find((one) => one.sign === sign);
    if (hit !== undefined) return `says “${hit.said}”`;
  }
  if (kind === "decision" && features.has("answers")) return "answers a question";
  if (kind === "correction") return "differs from the turn before";
  if (kind === "chat") return "is too short to say more";
  return "states something and asks for nothing";
}

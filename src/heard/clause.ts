/**
 * Clause: the sentences of a person's own words, and the pieces of a sentence that may stand for themselves.
 *
 * People put a thank-you, an order and a rule into one sentence, with a comma or an “and” between them. Whether two pieces are one statement
 * is decided by what each of them is (`statement.ts`); this file only finds where a sentence may be cut.
 */

import {
  type Hit,
  hitsIn,
  marksIn,
  placeFinderOf,
  quoted,
  type Reading,
  readingOf,
  type Sign,
  setOf,
  wordsIn,
} from "./sign.js";
import { unnoted } from "./words/kinds.js";

/** In the place of each character that is not the person's. */
export const gap = "\uE000";

/** Offsets are UTF-16 units of the prompt. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Sentence extends Span {
  /** What ends it: `?`, `!`, or something else. */
  readonly stop: string;
}

/** Where a sentence may end: what stands from `index` to `next` belongs to neither. */
interface Cut {
  readonly index: number;
  readonly next: number;
  readonly mark: string;
}

export function sentencesOf(text: string): readonly Sentence[] {
  const found: Sentence[] = [];
  let start = 0;
  const add = (end: number, stop: string): void => {
    const span = trimmed(text, { start, end });
    if (span !== null) found.push({ ...span, stop: stop === "?" && wantsAssent(text, span) ? "" : stop });
    else if (stop === "?" && found.length > 0 && text.slice(found.at(-1)!.end, end).trim().length <= 2) {
      found[found.length - 1] = { ...found.at(-1)!, stop };
    }
  };
  for (const { index, next, mark } of cutsIn(text)) {
    if (index < start) continue;
    if (mark === "turn" && !turnsAt(text, start, { index, next })) continue;
    if (/^[-–—]+$/.test(mark) && (index - start < 2 || waiting.has(wordBefore(text, start, index)))) continue;
    if (mark === "." && isAbbreviation(text, start, index)) continue;
    if (mark === "\n" && isWrapped(text, start, index)) continue;
    add(
      mark === "turn" ? withoutJoin(text, start, { index, next }) : index,
      mark === "？" ? "?" : mark === "！" ? "!" : mark === "turn" || mark === "item" ? "" : mark,
    );
    start = mark === "turn" ? index : next;
  }
  add(text.length, "");
  return found;
}

/** In small letters. It is looked for within the sentence alone: a paste without blanks holds thousands of places to cut. */
function wordBefore(text: string, start: number, index: number): string {
  const sentence = text.slice(start, index);
  return sentence.slice(sentence.lastIndexOf(" ") + 1).toLowerCase();
}

function cutsIn(text: string): readonly Cut[] {
  const found: Cut[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const cut = cutAt(text, at);
    if (cut === null) continue;
    found.push(cut);
    at = Math.max(at, cut.next - 1);
  }
  const others = [...itemsIn(text), ...turnsIn(text)];
  return others.length === 0 ? found : [...found, ...others].sort((a, b) => a.index - b.index);
}

/** Behind a stop that ends a sentence; paths and numbers hold dots too. */
const behindStop = ' \t\n\r.!?…"”»)]\uE000\uE001';

/**
 * A stop counts where a blank or another stop follows; so does a blank between two Chinese or Japanese words, for who types them without stops.
 * It is looked for letter by letter: an expression for it takes longer to compile than a prompt is long.
 */
function cutAt(text: string, at: number): Cut | null {
  const char = text[at]!;
  const next = text[at + 1];
  switch (char) {
    case ".":
    case "!":
    case "?":
    case "…":
      if (next !== undefined && !behindStop.includes(next) && !isSolid(next)) return null;
      return { index: at, next: at + 1, mark: char };
    case "\n":
    case "。":
    case "！":
    case "？":
      return { index: at, next: at + 1, mark: char };
    case gap: {
      let end = at + 1;
      while (text[end] === gap) end += 1;
      return { index: at, next: end, mark: char };
    }
    case ";":
    case "；":
      return next !== undefined && (char === "；" || isSpace(next)) ? { index: at, next: at + 1, mark: char } : null;
    case "-":
    case "–":
    case "—": {
      const end = next === "-" || next === "–" || next === "—" ? at + 2 : at + 1;
      const isFree = at > 0 && isSpace(text[at - 1]!) && end < text.length && isSpace(text[end]!);
      return isFree ? { index: at - 1, next: end + 1, mark: text.slice(at, end) } : null;
    }
    case " ": {
      if (at === 0 || !isSolid(text[at - 1]!)) return null;
      let end = at + 1;
      while (text[end] === " ") end += 1;
      return end < text.length && isSolid(text[end]!) ? { index: at, next: end, mark: "" } : null;
    }
    default:
      return null;
  }
}

/** A letter of a script that has no blanks. */
const isSolid = (char: string): boolean => char >= "\u3041" && char <= "\u9fff";

const isSpace = (char: string): boolean => " \n\t\r\u00a0\u3000".includes(char);

const shortForms = setOf(
  "e.g eg i.e ie etc vs mr mrs ms dr st prof approx incl z.b zb b bzw ca d.h dh h usw inkl evtl ggf p.ex ex p.ej ej sr sra m mm mme no n° np tzn tj itp itd m.in godz mgr",
);

/** “Dr.”, “z. B.”, “N.”, “3.”, “am 12.2. (Freitag)”: its dot ends no sentence. */
function isAbbreviation(text: string, start: number, index: number): boolean {
  let from = index;
  while (from > start && index - from < shortCharsMax && !/[\s(]/.test(text[from - 1]!)) from -= 1;
  const word = text.slice(from, index);
  const behind = text.slice(index + 1, index + 1 + shortCharsMax);
  if (/^\d{1,3}$/.test(word))
    return !begins.test(behind) || ordinal.test(text.slice(Math.max(start, from - shortCharsMax), from));
  const isDay = /^\d{1,2}\.\d{1,2}$/.test(word) && /^(?:\)| \(| \p{Ll})/u.test(behind);
  // “Under 200 ms. Always …” ends, and “ms. Chen” goes on; “for me.” ends, and “Me. Dupont” goes on.
  if (word === "ms" && /\d\s*$/.test(text.slice(start, from)) && begins.test(behind)) return false;
  return isDay || word === "Me" || shortForms.has(word.toLowerCase()) || /^[A-Z]$/.test(word);
}

const shortCharsMax = 8;

/** In front of a number with a dot: “1. use tabs”, “der 2. Stock”. “Room 12. Where …” ends with its number. */
const begins = /^\s+(?!Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)\p{Lu}/u;
const ordinal =
  /^\s*$|(?:^|[\s(])(?:d(?:er|ie|as|en|em|es)|[aivz]m|zu[mr]|ins|beim|ab|bis|seit|jede[nrs]?|und|oder|(?:m?ein|unser)e?)[\s,]*$/i;

/** “Lists use the - marker”: what stands before the dash waits for its noun, and the dash is that. */
const waiting = setOf(
  "the a an this and or of to in on at by as from with between than use der die das den dem ein eine einen und oder von zu im am mit als aus für zwischen le la les un une et ou de du des à au en par avec dans pour entre el los las una y o del al con por para o os as um uma e do da com w z od na dla przez ze lub albo oraz",
);

/** “1. use tabs 2. no semicolons”: numbers in a line that count what is said. */
function itemsIn(text: string): readonly Cut[] {
  const head = text.slice(0, listCharsMax);
  if (!/(?:^|\s)1[.)]\s[^\n]{1,400}\s2[.)]\s/.test(head)) return [];
  const marks = [...head.matchAll(/\s\d{1,2}[.)]\s(?=\S)/g)];
  return marks.map(({ index, 0: mark }) => ({ index, next: index + mark.length, mark: "item" }));
}

const listCharsMax = 4_000;

/** A line that an editor broke where it was full, and that goes on in the next. */
function isWrapped(text: string, start: number, index: number): boolean {
  const line = text.slice(Math.max(start, text.lastIndexOf("\n", index - 1) + 1), index);
  return (
    line.length >= wrappedCharsMin &&
    /[^.!?:;…]$/.test(line) &&
    /^[a-zà-öø-ÿąćęłńśźż]/.test(text.slice(index + 1, index + 2))
  );
}

const wrappedCharsMin = 60;

/** Words with which people go over to something else. */
const turns: readonly string[] =
  "btw, by the way, oh and, also, one more thing, from now on, going forward, außerdem, ausserdem, übrigens, ab jetzt, ab sofort, au fait, désormais, à partir de maintenant, además, por cierto, a partir de ahora, además, além disso, a partir de agora, swoją drogą, swoja droga, przy okazji, poza tym, ponadto, od teraz, od dzisiaj, od tej pory, i jeszcze jedno, jeszcze jedno".split(
    ", ",
  );
const solidTurns =
  /[，、](?:顺便说|顺便提|另外|还有|对了|以后(?!的)|今后(?!的)|あと|それと|それから|ちなみに|今後(?!の))/g;
const joining: ReadonlySet<string> = new Set(["and", "und", "et", "y", "e"]);
/** “i” is English, too. */
const polishTurns = setOf("swoją swoja przy poza ponadto od");

function isJoining(word: string, turn: string): boolean {
  const lower = word.toLowerCase();
  return (
    joining.has(lower) || ((lower === "i" || lower === "a") && polishTurns.has(turn.toLowerCase().split(" ")[0]!))
  );
}

function turnsIn(text: string): readonly Cut[] {
  const found: Cut[] = [];
  const lower = text.toLowerCase();
  if (lower.length !== text.length) return found;
  for (const turn of turns) {
    for (let at = lower.indexOf(turn); at > 0; at = lower.indexOf(turn, at + turn.length)) {
      const next = at + turn.length;
      if (/\s/.test(text[at - 1]!) && /[\s:,]/.test(text[next] ?? "")) found.push({ index: at, next, mark: "turn" });
    }
  }
  if (!/[，、]/.test(text)) return found;
  for (const match of text.matchAll(solidTurns)) {
    found.push({ index: match.index + 1, next: match.index + match[0].length, mark: "turn" });
  }
  return found;
}

/** “never touch it, and from now on …”: the word that leads over belongs to neither. */
function withoutJoin(
  text: string,
  start: number,
  { index, next }: { readonly index: number; readonly next: number },
): number {
  const before = text.slice(Math.max(start, index - turnChars), index);
  const at = before.trimEnd().lastIndexOf(" ") + 1;
  return isJoining(before.slice(at).trim(), text.slice(index, next)) ? index - before.length + at : index;
}

/** “…, and from now on …”, “… btw the …”: something else begins, where both sides say something. */
function turnsAt(
  text: string,
  start: number,
  { index, next }: { readonly index: number; readonly next: number },
): boolean {
  const before = text.slice(Math.max(start, index - turnChars), index);
  const after = text.slice(next, next + turnChars);
  if (/[，、]$/.test(before)) return before.length > 2 && /^[^，。！？]{3}/.test(after);
  const turn = text.slice(index, next).toLowerCase();
  const words = before.trim().split(/\s+/);
  const isJoined = isJoining(words.at(-1)!, turn);
  if (words.length < (isJoined ? 3 : 2) || !/^[:,]?\s*\S+\s+\S/.test(after)) return false;
  if (turn === "also") return alsoBegins.test(after);
  return isJoined || /,\s*$/.test(before) || (surely.has(turn) && !/^[\s,]*(?:so|and|but|,)/i.test(after));
}

/** What these begin behind two words is something else, with a comma or without. */
const surely: ReadonlySet<string> = new Set(
  "btw, by the way, oh and, one more thing, swoją drogą, swoja droga, i jeszcze jedno".split(", "),
);
const alsoBegins =
  /^\s(?:we|i|the|our|please|pls|never|always|dont|don't|do not|no|make sure|remember|can you|could you)\s/i;
const turnChars = 60;

/** “never push to main, ok?”: an order, and no question. */
function wantsAssent(text: string, { start, end }: Span): boolean {
  const tail = text.slice(Math.max(start, end - assentChars), end).toLowerCase();
  const at = Math.max(tail.lastIndexOf(" "), tail.lastIndexOf(","));
  return at >= 0 && assents.has(tail.slice(at + 1));
}

const assentChars = 16;
const assents = setOf(
  "ok okay alright pls please ja klar bitte d'accord d’accord vale favor beleza dobra dobrze proszę prosze jasne zgoda",
);

/** Without blanks, marks of lists and brackets around it; null where nothing is left. */
function trimmed(text: string, { start, end }: Span): Span | null {
  let from = start;
  let to = end;
  while (from < to && isBlank(text[from]!)) from += 1;
  while (to > from && isBlank(text[to - 1]!)) to -= 1;
  const mark = /^(?:[-*•]|\d{1,2}[.)]|#{1,6})\s+/.exec(text.slice(from, Math.min(to, from + 12)))?.[0].length ?? 0;
  from += mark;
  while (to > from && /[,;:，、：；\s–—-]/.test(text[to - 1]!)) to -= 1;
  while (from < to && /[,;，、；\s]/.test(text[from]!)) from += 1;
  return to > from && wordish.test(text.slice(from, Math.min(to, from + clauseHeadChars)))
    ? { start: from, end: to }
    : null;
}

const wordish = /[0-9A-Za-z\u00c0-\u1fff\u2c00-\u2dff\u3005-\ud7ff\ud83c-\ud83e\uE001\uf900-\ufdff\uff10-\uff9f]/;
const clauseHeadChars = 4_000;

function isBlank(char: string): boolean {
  return char === gap || char === " " || char === "\n" || /\s/.test(char);
}

/** Words that join two clauses. */
const joinWords = setOf("and so but und also aber et donc mais pero mas e y porque");
/** Those of Polish are English, too, and join in a text that is Polish. */
const polishJoinWords = setOf("i a ale więc wiec oraz lecz dlatego");
/** A comma stands before these, and parts nothing. */
const polishBound = /^,\s(?:że|ze|żeby|zeby|aby|niż|niz|bo|tylko|lecz|któr[a-zęą]+|ktor[aey][a-z]*)\s/;
const joinPhrases: readonly string[] = ["así que ", "o sea que "];
const joinCharsMax = 8;
const aberFrontMax = 24;
const boundChars = 14;
/** So many at most: a list of a thousand words is one piece. */
const jointsMax = 24;

export interface Piece extends Span {
  /** What stands between it and the piece before: a comma, a word. */
  readonly joint: string;
}

export function piecesOf(text: string, sentence: Span, isPolish = false): readonly Piece[] {
  const said = text.slice(sentence.start, sentence.end);
  const found: Piece[] = [];
  let at = 0;
  let joint = "";
  const add = (end: number): void => {
    const span = trimmed(text, { start: sentence.start + at, end: sentence.start + end });
    if (span !== null) found.push({ ...span, joint });
  };
  let count = 0;
  for (let from = 0; from < said.length && count < jointsMax; from += 1) {
    const long = jointAt(said, from, isPolish);
    if (long === 0) continue;
    add(from);
    at = from + long;
    joint = said.slice(from, at).trim().toLowerCase();
    // The blank behind a word may be the one before the next.
    from = isSpace(said[at - 1]!) ? at - 2 : at - 1;
    count += 1;
  }
  add(said.length);
  return found;
}

/** How long what joins two pieces is, from `at` on; 0 where nothing does. */
function jointAt(said: string, at: number, isPolish: boolean): number {
  const char = said[at]!;
  if (char === "，" || char === "、" || char === "：" || char === "；") return 1;
  const next = said[at + 1];
  if (char === "," && isPolish && polishBound.test(said.slice(at, at + boundChars))) return 0;
  if (char === ",") return next === undefined || isSpace(next) ? 1 : 0;
  if (char === ":") return next !== undefined && isSpace(next) ? 1 : 0;
  if (!isSpace(char)) return 0;
  const head = said.slice(at + 1, at + 1 + joinCharsMax).toLowerCase();
  const end = head.indexOf(" ");
  const word = head.slice(0, Math.max(end, 0));
  // “Will die 100 Seiten aber weiter”: within a clause it joins nothing.
  if (word === "aber" && at > aberFrontMax && said[at - 1] !== ",") return 0;
  if (joinWords.has(word) || (isPolish && polishJoinWords.has(word))) return end + 2;
  const phrase = joinPhrases.find((each) => said.startsWith(each, at + 1));
  return phrase === undefined ? 0 : phrase.length + 1;
}

// Unnoted: what the person says is not to be written down.

const findersOf = {
  asks: placeFinderOf(unnoted.asks),
  hushes: placeFinderOf(unnoted.hushes),
  leads: placeFinderOf(unnoted.leads),
};

/**
 * The sentences that say so of themselves, and those before it where a sentence says nothing else: “I have ADHD. Don't save that.” What is only not
 * to be passed on is so where the person speaks of themselves, and a rule never is. Where nothing else was typed, it is about what was said in an
 * earlier prompt (`forgets` in `statement.ts`).
 */
export function unnotedIn(text: string): readonly Span[] {
  if (Object.values(findersOf).every((find) => find(text) === null)) return [];
  const sentences = sentencesOf(text);
  const reading = readingOf(text);
  return sentences.flatMap((sentence, at) => {
    const found = unnotedOf(reading, sentence);
    if (found === null) return [];
    const isOfSelf = (one: Sentence | undefined): one is Sentence =>
      one !== undefined && !isRule(reading, one) && speaksOfSelf(reading, one);
    if (!found.isAlone) return found.isHush && !speaksOfSelf(reading, sentence, found) ? [] : [sentence];
    const [before, next] = [sentences[at - 1], sentences[at + 1]];
    if (before === undefined) {
      if (found.isLead) return isOfSelf(next) ? [sentence, next] : [];
      return next === undefined || found.isHush ? [] : [sentence];
    }
    if (found.isHush ? !isOfSelf(before) : isRule(reading, before) || isOrder(reading, before)) return [];
    let from = at - 1;
    const isRun = (one: number): boolean =>
      isOfSelf(sentences[one]) && !text.slice(sentences[one]!.end, sentences[one + 1]!.start).includes("\n");
    while (isOfSelf(before) && isRun(from - 1)) from -= 1;
    return sentences.slice(from, at + 1);
  });
}

interface Unnoted extends Span {
  /** Whether it is only not to be passed on. */
  readonly isHush: boolean;
  readonly isLead: boolean;
  /** Whether the sentence says nothing else. */
  readonly isAlone: boolean;
  /** Whether the text says nothing else. */
  readonly isWhole: boolean;
}

/** What asks in a sentence that something is not to be noted; null where nothing does, and where a rule stands beside it. */
export function unnotedOf(reading: Reading, sentence: Span): Unnoted | null {
  const said = reading.text.slice(sentence.start, sentence.end);
  for (const [name, find] of Object.entries(findersOf)) {
    const place = find(said);
    if (place === null) continue;
    const behind = said.slice(place.end);
    const isFront = isOpening(said.slice(0, place.start));
    const isLead = name === "leads";
    if (isLead ? !isFront || !/^\W*$|^\s*[:：,，、–—-]/.test(behind) : !ends.test(behind)) continue;
    // “This function should not log this” tells of a function.
    const clause = said
      .slice(0, place.start)
      .split(/[,.;:!?，、–—]|\s(?:and|und|et|y|e|but|so) /u)
      .at(-1)!;
    if (name === "asks" && !/[\u3040-\u9fff\uac00-\ud7a3]/.test(said) && !isOpening(clause)) continue;
    const bounds = { start: sentence.start + place.start, end: sentence.start + place.end };
    if (isRule(reading, sentence, bounds)) return null;
    const isAlone = isLead ? /^\W*$/.test(behind) : isFront && !/^\s*[:：]/.test(behind);
    const { text } = reading;
    const isWhole = !isLead && isAlone && isOpening(text.slice(0, bounds.start)) && isOpening(text.slice(bounds.end));
    return { ...bounds, isHush: name !== "asks", isLead, isAlone, isWhole };
  }
  return null;
}

/** What holds for all times or everywhere is said to be known, whatever stands beside it. */
function isRule(reading: Reading, span: Span, but: Span = { start: 0, end: 0 }): boolean {
  return [...marksIn(reading, span), ...hitsIn(reading, span)].some(
    (hit) => rules.has(hit.sign) && (hit.end <= but.start || hit.start >= but.end),
  );
}

/** “Read the draft aloud. Do not write it down.” */
function isOrder(reading: Reading, span: Span): boolean {
  return hitsIn(reading, span).some(({ sign, isFirst }) => isFirst && sign === "tasks");
}

const rules: ReadonlySet<Sign> = new Set(["ever", "always", "binds", "standing", "wide", "plays"]);

/** “I take Ritalin”, “my wife has MS”; what a team does or somebody likes is another thing. */
function speaksOfSelf(reading: Reading, span: Span, but: Span = { start: 0, end: 0 }): boolean {
  const isBeside = (one: Span): boolean => one.end <= but.start || one.start >= but.end;
  const signs = new Set(
    [...hitsIn(reading, span), ...marksIn(reading, span)].filter(isBeside).map(({ sign }) => sign),
  );
  const words = wordsIn(reading, span).filter(isBeside);
  if (signs.has("ours") || signs.has("likes") || words.some(({ said }) => ourWords.has(said))) return false;
  const isSelf = ({ said }: { readonly said: string }): boolean =>
    selfWords.has(said) && (said !== "i" || reading.languages[0] === "en");
  return signs.has("self") || signs.has("personal") || words.some(isSelf);
}

const selfWords = setOf(
  "i my me mine myself ich mein meine meinen meinem meiner meins mir mich je j mon ma mes moi yo mi mis me tengo soy estoy eu meu minha meus minhas tenho sou estou io mio mia miei mie ho sono jestem mam mnie mój moja moje moj я мой моя моё мои мне меня",
);
const ourWords = setOf(
  "we our us wir unser unsere unserem unseren uns nous notre nos nosotros nuestro nuestra nuestros nuestras nós nosso nossa noi nostro nostra nasz nasza nasze мы наш наша нас",
);

/** Behind what asks it nothing goes on that says of what: “don't save that file” is about a file. */
const ends =
  /^\s*(?:$|[,.;:!?()，。！：…–—-]|about my(?!\p{L})|(?:please|pls|ok|okay|thanks|thx|though|yet|either|lol|anywhere|down|i|we|my|he|she|because|since|cause|bitte|ja|auf|danke|weil|ich|stp|svp|merci|por|porque|gracias|proszę|prosze|bo|ok|per|perché)(?!\p{L}))|^[\u3040-\u9fff\uac00-\ud7a3]/iu;

/** Where an order to the agent to forget stands in a sentence: in front, or behind what asks for it politely, and with no “not” before or behind it. */
export function forgetsIn(reading: Reading, { start, end }: Span): Hit | null {
  const { text } = reading;
  const polite = asksKindly.exec(text.slice(start, end))![0];
  const front = start + polite.length;
  const hit = hitsIn(reading, { start: front, end }).find(
    ({ sign, said }) => sign === "forgets" && !/[;:]|[,，](?!\s(?:was|what|co|что|que|ce) )/iu.test(said),
  );
  if (hit === undefined || isRule(reading, { start, end })) return null;
  const lead = text.slice(front, hit.start);
  const behind = /^[^,;:.，。、]*/.exec(text.slice(hit.end, end))![0];
  if (/[\u3040-\u9fff\uac00-\ud7a3]/.test(hit.said))
    return /[别不]|勿/.test(lead) || /^(?:い[まるたな]|な|ません|지)/.test(behind) ? null : hit;
  const isLast = /(?:löschen|streichen|entfernen)$/i.test(hit.said) && polite !== "";
  if (/[\p{L}\p{N}]/u.test(lead) && !(isLast && /^(?:[^\s,;:.]+\s+){1,6}$/.test(lead))) return null;
  const isDenied = denies.test(lead) || denies.test(behind) || /,\s*nicht\W*$/.test(text.slice(hit.end, end));
  if (isDenied || (denies.test(hit.said) && !/^do/i.test(hit.said))) return null;
  // Words of a file are edited, not forgotten.
  return (ofMine.test(hit.said) && withdraws.test(behind)) || (!forgetting.test(hit.said) && ofFile.test(behind))
    ? null
    : hit;
}

const asksKindly =
  /^(?:[\s,.!…–—-]|(?:please|pls|and|but|so|ok|okay|hey|hi|oh|ah|sorry|thanks|actually|just|also|now|well|btw|yes|no(?=\s?,)|(?:can|could|would|will) you|i(?:['’]d| would)? (?:want|like|need) you to|bitte|und|aber|also|ach|jetzt|mal|doch|danke|nein(?=\s?,)|(?:kannst|könntest|würdest) du|ich (?:will|möchte), dass du|s['’]il te pla[iî]t|stp|svp|et|alors|merci|(?:peux|pourrais)[- ]tu|tu (?:peux|pourrais)|pouvez-vous|por favor|gracias|puedes|podrías|você pode|pode|per favore|puoi|potresti|prosz[eę]|możesz|mozesz|пожалуйста|можешь)(?![\p{L}'’]))*/iu;
const denies = /(?<!\p{L})(?:not|don['’]?t|never|nicht|nie|niemals|pas|jamais|nunca|não|non|niet|не)(?!\p{L})/iu;
const forgetting = /(?:forget|vergess|vergiss|oubli|olvid|esque[cç]|dimentic|scord|zapomn|забы|забуд)/iu;
const ofFile =
  /(?<!\p{L})(?:in|on|from|im|in der|aus|dans|du|en|del|em|nel|dal|w|z|в|из)\s(?!(?:your|deinem|deinen|ta|tes|tu|tus|sua|twojej)\s)\p{L}/iu;
const ofMine = /\s(?:my|our|mein\p{L}*|mon|ma|mes|mis?|meus?|minhas?|mi[oae]|miei|moi[mc]h?|mojej|мо\p{L}+)$/iu;
/** “Forget my last message”: what was just asked is taken back, and nothing that is known. */
const withdraws =
  /^\s*(?:(?:last|latest|first|previous|prior|earlier|other|old|current|letzten?|letztes|vorige[nrs]?|frühere[nrs]?|dernière?|première?|última?|último|ultim[ao]|ostatni\p{L}*|последн\p{L}*)\s)?(?:message|prompt|question|request|comment|idea|suggestion|proposal|plan|task|test|linter|branch|commit|change|edit|pr|code|fix|draft|answer|remark|nachricht|frage|anfrage|bitte|idee|vorschlag|auftrag|aufgabe|entwurf|branch|änderung|kommentar|message|demande|idée|question|proposition|commentaire|pregunta|mensaje|idea|petición|propuesta|cambios?|comentario|pergunta|mensagem|ideia|pedido|domanda|messaggio|richiesta|modific\p{L}*|pytani\p{L}*|wiadomo\p{L}*|pomys\p{L}*|prośb\p{L}*|testach|вопрос|сообщение|файл)(?:e?[sn]|en)?(?!\p{L})/iu;

function isOpening(lead: string): boolean {
  const words = lead.toLowerCase().match(/[\p{L}]+/gu) ?? [];
  return words.length <= 5 && words.every((word) => openings.has(word));
}

const openings = setOf(
  "you do don dont t never not n ne l no não non nie le lo please pls and but so oh ok okay hey also just now can could would will you und aber bitte also ach kannst könntest du das es ist mal et mais alors peux pourrais tu ça y pero por favor puedes podrías que esto eso e ma mas puoi isso a ale i prosze proszę możesz mozesz to this that is it s и но пожалуйста это 请 这 这个 这件事 就 都 これ この これは 이거 이건",
);

/** Whether a quotation is a text of its own, and not a word that the sentence is about. */
function isText(words: string): boolean {
  return (
    words.length > quoteTextMin &&
    !command.test(words) &&
    /[.!?。！？…]\s?\S|[.!?。！？]["”»」』]|\s\S+\s\S+\s|[\u3040-\u9fff]{9}/.test(words)
  );
}

const quoteTextMin = 9;
/** “`bin/deploy -d staging`”: what is typed into a shell says nothing by itself. */
const command = /^`[^`\n]*(?:\s--?\p{L}|[/=$|]|\p{L}\.\p{L})[^`\n]*`?$/u;

/** Where the quotations of a span are that are texts of their own. */
export function quotedTexts(prompt: string, marked: string, { start, end }: Span): readonly Span[] {
  const said = marked.slice(start, end);
  const found: Span[] = [];
  for (let at = said.indexOf(quoted); at >= 0; at = said.indexOf(quoted, at)) {
    const from = at;
    while (at < said.length && said[at] === quoted) at += 1;
    if (isText(prompt.slice(start + from, start + at))) found.push({ start: start + from, end: start + at });
  }
  return found;
}

/** Without a quoted text in front, or one that a colon introduces: what stands behind it is said about it. */
export function withoutQuoteInFront(prompt: string, marked: string, span: Span): Span | null {
  const [first] = quotedTexts(prompt, marked, span);
  if (first === undefined) return span;
  const lead = marked.slice(span.start, first.start);
  return lead.trim() === "" || /[:：]\s*$/.test(lead) ? trimmed(marked, { start: first.end, end: span.end }) : span;
}

/** “Except on merges.”, “Ausnahme: Hotfixes.”: without the rule before it says nothing, and the rule without it says too much. */
export function isException(text: string, { start, end }: Span): boolean {
  return exceptFirst.test(text.slice(start, Math.min(end, start + 24)));
}

const exceptFirst =
  /^(?:(?:except|exception|exceptions|außer|ausser|ausnahme|ausnahmen|ausgenommen|sauf|hormis|exception|excepto|salvo|excepción|a excepción de|exceto|exceção|tranne|eccetto|eccezione|z wyjątkiem|z wyjatkiem|wyjątek|wyjatek|oprócz|oprocz|кроме|исключение)(?!\p{L})|例外|除了|ただし|예외)/iu;

/** “The hall is rented and has 40 seats”: what asks at the front of a sentence goes on with its subject behind “and”, and behind a comma where a stop ends it. */
export function goesOnWithVerb(text: string, { joint, start }: Piece, { stop }: Sentence, before: Span): boolean {
  return (
    stop !== "?" &&
    (/^(?:and|und|et|y|e|i)$/.test(joint) ||
      (stop === "." && joint === "," && before.end - before.start > greetingChars)) &&
    verbFirst.test(text.slice(start, start + verbChars))
  );
}

const verbFirst =
  /^(?:(?:is|are|was|were|has|have|had|does|did|will|can)(?! (?:i|you|we|he|she|it|they|there|that|this|the|any)\b)|(?:ist|sind|war|waren|hat|haben|hatte|wird|werden|wurde|kann|muss|soll|darf|läuft|gehört|gilt|reicht)(?! (?:ich|du|er|sie|es|wir|ihr|man|der)\b)|(?:est|a|sont|ont|es|está|tiene|ha|han|va|é|tem|è)(?! (?:il|elle|on|ce|usted|que)\b)) /i;
const verbChars = 24;
const greetingChars = 12;

/** English below a line of another script: what a page or a program says that was pasted there. */
export function isForeign(text: string, prompt: string): boolean {
  const typed = /^[^\n]{0,400}/.exec(prompt.trimStart())![0];
  return (
    otherScript.test(typed) && !otherScript.test(text) && (text.match(/[a-z]{2,}/gi)?.length ?? 0) >= foreignWords
  );
}

const otherScript =
  /[\p{sc=Cyrillic}\p{sc=Han}\p{sc=Hiragana}\p{sc=Hangul}\p{sc=Greek}\p{sc=Arabic}\p{sc=Hebrew}\p{sc=Devanagari}\p{sc=Thai}]{2}/u;
const foreignWords = 4;

/** Only words by which one thing follows from another. */
export function follows(between: string): boolean {
  const words = between.toLowerCase().match(/[\p{L}']+/gu) ?? [];
  return (
    words.some((word) => consequences.has(word)) && words.every((word) => consequences.has(word) || links.has(word))
  );
}

const links = setOf("and und et y please bitte por favor 请 o que c'est lo proszę prosze a to");

const consequences = setOf(
  "so therefore hence also deshalb daher darum donc alors pourquoi así eso tanto sea então portanto więc wiec dlatego zatem stąd 所以 因此 なので だから 그래서",
);

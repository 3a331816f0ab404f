/**
 * Question: what of a question is asked for: which of its words say something in its language, by which endings a word may stand in a page, and
 * the words of unspaced writing, which a page has as pairs of characters; and which numbers of a text name a thing.
 */

import { isLightIn, isStopIn, isStopWord, type Language, languageOf, withoutPhrases } from "./stop-words.js";
import { bigrams, fold, stem, type Term, termsIn, termsOf, termsWith } from "./terms.js";
import { timeWords } from "./time-words.js";

export interface QuestionTerm extends Term {
  /** 1, less where it says less: a part of a name, one character, a pair across two words, a pair of a word of many. */
  readonly weight: number;
  /** Nobody asks for it: where no page has it nothing is missing. */
  readonly light: boolean;
  /** What may follow its stem in other forms of it; null where English rules have seen to that. */
  readonly endings: ReadonlySet<string> | null;
  /** Whether it is looked for inside of longer words, too. */
  readonly compounds: boolean;
}

/** “a-t-on”, “sert-il”: a question's verb before who does it. */
const inverted = /^(\p{L}+)-(?:t-)?(?:on|ils?|elles?|je|tu|nous|vous|ce)$/u;

const weights = { part: 0.5, across: 0.4, single: 0.6, sign: 0.4, light: 0.35 } as const;

const day = /^\d{4}-\d\d-\d\d$/;

/** The terms of a question in order. */
export function questionTerms(text: string): readonly QuestionTerm[] {
  // A day is asked for whole: its month and its number stand in other days, too.
  const terms = termsWith(withoutPhrases(text), unspacedTerms).filter(({ part, said }) => !part || !day.test(said));
  const folded = terms.map(({ said }) => fold(said));
  // “Mia's” is said of somebody, and no word of Italian.
  const owners = new Set([...text.matchAll(ownerWord)].map(([, name = ""]) => fold(name)));
  const isOwner = (word: string): boolean => owners.has(word) && !isStopIn("english", word);
  const language = languageOf(folded.filter((word) => !isOwner(word)));
  const isForm = (word: string, of: string): boolean => {
    const endings = endingsFor(of, language);
    return endings !== null && isInflected(word, of, endings);
  };
  return terms.map((term, at) => {
    if ("weight" in term) return term;
    const { said, part } = term;
    const [, verb = null] = language === "french" && !part ? (inverted.exec(folded[at]!) ?? []) : [];
    const found = verb === null ? term.text : stem(verb);
    const asks = at === 0 && folded[0] === "may" && asked.has(folded[1] ?? "");
    const stop = part ? term.stop : asks || (isStopIn(language, verb ?? folded[at]!) && !isOwner(folded[at]!));
    const endings = part ? null : endingsFor(found, language);
    const compounds = !part && language === "german";
    const isIdle = idle.has(folded[at]!) || (measures.has(folded[at]!) && asksHow.has(folded[at - 1] ?? ""));
    const isLight = isMonth(folded[at]!) || isLightIn(language, verb ?? folded[at]!, isForm);
    const weight = part ? weights.part : isLight ? weights.light : 1;
    const light = !part && (isLight || isIdle || verb !== null);
    return { text: found, said, part, stop, weight, light, endings, compounds };
  });
}

const ownerWord = /(?<!\p{L})(\p{Lu}[\p{L}\p{M}-]{0,40})['’]s(?!\p{L})/gu;

/** The language of a text, by its script where that is written without spaces; empty where no common word tells. */
export function languageIn(text: string): string {
  const signs = text.match(/[\u3040-\u30ff\u3400-\u9fff]/gu)?.length ?? 0;
  if (signs * 3 > (text.match(/\p{L}/gu)?.length ?? 0)) return /[\u3040-\u30ff]/u.test(text) ? "japanese" : "chinese";
  return languageOf(termsOf(text).map(({ said }) => fold(said))) ?? "";
}

/** “Which do we use” asks for nothing that is used, and “how long” for a number; they find what stands in the same words as any other. */
const idle = setOf(
  "use used uses using may lets please summarize note notes noted entry entries hoeveel bitte etwas notiert notieren " +
    "eintrag noter anotado",
);
const asksHow = setOf("how wie hoe");
const measures = setOf(
  "many much long often old big large small far tall high low warm hot cold fast quickly soon late deep wide heavy well " +
    "viele viel lange lang oft gross hoch alt weit schnell kalt tief breit schwer veel vaak groot oud hoog ver snel",
);

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

/** “May a draft go out?” asks for leave, and for no month. */
const asked = setOf("a an the i we you he she it they this that these those any anyone anybody my your our their");

/** What is asked of a month goes by its days, and its name stands beside nearly everything that was then. */
function isMonth(word: string): boolean {
  return word.length > shortMonthChars && timeWords.monthNames.has(word);
}

/** “Set” and “mar” are other words, too. */
const shortMonthChars = 3;

// Inflections: endings that words of a language take, folded, so that what differs in nothing else is one word.

const romance =
  "a o e i as os es is ar er ir are ere ire ado ada ados adas ato ata ati ate ido ida idos idas ito ita iti ite ando endo iendo " +
  "an en on amos emos imos aba aban ia ian io n r ra ran re ez ent ons ait ais aient ee ees";

const endingLists: Readonly<Record<Language, string>> = {
  german: "e en em er es n s ern ens t te ten tet st et",
  french: romance,
  spanish: romance,
  portuguese: romance,
  italian: romance,
  polish:
    "a e i o u y ow om em ie ia iu io ach ami ego emu ej ym im ych ich ymi imi iej iego iemu iem iami iach iom ka ki ke ko ku kow kom " +
    "kami kach ek c ac ic yc l la lo li ly ł ła ło ły al ala alo ali aly ał ała ało ały il ila ilo ili ily ił iła iło iły am asz amy acie " +
    "aja esz emy ecie eja isz imy icie",
  russian:
    "а я ы и у ю е о ь ои еи ою ею ом ем ам ям ами ями ах ях ов ев ии ыи ая яя ое ее ые ие ого его ому ему ым им ую юю ых их ыми ими " +
    "ия ию иеи иям иях иями л ла ло ли ал ала ало али ил ила ило или ет ит ут ют ат ят ешь ишь ете ите ать ять ить еть ть ти ся сь ена ено ены ен " +
    "тся ться ется ются ится атся ятся уется уются лся лась лось лись ался алась алось ались ился илась илось ились ует уем уют овать овал овала " +
    "овали ение ения ению ением ении ание ания анию анием ании ка ки ке ку кои кою кам ками ках ок ек",
};

const endingsOf = new Map(
  Object.entries(endingLists).map(([language, list]) => [language as Language, new Set(["", ...list.split(" ")])]),
);
const cyrillic = /^[\u0400-\u04ff]+$/;
/** What two forms have in common at least. */
const stemLeast = 4;
/** In Russian, where many nouns are three letters and an ending, as “база” is, and its endings are. */
const shortStem = 3;
const shortEndings = setOf(
  " а я ы и у ю е о ои еи ою ею ом ем ам ям ах ях ов ев ая яя ое ее ые ие их ым им ых ую юю",
);

function endingsFor(word: string, language: Language | "english" | null): ReadonlySet<string> | null {
  if (cyrillic.test(word)) return word.length < shortStem ? null : endingsOf.get("russian")!;
  if (word.length < stemLeast || /\d/.test(word)) return null;
  return language === null || language === "english" ? null : endingsOf.get(language)!;
}

/** What every other form of a word begins with. */
export function stemStart(word: string): string {
  const [least, ending] = cyrillic.test(word) ? [shortStem, 5] : [stemLeast, 4];
  return word.slice(0, Math.max(least, word.length - ending));
}

/** Whether two words are a stem with one of these endings each. */
export function isInflected(a: string, b: string, endings: ReadonlySet<string>): boolean {
  let common = 0;
  while (common < a.length && a[common] === b[common]) common += 1;
  for (let stem = common; stem >= stemLeast && stem >= common - 2; stem -= 1)
    if (endings.has(a.slice(stem)) && endings.has(b.slice(stem))) return true;
  const isShort = common >= shortStem && cyrillic.test(a);
  return isShort && shortEndings.has(a.slice(shortStem)) && shortEndings.has(b.slice(shortStem));
}

// Unspaced: a question in unspaced writing by its words; a page has pairs of characters, and the last of a run alone.

const chinese =
  "的 了 是 在 什么时候 什麼時候 我 你 您 他 她 它 我们 你们 他们 它们 咱们 我們 你們 他們 什么 什麼 甚麼 哪 哪个 哪個 哪些 哪里 哪裡 哪儿 哪种 谁 誰 " +
  "怎么 怎麼 怎样 怎樣 怎么样 如何 为什么 為什麼 为何 多少 几 幾 吗 嗎 呢 吧 啊 呀 嘛 和 与 與 跟 或 或者 及 以及 也 都 就 还 還 又 再 才 有 " +
  "没 没有 沒有 不 别 把 被 让 讓 给 給 对 對 从 從 到 向 用 要 会 會 能 可以 应该 應該 该 得 地 着 过 這 这 那 这个 那个 這個 那個 这些 那些 里 裡 " +
  "上 下 中 个 個 种 款 些 次 位 时候 時候 之 其 而 但 但是 如果 因为 所以 的是 请 请问 现在 現在 目前 很 太 更 最 多 嘅 咗 係 咩 邊 喺 佢";
const japanese =
  "から まで より という として について どこ いつ だれ どれ どの どう どんな なに なぜ どうして どうか いくつ いくら いるか する した して " +
  "される された できる できた ある ない いる なる なった ください です ます でした ました ている こと もの とき ため ところ など だけ ほど " +
  "何 誰 今 私 よう";
const saysNothing = setOf(`${chinese} ${japanese}`);
const kana = /^[\u3040-\u309f]{1,2}$/u;
const anyKana = /[\u3040-\u30ff]/u;
const hangul = /[\uac00-\ud7a3]/u;

/** Made where it is first needed, for it loads a dictionary. */
let segmenter: Intl.Segmenter | null = null;

function unspacedTerms(run: string): readonly QuestionTerm[] {
  const plain = { part: false, endings: null, compounds: false, light: false };
  // Korean has spaces; what nothing parts inside of them are its endings.
  if (hangul.test(run)) return bigrams(run).map((text) => ({ ...plain, text, said: run, stop: false, weight: 1 }));
  segmenter ??= new Intl.Segmenter("zh", { granularity: "word" });
  const terms: QuestionTerm[] = [];
  let before: string | null = null;
  for (const { segment, stop, isSigns } of wordsIn([...segmenter.segment(run)].map((one) => one.segment))) {
    const chars = [...segment];
    if (before !== null && !stop)
      terms.push({
        ...plain,
        text: [...before].at(-1)! + chars[0]!,
        said: before + segment,
        stop: false,
        weight: weights.across,
      });
    const isOne = chars.length === 1;
    const texts = isOne ? [segment] : bigrams(segment).slice(0, -1);
    for (const text of texts)
      terms.push({
        ...plain,
        text,
        said: segment,
        stop,
        weight: isOne ? weights.single : 1 / Math.sqrt(texts.length),
      });
    if (isSigns && !isOne)
      for (const text of chars) terms.push({ ...plain, text, said: text, stop, weight: weights.sign });
    before = stop ? null : segment;
  }
  return terms;
}

interface UnspacedWord {
  readonly segment: string;
  readonly stop: boolean;
  /** Whether it is made of signs that are no word together as far as the dictionary knows. */
  readonly isSigns: boolean;
}

/** Chinese signs beside each other that the dictionary parts are mostly a name or a new word: “馆长” comes as two. */
function wordsIn(segments: readonly string[]): readonly UnspacedWord[] {
  const isChinese = !segments.some((segment) => anyKana.test(segment));
  const words: UnspacedWord[] = [];
  for (const segment of segments) {
    const stop =
      kana.test(segment) || saysNothing.has(segment) || [...segment].every((char) => saysNothing.has(char));
    const isSigns = isChinese && [...segment].length === 1 && !stop;
    const before = words.at(-1);
    if (isSigns && before?.isSigns === true)
      words[words.length - 1] = { segment: before.segment + segment, stop, isSigns };
    else words.push({ segment, stop, isSigns });
  }
  return words;
}

// Wanted: what a question asks for, and what a line has that tells it.

/** What a question wants to know, by the words it asks with, and what a line has that tells it. The first that asks decides. */
const wanted: readonly { readonly asks: RegExp; readonly has: RegExp }[] = [
  {
    asks: /^(?:when|what (?:day|date|time|year|month)|which (?:day|date|year|month)|since when|until when)\b|\bwhen (?:did|was|were|is|does|do|will|has|have)\b|\b(?:wann|quand|cuándo)\b|quelle heure|qué (?:día|fecha|hora)|什么时候|什麼時候|幾時|幾點|何时|哪天|幾號|いつ|何時/iu,
    has: /\d{4}-\d\d|\d{1,2}[:h]\d\d|\b(?:19|20)\d\d\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-zé]*\.? ?\d|\d (?:january|february|march|april|june|july|august|september|october|november|december|januar|februar|märz|mai|juni|juli|fév|mars|avril|juin|juillet|août|enero|febrero|marzo|abril)|\b(?:yesterday|today|tomorrow|last (?:week|month|year|night|summer|weekend|mon|tue|wed|thu|fri|sat|sun)|next (?:week|month|year)|weekend|monday|tuesday|wednesday|thursday|friday|saturday|sunday|ago|recently)|年|月|日|daily|\d ?(?:am|pm|utc)/iu,
  },
  {
    asks: /\bhow (?:many|much|old|long|big|large|often|far|tall|high|warm|hot|cold)\b|\bhoe ?(?:veel|vaak|lang|oud|groot)\b|\bwie ?(?:viele?|groß|gross|hoch|lang|alt|oft)\b|\bcombien\b|\bcu[aá]nt[oa]s?\b|\bquant[oia]s?\b|幾多|多少|几个|幾個|多久|何人|何件|何本|いくら|いくつ|どれだけ|番号|^what (?:percentage|number|price|amount)/iu,
    has: /\p{N}|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|hundred|thousand|several|few|couple|once|twice|ein|zwei|drei|vier|deux|trois|quatre|cinq|dos|tres|cuatro|cinco)\b|[一二三四五六七八九十百千万兩两]/iu,
  },
  {
    asks: /^(?:who|whose|whom)\b|\bwho (?:is|was|did|does)\b|^(?:wer|wem|wen|wessen|qui|à qui)\b|quién(?:es)?\b|谁|誰|邊個|哪位/iu,
    has: /(?<=[^.!?\n#*-] )\p{Lu}\p{L}+|@\w+|[一-鿿ァ-ヶ]{2,}/u,
  },
  {
    asks: /^(?:where|in which (?:city|country|place)|which (?:city|country|state|place)|wo|wohin|woher|où)(?!\p{L})|d[oó]nde\b|哪里|哪裡|邊度|喺邊|どこ/iu,
    has: /\b(?:in|at|to|from|near|on|über|nach|bei|à|en|dans|chez|desde) (?:the |la |le |el )?\p{Lu}\p{L}+|\/\w+|https?:|~\/|[一-鿿]{2,}/u,
  },
  {
    asks: /^why\b|\bwarum\b|\bwieso\b|\bpourquoi\b|por qué|为什么|為什麼|點解|なぜ|どうして/iu,
    has: /\b(?:because|since|so that|due to|reason|cause|as |weil|denn|damit|car |parce|porque|debido)|[:：→]|因為|因为|ため|から/iu,
  },
];

/** What a line has that tells what a question wants to know; null where it does not say what that is. */
export function wantedBy(question: string): RegExp | null {
  return wantIn(question)?.has ?? null;
}

/** Whether it wants to know how many of something there are, or how much. */
export function isOfCount(question: string): boolean {
  return wantIn(question) === wanted[1];
}

function wantIn(question: string): (typeof wanted)[number] | undefined {
  const start = question.replace(/^[¿«"“\s]+/, "");
  return wanted.find(({ asks }) => asks.test(start));
}

// Numbered: a number right behind a noun names one of several: “worker 3” is another one than “worker 4”, and “port 4000” the value of a setting.

/** Whether the two are about things that only their numbers tell apart. */
export function areNumberedApart(a: string, b: string): boolean {
  const ours = numberedIn(a);
  if (ours.length === 0) return false;
  const theirs = numberedIn(b);
  const [left, right] = [termsIn(a), termsIn(b)];
  // “The standup is in room 12” moves to another room; what has words of its own besides is said of another room.
  const hasMore = (own: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
    [...own].some((term) => !other.has(term) && !/^\d/.test(term));
  const differ = hasMore(left, right) && hasMore(right, left);
  return ours.some(({ noun, names }) => {
    const same = theirs.filter((each) => each.noun === noun);
    const isOther =
      same.length > 0 &&
      !ours.some((each) => each.noun === noun && same.some(({ number }) => number === each.number));
    return isOther && (differ || (names && same.every((each) => each.names)));
  });
}

interface Numbered {
  readonly noun: string;
  readonly number: string;
  /** It names whatever else is said; else it may be what the sentence says: “runs on worker 3”, “uses Node 22”. */
  readonly names: boolean;
}

function numberedIn(text: string): readonly Numbered[] {
  if (!numbered.test(text)) return [];
  const isOfNow = ofNow.test(text);
  return text.split(/[,;()“”"]|[:.!?](?=\s|$)/u).flatMap((clause) => {
    const said = clause.split(/[\s'’]+/u).map((word) => word.replace(/^[*_`#[\]]+|[*_`#[\].!?-]{1,4}$/g, ""));
    const words = said.map(fold);
    return said.flatMap((number, at): readonly Numbered[] => {
      const noun = words[at - 1] ?? "";
      if (!/^\d{1,4}[a-c]?$/.test(number) || !singular.test(noun) || isStopWord(noun) || isPredicate(noun)) return [];
      if (settings.has(noun) || timeWords.monthNames.has(noun)) return [];
      const before = words.slice(0, at - 1).filter((word) => !articles.has(word) && /\p{L}/u.test(word));
      const [was = "", next = ""] = [before.at(-1), said[at + 1]];
      // What is said of a subject may be true of one alone: “sprint 7 ends Friday”, “room 12 is our office”.
      if (before.length === 0 || (linking.has(fold(next)) && !owning.has(was))) return [];
      // “It ships for sprint 7” tells which, “the cache for zone 3 is …” tells what it is.
      if (owning.has(was)) return [{ noun, number, names: !isOfNow && next !== "" }];
      // “Retry 3 times” counts, and so do “keep 5 backups” and “test 9 passed”.
      if (/^\p{Lu}|^[%€$£¥]|(?:[^su]s|ed)$/u.test(next)) return [];
      const isName = /^\p{Lu}/u.test(said[at - 1]!);
      const isChosen =
        (before.length === 1 && articles.has(words[0]!)) || isStopWord(was) || isName || using.test(was);
      return [{ noun, number, names: !isChosen && !isOfNow }];
    });
  });
}

const numbered = /\p{L}\s\d/u;
/** Nor a verb of the past. */
const singular = /^(?!.*(?:[^isu]s|ed)$)\p{L}{2,}$/u;
const articles = setOf(
  "a an the our my your their der die das den dem des ein eine einer unser unsere unserer le la les l un une notre nos el los las nuestro nuestra o os as il lo gli nosso nossa",
);
const owning = setOf("of for von vom fur de du d del do da dos des di della per pour para");
const linking = setOf(
  "is are was has have must should will can starts begins ends opens closes runs needs takes uses gets goes ist sind hat muss soll wird kann heisst est sont a doit peut es son esta tiene debe e ha deve",
);
/** Of these one has one, and the number says which. */
const settings = setOf(
  "first last latest next top port version limit timeout budget max maximum min minimum level size count rate release quota threshold priority weight score age code error status year python node postgres grenze hochstens mindestens limite maximo minimo tamano taille niveau nivel",
);
const using =
  /^(?:us|run|keep|need|take|took|set|ch(?:oo|o)s|pick|select|prefer|follow|adopt|book|rent|deploy|switch|mov|nutz|benutz|verwend|lauf|wahl|nehm|utilis|usa|utiliz|corr|tourn|choisi|pren|elegi|eleg|toma)/;
/** Of one thing alone it is true at a time. */
const ofNow =
  /\b(?:now|currently|current|nowadays|primary|main|usual|only|jetzt|derzeit|aktuell\p{L}{0,2}|haupt\p{L}{1,20}|maintenant|actuel\p{L}{0,4}|principal\p{L}{0,2}|ahora|actual\p{L}{0,5}|adesso|agora|atual\p{L}{0,5})\b/iu;

// Named: a word behind a preposition or before an “'s” tells which of several a sentence is about, where it stands before the verb: “Mia's shoe size is
// …”, “the flight to Oslo costs …”. What the sentence says of that stands behind the verb.

/** Whether the two are about things that a word of each tells apart. */
export function areNamedApart(a: string, b: string): boolean {
  const theirs = subjectsIn(b, termsIn(a));
  return subjectsIn(a, termsIn(b)).some((our) =>
    theirs.some((their) => (our.isSure && their.isSure) || (our.hasValue && their.hasValue)),
  );
}

interface Subject {
  /** Whether it tells which one whatever else is said; else only where something else is said of it. */
  readonly isSure: boolean;
  readonly hasValue: boolean;
}

/** Of the words that the other text has not. */
function subjectsIn(text: string, other: ReadonlySet<string>): readonly Subject[] {
  const isOwn = (word: string): boolean => {
    const terms = termsOf(word).filter(({ stop }) => !stop);
    return terms.length > 0 && terms.every(({ text: term }) => !other.has(term));
  };
  return text.split(/[;()“”"]|:(?=\s)|(?<=\p{L}{3}|\d)[.!?](?=\s|$)/u).flatMap((clause) => {
    const said = clause.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’_./-]*/gu) ?? [];
    const verb = said.findIndex((word, at) => at > 0 && isPredicate(word));
    const subject = said.slice(0, verb < 0 ? said.length : verb);
    return subject.flatMap((word, at): readonly Subject[] => {
      if (!/^\p{L}/u.test(word) || !isOwn(word)) return [];
      const isSure = tellsWhich(said, at, verb > 0);
      const isNext = (at + 1 === verb && !isMoment(word)) || beside.has(fold(said[at - 1] ?? ""));
      const isNamed = isNext && /^\p{Lu}/u.test(word);
      const hasValue = said.some((each, i) => i !== at && /^[\p{N}\p{Lu}]/u.test(each) && isOwn(each));
      return isSure || isNamed ? [{ isSure, hasValue }] : [];
    });
  });
}

/** A month or a day is that of a thing behind “of” and “for” alone: “in June” says when it is so. */
function tellsWhich(said: readonly string[], at: number, hasVerb: boolean): boolean {
  if (/\p{L}['’]s$|s['’]$/u.test(said[at]!)) return true;
  const words = said.slice(0, at).map(fold);
  const lead = words.findLastIndex((_, before) => !isPassed(said[before]!, before));
  const [thing = "", by = ""] = [words[lead - 1], words[lead]];
  // The article that “a” is in English begins a sentence.
  if (!leading.has(by) || (by === "a" && lead === 0) || /^(?:as|according)$/.test(thing)) return false;
  if (isMoment(said[at]!)) return owning.has(by);
  return hasVerb || trips.test(thing);
}

function isMoment(word: string): boolean {
  return [timeWords.monthNames, timeWords.weekdayNames].some((names) => names.has(fold(word)));
}

/** “The flight to the Azores”, “the meeting with Dr. Anna Wolff”: what stands between a preposition and the last word of a name. */
function isPassed(word: string, at: number): boolean {
  const low = fold(word);
  return articles.has(low) ? !leading.has(low) : at > 0 && /^\p{Lu}/u.test(word);
}

function isPredicate(word: string): boolean {
  const low = word.toLowerCase();
  return predicates.has(low) || (low.length > 1 && linking.has(fold(low)));
}

const predicates = setOf(
  "are were costs cost lives works leaves arrives departs lasts weighs sind kostet kosten fährt fliegt geht wohnt dauert wiegt läuft é è coûte coûtent ont part habite dure cuesta cuestan están tienen sale vive custa custam são estão têm parte mora costa costano sono hanno jest są kosztuje kosztują ma mają стоит стоят имеет",
);
const beside = setOf("with mit avec con com z ze с");
const leading = setOf(
  `${[...owning, ...beside].join(" ")} to in at near between nach bei in im am zu zum zur auf aus a au aux en chez dans vers al no na em ao da w do dla в на для к до из у`,
);
const trips =
  /^(?:flights?|fly|flew|trips?|travel|trains?|journey|drive|fahrt|fluge?s?|flieg\p{L}{1,3}|reisen?|zug|vols?|voyages?|trajet|vuelos?|viajes?|tren|voos?|viagem|viagens|trem|comboio|voli|volo|viaggio|treno|loty?|podroz|pociag|реис|рейсы?|поездка|поезд|билет\p{L}{0,2})$/u;

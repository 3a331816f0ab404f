/**
 * Change: the values that a sentence says of something, and whether another sentence gives the same matter another one. What somebody says
 * last holds, so two sentences about one thing are told from two that are about two: by the frame around the value, by what each is about, and
 * by words that say that something is another than it was.
 */

import { isStopWord } from "../../recall/words/stop-words.js";
import { fold, termsIn, termsOf } from "../../recall/words/terms.js";
import { timeWords } from "../../recall/words/time-words.js";
import { clockOf, dayOf, type Place, type Slot, slotsIn, slotWords, unspaced, wordSet } from "./lexicon.js";

// Value: a place at which another sentence of the same words holds another day, time, number or length of time.

interface Value {
  readonly kind: "weekday" | "month" | "time" | "number" | "span" | "language";
  readonly said: string;
  /** The word behind it. */
  readonly next: number;
}

/** Of what holds and not of what happened: the frame is all the sentence's words in order, with the kind of the value at its place. */
function valuesIn(text: string): readonly Place[] {
  const words: readonly string[] = text.toLowerCase().match(valueWords) ?? [];
  if (!words.some((word) => mayBeValue(word) || timeWords.everyWords.has(word))) return [];
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
        // “Node 20” is no other than “Node 20.11”, and both it and Node 22 may be supported, as there may be two days for the gym.
        const isCycle = timeWords.everyWords.has(words[at - 1] ?? "");
        const isOne = single.has(value.kind) && !isNamed && !isCycle;
        places.push({ frame, value: isNamed ? value.said.replace(".", " .") : value.said, isOne });
      }
    }
    at = value?.next ?? at + 1;
  }
  return places.length === 0 || hasHappened(text) ? [] : places;
}

/** Of times, days and months there may be several. */
const single: ReadonlySet<Value["kind"]> = new Set(["number", "span", "language"]);

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
  const cycle = timeWords.everyWords.has(was) ? spanOf("1", word) : null;
  if (cycle !== null) return { kind: "span", said: cycle, next: at + 1 };
  if (!mayBeValue(word)) return null;
  const language = languages.get(fold(word));
  if (language !== undefined) return { kind: "language", said: language, next: at + 1 };
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
export function spanOf(count: string, unit: string): string | null {
  const length = lengths.get(timeWords.unitNames.get(fold(unit)) ?? fold(unit));
  const seconds = Number(count.replace(",", ".")) * (length ?? 0);
  return length === undefined ? null : `${Number.isNaN(seconds) ? count : seconds}s`;
}

/** A number as digits; null for what is none, and for “one”, which says little but before a unit. */
export function countOf(word: string, min = 2): string | null {
  if (/^\d/.test(word)) return word;
  const count = counts.get(fold(word)) ?? 0;
  return count < min ? null : `${count}`;
}

export const counts: ReadonlyMap<string, number> = new Map([
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
export function mayBeValue(word: string): boolean {
  if (/^\d/.test(word) || slotWords.hours.has(word)) return true;
  const said = fold(word);
  return valueNames.has(said) || (said.endsWith("s") && valueNames.has(said.slice(0, -1)));
}

/** What people ask to be answered in. */
const languages: ReadonlyMap<string, string> = new Map(
  Object.entries({
    en: "english englisch anglais ingles inglese angielsku английском",
    de: "german deutsch allemand aleman alemao tedesco niemiecku немецком",
    fr: "french franzosisch francais frances francese francusku французском",
    es: "spanish spanisch espagnol espanol castellano espanhol spagnolo hiszpansku испанском",
    pt: "portuguese portugiesisch portugais portugues portoghese portugalsku португальском",
    it: "italian italienisch italien italiano wlosku итальянском",
    pl: "polish polnisch polonais polaco polacco polsku польском",
    ru: "russian russisch russe ruso russo rosyjsku русском",
    nl: "dutch niederlandisch neerlandais holandes",
    zh: "chinese chinesisch chinois chino mandarin",
    ja: "japanese japanisch japonais japones",
    ko: "korean koreanisch coreen coreano",
  }).flatMap(([code, names]) => names.split(" ").map((name) => [name, code] as const)),
);

const { weekdayNames, monthNames, ordinalWords } = timeWords;
const valueNames = new Set(
  [weekdayNames, monthNames, ordinalWords, counts, languages].flatMap((names) => [...names.keys()]),
);

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
  if (kind === "language") return answering.test(before[0] ?? "") && /^(?:in|auf|en|em|po|на)$/.test(was);
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
  return (counts || isNamed || links(was) || /^(?:to|at|[€$£¥])$/.test(was)) && about.length >= 2;
}

/** What an agent does in one language. A site may be in several. */
const answering =
  /^(?:answer|reply|respond|write|talk|speak|antworte\p{L}?|schreibe?n?|sprich|réponds|répondez|répondre|écris|écrivez|responde|responda|escribe|escreve|rispondi|scrivi|odpowiadaj|pisz|отвечай|пиши)$/u;

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

/** The places of its sentences that hold one thing of several that they might. */
export function slotsOf(said: string): readonly Slot[] {
  return slotsIn(said, valuesIn);
}

export function areOther(a: Slot, b: Slot): boolean {
  if (a.label !== b.label && a.label !== "" && b.label !== "") return false;
  const [one, other] = [a.value.split(" "), b.value.split(" ")];
  return !one.every((word) => other.includes(word)) && !other.every((word) => one.includes(word));
}

// Change: a statement that gives the matter of another one another value.

/** Words that say that something is another than it was, in six languages. */
export const changing: RegExp =
  /^(?:no|nein|non|nö)[,!.:]|(?<!\p{L})(?:replaced|drop|has left|changed|moved?|switched|migrated|renamed|now|after all|gave \S+(?: \S+)? up|given up|scrap|a mistake|is gone|extended|prolonged|raised|lowered|upgraded|these days|turns out|no need to|needn['’]t|do(?:es)?(?:n['’]t| not) (?:need|have) to|from today|as of|instead|no longer|any ?more|from now on|actually|ersetzt|geändert|jetzt|statt|nicht mehr|plus besoin|umgezogen|gewechselt|umbenannt|ab sofort|umgestiegen|verlängert|remplacé\p{L}*|changé\p{L}*|maintenant|désormais|au lieu|ne \p{L}+ plus|reemplaz\p{L}+|cambi\p{L}+|ahora|ya no|en vez)(?!\p{L})|^(?:不|いいえ|違)|改成|换成|改为|改用|换到|现在|不再|更新|変更|変わ|今は|今後|代わり|もう使|になった|になりました|移行/iu;

/** What a statement says is not, or is no more; a name may have a dot in it. */
const negated =
  /(?:(?<!\p{L})(?:not|no longer|drop|forget|stop using|instead of|rather than|nicht(?: mehr)?|statt|anstatt|kein\p{L}*|pas|plus de|au lieu de|en vez de|ya no)\s+|(?<=,\s)(?:no|não)\s+(?=(?:[^\s,.;]|\.\b)+[.!]?\s*$)|(?:不是|不再|而不是|不要用?|别用?)\s*)((?:(?:[^\s,.;，。；]|\.(?=[\p{L}\p{N}]))+\s?){1,3})/giu;

/** What a statement says is not, or is no more: “not 8080”, “statt npm”, “switched from npm to pnpm”. */
export function negatedIn(text: string): ReadonlySet<string> {
  const found = [...text.matchAll(negated), ...text.matchAll(left)].map(([, ...what]) => what.join(" "));
  return termsIn(found.join(" "));
}

/** From what to what something was changed. */
const left =
  /(?<!\p{L})(?:switch|mov|migrat|chang)\p{L}{0,4}(?:\s[^\s,.;]+){0,3}?\sfrom\s((?:[^\s,.;]+\s){1,3}?)to(?!\p{L})|(?<!\p{L})(?:sind|haben|ist|hat)(?:\s[^\s,.;]+){0,5}?\svo[nm]\s((?:[^\s,.;]+\s){1,3}?)(?:auf|zu|nach|zur|zum)\s(?:[^\s,.;]+\s){1,3}?(?:umge|gewechselt|migriert)|(?<!\p{L})(?:pass|migr|chang)\p{L}{1,4}\sde\s((?:[^\s,.;]+\s){1,3}?)(?:à|vers)(?!\p{L})|(?<!\p{L})(?:cambi|pas|migr)\p{L}{1,5}\sde\s((?:[^\s,.;]+\s){1,3}?)a(?!\p{L})/giu;

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
    // Of “the API lives at api.a.dev, not api.b.dev” the API is said, and no part of what is not.
    const isSaid = (term: string): boolean => !denied.has(term) || next.about.includes(term);
    const [said, rest] = [termsIn(text), then.about.filter(isSaid)];
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
  // “Always answer in German” is not changed by “keep your answers under ten lines”.
  if (languageTerms.has(lost) !== languageTerms.has(came)) return false;
  return gone.length === 1 && fresh.length === 1 && isAtEnd(then.about, lost) && isAtEnd(next.about, came);
}

const languageTerms: ReadonlySet<string> = termsIn([...languages.keys()].join(" "));

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

const article =
  /^(?:the|our|my|der|die|das|unsere?r?|meine?|le|la|les|notre|mon|ma|el|los|las|nuestr[ao]|mi|[oa] (?:meu|minha)|meu|minha|(?:il|la) mi[oa]|mi[oa]|mój|moja|мой|моя) /iu;

function isAtEnd(terms: readonly string[], term: string): boolean {
  return terms[0] === term || terms.at(-1) === term;
}

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
